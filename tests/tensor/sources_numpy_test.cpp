// Tests the examples that articles on NumPy's indexing and on combined indexing show.
#include <ndx/ops/random/random_numbers.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;

namespace sources_numpy_test {

TEST(CombinedIndexing, AMaskBesideAnIntegerIsReadOffTheView) {
  const auto x = tensor({{1, 2}, {3, 4}});
  const auto m = tensor({true, true});
  EXPECT_TRUE(is(x.index({m}), {2, 2}, {1, 2, 3, 4}));
  EXPECT_TRUE(is(x.index({m, 0}), {2}, {1, 3}));
  EXPECT_TRUE(is(x.index({Slice(), 0}).index({m}), {2}, {1, 3}));
  EXPECT_TRUE(is(x.index({m}).index({0}), {2}, {1, 2}));
}

TEST(CombinedIndexing, TensorAndIntegerInTurns) {
  const auto x = counting({3, 4, 5, 6});
  EXPECT_TRUE(is(x.index({tensor({0, 2}), 1, tensor({3, 4}), 5}), {2}, {53, 299}));
  const auto y = x.index({Slice(), 1, Slice(), 5});
  EXPECT_TRUE(is(y.index({tensor({0, 2}), tensor({3, 4})}), {2}, {53, 299}));
}

TEST(NumpyExplained, PairsOfIndicesOnAnyTwoDims) {
  const auto x = counting({5, 6, 7, 8});
  const auto i1 = tensor({{1, 1}, {2, 2}});
  const auto i2 = tensor({{1, 2}, {1, 2}});
  const Slice all;
  EXPECT_TRUE(has_shape(x.index({i1, i2, all, all}), {2, 2, 7, 8}));
  EXPECT_TRUE(has_shape(x.index({all, i1, i2, all}), {5, 2, 2, 8}));
  EXPECT_TRUE(has_shape(x.index({all, all, i1, i2}), {5, 6, 2, 2}));
  EXPECT_TRUE(has_shape(x.index({i1, all, i2, all}), {2, 2, 6, 8}));
  EXPECT_TRUE(has_shape(x.index({i1, all, all, i2}), {2, 2, 6, 7}));
  const auto i = ones<int>({2, 4});
  EXPECT_TRUE(has_shape(x.index({i, i, all, all}), {2, 4, 7, 8}));
  EXPECT_TRUE(has_shape(x.index({all, i, i, all}), {5, 2, 4, 8}));
  EXPECT_TRUE(has_shape(x.index({i, all, i, all}), {2, 4, 6, 8}));
}

TEST(NumpyExplained, ListsPickPointsWhereSlicesPickBlocks) {
  const auto x = counting({4, 5, 6, 6});
  const Slice all;
  EXPECT_TRUE(has_shape(x.index({all, all, tensor({2, 3}), tensor({2, 3})}), {4, 5, 2}));
  EXPECT_TRUE(has_shape(x.index({all, all, Slice(2, 4), Slice(2, 4)}), {4, 5, 2, 2}));
  const auto n = tensor({0, 1, 2});
  EXPECT_TRUE(has_shape(x.index({n, n, n, n}), {3}));
}

TEST(NumpyExplained, EachElementIsTheOneThatTheIndicesName) {
  const auto x = counting({5, 6, 7});
  const auto i = tensor({{1, 1, 1}, {2, 2, 2}});
  const Tensor<int> r = x.index({i, i, i});
  EXPECT_TRUE(is(r, {2, 3}, {50, 50, 50, 100, 100, 100}));
  const auto j = randint<int>(0, 5, {2, 3}, 7);
  const Tensor<int> s = x.index({i, j, i});
  for (int a = 0; a < 2; ++a) {
    for (int b = 0; b < 3; ++b) EXPECT_EQ(s.at(a, b), x.at(i.at(a, b), j.at(a, b), i.at(a, b)));
  }
}

TEST(NumpyExplained, CornersOfAnImage) {
  const auto image = counting({256, 256});
  const auto x = tensor({{0, 255}});
  const auto y = tensor({{0}, {255}});
  EXPECT_TRUE(is(image.index({x, y}), {2, 2}, {0, 65280, 255, 65535}));
}

TEST(NumpyExplained, EllipsisNoneAndCopies) {
  const auto a = counting({2, 3, 4, 6});
  const auto last = tensor({5, 2});
  const Tensor<int> spelled = a.index({Slice(), Slice(), Slice(), last});
  EXPECT_TRUE(is(a.index({"...", last}), {2, 3, 4, 2}, expect::elements(spelled)));
  EXPECT_TRUE(has_shape(a.index({None, Slice(), Slice()}), {1, 2, 3, 4, 6}));
  EXPECT_FALSE(spelled.shares_storage(a));
  EXPECT_TRUE(a.index({Slice(0, 1)}).shares_storage(a));
}

TEST(NumpyExplained, TokenProbabilities) {
  const auto pred = counting({3, 5});
  const auto ans = tensor({0, 4, 2});
  EXPECT_TRUE(has_shape(pred.index({Slice(), ans}), {3, 3}));
  EXPECT_TRUE(is(pred.index({arange<int>(3), ans}), {3}, {0, 9, 12}));
}

TEST(NumpyExplained, TokenProbabilitiesOfABatch) {
  const auto pred = counting({2, 3, 5});
  const auto ans = tensor({{0, 4, 2}, {1, 1, 3}});
  const auto batch = arange<int>(2).index({Slice(), None});
  const auto position = arange<int>(3).index({None, Slice()});
  const std::vector<int> want{0, 9, 12, 16, 21, 28};
  EXPECT_TRUE(is(pred.index({batch, position, ans}), {2, 3}, want));
  EXPECT_TRUE(is(take_along_axis(pred, ans.unsqueeze(-1), 2).squeeze(-1), {2, 3}, want));
  EXPECT_TRUE(is(gather(pred, 2, ans.unsqueeze(-1)).squeeze(-1), {2, 3}, want));
  const auto three = ans.unsqueeze(-1).expand({2, 3, 3});
  const Tensor<int> repeated = pred.index({batch.unsqueeze(-1), position.unsqueeze(-1), three});
  EXPECT_TRUE(has_shape(repeated, {2, 3, 3}));
  EXPECT_TRUE(is(repeated.index({1, 2}), {3}, {28, 28, 28}));
}

TEST(NumpyExplained, TakeAlongAnAxisIsAnIndexTensorThere) {
  const auto x = counting({2, 3, 4, 5});
  const auto i = tensor({4, 0});
  const Tensor<int> got = x.index({Slice(), Slice(), Slice(), i});
  ASSERT_TRUE(has_shape(got, {2, 3, 4, 2}));
  EXPECT_EQ(got.at(1, 2, 3, 0), x.at(1, 2, 3, 4));
  EXPECT_EQ(got.at(0, 1, 2, 1), x.at(0, 1, 2, 0));
  EXPECT_TRUE(equal(take(x, i, 3), got));
}

TEST(NumpyExplained, GathersThreeFormulas) {
  const auto x = counting({2, 3, 4});
  const auto index = tensor(
      {{{0, 1, 1, 0}, {1, 1, 0, 0}, {0, 0, 0, 1}}, {{1, 0, 1, 0}, {0, 0, 1, 1}, {1, 1, 1, 0}}});
  const auto by_row = gather(x, 0, index);
  const auto by_column = gather(x, 1, index);
  const auto by_depth = gather(x, 2, index);
  for (index_t i = 0; i < 2; ++i) {
    for (index_t j = 0; j < 3; ++j) {
      for (index_t k = 0; k < 4; ++k) {
        const index_t n = index.at(i, j, k);
        EXPECT_EQ(by_row.at(i, j, k), x.at(n, j, k));
        EXPECT_EQ(by_column.at(i, j, k), x.at(i, n, k));
        EXPECT_EQ(by_depth.at(i, j, k), x.at(i, j, n));
      }
    }
  }
}

TEST(NumpyExplained, WhatArgsortAndArgpartitionGiveIsAnIndexForTakeAlongAxis) {
  const auto x = tensor({{10, 30, 20}, {60, 40, 50}});
  EXPECT_TRUE(is(take_along_axis(x, argsort(x, 1), 1), {2, 3}, {10, 20, 30, 40, 50, 60}));
  EXPECT_TRUE(is(take_along_axis(x, argsort(x, 0), 0), {2, 3}, {10, 30, 20, 60, 40, 50}));
  EXPECT_TRUE(is(take_along_axis(x, argpartition(x, 1, 1), 1), {2, 3}, {10, 20, 30, 40, 50, 60}));
}

}  // namespace sources_numpy_test
