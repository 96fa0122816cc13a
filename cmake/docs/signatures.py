#!/usr/bin/env python3
"""Lists every public function, method, type and constant with its signature, a line each, sorted.

    signatures.py ROOT WORK                prints the list of the headers under ROOT/include
    signatures.py ROOT WORK LIST.txt       compares it with a list, and fails if they differ

A change of the list is a change of the API: it is committed with what changes it."""

import difflib
import re
import sys
from pathlib import Path

from declarations import declarations, run_doxygen
from reference import tables_of_contents


def signatures(root, work):
    include = root / "include" / "ndx"
    listed = {header for page in tables_of_contents(include) for header in page.headers}
    found, _ = declarations(run_doxygen(include, work), include, listed)
    lines = set()
    for one in found:
        text = re.sub(r"\s+", " ", re.sub(r"//.*", "", one.signature)).strip()
        if one.kind in ("class", "struct", "union", "enum"):
            text = re.sub(r"[{:;].*", "", text) + (f" {{ {', '.join(one.enumerators)} }}" if one.enumerators else "")
        if one.kind == "concept" or " concept " in text:
            text = text.split(";")[0]
        lines.add(f"{one.qualified} | {text.strip()}")
    return sorted(lines)


def main(root, work, expected=None):
    lines = signatures(Path(root), Path(work))
    if expected is None:
        print("\n".join(lines))
        return 0
    changes = list(difflib.unified_diff(Path(expected).read_text().splitlines(), lines, expected, "headers", n=0, lineterm=""))
    print("\n".join(changes) or f"{len(lines)} signatures, as {Path(expected).name} lists them")
    return bool(changes)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
