#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/grammar/text/syntax.hpp>

namespace syntax_test {

using ndx::index_t;
using ndx::syntax::Parser;
using ndx::syntax::Term;
using ndx::syntax::TermKind;

std::vector<Term> read(std::string_view text) {
  std::vector<Term> terms;
  Parser parser(text);
  for (Term term; parser.next(term);) terms.push_back(term);
  EXPECT_FALSE(parser.error()) << text << ": " << parser.error().reason;
  return terms;
}

std::vector<TermKind> kinds(std::string_view text) {
  std::vector<TermKind> result;
  for (const Term& term : read(text)) result.push_back(term.kind);
  return result;
}

struct Fault {
  std::size_t position;
  std::string reason;
  bool operator==(const Fault& other) const {
    return position == other.position && reason == other.reason;
  }
  friend std::ostream& operator<<(std::ostream& out, const Fault& fault) {
    return out << fault.position << ": " << fault.reason;
  }
};

Fault fault(std::string_view text) {
  Parser parser(text);
  for (Term term; parser.next(term);) continue;
  if (!parser.error()) return {0, "none"};
  return {parser.error().position, parser.error().reason};
}

std::vector<index_t> shape(const Term& term) {
  return {term.list.shape, term.list.shape + term.list.rank};
}

std::vector<index_t> values(std::string_view text, const Term& term) {
  std::vector<index_t> result;
  ndx::syntax::for_each_value(text, term.begin, term.end,
                              [&](index_t value) { result.push_back(value); });
  return result;
}

constexpr const char* kRagged = "the lists of one depth differ in length or in depth";
constexpr const char* kNoTerm =
    "expected an integer, a slice, a list, `...`, None, True, False or @name here";
constexpr const char* kNoBound = "a bound of a slice is an integer or None";
constexpr const char* kTooLarge = "this integer does not fit into 64 bits";
constexpr const char* kNoInteger = "not an integer in decimal digits";

// ---- At compile time.

constexpr std::size_t count(std::string_view text) {
  Parser parser(text);
  std::size_t terms = 0;
  for (Term term; parser.next(term);) ++terms;
  return parser.error() ? 1000 + parser.error().position : terms;
}
static_assert(count("[::-1, [0, 2], ..., None]") == 4);
static_assert(count("{}, :, 0") == 3);
static_assert(count("0, [1, 2") == 1003);

constexpr index_t sum_of_list(std::string_view text) {
  Parser parser(text);
  Term term;
  parser.next(term);
  index_t sum = 0;
  ndx::syntax::for_each_value(text, term.begin, term.end, [&](index_t value) { sum += value; });
  return sum;
}
static_assert(sum_of_list("[[1, 2], [-7, 40]]") == 36);

// ---- Terms.

TEST(IndexSyntax, ReadsEveryKindOfTerm) {
  EXPECT_EQ(
      kinds("5, 1:3, ..., None, True, [0], {}, @a.npy"),
      (std::vector{TermKind::integer, TermKind::slice, TermKind::ellipsis, TermKind::none,
                   TermKind::boolean, TermKind::list, TermKind::placeholder, TermKind::name}));
  EXPECT_EQ(kinds("Ellipsis, newaxis, np.newaxis, False"),
            (std::vector{TermKind::ellipsis, TermKind::none, TermKind::none, TermKind::boolean}));
}

TEST(IndexSyntax, TellsWhereATermBeginsAndEnds) {
  const std::vector<Term> terms = read(" 12 , 1 : 3 ,[0, 1] ");
  ASSERT_EQ(terms.size(), 3U);
  EXPECT_EQ(terms[0].begin, 1U);
  EXPECT_EQ(terms[0].end, 3U);
  EXPECT_EQ(terms[1].begin, 6U);
  EXPECT_EQ(terms[1].end, 11U);
  EXPECT_EQ(terms[2].begin, 13U);
  EXPECT_EQ(terms[2].end, 19U);
}

TEST(IndexSyntax, ReadsIntegersUpToTheEndsOf64Bits) {
  EXPECT_EQ(read("+7")[0].integer, 7);
  EXPECT_EQ(read("-0")[0].integer, 0);
  EXPECT_EQ(read("007")[0].integer, 7);
  EXPECT_EQ(read("9223372036854775807")[0].integer, INT64_MAX);
  EXPECT_EQ(read("-9223372036854775808")[0].integer, INT64_MIN);
  EXPECT_EQ(fault("9223372036854775808"), (Fault{0, kTooLarge}));
  EXPECT_EQ(fault("0, -9223372036854775809"), (Fault{3, kTooLarge}));
  EXPECT_EQ(fault("[[1, 99999999999999999999999999]]"), (Fault{5, kTooLarge}));
  EXPECT_EQ(fault(":18446744073709551616"), (Fault{1, kTooLarge}));
}

TEST(IndexSyntax, RefusesOtherNumbers) {
  EXPECT_EQ(fault("0, 1.5"), (Fault{3, kNoInteger}));
  EXPECT_EQ(fault("1e3"), (Fault{0, kNoInteger}));
  EXPECT_EQ(fault("0x10"), (Fault{0, kNoInteger}));
  EXPECT_EQ(fault("-"), (Fault{0, "expected digits after the sign"}));
  EXPECT_EQ(fault("0, --1"), (Fault{3, "expected digits after the sign"}));
  EXPECT_EQ(fault("- 1"), (Fault{0, "expected digits after the sign"}));
}

TEST(IndexSyntax, ReadsSlicesWithAnyPartMissing) {
  const auto parts = [](std::string_view text) {
    const Term term = read(text).at(0);
    EXPECT_EQ(term.kind, TermKind::slice) << text;
    constexpr index_t open = 1000;
    return std::vector<index_t>{term.start.value_or(open), term.stop.value_or(open),
                                term.step.value_or(open)};
  };
  using Parts = std::vector<index_t>;
  EXPECT_EQ(parts(":"), (Parts{1000, 1000, 1000}));
  EXPECT_EQ(parts("::"), (Parts{1000, 1000, 1000}));
  EXPECT_EQ(parts("1:"), (Parts{1, 1000, 1000}));
  EXPECT_EQ(parts(":-1"), (Parts{1000, -1, 1000}));
  EXPECT_EQ(parts("1:3"), (Parts{1, 3, 1000}));
  EXPECT_EQ(parts("::-1"), (Parts{1000, 1000, -1}));
  EXPECT_EQ(parts("1::2"), (Parts{1, 1000, 2}));
  EXPECT_EQ(parts(" 5 : 1 : -2 "), (Parts{5, 1, -2}));
  EXPECT_EQ(parts("None:None:None"), (Parts{1000, 1000, 1000}));
  EXPECT_EQ(parts("None:3"), (Parts{1000, 3, 1000}));
}

TEST(IndexSyntax, RefusesWhatIsNoSlice) {
  EXPECT_EQ(fault("1:2:3:4"), (Fault{5, "a slice has at most three parts"}));
  EXPECT_EQ(fault("0, 1:2:0"), (Fault{7, "the step of a slice cannot be 0"}));
  EXPECT_EQ(fault("1:True"), (Fault{2, kNoBound}));
  EXPECT_EQ(fault("1:[0]"), (Fault{2, kNoBound}));
  EXPECT_EQ(fault("1::x"), (Fault{3, kNoBound}));
  EXPECT_EQ(fault("0, True:1"), (Fault{3, kNoBound}));
  EXPECT_EQ(fault("...:1"), (Fault{0, kNoBound}));
  EXPECT_EQ(fault("1:2.5"), (Fault{2, kNoInteger}));
}

TEST(IndexSyntax, ReadsNestedLists) {
  const std::string_view text = "[[ 0,-2 ],[1,1],], [True, False], [], [[], []], [[[7]]]";
  const std::vector<Term> terms = read(text);
  ASSERT_EQ(terms.size(), 5U);
  EXPECT_EQ(shape(terms[0]), (std::vector<index_t>{2, 2}));
  EXPECT_EQ(values(text, terms[0]), (std::vector<index_t>{0, -2, 1, 1}));
  EXPECT_FALSE(terms[0].list.booleans);
  EXPECT_EQ(shape(terms[1]), (std::vector<index_t>{2}));
  EXPECT_EQ(values(text, terms[1]), (std::vector<index_t>{1, 0}));
  EXPECT_TRUE(terms[1].list.booleans);
  EXPECT_EQ(shape(terms[2]), (std::vector<index_t>{0}));
  EXPECT_EQ(shape(terms[3]), (std::vector<index_t>{2, 0}));
  EXPECT_EQ(shape(terms[4]), (std::vector<index_t>{1, 1, 1}));
}

TEST(IndexSyntax, RefusesListsThatAreNotRectangular) {
  EXPECT_EQ(fault("[[1, 2], [3]],"), (Fault{9, kRagged}));
  EXPECT_EQ(fault("[[1], 2],"), (Fault{6, kRagged}));
  EXPECT_EQ(fault("[1, [2]],"), (Fault{4, kRagged}));
  EXPECT_EQ(fault("[[], 1],"), (Fault{5, kRagged}));
  EXPECT_EQ(fault("[1, []],"), (Fault{4, kRagged}));
  EXPECT_EQ(fault("[[], [[]]],"), (Fault{5, kRagged}));
  EXPECT_EQ(fault("[[[]], []],"), (Fault{7, kRagged}));
}

TEST(IndexSyntax, RefusesWhatAListCannotHold) {
  EXPECT_EQ(fault("[[True, 0]]"), (Fault{8, "a list holds integers or booleans, not both"}));
  EXPECT_EQ(fault("[[0, 1], [0, False]],"),
            (Fault{13, "a list holds integers or booleans, not both"}));
  const std::string held = "a list holds integers, True and False, or lists of these";
  EXPECT_EQ(fault("0, [None]"), (Fault{4, held}));
  EXPECT_EQ(fault("0, [1, ...]"), (Fault{7, held}));
  EXPECT_EQ(fault("0, [:]"), (Fault{4, held}));
  EXPECT_EQ(fault("0, [@a]"), (Fault{4, held}));
  EXPECT_EQ(fault("0, [,]"), (Fault{4, held}));
  EXPECT_EQ(fault("0, [1 2]"), (Fault{6, "expected ',' or ']' here"}));
  EXPECT_EQ(fault("0, [1:2]"), (Fault{5, "expected ',' or ']' here"}));
}

TEST(IndexSyntax, ListsNestUpTo64Levels) {
  const auto nested = [](std::size_t depth) {
    return "0, " + std::string(depth, '[') + "3" + std::string(depth, ']');
  };
  EXPECT_EQ(shape(read(nested(64))[1]), std::vector<index_t>(64, 1));
  EXPECT_EQ(fault(nested(65)), (Fault{3 + 64, "lists nest deeper than 64 levels"}));
  EXPECT_EQ(fault(nested(10000)), (Fault{3 + 64, "lists nest deeper than 64 levels"}));
}

TEST(IndexSyntax, ReadsNamesBareAndQuoted) {
  const std::vector<Term> terms = read("@data/a-1.npy,@\"b, [c]: d.npy\" , @'e \"f'");
  ASSERT_EQ(terms.size(), 3U);
  EXPECT_EQ(terms[0].name, "data/a-1.npy");
  EXPECT_EQ(terms[1].name, "b, [c]: d.npy");
  EXPECT_EQ(terms[2].name, "e \"f");
  EXPECT_EQ(fault("0, @"), (Fault{4, "expected a name after '@'"}));
  EXPECT_EQ(fault("@, 0"), (Fault{1, "expected a name after '@'"}));
  EXPECT_EQ(fault("@''"), (Fault{1, "expected a name after '@'"}));
  EXPECT_EQ(fault("@'abc"), (Fault{1, "this quote is never closed"}));
}

TEST(IndexSyntax, RefusesOtherWords) {
  EXPECT_EQ(fault("0, none"), (Fault{3, kNoTerm}));
  EXPECT_EQ(fault("Nonesuch"), (Fault{0, kNoTerm}));
  EXPECT_EQ(fault("0, (1)"), (Fault{3, kNoTerm}));
  EXPECT_EQ(fault(".."), (Fault{0, kNoTerm}));
  EXPECT_EQ(fault("{0}"), (Fault{0, kNoTerm}));
  EXPECT_EQ(fault("0, \xc3\xa9"), (Fault{3, kNoTerm}));
  EXPECT_EQ(fault(std::string_view("0, \0", 4)), (Fault{3, kNoTerm}));
  EXPECT_EQ(fault(std::string_view("0\0", 2)), (Fault{1, "expected ',' here"}));
}

// ---- Commas and brackets.

TEST(IndexSyntax, OneCommaMayFollowTheLastTerm) {
  EXPECT_EQ(read("0, 1,").size(), 2U);
  EXPECT_EQ(read("[0, : , ]").size(), 2U);
  EXPECT_EQ(read("[0, 1 , ]").size(), 1U);
  EXPECT_EQ(fault("0,, 1"), (Fault{2, kNoTerm}));
  EXPECT_EQ(fault("0, 1,,"), (Fault{5, kNoTerm}));
  EXPECT_EQ(fault(", 0"), (Fault{0, kNoTerm}));
}

TEST(IndexSyntax, TermsAreSeparatedByCommas) {
  EXPECT_EQ(fault("0 1"), (Fault{2, "expected ',' here"}));
  EXPECT_EQ(fault("[0, 1 2]"), (Fault{6, "expected ',' or ']' here"}));
  EXPECT_EQ(fault("[0, 1:2 3]"), (Fault{8, "expected ',' or ']' here"}));
  EXPECT_EQ(fault("...."), (Fault{3, "expected ',' here"}));
  EXPECT_EQ(fault("[0][1]"), (Fault{3, "expected ',' here"}));
}

TEST(IndexSyntax, BracketsAroundTheWholeTextAreAListWhereTheyCanBe) {
  EXPECT_EQ(kinds("0, 2"), (std::vector{TermKind::integer, TermKind::integer}));
  for (const char* list : {"[0, 2]", " [ 0 ] ", "[[0, 2]]", "[[0], [2]]", "[True, False]", "[]"})
    EXPECT_EQ(kinds(list), std::vector{TermKind::list}) << list;
  EXPECT_EQ(kinds("[0, :]"), (std::vector{TermKind::integer, TermKind::slice}));
  EXPECT_EQ(kinds("[[0, 2], ...]"), (std::vector{TermKind::list, TermKind::ellipsis}));
  EXPECT_EQ(kinds("[True, Ellipsis]"), (std::vector{TermKind::boolean, TermKind::ellipsis}));
  EXPECT_EQ(kinds("[None]"), std::vector{TermKind::none});
  EXPECT_EQ(kinds("[0, newaxis]"), (std::vector{TermKind::integer, TermKind::none}));
  EXPECT_EQ(kinds("[{}, 0]"), (std::vector{TermKind::placeholder, TermKind::integer}));
  EXPECT_EQ(kinds("[0, 2],"), std::vector{TermKind::list});
  EXPECT_EQ(kinds("[0], [2]"), (std::vector{TermKind::list, TermKind::list}));
  EXPECT_EQ(kinds("[@\"]\", 0]"), (std::vector{TermKind::name, TermKind::integer}));
}

TEST(IndexSyntax, BracketsMatch) {
  EXPECT_EQ(fault("[0, 1"), (Fault{0, "this '[' is never closed"}));
  EXPECT_EQ(fault("[::-1, [0, 2]"), (Fault{0, "this '[' is never closed"}));
  EXPECT_EQ(fault("0, [1, 2"), (Fault{3, "this '[' is never closed"}));
  EXPECT_EQ(fault(std::string(10000, '[')), (Fault{0, "this '[' is never closed"}));
  EXPECT_EQ(fault("[@\"]"), (Fault{0, "this '[' is never closed"}));
  EXPECT_EQ(fault("0]"), (Fault{1, "this ']' closes nothing"}));
  EXPECT_EQ(fault("[0]]"), (Fault{3, "this ']' closes nothing"}));
}

TEST(IndexSyntax, AnIndexHasAtLeastOneTerm) {
  const std::string reason = "expected a term: `...` is the whole tensor, `[]` an empty list";
  EXPECT_EQ(fault(""), (Fault{0, reason}));
  EXPECT_EQ(fault("  "), (Fault{2, reason}));
}

}  // namespace syntax_test
