#!/usr/bin/env python3
"""Whether what the guide promises in words has a test by name:
promises.py tests/build/promises examples/guide tests

tests/build/promises/PAGE.txt has a row for each sentence of PAGE.md that promises something, as
`words of the sentence -> Suite.Case`, or `-> file.cpp` for a case of tests/compile_fail; several tests are
separated by commas. The words must be on the page, and the tests among the sources."""

import re
import sys
from pathlib import Path


def plain(text):
    """Markdown as words: without emphasis, links' targets and line ends."""
    text = re.sub(r"\]\([^)]*\)", "]", text)
    return re.sub(r"\s+", " ", text.replace("*", "").replace("[", "").replace("]", ""))


def test_names(tests):
    names = {path.name for path in (tests / "compile_fail").glob("*.cpp")}
    for path in tests.rglob("*.cpp"):
        source = path.read_text(errors="replace")
        names |= {f"{suite}.{case}" for suite, case in re.findall(r"\bTEST(?:_F|_P)?\(\s*(\w+),\s*(\w+)\)", source)}
        names |= {f"{suite}.{case}" for suite, case in re.findall(r"\bTYPED_TEST(?:_P)?\(\s*(\w+),\s*(\w+)\)", source)}
    return names


def main(promises, guide, tests):
    names = test_names(tests)
    rows = faults = 0
    for table in sorted(promises.glob("*.txt")):
        page = plain((guide / f"{table.stem}.md").read_text())
        for number, row in enumerate(table.read_text().splitlines(), 1):
            if not row.strip() or row.startswith("#"):
                continue
            rows += 1
            words, arrow, found_by = row.rpartition(" -> ")
            found = [name.strip() for name in found_by.split(",")]
            wrong = [f"no test is named {name}" for name in found if name not in names]
            if not arrow or plain(words).strip() not in page:
                wrong.append("the page does not say so")
            for what in wrong:
                faults += 1
                print(f"{table.name}:{number}: {what}: {row}")
    print(f"{rows} promises, {faults} faults")
    return faults != 0 or rows == 0


sys.exit(main(*map(Path, sys.argv[1:])))
