"""The messages of errors, as the headers write them: throw_index_error("take: index ", i, …)."""

import re

THROW = re.compile(r"\bthrow_(index|shape|value)_error\(")
STRING = re.compile(r'"((?:\\.|[^"\\])*)"')
# What checks of a dim or an index throw for the call that is their first argument.
CHECKS = {
    r'\bwrap_dim\("(\w+)"': ("IndexError", "{}: dim … is out of range for a tensor of rank …"),
    r'\bwrap_index\("(\w+)"': ("IndexError", "{}: index … is out of bounds for dimension … with size …"),
}


def arguments(text, start):
    """The arguments of the call whose parenthesis was opened before start."""
    parts, depth, at, begin = [], 0, start, start
    while at < len(text):
        string = STRING.match(text, at)
        if string:
            at = string.end()
            continue
        c = text[at]
        if c in ")]}" and depth == 0:
            return [*parts, text[begin:at]]
        depth += (c in "([{") - (c in ")]}")
        if c == "," and depth == 0:
            parts.append(text[begin:at])
            begin = at + 1
        at += 1
    return parts


def message(parts):
    """The text that they make, … for what is known at run time only. Literals that follow each other join."""
    words = []
    for part in parts:
        literal = "".join(STRING.findall(part))
        whole = re.fullmatch(r'\s*(?:"(?:\\.|[^"\\])*"\s*)+', part)
        words.append(literal.replace('\\"', '"') if whole else "…")
    return re.sub(r"…+", "…", "".join(words))


def messages(paths):
    """name of the call -> [(type, message)], in the order of the headers."""
    found = {}

    def add(kind, text):
        rows = found.setdefault(text.split(":")[0], [])
        if (kind, text) not in rows:
            rows.append((kind, text))

    for path in paths:
        text = path.read_text()
        for throw in THROW.finditer(text):
            said = message(arguments(text, throw.end()))
            if re.match(r"\w+: ", said):
                add(f"{throw[1].capitalize()}Error", said)
        for pattern, (kind, form) in CHECKS.items():
            for name in re.findall(pattern, text):
                add(kind, form.format(name))
    return found
