#!/usr/bin/env python3
"""Whether what the pages "coming from" call missing is missing: no name in the first paragraph of a section "What is
missing" is a public function, but for those that such a section restricts.

    missing_names.py INCLUDE GUIDE"""

import re
import sys
from pathlib import Path

# Named there for a part of what it does: einsum needs Eigen.
RESTRICTED = {"einsum"}


def main(include, guide):
    table = (Path(include) / "tensor" / "functions.def").read_text()
    functions = set(re.findall(r"^NDX_FUNCTION\w*\((\w+),", table, re.M))
    faults = 0
    for page in sorted(Path(guide).glob("coming_from_*.md")):
        section = re.search(r"^## What is missing\n\n(.*?)(?:\n\n|\Z)", page.read_text(), re.S | re.M)
        if not section:
            continue
        missing = re.sub(r"\(write [^()]*\)", "", section.group(1))  # what to write instead
        for name in re.findall(r"`(?:\w+(?:\.|::))?(\w+)`", missing):
            if name in functions - RESTRICTED:
                print(f"{page.name}: {name} is said to be missing, and is a public function")
                faults += 1
    print(f"{faults} faults")
    return faults != 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
