#!/usr/bin/env python3
"""Whether the guide's page of errors has every message that the headers throw, and no other:
messages.py include/ndx examples/guide/errors.md

A message is what is thrown without the name of the call and the number of the term before it and
the picture of the index after it. … is what is not written in the source:
`index … is out of bounds for dimension … with size …`. A row of a table also has the error's type."""

import re
import sys
from pathlib import Path

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|\w+|\s+|.', re.S)
# What throws, and what.
THROWS = {
    "throw_index_error": "IndexError", "throw_shape_error": "ShapeError", "fail_shape": "ShapeError",
    "throw_value_error": "ValueError", "throw_useless_option": "ValueError", "throw_parse_error": "ValueError",
    "throw_file_error": "ValueError", "throw_zip_error": "ValueError", "fail": "ValueError",
    "Cancelled": "Cancelled",
}
# Parts of messages that are on the page as wholes, and what no caller can bring about.
INTERNAL = {"… … at character …: …"}


def tokens(text):
    return [t for t in TOKEN.findall(text) if not t.isspace() and not t.startswith(("//", "/*"))]


def arguments(tokens, opening):
    """The lists of tokens between the commas of a call, whose '(' is at `opening`."""
    parts, depth = [[]], 0
    for token in tokens[opening:]:
        depth -= token in ")]}"
        if depth == 0 and token == ")":
            return parts
        if depth == 1 and token == ",":
            parts.append([])
        elif depth > 0:
            parts[-1].append(token)
        depth += token in "([{"
    return parts


def text_of(parts):
    """Literals as they are, … for the rest."""
    text = ""
    for part in parts:
        while part[:2] in (["detail", ":"], ["ndx", ":"]):
            part = part[3:]
        if part and all(token[0] == '"' for token in part):
            text += "".join(token[1:-1] for token in part).replace('\\"', '"').replace("\\\\", "\\")
        elif part[:2] == ["message", "("] and part[-1] == ")":
            text += text_of(arguments(part, 1))
        elif part:
            text += "…"
    return re.sub("…+", "…", text.replace("\\n", ""))


def message(text):
    text = re.sub(r"^(…|[A-Za-z_:()\[\]]+): (term …: )?", "", text)
    return re.sub(r"(?<=[^\s\"])…$", "", re.sub(r"^…(?=[^\s.])", "", text))


def messages(headers):
    """{message: (types, header)}."""
    found = {}
    for path in sorted(headers.rglob("*.hpp")):
        header = path.relative_to(headers)
        code = tokens(path.read_text())
        for at, token in enumerate(code[:-2]):
            if token in THROWS and code[at + 1] == "(":
                text, error = text_of(arguments(code, at + 1)), THROWS[token]
            elif (re.fullmatch(r"k[A-Z]\w*", token) and code[at + 1] == "="
                  and re.fullmatch(r'"[^\\]* [^\\]*"', code[at + 2])
                  and header.parts[0] in ("grammar", "interop")):  # constants that `fail` takes
                text, error = text_of([[code[at + 2]]]), "ValueError"
            else:
                continue
            text = message(text)
            if re.search("[a-z]", text) and text not in INTERNAL:
                found.setdefault(text, (set(), header))[0].add(error)
    return found


def main():
    thrown = messages(Path(sys.argv[1]))
    rows = re.findall(r"^(?:\||-) (`+)(.+?)\1(?: \| (\w+) \||$)", Path(sys.argv[2]).read_text(), re.M)
    said = {text.strip(): error for _, text, error in rows}
    wrong = [f"{header} throws what {sys.argv[2]} lacks: {text}"
             for text, (_, header) in thrown.items() if text not in said]
    wrong += [f"{sys.argv[2]} has what nothing throws: {text}" for text in said if text not in thrown]
    wrong += [f"{', '.join(thrown[text][0])}, not {error}: {text}"
              for text, error in said.items() if text in thrown and error and error not in thrown[text][0]]
    print("\n".join(wrong) or f"all {len(thrown)} messages are explained")
    return 1 if wrong else 0


sys.exit(main())
