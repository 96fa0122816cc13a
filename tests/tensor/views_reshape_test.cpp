// reshape, view, flatten, ravel and as_strided: which share memory, which copy, which are refused.
#include <array>
#include <span>

#include <ndx/tensor/views.hpp>

#include "support/expect.hpp"

namespace views_reshape_test {

using expect::has_shape;
using expect::is;
using expect::throws;
using ndx::arange;
using ndx::Dims;
using ndx::index_t;
using ndx::IndexError;
using ndx::ShapeError;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::ValueError;

Tensor<int> cube() { return arange<int>(24).reshape({2, 3, 4}); }

const std::vector<int> kTransposed{0, 12, 4, 16, 8,  20, 1, 13, 5, 17, 9,  21,
                                   2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23};

TEST(Reshape, SharesWhereTheStridesAllow) {
  const auto t = cube();
  const auto r = t.reshape({4, -1});
  EXPECT_TRUE(has_shape(r, {4, 6}));
  EXPECT_TRUE(r.shares_storage(t));
  r(3, 5) = 99;
  EXPECT_EQ(t(1, 2, 3), 99);
  EXPECT_TRUE(t.slice(2, Slice(0, 4, 2)).reshape({6, 2}).shares_storage(t));
  EXPECT_TRUE(t.flip(0).reshape({2, 12}).shares_storage(t));
}

TEST(Reshape, CopiesWhereTheyDoNot) {
  const auto t = cube();
  const auto r = t.transpose().reshape({6, 4});
  EXPECT_TRUE(is(r, {6, 4}, kTransposed));
  EXPECT_FALSE(r.shares_storage(t));
  EXPECT_TRUE(r.is_contiguous());
  r.fill_(-1);
  EXPECT_EQ(t(0, 0, 0), 0);
  EXPECT_TRUE(is(arange<int>(2).expand({3, 2}).reshape({6}), {6}, {0, 1, 0, 1, 0, 1}));
}

TEST(Reshape, TakesAnythingContiguousThatHoldsIntegers) {
  const auto t = arange<int>(6);
  const std::array<short, 2> shape{3, 2};
  EXPECT_TRUE(has_shape(t.reshape(shape), {3, 2}));
  EXPECT_TRUE(has_shape(t.reshape(std::vector<std::size_t>{2, 3}), {2, 3}));
  EXPECT_TRUE(has_shape(t.reshape(std::span(shape)), {3, 2}));
  EXPECT_TRUE(has_shape(t.reshape(cube().select(2, 0).shape()), {2, 3}));
}

TEST(Reshape, SizesMayBeSeparateArguments) {
  const auto t = cube();
  EXPECT_TRUE(has_shape(t.reshape(-1), {24}));
  EXPECT_TRUE(has_shape(t.reshape(2, 12), {2, 12}));
  EXPECT_TRUE(has_shape(t.view(std::size_t{2}, -1), {2, 12}));
  EXPECT_TRUE(is(t.permute(2, -2, 0), {4, 3, 2}, expect::elements(t.permute({2, 1, 0}))));
  EXPECT_TRUE(is(tensor({{1}, {2}}).expand(-1, 2), {2, 2}, {1, 1, 2, 2}));
  EXPECT_TRUE(t.reshape(2, 12).shares_storage(t));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)t.reshape(5, -1); },
                         "reshape: a tensor of shape (2, 3, 4) cannot be reshaped to (5, -1)"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)t.permute(0, 1); },
                                 "permute: order (0, 1) must name each of the 3 dims once"));
}

TEST(Reshape, OfRankZeroAndOfNothing) {
  EXPECT_TRUE(is(tensor(5).reshape({1, 1}), {1, 1}, {5}));
  EXPECT_TRUE(is(tensor({5}).reshape({}), {}, {5}));
  EXPECT_TRUE(has_shape(ndx::empty<int>({0, 3}).reshape({-1, 2}), {0, 2}));
  EXPECT_TRUE(has_shape(ndx::empty<int>({0, 3}).transpose().reshape({7, 0}), {7, 0}));
}

TEST(Reshape, RefusesShapesThatCannotBe) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)cube().reshape({-1, -1}); },
                                 "reshape: shape (-1, -1) has more than one -1"));
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)cube().reshape({5, 5}); },
                         "reshape: a tensor of shape (2, 3, 4) cannot be reshaped to (5, 5)"));
  EXPECT_THROW((void)cube().reshape({-2, 12}), ValueError);
  EXPECT_THROW((void)cube().reshape({INT64_MAX, INT64_MAX}), ValueError);
  EXPECT_THROW((void)tensor(1).reshape(Dims::filled(65, 1)), ValueError);
}

TEST(View, RefusesToCopy) {
  const auto t = cube();
  EXPECT_TRUE(t.view({6, 4}).shares_storage(t));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)t.transpose().view({24}); },
                                 "view: shape (4, 3, 2) with strides (1, 4, 12) cannot be viewed "
                                 "as shape (24) without a copy; use reshape"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)t.view({5, -1}); },
                         "view: a tensor of shape (2, 3, 4) cannot be reshaped to (5, -1)"));
}

TEST(Flatten, MakesOneDimOfSeveral) {
  const auto t = cube();
  EXPECT_TRUE(has_shape(t.flatten(), {24}));
  EXPECT_TRUE(has_shape(t.flatten(1), {2, 12}));
  EXPECT_TRUE(has_shape(t.flatten(0, -2), {6, 4}));
  EXPECT_TRUE(has_shape(t.flatten(1, 1), {2, 3, 4}));
  EXPECT_TRUE(t.flatten().shares_storage(t));
  EXPECT_TRUE(is(t.transpose().flatten(0, 1), {12, 2}, kTransposed));
  EXPECT_TRUE(is(tensor(5).flatten(), {1}, {5}));
  EXPECT_TRUE(has_shape(ndx::empty<int>({2, 0, 3}).flatten(), {0}));
  EXPECT_TRUE(throws<ValueError>([&] { (void)t.flatten(2, 0); },
                                 "flatten: start dim 2 comes after end dim 0"));
  EXPECT_THROW((void)t.flatten(3), IndexError);
  EXPECT_THROW((void)tensor(5).flatten(1), IndexError);
}

TEST(Ravel, IsReshapeToOneDim) {
  const auto t = cube();
  EXPECT_TRUE(t.ravel().shares_storage(t));
  EXPECT_TRUE(is(t.transpose().ravel(), {24}, kTransposed));
  EXPECT_TRUE(is(tensor(5).ravel(), {1}, {5}));
}

TEST(AsStrided, LooksAtTheStorageAnyWay) {
  const auto t = arange<int>(10);
  const auto windows = t.as_strided({4, 3}, {2, 1}, 1);
  EXPECT_TRUE(is(windows, {4, 3}, {1, 2, 3, 3, 4, 5, 5, 6, 7, 7, 8, 9}));
  EXPECT_TRUE(windows.shares_storage(t));
  EXPECT_TRUE(is(t.as_strided({3}, {-4}, 9), {3}, {9, 5, 1}));
  EXPECT_TRUE(is(t.as_strided({}, {}, 9), {}, {9}));
  EXPECT_TRUE(is(t.as_strided({3, 0}, {100, 1}, 0), {3, 0}, {}));
}

TEST(AsStrided, OffsetIsThatOfTheViewUnlessGiven) {
  const auto t = arange<int>(10).slice(0, Slice(4));
  EXPECT_TRUE(is(t.as_strided({2}, {3}), {2}, {4, 7}));
  EXPECT_TRUE(is(t.as_strided({2}, {3}, 0), {2}, {0, 3}));
}

TEST(AsStrided, NeverLeavesTheStorage) {
  const auto t = arange<int>(10);
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)t.as_strided({4, 3}, {2, 1}, 2); },
                         "as_strided: shape (4, 3) with strides (2, 1) and offset 2 reaches "
                         "elements 2..10 of a storage of 10"));
  EXPECT_THROW((void)t.as_strided({2}, {-1}, 0), ValueError);
  EXPECT_THROW((void)t.as_strided({1}, {1}, 10), ValueError);
  EXPECT_THROW((void)t.as_strided({1}, {1}, -1), ValueError);
  EXPECT_THROW((void)t.as_strided({2}, {1, 1}, 0), ValueError);
  EXPECT_THROW((void)t.as_strided({-1}, {1}, 0), ValueError);
  EXPECT_THROW((void)t.as_strided({3}, {INT64_MAX}, 0), ValueError);
  EXPECT_THROW((void)t.as_strided({1}, {INT64_MIN}, 0), ValueError);
  EXPECT_THROW((void)t.as_strided({}, {}, INT64_MIN), ValueError);
  EXPECT_THROW((void)t.as_strided(Dims::filled(65, 1), Dims::filled(65, 0), 0), ValueError);
  EXPECT_TRUE(is(t, {10}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9}));
}

TEST(AsStrided, OfBorrowedMemoryStaysWithinWhatWasBorrowed) {
  std::vector<int> values(10, 1);
  const auto t = ndx::borrow(values.data(), {5}, {1});
  EXPECT_TRUE(has_shape(t.as_strided({5}, {1}), {5}));
  EXPECT_THROW((void)t.as_strided({6}, {1}), ValueError);
}

}  // namespace views_reshape_test
