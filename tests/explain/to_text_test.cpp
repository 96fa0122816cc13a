// The text of an Explanation.
#include <sstream>

#include <ndx/explain.hpp>

#include "support/expect.hpp"

using namespace ndx;

namespace to_text_test {

std::string told(const Dims& shape, const char* expression,
                 IndexRule rule = IndexRule::views_first) {
  return to_string(explain(shape, parse_index(expression), rule));
}

/// Whether a text has that line, spaces in front not counted.
bool has_line(const std::string& text, const std::string& line) {
  return text.find(' ' + line + '\n') != text.npos;
}

TEST(ExplainText, TheWorkedCase) {
  EXPECT_EQ(told({2, 3, 4}, "0, :, [0, 1]"),
            R"(x[0, :, [0, 1]] by index (views first), where x has shape (2, 3, 4)

  term    takes     what it does                   in the view  in the result
  0       dim 0: 2  selects index 0                -            -
  :       dim 1: 3  keeps all                      dim 0: 3     dim 0: 3
  [0, 1]  dim 2: 4  picks by indices of shape (2)  dim 1: 4     dim 1: 2

  view     x[0, :, :]: shape (3, 4), strides (4, 1), offset 0
  indices  one, of shape (2)
  placing  integers are applied first; the index dims replace the indexed dims
  result   shape (3, 2); a copy

By the other rules:
  numpy_index  (2, 3)  integers count as index tensors, and ':' separates '0'
                       from '[0, 1]', so the index dims go in front
  oindex       (3, 2)  the same
  vindex       (2, 3)  the index dims always go in front
)");
}

TEST(ExplainText, TheWorkedCaseByNumPysRule) {
  EXPECT_EQ(told({2, 3, 4}, "0, :, [0, 1]", IndexRule::numpy),
            R"(x[0, :, [0, 1]] by numpy_index (NumPy's rule), where x has shape (2, 3, 4)

  term    takes     what it does                      in the view  in the result
  0       dim 0: 2  selects index 0, as an index      -            -
                    tensor
  :       dim 1: 3  keeps all                         dim 0: 3     dim 1: 3
  [0, 1]  dim 2: 4  picks by indices of shape (2)     dim 1: 4     dim 0: 2

  view     x[0, :, :]: shape (3, 4), strides (4, 1), offset 0
  indices  of shapes () and (2), broadcast together to (2)
  placing  integers count as index tensors, and ':' separates '0' from '[0, 1]',
           so the index dims go in front
  result   shape (2, 3); a copy

By the other rules:
  index   (3, 2)  integers are applied first; the index dims replace the indexed
                  dims
  oindex  (3, 2)  the index dims replace the indexed dims
  vindex  (2, 3)  the same
)");
}

TEST(ExplainText, AView) {
  EXPECT_EQ(told({4, 5, 6}, "-1, ::-2, None"),
            R"(x[-1, ::-2, None] by index (views first), where x has shape (4, 5, 6)

  term    takes     what it does              in the view  in the result
  -1      dim 0: 4  selects index 3 (-1 + 4)  -            -
  ::-2    dim 1: 5  keeps 3 of 5: 4, 2, 0     dim 0: 3     dim 0: 3
  None    -         inserts a dim of size 1   dim 1: 1     dim 1: 1
  (rest)  dim 2: 6  keeps all                 dim 2: 6     dim 2: 6

  result  shape (3, 1, 6), strides (-12, 0, 1), offset 114; a view, no copy

The other rules give the same.
)");
}

TEST(ExplainText, AMaskAndAnErrorByTheOtherRules) {
  EXPECT_EQ(
      told({2, 3, 4}, "[[True, False, True], [True, False, False]], [0, 3]", IndexRule::outer),
      R"(x[[[True, False, True], [True, False, False]], [0, 3]]
  by oindex (outer), where x has shape (2, 3, 4)

  term              takes           what it does   in the view     in the result
  [[True, False, …  dims 0-1: 2, 3  picks 3 by a   dims 0-1: 2, 3  dim 0: 3
                                    mask of shape
                                    (2, 3)
  [0, 3]            dim 2: 4        picks by       dim 2: 4        dim 1: 2
                                    indices of
                                    shape (2)

  view     x[:, :, :]: shape (2, 3, 4), strides (12, 4, 1), offset 0
  indices  of shapes (3) and (2), each by itself
  placing  each index tensor replaces its own dim
  result   shape (3, 2); a copy

By the other rules:
  index        error  index tensors of shapes (3) and (2) cannot be broadcast
                      together
  numpy_index  error  index tensors of shapes (3) and (2) cannot be broadcast
                      together
  vindex       error  index tensors of shapes (3) and (2) cannot be broadcast
                      together
)");
}

TEST(ExplainText, NoTermAndNoDim) {
  EXPECT_EQ(to_string(explain(Dims{}, {})),
            "x[()] by index (views first), where x has shape ()\n"
            "\n"
            "  result  shape (), strides (), offset 0; a view, no copy\n"
            "\n"
            "The other rules give the same.\n");
}

TEST(ExplainText, Slices) {
  EXPECT_TRUE(has_line(told({9}, ":"), ":     dim 0: 9  keeps all     dim 0: 9     dim 0: 9"));
  const auto does = [](const char* expression, const char* what) {
    return told({9}, expression).find(std::string("  dim 0: 9  ") + what + "  ") !=
           std::string::npos;
  };
  EXPECT_TRUE(does("0:", "keeps all"));
  EXPECT_TRUE(does("::-1", "keeps all, in reverse"));
  EXPECT_TRUE(does("3:3", "keeps none of 9"));
  EXPECT_TRUE(does("5:6", "keeps 1 of 9: 5"));
  EXPECT_TRUE(does("::3", "keeps 3 of 9: 0, 3, 6"));
  EXPECT_TRUE(does("8:0:-1", "keeps 8 of 9: 8, 7, … 1"));
  EXPECT_TRUE(does("-1::-9223372036854775808", "keeps 1 of 9: 8"));
}

TEST(ExplainText, IndexTensorsThatShareTheirDims) {
  const std::string text = told({5, 6, 7}, "[[0], [1]], [1, 2, 3], True");
  EXPECT_TRUE(has_line(text, "dims 0-1: 2, 3"));
  EXPECT_TRUE(has_line(text, "dims 0-1 too"));
  EXPECT_TRUE(
      has_line(text, "indices  of shapes (2, 1), (3) and (1), broadcast together to (2, 3)"));
  EXPECT_TRUE(has_line(
      text, "placing  the index tensors are adjacent: their dims go where the first one is"));
}

TEST(ExplainText, AnEllipsisThatCoversNoDims) {
  const std::string text = told({4, 5, 6}, ":, [0, 1], ..., [0, 1]");
  EXPECT_TRUE(has_line(text, "...     -         covers no dims                 -            -"));
  EXPECT_TRUE(has_line(
      text, "numpy_index  (2, 4)     '...' separates '[0, 1]' from '[0, 1]' even where it"));
}

/// The text without its SGR sequences.
std::string without_colours(const std::string& text) {
  std::string plain;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\x1b') {
      i = text.find('m', i);
    } else {
      plain += text[i];
    }
  }
  return plain;
}

TEST(ExplainText, ColoursChangeNoCharacter) {
  for (const char* const expression :
       {"0, :, [0, 1]", "..., None", "::-1, [[0], [1]], [0, 1, 2]"}) {
    for (const auto rule : {IndexRule::views_first, IndexRule::numpy}) {
      const auto told = explain({2, 3, 4}, parse_index(expression), rule);
      const std::string text = to_string(told, TextStyle::colour);
      EXPECT_NE(text, to_string(told));
      EXPECT_EQ(without_colours(text), to_string(told));
    }
  }
}

TEST(ExplainText, ColoursOfWhatIsGoneKeptAndIndexed) {
  const std::string text =
      to_string(explain({2, 3, 4}, parse_index("0, :, [0, 1]")), TextStyle::colour);
  EXPECT_EQ(text.find("\x1b[1mx[0, :, [0, 1]]\x1b[0m by index"), 0u);
  EXPECT_NE(text.find("  \x1b[90m0\x1b[0m       \x1b[90mdim 0: 2\x1b[0m"), text.npos);
  EXPECT_NE(text.find("  \x1b[36m:\x1b[0m       \x1b[36mdim 1: 3\x1b[0m"), text.npos);
  EXPECT_NE(text.find("  \x1b[35m[0, 1]\x1b[0m  \x1b[35mdim 2: 4\x1b[0m"), text.npos);
  EXPECT_NE(text.find("\x1b[1;35mshape (3, 2); a copy\x1b[0m"), text.npos);
  EXPECT_NE(text.find("  \x1b[90moindex\x1b[0m       \x1b[90m(3, 2)\x1b[0m"), text.npos);
  EXPECT_NE(text.find("  \x1b[33mvindex\x1b[0m"), text.npos);
}

TEST(ExplainText, NoLineIsWiderThanATerminal) {
  const auto wide = zeros<bool>({2, 2, 2, 2, 2, 2}).index_put({0}, true);
  const std::vector<std::string> texts = {
      told({1000000, 1000000, 1000000}, "999999, :999998, [[999999, 999998, 3], [1, 2, 3]]"),
      told(Dims::filled(64, 1), "[0], ..., [0]"),
      to_string(explain(Dims::filled(8, 2), {wide, std::vector<int>(32, 1), None, -1})),
      to_string(explain({1 << 30}, std::vector<TensorIndex>(63, None))),
      told({3}, "None, None, None, None, None, None, None, None, None, None, None, None, [0]")};
  for (const std::string& text : texts) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);)
      EXPECT_LE(detail::text_width(line), 80U) << line;
  }
}

TEST(ExplainText, StreamsWriteTheSameText) {
  const Explanation e = explain({2, 3}, {0});
  std::ostringstream out;
  out << e;
  EXPECT_EQ(out.str(), to_string(e));
}

}  // namespace to_text_test
