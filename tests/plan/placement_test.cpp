// Tests where the dims of index tensors go under the default rule, views first
// (combined_indexing.md of the guide).
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;

namespace placement_test {

const Tensor<int> t2 = tensor({0, 1});

TEST(Placement, AnIntegerIsInvisibleToTheIndexTensors) {
  EXPECT_TRUE(is(counting({2, 3, 4}).index({0, Slice(), t2}), {3, 2}, {0, 1, 4, 5, 8, 9}));
  EXPECT_TRUE(has_shape(counting({2, 3, 4}).index({Slice(), 0, t2}), {2, 2}));
}

TEST(Placement, WorkedTableOfShapes) {
  const auto x = zeros<char>({5, 6, 7, 8});
  const auto index = zeros<int>({2, 3});
  const Slice all;
  auto mask = zeros<bool>({7, 8});
  mask.at(3, 4) = true;
  EXPECT_TRUE(has_shape(x.index({0, all, index, all}), {6, 2, 3, 8}));
  EXPECT_TRUE(has_shape(x.index({all, tensor({0}), all, 0}), {5, 1, 7}));
  EXPECT_TRUE(has_shape(x.index({0, all, all, t2}), {6, 7, 2}));
  EXPECT_TRUE(has_shape(x.index({all, 0, all, t2}), {5, 7, 2}));
  EXPECT_TRUE(has_shape(x.index({t2, 0, t2, all}), {2, 8}));
  EXPECT_TRUE(has_shape(x.index({0, all, mask}), {6, 1}));
}

TEST(Placement, RankFiveTable) {
  const auto x = zeros<char>({3, 4, 5, 2, 6});
  const auto index = tensor({0, 1, 0});
  EXPECT_TRUE(has_shape(x.index({None, index, Slice(0, 2), 1}), {1, 3, 2, 2, 6}));
  EXPECT_TRUE(has_shape(x.index({0, "...", index, 1}), {4, 5, 3}));
}

TEST(Placement, BoolsAndNoneBesideIndexTensors) {
  EXPECT_TRUE(has_shape(counting({2, 3, 4}).index({Slice(), true, Slice(), 0}), {2, 1, 3}));
  EXPECT_TRUE(has_shape(counting({5, 6, 7}).index({0, None, t2}), {1, 2, 7}));
}

TEST(Placement, AnEllipsisThatStandsForNothingSeparatesNothing) {
  EXPECT_TRUE(has_shape(counting({4, 5, 6}).index({Slice(), t2, "...", t2}), {4, 2}));
}

TEST(Placement, SlicesAndNoneSeparate) {
  EXPECT_TRUE(has_shape(counting({4, 5, 6}).index({t2, Slice(), t2}), {2, 5}));
  EXPECT_TRUE(has_shape(counting({4, 5}).index({t2, None, t2}), {2, 1}));
}

TEST(Placement, AdjacentIndexTensorsStayWhereTheFirstStood) {
  const auto x = counting({2, 3, 4, 5});
  const Tensor<int> got = x.index({Slice(), tensor({2, 0}), tensor({1, 3})});
  ASSERT_TRUE(has_shape(got, {2, 2, 5}));
  for (int a = 0; a < 2; ++a) {
    for (int e = 0; e < 5; ++e) {
      EXPECT_EQ(got.at(a, 0, e), x.at(a, 2, 1, e));
      EXPECT_EQ(got.at(a, 1, e), x.at(a, 0, 3, e));
    }
  }
}

TEST(Placement, SeparatedIndexTensorsGoInFront) {
  const auto x = counting({2, 3, 4, 5});
  const Tensor<int> got = x.index({Slice(), tensor({2, 0}), Slice(), tensor({{4}, {1}})});
  ASSERT_TRUE(has_shape(got, {2, 2, 2, 4}));
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      for (int a = 0; a < 2; ++a) {
        for (int c = 0; c < 4; ++c)
          EXPECT_EQ(got.at(i, j, a, c), x.at(a, j == 0 ? 2 : 0, c, i == 0 ? 4 : 1));
      }
    }
  }
}

}  // namespace placement_test
