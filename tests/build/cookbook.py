"""Runs the NumPy code of the cookbook: python3 cookbook.py PAGE.md.

Each recipe has NumPy code, C++ and what both print. page.sh compares what the C++ prints; this compares NumPy.
"""

import contextlib
import io
import pathlib
import re
import sys

import numpy


def main():
    blocks = re.findall(r"^```(\w+)\n(.*?)^```", pathlib.Path(sys.argv[1]).read_text(), re.M | re.S)
    different = 0
    for (language, code), (_, _), (_, expected) in zip(blocks[::3], blocks[1::3], blocks[2::3], strict=True):
        printed = io.StringIO()
        with contextlib.redirect_stdout(printed):
            exec(code, {"np": numpy})
        if language != "python" or printed.getvalue() != expected:
            different += 1
            print(f"{code}prints\n{printed.getvalue()}and not\n{expected}")
    print(f"{len(blocks) // 3} recipes, {different} print something else than the page")
    sys.exit(different > 0 or not blocks)


main()
