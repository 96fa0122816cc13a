"""HTML of comments, of C++ and of Markdown pages, with links from names to the reference."""

import re
import subprocess
from html import escape

KEYWORDS = set("""alignas auto bool break case catch char class concept const constexpr continue decltype default
delete do double else enum explicit extern false final float for friend if inline int long mutable namespace new noexcept
nullptr operator override private protected public requires return short signed sizeof static struct switch template
this throw true try typename union unsigned using virtual void volatile while""".split())
TOKEN = re.compile(r'(?P<comment>//[^\n]*)|(?P<string>"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])+\')|'
                   r"(?P<number>\b\d[\w.]*)|(?P<word>[A-Za-z_]\w*)|(?P<arrow>->)|(?P<other>\s+|.)", re.S)


class Links:
    """Where each public name is described, by the name as a reader writes it."""

    def __init__(self, places):
        self.places = places  # name -> address from the root of the site

    def of(self, name, root):
        address = self.places.get(name)
        return root + address if address else None

    def linked(self, name, root):
        address = self.of(name, root)
        return f'<a href="{address}">{escape(name)}</a>' if address else escape(name)


def is_name(word, after):
    """Whether a word in code is a name of the library, not of an argument, by what follows it."""
    return word[0].isupper() or "_" in word or after in ("(", "<", "{")


def cpp(code, links=None, root="", own=""):
    """C++ with its tokens marked; names of the reference are links, but for `own`."""
    parts = []
    for token in TOKEN.finditer(code):
        text, kind = token.group(), token.lastgroup
        if kind == "word" and text in KEYWORDS:
            parts.append(f"<b>{text}</b>")
        elif kind == "word" and links and text != own and is_name(text, code[token.end() : token.end() + 1]):
            parts.append(links.linked(text, root))
        elif kind in ("comment", "string", "number", "arrow"):
            parts.append(f'<span class="{kind}">{escape(text)}</span>')
        else:
            parts.append(escape(text))
    return "".join(parts)


def end_of_call(text, start):
    """The end of the call t(2,3).take(x) -> (2) that begins there, with balanced parentheses; else None."""
    depth = 0
    for at in range(start, len(text)):
        depth += (text[at] in "([{") - (text[at] in ")]}")
        if depth == 0 and text[at] in ")]}":
            more = re.match(r"\.\w+(?=\()| -> (?=\()|(?=\()", text[at + 1 :])
            return (more and end_of_call(text, at + 1 + more.end())) or at + 1
    return None


def prose(text, links, root):
    """A paragraph of a comment. `code` and calls are set as code, names of the reference are links."""

    def code(words):
        name = re.match(r"([A-Za-z_]\w*)(.?)", words)
        address = name and is_name(name[1], name[2]) and links.of(name[1], root)
        body = escape(words)
        return f'<code><a href="{address}">{body}</a></code>' if address else f"<code>{body}</code>"

    html, at = "", 0
    while at < len(text):
        found = re.compile(r"`([^`]+)`|https?://[^\s,;)]+[^\s,;).]|(?<![\w.])[A-Za-z_][\w:.]*(?=\()").search(text, at)
        if not found:
            break
        html += escape(text[at : found.start()])
        at = found.end()
        if found[1]:
            html += code(found[1])
        elif found[0].startswith("http"):
            html += f'<a href="{escape(found[0])}">{escape(found[0])}</a>'
        else:
            at = end_of_call(text, at) or at
            html += code(text[found.start() : at])
    return html + escape(text[at:])


def comment(lines, links, root, elsewhere=()):
    """A comment: paragraphs, and the indented lines between them, which are code. The sentences
    `elsewhere` are left out."""
    parts, text, block = [], [], []

    def flush():
        words = " ".join(text)
        for sentence in elsewhere:
            words = words.replace(sentence, "")
        if words.strip():
            parts.append(f"<p>{prose(' '.join(words.split()), links, root)}</p>")
        if block:
            indent = min(len(line) - len(line.lstrip()) for line in block)
            parts.append("<pre>" + cpp("\n".join(line[indent:] for line in block), links, root) + "</pre>")
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
    return "\n".join(parts)


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


def slug(title):
    words = re.sub(r"<[^>]*>", "", title).lower()
    return re.sub(r"[^a-z0-9_ -]", "", words).strip().replace(" ", "-")


def markdown(text, links, root):
    """A page of Markdown, as GitHub shows it: headings with anchors, C++ with its names linked."""
    done = subprocess.run(["cmark-gfm", "-e", "table", "-e", "autolink", "--unsafe"], input=text, text=True,
                          capture_output=True, check=True)
    html = done.stdout

    def heading(found):
        return f'<h{found[1]} id="{slug(found[2])}">{found[2]}</h{found[1]}>'

    def block(found):
        code = found[2].replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", '"').replace("&amp;", "&")
        return f"<pre>{cpp(code, links, root)}</pre>" if found[1] == "cpp" else f"<pre>{found[2]}</pre>"

    def span(found):
        name = re.match(r"(?:ndx::)?(?:[tx]\.)?([A-Za-z_]\w*)(?=$|[({&.\[]|&lt;)", found[1])
        header = re.match(r"(?:ndx/)?([a-z_0-9/]+\.hpp)$", found[1])
        address = links.of(header[1], root) if header else name and links.of(name[1], root)
        return f'<code><a href="{address}">{found[1]}</a></code>' if address else found[0]

    html = re.sub(r"<h([1-6])>(.*?)</h\1>", heading, html, flags=re.S)
    html = re.sub(r'<pre><code class="language-(\w+)">(.*?)</code></pre>', block, html, flags=re.S)
    html = re.sub(r"<table>.*?</table>", lambda table: f'<div class="wide">{table[0]}</div>', html, flags=re.S)
    pieces = re.split(r"(<pre>.*?</pre>|<a .*?</a>|<h\d.*?</h\d>)", html, flags=re.S)
    return "".join(p if p.startswith(("<pre", "<a ", "<h")) else re.sub(r"<code>(.*?)</code>", span, p)
                   for p in pieces)
