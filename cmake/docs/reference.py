"""The pages of the reference: one for each paragraph of ndx.hpp, and one for each other public header."""

import fnmatch
import re
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

import examples
import markup
from declarations import HIDDEN_ROOMS, SCOPES, Source, declarations, entries, run_doxygen
from throws import messages

HERE = Path(__file__).parent
# Sentences that the list below a comment shows.
APART = {"Errors": re.compile(r"\b(IndexError|ShapeError|ValueError|Cancelled|bad_alloc)\b"),
         "Source": re.compile(r"^Source: ")}
# What the registry tests of what is inside.
INSIDE = "Storage::|IndexTemplate::|expression_text$|point_at$"
CONTENTS = ("all.hpp", "compiled.hpp", "fwd.hpp", "ndx.hpp")  # headers without a page of their own
FIRST = ("tensor/tensor_class.hpp", "tensor/index_methods.hpp")  # on their page

# What each page says of its functions before it names them.
COMMON = ("Unless its description says otherwise, a function's arguments may share "
          "memory with each other and with what it writes; any number of threads may call it on the same tensors as "
          "long as none writes to them; and if it throws, it has changed nothing.")


@dataclass
class Page:
    title: str
    headers: list  # whose declarations it shows
    include: str = "ndx.hpp"  # the public header that has them
    entries: list = field(default_factory=list)

    @property
    def short_title(self):
        return re.split(r": |; ", self.title)[0]

    @property
    def address(self):
        words = re.sub(r"[^a-z0-9 ]", " ", self.short_title.lower()).split()
        return f"reference/{'-'.join(words[:5])}.html"


def included(path):
    return re.findall(r"#include <ndx/(.*)>", path.read_text())


def tables_of_contents(include):
    """The pages: the paragraphs of ndx.hpp, a comment and the headers below it; then the other public headers,
    those first that all.hpp lists."""
    pages, title = [], []
    for line in (include / "ndx.hpp").read_text().split("#pragma once")[1].splitlines():
        header = re.match(r"#include <ndx/(.*)>", line)
        if line.startswith("//"):
            title.append(line[3:])
        elif header and title:
            pages.append(Page(" ".join(title).rstrip("."), [header[1]]))
            title = []
        elif header and pages:
            pages[-1].headers.append(header[1])
    listed = {header for page in pages for header in page.headers}
    others = [path.name for path in sorted(include.glob("*.hpp"))]
    for name in dict.fromkeys([*included(include / "all.hpp"), *others]):
        if name in CONTENTS or name in listed:
            continue
        opening = re.match(r"((?:// .*\n)+)", (include / name).read_text())[1].replace("// ", "").replace("\n", " ")
        pages.append(Page(re.split(r"[.] ", opening)[0].strip().rstrip("."),
                          [name] + [h for h in included(include / name) if h not in listed], name))
    return pages


def with_included(pages, include, files):
    """Adds the headers that no table of contents names to the page of the first that includes them."""
    taken = {header for page in pages for header in page.headers}
    for page in pages:
        for header in page.headers:  # grows
            for name in included(include / header):
                if name in files and name not in taken:
                    taken.add(name)
                    page.headers.append(name)
        page.headers.sort(key=lambda header: header not in FIRST)
    below = sorted(f for f in files - taken if f.split("/")[0] in HIDDEN_ROOMS)
    for page in pages:
        if "plan/options.hpp" in page.headers:  # the rules, the bounds: what an index is
            page.headers += below
    return pages


class Facts:
    """What a call gives, allocates and costs: facts.txt, by the name of a function or of a header."""

    COLUMNS = ("Result", "Allocates", "Time")
    MORE = (*COLUMNS, "Errors")  # unless the comment names some

    def __init__(self, path):
        self.rows, self.used = [], set()
        for line in path.read_text().splitlines():
            if line.strip() and not line.startswith("#"):
                pattern, *values = [cell.strip() for cell in line.split("|")]
                if len(values) not in (3, 4):
                    raise SystemExit(f"{path}: not a pattern and three or four values: {line}")
                self.rows.append((pattern, values))

    def of(self, entry):
        """The row of the first name that has one, else of the header. Names may have * in them."""
        for key in (*entry.qualified(), entry.file):
            for pattern, values in self.rows:
                if fnmatch.fnmatchcase(key, pattern):
                    self.used.add(pattern)
                    return dict(zip(self.MORE, values))
        return {}


def listed_names(folder):
    """The names in the registry of public functions, but for conversions."""
    text = "".join(path.read_text() for path in sorted(folder.glob("*.cpp")))
    names = re.findall(r'add\(\s*"((?:\\.|[^"\\ ])*)', text)
    names = {name.replace('\\"', '"').replace("IndexMethods::", "Tensor::") for name in names}
    return sorted(name for name in names if not name.endswith("::operator"))


class Reference:
    def __init__(self, root, work, facts=HERE / "facts.txt", folder=HERE / "examples"):
        self.include = root / "include" / "ndx"
        contents = tables_of_contents(self.include)
        listed = {header for page in contents for header in page.headers}
        found, self.sources = declarations(run_doxygen(self.include, work), self.include, listed)
        self.entries = entries(found, self.sources)
        files = {entry.file for entry in self.entries}
        self.pages = with_included(contents, self.include, files)
        for page in self.pages:
            page.entries = [e for header in page.headers for e in self.entries if e.file == header]
        self.pages = [page for page in self.pages if page.entries or page.include != "ndx.hpp"]
        self.facts = Facts(facts)
        self.examples = examples.read_all(folder)
        self.listed = listed_names(root / "tests" / "public_functions")
        self.messages = messages(sorted(self.include.rglob("*.hpp")))
        self.places, self.anchors = {}, {}
        self.place_names()

    def place_names(self):
        taken = {}
        for page in self.pages:
            for entry in page.entries:
                base = re.sub(r"[^A-Za-z0-9_]+", "-", entry.qualified()[0]).strip("-") or "operator"
                taken[page.address, base] = taken.get((page.address, base), 0) + 1
                count = taken[page.address, base]
                self.anchors[id(entry)] = base if count == 1 else f"{base}-{count}"
        by_rank = sorted(((bool(entry.scope), page, entry) for page in self.pages for entry in page.entries),
                         key=lambda row: row[0])
        for _, page, entry in by_rank:
            for name in [*entry.names, *entry.qualified()]:
                self.places.setdefault(name, f"{page.address}#{self.anchors[id(entry)]}")
        for page in self.pages:
            files = {entry.file for entry in page.entries}
            for header in page.headers:
                part = f"#{header_anchor(header)}" if header in files else ""
                self.places.setdefault(header, page.address + part)

    def examples_of(self, name):
        """Those of the folder that are shown at that name, and those at another."""
        own = [example for example in self.examples if example.names[0] == name]
        return own, [] if own else [example for example in self.examples if example.is_of(name)]

    def without_example(self):
        """The functions that neither a comment nor the folder has an example of."""
        shown = {name for entry in self.entries if re.match("ops/|tensor/", entry.file)
                 and examples.in_comment(entry.comment) for name in entry.qualified()}
        for entry in self.entries:
            for name in entry.qualified() if entry.kind in ("function", "friend") else ():
                if name not in shown and not any(self.examples_of(name)):
                    shown.add(name)
                    yield f"{entry.file}:{entry.declarations[0].first}: {name}: no example"

    def errors_are_said(self, entry):
        """Whether the facts, the comment, a message or the signature says what a function throws."""
        return ("Errors" in self.facts.of(entry) or never_throws(entry) or any(map(self.messages.get, entry.names))
                or any(APART["Errors"].search(sentence) for sentence in markup.sentences(entry.comment)))

    def without_errors(self):
        """The functions of which nothing says what they throw; one of several of a name is enough."""
        functions = [entry for entry in self.entries if entry.kind == "function"]
        said = {name for entry in functions if self.errors_are_said(entry) for name in entry.qualified()}
        for entry in functions:
            for name in entry.qualified():
                if name not in said:
                    said.add(name)
                    yield f"{entry.file}:{entry.declarations[0].first}: {name}: no errors, in cmake/docs/facts.txt or above"

    def problems(self):
        """What a reader would miss: names without a sentence, functions without facts or example, unused ones."""
        for entry in self.entries:
            where = f"{entry.file}:{entry.declarations[0].first}"
            if not entry.comment:
                yield f"{where}: {', '.join(entry.qualified())}: no comment"
            if entry.kind == "function" and not self.facts.of(entry):
                yield f"{where}: {', '.join(entry.qualified())}: no line in cmake/docs/facts.txt"
        yield from self.without_example()
        yield from self.without_errors()
        declared = {d.qualified for entry in self.entries for d in entry.declarations}
        for name in self.listed:
            if name not in declared and not re.match(INSIDE, name):
                yield f"tests/public_functions: {name}: not in the reference"
        for pattern, _ in self.facts.rows:
            if pattern not in self.facts.used and not pattern.endswith("/*.hpp"):  # of a room
                yield f"cmake/docs/facts.txt: {pattern}: no function"
        for example in self.examples:
            for name in example.names:
                if name not in declared and not fnmatch.filter(declared, name):
                    yield f"{example.file.name}:{example.line}: {name}: no function"

    def specialisations(self, page, links, root):
        """The page of a header that specialises templates of another library, which Doxygen does not read."""
        source = Source(self.include / page.include, self.include.parent)
        templates = re.findall(r"^(?:template <.*>\n)?struct (?:std|fmt)::\w+<.*?>(?= :)", "\n".join(source.lines), flags=re.M)
        return "\n\n".join([f"# {page.title}", markup.cpp(f"#include <ndx/{page.include}>"),
                             markup.comment(source.opening(), links, root),
                             markup.cpp("\n".join(f"{template};" for template in templates))]) + "\n"

    def markdown(self, page, links, root):
        if not page.entries:
            return self.specialisations(page, links, root)
        parts = [f"# {page.title}", markup.cpp(f"#include <ndx/{page.include}>"),
                 f'{COMMON} [Conventions]({root}reference/index.html#conventions) has the details.\n{{: .common }}', self.table(page)]
        for header in page.headers:
            own = [entry for entry in page.entries if entry.file == header]
            if own:
                parts.append(f"## {heading(header)} {{#{header_anchor(header)}}}")
                parts.append(markup.comment(self.sources[header].opening(), links, root))
                parts += self.header_entries(own, links, root)
        text = "\n\n".join(part for part in parts if part) + "\n"
        # Internal types are read by their names, and what stands for braces is no argument that a reader gives.
        return re.sub(r"\s*= detail::(Deduced|Braced)\w*(<[^<>]*>)?", "", text).replace("detail::", "")

    def header_entries(self, own, links, root):
        section = above = None
        for entry in own:
            if entry.section and entry.section != section:
                section = entry.section
                title, _, rest = section.partition(". ")
                yield f"### {markup.plain(title.rstrip('.'))}"
                yield markup.prose(rest, links, root)
            yield self.entry(entry, entry.qualified() == above, links, root)
            above = entry.qualified()

    def entry(self, entry, continued, links, root):
        parts = []
        if not continued:
            parts.append(f"#### {', '.join(f'`{name}`' for name in entry.qualified())} {{#{self.anchors[id(entry)]}}}")
        parts.append(self.signatures(entry))
        apart = {name: [s for s in markup.sentences(entry.comment) if pattern.search(s)] for name, pattern in APART.items()}
        first = markup.first_sentence(entry.comment)
        elsewhere = [s for s in sum(apart.values(), []) if s != first]
        parts.append(markup.comment(entry.comment, links, root, elsewhere, entry.names))
        if not continued:
            parts += [markup.cpp("\n".join(example.code))
                      for name in entry.qualified() for example in self.examples_of(name)[0]]
        values = dict.fromkeys(value for one in entry.declarations for value in one.enumerators)
        if values:
            parts.append(f"Values: {', '.join(f'`{value}`' for value in values)}.")
        parts.append(self.facts_list(entry, apart, continued, links, root))
        return "\n\n".join(part for part in parts if part)

    def signatures(self, entry):
        blocks = [markup.cpp(text) for text in dict.fromkeys(reflowed(d) for d in entry.declarations)]
        if len(blocks) <= 3:
            return "\n\n".join(blocks)
        more = "constructors and members" if entry.kind in SCOPES else "more overloads"
        rest = textwrap.indent("\n\n".join(blocks[1:]), "    ")
        return f'{blocks[0]}\n\n??? note "{len(blocks) - 1} {more}"\n{rest}'

    def facts_list(self, entry, apart, continued, links, root):
        """Result and costs, which entries of one name share; errors and source."""
        is_function = entry.kind == "function" and not continued
        rows = dict(self.facts.of(entry)) if is_function else {}
        if is_function and never_throws(entry):
            rows.setdefault("Errors", "none")
        rows.update({name: " ".join(found).removeprefix("Source: ") for name, found in apart.items() if found})
        if is_function and entry.scope in ("", "Tensor"):
            said = [f"`{kind}`: {text}" for name in entry.names for kind, text in self.messages.get(name, [])]
            rows.update({"Messages": " · ".join(said)} if said else {})
        if is_function:
            at = {e.names[0]: e for name in entry.qualified() for e in self.examples_of(name)[1]}
            rows.update({"Example": "at " + ", ".join(f"`{name}`" for name in at)} if at else {})
        return "\n".join(f"- **{name}:** {markup.prose(value, links, root, entry.names)}" for name, value in rows.items())

    def table(self, page):
        """The functions of a page with what they give and cost; those alike that follow each other in one row."""
        rows, seen = [], set()
        for entry in page.entries:
            key = tuple(entry.qualified())
            facts = self.facts.of(entry)
            if entry.kind != "function" or key in seen or not facts:
                continue
            seen.add(key)
            names = [f"[`{name}`](#{self.anchors[id(entry)]})" for name in entry.qualified()]
            cells = " | ".join(cell(facts[column]) for column in Facts.COLUMNS)
            if rows and rows[-1][1] == cells:
                rows[-1][0].extend(names)
            else:
                rows.append((names, cells))
        if not rows:
            return ""
        head = ["| " + " | ".join(("Function", *Facts.COLUMNS)) + " |", "|---" * (1 + len(Facts.COLUMNS)) + "|"]
        return "\n".join(head + [f"| {', '.join(names)} | {cells} |" for names, cells in rows])

    def contents(self, root):
        """The list of all pages with the names on each."""
        parts = []
        for page in self.pages:
            names = {}
            for entry in page.entries:
                if not entry.scope or entry.scope == "Tensor":
                    for name in entry.names:
                        names.setdefault(name, self.anchors[id(entry)])
            linked = ", ".join(f"[`{name}`]({root}{page.address}#{at})" for name, at in names.items())
            parts.append(f"### [{markup.plain(page.title)}]({root}{page.address})\n\n{linked}")
        return "\n\n".join(parts)


def never_throws(entry):
    return all(re.search(r"\bnoexcept$", d.signature) for d in entry.declarations)


def cell(text):
    """A cell of facts. No line ends within the parentheses of O(n + k)."""
    return re.sub(r"O\([^)]*\)", lambda cost: cost[0].replace(" ", "&nbsp;"), text.replace("|", "\\|"))


def heading(header):
    """What a header is about, from its name: "ops/statistics/weighted_average.hpp" gives "Weighted average"."""
    return header.split("/")[-1][:-4].replace("_", " ").capitalize()


def header_anchor(header):
    return "header-" + re.sub(r"[^a-z0-9]+", "-", header[:-4])


def reflowed(declaration):
    """The signature with its templates on lines of their own."""
    text = declaration.signature
    if declaration.kind in SCOPES or "\n//" in text:
        return re.sub(r"\s+", " ", text)
    text = re.sub(r"\s+", " ", text)
    depth, out = 0, ""
    if text.startswith("template <"):
        for at, c in enumerate(text):
            depth += (c == "<") - (c == ">" and text[at - 1] not in "-=")
            if c == ">" and depth == 0:
                out, text = text[: at + 1] + "\n", text[at + 2 :]
                break
    return out + text
