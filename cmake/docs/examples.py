#!/usr/bin/env python3
"""Makes a test of the examples of the reference.

    examples.py INCLUDE OUT.cpp          those in the comments of the headers
    examples.py examples/PAGE.txt OUT.cpp    those of one file of the folder examples

In a comment an example is a line of code, "call -> result", several of them divided by " · ". The result is a
shape, (2,3), or elements, {1, 2} or 1 2 / 3 4, and is compared; other words end the example. In the calls
t(2,3), u(1,3) and indices(5,6) are tensors of that shape; tests/build/docs_examples.hpp has these names.

The folder examples has those that need more than a line, or a header that is long already:

    Tensor::fill_, Tensor::copy_
      auto t = zeros<int>({3});
      t.fill_(7);
      t -> 7 7 7

A line names the functions that the example is of; in the names after the first * stands for anything. The
lines below are its code: those with " -> " are compared, the others are as they are in C++. Results are also
true, false, nan, inf, "a text", and the type and the message of an error, ValueError: it is wrong."""

import re
import sys
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from pathlib import Path

HERE = Path(__file__).parent
SHAPE = re.compile(r"\(\d*(?:,\s?\d+)*\)")
NUMBER = r"(?:-?(?:\d+\.?\d*|\.\d+|inf\b)|nan\b|true\b|false\b)"
ROW = re.compile(rf"{NUMBER}(?: (?:/ )?{NUMBER})*$")
LIST = re.compile(rf"[\[{{](?:{NUMBER}|[,\s\[\]{{}}])*[\]}}]")
ERROR = re.compile(r"(IndexError|ShapeError|ValueError|MemoryError|Cancelled)(?:: (.*))?$")
WORDS = {"nan": "NAN", "inf": "INFINITY", "-inf": "-INFINITY", "true": "1", "false": "0"}


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
    if ROW.match(text) or LIST.fullmatch(text):
        return "elements", [WORDS.get(number, number) for number in re.findall(NUMBER, text)]
    return None


@dataclass
class Example:
    """An example of the folder."""

    names: list  # the first one has it on its page, the others link to that
    file: Path
    line: int
    code: list = field(default_factory=list)

    def is_of(self, name):
        return name in self.names or any(fnmatchcase(name, pattern) for pattern in self.names[1:])


def read(path):
    """The headers that a file of examples includes, and its examples."""
    includes, found = [], []
    for number, line in enumerate(path.read_text().splitlines(), 1):
        if line.startswith("#include "):
            includes.append(line)
        elif line.startswith("  ") and found:
            found[-1].code.append(line[2:])
        elif line.strip() and not line.startswith("#"):
            found.append(Example(re.split(r", (?=\w)", line.strip()), path, number))
    return includes, found


def read_all(folder=HERE / "examples"):
    return [example for path in sorted(folder.glob("*.txt")) for example in read(path)[1]]


def in_comment(lines):
    """Whether a comment, without its slashes, has an example that is compared."""
    return any(expected(result) for _, _, result in examples(["/// " + line for line in lines]))


def check(number, call, result):
    wanted = expected(result)
    if wanted is None:
        return None
    kind, items = wanted
    if kind == "shapes":
        items = ["{" + item[1:-1] + "}" for item in items]
    return f'  EXPECT_TRUE({kind}_are({call}, {{{", ".join(items)}}})) << "line {number}";'


def checked_line(example, number, line):
    """A line of an example, as C++."""
    call, arrow, result = line.rpartition(" -> ")
    if not arrow:
        return "  " + line
    where = f' << "{example.file.name}:{number}";'
    error = ERROR.match(result)
    if error:
        text = (error[2] or "").replace("\\", "\\\\").replace('"', '\\"')
        return f'  EXPECT_TRUE(throws<{error[1]}>([&] {{ static_cast<void>({call}); }}, "{text}")){where}'
    if result.startswith('"') and result.endswith('"'):
        return f"  EXPECT_TRUE(text_is({call}, {result})){where}"
    line = check(number, call, result)
    if line is None:
        raise SystemExit(f"{example.file}:{number}: not a result: {result}")
    return re.sub(r' << "line \d+";$', where, line)


def test_name(words):
    return "".join(word[0].upper() + word[1:] for word in re.split(r"\W+|_", words) if word)


def test_of(example, taken):
    """The test of an example of the folder; `taken` are the names of tests before."""
    name = test_name(example.names[0]) or "Operator"
    taken[name] = taken.get(name, 0) + 1
    name += str(taken[name]) if taken[name] > 1 else ""
    lines = [checked_line(example, example.line + at, line) for at, line in enumerate(example.code, 1)]
    body = "\n".join(lines)
    names = ""
    for one, other in (("t", "shaped"), ("u", "shaped"), ("idx", "shaped_index")):
        if re.search(rf"(?<![\w.]){one}\(\d", body) and not re.search(rf"\b{one} =", body):
            names += f"  const auto& {one} = {other};\n"
    return f"TEST(Documented{test_name(example.file.stem)}, {name}) {{\n{names}{body}\n}}\n"


def test(header, checks):
    name = test_name(header[:-4])
    names = "  [[maybe_unused]] const auto &t = shaped, &u = shaped;\n"
    names += "  [[maybe_unused]] const auto &indices = shaped_index, &idx = shaped_index;\n"
    body = "\n".join(checks)
    return f"TEST(DocumentedExamples, {name}) {{\n{names}{body}\n}}\n"


def of_headers(include):
    """The includes and the tests of the examples in comments, and their number."""
    headers, tests, count = [], [], 0
    for path in sorted([*(include / "ops").rglob("*.hpp"), *(include / "tensor").rglob("*.hpp")]):
        header = path.relative_to(include).as_posix()
        checks = [c for c in (check(*e) for e in examples(path.read_text().splitlines())) if c]
        if checks:
            headers.append(f"#include <ndx/{header}>")
            tests.append(test(header, checks))
            count += len(checks)
    return headers, tests, count


def of_file(path):
    includes, found = read(path)
    taken = {}
    return includes, [test_of(example, taken) for example in found], len(found)


def main():
    source, out = Path(sys.argv[1]), Path(sys.argv[2])
    headers, tests, count = of_headers(source) if source.is_dir() else of_file(source)
    name = test_name(out.stem)
    text = "\n".join(["// Made by cmake/docs/examples.py.", '#include "build/docs_examples.hpp"', "", *headers, "",
                      f"namespace {name} {{", "using namespace ndx;", "using namespace ndx_test;", "", *tests, "}"])
    out.write_text(text + "\n")
    print(f"{count} examples in {out}")


if __name__ == "__main__":
    main()
