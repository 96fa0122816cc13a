// Errors of the indexing calls end with the expression and a caret below the term to blame.
#include "support/expect.hpp"

using namespace ndx;
using expect::throws;

namespace caret_test {

/// What `call` throws, without the first line, which errors_test.cpp checks.
template <class Call>
std::string place(Call&& call) {
  try {
    call();
  } catch (const std::exception& error) {
    const std::string said = error.what();
    return said.find('\n') == said.npos ? "" : said.substr(said.find('\n') + 1);
  }
  return "nothing was thrown";
}

std::string place_in(const Dims& shape, const std::vector<TensorIndex>& terms) {
  return place([&] { (void)zeros<char>(shape).index(terms); });
}

TEST(Caret, TheWholeMessageIsTheFirstLineAndThePlace) {
  EXPECT_TRUE(throws<IndexError>([] { (void)zeros<int>({2, 3}).index({Slice(), 3}); },
                                 "index: term 1: index 3 is out of bounds for dimension 1 with "
                                 "size 3\n"
                                 "  :, 3\n"
                                 "     ^"));
}

TEST(Caret, AnInteger) {
  EXPECT_EQ(place_in({2, 3}, {None, -3}),
            "  None, -3\n"
            "        ^");
  EXPECT_EQ(place_in({2, 3}, {7}),
            "  7\n"
            "  ^");
  EXPECT_EQ(place_in({2, 3}, {true, tensor<int>(2)}),
            "  True, 2\n"
            "        ^");
}

TEST(Caret, TooManyIndicesPointsAtTheFirstThatIs) {
  EXPECT_EQ(place_in({3}, {0, 1, 2}),
            "  0, 1, 2\n"
            "     ^");
  EXPECT_EQ(place_in({3, 4}, {None, 0, "...", 1, true, Slice(), 2}),
            "  None, 0, ..., 1, True, :, 2\n"
            "                         ^");
  EXPECT_EQ(place_in({3, 4}, {0, zeros<bool>({1, 2})}),
            "  0, [[False, False]]\n"
            "     ^");
  EXPECT_EQ(place_in({}, {0}),
            "  0\n"
            "  ^");
}

TEST(Caret, TheSecondEllipsis) {
  EXPECT_EQ(place_in({3, 4}, {"...", 0, "...", "..."}),
            "  ..., 0, ..., ...\n"
            "          ^");
}

TEST(Caret, AMaskThatDoesNotMatch) {
  EXPECT_EQ(place_in({2, 2, 4}, {0, std::vector<bool>{true}, 0}),
            "  0, [True], 0\n"
            "     ^");
}

TEST(Caret, AStepOfZero) {
  EXPECT_EQ(place_in({3, 3}, {0, Slice(1, None, 0)}),
            "  0, 1::0\n"
            "     ^");
}

TEST(Caret, AnElementOfAnIndexTensor) {
  EXPECT_EQ(place_in({3, 3}, {Slice(), tensor({{0, 1}, {5, 9}})}),
            "  :, [[0, 1], [5, 9]]\n"
            "     ^");
  // also where a mask and a bool, which have no such elements, stand before it
  EXPECT_EQ(place_in({2, 3}, {true, std::vector<bool>{true, true}, tensor({0, 3})}),
            "  True, [True, True], [0, 3]\n"
            "                      ^");
  // and where the result is empty
  EXPECT_EQ(place_in({0, 3}, {Slice(), tensor({3})}),
            "  :, [3]\n"
            "     ^");
}

TEST(Caret, ALargeIndexTensorIsSummarised) {
  EXPECT_EQ(place_in({5, 3}, {0, full<int>({1000}, 3)}),
            "  0, tensor(shape=(1000), dtype=int32)\n"
            "     ^");
}

TEST(Caret, OfALongExpressionTheNeighbourhoodIsShown) {
  std::vector<TensorIndex> terms(40, None);
  terms.emplace_back(9);
  EXPECT_EQ(place_in({3}, terms),
            "  …None, None, None, None, None, None, None, None, 9\n"
            "                                                   ^");
  EXPECT_EQ(place([&] { (void)zeros<char>({3}).index(std::vector<TensorIndex>(5000, 0)); }),
            "  0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, …\n"
            "     ^");
}

TEST(Caret, EveryRuleAndEveryWrite) {
  const auto t = zeros<int>({2, 3});
  const std::string expected =
      "  :, [0, 3]\n"
      "     ^";
  const std::vector<TensorIndex> terms{Slice(), tensor({0, 3})};
  EXPECT_EQ(place([&] { (void)t.numpy_index(terms); }), expected);
  EXPECT_EQ(place([&] { (void)t.oindex(terms); }), expected);
  EXPECT_EQ(place([&] { (void)t.vindex(terms); }), expected);
  EXPECT_EQ(place([&] { t.index_put_(terms, 1); }), expected);
  EXPECT_EQ(place([&] { t.index_put_(terms, 1, true); }), expected);
  EXPECT_EQ(place([&] { (void)t.oindex_put(terms, 1); }), expected);
}

TEST(Caret, ShapesThatDoNotBroadcastBlameNoSingleTerm) {
  EXPECT_EQ(place_in({4, 4}, {tensor({0, 1}), tensor({0, 1, 2})}), "");
}

}  // namespace caret_test
