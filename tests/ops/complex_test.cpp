// real, imag, conj, angle. Expected values are NumPy's.
#include <cmath>
#include <complex>
#include <limits>

#include <ndx/ops/complex.hpp>
#include <ndx/ops/into.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;

namespace complex_test {

using C = std::complex<double>;
const double pi = std::acos(-1.0);

TEST(RealAndImag, OfComplexNumbersAreViews) {
  const auto z = tensor({{C(1, 2), C(3, 4)}, {C(5, 6), C(7, 8)}});
  EXPECT_TRUE(is(real(z), {2, 2}, {1, 3, 5, 7}));
  EXPECT_TRUE(is(imag(z), {2, 2}, {2, 4, 6, 8}));
  EXPECT_TRUE(is(imag(z.transpose().flip(0)), {2, 2}, {4, 8, 2, 6}));
  EXPECT_TRUE(is(real(z.select(1, 1)), {2}, {3, 7}));
  EXPECT_TRUE(is(real(z.select(0, 0).expand({2, 2})), {2, 2}, {1, 3, 1, 3}));
  imag(z.select(0, 1)).fill_(0);
  real(z)[{0}] = -1.0;
  EXPECT_TRUE(is(z, {2, 2}, {C(-1, 2), C(-1, 4), C(5), C(7)}));
  const Tensor<const C> fixed = z;
  static_assert(std::is_same_v<decltype(real(fixed)), Tensor<const double>>);
  EXPECT_TRUE(is(real(fixed), {2, 2}, {-1, -1, 5, 7}));
}

TEST(RealAndImag, OfAnyShape) {
  EXPECT_EQ(imag(tensor(C(1, 2))).item(), 2);
  EXPECT_TRUE(is(imag(zeros<C>({2, 0, 3})), {2, 0, 3}, {}));
  EXPECT_TRUE(is(imag(full<C>({3}, C(0, 5)).narrow(0, 2, 1)), {1}, {5}));
}

TEST(RealAndImag, OfRealNumbers) {
  const auto t = counting({2});
  real(t).fill_(7);
  EXPECT_TRUE(is(t, {2}, {7, 7}));
  EXPECT_TRUE(is(imag(t), {2}, {0, 0}));
  EXPECT_TRUE(is(real(tensor({true})), {1}, {true}));
}

TEST(RealAndImag, IntoExistingTensors) {
  const auto out = zeros<float>({2});
  real_into(out, tensor({C(1, 2), C(-3, 4)}));
  EXPECT_TRUE(is(out, {2}, {1, -3}));
  imag_into(out, tensor({C(1, 2), C(-3, 4)}));
  EXPECT_TRUE(is(out, {2}, {2, 4}));
  imag_into(out, tensor({5, 6}));
  EXPECT_TRUE(is(out, {2}, {0, 0}));
}

TEST(Conj, ChangesTheSignOfImaginaryParts) {
  const auto z = tensor({C(1, 2), C(-3, -0.0)});
  EXPECT_TRUE(is(conj(z), {2}, {C(1, -2), C(-3, 0)}));
  EXPECT_TRUE(is(conj(counting({3}).flip()), {3}, {2, 1, 0}));
  conj_into(z, z);
  EXPECT_TRUE(is(z, {2}, {C(1, -2), C(-3, 0)}));
}

TEST(Angle, OfComplexAndRealNumbers) {
  EXPECT_TRUE(allclose(angle(tensor({C(0, 1), C(-1, 0), C(-1, -0.0), C(0, 0)})),
                       tensor({pi / 2, pi, -pi, 0.0})));
  const double inf = std::numeric_limits<double>::infinity();
  const auto real_angles = angle(tensor({1.0, -0.0, std::nan(""), -inf, 3.0}));
  EXPECT_TRUE(allclose(real_angles, tensor({0.0, pi, std::nan(""), pi, 0.0}), 1e-15, 0, true));
  static_assert(std::is_same_v<decltype(angle(tensor({1}))), Tensor<double>>);
  static_assert(std::is_same_v<decltype(angle(zeros<std::complex<float>>({1}))), Tensor<float>>);
  EXPECT_TRUE(allclose(angle(tensor({-2, 0, 5})), tensor({pi, 0.0, 0.0})));
  const auto out = zeros<float>({2});
  angle_into(out, tensor({C(0, -2), C(3, 0)}));
  EXPECT_TRUE(is(out, {2}, {static_cast<float>(-pi / 2), 0}));
}

}  // namespace complex_test
