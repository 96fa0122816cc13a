// Tensors as Eigen's matrices and arrays, and back.
#include <complex>
#include <utility>

#include <Eigen/Core>
#include <gtest/gtest.h>

#include <ndx/interop/eigen/eigen_matrix.hpp>
#include <ndx/ndx.hpp>

#include "support/expect.hpp"

namespace {

using expect::counting;
using expect::is;
using expect::throws;

ndx::Tensor<double> numbers(const ndx::Dims& shape) { return counting(shape).to<double>(); }

/// Whether the map has the elements of the view, in the same place.
bool maps(const ndx::Tensor<double>& view) {
  const auto map = ndx::as_eigen(view);
  const auto array = ndx::as_eigen_array(view);
  if (map.data() != view.data() || map.rows() != view.size(0) || map.cols() != view.size(1))
    return false;
  double sum = 0;
  for (ndx::index_t i = 0; i < view.size(0); ++i) {
    for (ndx::index_t j = 0; j < view.size(1); ++j) {
      if (map(i, j) != view.at(i, j) || array(i, j) != view.at(i, j)) return false;
      sum += view.at(i, j);
    }
  }
  return map.sum() == sum && array.sum() == sum;
}

TEST(AsEigen, MapsAnyStrides) {
  const auto t = numbers({4, 6});
  EXPECT_TRUE(maps(t));
  EXPECT_TRUE(maps(t.transpose()));
  EXPECT_TRUE(maps(t.slice(1, ndx::Slice(1, 6, 2)).narrow(0, 1, 2)));
  EXPECT_TRUE(maps(t.flip()));
  EXPECT_TRUE(maps(t.flip(0).transpose()));
  EXPECT_TRUE(maps(t.select(0, 2).expand({3, 6})));
  EXPECT_TRUE(maps(numbers({1, 1})));
  EXPECT_TRUE(maps(ndx::zeros<double>({0, 3})));
  EXPECT_TRUE(maps(ndx::zeros<double>({3, 0})));
}

TEST(AsEigen, MapsVectorsAsColumns) {
  const auto t = numbers({6});
  const auto odd = t.slice(0, ndx::Slice(1, 6, 2));
  const auto map = ndx::as_eigen(odd);
  EXPECT_EQ(map.rows(), 3);
  EXPECT_EQ(map.cols(), 1);
  EXPECT_EQ(map(2, 0), 5);
  EXPECT_EQ(ndx::as_eigen(t).squaredNorm(), 55);
}

TEST(AsEigen, WritesAndMultiplies) {
  // NumPy: np.arange(6).reshape(2, 3)[:, ::-1] @ np.arange(12).reshape(3, 4)
  const auto a = numbers({2, 3}).flip(1);
  const auto b = numbers({3, 4});
  const auto c = ndx::zeros<double>({4, 2});
  const auto turned = c.transpose();
  ndx::as_eigen(turned).noalias() = ndx::as_eigen(a) * ndx::as_eigen(b);
  EXPECT_TRUE(is(turned, {2, 4}, {4, 7, 10, 13, 40, 52, 64, 76}));
  ndx::as_eigen_array(turned) += 1;
  EXPECT_EQ(c.at(0, 0), 5);
  const ndx::Tensor<const double> read_only = b;
  static_assert(std::is_same_v<decltype(ndx::as_eigen(read_only).data()), const double*>);
  EXPECT_EQ(ndx::as_eigen(read_only).trace(), 15);
  const auto z = ndx::full({2, 2}, std::complex<float>(0, 1));
  EXPECT_EQ((ndx::as_eigen(z) * ndx::as_eigen(z))(0, 0), std::complex<float>(-2, 0));
}

TEST(AsEigen, RefusesOtherRanks) {
  const auto cube = numbers({2, 2, 2});
  EXPECT_TRUE(
      throws<ndx::ShapeError>([&] { return ndx::as_eigen(cube); },
                              "as_eigen: shape (2, 2, 2) is neither a vector nor a matrix"));
  const auto scalar = numbers({});
  EXPECT_TRUE(throws<ndx::ShapeError>([&] { return ndx::as_eigen_array(scalar); },
                                      "as_eigen_array: shape () is neither a vector nor a matrix"));
}

TEST(BorrowEigen, TakesEigensObjectsWithoutACopy) {
  Eigen::MatrixXd m(2, 3);  // column-major
  m << 0, 1, 2, 3, 4, 5;
  const auto t = ndx::borrow_eigen(m);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_EQ(t.strides(), (ndx::Dims{1, 2}));
  t.at(1, 0) = 7;
  EXPECT_EQ(m(1, 0), 7);
  EXPECT_TRUE(is(ndx::borrow_eigen(m.block(0, 1, 2, 2)), {2, 2}, {1, 2, 4, 5}));
  EXPECT_TRUE(is(ndx::borrow_eigen(m.row(1)), {3}, {7, 4, 5}));
  const Eigen::Matrix<float, 2, 2, Eigen::RowMajor> fixed{{1, 2}, {3, 4}};
  const auto read_only = ndx::borrow_eigen(fixed);
  static_assert(std::is_same_v<decltype(read_only), const ndx::Tensor<const float>>);
  EXPECT_TRUE(is(read_only, {2, 2}, {1, 2, 3, 4}));
  Eigen::ArrayXi list = Eigen::ArrayXi::LinSpaced(4, 0, 3);
  EXPECT_TRUE(is(ndx::borrow_eigen(list), {4}, {0, 1, 2, 3}));
  Eigen::MatrixXf none(0, 3);
  EXPECT_TRUE(is(ndx::borrow_eigen(none), {0, 3}, {}));
  const auto x = numbers({2, 3}).transpose();
  EXPECT_EQ(ndx::borrow_eigen(ndx::as_eigen(x)).strides(), x.strides());
}

TEST(FromEigen, EvaluatesExpressions) {
  const auto a = numbers({2, 3});
  const auto b = numbers({3, 2});
  const auto product = ndx::from_eigen(ndx::as_eigen(a) * ndx::as_eigen(b));
  EXPECT_TRUE(is(product, {2, 2}, {10, 13, 28, 40}));
  EXPECT_TRUE(product.is_contiguous());
  EXPECT_TRUE(is(ndx::from_eigen(ndx::as_eigen_array(a) * 2), {2, 3}, {0, 2, 4, 6, 8, 10}));
  EXPECT_TRUE(is(ndx::from_eigen(ndx::as_eigen(a).rowwise().sum()), {2}, {3, 12}));
  EXPECT_TRUE(is(ndx::from_eigen(ndx::as_eigen(a).colwise().sum()), {3}, {3, 5, 7}));
  EXPECT_TRUE(is(ndx::from_eigen(ndx::as_eigen_array(a) > 2), {2, 3},
                 {false, false, false, true, true, true}));
  EXPECT_TRUE(is(ndx::from_eigen(Eigen::MatrixXd::Zero(0, 2)), {0, 2}, {}));
}

TEST(FromEigen, TakesOverWhatIsMovedIn) {
  Eigen::MatrixXd m(2, 3);
  m << 0, 1, 2, 3, 4, 5;
  const auto copied = ndx::from_eigen(m);
  const double* const data = m.data();
  EXPECT_NE(copied.data(), data);
  EXPECT_TRUE(is(copied, {2, 3}, {0, 1, 2, 3, 4, 5}));
  ndx::Tensor<double> row;
  {
    const auto moved = ndx::from_eigen(std::move(m));
    EXPECT_EQ(moved.data(), data);
    EXPECT_TRUE(is(moved, {2, 3}, {0, 1, 2, 3, 4, 5}));
    row = moved[1];
  }
  EXPECT_TRUE(is(row, {3}, {3, 4, 5}));
  EXPECT_TRUE(is(ndx::from_eigen(Eigen::Vector3f(1, 2, 3)), {3}, {1, 2, 3}));
}

TEST(FromEigen, OfSixteenBits) {
  Eigen::Matrix<Eigen::half, 2, 2> m;
  m << Eigen::half(1.5F), Eigen::half(-0.25F), Eigen::half(65504.F), Eigen::half(6e-8F);
  const auto t = ndx::from_eigen(m);
  const auto numbers = t.to<ndx::float16>();
  EXPECT_TRUE(is(numbers.to<float>(), {2, 2}, {1.5F, -0.25F, 65504.F, 0x1p-24F}));
  EXPECT_EQ(t.to<float>()(1, 0), 65504.F);
  const auto back = (numbers * -1).to<Eigen::half>();
  EXPECT_EQ(ndx::as_eigen(back)(0, 1), Eigen::half(0.25F));
  const auto rounded = ndx::tensor({1.0 / 3, 1e9}).to<Eigen::bfloat16>();
  EXPECT_EQ(static_cast<float>(rounded(0)), 0.333984375F);  // 171 / 512
  EXPECT_EQ(rounded.to<int>()(1), 998244352);               // 119 * 2^23
  EXPECT_EQ(rounded.to<Eigen::half>()(1), std::numeric_limits<Eigen::half>::infinity());
  t.fill_(Eigen::half(2.F));
  t.index_put_({0, 0}, 7);
  EXPECT_EQ(static_cast<float>(t(0, 0)), 7.F);
}

}  // namespace
