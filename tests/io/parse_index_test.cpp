#include <cstdio>
#include <random>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/io/text/parse_index.hpp>
#include <ndx/ndx.hpp>

#include "npy_files.hpp"
#include "support/expect.hpp"

namespace parse_index_test {

using expect::is;
using expect::throws;
using ndx::index_t;
using ndx::TensorIndex;

TensorIndex no_names(std::string_view name) {
  ndx::throw_value_error("no name is known, and not ", std::string(name));
}

std::vector<TensorIndex> parse(std::string_view text) { return ndx::parse_index(text, no_names); }

ndx::Tensor<index_t> sample() { return ndx::arange(24).reshape({2, 3, 4}); }

// ---- What the terms select. The values are NumPy's for np.arange(24).reshape(2, 3, 4)[text].

TEST(ParseIndex, IntegersAndSlicesMakeAView) {
  const auto x = sample();
  EXPECT_TRUE(is(x.index(parse("1, ::-2, 1:3")), {2, 2}, {21, 22, 13, 14}));
  EXPECT_TRUE(is(x.index(parse("-1, -1, -1")), {}, {23}));
  EXPECT_TRUE(x.index(parse("..., None")).shares_storage(x));
}

TEST(ParseIndex, DotsAndNoneStandWhereTheyAreWritten) {
  const auto x = sample();
  EXPECT_TRUE(is(x.index(parse("..., 0")), {2, 3}, {0, 4, 8, 12, 16, 20}));
  EXPECT_TRUE(is(x.index(parse("[1, None, ..., 3, np.newaxis]")), {1, 3, 1}, {15, 19, 23}));
}

TEST(ParseIndex, ListsAreIndexTensors) {
  const auto x = sample();
  EXPECT_TRUE(is(x.index(parse("[0, 1], [2, 0], [3, 1]")), {2}, {11, 13}));
  EXPECT_TRUE(is(x.index(parse("0, [[0], [2]], [1, -1]")), {2, 2}, {1, 3, 9, 11}));
  EXPECT_TRUE(is(x.index(parse("[::-1, [0,2], 3, None]")), {2, 2, 1}, {15, 23, 3, 11}));
  EXPECT_TRUE(is(x.index(parse("[]")), {0, 3, 4}, {}));
  EXPECT_TRUE(is(x.index(parse("[[]]")), {1, 0, 3, 4}, {}));
  EXPECT_TRUE(is(x.index(parse("0, [[], []], 0")), {2, 0}, {}));
}

TEST(ParseIndex, BracketsAroundTheWholeTextAreAListWhereTheyCanBe) {
  const auto x = sample().select(2, 0);  // [[0, 4, 8], [12, 16, 20]]
  EXPECT_TRUE(is(x.index(parse("[1, 0]")), {2, 3}, {12, 16, 20, 0, 4, 8}));
  EXPECT_TRUE(is(x.index(parse(" [ 1 , ] ")), {1, 3}, {12, 16, 20}));
  EXPECT_TRUE(is(x.index(parse("[[1], [0]]")), {2, 1, 3}, {12, 16, 20, 0, 4, 8}));
  EXPECT_TRUE(is(x.index(parse("[False, True]")), {1, 3}, {12, 16, 20}));
  EXPECT_TRUE(is(x.index(parse("[[True, False, False], [False, False, True]]")), {2}, {0, 20}));
  EXPECT_TRUE(is(x.index(parse("[[0, 1], :2]")), {2, 2}, {0, 4, 12, 16}));
  EXPECT_TRUE(is(x.index(parse("[..., [2, 0]]")), {2, 2}, {8, 0, 20, 12}));
  EXPECT_TRUE(is(x.index(parse("[1, None]")), {1, 3}, {12, 16, 20}));
}

TEST(ParseIndex, ListsOfBooleansAreMasks) {
  const auto x = sample();
  EXPECT_TRUE(is(x.index(parse("1, [True, False, True], 0")), {2}, {12, 20}));
  EXPECT_TRUE(is(x.index(parse("[[True, False, False], [False, False, True]], 1")), {2}, {1, 21}));
}

TEST(ParseIndex, TrueAndFalseAddADim) {
  const auto x = sample();
  EXPECT_TRUE(is(x.index(parse("True, 0, 0, 0")), {1}, {0}));
  EXPECT_TRUE(is(x.index(parse("0, 0, 0, False")), {0}, {}));
}

TEST(ParseIndex, NamesAreWhatTheResolverSays) {
  std::vector<std::string> asked;
  const auto resolve = [&](std::string_view name) -> TensorIndex {
    asked.emplace_back(name);
    return name == "mask" ? TensorIndex(ndx::tensor({true, false, true}))
                          : TensorIndex(ndx::tensor({0, 1}));
  };
  EXPECT_TRUE(is(sample().index(ndx::parse_index("@rows, @mask, 0", resolve)), {2}, {0, 20}));
  EXPECT_EQ(asked, (std::vector<std::string>{"rows", "mask"}));
}

TEST(ParseIndex, TermsReadBackAsTheyPrint) {
  const std::vector<std::string> spellings = {"5",   "-1",   "True",         "False",
                                              "...", "None", "1:3:-1",       "[[0, 2], [-1, 1]]",
                                              ":",   "[]",   "[True, False]"};
  for (const std::string& spelling : spellings) {
    const std::vector<TensorIndex> terms = parse(spelling + ",");
    ASSERT_EQ(terms.size(), 1U);
    EXPECT_EQ(to_string(terms[0]), spelling);
  }
}

// ---- Names are files unless told otherwise.

TEST(ParseIndex, ANameIsAnNpyFile) {
  const std::string rows = testing::TempDir() + "ndx_parse_index_rows.npy";
  const std::string mask = testing::TempDir() + "ndx parse index, [mask].npy";
  ndx::save_npy(rows, ndx::tensor<std::uint8_t>({1, 0}));
  ndx::save_npy(mask, ndx::tensor({true, false, true}));
  EXPECT_TRUE(is(sample().index(ndx::parse_index("@" + rows + ", 0, 0")), {2}, {12, 0}));
  EXPECT_TRUE(is(sample().index(ndx::parse_index("0, @\"" + mask + "\", 0")), {2}, {0, 8}));
  std::remove(rows.c_str());
  std::remove(mask.c_str());
}

TEST(ParseIndex, AFileThatIsNoIndexIsRefused) {
  const std::string path = testing::TempDir() + "ndx_parse_index_real.npy";
  ndx::save_npy(path, ndx::tensor({0.5, 1.0}));
  const std::string text = "0, @" + path;
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::parse_index(text); },
      "parse_index: load_index: " + path + ": holds float64 ('" + npy_files::kOrder +
          "f8'), but an index is made of integers or bools\n" + ndx::point_at(text, 3)));
  std::remove(path.c_str());
  EXPECT_THROW((void)ndx::parse_index(text), ndx::ValueError);
  EXPECT_TRUE(
      throws<ndx::ValueError>([] { (void)ndx::parse_index(std::string_view("@a\0b", 4)); },
                              "parse_index: load_index: a file name cannot hold NUL\n  @a?b\n  ^"));
}

// ---- Faults.

TEST(ParseIndex, AFaultShowsTheExpressionAndACaretBelowThePlace) {
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)parse("[0, 1 2]"); },
                                      "parse_index: expected ',' or ']' here\n"
                                      "  [0, 1 2]\n"
                                      "        ^"));
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)parse("[[0, 2], 1]"); },
                                      "parse_index: the lists of one depth differ in length or in "
                                      "depth\n"
                                      "  [[0, 2], 1]\n"
                                      "           ^"));
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)parse("..., [[1, 2], [3]]"); },
                                      "parse_index: the lists of one depth differ in length or in "
                                      "depth\n"
                                      "  ..., [[1, 2], [3]]\n"
                                      "                ^"));
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)parse("0, 9223372036854775808"); },
                                      "parse_index: this integer does not fit into 64 bits\n"
                                      "  0, 9223372036854775808\n"
                                      "     ^"));
  EXPECT_TRUE(throws<ndx::ValueError>(
      [] { (void)parse(""); },
      "parse_index: expected a term: `...` is the whole tensor, `[]` an empty list\n"
      "  \n"
      "  ^"));
}

TEST(ParseIndex, AFaultOfTheResolverPointsAtTheName) {
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)parse("0, @idx, 1"); },
                                      "parse_index: no name is known, and not idx\n"
                                      "  0, @idx, 1\n"
                                      "     ^"));
}

TEST(ParseIndex, PlaceholdersBelongToLiterals) {
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)parse("0, {}"); },
                                      "parse_index: {} is only for index literals\n"
                                      "  0, {}\n"
                                      "     ^"));
}

TEST(ParseIndex, TheCaretCountsCharactersNotBytes) {
  // Two characters of two bytes each before the fault.
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)parse("0, @\xc3\xa9\xc3\xa9, x"); },
                                      "parse_index: no name is known, and not \xc3\xa9\xc3\xa9\n"
                                      "  0, @\xc3\xa9\xc3\xa9, x\n"
                                      "     ^"));
  EXPECT_EQ(ndx::point_at("@\xc3\xa9\xc3\xa9, x", 7), "  @\xc3\xa9\xc3\xa9, x\n       ^");
}

TEST(ParseIndex, ControlCharactersAreShownAsOneCharacterEach) {
  EXPECT_TRUE(throws<ndx::ValueError>(
      [] { (void)parse(std::string_view("0,\t\0\x1b[2J", 8)); },
      "parse_index: expected an integer, a slice, a list, `...`, None, True, False or @name "
      "here\n"
      "  0, ??[2J\n"
      "     ^"));
}

TEST(ParseIndex, OfALongExpressionTheNeighbourhoodIsShown) {
  std::string text;
  for (int i = 0; i < 100000; ++i) text += "0, ";
  const std::size_t place = 150000;
  text[place] = 'x';
  const std::string shown =
      "  \u2026" + text.substr(place - 48, 72) + "\u2026\n" + std::string(3 + 48, ' ') + "^";
  EXPECT_EQ(ndx::point_at(text, place), shown);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)parse(text); },
      "parse_index: expected an integer, a slice, a list, `...`, None, True, False or @name "
      "here\n" +
          shown));
}

TEST(ParseIndex, ALongExpressionIsCutBetweenCharacters) {
  std::string text;
  for (int i = 0; i < 100; ++i) text += "\xc3\xa9";
  const std::string shown = ndx::point_at(text, 101);
  // From byte 53, which is inside a character, to byte 125, which is too.
  std::string half;
  for (int i = 27; i < 63; ++i) half += "\xc3\xa9";
  EXPECT_EQ(shown, "  \u2026" + half + "\u2026\n" + std::string(3 + 24, ' ') + "^");
}

TEST(ParseIndex, HostileTextsAreRefused) {
  const std::string opening(10000, '[');
  EXPECT_THROW((void)parse(opening), ndx::ValueError);
  EXPECT_THROW((void)parse(opening + std::string(10000, ']')), ndx::ValueError);
  EXPECT_THROW((void)parse(std::string(1000000, ':')), ndx::ValueError);
  EXPECT_THROW((void)parse(std::string(1000000, '9')), ndx::ValueError);
  EXPECT_THROW((void)parse(std::string(1000000, '-')), ndx::ValueError);
  EXPECT_THROW((void)parse(std::string(1000000, '\0')), ndx::ValueError);
  EXPECT_THROW((void)parse("\xff\xfe\x80"), ndx::ValueError);
}

TEST(ParseIndex, ALongListIsOneIndexTensor) {
  std::string text = "[";
  for (int i = 0; i < 200000; ++i) text += "1,";
  const auto x = ndx::tensor({5, 6});
  const auto taken = x.index(parse(text + "]"));
  EXPECT_EQ(taken.numel(), 200000);
  EXPECT_EQ(taken(199999), 6);
}

// ---- Any text is either read or refused, and nothing else happens; run under the sanitizers.

std::string mutated(std::string text, std::mt19937& random) {
  static constexpr std::string_view kCharacters("[],:.-+0129 NoneTrueFalse@{}\"'x\t\0\xc3\xa9", 36);
  const auto below = [&](std::size_t limit) { return std::size_t{random()} % limit; };
  for (std::size_t edits = 1 + below(3); edits > 0; --edits) {
    const std::size_t place = below(text.size() + 1);
    const char c = kCharacters[below(kCharacters.size())];
    switch (below(4)) {
      case 0:
        text.insert(place, 1, c);
        break;
      case 1:
        if (place < text.size()) text[place] = c;
        break;
      case 2:
        text.erase(place, 1 + below(3));
        break;
      default:
        text.insert(place, text.substr(below(text.size() + 1), below(8)));
        break;
    }
  }
  return text;
}

TEST(ParseIndex, AnyTextIsReadOrRefused) {
  const std::vector<std::string> seeds = {
      "[::-1, [0,2], ..., None]",
      "-1, None:3:-1, [[0, 1], [-2, 3]], newaxis",
      "[True, False, [[True], [False]], [], [[], []]]",
      "@a.npy, @\"b c.npy\", {}, 9223372036854775807, Ellipsis",
  };
  std::mt19937 random(20261121);
  const auto any_name = [](std::string_view) -> TensorIndex { return 0; };
  int read = 0;
  int refused = 0;
  for (int i = 0; i < 20000; ++i) {
    const std::string text = mutated(seeds[static_cast<std::size_t>(i) % seeds.size()], random);
    try {
      const std::vector<TensorIndex> terms = ndx::parse_index(text, any_name);
      EXPECT_FALSE(terms.empty()) << text;
      ++read;
    } catch (const ndx::ValueError& error) {
      EXPECT_EQ(std::string(error.what()).substr(0, 13), "parse_index: ") << text;
      ++refused;
    }
  }
  EXPECT_GT(read, 300);
  EXPECT_GT(refused, 300);
}

}  // namespace parse_index_test
