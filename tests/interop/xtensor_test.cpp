// Tensors as xtensor's arrays and back: strides, who owns the memory when, what is refused.
#include <complex>
#include <utility>

#include <gtest/gtest.h>
#include <xtensor/xarray.hpp>
#include <xtensor/xfixed.hpp>
#include <xtensor/xmath.hpp>
#include <xtensor/xstrided_view.hpp>
#include <xtensor/xtensor.hpp>
#include <xtensor/xview.hpp>

#include <ndx/ndx.hpp>
#include <ndx/xtensor.hpp>

#include "support/expect.hpp"

namespace {

using expect::counting;
using expect::is;
using expect::throws;

ndx::Tensor<double> numbers(const ndx::Dims& shape) { return counting(shape).to<double>(); }

/// Whether xtensor has the elements of the view, in the same place, indexed and in expressions.
testing::AssertionResult adapts(const ndx::Tensor<const double>& view) {
  const auto array = ndx::as_xtensor(view);
  if (array.dimension() != 2) return testing::AssertionFailure() << "another rank";
  for (ndx::index_t i = 0; i < view.size(0); ++i) {
    for (ndx::index_t j = 0; j < view.size(1); ++j) {
      if (&array(static_cast<std::size_t>(i), static_cast<std::size_t>(j)) != &view.at(i, j))
        return testing::AssertionFailure() << "element " << i << ", " << j;
    }
  }
  xt::xarray<double> thrice = array + array;
  thrice += array;
  const auto read = ndx::from_xtensor(thrice);
  if (!ndx::equal(read, view * 3.0)) return testing::AssertionFailure() << "read as " << read;
  if (!ndx::equal(ndx::from_xtensor(array), view))
    return testing::AssertionFailure() << "evaluated as " << ndx::from_xtensor(array);
  return testing::AssertionSuccess();
}

TEST(AsXtensor, HasTheStridesOfTheTensor) {
  EXPECT_TRUE(adapts(numbers({4, 6})));
  EXPECT_TRUE(adapts(numbers({4, 6}).transpose()));
  EXPECT_TRUE(adapts(numbers({4, 6}).slice(1, ndx::Slice(1, 6, 2)).narrow(0, 1, 2)));
  EXPECT_TRUE(adapts(numbers({4, 6}).narrow(1, 2, 1)));
  EXPECT_TRUE(adapts(numbers({4, 6}).narrow(0, 2, 1)));
  EXPECT_TRUE(adapts(numbers({4, 6}).flip(0)));
  EXPECT_TRUE(adapts(numbers({4, 6}).flip(1)));
  EXPECT_TRUE(adapts(numbers({4, 6}).flip()));
  EXPECT_TRUE(adapts(numbers({4, 6}).flip().transpose()));
  EXPECT_TRUE(adapts(numbers({4, 6}).narrow(0, 2, 1).flip()));
  EXPECT_TRUE(adapts(numbers({4, 6}).select(0, 1).expand({3, 6})));
  EXPECT_TRUE(adapts(numbers({4, 6}).narrow(1, 1, 1).expand({4, 3})));
  EXPECT_TRUE(adapts(numbers({1, 1})));
  EXPECT_TRUE(adapts(ndx::zeros<double>({0, 3})));
}

TEST(AsXtensor, IsWrittenAndBroadcast) {
  const auto t = numbers({2, 3});
  const auto row = numbers({3});
  auto array = ndx::as_xtensor(t);
  array += ndx::as_xtensor(row) * 10.0;
  EXPECT_TRUE(is(t, {2, 3}, {0, 11, 22, 3, 14, 25}));
  const ndx::Tensor<const double> read_only = t;
  array = ndx::as_xtensor(read_only) - array(0, 2);
  EXPECT_TRUE(is(t, {2, 3}, {-22, -11, 0, -19, -8, 3}));
  EXPECT_EQ(xt::sum(ndx::as_xtensor(t))(), -57);
  const auto scalar = ndx::full({}, 2.0);
  ndx::as_xtensor(scalar)() = 5;
  EXPECT_EQ(scalar.item(), 5);
  const auto none = ndx::zeros({0, 3});
  EXPECT_EQ(ndx::as_xtensor(none).shape(1), 3U);
}

TEST(AsXtensor, BroadcastsWhateverTheStrideOfASizeOfOne) {
  const auto t = numbers({2, 3});
  const ndx::Tensor<const double> row = t.narrow(0, 1, 1);
  EXPECT_TRUE(is(ndx::from_xtensor(ndx::as_xtensor(t) + ndx::as_xtensor(row)), {2, 3},
                 {3, 5, 7, 6, 8, 10}));
}

TEST(AsXtensor, RefusesToWriteThroughStrides) {
  const auto flipped = numbers({2, 3}).flip(1);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::as_xtensor(flipped); },
      "as_xtensor: shape (2, 3) with strides (3, -1) is not contiguous, so that xtensor can only "
      "read it: adapt it as a Tensor of const elements, or t.contiguous()"));
  const auto repeated = numbers({3}).expand({2, 3});
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::to_xtensor(repeated); },
      "to_xtensor: shape (2, 3) with strides (0, 1) is not contiguous, so that xtensor can only "
      "read it: adapt it as a Tensor of const elements, or t.contiguous()"));
}

TEST(ToXtensor, KeepsTheMemoryAlive) {
  const auto t = numbers({2, 3});
  {
    auto row = ndx::to_xtensor(t.select(0, 1));
    EXPECT_EQ(t.storage().owners(), 2U);
    const auto copy = row;
    row(1) = 9;
    EXPECT_EQ(copy(1), 9);
    EXPECT_EQ(t.at(1, 1), 9);
  }
  EXPECT_EQ(t.storage().owners(), 1U);
  const auto last = ndx::to_xtensor(numbers({3}) + 1.0);
  EXPECT_EQ(xt::sum(last)(), 6);
  const auto column = ndx::to_xtensor(ndx::Tensor<const double>(t.flip(0).select(1, 1)));
  const auto copy = column;
  static_assert(std::is_same_v<decltype(copy(0)), const double&>);
  EXPECT_EQ(copy(0), 9);
  EXPECT_EQ(copy(1), 1);
}

TEST(BorrowXtensor, TakesArraysAndViewsWithoutACopy) {
  xt::xarray<double> a{{0, 1, 2}, {3, 4, 5}};
  const auto t = ndx::borrow_xtensor(a);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  t.at(1, 0) = 7;
  EXPECT_EQ(a(1, 0), 7);
  auto part = xt::view(a, xt::all(), xt::range(1, 3));
  EXPECT_TRUE(is(ndx::borrow_xtensor(part), {2, 2}, {1, 2, 4, 5}));
  auto back = xt::strided_view(a, {xt::range(xt::placeholders::_, xt::placeholders::_, -1), 2});
  EXPECT_TRUE(is(ndx::borrow_xtensor(back), {2}, {5, 2}));
  const xt::xtensor<float, 2, xt::layout_type::column_major> columns{{1, 2}, {3, 4}};
  const auto read_only = ndx::borrow_xtensor(columns);
  static_assert(std::is_same_v<decltype(read_only), const ndx::Tensor<const float>>);
  EXPECT_TRUE(is(read_only, {2, 2}, {1, 2, 3, 4}));
  EXPECT_EQ(read_only.strides(), (ndx::Dims{1, 2}));
  xt::xtensor_fixed<int, xt::xshape<3>> fixed{1, 2, 3};
  EXPECT_TRUE(is(ndx::borrow_xtensor(fixed), {3}, {1, 2, 3}));
  const auto x = numbers({2, 3});
  const ndx::Tensor<const double> turned = x.transpose().flip(0);
  auto adapted = ndx::as_xtensor(turned);
  EXPECT_EQ(ndx::borrow_xtensor(adapted).strides(), turned.strides());
  EXPECT_TRUE(is(ndx::borrow_xtensor(adapted), {3, 2}, {2, 5, 1, 4, 0, 3}));
  xt::xarray<float> none = xt::zeros<float>({0, 3});
  EXPECT_TRUE(is(ndx::borrow_xtensor(none), {0, 3}, {}));
  xt::xarray<float> scalar = 3.F;
  EXPECT_TRUE(is(ndx::borrow_xtensor(scalar), {}, {3}));
}

TEST(FromXtensor, EvaluatesExpressions) {
  const auto a = numbers({2, 3});
  EXPECT_TRUE(is(ndx::from_xtensor(ndx::as_xtensor(a) * 2.0 + 1.0), {2, 3}, {1, 3, 5, 7, 9, 11}));
  EXPECT_TRUE(is(ndx::from_xtensor(xt::sum(ndx::as_xtensor(a), {0})), {3}, {3, 5, 7}));
  EXPECT_TRUE(is(ndx::from_xtensor(xt::transpose(ndx::as_xtensor(a))), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(ndx::from_xtensor(ndx::as_xtensor(a) > 2.0), {2, 3},
                 {false, false, false, true, true, true}));
  EXPECT_TRUE(is(ndx::from_xtensor(xt::zeros<float>({2, 0})), {2, 0}, {}));
  const xt::xarray<double> named{1, 2};
  EXPECT_NE(ndx::from_xtensor(named).data(), named.data());
}

TEST(FromXtensor, TakesOverWhatIsMovedIn) {
  ndx::Tensor<double> row;
  {
    xt::xtensor<double, 2> moved{{0, 1, 2}, {3, 4, 5}};
    const double* const data = moved.data();
    const auto t = ndx::from_xtensor(std::move(moved));
    EXPECT_EQ(t.data(), data);
    row = t[1];
  }
  EXPECT_TRUE(is(row, {3}, {3, 4, 5}));
  EXPECT_TRUE(is(ndx::from_xtensor(xt::xtensor_fixed<int, xt::xshape<2>>{4, 5}), {2}, {4, 5}));
  EXPECT_TRUE(is(ndx::from_xtensor(xt::xarray<int>()), {}, {0}));
}

}  // namespace
