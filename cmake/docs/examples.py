#!/usr/bin/env python3
"""Makes a test of the examples in the comments of the headers.

    examples.py INCLUDE OUT.cpp

An example is a line of code in a comment, "call -> result", several of them divided by " · ". The result is a
shape, (2,3), or elements, {1, 2} or 1 2 / 3 4, and is compared; other words end the example. In the calls
t(2,3), u(1,3) and indices(5,6) are tensors of that shape; tests/build/docs_examples.hpp has these names."""

import re
import sys
from pathlib import Path

SHAPE = re.compile(r"\(\d*(?:,\s?\d+)*\)")
NUMBER = r"-?(?:\d+\.?\d*|\.\d+)"
ROW = re.compile(rf"{NUMBER}(?: (?:/ )?{NUMBER})*$")
LIST = re.compile(r"[\[{][-\d.,\s\[\]{}]*[\]}]")


def top_level(text, separator):
    """The text divided where the separator is in no parentheses."""
    parts, depth, start = [], 0, 0
    for at, c in enumerate(text):
        depth += (c in "([{") - (c in ")]}")
        if depth == 0 and text.startswith(separator, at):
            parts.append(text[start:at])
            start = at + len(separator)
    return [part.strip() for part in [*parts, text[start:]]]


def examples(lines):
    """(line number, call, result) of each example in the comments of a header."""
    for number, line in enumerate(lines, 1):
        yield from member_examples(number, line)
        found = re.match(r"\s*///  +(.*?)\s*$", line)
        if not found:
            continue
        for example in top_level(found[1], " · "):
            call, arrow, result = (top_level(example, " -> ") + ["", ""])[0], " -> " in example, ""
            if arrow:
                result = top_level(example, " -> ")[1]
            if arrow and re.match(r"[a-z_]+[a-z_0-9]*(<\w+>)?\(.*[\w)\]}]$", call):
                yield number, call, result


def member_examples(number, line):
    """The examples (2,3).unsqueeze(1) -> (2,1,3) within a sentence."""
    text = line.strip()
    for start in re.finditer(r"(?<![\w.)])t?(?=\(\d+(?:,\d+)*\)\.\w+\()", text if text.startswith("///") else ""):
        call, _, result = text[start.end() :].partition(" -> ")
        shape = SHAPE.match(result)
        if shape and call.count("(") == call.count(")"):
            yield number, "t" + call, shape[0]


def expected(result):
    """The shapes or the elements that an example names: ("shapes", […]), ("elements", […]) or None."""
    result = result.split(";")[0].split(", rows")[0].strip()
    shapes = SHAPE.findall(result)
    if shapes and ", ".join(shapes) == result:
        return "shapes", shapes
    named = re.match(r"values (\{.*?\}), indices", result)
    text = named[1] if named else result
    if ROW.match(text) or (LIST.match(text) and LIST.match(text)[0] == text):
        return "elements", re.findall(NUMBER, text)
    return None


def check(number, call, result):
    wanted = expected(result)
    if wanted is None:
        return None
    kind, items = wanted
    if kind == "shapes":
        items = ["{" + item[1:-1] + "}" for item in items]
    return f'  EXPECT_TRUE({kind}_are({call}, {{{", ".join(items)}}})) << "line {number}";'


def test(header, checks):
    name = "".join(word.capitalize() for word in re.split(r"[/_.]", header[:-4]))
    names = "  [[maybe_unused]] const auto &t = shaped, &u = shaped;\n"
    names += "  [[maybe_unused]] const auto &indices = shaped_index, &idx = shaped_index;\n"
    body = "\n".join(checks)
    return f"TEST(DocumentedExamples, {name}) {{\n{names}{body}\n}}\n"


def main():
    include, out = Path(sys.argv[1]), Path(sys.argv[2])
    headers, tests, count = [], [], 0
    for path in sorted([*(include / "ops").glob("*.hpp"), *(include / "tensor").glob("*.hpp")]):
        header = path.relative_to(include).as_posix()
        checks = [c for c in (check(*e) for e in examples(path.read_text().splitlines())) if c]
        if checks:
            headers.append(f"#include <ndx/{header}>")
            tests.append(test(header, checks))
            count += len(checks)
    text = "\n".join(["// Made by cmake/docs/examples.py.", '#include "build/docs_examples.hpp"', "", *headers,
                      "", "using namespace ndx;", "using namespace ndx_test;", "", *tests])
    out.write_text(text)
    print(f"{count} examples in {out}")


if __name__ == "__main__":
    main()
