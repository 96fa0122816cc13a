"""What the headers throw: the text of each error, with … for what is known at run time only."""

import re

TOKEN = re.compile(r'//[^\n]*|/\*.*?\*/|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\'|\w+|\s+|.', re.S)
# What throws, and what.
THROWS = {
    "throw_index_error": "IndexError", "throw_shape_error": "ShapeError", "fail_shape": "ShapeError",
    "throw_memory_error": "MemoryError", "throw_value_error": "ValueError", "throw_useless_option": "ValueError", "throw_parse_error": "ValueError",
    "throw_file_error": "ValueError", "throw_zip_error": "ValueError", "fail": "ValueError",
    "Cancelled": "Cancelled",
}
# What checks of a dim or an index throw for the call that is their first argument.
CHECKS = {
    "wrap_dim": ("IndexError", "{}: dim … is out of range for a tensor of rank …"),
    "wrap_index": ("IndexError", "{}: index … is out of bounds for dimension … with size …"),
}


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


def thrown(code):
    """(error, text) of each throw among the tokens of a header."""
    for at, token in enumerate(code[:-2]):
        if token in THROWS and code[at + 1] == "(":
            yield THROWS[token], text_of(arguments(code, at + 1))


def messages(paths):
    """name of the call -> [(error, message)] of the messages that begin with it, in the order of the headers."""
    found = {}

    def add(error, text):
        rows = found.setdefault(text.split(":")[0], [])
        if (error, text) not in rows:
            rows.append((error, text))

    for path in paths:
        code = tokens(path.read_text())
        for error, text in thrown(code):
            if re.match(r"\w+: ", text):
                add(error, text)
        for at, token in enumerate(code[:-2]):
            if token in CHECKS and code[at + 1] == "(" and code[at + 2][0] == '"':
                error, form = CHECKS[token]
                add(error, form.format(code[at + 2][1:-1]))
    return found
