// real, imag, conj, angle. Expected values are NumPy's.
#include <cmath>
#include <complex>
#include <limits>

#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/math/real_imag.hpp>

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

TEST(Conj, NegatesNanWhateverTheStrides) {
  const auto t = full<std::complex<double>>({40}, {1, std::nan("")});
  for (const auto& view : {t, t.flip(), t.slice(0, Slice(None, None, 3)), t.narrow(0, 0, 1)}) {
    const auto found = conj(view);
    for (const auto& z : found) EXPECT_NE(std::signbit(z.imag()), std::signbit(t.at(0).imag()));
  }
}

/// Numbers whose quotients are rounded in each part.
template <class Number>
Tensor<Number> rounded_numbers(index_t count, int seed) {
  using T = typename Number::value_type;
  const auto t = empty<Number>({count});
  for (index_t i = 0; i < count; ++i) {
    const auto angle = static_cast<T>(i + seed);
    t.data()[i] = {std::sin(angle) / 3, std::cos(angle) / 7};
  }
  return t;
}

template <class Number>
void expect_each_alone() {
  constexpr index_t count = 300;
  const auto a = rounded_numbers<Number>(count, 0);
  const auto b = rounded_numbers<Number>(count, 1);
  const auto quotients = a / b;
  const auto products = a * b;
  for (index_t i = 0; i < count; ++i) {
    EXPECT_EQ((a.narrow(0, i, 1) / b.narrow(0, i, 1)).at(0), quotients.at(i)) << i;
    EXPECT_EQ((a.narrow(0, i, 1) * b.narrow(0, i, 1)).at(0), products.at(i)) << i;
  }
  for (const index_t size :
       {3, 31, 64, 255, 300}) {  // few elements that are not contiguous, and many
    const auto spread = zeros<Number>({2 * size}).slice(0, Slice(None, None, 2));
    spread.copy_(a.narrow(0, 0, size));
    const auto reversed = b.narrow(0, 0, size).flip().clone().flip();
    EXPECT_TRUE(array_equal(spread / reversed, quotients.narrow(0, 0, size)));
    EXPECT_TRUE(array_equal(spread * reversed, products.narrow(0, 0, size)));
    spread /= reversed;
    EXPECT_TRUE(array_equal(spread, quotients.narrow(0, 0, size)));
  }
}

TEST(ComplexQuotients, AreTheSameWhateverTheStridesAndTheNumberOfElements) {
  expect_each_alone<std::complex<float>>();
  expect_each_alone<std::complex<double>>();
}

TEST(ComplexQuotients, DependOnNoOtherElement) {
  const auto a = rounded_numbers<C>(100, 0);
  const auto b = rounded_numbers<C>(100, 1);
  const auto alone = a / b;
  a.at(40) = {std::nan(""), 1};
  b.at(41) = 0;
  const auto beside = a / b;
  a /= b;
  for (index_t i = 0; i < 100; ++i) {
    if (i == 40 || i == 41) continue;
    EXPECT_EQ(beside.at(i), alone.at(i)) << i;
    EXPECT_EQ(a.at(i), alone.at(i)) << i;
  }
  EXPECT_TRUE(std::isnan(beside.at(40).real()));
  EXPECT_TRUE(std::isinf(beside.at(41).real()));
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
