// Tests where numpy_index, oindex and vindex put the dims of index tensors (rules.md of the guide),
// and their writes.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace rules_placement_test {

const Tensor<int> t2 = tensor({0, 1});
const Slice all;

Tensor<bool> mask_with_one() {
  const auto mask = zeros<bool>({7, 8});
  mask.at(3, 4) = true;
  return mask;
}

TEST(NumpyIndex, IntegersCountAsIndexTensorsBesideOne) {
  EXPECT_TRUE(is(counting({2, 3, 4}).numpy_index({0, all, t2}), {2, 3}, {0, 4, 8, 1, 5, 9}));
  EXPECT_TRUE(has_shape(counting({2, 3, 4}).numpy_index({all, 0, t2}), {2, 2}));
}

TEST(NumpyIndex, WorkedTableOfShapes) {
  const auto x = counting({5, 6, 7, 8});
  EXPECT_TRUE(has_shape(x.numpy_index({0, all, zeros<int>({2, 3}), all}), {2, 3, 6, 8}));
  EXPECT_TRUE(has_shape(x.numpy_index({all, tensor({0}), all, 0}), {1, 5, 7}));
  EXPECT_TRUE(has_shape(x.numpy_index({0, all, all, t2}), {2, 6, 7}));
  EXPECT_TRUE(has_shape(x.numpy_index({all, 0, all, t2}), {2, 5, 7}));
  EXPECT_TRUE(has_shape(x.numpy_index({t2, 0, t2, all}), {2, 8}));
  EXPECT_TRUE(has_shape(x.numpy_index({0, all, mask_with_one()}), {1, 6}));
}

TEST(NumpyIndex, RankFiveTable) {
  const auto x = zeros<char>({3, 4, 5, 2, 6});
  const auto index = tensor({0, 1, 0});
  EXPECT_TRUE(has_shape(x.numpy_index({None, index, Slice(0, 2), 1}), {3, 1, 2, 2, 6}));
  EXPECT_TRUE(has_shape(x.numpy_index({0, "...", index, 1}), {3, 4, 5}));
}

TEST(NumpyIndex, BoolsNoneAndAnEllipsisOfWidthZero) {
  EXPECT_TRUE(has_shape(counting({2, 3, 4}).numpy_index({all, true, all, 0}), {1, 2, 3}));
  EXPECT_TRUE(has_shape(counting({5, 6, 7}).numpy_index({0, None, t2}), {2, 1, 7}));
  EXPECT_TRUE(has_shape(counting({4, 5, 6}).numpy_index({all, t2, "...", t2}), {2, 4}));
}

TEST(NumpyIndex, WithoutAnIndexTensorIsAView) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(x.numpy_index({1, Slice(None, None, -1)}).shares_storage(x));
}

TEST(OuterIndex, TableOfNep21) {
  const auto x = counting({5, 6, 7, 8});
  const auto b = mask_with_one();
  const auto zero = tensor({0});
  EXPECT_TRUE(has_shape(x.oindex({all, zero, t2, all}), {5, 1, 2, 8}));
  EXPECT_TRUE(has_shape(x.oindex({all, zero, all, t2}), {5, 1, 7, 2}));
  EXPECT_TRUE(has_shape(x.oindex({all, zero, 0, all}), {5, 1, 8}));
  EXPECT_TRUE(has_shape(x.oindex({all, zero, all, 0}), {5, 1, 7}));
  EXPECT_TRUE(has_shape(x.oindex({all, 0, b}), {5, 1}));
  EXPECT_TRUE(has_shape(x.oindex({0, all, b}), {6, 1}));
  EXPECT_TRUE(has_shape(x.oindex({zero, all, b}), {1, 6, 1}));
  EXPECT_TRUE(has_shape(x.oindex({all, t2, b}), {5, 2, 1}));
}

TEST(OuterIndex, EveryIndexTensorWorksOnItsOwnDim) {
  const auto x = counting({3, 4, 5});
  EXPECT_TRUE(is(x.oindex({tensor({2, 0}), 1, tensor({4, 0, 4})}), {2, 3}, {49, 45, 49, 9, 5, 9}));
  EXPECT_TRUE(is(x.oindex({tensor({2, 0}), Slice(0, 2), std::vector<bool>{1, 0, 0, 0, 1}}),
                 {2, 2, 2}, {40, 44, 45, 49, 0, 4, 5, 9}));
}

TEST(VectorizedIndex, TableOfNep21) {
  const auto x = counting({5, 6, 7, 8});
  const auto zero = tensor({0});
  EXPECT_TRUE(has_shape(x.vindex({all, zero, t2, all}), {2, 5, 8}));
  EXPECT_TRUE(has_shape(x.vindex({all, zero, all, t2}), {2, 5, 7}));
  EXPECT_TRUE(has_shape(x.vindex({all, zero, 0, all}), {1, 5, 8}));
  EXPECT_TRUE(has_shape(x.vindex({all, zero, all, 0}), {1, 5, 7}));
  EXPECT_TRUE(has_shape(x.vindex({all, t2, mask_with_one()}), {2, 5}));
}

TEST(RulesWrite, LayTheValueOutAsTheResultOfTheSameCall) {
  const auto x = zeros<int>({2, 3, 2});
  x.numpy_index_put_({0, all, t2}, counting({2, 3}));
  EXPECT_TRUE(is(x.index({0}), {3, 2}, {0, 3, 1, 4, 2, 5}));
  x.oindex_put_({t2, all, tensor({1})}, 9);
  EXPECT_TRUE(is(x, {2, 3, 2}, {0, 9, 1, 9, 2, 9, 0, 9, 0, 9, 0, 9}));
  x.vindex_put_({all, t2, t2}, {7, 8}, true);
  EXPECT_TRUE(has_shape(x.vindex({all, t2, t2}), {2, 2}));
  EXPECT_EQ(x.at(0, 0, 0), 7);
  EXPECT_EQ(x.at(0, 1, 1), 9 + 7);
  EXPECT_EQ(x.at(1, 1, 1), 9 + 8);
}

TEST(RulesWrite, OutOfPlaceLeavesTheTensor) {
  const auto x = counting({2, 2});
  EXPECT_TRUE(is(x.oindex_put({t2, tensor({0})}, {5}), {2, 2}, {5, 1, 5, 3}));
  EXPECT_TRUE(is(x.numpy_index_put({0, t2}, 5), {2, 2}, {5, 5, 2, 3}));
  EXPECT_TRUE(is(x.vindex_put({t2, t2}, tensor({5, 6})), {2, 2}, {5, 1, 2, 6}));
  EXPECT_TRUE(is(x, {2, 2}, {0, 1, 2, 3}));
}

TEST(RulesErrors, NameTheCall) {
  const auto x = counting({2, 2});
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)x.oindex({all, tensor({0, 2})}); },
      "oindex: term 1: index 2 at [1] is out of bounds for dimension 1 with size 2"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { x.vindex_put_({t2}, counting({3, 3})); },
      "vindex_put_: value of shape (3, 3) cannot be broadcast to the indexed shape (2, 2)"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)x.numpy_index({0, 0, 0}); },
      "numpy_index: too many indices for tensor: tensor is 2-dimensional, but 3 were indexed"));
}

}  // namespace rules_placement_test
