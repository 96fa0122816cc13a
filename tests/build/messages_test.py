"""What messages.py reads from a header, and what it says of a page."""

import sys
import tempfile
import unittest
from pathlib import Path

sys.dont_write_bytecode = True

from messages import wrong

HEADER = """
/// Throws throw_value_error("not this").
inline void check(const char* call, index_t i) {
  if (i < 0) throw_index_error(call, ": term ", i, ": index ", i, " is \\"low\\" here", place(i));
  if (i > 9) throw_value_error("check: ", i, " of "  // of how many
                               "9 is high");
  if (i == 5) fail(message("has ", i, " parts"));
}
constexpr const char* kHalf = "a half of nothing";
"""
ROWS = """
| message | error | cause and cure |
|---|---|---|
| `index … is "low" here` | IndexError | `a` |
| `` … of 9 is high `` | ValueError | b |

- `has … parts`
- `a half of nothing`
"""


class Messages(unittest.TestCase):
    def found(self, page):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "grammar").mkdir()
            (Path(folder) / "grammar" / "check.hpp").write_text(HEADER)
            (Path(folder) / "errors.md").write_text(page)
            return [line.replace(f"{folder}/", "") for line in wrong(Path(folder), Path(folder) / "errors.md")]

    def test_nothing_is_wrong_with_a_page_that_has_all(self):
        self.assertEqual(self.found(ROWS), [])

    def test_what_is_missing_is_named_with_its_header(self):
        self.assertEqual(self.found(ROWS.replace("- `has … parts`", "")),
                         ["grammar/check.hpp throws what errors.md lacks: has … parts"])

    def test_what_nothing_throws_is_named(self):
        self.assertEqual(self.found(ROWS + "- `is gone`\n"), ["errors.md has what nothing throws: is gone"])

    def test_another_type_is_named(self):
        self.assertEqual(self.found(ROWS.replace("| IndexError", "| ShapeError")),
                         ['IndexError, not ShapeError: index … is "low" here'])


unittest.main()
