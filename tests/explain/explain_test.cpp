// The fields of an Explanation: what each term does, where it goes, and what the four rules give.
#include <ndx/explain.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::dims;
using expect::Shape;
using expect::throws;

namespace explain_test {

constexpr IndexRule kRules[] = {IndexRule::views_first, IndexRule::numpy, IndexRule::outer,
                                IndexRule::vectorized};

/// The terms that a text spells, "@m" being a mask of shape (7, 8) with one True at [3, 5].
std::vector<TensorIndex> terms(const char* text) {
  return parse_index(text, [](std::string_view) -> TensorIndex {
    const auto mask = zeros<bool>({7, 8});
    mask.at(3, 5) = true;
    return mask;
  });
}

/// "0 : 2" where ':', term 1, separates terms 0 and 2; "" where nothing does.
std::string apart(const Separation& found) {
  if (!found.separated) return "";
  return message(found.before, " ", found.by, " ", found.after);
}

struct Row {
  Shape shape;
  const char* expression;
  Shape index, numpy, outer, vectorized;
  const char* numpy_apart;  // what separates the index tensors by NumPy's rule
};

// Worked examples of where dims go under all four rules, by hand (rules.md of the guide).
const Row kWorked[] = {
    {{2, 3, 4}, "0, :, [0, 1]", {3, 2}, {2, 3}, {3, 2}, {2, 3}, "0 1 2"},
    {{2, 3, 4}, ":, 0, [0, 1]", {2, 2}, {2, 2}, {2, 2}, {2, 2}, ""},
    {{5, 6, 7, 8},
     "0, :, [[0, 1, 2], [3, 4, 5]], :",
     {6, 2, 3, 8},
     {2, 3, 6, 8},
     {6, 2, 3, 8},
     {2, 3, 6, 8},
     "0 1 2"},
    {{5, 6, 7, 8}, ":, [0], :, 0", {5, 1, 7}, {1, 5, 7}, {5, 1, 7}, {1, 5, 7}, "1 2 3"},
    {{5, 6, 7, 8}, "0, :, :, [0, 1]", {6, 7, 2}, {2, 6, 7}, {6, 7, 2}, {2, 6, 7}, "0 1 3"},
    {{5, 6, 7, 8}, ":, 0, :, [0, 1]", {5, 7, 2}, {2, 5, 7}, {5, 7, 2}, {2, 5, 7}, "1 2 3"},
    {{5, 6, 7, 8}, "[0, 1], 0, [0, 1], :", {2, 8}, {2, 8}, {2, 2, 8}, {2, 8}, ""},
    {{5, 6, 7, 8}, "0, :, @m", {6, 1}, {1, 6}, {6, 1}, {1, 6}, "0 1 2"},
    {{3, 4, 5, 2, 6},
     "None, [0, 1, 0], 0:2, 1",
     {1, 3, 2, 2, 6},
     {3, 1, 2, 2, 6},
     {1, 3, 2, 2, 6},
     {3, 1, 2, 2, 6},
     "1 2 3"},
    {{3, 4, 5, 2, 6}, "0, ..., [0, 1, 0], 1", {4, 5, 3}, {3, 4, 5}, {4, 5, 3}, {3, 4, 5}, "0 1 2"},
    {{2, 3, 4}, ":, True, :, 0", {2, 1, 3}, {1, 2, 3}, {2, 1, 3}, {1, 2, 3}, "1 2 3"},
    {{5, 6, 7}, "0, None, [0, 1]", {1, 2, 7}, {2, 1, 7}, {1, 2, 7}, {2, 1, 7}, "0 1 2"},
    {{4, 5, 6}, ":, [0, 1], ..., [0, 1]", {4, 2}, {2, 4}, {4, 2, 2}, {2, 4}, "1 2 3"},
};

TEST(Explain, TheWorkedTableByAllFourRules) {
  for (const Row& row : kWorked) {
    SCOPED_TRACE(row.expression);
    const Shape* const expected[] = {&row.index, &row.numpy, &row.outer, &row.vectorized};
    for (const IndexRule rule : kRules) {
      const Explanation e = explain(row.shape, terms(row.expression), rule);
      EXPECT_EQ(dims(e.shape), *expected[static_cast<std::size_t>(rule)]);
      EXPECT_FALSE(e.is_view);
      for (const IndexRule other : kRules) {
        const RuleOutcome& outcome = e.outcome(other);
        const Shape& shape = *expected[static_cast<std::size_t>(other)];
        EXPECT_EQ(outcome.rule, other);
        EXPECT_EQ(dims(outcome.shape), shape);
        EXPECT_EQ(outcome.error, "");
        EXPECT_TRUE(shape == dims(e.shape) || !outcome.same);
      }
      EXPECT_EQ(apart(e.outcome(IndexRule::numpy).separation), row.numpy_apart);
      EXPECT_EQ(apart(e.outcome(IndexRule::views_first).separation), "");
    }
  }
}

TEST(Explain, TheTableOfNep21) {
  const auto outer = [](const char* text) {
    return dims(explain({5, 6, 7, 8}, terms(text), IndexRule::outer).shape);
  };
  EXPECT_EQ(outer(":, [0], [0, 1], :"), (Shape{5, 1, 2, 8}));
  EXPECT_EQ(outer(":, [0], :, [0, 1]"), (Shape{5, 1, 7, 2}));
  EXPECT_EQ(outer(":, [0], 0, :"), (Shape{5, 1, 8}));
  EXPECT_EQ(outer(":, [0], :, 0"), (Shape{5, 1, 7}));
  EXPECT_EQ(outer(":, 0, @m"), (Shape{5, 1}));
  EXPECT_EQ(outer("0, :, @m"), (Shape{6, 1}));
  EXPECT_EQ(outer("[0], :, @m"), (Shape{1, 6, 1}));
  EXPECT_EQ(outer(":, [0, 1], @m"), (Shape{5, 2, 1}));
  const auto vectorized = [](const char* text) {
    return dims(explain({5, 6, 7, 8}, terms(text), IndexRule::vectorized).shape);
  };
  EXPECT_EQ(vectorized(":, [0], [0, 1], :"), (Shape{2, 5, 8}));
  EXPECT_EQ(vectorized(":, [0], :, [0, 1]"), (Shape{2, 5, 7}));
  EXPECT_EQ(vectorized(":, [0], 0, :"), (Shape{1, 5, 8}));
  EXPECT_EQ(vectorized(":, [0], :, 0"), (Shape{1, 5, 7}));
}

/// Each term as "text action source→view→result", ranges as first+count.
std::string told(const Explanation& e) {
  constexpr const char* kActions[] = {"select",  "slice",  "keep", "insert",
                                      "boolean", "gather", "mask"};
  std::string text;
  const auto range = [](const DimRange& r) {
    return r.count == 0 ? std::string("-") : message(r.first, "+", r.count);
  };
  const auto add = [&](const ExplainedTerm& term) {
    text += message(term.text, " ", kActions[static_cast<std::size_t>(term.action)], " ",
                    range(term.source), " ", range(term.view), " ", range(term.result),
                    term.indexes ? " index\n" : "\n");
  };
  for (const ExplainedTerm& term : e.terms) add(term);
  if (e.rest.source.count != 0) add(e.rest);
  return text;
}

TEST(Explain, TheTermsOfTheWorkedCase) {
  EXPECT_EQ(told(explain({2, 3, 4}, terms("0, :, [0, 1]"))),
            "0 select 0+1 - -\n"
            ": slice 1+1 0+1 0+1\n"
            "[0, 1] gather 2+1 1+1 1+1 index\n");
  EXPECT_EQ(told(explain({2, 3, 4}, terms("0, :, [0, 1]"), IndexRule::numpy)),
            "0 select 0+1 - - index\n"
            ": slice 1+1 0+1 1+1\n"
            "[0, 1] gather 2+1 1+1 0+1 index\n");
}

TEST(Explain, EveryKindOfTerm) {
  const Explanation e = explain({2, 3, 7, 8, 4, 5}, terms("-1, ::2, @m, None, True, ..."));
  EXPECT_EQ(told(e),
            "-1 select 0+1 - -\n"
            "::2 slice 1+1 0+1 1+1\n"
            "tensor(shape=(7, 8), dtype=bool) mask 2+2 1+2 0+1 index\n"
            "None insert - 3+1 2+1\n"
            "True boolean - 4+1 0+1 index\n"
            "... keep 4+2 5+2 3+2\n");
  EXPECT_EQ(dims(e.shape), (Shape{1, 2, 1, 4, 5}));
  EXPECT_EQ(apart(e.outcome(IndexRule::views_first).separation), "2 3 4");
  EXPECT_EQ(e.expression, "-1, ::2, tensor(shape=(7, 8), dtype=bool), None, True, ...");
  EXPECT_EQ(e.view_expression, "-1, ::2, :, :, None, None, ...");
  EXPECT_EQ(dims(e.view.shape), (Shape{2, 7, 8, 1, 1, 4, 5}));
  EXPECT_EQ(e.terms[0].start, 1);
  EXPECT_EQ(e.terms[2].count, 1);
  EXPECT_EQ(dims(e.terms[2].shape), (Shape{7, 8}));
  EXPECT_EQ(e.terms[4].count, 1);
  EXPECT_EQ(
      told(explain({2, 3, 7, 8, 4, 5}, terms("-1, ::2, @m, None, True, ..."), IndexRule::outer)),
      "-1 select 0+1 - -\n"
      "::2 slice 1+1 0+1 0+1\n"
      "tensor(shape=(7, 8), dtype=bool) mask 2+2 1+2 1+1 index\n"
      "None insert - 3+1 2+1\n"
      "True boolean - 4+1 3+1 index\n"
      "... keep 4+2 5+2 4+2\n");
}

TEST(Explain, IndexTensorsThatAreBroadcastShareTheirDims) {
  const Explanation e = explain({5, 6, 7}, terms("[[0], [1]], :, [1, 2, 3]"));
  EXPECT_EQ(told(e),
            "[[0], [1]] gather 0+1 0+1 0+2 index\n"
            ": slice 1+1 1+1 2+1\n"
            "[1, 2, 3] gather 2+1 2+1 0+2 index\n");
  ASSERT_EQ(e.index_shapes.size(), 2U);
  EXPECT_EQ(dims(e.index_shapes[0]), (Shape{2, 1}));
  EXPECT_EQ(dims(e.index_shapes[1]), (Shape{3}));
  EXPECT_EQ(dims(e.space), (Shape{2, 3}));
  EXPECT_EQ(dims(e.space_places), (Shape{0, 1}));
  EXPECT_EQ(dims(e.shape), (Shape{2, 3, 6}));
  EXPECT_EQ(apart(e.outcome(IndexRule::views_first).separation), "0 1 2");
}

TEST(Explain, OuterIndexTensorsHaveDimsOfTheirOwn) {
  const Explanation e = explain({5, 6, 7}, terms("[[0], [1]], :, [1, 2, 3]"), IndexRule::outer);
  EXPECT_EQ(told(e),
            "[[0], [1]] gather 0+1 0+1 0+2 index\n"
            ": slice 1+1 1+1 2+1\n"
            "[1, 2, 3] gather 2+1 2+1 3+1 index\n");
  EXPECT_EQ(dims(e.space), (Shape{2, 1, 3}));
  EXPECT_EQ(dims(e.space_places), (Shape{0, 1, 3}));
}

TEST(Explain, DimsThatNoTermNames) {
  EXPECT_EQ(told(explain({2, 3, 4}, {0})),
            "0 select 0+1 - -\n"
            " keep 1+2 0+2 0+2\n");
  EXPECT_EQ(told(explain({2, 3}, {})), " keep 0+2 0+2 0+2\n");
  EXPECT_EQ(told(explain(Dims{}, {})), "");
}

TEST(Explain, AnEllipsisThatStandsForNoDim) {
  EXPECT_EQ(told(explain({4, 5}, terms(":, ..., [0, 1]"))),
            ": slice 0+1 0+1 0+1\n"
            "... keep - - -\n"
            "[0, 1] gather 1+1 1+1 1+1 index\n");
}

TEST(Explain, ScalarTensorsAreWhatTheyHold) {
  EXPECT_EQ(told(explain({4, 5}, {tensor<std::uint8_t>(3), tensor(true)})),
            "3 select 0+1 - -\n"
            "True boolean - 0+1 0+1 index\n"
            " keep 1+1 1+1 1+1\n");
}

TEST(Explain, TheIndicesOfASlice) {
  const auto slice = [](const char* text) {
    const ExplainedTerm term = explain({10}, terms(text)).terms[0];
    return message(term.start, " ", term.count, " ", term.step);
  };
  EXPECT_EQ(slice("8:1:-3"), "8 3 -3");  // 8, 5, 2
  EXPECT_EQ(slice("-3:"), "7 3 1");
  EXPECT_EQ(slice(":"), "0 10 1");
  EXPECT_EQ(slice("::-1"), "9 10 -1");
  EXPECT_EQ(explain({10}, {Slice(5, 2)}).terms[0].count, 0);
}

TEST(Explain, TheViewIsThatOfTheTensorGiven) {
  const auto t = arange<int>(24).reshape({2, 3, 4});
  const Explanation rows = explain(t, {1, Slice(None, None, -1)});
  EXPECT_EQ(dims(rows.view.shape), (Shape{3, 4}));
  EXPECT_EQ(dims(rows.view.strides), (Shape{-4, 1}));
  EXPECT_EQ(rows.view.offset, 20);
  const Explanation of_view =
      explain(t.index({1, Slice(None, None, -1)}), {1, Slice(1, 3), tensor(true)});
  EXPECT_EQ(dims(of_view.source.strides), (Shape{-4, 1}));
  EXPECT_EQ(dims(of_view.view.shape), (Shape{2, 1}));
  EXPECT_EQ(dims(of_view.view.strides), (Shape{1, 0}));
  EXPECT_EQ(of_view.view.offset, 17);
  EXPECT_EQ(explain(t, {Slice(5), 1}).view.offset, 0);
}

TEST(Explain, BasicTermsAloneAreAViewByEveryRule) {
  for (const IndexRule rule : kRules) {
    const Explanation e = explain({4, 5}, terms("1:3, ..., None"), rule);
    EXPECT_TRUE(e.is_view);
    EXPECT_EQ(dims(e.shape), (Shape{2, 5, 1}));
    EXPECT_TRUE(e.index_shapes.empty());
    for (const RuleOutcome& outcome : e.rules) EXPECT_TRUE(outcome.same);
  }
}

TEST(Explain, NoTermsAtAll) {
  const Explanation e = explain({2, 3}, {});
  EXPECT_EQ(e.expression, "()");
  EXPECT_EQ(e.view_expression, "()");
  EXPECT_TRUE(e.is_view);
  EXPECT_EQ(dims(e.shape), (Shape{2, 3}));
}

TEST(Explain, ByNumPysRuleIntegersAreIndexTensorsOfRankZero) {
  const Explanation e = explain({2, 3, 4}, terms("0, :, [0, 1]"), IndexRule::numpy);
  ASSERT_EQ(e.index_shapes.size(), 2U);
  EXPECT_EQ(dims(e.index_shapes[0]), Shape{});
  EXPECT_EQ(dims(e.index_shapes[1]), Shape{2});
  EXPECT_FALSE(explain({2, 3}, {0}, IndexRule::numpy).terms[0].indexes);
}

TEST(Explain, TheSameShapeCanBeAnotherResult) {
  const Explanation e = explain({2, 2, 2}, terms(":, [0, 1]"));
  EXPECT_EQ(dims(e.outcome(IndexRule::vectorized).shape), (Shape{2, 2, 2}));
  EXPECT_FALSE(e.outcome(IndexRule::vectorized).same);
  EXPECT_TRUE(e.outcome(IndexRule::numpy).same);
  EXPECT_TRUE(e.outcome(IndexRule::outer).same);
}

TEST(Explain, ARuleThatWouldThrowSaysWhat) {
  const Explanation e = explain({5, 6}, terms("[0, 1], [0, 1, 2]"), IndexRule::outer);
  EXPECT_EQ(e.outcome(IndexRule::views_first).error,
            "index: index tensors of shapes (2) and (3) cannot be broadcast together");
  EXPECT_EQ(e.outcome(IndexRule::numpy).error,
            "numpy_index: index tensors of shapes (2) and (3) cannot be broadcast together");
  EXPECT_FALSE(e.outcome(IndexRule::vectorized).same);
  EXPECT_EQ(e.outcome(IndexRule::outer).error, "");
  const auto ones = zeros<int>(Dims::filled(33, 1));
  EXPECT_EQ(explain({5, 6}, {ones, ones}).outcome(IndexRule::outer).error,
            "oindex: rank 66 is more than the maximum rank, 64");
}

TEST(Explain, TheCellsInTheOrderOfTheResult) {
  using Cells = std::vector<index_t>;
  EXPECT_EQ(explain({2, 3, 4}, terms("0, :, [0, 1]")).cells, (Cells{0, 1, 4, 5, 8, 9}));
  EXPECT_EQ(explain({2, 3, 4}, terms("0, :, [0, 1]"), IndexRule::numpy).cells,
            (Cells{0, 4, 8, 1, 5, 9}));
  EXPECT_EQ(explain({2, 3}, terms("::-1, 1:")).cells, (Cells{4, 5, 1, 2}));
  EXPECT_EQ(explain({3}, terms("[2, 0, 2]")).cells, (Cells{2, 0, 2}));
  EXPECT_EQ(explain(Dims{}, terms("None")).cells, (Cells{0}));
  EXPECT_EQ(explain({2, 2}, {tensor({{false, true}, {true, false}})}).cells, (Cells{1, 2}));
  // elements that share memory are still cells of their own
  EXPECT_EQ(explain(arange<int>(3).expand({2, 3}), terms("1, [2, 0]")).cells, (Cells{5, 3}));
}

TEST(Explain, ThereAreNoCellsOfLargeTensors) {
  EXPECT_TRUE(explain({1024}, {0}).has_cells);
  EXPECT_FALSE(explain({1025}, {0}).has_cells);
  EXPECT_TRUE(explain({1025}, {0}).cells.empty());
  EXPECT_FALSE(explain({2}, {zeros<int>({1025})}).has_cells);
  EXPECT_TRUE(explain({0}, {Slice()}).has_cells);
  EXPECT_FALSE(explain({index_t{1} << 40, 1 << 20}, {5, Slice()}).has_cells);
}

TEST(Explain, OutlivesTensorAndTerms) {
  Explanation e;
  {
    const auto t = zeros<int>({3, 3});
    const std::vector<TensorIndex> list{tensor({0, 2})};
    e = explain(t, list);
  }
  EXPECT_EQ(e.terms[0].text, "[0, 2]");
  EXPECT_EQ(dims(e.shape), (Shape{2, 3}));
}

TEST(Explain, TakesAnyShapeAndAnyElementType) {
  EXPECT_EQ(dims(explain(std::vector<int>{2, 3}, {0}).shape), Shape{3});
  EXPECT_EQ(dims(explain(zeros<char>({2, 3}).shape(), {0}).shape), Shape{3});
  const Tensor<const double> read_only = zeros<double>({2, 3});
  EXPECT_EQ(dims(explain(read_only, {0}).shape), Shape{3});
}

TEST(Explain, BadInputThrowsAsTheCallWould) {
  EXPECT_TRUE(throws<IndexError>([] { (void)explain({2, 3}, {Slice(), tensor({0, 3})}); },
                                 "explain: term 1: index 3 at [1] is out of bounds for dimension 1 "
                                 "with size 3\n"
                                 "  :, [0, 3]\n"
                                 "     ^"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)explain({2, 3}, {-3}); },
                         "explain: term 0: index -3 is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)explain({2}, {0, 0}); },
      "explain: too many indices for tensor: tensor is 1-dimensional, but 2 were indexed"));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)explain({5, 6}, terms("[0, 1], [0, 1, 2]")); },
      "explain: index tensors of shapes (2) and (3) cannot be broadcast together"));
  EXPECT_TRUE(throws<ValueError>([] { (void)explain({2}, {Slice(None, None, 0)}); },
                                 "explain: term 0: slice step cannot be zero"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)explain({-1}, {}); }, "explain: size -1 of dim 0 is negative"));
  // also where the result is empty, and the element would not be read
  EXPECT_THROW((void)explain({0, 3}, {Slice(), tensor({3})}), IndexError);
}

TEST(Explain, APartOfATensor) {
  const auto t = zeros<float>({2, 3, 4});
  EXPECT_EQ(explain(t[0], {0}).shape, (Dims{4}));
  EXPECT_EQ(explain(t[0], {Slice(), tensor({1, 2})}, IndexRule::numpy).rule, IndexRule::numpy);
}

}  // namespace explain_test
