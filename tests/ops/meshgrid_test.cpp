#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace meshgrid_test {

// PyTorch's documentation of meshgrid: x = [1, 2, 3], y = [4, 5, 6].
TEST(Meshgrid, RunsAlongTheDimOfEachTensorsPlace) {
  const auto grids = meshgrid({tensor({1, 2, 3}), tensor({4, 5, 6})});
  ASSERT_EQ(grids.size(), 2u);
  EXPECT_TRUE(is(grids[0], {3, 3}, {1, 1, 1, 2, 2, 2, 3, 3, 3}));
  EXPECT_TRUE(is(grids[1], {3, 3}, {4, 5, 6, 4, 5, 6, 4, 5, 6}));
}

TEST(Meshgrid, OfXyHasTheFirstTwoDimsSwapped) {
  const auto x = tensor({1, 2, 3});
  const auto y = tensor({10, 20});
  const auto grids = meshgrid({x, y}, "xy");
  EXPECT_TRUE(is(grids[0], {2, 3}, {1, 2, 3, 1, 2, 3}));
  EXPECT_TRUE(is(grids[1], {2, 3}, {10, 10, 10, 20, 20, 20}));
  EXPECT_TRUE(is(meshgrid({x, y}, "ij")[0], {3, 2}, {1, 1, 2, 2, 3, 3}));
  const auto three = meshgrid({x, y, tensor({5, 6, 7, 8})}, "xy");
  for (const auto& grid : three) EXPECT_TRUE(has_shape(grid, {2, 3, 4}));
  EXPECT_TRUE(is(three[2].select(0, 1).select(0, 2), {4}, {5, 6, 7, 8}));
}

TEST(Meshgrid, OfOneTensorOrNone) {
  EXPECT_TRUE(is(meshgrid({tensor({1, 2})}, "xy")[0], {2}, {1, 2}));
  EXPECT_TRUE(is(meshgrid({tensor(7), tensor({1, 2})})[0], {1, 2}, {7, 7}));
  EXPECT_TRUE(has_shape(meshgrid({arange(0), arange(2)}, "xy")[1], {2, 0}));
  EXPECT_TRUE(meshgrid(std::vector<Tensor<int>>{}).empty());
}

TEST(Meshgrid, GivesViews) {
  const auto x = tensor({1, 2});
  const auto grids = meshgrid({x, x.flip()});
  EXPECT_TRUE(grids[0].shares_storage(x));
  EXPECT_TRUE(is(grids[1], {2, 2}, {2, 1, 2, 1}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { grids[0].fill_(0); },
      "fill_: shape (2, 2) with strides (1, 0) has elements that share memory and cannot be "
      "written; clone() it first"));
  EXPECT_TRUE(is(x, {2}, {1, 2}));
}

TEST(Meshgrid, IndexesAGrid) {
  const auto grids = meshgrid({arange(2), tensor<index_t>({-1, 0})});
  EXPECT_TRUE(is(counting({2, 3}).index({grids[0], grids[1]}), {2, 2}, {2, 0, 5, 3}));
}

TEST(Meshgrid, OfElementsThatAreNoNumbersAndOfReadOnlyOnes) {
  using reference::Bytes3;
  const auto items = tensor({Bytes3{1, 2, 3}, Bytes3{4, 5, 6}});
  const auto grid = meshgrid({items, items})[1];
  EXPECT_EQ(grid.at(0, 1), (Bytes3{4, 5, 6}));
  const Tensor<const int> constant = tensor({3, 4});
  EXPECT_TRUE(is(meshgrid({constant, constant})[0], {2, 2}, {3, 3, 4, 4}));
}

TEST(Meshgrid, RefusesOtherRanksAndOptions) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)meshgrid({arange(2), arange(4).view({2, 2})}); },
                                 "meshgrid: tensor 1 has shape (2, 2), more than one dim"));
  EXPECT_TRUE(throws<ValueError>([] { (void)meshgrid({arange(2)}, "yx"); },
                                 "meshgrid: indexing must be \"ij\" or \"xy\", not \"yx\""));
  EXPECT_TRUE(throws<ValueError>([] { (void)meshgrid({arange(2)}, {"y\0\n", 3}); },
                                 "meshgrid: indexing must be \"ij\" or \"xy\", not \"y??\""));
}

TEST(Meshgrid, OfListsInBraces) {
  const auto grids = meshgrid({{1, 2}, {3, 4, 5}});
  EXPECT_TRUE(is(grids[0], {2, 3}, {1, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(is(grids[1], {2, 3}, {3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(is(meshgrid({{0.5, 1.5}, {2.5}}, "xy")[0], {1, 2}, {0.5, 1.5}));
  EXPECT_TRUE(is(meshgrid({{1}, {3}})[1], {1, 1}, {3}));
}

}  // namespace meshgrid_test
