// Tensors as those of Eigen's unsupported module, and back.
#include <utility>

#include <gtest/gtest.h>

#include <ndx/eigen_tensor.hpp>
#include <ndx/interop/eigen/eigen_matrix.hpp>
#include <ndx/ndx.hpp>

#include "support/expect.hpp"

namespace {

using expect::counting;
using expect::is;
using expect::throws;

TEST(AsEigenTensor, MapsRowMajorTensors) {
  const auto t = counting({2, 3, 4}).to<float>();
  const auto map = ndx::as_eigen_tensor<3>(t);
  EXPECT_EQ(map.data(), t.data());
  EXPECT_EQ(map.dimension(2), 4);
  EXPECT_EQ(map(1, 2, 3), 23);
  const auto part = t.narrow(0, 1, 1);
  EXPECT_EQ(ndx::as_eigen_tensor<3>(part)(0, 0, 1), 13);
  const auto out = ndx::zeros({3, 4});
  ndx::as_eigen_tensor<2>(out) = map.maximum(Eigen::array<int, 1>{0});
  EXPECT_TRUE(ndx::equal(out, t[1]));
  const ndx::Tensor<const float> read_only = t;
  static_assert(std::is_same_v<decltype(ndx::as_eigen_tensor<3>(read_only).data()), const float*>);
}

TEST(AsEigenTensor, OfRankZeroAndOfNoElements) {
  const auto scalar = ndx::full({}, 2.F);
  ndx::as_eigen_tensor<0>(scalar)() += 1.F;
  EXPECT_EQ(scalar.item(), 3);
  const auto none = ndx::zeros({2, 0});
  EXPECT_EQ(ndx::as_eigen_tensor<2>(none).size(), 0);
  EXPECT_EQ(ndx::as_eigen_tensor<2>(none).dimension(0), 2);
}

TEST(AsEigenTensor, RefusesOtherRanksAndStrides) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(throws<ndx::ShapeError>([&] { (void)ndx::as_eigen_tensor<3>(t); },
                                      "as_eigen_tensor: asked for rank 3 of shape (2, 3)"));
  const auto flipped = t.flip(1);
  EXPECT_TRUE(throws<ndx::ValueError>(
      [&] { (void)ndx::as_eigen_tensor<2>(flipped); },
      "as_eigen_tensor: shape (2, 3) with strides (3, -1) is not contiguous; map t.contiguous()"));
}

TEST(BorrowEigen, TakesTensorsOfEitherOrder) {
  Eigen::Tensor<int, 3> columns(2, 3, 4);
  for (int i = 0; i < 24; ++i) columns.data()[i] = i;
  const auto t = ndx::borrow_eigen(columns);
  EXPECT_EQ(t.strides(), (ndx::Dims{1, 2, 6}));
  EXPECT_EQ(t.at(1, 2, 3), columns(1, 2, 3));
  t.at(0, 1, 2) = -5;
  EXPECT_EQ(columns(0, 1, 2), -5);
  Eigen::TensorFixedSize<float, Eigen::Sizes<2, 2>, Eigen::RowMajor> fixed;
  fixed.setValues({{1.F, 2.F}, {3.F, 4.F}});
  EXPECT_TRUE(is(ndx::borrow_eigen(std::as_const(fixed)), {2, 2}, {1, 2, 3, 4}));
  static_assert(
      std::is_same_v<decltype(ndx::borrow_eigen(std::as_const(fixed))), ndx::Tensor<const float>>);
  const auto list = counting({3});
  EXPECT_EQ(ndx::borrow_eigen(ndx::as_eigen_tensor<1>(list)).data(), list.data());
}

TEST(FromEigen, TakesOverTensorsAndEvaluatesExpressions) {
  ndx::Tensor<float> view;
  {
    Eigen::Tensor<float, 2> moved(2, 2);
    moved.setValues({{1.F, 2.F}, {3.F, 4.F}});
    const float* const data = moved.data();
    const auto copied = ndx::from_eigen(moved);
    EXPECT_NE(copied.data(), data);
    EXPECT_TRUE(is(copied, {2, 2}, {1, 2, 3, 4}));
    const auto t = ndx::from_eigen(std::move(moved));
    EXPECT_EQ(t.data(), data);
    view = t[1];
  }
  EXPECT_TRUE(is(view, {2}, {3, 4}));
  const auto t = counting({2, 3}).to<float>();
  const auto sum = ndx::from_eigen(ndx::as_eigen_tensor<2>(t) + 1.F);
  EXPECT_TRUE(is(sum, {2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(sum.is_contiguous());
  EXPECT_TRUE(is(ndx::from_eigen(ndx::as_eigen_tensor<2>(t).sum()), {}, {15}));
  // Matrices keep their own functions.
  EXPECT_TRUE(is(ndx::from_eigen(ndx::as_eigen(t) * 2.F), {2, 3}, {0, 2, 4, 6, 8, 10}));
}

}  // namespace
