#!/usr/bin/env python3
"""Whether the guide's page of errors has every message that the headers throw, and no other:
messages.py include/ndx examples/guide/errors.md

A message is what is thrown without the name of the call and the number of the term before it and
the picture of the index after it. … is what is not written in the source:
`index … is out of bounds for dimension … with size …`. A row of a table also has the error's type."""

import re
import sys
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[2] / "cmake" / "docs"))

from throws import text_of, thrown, tokens

# Parts of messages that are on the page as wholes, and what no caller can bring about, or a compiler says.
INTERNAL = {"… … at character …: …", "a literal knows no names: write {}"}


def message(text):
    text = re.sub(r"^(…|[A-Za-z_:()\[\]]+): (term …: )?", "", text)
    return re.sub(r"(?<=[^\s\"])…$", "", re.sub(r"^…(?=[^\s.])", "", text))


def messages(headers):
    """{message: (types, header)}."""
    found = {}
    for path in sorted(headers.rglob("*.hpp")):
        header = path.relative_to(headers)
        code = tokens(path.read_text())
        texts = list(thrown(code))
        if header.parts[0] in ("grammar", "interop"):  # constants that `fail` takes
            ends = "=," if header.parts[0] == "grammar" else "="
            texts += [("ValueError", text_of([[code[at + 2]]])) for at in range(len(code) - 2)
                      if re.fullmatch(r"k[A-Z]\w*", code[at]) and code[at + 1] in ends
                      and re.fullmatch(r'"[^\\]* [^\\]*"', code[at + 2])]
        for error, text in texts:
            text = message(text)
            if re.search("[a-z]", text) and text not in INTERNAL:
                found.setdefault(text, (set(), header))[0].add(error)
    return found


def wrong(headers, page):
    """What the page lacks, has too much, or gives another type."""
    thrown = messages(headers)
    rows = re.findall(r"^(?:\||-) (`+)(.+?)\1(?: \| (\w+) \||$)", page.read_text(), re.M)
    said = {text.strip(): error for _, text, error in rows}
    found = [f"{header} throws what {page} lacks: {text}"
             for text, (_, header) in thrown.items() if text not in said]
    found += [f"{page} has what nothing throws: {text}" for text in said if text not in thrown]
    found += [f"{', '.join(thrown[text][0])}, not {error}: {text}"
              for text, error in said.items() if text in thrown and error and error not in thrown[text][0]]
    return found


if __name__ == "__main__":
    found = wrong(Path(sys.argv[1]), Path(sys.argv[2]))
    print("\n".join(found) or "every message is explained")
    sys.exit(1 if found else 0)
