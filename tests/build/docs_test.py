"""The documentation: what is read from a header, what is missed, what pages look like, and dead links.

The headers are made up; those of the library are read by make_site.py itself."""

import json
import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).parents[2] / "cmake" / "docs"))

import examples
import markup
from check_links import dead_links
from make_site import Site
from reference import Reference
from throws import messages

HEADER = """// Taking things.
#pragma once

NDX_NAMESPACE_BEGIN
namespace detail {
int hidden();
}

/// Takes what is named. Throws IndexError if nothing is.
///   take(t(2,3), 1) -> (3)
template <class T, class U = int>
  requires(sizeof(T) > 1)
[[nodiscard]] inline T take(const T& t,
                            U at = {}) {
  return t;
}
template <class T>
T take_all(const T& t) {
  return t;
}

/// A number of things, the first of them.
struct Things {
  Things() = default;
  explicit Things(int some) : count(some) {}
  int count = 0;  // how many
  int first = 0;
  int last = 0;

 private:
  int secret_ = 0;
};

enum class Way : unsigned char {
  there,
  back,  // and again
};

template <class T>
void take(const T& t) = delete;

void forgotten();

NDX_NAMESPACE_END
"""

ROWS = """#pragma once
NDX_NAMESPACE_BEGIN
#define NDX_ENTRY_FUNCTION(name, Operand, ...) \\
  template <class T, Operand A>                \\
  void name(const T& out, const A& a) {        \\
    detail::__VA_ARGS__;                       \\
  }
/// Doubles.
NDX_ENTRY_FUNCTION(twice, Number, map(out, a))
/// Halves.
NDX_ENTRY_FUNCTION(half_of, Number,
                   map<2>(out, a))
#undef NDX_ENTRY_FUNCTION
NDX_NAMESPACE_END
"""


class Made(unittest.TestCase):
    def setUp(self):
        temporary = tempfile.TemporaryDirectory()
        self.addCleanup(temporary.cleanup)
        self.root = Path(temporary.name)
        self.write("include/ndx/ndx.hpp", "#pragma once\n// Things: how to take them.\n#include <ndx/ops/take.hpp>\n")
        self.write("include/ndx/all.hpp", "#pragma once\n")
        self.write("include/ndx/ops/take.hpp", HEADER)
        self.write("facts.txt", "# a comment\ntake | copy | result | O(n)\ntake_* | all | - | O(1)\nnone | a | b | c\n")
        self.write("examples/more.txt", "# a comment\ntake_all, take_*\n  auto x = take_all(1);\n  x -> 1\n")
        self.write("tests/public_functions/some.cpp", """
            add("take if", [](Arguments& a) { if (a.count > 0) a.see(ndx::take(a.integers)); });
            add("IndexMethods::missing", [](Arguments& a) { a.floats.missing(); });
            add("take one", [](Arguments& a) { a.see(ndx::take(a.floats)); });""")

    def write(self, path, text):
        (self.root / path).parent.mkdir(parents=True, exist_ok=True)
        (self.root / path).write_text(text)

    def reference(self):
        return Reference(self.root, self.root / "work", self.root / "facts.txt", self.root / "examples")


class Headers(Made):
    def entry(self, name):
        return next(e for e in self.reference().entries if name in e.names)

    def test_names_share_the_comment_above_them(self):
        entry = self.entry("take")
        self.assertEqual(entry.names, ["take", "take_all"])
        self.assertEqual(entry.comment[0], "Takes what is named. Throws IndexError if nothing is.")

    def test_signatures_end_before_the_body(self):
        first = self.entry("take").declarations[0]
        self.assertEqual(" ".join(first.signature.split()),
                         "template <class T, class U = int> requires(sizeof(T) > 1) T take(const T& t, U at = {})")

    def test_rows_of_a_macro_declare_functions(self):
        self.write("include/ndx/ops/take.hpp", ROWS)
        for name, comment in (("twice", "Doubles."), ("half_of", "Halves.")):
            self.assertEqual(self.entry(name).comment, [comment])
            self.assertEqual(" ".join(self.entry(name).declarations[0].signature.split()),
                             f"template <class T, Number A> void {name}(const T& out, const A& a)")

    def test_rows_use_the_macros_of_included_headers(self):
        self.write("include/ndx/ops/rows.hpp", ROWS.replace("#undef NDX_ENTRY_FUNCTION\n", ""))
        self.write("include/ndx/ops/take.hpp", """#pragma once
#include <ndx/ops/rows.hpp>
NDX_NAMESPACE_BEGIN
/// Adds one.
NDX_ENTRY_FUNCTION(next, Number, map<1>(out, a))
NDX_NAMESPACE_END
""")
        self.assertEqual(self.entry("next").comment, ["Adds one."])
        self.assertEqual(" ".join(self.entry("next").declarations[0].signature.split()),
                         "template <class T, Number A> void next(const T& out, const A& a)")

    def test_members_that_the_class_does_not_name_need_a_comment(self):
        self.assertEqual(self.entry("count").comment, ["how many"])
        self.assertEqual(self.entry("last").comment, [])

    def test_constructors_and_members_that_the_class_names_belong_to_it(self):
        entry = self.entry("Things")
        self.assertEqual([d.name for d in entry.declarations], ["Things", "Things", "first"])
        self.assertEqual(entry.qualified(), ["Things"])

    def test_what_is_hidden_private_deleted_or_defaulted_is_left_out(self):
        names = [name for e in self.reference().entries for name in e.qualified()]
        self.assertEqual(names, ["take", "take_all", "Things", "Things::count", "Things::last", "Way", "forgotten"])

    def test_enumerators_belong_to_their_type(self):
        self.assertEqual(self.entry("Way").declarations[0].enumerators, ["there", "back"])


class Problems(Made):
    def test_are_names_without_comment_functions_without_facts_example_or_errors_and_facts_of_nothing(self):
        self.assertEqual(list(self.reference().problems()), [
            "ops/take.hpp:28: Things::last: no comment",
            "ops/take.hpp:34: Way: no comment",
            "ops/take.hpp:42: forgotten: no comment",
            "ops/take.hpp:42: forgotten: no line in cmake/docs/facts.txt",
            "ops/take.hpp:42: forgotten: no example",
            "ops/take.hpp:42: forgotten: no errors, in cmake/docs/facts.txt or above",
            "tests/public_functions: Tensor::missing: not in the reference",
            "cmake/docs/facts.txt: take_*: no function",
            "cmake/docs/facts.txt: none: no function",
        ])

    def test_are_examples_of_nothing_and_functions_whose_comment_has_none_that_is_compared(self):
        self.write("include/ndx/ops/take.hpp", HEADER.replace("-> (3)", "-> three"))
        self.write("examples/more.txt", "left, taken_*\n  left() -> 1\n")
        problems = list(self.reference().problems())
        for problem in ("ops/take.hpp:11: take: no example", "ops/take.hpp:11: take_all: no example",
                        "more.txt:1: left: no function", "more.txt:1: taken_*: no function"):
            self.assertIn(problem, problems)

    def test_a_line_of_facts_has_four_cells(self):
        self.write("facts.txt", "take | copy\n")
        with self.assertRaises(SystemExit):
            self.reference()


class Pages(Made):
    def page(self):
        reference = self.reference()
        return reference.markdown(reference.pages[0], markup.Links(reference.places), "../")

    def test_have_signature_comment_example_facts_and_errors(self):
        page = self.page()
        for part in ("#### `take`, `take_all` {#take}\n", "\n\nTakes what is named.\n\n",
                     "\ntake(t(2,3), 1) -> (3)\n```", "- **Allocates:** result\n",
                     "- **Errors:** Throws IndexError if nothing is.\n", "Values: `there`, `back`."):
            self.assertIn(part, page)

    def test_show_the_examples_of_the_folder_where_they_are_named_first(self):
        self.write("include/ndx/ops/take.hpp", HEADER.replace("void forgotten", "/// Is left.\nvoid take_none"))
        self.write("examples/more.txt", "take_all, take_*\n  take_all(7) -> 7\n")
        page = self.page()
        self.assertEqual(page.count("```cpp\ntake_all(7) -> 7\n```"), 1)
        self.assertIn("- **Example:** at [`take_all`](../reference/things.html#take)", page)

    def test_begin_with_the_functions_and_their_costs(self):
        self.assertIn("| [`take`](#take), [`take_all`](#take) | copy | result | O(n) |\n", self.page())

    def test_list_functions_with_the_same_facts_in_one_row(self):
        self.write("facts.txt", "* | copy | `out` | O(n)\n")
        self.write("include/ndx/ops/take.hpp", HEADER.replace("void forgotten", "/// Is left.\nvoid left"))
        self.assertIn("| [`take`](#take), [`take_all`](#take), [`left`](#left) | copy | `out` | O(n) |\n", self.page())

    def test_do_not_name_what_is_internal(self):
        self.write("include/ndx/ops/take.hpp", HEADER.replace("void forgotten()", """/// Is left.
template <class T, class X = detail::BracedIndices>
void left(const detail::Some<T>& t, const X& x)"""))
        self.assertIn("template <class T, class X>\nvoid left(const Some<T>& t, const X& x)\n", self.page())


class Markup(unittest.TestCase):
    links = markup.Links({"take": "reference/a.html#take", "ops/take.hpp": "reference/a.html"})

    def test_links_names_in_code(self):
        self.assertEqual(markup.prose("As `take(t, 1)`, x < *y.", self.links, "../"),
                         "As [`take(t, 1)`](../reference/a.html#take), x &lt; \\*y.")
        self.assertEqual(markup.prose("Of t(2,3).at({x(1), 2}) -> (3): `take`, a take.", self.links, ""),
                         "Of `t(2,3).at({x(1), 2}) -> (3)`: [`take`](reference/a.html#take), a take.")

    def test_pages_have_links_where_they_lead_on_the_site_and_code_as_it_is(self):
        text = """## How `take` works

- `ndx/ops/take.hpp` has `take(t)`: ![x[0, [1]] as a picture](p.svg), [`take`](b.md#x).

| `a \\| b` |

```cpp
int x = take(1);  // `take`, [a](b.md)
```
"""
        page = markup.page(text, self.links, "../", lambda link: "to/" + link)
        self.assertEqual(page, text.replace("`ndx/ops/take.hpp`", "[`ndx/ops/take.hpp`](../reference/a.html)")
                         .replace("`take(t)`", "[`take(t)`](../reference/a.html#take)").replace("p.svg", "to/p.svg")
                         .replace("](b.md#x)", "](to/b.md#x)").replace("a \\|", "a |"))

    def test_sentences_do_not_hold_code(self):
        lines = ["Reads. Throws ShapeError if", "it cannot. So:", "  f(x) -> y", "ValueError for 0."]
        self.assertEqual(markup.sentences(lines), ["Reads.", "Throws ShapeError if it cannot.", "So:", "ValueError for 0."])


class Examples(unittest.TestCase):
    def checks(self, *lines):
        return [examples.check(*e) for e in examples.examples(lines)]

    def test_are_shapes_and_elements_of_calls(self):
        self.assertEqual(self.checks("///   take(t(2,3), {0, 1}) -> (2,3); one integer removes a dim",
                                     "text", "///   roll(tensor({1, 2}), 1) -> 2 1 · rot(x) -> [[1, -2.5], [3, .5]]"), [
            '  EXPECT_TRUE(shapes_are(take(t(2,3), {0, 1}), {{2,3}})) << "line 1";',
            '  EXPECT_TRUE(elements_are(roll(tensor({1, 2}), 1), {2, 1})) << "line 3";',
            '  EXPECT_TRUE(elements_are(rot(x), {1, -2.5, 3, .5})) << "line 3";'])
        self.assertEqual(self.checks("///   split(t(8), 3) -> (3), (3), (2)"),
                         ['  EXPECT_TRUE(shapes_are(split(t(8), 3), {{3}, {3}, {2}})) << "line 1";'])

    def test_of_members_stand_in_sentences(self):
        self.assertEqual(self.checks("  /// (2,3).unsqueeze(1) -> (2,1,3): as in NumPy."),
                         ['  EXPECT_TRUE(shapes_are(t(2,3).unsqueeze(1), {{2,1,3}})) << "line 1";'])

    def test_of_the_folder_are_code_with_results(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ops.txt"
            path.write_text("""# Why.
#include <ndx/ops/take.hpp>

Tensor::take, take_*
  auto x = take(t(2,3), 1);
  x -> (3)
  at(x) -> true
  name(x) -> "a b"
  take(x, 9) -> IndexError: index 9 of "x"
  log(x) -> -inf nan
""")
            includes, tests, count = examples.of_file(path)
        self.assertEqual((includes, count), (["#include <ndx/ops/take.hpp>"], 1))
        self.assertEqual(tests, ["""TEST(DocumentedOps, TensorTake) {
  const auto& t = shaped;
  auto x = take(t(2,3), 1);
  EXPECT_TRUE(shapes_are(x, {{3}})) << "ops.txt:6";
  EXPECT_TRUE(elements_are(at(x), {1})) << "ops.txt:7";
  EXPECT_TRUE(text_is(name(x), "a b")) << "ops.txt:8";
  EXPECT_TRUE(throws<IndexError>([&] { static_cast<void>(take(x, 9)); }, "index 9 of \\"x\\"")) << "ops.txt:9";
  EXPECT_TRUE(elements_are(log(x), {-INFINITY, NAN})) << "ops.txt:10";
}
"""])

    def test_of_the_folder_whose_result_cannot_be_compared_are_refused(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "ops.txt"
            path.write_text("take\n  take(x) -> some\n")
            with self.assertRaises(SystemExit):
                examples.of_file(path)

    def test_are_neither_words_nor_code_without_a_result(self):
        self.assertEqual(self.checks("///   t.index({0})", "///   int -> dim removed", "// take(t) -> (2)"), [])
        self.assertEqual(self.checks("///   meshgrid(a) -> two tensors"), [None])


class WholeSite(Made):
    """With an explorer and a report, and pages that link to each other and to files."""

    def setUp(self):
        super().setUp()
        self.write("README.md", "# Things\n\nSee [the guide](examples/guide/one.md#how), [a file](tests/x.cpp), [tests](tests) "
                                "and `take(t)`.\n\n[![x[0]](examples/guide/p.svg)](examples/explorer/README.md#x=(4)&i=0)\n")
        self.write("examples/guide/one.md", "# One\n\n## How\n\n![a picture](p.svg) [back](../../README.md) `ops/take.hpp`\n\n"
                   "[![x[0, [1]]: a picture](p.svg)](../explorer/README.md#x=(4)&i=[1],+0)\n\n[try](../explorer/README.md#x=(4)&i=1)\n")
        self.write("examples/explorer/README.md", "# The explorer\n")
        self.write("examples/guide/README.md", "# The guide\n\n## Start here\n\n[two](two.md), [one](one.md)\n\n## More\n\n[e](errors.md), [c](changelog.md)\n")
        for name in ("two", "errors", "changelog"):
            self.write(f"examples/guide/{name}.md", f"# {name.title()}\n")
        self.write("examples/guide/p.svg", "<svg/>")
        self.write("tests/x.cpp", "int x;")
        numbers = enumerate(("MAJOR", "MINOR", "PATCH"), 3)
        self.write("include/ndx/base/config.hpp", "".join(f"#define NDX_VERSION_{part} {n}\n" for n, part in numbers))
        self.write("explorer.html", "<p>explorer</p>")
        self.write("bench/report.md", "# Fast\n\n![chart](report.svg)\n")
        self.write("bench/report.svg", "<svg/>")
        self.write("words.txt", "# of pages and names\nguide/two.html | second\ntake | get fetch\n")
        self.target = self.root / "site"
        self.site = Site(self.root, self.root / "work", self.target)

    def page(self, address):
        return (self.target / address).read_text()

    def test_has_every_page_and_no_dead_link(self):
        self.site.write_all(self.root / "explorer.html", self.root / "bench", self.root / "words.txt")
        self.assertEqual(list(dead_links(self.target.resolve())), [])
        self.assertEqual(sorted(p.relative_to(self.target).as_posix() for p in self.target.rglob("*.html")), [
            "404.html", "benchmarks/index.html", "explorer.html", "files/tests.html", "guide/changelog.html", "guide/errors.html",
            "guide/index.html", "guide/one.html", "guide/two.html", "index.html", "reference/index.html", "reference/things.html"])
        self.assertIn('<a href="guide/one.html#how">', self.page("index.html"))
        self.assertIn('<a href="files/tests/x.cpp.txt">', self.page("index.html"))
        self.assertIn('<a href="reference/things.html#take"><code>take(t)</code></a>', self.page("index.html"))
        self.assertIn("ndx 3.4.5", self.page("index.html"))
        self.assertIn('src="../files/examples/guide/p.svg"', self.page("guide/one.html"))
        self.assertIn('href="../explorer.html"', self.page("reference/things.html"))
        self.assertIn('<a href="explorer.html#x=(4)&amp;i=0"><img alt="x[0]" src="files/examples/guide/p.svg" /></a>', self.page("index.html"))
        self.assertIn('title="x[0, [1]]: a picture" src="../explorer.html?embed=1#x=(4)&amp;i=[1],+0">', self.page("guide/one.html"))

    def test_search_has_the_words_of_the_list(self):
        self.site.write_all(None, None, self.root / "words.txt")
        entries = json.loads(self.page("search/search_index.json"))["docs"]
        self.assertEqual({e["location"]: e["tags"] for e in entries if "tags" in e},
                         {"guide/two.html": ["second"], "reference/things.html#take": ["get", "fetch"]})

    def test_leaves_out_what_has_not_been_made(self):
        self.site.write_all(self.root / "none.html", self.root / "none", self.root / "words.txt")
        self.assertEqual(list(dead_links(self.target.resolve())), [])
        self.assertNotIn("See it", self.page("index.html"))
        self.assertIn('<img alt="x[0, [1]]: a picture" src="../files/examples/guide/p.svg" />', self.page("guide/one.html"))
        self.assertIn('<a href="../files/examples/explorer/README.md.txt">try</a>', self.page("guide/one.html"))


class Messages(unittest.TestCase):
    def test_are_those_that_name_their_call(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "take.hpp"
            path.write_text("""
                throw_value_error("take: size ", f(a, "b"), " of \\"it\\""
                                  " is negative", x, y);
                throw_shape_error(call, ": other");
                const auto place = wrap_dim("take", dim, rank);
                throw_value_error("take: size ", other, " of \\"it\\" is negative");
            """)
            self.assertEqual(messages([path]), {"take": [
                ("ValueError", 'take: size … of "it" is negative…'),
                ("ValueError", 'take: size … of "it" is negative'),
                ("IndexError", "take: dim … is out of range for a tensor of rank …"),
            ]})

    def test_and_errors_of_facts_are_shown_where_the_comment_names_none(self):
        made = Pages("page")
        made.setUp()
        self.addCleanup(made.doCleanups)
        made.write("facts.txt", "* | copy | result | O(n) | none at all\n")
        made.write("include/ndx/ops/take.hpp", HEADER.replace("void forgotten();", """
/// Says so: throw_value_error("kept: no ", x).
void kept();
""").replace("return t;", 'throw_index_error("take: index ", i, " is wrong");'))
        page = made.page()
        self.assertIn("- **Errors:** Throws IndexError if nothing is.", page)
        self.assertIn("- **Errors:** none at all", page)
        self.assertIn("- **Messages:** `IndexError`: take: index … is wrong", page)


class DeadLinks(unittest.TestCase):
    def test_are_files_and_parts_that_are_not_there(self):
        with tempfile.TemporaryDirectory() as folder:
            site = Path(folder)
            (site / "a.html").write_text('<p id="x"><a href="#x">1</a><a href="b.html#y">2</a><a href="https://e.org">3</a>'
                                         '<a href="c.html">4</a><img src="p.svg"><b id="x"></b>')
            (site / "b.html").write_text('<a href="a.html#x">5</a>')
            (site / "search").mkdir()
            (site / "search/search_index.json").write_text('{"docs": [{"location": "b.html#take"}]}')
            self.assertEqual(sorted(dead_links(site.resolve())), [
                "a.html: b.html#y: no such part",
                "a.html: c.html: no such file",
                "a.html: p.svg: no such file",
                "a.html: two parts are named x",
                "index.html: b.html#take: no such part",
            ])


if __name__ == "__main__":
    unittest.main()
