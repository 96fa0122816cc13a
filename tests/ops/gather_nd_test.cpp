// Values are those of TensorFlow's and Paddle's manuals, and worked by hand elsewhere.
#include <ndx/tensor/random.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace {

TEST(GatherNd, ARowNamesAnElement) {
  const auto t = tensor({{1, 2}, {3, 4}});
  EXPECT_TRUE(is(gather_nd(t, tensor({{0, 0}, {1, 1}})), {2}, {1, 4}));
  EXPECT_TRUE(is(gather_nd(t, tensor({{{-1, 0}}, {{0, -1}}})), {2, 1}, {3, 2}));
}

TEST(GatherNd, AShortRowNamesASubTensor) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(
      is(gather_nd(t, tensor({{1}})), {1, 3, 4}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  EXPECT_TRUE(is(gather_nd(t, tensor({{0, 2}, {1, 0}})), {2, 4}, {8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(GatherNd, OneRowAloneLosesItsDim) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(is(gather_nd(t, tensor({0, 2})), {4}, {8, 9, 10, 11}));  // as in Paddle's manual
  EXPECT_TRUE(is(gather_nd(t, tensor({0, 2, 3})), {}, {11}));
  const auto whole = gather_nd(t, zeros<int>({0}));
  EXPECT_TRUE(equal(whole, t));
  EXPECT_FALSE(whole.shares_storage(t));
}

TEST(GatherNd, RowsWithoutCoordinatesNameTheWhole) {
  const auto t = tensor({{65, 17}, {-14, -25}});
  EXPECT_TRUE(
      is(gather_nd(t, zeros<int>({2, 0})), {2, 2, 2}, {65, 17, -14, -25, 65, 17, -14, -25}));
  EXPECT_TRUE(is(gather_nd(tensor(5), zeros<int>({3, 0})), {3}, {5, 5, 5}));
  EXPECT_TRUE(is(gather_nd(tensor(5), zeros<int>({0})), {}, {5}));
}

TEST(GatherNd, OfWhatNonzeroGivesIsTheMask) {
  const auto t = counting({3, 4, 2});
  const auto mask = randint(0, 3, {3, 4, 2}, 1) == 1;
  EXPECT_TRUE(equal(gather_nd(t, nonzero(mask)), t.index({mask})));
  const auto rows = tensor({true, false, true});  // x[bool_index] in Paddle's guide
  EXPECT_TRUE(equal(gather_nd(t, nonzero(rows)), t.index({rows})));
}

TEST(GatherNd, FromAnyStridesAndTypes) {
  using reference::Bytes3;
  const auto t = counting({2, 3}).flip().transpose();  // [[5, 2], [4, 1], [3, 0]]
  const Tensor<const std::uint8_t> indices = tensor<std::uint8_t>({{0, 1}, {2, 0}});
  EXPECT_TRUE(is(gather_nd(t, indices), {2}, {2, 3}));
  EXPECT_TRUE(is(gather_nd(t, indices.flip().transpose()), {2}, {2, 3}));  // the same rows
  EXPECT_TRUE(is(gather_nd(t, tensor({1}).expand({2, 2})), {2}, {1, 1}));
  const Bytes3 bytes[] = {{1, 2, 3}, {4, 5, 6}};
  const Tensor<const Bytes3> structs = borrow(bytes, {2});
  EXPECT_TRUE(is(gather_nd(structs, tensor({{-1}})), {1}, {bytes[1]}));
}

TEST(GatherNd, ByAPolicy) {
  const auto t = counting({2, 3});
  const auto indices = tensor({{1, 3}, {-3, 0}, {-1, -1}});
  EXPECT_TRUE(is(gather_nd(t, indices, {.bounds = Bounds::fill, .fill = 9}), {3}, {9, 9, 5}));
  EXPECT_TRUE(is(gather_nd(t, indices, {.bounds = Bounds::clip}), {3}, {5, 0, 0}));
  EXPECT_TRUE(is(gather_nd(t, indices, {.bounds = Bounds::wrap}), {3}, {3, 3, 5}));
}

TEST(GatherNd, OfNothing) {
  EXPECT_TRUE(has_shape(gather_nd(counting({2, 3}), zeros<int>({0, 1})), {0, 3}));
  EXPECT_TRUE(has_shape(gather_nd(zeros({0, 3}), zeros<int>({4, 0})), {4, 0, 3}));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)gather_nd(zeros({0, 3}), tensor({{0}})); },
                         "gather_nd: index 0 at [0] is out of bounds for dimension 0 with size 0"));
}

TEST(GatherNd, NamesWhatIsWrong) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)gather_nd(t, tensor({{0, 2}, {1, 3}})); },
                         "gather_nd: index 3 at [1] is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)gather_nd(t, tensor({0, 0, 0})); },
                                 "gather_nd: too many indices for tensor: tensor is 2-dimensional, "
                                 "but 3 were indexed"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)gather_nd(t, tensor(0)); },
                         "gather_nd: indices of rank 0 have no last dim for the coordinates"));
}

TEST(ScatterNd, AsInTheManuals) {
  EXPECT_TRUE(is(scatter_nd(tensor({{4}, {3}, {1}, {7}}), tensor({9, 10, 11, 12}), {8}), {8},
                 {0, 11, 0, 10, 9, 0, 0, 12}));
  EXPECT_TRUE(
      is(scatter_nd(tensor({{1}, {3}, {1}}), tensor({10, 20, 30}), {5}), {5}, {0, 40, 0, 20, 0}));
  EXPECT_TRUE(is(scatter_nd(tensor({{0}, {2}}), tensor({{1, 2}, {3, 4}}), {3, 2}), {3, 2},
                 {1, 2, 0, 0, 3, 4}));
}

TEST(ScatterNd, NamesWhatIsWrong) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)scatter_nd(tensor({{0}, {2}}), tensor({1}), {3}); },
                                 "scatter_nd: updates have shape (1), but indices of shape (2, 1) "
                                 "into shape (3) need shape (2)"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)scatter_nd(tensor({{0}, {3}}), tensor({1, 2}), {3}); },
      "scatter_nd: index 3 at [1] is out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)scatter_nd(tensor({{0}}), tensor({1}), {-1}); },
                                 "scatter_nd: size -1 of dim 0 is negative"));
  EXPECT_TRUE(
      is(scatter_nd(tensor({{0}, {3}}), tensor({1, 2}), {3}, Bounds::drop), {3}, {1, 0, 0}));
}

TEST(ScatterNdAdd, AsInPaddlesManual) {
  const auto x = tensor({{65, 17}, {-14, -25}});
  const auto updates = tensor({{{-1, -2}, {1, 2}}, {{3, 4}, {-3, -4}}});
  EXPECT_TRUE(is(scatter_nd_add(x, zeros<int>({2, 0}), updates), {2, 2}, {67, 19, -16, -27}));
  EXPECT_TRUE(is(x, {2, 2}, {65, 17, -14, -25}));
}

TEST(ScatterNdAdd, CountsDuplicatesAndConverts) {
  const Tensor<const float> t = tensor({0.5f, 1.f});
  EXPECT_TRUE(is(scatter_nd_add(t, tensor({{1}, {-1}, {0}}), tensor({1, 2, 3})), {2}, {3.5f, 4.f}));
  EXPECT_TRUE(
      is(scatter_nd_add(zeros<bool>({2}), tensor({{1}}), tensor({true})), {2}, {false, true}));
  EXPECT_TRUE(
      is(scatter_nd_add(counting({2, 2}), tensor({1, 0}), tensor(10)), {2, 2}, {0, 1, 12, 3}));
}

}  // namespace
