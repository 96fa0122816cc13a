"""The public declarations of the headers, with what their comments say of them.

Doxygen finds what is declared, in which scope and on which line. The signature and the comment are
read from the header itself, as they are laid out there. Declarations that follow a documented one
without a blank line share its comment, as do overloads of a documented name in the same scope."""

import functools
import re
import shutil
import subprocess
import xml.etree.ElementTree as xml
from dataclasses import dataclass, field
from pathlib import Path

HERE = Path(__file__).parent
# Rooms below tensor/ hold a few headers for users: those that ndx.hpp lists.
HIDDEN_ROOMS = ("base", "layout", "storage", "kernel", "grammar", "plan", "engine")
# What these rooms hold for users besides.
SHOWN = ("Bounds", "IndexList", "IndexRule", "LargeAllocationCache", "Partition", "PlanRun", "Reduce", "Split", "SplitPart",
         "convert_element", "large_allocations", "reduce_from_name", "reduce_name")
KINDS = ("function", "variable", "typedef", "enum", "friend")
SCOPES = ("class", "struct", "union")
# Members that every container or iterator of C++ has.
STANDARD_TYPES = ("value_type", "iterator", "iterator_concept", "iterator_category", "difference_type",
                  "pointer", "reference")


@dataclass
class Declaration:
    name: str
    scope: str  # the class, or empty
    kind: str
    file: str  # such as "ops/index/take.hpp"
    first: int  # the lines, counted from 1
    last: int
    signature: str
    comment: list  # lines without the slashes
    enumerators: list = field(default_factory=list)  # their names

    @property
    def qualified(self):
        return f"{self.scope}::{self.name}" if self.scope else self.name


@dataclass
class Entry:
    """What one comment is about: a name, or several that share it."""

    declarations: list
    comment: list
    section: str = ""

    @property
    def named(self):
        """The declarations that the entry is named after: of a class, not the members that it explains."""
        return self.declarations[:1] if self.kind in SCOPES else self.declarations

    @property
    def names(self):
        return list(dict.fromkeys(d.name for d in self.named))

    @property
    def scope(self):
        return self.declarations[0].scope

    @property
    def kind(self):
        return self.declarations[0].kind

    @property
    def file(self):
        return self.declarations[0].file

    def qualified(self):
        return list(dict.fromkeys(d.qualified for d in self.named))


@functools.cache
def entry_macros(path, root):
    """The macros NDX_ENTRY_FUNCTION… that a header defines, and those that a header which includes it can use, each
    as its name, with its parameters and its body."""
    text = path.read_text()
    visible = {}
    for included in re.findall(r"^#include <(ndx/.*\.hpp)>", text, re.M):
        if (root / included).is_file():
            visible |= entry_macros(root / included, root)[1]
    for macro in re.finditer(r"^#define (NDX_ENTRY_FUNCTION\w*)\((.*)\)((?:.*\\\n)+.*)", text, re.M):
        visible[macro[1]] = macro[2].split(", "), re.sub(r"\s*\\\n\s*", " ", macro[3]).strip()
    undefined = re.findall(r"^#undef (\w+)", text, re.M)
    return visible, {name: macro for name, macro in visible.items() if name not in undefined}


def with_functions(path, root):
    """The text of a header with what each row of a macro NDX_ENTRY_FUNCTION… declares in place of the row, on as many
    lines."""
    text = path.read_text()
    for name, (parameters, body) in entry_macros(path, root)[0].items():
        def declared(row, parameters=parameters, body=body):
            arguments = dict(zip(parameters, re.split(r",\s*", row[1], maxsplit=len(parameters) - 1)))
            function = re.sub(r"\w+", lambda word: arguments.get(word[0], word[0]), body)
            return function.replace("> ", ">" + ("\n" * row[0].count("\n") or " "), 1)

        text = re.sub(rf"^{name}\(((?:.|\n)*?)\)$", declared, text, flags=re.M)
    return text


class Source:
    """The lines of one header."""

    def __init__(self, path, root):
        self.lines = ["", *with_functions(path, root).splitlines()]

    def is_code(self, number):
        line = self.lines[number].strip()
        return bool(line) and not line.startswith(("//", "#")) and not re.match(r"(public|private|protected):", line)

    def first_line(self, number):
        """Where the declaration on that line begins: at its template or its attributes."""
        while self.is_code(number - 1):
            above = re.sub(r"\s*//.*", "", self.lines[number - 1]).rstrip()
            if above.endswith((";", "{", "}", "};")) or above.startswith("NDX_NAMESPACE") or above.endswith(","):
                if not (above.endswith(",") and self.continues(number)):
                    break
            number -= 1
        return number

    def continues(self, number):
        """Whether parentheses or angle brackets are open before that line: no list of enumerators."""
        text = ""
        while self.is_code(number - 1) and not re.search(r"[;{}]\s*(//.*)?$", self.lines[number - 1]):
            number -= 1
            text = self.lines[number] + text
        text = text.replace("->", "").replace("<=", "").replace(">=", "").replace("<<", "")
        return text.count("(") > text.count(")") or text.count("<") > text.count(">")

    def signature(self, first):
        """The declaration up to its body, its initialisers or its semicolon, and its last line."""
        text, depth, number = "", 0, first
        while number < len(self.lines):
            line = re.sub(r"\s*// .*", "", self.lines[number])
            for at, c in enumerate(line):
                depth += (c in "([") - (c in ")]")
                ends = c in ";{" and depth == 0 and not text.rstrip().endswith(("= ", "="))
                if ends and c == "{" and re.search(r"[=(,<]\s*$", text + line[:at]):
                    ends = False
                if ends:
                    return tidy(text + line[:at]), self.body_end(number, at)
            text += line + "\n"
            number += 1
        return tidy(text), number

    def body_end(self, number, at):
        """The line on which the declaration ends whose ; or { is there."""
        if self.lines[number][at] == ";":
            return number
        depth = 0
        while number < len(self.lines):
            line = re.sub(r"\"(\\.|[^\"\\])*\"|'(\\.|[^'\\])'|//.*", "", self.lines[number][at:])
            depth += line.count("{") - line.count("}")
            if depth <= 0:
                return number
            number, at = number + 1, 0
        return number

    def comment(self, first, last):
        lines = []
        number = first - 1
        while self.lines[number].strip().startswith("///"):
            lines.insert(0, re.sub(r"^\s*/// ?", "", self.lines[number]))
            number -= 1
        if not lines:  # after the declaration, and on the lines below that hold nothing else
            beside = re.search(r"[;,{}]\s+// (?!NOLINT)(.*)", self.lines[last])
            while beside or (lines and re.match(r"\s+// ", self.lines[last])):
                lines.append(beside.group(1) if beside else self.lines[last].strip()[3:])
                last, beside = last + 1, None
        return lines

    def is_beside(self, declaration):
        """Whether the comment of a declaration is on its own line: it is about that one alone."""
        return not self.lines[declaration.first - 1].strip().startswith("///") and bool(declaration.comment)

    def section(self, number):
        """The nearest "// ---- …" above, within the same class."""
        for at in range(number, 0, -1):
            if re.match(r"(class|struct) |^};", self.lines[at]):
                return ""
            found = re.match(r"\s*// ---- (.*)", self.lines[at])
            if found:
                words = [found.group(1)]
                while re.match(r"\s*// ", self.lines[at + 1]):
                    at += 1
                    words.append(self.lines[at].strip()[3:])
                return " ".join(words)
        return ""

    def opening(self):
        """The comment that the header begins with, as paragraphs of lines."""
        lines = []
        for line in self.lines[1:]:
            if not line.startswith("//"):
                break
            lines.append(re.sub(r"^// ?", "", line))
        return lines


def tidy(signature):
    lines = [line for line in signature.split("\n") if line.strip()]
    indent = min((len(line) - len(line.lstrip()) for line in lines), default=0)
    text = "\n".join(line[indent:].rstrip() for line in lines)
    text = re.sub(r"\[\[(nodiscard|deprecated|maybe_unused)[^\]]*\]\]\s*", "", text)
    text = re.sub(r"\b(NDX_(COLD|FUNC|ALWAYS_INLINE|ACCESS|NOINLINE)|inline)\s+", "", text)
    return re.sub(r"(\)(?: noexcept)?)\s*:\s[\s\S]*$", r"\1", text)  # without initialisers


def run_doxygen(include, work):
    """The XML of Doxygen, whose warnings are errors. What `work` has of another run is removed, since types that are gone
    would be found in it."""
    shutil.rmtree(work / "xml", ignore_errors=True)
    work.mkdir(parents=True, exist_ok=True)
    options = (HERE / "Doxyfile").read_text()
    options += f"\nINPUT = {include}\nSTRIP_FROM_PATH = {include}\nINCLUDE_PATH = {include.parent}\nOUTPUT_DIRECTORY = {work}\n"
    hidden = " ".join(f"*/kernel/*{path.name}" for path in (include / "kernel").rglob("*.hpp"))
    options += f"EXCLUDE_PATTERNS = */engine/* */hints/* */compiled.hpp */fmt.hpp */ndx/format.hpp {hidden}\n"
    done = subprocess.run(["doxygen", "-"], input=options, text=True, capture_output=True)
    if done.returncode:
        raise SystemExit(f"doxygen:\n{done.stderr}")
    return work / "xml"


def is_public(file, name, listed):
    return file in listed or name in SHOWN or (file.split("/")[0] not in HIDDEN_ROOMS and file != "fwd.hpp")


def class_of(compound):
    name = compound.findtext("compoundname").replace("ndx::", "", 1)
    name = re.sub(r"^errors(::|$)", "", name)
    return "Tensor" if name == "IndexMethods" else name  # its base, in a header of its own


def is_hidden(source, one):
    """Whether a declaration says nothing to users: made by a macro, defaulted, or there to be refused."""
    if one.first == 1 or one.name.startswith(("~", "@")) or "= default" in one.signature:
        return True
    if one.kind == "variable" and one.name.endswith("_"):  # in a union of a class
        return True
    if "NDX_REFUSE_CALLS" in "".join(source.lines[max(one.first - 1, 0) : one.last + 1]):  # in front of the name
        return True
    body = "\n".join(source.lines[one.first : one.last + 1])
    return bool(re.search(r"kNever|refuse_\w+<|= delete|\bdeprecated\(", body))


def declaration_of(node, scope, kind, sources, include):
    place = node.find("location")
    file = str(Path(place.get("file")))
    if file not in sources:
        sources[file] = Source(include / file, include.parent)
    source = sources[file]
    line = place.get("line")
    if node.findtext("name") in ("operator<", "operator<=") and place.get("bodyfile") == file:
        line = place.get("bodystart")  # Doxygen gives these the line of the declaration before them
    first = source.first_line(int(line))
    signature, last = source.signature(first)
    name = node.findtext("name") or class_of(node)
    return Declaration(name, scope, kind, file, first, last, signature, source.comment(first, last))


def declarations(xml_folder, include, listed):
    """Everything public, in the order of the headers' lines."""
    sources, found = {}, []
    for path in sorted(xml_folder.glob("*.xml")):
        for compound in xml.parse(path).getroot().iter("compounddef"):
            kind = compound.get("kind")
            if not compound.findtext("compoundname").startswith("ndx"):
                continue
            place = compound.find("location")
            if kind == "namespace":
                scope = ""
            elif kind in (*SCOPES, "concept") and place is not None and compound.get("prot", "public") == "public":
                scope = "" if kind == "concept" else class_of(compound)
                file = place.get("file")
                nested = "::" in class_of(compound)
                if is_public(file, class_of(compound), listed) and "<" not in scope and not nested:
                    found.append(declaration_of(compound, "", kind, sources, include))
            else:
                continue
            if "<" in scope or "::" in scope:
                continue
            for member in compound.iter("memberdef"):
                file = member.find("location").get("file")
                name = scope or member.findtext("name")
                if member.get("prot") != "public" or member.get("kind") not in KINDS:
                    continue
                if not is_public(file, name, listed):
                    continue
                one = declaration_of(member, scope, member.get("kind"), sources, include)
                if is_hidden(sources[file], one):
                    continue
                for value in member.iter("enumvalue"):
                    one.enumerators.append(value.findtext("name"))
                found.append(one)
    classes = {d.name: d.file for d in found if d.kind in SCOPES}
    classes["Tensor"] = "tensor/tensor_class.hpp"
    unique = {}
    for d in found:
        outside = d.scope and d.file not in (classes.get(d.scope), "tensor/index_methods.hpp")
        base = d.kind in SCOPES and d.file == "tensor/index_methods.hpp"
        if not (outside or base or d.name in STANDARD_TYPES):
            unique[d.file, d.first, d.name] = d
    return sorted(unique.values(), key=lambda d: (d.file, d.first)), sources


def entries(found, sources):
    """The declarations joined to those whose comment they share."""
    result, by_name, above = [], {}, None
    for one in found:
        if one.kind in SCOPES and not one.comment:
            opening = sources[one.file].opening()
            if re.search(rf"\b{one.name}\b", opening[0] if opening else ""):
                one.comment = opening
        key = (one.scope, one.name)
        joins = None
        if not one.comment:
            after = above and above.file == one.file and one.first == above.last + 1
            if after and above.scope == one.scope and not sources[one.file].is_beside(above):
                joins = by_name.get((above.scope, above.name))
                joins = None if joins and joins.kind in SCOPES and one.scope else joins
            joins = joins or by_name.get(key)
            if one.name == one.scope or one.name.startswith("operator="):  # what the class says
                joins = joins or by_name.get(("", one.scope))
        owner = by_name.get(("", one.scope))
        if one.kind == "variable" and one.scope and owner and not one.comment and not joins:
            if re.search(rf"\b{one.name}\b", " ".join(owner.comment)):
                joins = owner
        if joins and joins.comment and one.kind not in SCOPES:
            joins.declarations.append(one)
        else:
            joins = Entry([one], one.comment, sources[one.file].section(one.first))
            result.append(joins)
        if joins.comment or key not in by_name:
            by_name[key] = joins
        above = one
    return result
