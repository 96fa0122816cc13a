// Words wrapped into columns.
#include <gtest/gtest.h>

#include <ndx/explain/columns.hpp>

using namespace ndx::detail;

namespace columns_test {

using Lines = std::vector<std::string>;

TEST(Wrapped, BreaksAtSpaces) {
  EXPECT_EQ(wrapped("one two three", 13), (Lines{"one two three"}));
  EXPECT_EQ(wrapped("one two three", 12), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("one two three", 7), (Lines{"one two", "three"}));
  EXPECT_EQ(wrapped("one two three", 5), (Lines{"one", "two", "three"}));
  EXPECT_EQ(wrapped("", 5), (Lines{""}));
}

TEST(Wrapped, BreaksWordsThatAreTooLong) {
  EXPECT_EQ(wrapped("abcdefgh ij", 3), (Lines{"abc", "def", "gh", "ij"}));
  EXPECT_EQ(wrapped("ab cdefgh", 4), (Lines{"ab", "cdef", "gh"}));
}

TEST(Wrapped, CountsCharactersAndNotBytes) {
  EXPECT_EQ(wrapped("äöü äöü", 3), (Lines{"äöü", "äöü"}));
  EXPECT_EQ(wrapped("äöüä", 3), (Lines{"äöü", "ä"}));
}

TEST(Abbreviated, CutsOffWhatIsTooLong) {
  EXPECT_EQ(abbreviated("abc", 3), "abc");
  EXPECT_EQ(abbreviated("abcd", 3), "ab…");
  EXPECT_EQ(abbreviated("äöüß", 3), "äö…");
}

TEST(Columns, AreAsWideAsTheirWidestCell) {
  Columns table(2, 80, {10, 0, 10});
  table.add({"a", "bb", "c"});
  table.add({"aaa", "b", "cc"});
  EXPECT_EQ(table.text(),
            "  a    bb  c\n"
            "  aaa  b   cc\n");
}

TEST(Columns, WrapCellsThatAreWider) {
  Columns table(1, 18, {4, 0, 4});
  table.add({"one two", "three four", "1"});
  table.add({"x", "", "a b c"});
  EXPECT_EQ(table.text(),
            " one   three  1\n"
            " two   four\n"
            " x            a b\n"
            "              c\n");
}

}  // namespace columns_test
