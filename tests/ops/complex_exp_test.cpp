// Rows of e^z beside std::exp of each element.
#include <cmath>
#include <complex>
#include <limits>

#include <gtest/gtest.h>

#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>

namespace complex_exp_test {

template <class T>
void expect_near(std::complex<T> found, std::complex<T> expected) {
  const T unit = std::numeric_limits<T>::epsilon() * std::abs(expected);
  EXPECT_LE(std::abs(found.real() - expected.real()), 8 * unit) << expected;
  EXPECT_LE(std::abs(found.imag() - expected.imag()), 8 * unit) << expected;
}

template <class T>
ndx::Tensor<std::complex<T>> numbers(ndx::index_t count) {
  ndx::Tensor<std::complex<T>> z = ndx::zeros<std::complex<T>>({count});
  for (ndx::index_t i = 0; i < count; ++i) {
    const T x = static_cast<T>(i % 23) - 11;
    const T y = static_cast<T>(i % 37) / 4 - 4;
    z.data()[i] = {x, y};
  }
  return z;
}

template <class T>
void check_lengths() {
  for (const ndx::index_t count : {0, 1, 7, 255, 256, 257, 700}) {
    const auto z = numbers<T>(count);
    const auto found = ndx::exp(z);
    for (ndx::index_t i = 0; i < count; ++i) expect_near(found.data()[i], std::exp(z.data()[i]));
  }
}

TEST(ComplexExp, OfRowsOfAnyLength) {
  check_lengths<float>();
  check_lengths<double>();
}

TEST(ComplexExp, OfAnElementDependsOnItAlone) {
  const auto z = numbers<double>(600);
  const auto whole = ndx::exp(z);
  const auto reversed = ndx::exp(z.flip(0)).flip(0);
  const auto in_place = z.clone();
  ndx::exp_into(in_place, in_place);
  EXPECT_TRUE(ndx::equal(whole, reversed));
  EXPECT_TRUE(ndx::equal(whole, in_place));
}

TEST(ComplexExp, OfARealNumberIsReal) {
  const auto found = ndx::exp(ndx::tensor({std::complex<double>(0, 0), {1, 0}, {-1, -0.0}}));
  EXPECT_EQ(found.data()[0], std::complex<double>(1, 0));
  EXPECT_EQ(found.data()[1].imag(), 0);
  EXPECT_TRUE(std::signbit(found.data()[2].imag()));
}

/// Annex G of the C standard.
TEST(ComplexExp, OfInfinitiesAndNan) {
  using C = std::complex<double>;
  const double inf = std::numeric_limits<double>::infinity();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto z =
      ndx::tensor({C(inf, 0), C(-inf, 1), C(-inf, nan), C(inf, 1), C(0, inf), C(nan, 0)});
  const auto found = ndx::exp(z);
  EXPECT_EQ(found.data()[0], C(inf, 0));
  EXPECT_EQ(found.data()[1], C(0, 0));
  EXPECT_EQ(found.data()[2], C(0, 0));
  EXPECT_EQ(found.data()[3], C(inf, inf));
  EXPECT_TRUE(std::isnan(found.data()[4].real()) && std::isnan(found.data()[4].imag()));
  EXPECT_TRUE(std::isnan(found.data()[5].real()) && found.data()[5].imag() == 0);
}

/// e^710 is larger than any double, but not its product with cos(1.57).
TEST(ComplexExp, OfLargeNumbersWhosePartsAreFinite) {
  const auto found = ndx::exp(ndx::tensor({std::complex<double>(710, 1.57)})).item();
  EXPECT_NEAR(found.real() / (std::exp(700.0) * (std::exp(10.0) * std::cos(1.57))), 1, 1e-9);
  EXPECT_TRUE(std::isinf(found.imag()));
}

}  // namespace complex_exp_test
