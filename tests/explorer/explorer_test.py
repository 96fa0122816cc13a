#!/usr/bin/python3
"""Tests the index explorer in headless Chromium, without a network, beside NumPy.

    explorer_test.py EXPLORER.html [NAME...]    runs all tests, or those named
"""
import contextlib
import io
import json
import os
import random
import subprocess
import sys
import tempfile
import time
import types

sys.dont_write_bytecode = True
import numpy as np

import refusals
from browser import Browser

FIELDS = ("x", "names", "index", "value")
READERS = ("torch", "numpy", "outer", "vectorised")  # the first by each rule


def shape_text(shape):
    return "(" + ", ".join(str(size) for size in shape) + ")"


class Page(Browser):
    def __init__(self, file):
        super().__init__(os.environ.get("NDX_CHROMIUM", "chromium"))
        self.file = file
        self.address = "file://" + os.path.abspath(file)
        self.size(1280, 900)
        self.open(self.address)

    def open(self, address):
        super().open(address)
        # What a person sees of an answer.
        self.ask("""window.seen = () => {
            const shown = id => document.getElementById(id).textContent;
            const faults = [...document.querySelectorAll('.fault:not([hidden])')];
            return {shapes: shown('shapes'), badge: shown('badge'), values: shown('values'), cost: shown('cost'),
                    fault: faults.map(fault => fault.querySelector('.message').textContent).join(),
                    field: faults.map(fault => fault.id).join(),
                    column: faults.map(fault => parseInt(fault.querySelector('.caret').style.paddingLeft)).join(),
                    code: Object.fromEntries(['cpp', 'numpy', 'torch', 'jax'].map(key => [key, shown('code-' + key)]))};
        }; null""")

    def fill(self, rule=0, mode=0, **fields):
        """Types into the fields, and returns what the page shows then."""
        request = {**dict.fromkeys(FIELDS, ""), **fields}
        return self.ask(f"""(() => {{
            const fields = {json.dumps(request)};
            for (const name in fields) document.getElementById(name).value = fields[name];
            document.querySelector('input[name=mode][value="{mode}"]').checked = true;
            document.querySelector('input[name=reader][value={READERS[rule]}]').click();
            document.getElementById('index').dispatchEvent(new Event('input', {{bubbles: true}}));
            return seen();
        }})()""")


def numpy_reads(x, text, names):
    """x[text] by NumPy: its answer, or an error."""
    try:
        return eval(f"x[{text}]", {"np": np, "x": x, "arange": np.arange, **names})
    except (IndexError, ValueError) as error:
        return error


def expect(condition, *words):
    if not condition:
        raise AssertionError(" ".join(str(word) for word in words))


def expect_read(seen, expected, x, what):
    if isinstance(expected, Exception):
        expect(seen["fault"], what, "is an error in NumPy:", expected, "but here", seen)
        return
    expect(not seen["fault"], what, "is", expected.shape, "in NumPy, but here", seen["fault"])
    expect(seen["shapes"] == f"{shape_text(x.shape)} → {shape_text(expected.shape)}", what, seen["shapes"], expected.shape)
    values = np.array(json.loads(seen["values"].replace("True", "true").replace("False", "false")), dtype=expected.dtype)
    expect(np.array_equal(values.reshape(expected.shape), expected), what, seen["values"], expected)
    expect(seen["badge"] == ("view" if np.shares_memory(x, expected) or expected.size == 0 and seen["badge"] == "view" else "copy"),
           what, seen["badge"])


def test_size(page):
    size = os.path.getsize(page.file)
    expect(size <= 400 * 1024, "the page has", size, "bytes")
    text = open(page.file).read()
    expect("<!-- include" not in text and "http-equiv" in text, "the page is not whole")


def test_needs_no_network(page):
    page.open(page.address)
    elsewhere = [url for url in page.requests if not url.startswith(("file:", "data:", "blob:", "about:"))]
    expect(not elsewhere, elsewhere)
    expect(page.ask("document.getElementById('shapes').textContent") == "(2, 3, 4) → (3, 2)")


def gallery(page):
    """The items as the page's own source has them."""
    source = open(os.path.join(os.path.dirname(__file__), "../../examples/explorer/page/quiz/gallery.js")).read()
    return page.ask("(() => {" + source.replace("export ", "") + "; return GALLERY; })()")


def test_gallery(page):
    items = gallery(page)
    expect(len(items) == 20, len(items), "items")
    for item in items:
        what = f"{item['x']}[{item['index']}]"
        expect(len(set(item["choices"])) == 3, what, item["choices"])
        fields = {key: item[key] for key in FIELDS}
        shape = eval(item["x"])
        x = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        names = {}
        exec(item["names"], {}, names)
        names = {name: np.array(value) for name, value in names.items()}
        expected = numpy_reads(x, item["index"], names)
        expect_read(page.fill(rule=1, **fields), expected, x, what)
        seen = page.fill(rule=item["rule"], mode=item["mode"], **fields)
        expect(seen["shapes"].endswith(f"→ {item['answer']}"), what, seen["shapes"])
        if item["rule"] == 1:
            expect(shape_text(expected.shape) == item["answer"], what, expected.shape)
    # What NumPy says of the two rules that it does not have, in its own terms.
    x = np.arange(24).reshape(2, 3, 4)
    expect(page.fill(x="(2, 3, 4)", index="0, :, [0, 1]")["values"] == json.dumps(x[0][:, [0, 1]].tolist()))
    x = np.arange(16).reshape(4, 4)
    expect(page.fill(rule=2, x="(4, 4)", index="[0, 3], [0, 1, 3]")["values"] == json.dumps(x[np.ix_([0, 3], [0, 1, 3])].tolist()))


def test_gallery_asks_first(page):
    page.open(page.address)
    page.ask("document.querySelector('#gallery summary').click(); null")
    expect(page.ask("document.querySelector('#gallery .verdict').textContent") == "")
    page.ask("[...document.querySelectorAll('#gallery details:first-child button')].find(b => b.textContent === '(3, 2)').click(); null")
    said = page.ask("document.querySelector('#gallery .verdict').textContent")
    expect(said.startswith("No, it is (2, 3)."), said)
    expect(page.ask("document.getElementById('shapes').textContent") == "(2, 3, 4) → (2, 3)")


def random_term(chance, size):
    i = lambda: chance.randint(-size - (chance.random() < 0.02), size - 1) if size else 0
    kind = chance.random()
    if kind < 0.25:
        return str(i())
    if kind < 0.6:
        bound = lambda: "" if chance.random() < 0.5 else str(chance.randint(-size - 2, size + 2))
        step = chance.choice(["", "", ":", ":-1", ":2", ":-2"])
        return f"{bound()}:{bound()}{step}"
    if kind < 0.85:
        return str([i() for _ in range(chance.choice([1, 2, 2, 2, 3]))])
    if kind < 0.93:
        return str([chance.random() < 0.5 for _ in range(size)]) if size else ":"
    return str([[i()], [i()]])


def random_case(chance):
    shape = tuple(chance.choice([1, 2, 3, 3, 4, 5]) for _ in range(chance.randint(1, 4)))
    return shape, random_index(chance, shape)


def random_index(chance, shape):
    terms = [random_term(chance, size) for size in shape[:chance.randint(1, max(1, len(shape)))]] or ["..."]
    for extra, probability in (("None", 0.2), ("...", 0.2), ("None", 0.05), ("True", 0.04)):
        if chance.random() < probability:
            terms.insert(chance.randint(0, len(terms)), extra)
    return ", ".join(terms)


def test_random_expressions(page):
    chance = random.Random(7)
    errors = 0
    for number in range(500):
        shape, text = random_case(chance)
        x = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        expected = numpy_reads(x, text, {})
        if not isinstance(expected, Exception):
            expected = np.asarray(expected) if not np.isscalar(expected) else np.array(expected)
            if expected.ndim == 0 and not text.count("..."):
                # NumPy copies what is left of rank 0; ndx's is a view.
                seen = page.fill(rule=1, x=shape_text(shape), index=text)
                expect(seen["values"] == str(expected), text, seen)
                continue
        errors += isinstance(expected, Exception)
        expect_read(page.fill(rule=1, x=shape_text(shape), index=text), expected, x, f"{shape}[{text}]")
    expect(10 < errors < 250, errors, "errors")


def test_typed_with_keys(page):
    page.open(page.address + "#x=(3, 4)&i=")
    page.ask("document.getElementById('index').focus(); null")
    for text, shape in (("1", "(4)"), (":", "(2, 4)"), (", [0, 2]", "(2, 2)")):
        page.type(text)
        seen = page.ask("seenShape = document.getElementById('shapes').textContent")
        expect(seen == f"(3, 4) → {shape}", text, seen)


def ran(code):
    """The variables after a program of the page. JAX is read as NumPy, whose functions it has."""
    made = {}
    lines = code.splitlines()
    jax = "import jax" in lines
    with contextlib.redirect_stdout(io.StringIO()):
        exec("\n".join(["import numpy as jnp"] + [line for line in lines if "jax" not in line]) if jax else code, made)
    return made


def test_random_code_gives_the_same(page):
    """The code that the page shows gives what the page shows, by each rule."""
    chance = random.Random(11)
    compared = 0
    while compared < 200:
        shape, text = random_case(chance)
        rule = compared % 4
        seen = page.fill(rule=rule, x=shape_text(shape), index=text)
        if seen["fault"]:
            continue
        compared += 1
        for library in ("numpy", "torch", "jax"):
            code = seen["code"][library]
            try:
                y = ran(code)["y"]
            except Exception as error:
                raise AssertionError(f"{shape}[{text}] by rule {rule}: {error}\n{code}") from error
            expect(f"→ {shape_text(np.shape(y))}" in seen["shapes"], shape, text, rule, seen["shapes"], np.shape(y), code)
            expect(json.dumps(np.asarray(y).tolist()) == seen["values"], shape, text, rule, code)


def test_random_chains(page):
    """x[a][b] and x[a][b][c] beside NumPy, and the code that the page shows by each rule."""
    chance = random.Random(13)
    errors = 0
    bodies, expected = [], []
    for number in range(150):
        shape, text = random_case(chance)
        x = y = np.arange(np.prod(shape, dtype=int)).reshape(shape)
        texts = [text]
        shapes = [shape_text(shape)]
        while not isinstance(y, Exception):
            y = numpy_reads(y, texts[-1], {})
            shapes.append("" if isinstance(y, Exception) else shape_text(np.shape(y)))
            # Where nothing is selected NumPy takes any index.
            if isinstance(y, Exception) or np.size(y) == 0 or len(texts) == 2 + number % 2:
                break
            texts.append(random_index(chance, np.shape(y)))
        if len(texts) == 1:
            continue
        typed = "x" + "".join(f"[{text}]" for text in texts)
        seen = page.fill(rule=1, x=shape_text(shape), index=typed)
        if isinstance(y, Exception):
            errors += 1
            expect(seen["fault"].startswith(f"link {len(texts) - 1}: "), typed, y, seen["fault"])
            expect(int(seen["column"]) > len(typed) - len(texts[-1]) - 2, typed, seen["column"])
            continue
        expect(not seen["fault"] and seen["shapes"] == " → ".join(shapes), shape, typed, seen)
        expect(seen["values"] == json.dumps(np.asarray(y).tolist()), shape, typed, seen["values"], y)
        seen = page.fill(rule=number % 4, x=shape_text(shape), index=typed)
        if seen["fault"]:
            continue
        for library in ("numpy", "torch", "jax"):
            made = np.asarray(ran(seen["code"][library])["y"])
            expect(json.dumps(made.tolist()) == seen["values"], shape, typed, number % 4, seen["values"], seen["code"][library])
            expect(seen["shapes"].endswith(f"→ {shape_text(made.shape)}"), shape, typed, number % 4, seen["shapes"], made.shape)
        if len(bodies) < 40:
            bodies.append(seen["code"]["cpp"].split("int main() {\n")[1].rsplit("  std::cout", 1)[0] + "  show(y.contiguous());")
            expected.append(seen["values"])
    expect(errors > 3 and len(bodies) == 40, errors, len(bodies))
    expect_printed(bodies, expected)


def test_chain_in_one_picture(page):
    """The elements of x that both indices select, a row of the picture for each, and what each rule makes of both."""
    seen = page.fill(x="(5, 4)", names="i = [3, 0, 3]", index="x[i] [:, [1, 2]]")
    expect((seen["shapes"], seen["badge"]) == ("(5, 4) → (3, 4) → (3, 2)", "copy"), seen)
    line = "auto y = x.indexed({i}).indexed({Slice(), tensor({1, 2})}).read();"
    expect(line in seen["code"]["cpp"] and "#include <ndx/indexed.hpp>\n#include <ndx/ndx.hpp>" in seen["code"]["cpp"], seen["code"]["cpp"])
    expect("y = x[i][:, [1, 2]]" in seen["code"]["numpy"], seen["code"]["numpy"])
    expect(page.ask("document.getElementById('guide').getAttribute('href')") == "../../examples/guide/indexed_views.md")
    titles = page.ask("[...document.querySelectorAll('#flow text')].map(t => t.textContent).filter(t => t === 'x' || t.startsWith('x[') || t === 'result y')")
    expect(titles == ["x", "x[[3, 0, 3]]", "x[[3, 0, 3]]", "result y"], titles)
    said = page.ask("document.querySelector('#flow svg').getAttribute('aria-label')")
    expect(said.startswith("(5, 4) becomes (3, 4). [3, 0, 3] takes dim 0") and "(3, 4) becomes (3, 2). : takes dim 0" in said, said)
    said = page.ask("document.getElementById('placing').textContent")
    expect(said == "PyTorch (index): the index dims replace the indexed dims. The index tensors contribute the dims (3). Then the index dims "
                   "replace the indexed dims. The index tensors contribute the dims (2).", said)
    expect("2 links: shape (3, 2); one gather" in page.ask("document.getElementById('text').textContent"))
    page.wait("document.getElementById('announcer').textContent === '(5, 4) becomes (3, 4), then (3, 2), a copy. vectorised: (2, 3).'")
    page.ask("document.querySelector('#view-x .cells').focus(); null")
    page.press("Home", 36)
    for key, code in (("ArrowRight", 39), ("ArrowDown", 40), ("ArrowDown", 40), ("ArrowDown", 40)):
        page.press(key, code)
    said = page.ask("document.getElementById('inspector').textContent")
    expect(said == "x[3, 1] = 13 · offset 0 + 3·4 + 1·1 = 13 · goes to y[0, 0], y[2, 0]", said)
    seen = page.fill(x="(5, 4)", index="x[1:][:, 0]")
    expect((seen["badge"], seen["cost"]) == ("view", "shares x’s memory: no element is copied; strides (4), offset 4"), seen)
    # By NumPy's rule the integer of the first index is an index tensor, so that the second takes another dim.
    page.fill(rule=1, x="(2, 3, 4)", index="x[0, :, [0, 1]][1]")
    expect(page.ask("document.querySelector('#others .own').textContent") == "NumPy: (3)[1 5 9]")
    others = page.ask("document.getElementById('others').textContent")
    expect("PyTorch: (2) index: integers are applied first" in others and "[4 5]" in others, others)
    # The outer rule alone would need an index of 20,000 times 20,000 elements.
    seen = page.fill(rule=1, x="(3, 3)", names="i = arange(20000) % 2", index="x[[[0, 1], [1, 0]]][i, i, 0]")
    expect((seen["fault"], seen["shapes"]) == ("", "(3, 3) → (2, 2, 3) → (20000)"), seen)
    expect("outer: error oindex: there is not enough memory for this" in page.ask("document.getElementById('others').textContent"))
    code = page.fill(rule=0, x="(2, 3, 4)", index="x[0, :, [0, 1]][1]")["code"]["numpy"]
    expect("# NumPy reads x[0, :, [0, 1]] by another rule: shape (2, 3).\ny = x[0, :, :][:, [0, 1]][1]" in code, code)


def test_code_keeps_expressions(page):
    """A name is made as it was typed where all languages can, after those that it needs."""
    shape = "(2, 3, 4)"
    code = page.fill(x=shape, names="n = 5; i = [0, 1]; m = x > n; k = m & (x != 7)", index="k")["code"]
    for language in ("numpy", "torch", "jax"):
        lines = code[language].splitlines()
        expect(lines[-4:] == ["m = x > n", "k = m & (x != 7)", "y = x[k]", "print(y)"] and "n = " in lines[-5], code[language])
        expect(json.dumps(ran(code[language])["y"].tolist()) == page.ask("document.getElementById('values').textContent"))
    expect("  auto m = x > n;\n  auto k = m & (x != 7);\n  auto y = x.index({k});" in code["cpp"], code["cpp"])
    expect("auto i" not in code["cpp"], code["cpp"])
    code = page.fill(x="(4)", names="i = [0]; m = x > i; i = [2]", index="m")["code"]["numpy"]
    expect("m = np.array([False, True, True, True])" in code, code)
    code = page.fill(x="(50, 50)", names="m = x & 1 == 0", index="m")["code"]
    expect("m = x & 1 == 0" in code["numpy"] and "auto m = (x & 1) == 0;" in code["cpp"], code)


def test_code_writes_as_the_page_does(page):
    for rule in range(4):
        for mode in (1, 2):
            for text in ("0, :, [0, 0]", ":, 1", "[0, 0], :, [1, 1]", "x > 5"):
                seen = page.fill(rule=rule, mode=mode, x="(2, 3, 4)", index=text)
                if seen["fault"]:
                    continue
                shown = page.ask("document.getElementById('after').textContent")
                for library in ("numpy", "torch"):
                    made = ran(seen["code"][library])
                    expect(shown == json.dumps(made["x"].tolist()), rule, mode, text, shown, seen["code"][library])


def test_cpp_compiles(page):
    """The C++ of the gallery, by each rule, in one program that prints what the page shows."""
    bodies = []
    expected = []
    others = [{"x": "()", "index": "None"}, {"x": "()", "index": ""}, {"x": "[[1.5, 2.], [nan, -inf]]", "index": "::-1, 0"},
              {"x": "[[True, False]]", "index": "0, [1, 0]"}, {"x": "(3, 4)", "names": "m = x > 5; k = [[0, 1], [-1, 2]]", "index": "k"},
              {"x": "(3, 4)", "names": "m = x > 5", "index": "m"}, {"x": "(3, 4)", "index": "(x > 5) & ~(x == 7)"},
              {"x": "(3, 4)", "names": "k = [1, 2]; m = (x % (2 + k[0] - 1) == 0) & (x > 3); n = m | (3 + x * 2 < 9)", "index": "n"},
              {"x": "(4)", "names": "b = x % 4; a = (b + 1) % 4", "index": "a"}, {"x": "(30, 10)", "names": "m = x & 1 == 1", "index": "m, None"},
              {"x": "(4)", "names": "i = [0]; m = x > i; i = [2]; n = m & (x != i)", "index": "n"},
              {"x": "(3, 4)", "index": "[], -1:0:-2"}, {"x": "(2, 3)", "index": "False, ..., True"}, {"x": "(0, 3)", "index": ":, [1]"},
              {"x": "(3, 4)", "index": "[0, 0]", "value": "-7", "mode": 2}, {"x": "(3)", "index": "x > 0", "value": "[2.5, 3]", "mode": 1}]
    for item in gallery(page) + [{"rule": 0, "mode": 0, **dict.fromkeys(FIELDS, ""), **other} for other in others]:
        fields = {key: item[key] for key in FIELDS}
        for rule in {item["rule"], 3}:
            seen = page.fill(rule=rule, mode=item["mode"], **fields)
            if seen["fault"]:
                continue
            name = "x" if item["mode"] else "y"
            head, body = seen["code"]["cpp"].split("int main() {\n")
            macros = ["#include <cmath>"] if "NAN" in body or "INFINITY" in body else []
            expect(head.splitlines() == macros + ["#include <iostream>", "#include <ndx/ndx.hpp>", "", "using namespace ndx;", ""], head)
            expect(page.ask("document.getElementById('code-line').textContent") in body, body)
            body, last = body.rsplit("  std::cout", 1)
            expect(last == f' << {name}.shape() << "\\n" << {name} << "\\n";\n}}', last)
            bodies.append(f"{body}  show({name}.contiguous());")
            expected.append(page.ask("document.getElementById('after').textContent") if item["mode"] else seen["values"])
    expect_printed(bodies, expected)
    expect(len(bodies) >= 30, len(bodies))


def expect_printed(bodies, expected):
    """Compiles one program of C++ functions, and compares what each prints with the values the page shows."""
    program = ["#include <cmath>", "#include <iostream>", "#include <ndx/indexed.hpp>", "#include <ndx/ndx.hpp>", "using namespace ndx;",
               'template <class T>\nvoid show(const Tensor<T>& t) {\n  for (auto v : t) std::cout << v << " ";\n  std::cout << "\\n";\n}']
    program += [f"static void f{n}() {{\n{body}\n}}" for n, body in enumerate(bodies)]
    program.append("int main() {" + " ".join(f"f{n}();" for n in range(len(bodies))) + "}")
    with tempfile.TemporaryDirectory() as folder:
        source = os.path.join(folder, "code.cpp")
        with open(source, "w") as out:
            out.write("\n".join(program))
        include = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../include")
        command = [os.environ.get("CXX", "g++"), "-std=c++20", "-O0", "-I", include, source, "-o", source + ".out"]
        made = subprocess.run(command, stderr=subprocess.PIPE, text=True)
        expect(made.returncode == 0, made.stderr[:2000])
        lines = subprocess.run([source + ".out"], stdout=subprocess.PIPE, text=True, check=True).stdout.splitlines()
        expect(len(lines) == len(expected), lines)
        for line, values, body in zip(lines, expected, bodies):
            plain = values.translate(str.maketrans("[],", "   ")).replace("True", "1").replace("False", "0")
            expect([float(v) for v in line.split() if v != "nan"] == [float(v) for v in plain.split() if v != "nan"], line, values, body)


def test_what_python_refuses_is_refused(page):
    """Each with its cure, which reads as NumPy reads it, and whose code gives the same in Python and in C++."""
    x = np.arange(24)
    names = {"m": x % 2 == 0, "i": np.array([0, 2, 5])}
    typed = {"x": "(24)", "names": refusals.NAMES}
    cases = refusals.cases()
    expect(len(cases) >= 300, len(cases), "cases")
    cures = dict.fromkeys(refusals.PRECEDENCE)
    for text, cure in cases:
        fault = page.fill(**typed, index=text)["fault"]
        expect(fault, text, "is not refused")
        expect(cure is None or fault.endswith(f"write {cure}"), text, "is refused with", fault, "and not with", cure)
        if cure is not None:
            cures[cure] = None
    bodies, expected = [], []
    for cure in cures:
        seen = page.fill(rule=1, **typed, index=cure)
        expect_read(seen, numpy_reads(x, cure, names), x, cure)
        expect(ran(seen["code"]["numpy"])["y"].tolist() == json.loads(seen["values"]), cure, seen["code"]["numpy"])
        bodies.append(seen["code"]["cpp"].split("int main() {\n")[1].rsplit("  std::cout", 1)[0] + "  show(y.contiguous());")
        expected.append(seen["values"])
    expect_printed(bodies, expected)


def test_copied_program_compiles(page):
    """As it is copied: the page's own words are all that a compiler is given."""
    page.open(page.address)
    page.ask("navigator.clipboard.writeText = async words => { window.copied = words; }; null")
    page.fill(x="(2, 3, 4)", index="x[0, :, [0, 1]]")
    copied = []
    for button in ("code-cpp", "code-line"):
        page.ask(f"document.querySelector('button[data-copy={button}]').click(); null")
        page.wait(f"document.querySelector('button[data-copy={button}]').textContent === 'Copied'")
        copied.append(page.ask("window.copied"))
    program, line = copied
    expect(line == "auto y = x.index({0, Slice(), tensor({0, 1})});", line)
    expect(line in program, program)
    with tempfile.TemporaryDirectory() as folder:
        with open(os.path.join(folder, "program.cpp"), "w") as out:
            out.write(program)
        include = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../include")
        command = [os.environ.get("CXX", "g++"), "-std=c++20", "-I", include, "program.cpp", "-o", "program"]
        made = subprocess.run(command, cwd=folder, stderr=subprocess.PIPE, text=True)
        expect(made.returncode == 0, made.stderr[:2000])
        printed = subprocess.run([os.path.join(folder, "program")], stdout=subprocess.PIPE, text=True, check=True).stdout
        expect(printed == "(3, 2)\n[[0 1]\n [4 5]\n [8 9]]\n", printed)
    for fields, libraries in (({"rule": 1, "index": "0, :, [0, 1]"}, {"numpy": "[[0 4 8]\n [1 5 9]]\n"}),
                              ({"x": "(4)", "index": "[0, 2, 0]", "mode": 2}, {"numpy": "[202   1 103   3]\n", "torch": "tensor([202,   1, 103,   3])\n"}),
                              ({"x": "(4)", "index": "x > 1", "value": "5", "mode": 2}, {"numpy": "[0 1 7 8]\n", "torch": "tensor([0, 1, 7, 8])\n"})):
        code = page.fill(**{"x": "(2, 3, 4)", **fields})["code"]
        for library, printed in libraries.items():
            said = subprocess.run([sys.executable, "-c", code[library]], stdout=subprocess.PIPE, text=True, check=True).stdout
            expect(said == printed, said, code[library])


def test_rules_that_differ(page):
    """Each one says whose it is, what it gives and why, beside the picture; its button leads there and back."""
    page.open(page.address + "#x=(2, 3, 4)&i=0, :, [0, 1]")
    shown = lambda: page.ask("""[...document.querySelectorAll('#others li:not(.own)')]
        .map(entry => [...entry.children].filter(part => part.tagName !== 'PRE').map(part => part.textContent).join(''))""")
    expect(shown() == ["NumPy, JAX: (2, 3) numpy_index: integers count as index tensors, and ':' separates '0' from '[0, 1]', "
                       "so the index dims go in front.",
                       "vectorised: (2, 3) vindex: the index dims always go in front."], shown())
    said = page.ask("document.getElementById('placing').textContent")
    expect(said == "PyTorch (index): integers are applied first; the index dims replace the indexed dims. "
                   "The index tensors contribute the dims (2).", said)
    page.ask("document.querySelector('#others button').focus(); null")
    page.press("Enter", 13)
    expect(page.ask("document.getElementById('shapes').textContent") == "(2, 3, 4) → (2, 3)")
    expect(page.ask("document.querySelector('input[value=numpy]').checked"))
    expect([entry.split(" ")[0] for entry in shown()] == ["PyTorch:", "outer:"], shown())
    expect(page.ask("document.activeElement.textContent") == "PyTorch: (3, 2)")
    page.press("Enter", 13)
    expect(page.ask("document.getElementById('shapes').textContent") == "(2, 3, 4) → (3, 2)")
    note = "# NumPy reads x[0, :, [0, 1]] by another rule: shape (2, 3)."
    expect(note in page.fill(x="(2, 3, 4)", index="0, :, [0, 1]")["code"]["numpy"])
    expect(note not in page.fill(rule=1, x="(2, 3, 4)", index="0, :, [0, 1]")["code"]["numpy"])
    page.fill(x="(4, 4)", index="[0, 3], [0, 1, 3]", rule=2)
    expect(shown()[0].startswith("PyTorch: error index: "), shown())
    page.fill(x="(3, 3, 3)", index="0, :, [0, 1, 2]")
    expect(shown()[0].startswith("NumPy, JAX: (3, 3) numpy_index: the same shape, in another order: integers"), shown())
    shapes = page.ask("[...document.querySelectorAll('.readers label')].map(card => card.textContent)")
    expect(shapes == ["NumPynumpy_index(3, 3)", "PyTorchindex; Paddle, too(3, 3)", "JAXnumpy_index(3, 3)",
                      "outeroindex; np.ix_, zarr(3, 3)", "vectorisedvindex; zarr(3, 3)"], shapes)
    page.fill(x="(4, 4)", index="1")
    expect(page.ask("document.getElementById('others').hidden"))


def test_results_side_by_side(page):
    """Where a rule gives something else, its result is beside that of the reader that was chosen."""
    x = np.arange(24).reshape(2, 3, 4)
    printed = lambda: page.ask("[...document.querySelectorAll('#others li')].map(entry => entry.querySelector('pre')?.textContent ?? null)")
    page.fill(x="(2, 3, 4)", index="0, :, [0, 1]")
    expect(page.ask("document.querySelector('#others .own b').textContent") == "PyTorch: (3, 2)")
    expect(printed() == [str(x[0][:, [0, 1]]), str(x[0, :, [0, 1]]), str(x[0, :, [0, 1]])], printed())
    page.fill(rule=1, x="(3, 3, 3)", index="0, :, [0, 1, 2]")
    expect(printed()[:2] == ["[[0 3 6]\n [1 4 7]\n [2 5 8]]", "[[0 1 2]\n [3 4 5]\n [6 7 8]]"], printed())
    page.fill(x="(4, 4)", index="[0, 3], [0, 1, 3]", rule=2)
    expect(printed() == [str(np.arange(16).reshape(4, 4)[np.ix_([0, 3], [0, 1, 3])]), None, None, None], printed())
    tops = "[...document.querySelectorAll('#others li')].map(entry => entry.getBoundingClientRect().top)"
    page.fill(x="(2, 3, 4)", index="0, :, [0, 1]")
    expect(len(set(page.ask(tops))) == 1, page.ask(tops))
    page.fill(x="(2, 3, 4)", index="0, :, [0, 1]", mode=1)
    expect(page.ask("document.querySelectorAll('#others pre, #others .own').length") == 0)


def test_large_shapes(page):
    """What is not drawn is printed as NumPy prints it; what has no memory here is explained, too."""
    edges = lambda name: page.ask(f"(pre => pre.checkVisibility() ? pre.textContent : null)(document.querySelector('#view-{name} .many pre'))")
    cells = lambda name: page.ask(f"document.querySelector('#view-{name} .cells').checkVisibility()")
    for shape in ((200, 300), (20, 1001), (2, 30, 4, 1000), (2000, 2000), (7, 6, 5, 70, 300)):
        x = np.arange(np.prod(shape)).reshape(shape)
        for text in ("1", "::-1", "[1, -1], :2", "..., ::3", "None, 1:, [5, 3, 3]"):
            expected = x[eval(f"np.s_[{text}]")]
            seen = page.fill(rule=1, x=shape_text(shape), index=text)
            expect(not seen["fault"] and seen["shapes"].endswith(f"→ {shape_text(expected.shape)}"), shape, text, seen)
            expect(not cells("x") and edges("x") == str(x), shape, edges("x")[:200], str(x)[:200])
            expect(cells("y") == (expected.size <= 10_000), shape, text)
            if expected.size > 10_000 and expected.ndim <= 5:
                expect(edges("y") == str(expected), shape, text, edges("y")[:200], str(expected)[:200])
            if expected.size <= 2000:
                expect(json.loads(seen["values"]) == expected.tolist(), shape, text, seen["values"])
    seen = page.fill(x="(100000, 100000)", index="::2")
    expect((seen["shapes"], seen["badge"]) == ("(100000, 100000) → (50000, 100000)", "view"), seen)
    expect(edges("x").splitlines()[0] == "[[         0          1          2 ...      99997      99998      99999]", edges("x"))
    expect(edges("y").splitlines()[-1] == " [9999800000 9999800001 9999800002 ... 9999899997 9999899998 9999899999]]", edges("y"))
    memory = page.ask("document.getElementById('memory').textContent")
    expect(memory == "x: int64, 80,000,000,000 bytes (80 GB), strides (100000, 1), offset 0", memory)
    seen = page.fill(x="(100000, 100000)", index="[99999, 0, 7], [5, 99999, 7]")
    expect((seen["shapes"], seen["values"]) == ("(100000, 100000) → (3)", "[9999900005, 99999, 700007]"), seen)
    page.ask("document.querySelector('#view-y .cells').focus(); null")
    page.press("End", 35)
    said = page.ask("document.getElementById('inspector').textContent")
    expect(said == "y[2] = 700007 = x[7, 7] · offset 0 + 2·1 = 2, in its own memory", said)
    hint = lambda: page.ask("(p => p.checkVisibility() ? p.textContent : null)(document.getElementById('inspector'))")
    for fields, said in (({"x": "(200, 300)", "index": "0"}, "Point at a cell, or walk through the cells with the arrow keys."),
                         ({"x": "(200, 300)", "index": "1:"}, None)):
        page.fill(**fields)
        expect(hint() == said, fields, hint())
    seen = page.fill(x="(100000, 100000)", index="[1, 2]")
    expect(seen["cost"].startswith("200,000 elements, 1,600,000 bytes (1.6 MB) newly allocated"), seen)
    seen = page.fill(x="(100000, 100000)", index=":, [1, 2], None")
    expect(not cells("y") and edges("y").endswith(" [[9999900001]\n  [9999900002]]]"), edges("y"))
    seen = page.fill(x="(100000, 100000)", names="i = arange(1000)", index="i")
    expect(seen["shapes"].endswith("→ (1000, 100000)") and edges("y") is None, seen)
    for fields, field, message in (({"index": "x > 5"}, "index", "x is too large here for its elements to be used"),
                                   ({"index": "x[0][0]"}, "index", "x is too large here for an index after an index"),
                                   ({"index": "0, 100000"}, "index", "term 1: index 100000 is out of bounds for dimension 1 with size 100000"),
                                   ({"index": "0", "mode": 1}, "x", "x has 10000000000 elements; at most 1048576 are written to here"),
                                   ({"x": "(99999999, 99999999)", "index": "0"}, "x", None)):
        seen = page.fill(**{"x": "(100000, 100000)", **fields})
        expect(seen["field"] == f"{field}-fault" and message in (None, seen["fault"]), seen)
    seen = page.fill(x="(200, 300)", index="[1, 1, 3], 0", mode=2)
    expect("3 values added to 2 elements" in seen["cost"] and "more than once" in seen["cost"], seen["cost"])
    expect(not page.exceptions, page.exceptions)


def test_copied_code_of_large_shapes_needs_no_memory(page):
    """Of an x that would take 80 GB, the programs have one zero, repeated; JAX, which has no such array, its shape."""
    shape = (100000, 100000)
    for fields, expected in (({"index": "[99999, 0, 7], [5, 99999, 7]"}, (3,)), ({"index": "::2"}, (50000, 100000)),
                             ({"index": "0, None, [1, 2]", "rule": 2}, (1, 2))):
        code = page.fill(x=shape_text(shape), **fields)["code"]
        for library in ("numpy", "torch"):
            made = ran(code[library])
            expect((tuple(made["x"].shape), tuple(made["y"].shape)) == (shape, expected), code[library])
        jax = types.SimpleNamespace(ShapeDtypeStruct=lambda shape, dtype: np.broadcast_to(dtype(0), shape), eval_shape=lambda f, x: f(x))
        made = {"jax": jax, "jnp": np}
        exec("\n".join(line for line in code["jax"].splitlines() if " = " in line), made)
        expect((made["x"].shape, made["y"].shape) == (shape, expected), code["jax"])
        with tempfile.TemporaryDirectory() as folder:
            include = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../include")
            with open(f"{folder}/program.cpp", "w") as source:
                source.write(code["cpp"])
            command = [os.environ.get("CXX", "g++"), "-std=c++20", "-I", include, f"{folder}/program.cpp", "-o", f"{folder}/program"]
            subprocess.run(command, check=True)
            said = subprocess.run(f"{folder}/program", capture_output=True, text=True, check=True).stdout
        expect(said.startswith(shape_text(expected) + "\n"), said[:200])


def test_arrays_and_names(page):
    for fields, shapes, values in (
            ({"x": "[[1, 2], [3, 4]]", "index": "1"}, "(2, 2) → (2)", "[3, 4]"),
            ({"x": "array([[1.5, 2. ],\n       [3. , 4. ]])", "index": "x > 2"}, "(2, 2) → (2)", "[3., 4.]"),
            ({"x": "[[0 1 -2]\n [3 4 5]]", "index": "0, ::-1"}, "(2, 3) → (3)", "[-2, 1, 0]"),
            ({"x": "arange(6).reshape(2, 3).T", "index": "1"}, "(3, 2) → (2)", "[1, 4]"),
            ({"x": "np.ones((2, 2), dtype=bool)", "index": "0"}, "(2, 2) → (2)", "[True, True]"),
            ({"x": "(2, 3)", "names": "i = [0, 2]; m = x > 3; j = arange(2)[:, None]", "index": "j, i"}, "(2, 3) → (2, 2)", "[[0, 2], [3, 5]]"),
            ({"x": "(2, 3)", "names": "m = x > 3", "index": "m | (x == 0)"}, "(2, 3) → (3)", "[0, 4, 5]"),
            ({"x": "(5)", "names": "i = [3]", "index": "@i"}, "(5) → (1)", "[3]"),
            ({"x": "(5,)", "names": "i = (3,)", "index": "(i,)"}, "(5) → (1)", "[3]"),
            ({"x": "(5)", "names": "n = 3", "index": "x[:n]"}, "(5) → (3)", "[0, 1, 2]"),
            ({"x": "()", "index": ""}, "() → ()", "0"),
            ({"x": "2 3", "index": "1"}, "(2, 3) → (3)", "[3, 4, 5]"),
            ({"x": "torch.tensor([1, 2])", "index": "torch.tensor([1])"}, "(2) → (1)", "[2]"),
            ({"x": "(2, 2)", "names": "i = [0, 1]", "index": "i[x[0][1]]"}, "(2, 2) → (2)", "[2, 3]"),
            ({"x": "[3, 2, 1, 0]", "names": "i = [5, 6, 2, 1]", "index": "i[x[1]]"}, "(4) → ()", "1"),
            ({"x": "[3, 2, 1, 0]", "index": "x[x[x]][x[0] - 1]"}, "(4) → (4) → ()", "1"),
            ({"x": "(0, 3)", "index": ":, [1]"}, "(0, 3) → (0, 1)", "[]")):
        seen = page.fill(**fields)
        expect((seen["fault"], seen["shapes"], seen["values"]) == ("", shapes, values), fields, seen)


def test_calls_in_an_index(page):
    """As NumPy reads them, and the code that is offered gives the same."""
    x = np.arange(24).reshape(2, 3, 4)
    names = {"n": np.array(2)}
    bodies, expected = [], []
    for text in ("slice(None)", "0, slice(2)", "slice(1,)", "0, slice ( 1 , 3 , )", "(slice(1),)", "np.ix_([1], [0, 2],)", "slice(0, 1), slice(None, None, -2)", "..., slice(n, None)", "slice(-n, n), 0",
                 "range(2)", ":, range(0, 3, 2)", "np.ix_([1, 0], [0, 2])", "np.ix_([0], [True, False, True], range(2))",
                 "np.ix_([1, 0], [], [0, 2, 3])", "np.where(x > 5)", "np.nonzero(x % 5 == 0)",
                 "np.where(x[:, 0, 0] > 5)", "np.where(x < 0)"):
        seen = page.fill(rule=1, x="(2, 3, 4)", names="n = 2", index=text)
        expect_read(seen, numpy_reads(x, text, names), x, text)
        expect(ran(seen["code"]["numpy"])["y"].tolist() == json.loads(seen["values"]), text, seen["code"]["numpy"])
        bodies.append(seen["code"]["cpp"].split("int main() {\n")[1].rsplit("  std::cout", 1)[0] + "  show(y.contiguous());")
        expected.append(seen["values"])
    expect_printed(bodies, expected)


def test_faults_are_under_their_character(page):
    for fields, field, column, message in (
            ({"index": "0, 5"}, "index", 3, "term 1: index 5 is out of bounds for dimension 1 with size 3"),
            ({"index": "0 1"}, "index", 2, "expected ',' here"),
            ({"index": "[0, 1"}, "index", 0, "this '[' is never closed"),
            ({"index": "é, $"}, "index", 0, "expected an integer, a slice, a list, `...`, None, True, False or @name here"),
            ({"index": "0, :, :, k"}, "index", 9, "no tensor is named 'k'"),
            ({"index": "0, 0, 0, 0"}, "index", 9, "too many indices for tensor: tensor is 3-dimensional, but 4 were indexed"),
            ({"index": "..., ..."}, "index", 5, "term 1: an index can only have a single ellipsis ('...')"),
            ({"index": "0, @0"}, "index", 3, "no tensor is named '0'"),
            ({"names": "e = eye([])"}, "names", 8, "eye takes one size"),
            ({"names": "m = x > 5; n = m + m"}, "names", 17, "this operator is not for bools"),
            ({"names": "m = x % 0"}, "names", 6, "% by 0"),
            ({"index": "::0"}, "index", 2, "the step of a slice cannot be 0"),
            ({"names": "i = [0, 9]", "index": ":, i"}, "index", 3, "term 1: index 9 at [1] is out of bounds for dimension 1 with size 3"),
            ({"names": "i = [0, "}, "names", 4, "this '[' is never closed"),
            ({"names": "i = 1, j = 2"}, "names", 5, "a ',' only between brackets; ';' separates named tensors"),
            ({"index": "y = x[0]"}, "index", 2, "only an index is typed here; what to do with it is chosen apart"),
            ({"index": "x[0, :] += 1"}, "index", 9, "only an index is typed here; what to do with it is chosen apart"),
            ({"index": "x[0][1]", "mode": 1}, "index", 4, "an index after an index is only for reading here"),
            ({"index": "x[0] [1, [0, 4]]"}, "index", 9, "link 1: term 1: index 4 at [1] is out of bounds for dimension 1 with size 4"),
            ({"index": "x[7][0]"}, "index", 2, "link 0: term 0: index 7 is out of bounds for dimension 0 with size 2"),
            ({"index": "x[0][0, 0, 0]"}, "index", 11, "link 1: too many indices for tensor: tensor is 2-dimensional, but 3 were indexed"),
            ({"index": "x[0][1"}, "index", 4, "this '[' is never closed"),
            ({"index": "x[0][k]"}, "index", 5, "no tensor is named 'k'"),
            ({"index": "x" + 9 * "[...]"}, "index", 41, "at most 8 indices are shown here"),
            ({"index": "[0, 1][0]"}, "index", 6, "only an array has this in Python: write array(…) before it"),
            ({"names": "s = slice(None)"}, "names", 4, "a slice is typed as start:stop:step here"),
            ({"index": "0, slice()"}, "index", 3, "slice takes one, two or three bounds"),
            ({"index": "0, slice( )"}, "index", 3, "slice takes one, two or three bounds"),
            ({"index": "slice( , 2)"}, "index", 6, "expected an argument here"),
            ({"index": "slice(1, , 2)"}, "index", 8, "expected an argument here"),
            ({"index": "np.ix_( )"}, "index", 0, "np.ix_ takes lists of integers or bools"),
            ({"index": "np.where( )"}, "index", 0, "this is an index with one argument: an array of conditions"),
            ({"index": "0, slice(1:2)"}, "index", 9, "a bound of a slice is an integer or None"),
            ({"index": "0, np.ix_(3)"}, "index", 10, "np.ix_ takes lists of integers or bools"),
            ({"index": "np.where(x > 1, 0, 1)"}, "index", 0, "this is an index with one argument: an array of conditions"),
            ({"index": "np.ix_([0, 2], [1])"}, "index", 0, "term 0: index 2 at [1, 0] is out of bounds for dimension 0 with size 2"),
            ({"x": "[2, 3]", "index": "0, 1"}, "index", 3,
             "too many indices for tensor: tensor is 1-dimensional, but 2 were indexed; x is a list: a shape is typed as (2, 3)"),
            ({"x": "[0., ..., 1.]"}, "x", 5, "elements are left out here: paste all of them, or type a shape"),
            ({"names": "x = 3"}, "names", 0, "x is the tensor above"),
            ({"names": "i = zeros(9999999)"}, "names", 10, "shape (9999999) has 9999999 elements; at most 1048576 are shown here"),
            ({"x": "(2, three)"}, "x", 4, "no tensor is named 'three'"),
            ({"x": "[[1, 2], [3]]"}, "x", 0, "the items of this list differ in shape"),
            ({"x": "[[1 2]\n [3 $]]"}, "x", 4, "line 2: expected a number, a list or a name here"),
            ({"x": "(-1, 2)"}, "x", 0, None),
            ({"x": "(99999, 99999, 99999, 99999, 99999)"}, "x", 0, None),
            ({"x": "(" * 5000}, "x", None, "this expression is nested too deeply"),
            ({"index": "[" * 5000 + "i"}, "index", None, None)):
        seen = page.fill(**{"x": "(2, 3, 4)", **fields})
        expect(seen["field"] == f"{field}-fault", fields, seen)
        expect(message is None or seen["fault"] == message, fields, seen["fault"])
        expect(column is None or int(seen["column"]) == column, fields, seen["column"])
    expect(not page.exceptions, page.exceptions)


def test_random_bytes(page):
    """Whatever is typed, the page answers."""
    chance = random.Random(3)
    alphabet = ["0", "1", "-", ":", ",", "[", "]", "(", ")", "x", "i", "...", "None", "True", " ", "@", "{}", ".", ".T",
                ">", "==", "~", "&", "+", "*", "%", "arange", "é", "\"", "1e9", "99999999999999999999", ".reshape", "=", ";", "\n", "\\", "🙂"]
    for _ in range(1500):
        text = lambda: "".join(chance.choice(alphabet) for _ in range(chance.randint(0, 9)))
        seen = page.fill(x=chance.choice(["(3, 4)", text()]), index=text(), names=chance.choice(["", "i = [0]", text()]),
                         value=text(), mode=chance.randint(0, 2), rule=chance.randint(0, 3))
        expect(seen["fault"] or seen["shapes"], seen)
    expect(not page.exceptions, page.exceptions)


def test_permalink(page):
    page.open(page.address)
    page.fill(rule=1, mode=2, x="(4, 4)", names="i = [1, 1]; m = x > 5", index="i, ::-1", value="7")
    page.wait("location.hash.includes('mode=2')")
    fragment = page.ask("location.hash")
    before = page.ask("seen()")
    page.open(page.address + fragment)
    shown = page.ask("[...['x', 'names', 'index', 'value']].map(id => document.getElementById(id).value)")
    expect(shown == ["(4, 4)", "i = [1, 1]; m = x > 5", "i, ::-1", "7"], shown)
    expect(page.ask("document.getElementById('shapes').textContent") == before["shapes"])
    expect(page.ask("document.querySelector('input[value=numpy]').checked"))
    for link, reader in (("by=jax", "jax"), ("by=constructor", "torch"), ("rule=2", "outer"), ("rule=9", "torch")):
        page.open(page.address + "#x=(2)&i=0&" + link)
        expect(page.ask("document.querySelector('input[name=reader]:checked').value") == reader, link)
    page.ask("document.querySelector('input[value=jax]').click(); null")
    page.wait("location.hash === '#x=%282%29&i=0&by=jax'")
    for fragment in ("#x=%5B%5B&i=0&rule=9&mode=-3", "#x=(2)&i=%E0%A4%A", "#rule=2", "#" + "x" * 3000):
        page.open(page.address + fragment)
    expect(not page.exceptions, page.exceptions)


def focused(page):
    return page.ask("document.activeElement.id || document.activeElement.parentElement.id || document.activeElement.name === 'reader' && document.activeElement.value || document.activeElement.textContent")


def test_keyboard(page):
    page.open(page.address)
    reached = []
    for _ in range(42):
        page.press("Tab", 9)
        reached.append(focused(page))
    for wanted in ("x", "file", "index", "names", "view-x", "view-y", "link", "svg", "png", "torch", "code-cpp"):
        expect(wanted in reached, wanted, "is not reached:", reached)
    page.ask("document.querySelector('#view-x .cells').focus(); null")
    page.press("End", 35)
    said = page.ask("document.getElementById('inspector').textContent")
    expect(said == "x[1, 2, 3] = 23 · offset 0 + 1·12 + 2·4 + 3·1 = 23 · not selected", said)
    for key, code in (("Home", 36), ("ArrowRight", 39), ("ArrowRight", 39), ("ArrowDown", 40)):
        page.press(key, code)
    said = page.ask("document.getElementById('inspector').textContent")
    expect(said == "x[0, 1, 2] = 6 · offset 0 + 0·12 + 1·4 + 2·1 = 6 · goes to y[1, 1]", said)
    page.ask("document.querySelector('button[data-copy=code-cpp]').focus(); null")
    page.press("Enter", 13)
    page.wait("document.querySelector('button[data-copy=code-cpp]').textContent === 'Copied'")
    page.ask("document.querySelector('input[value=torch]').focus(); null")
    page.press("ArrowUp", 38)
    expect(page.ask("document.getElementById('shapes').textContent") == "(2, 3, 4) → (2, 3)")


def test_pasted_lines(page):
    page.open(page.address + "#x=(5)&i=m, None")
    page.ask("document.getElementById('names').focus(); null")
    page.ask("""(() => {
        const pasted = new DataTransfer();
        pasted.setData('text/plain', 'i = [0, 2]\\n\\nm = x > 3;\\n');
        document.getElementById('names').dispatchEvent(new ClipboardEvent('paste', {clipboardData: pasted, bubbles: true, cancelable: true}));
    })()""")
    expect(page.ask("document.getElementById('names').value") == "i = [0, 2]; m = x > 3;")
    expect(page.ask("document.getElementById('shapes').textContent") == "(5) → (1, 1)")


def test_pointer_lights_the_other(page):
    page.open(page.address + "#x=(3)&i=[2, 2]")
    page.ask("document.querySelector('#view-y .cells').scrollIntoView({block: 'center'}); null")
    at = page.ask("(() => { const r = document.querySelector('#view-y canvas').getBoundingClientRect(); return [r.x, r.y]; })()")
    page.call("Input.dispatchMouseEvent", type="mouseMoved", x=at[0] + 60, y=at[1] + 10)
    said = page.ask("document.getElementById('inspector').textContent")
    expect(said == "y[1] = 2 = x[2] · offset 0 + 1·1 = 1, in its own memory", said)
    expect(page.ask("document.querySelector('#view-y .cells').title") == "y[1]")
    lit = "(id => { const c = document.querySelector(id + ' canvas + canvas'); return c.getContext('2d').getImageData(0, 0, c.width, c.height).data.some(v => v > 0); })"
    expect(page.ask(lit + "('#view-x')") and page.ask(lit + "('#view-y')"))


def test_said_aloud(page):
    page.fill(x="(2, 3)", index="0")
    page.wait("document.getElementById('announcer').textContent === '(2, 3) becomes (3), a view.'")
    page.fill(x="(4)", index="[1, 1]", mode=2)
    page.wait("document.getElementById('announcer').textContent === '(4) becomes (2), added in place.'")
    cost = page.ask("document.getElementById('cost').textContent")
    expect(cost.endswith("1 of them more than once (marked): each value is added, where x[…] += v would add only the last"), cost)
    page.fill(x="(2, 3, 4)", index="0, :, [0, 1]", rule=1)
    page.wait("document.getElementById('announcer').textContent === '(2, 3, 4) becomes (2, 3), a copy. PyTorch: (3, 2). outer: (3, 2).'")
    # The picture in words: which dim each term takes, and which it puts where.
    said = page.ask("document.querySelector('#flow svg').getAttribute('aria-label')")
    expect(said == "(2, 3, 4) becomes (2, 3). 0 takes dim 0 and selects index 0, as an index tensor, into dim 0 of the result. "
                   ": takes dim 1 and keeps all, into dim 1 of the result. "
                   "[0, 1] takes dim 2 and picks by indices of shape (2), into dim 0 of the result.", said)
    # A field without an error has no description: not even the caret.
    described = page.call("Accessibility.getFullAXTree")["nodes"]
    carets = [node for node in described if node.get("description", {}).get("value") == "^"]
    expect(not carets, carets)
    page.fill(x="(2, 3)", index="7")
    page.wait("document.getElementById('announcer').textContent.startsWith('Error in index: term 0: index 7')")
    unnamed = page.ask("""[...document.querySelectorAll('input, textarea, button, .cells')]
        .filter(e => !e.labels?.length && !e.ariaLabel && !e.textContent.trim()).map(e => e.outerHTML)""")
    expect(not unnamed, unnamed)


def test_npy_files(page):
    with tempfile.TemporaryDirectory() as folder:
        for array, shown in ((np.array([[1, 2], [3, 4]], dtype=np.int16), "[[1, 2], [3, 4]]"),
                             (np.array([0.5, np.nan, 1e300, 2.0]), "[0.5, nan, 1e+300, 2.]"),
                             (np.arange(4, dtype=">i4").reshape(2, 2).T, "[[0, 2], [1, 3]]"),
                             (np.zeros((200, 300)), "(200, 300)"), (np.zeros((2000, 2000), dtype=np.int8), "(2000, 2000)"), (np.array("text"), None), (np.zeros((0, 2)), "(0, 2)")):
            path = os.path.join(folder, "array.npy")
            np.save(path, array)
            page.open(page.address)
            # Dropped, then opened: either way the field holds the same.
            with open(path, "rb") as file:
                content = list(file.read()) if array.size < 100 else None
            if content:
                page.ask(f"""(() => {{
                    const dropped = new DataTransfer();
                    dropped.items.add(new File([new Uint8Array({content})], 'dropped.npy'));
                    document.body.dispatchEvent(new DragEvent('drop', {{dataTransfer: dropped, bubbles: true, cancelable: true}}));
                }})()""")
                page.wait("document.getElementById('file-said').textContent.startsWith('dropped.npy')")
                expect(shown is None or page.ask("document.getElementById('x').value") == shown, "dropped", shown)
                page.ask("document.getElementById('file-said').textContent = ''")
            root = page.call("DOM.getDocument")["root"]["nodeId"]
            field = page.call("DOM.querySelector", nodeId=root, selector="#file")["nodeId"]
            page.call("DOM.setFileInputFiles", nodeId=field, files=[path])
            page.wait("document.getElementById('file-said').textContent !== ''")
            said = page.ask("document.getElementById('file-said').textContent")
            if shown is None:
                expect("element type" in said, said)
            else:
                expect(page.ask("document.getElementById('x').value") == shown, said, page.ask("document.getElementById('x').value"))


def test_downloads(page):
    with tempfile.TemporaryDirectory() as folder:
        page.size(1000, 900)
        page.open(page.address + "#x=(2,%203,%204)&i=0,%20:,%20[0,%202]")
        page.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=folder)
        for kind, start in (("svg", b"<svg xmlns"), ("png", b"\x89PNG")):
            page.ask(f"document.getElementById('{kind}').click(); null")
            path = os.path.join(folder, f"ndx-x[0,_,[0,2]]-index.{kind}")
            for _ in range(500):
                if os.path.exists(path) and os.path.getsize(path) > 0:
                    break
                time.sleep(0.01)
            expect(open(path, "rb").read().startswith(start), kind)
        committed = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/explorer/explorer.svg")
        with open(os.path.join(folder, "ndx-x[0,_,[0,2]]-index.svg")) as made, open(committed) as picture:
            expect(made.read() == picture.read(), "explorer.svg is not what the page draws now: download it again")
        page.size(1280, 900)


def test_chips(page):
    page.open(page.address)
    chips = page.ask("document.querySelectorAll('.chips button').length")
    shapes = []
    for number in range(chips):
        page.ask(f"document.querySelectorAll('.chips button')[{number}].click(); null")
        seen = page.ask("seen()")
        expect(not seen["fault"], seen)
        shapes.append(seen["shapes"].split(" → ", 1)[1])
    expect(shapes == ["(3, 2)", "(2, 3, 4)", "(18)", "(2, 2, 4)", "(2, 1, 3)", "(2, 2, 4) → (2, 4)"], shapes)


def test_embedded(page):
    """No header and no code, the controls collapsed; a link leads to the whole page, with the same state."""
    shown = lambda selector: page.ask(f"document.querySelector('{selector}').checkVisibility()")
    page.open(page.address + "?embed=1#x=(4)&i=[1, 1]")
    expect([shown(s) for s in ("header", "#quiz", "#code-cpp", "#index", "#shapes", "#whole")] == [False, False, False, False, True, True])
    expect(page.ask("document.getElementById('whole').href") == page.address + "#x=%284%29&i=%5B1%2C+1%5D")
    page.open(page.address)
    expect([shown(s) for s in ("header", "#quiz", "#code-cpp", "#index", "#shapes", "#whole")] == [True, True, True, True, True, False])


def test_links_lead_to_the_guide(page):
    page.open(page.address)
    guide = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../examples/guide")
    for fields, name in (({"index": "0"}, "views"), ({"index": "[0]"}, "rules"), ({"index": "x > 1"}, "masks"),
                         ({"index": "0", "mode": 1}, "writing")):
        page.fill(x="(2, 3)", **fields)
        expect(page.ask("document.getElementById('guide').getAttribute('href')") == f"../../examples/guide/{name}.md", fields)
        with open(f"{guide}/{name}.md") as text:
            expect(page.ask("document.getElementById('guide').textContent") == "In the guide: " + text.readline()[2:].strip(), name)


def test_narrow(page):
    for width in (360, 1280):
        page.size(width, 800)
        for link in ("#x=(2, 3, 4, 5, 6)&i=:, [0, 1], None, ::2, [[0], [1]]", "#x=(2, 3, 4, 5, 6)&i=x[:, [0, 1]][None, ::2, [[0], [1]]][0]"):
            page.open(page.address + link)
            page.ask("document.querySelectorAll('details').forEach(d => { d.open = true; }); null")
            wide = page.ask("document.documentElement.scrollWidth")
            expect(wide <= width, "at", width, "the page is", wide, "wide for", link)
    page.size(1280, 900)


def test_memory_is_constant(page):
    page.open(page.address)
    run = """(async () => {
        const texts = ['0, :, i', '::-1', 'i, 0, :', 'x[i][x > 5, 0]', 'x[0][..., i]', '..., None', '[0', 'i, :, i', 'True', ':, j, i'];
        const before = explorer.engineBytes();
        for (let n = 0; n < COUNT; ++n)
            explorer.explore({x: '(2, 3, 4)', names: 'i = [0, 1]; j = arange(2)[:, None]', index: texts[n % 10], value: '',
                             rule: n % 4, mode: n % 3});
        return [before, explorer.engineBytes()];
    })()"""
    page.ask(run.replace("COUNT", "1000"))
    before, after = page.ask(run.replace("COUNT", "30000"))
    expect(before == after, "the engine's memory grew from", before, "to", after)
    heap = []
    for _ in range(2):
        for text in ("0, :, i", "::-1", "7", "x > 5") * 50:
            page.ask("(() => { const f = document.getElementById('index'); f.value = " + json.dumps(text) +
                     "; f.dispatchEvent(new Event('input')); })()")
        page.call("HeapProfiler.collectGarbage")
        heap.append(page.call("Runtime.getHeapUsage")["usedSize"])
    expect(heap[1] < heap[0] * 1.1 + 200_000, "the page's memory grew:", heap)


def main():
    page = Page(sys.argv[1])
    failed = 0
    try:
        for name, test in list(globals().items()):
            if not name.startswith("test_") or (sys.argv[2:] and name not in sys.argv[2:]):
                continue
            try:
                test(page)
                expect(not page.exceptions, page.exceptions)
                print("passed", name, flush=True)
            except (AssertionError, RuntimeError) as error:
                failed += 1
                page.exceptions.clear()
                print("FAILED", f"{name}: {error}", flush=True)
    finally:
        page.close()
    sys.exit(failed != 0)


main()
