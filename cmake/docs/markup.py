"""Markdown of comments and pages, with links from names in code to the reference."""

import re

FENCE = re.compile(r"(^```.*?^```$)", re.M | re.S)


class Links:
    """Where each public name is described, by the name as a reader writes it."""

    def __init__(self, places):
        self.places = places  # name -> address from the root of the site

    def code(self, words, root, own=()):
        """Code in a line: a link if it begins with a public name, but for those of `own`."""
        header = re.match(r"(?:ndx/)?([a-z_0-9/]+\.hpp)$", words)
        name = re.match(r"(?:ndx::)?(?:[tx]\.)?([A-Za-z_]\w*)(?=(.?))", words)
        if header:
            address = self.places.get(header[1])
        elif name and name[1] not in own and (name[2] in ("", *"({&.[<")) and is_name(name[1], name[2], words):
            address = self.places.get(name[1])
        else:
            address = None
        return f"[`{words}`]({root}{address})" if address else f"`{words}`"


def is_name(word, after, words):
    """Whether a word in code is a name of the library, not of an argument, by what follows it."""
    return word[0].isupper() or "_" in word or after in ("(", "<", "{") or word == words


def end_of_call(text, start):
    """The end of the call t(2,3).take(x) -> (2) that begins there, with balanced parentheses; else None."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0 and text[at] in ")]}":
            more = re.match(r"\.\w+(?=\()| -> (?=\()|(?=\()", text[at + 1 :])
            return (more and end_of_call(text, at + 1 + more.end())) or at + 1
    return None


def plain(text):
    """Text in which nothing is Markdown or HTML."""
    return re.sub(r"([\\`*_\[\]|])", r"\\\1", text.replace("&", "&amp;").replace("<", "&lt;"))


def prose(text, links, root, own=()):
    """A paragraph of a comment. `code` and calls are set as code, names of the reference are links."""
    out, at = "", 0
    pattern = re.compile(r"`([^`]+)`|https?://[^\s,;)]+[^\s,;).]|(?<![\w.])[A-Za-z_][\w:.]*(?=\()")
    while found := pattern.search(text, at):
        out += plain(text[at : found.start()])
        at = found.end()
        if found[1]:
            out += links.code(found[1], root, own)
        elif found[0].startswith("http"):
            out += f"<{found[0]}>"
        else:
            at = end_of_call(text, at) or at
            out += links.code(text[found.start() : at], root, own)
    return out + plain(text[at:])


def cpp(code):
    return f"```cpp\n{code}\n```"


def comment(lines, links, root, elsewhere=(), own=()):
    """A comment: paragraphs, and the indented lines between them, which are code. The sentences
    `elsewhere` are left out."""
    parts, text, block = [], [], []

    def flush():
        words = " ".join(text)
        for sentence in elsewhere:
            words = words.replace(sentence, "")
        if words.strip():
            parts.append(prose(" ".join(words.split()), links, root, own))
        if block:
            indent = min(len(line) - len(line.lstrip()) for line in block)
            parts.append(cpp("\n".join(line[indent:] for line in block)))
        text.clear()
        block.clear()

    for line in lines:
        if line.startswith("  "):
            if text:
                flush()
            block.append(line)
        elif not line.strip():
            flush()
        else:
            if block:
                flush()
            text.append(line.strip())
    flush()
    return "\n\n".join(parts)


def sentences(lines):
    """The sentences of a comment without its code, which ends one."""
    blocks = [[]]
    for line in lines:
        if line.startswith("  "):
            blocks.append([])
        else:
            blocks[-1].append(line)
    found = [s for block in blocks for s in re.split(r"(?<=\.)\s+(?=[A-Z`])", " ".join(block))]
    return [s.strip() for s in found if s.strip()]


def first_sentence(lines):
    found = sentences(lines)
    return found[0] if found else ""


def page(text, links, root, target):
    """A page of Markdown as MkDocs takes it: names in code are links, and other links lead to what `target` returns for
    them."""

    def part(found):
        if found[1]:
            return f"{found[1]}({target(found[2])})"
        # On GitHub, a | in the code of a table needs a backslash.
        return links.code(found[3].replace("\\|", "|"), root) if found[3] else found[0]

    def outside(piece):
        piece = re.sub(r"^   (?=[-*] )", "    ", piece, flags=re.M)  # lists in lists
        nested = r"\[(?:[^\[\]]|\[[^\[\]]*\])*\]"  # as in "x[0, [1, 2]]"
        return re.sub(rf"(!?\[(?:[^\[\]]|{nested})*\])\(([^()\s]+)\)|^#.*$|`([^`]+)`", part, piece, flags=re.M)

    return "".join(piece if piece.startswith("```") else outside(piece) for piece in FENCE.split(text))
