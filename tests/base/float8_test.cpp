// float8_e4m3fn and float8_e5m2 against the definition of their formats: every bit pattern.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <ndx/base/float8.hpp>
#include <ndx/ndx.hpp>
#include <ndx/tensor/half_elements.hpp>

namespace float8_test {

using ndx::float8_e4m3fn;
using ndx::float8_e5m2;

/// The number with these bits that is neither infinite nor NaN.
double finite(unsigned bits, int bias, int fraction_bits) {
  const unsigned fraction = bits & ((1U << fraction_bits) - 1);
  const int exponent = static_cast<int>((bits & 0x7FU) >> fraction_bits);
  const double magnitude =
      exponent == 0 ? std::ldexp(fraction, 1 - bias - fraction_bits)
                    : std::ldexp(fraction + (1U << fraction_bits), exponent - bias - fraction_bits);
  return (bits & 0x80U) != 0 ? -magnitude : magnitude;
}

template <class T>
float value_of(unsigned bits) {
  return static_cast<float>(T::from_bits(static_cast<std::uint8_t>(bits)));
}

TEST(Float8E4m3fn, IsWhatItsBitsSay) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    const float value = value_of<float8_e4m3fn>(bits);
    EXPECT_EQ(std::signbit(value), bits >= 0x80) << bits;
    if ((bits & 0x7FU) == 0x7F) {
      EXPECT_TRUE(std::isnan(value)) << bits;
    } else {
      EXPECT_EQ(value, finite(bits, 7, 3)) << bits;
    }
  }
  // The values that the specification names: the largest, the least normal and the least of all.
  EXPECT_EQ(value_of<float8_e4m3fn>(0x7E), 448.F);
  EXPECT_EQ(value_of<float8_e4m3fn>(0x08), 0.015625F);
  EXPECT_EQ(value_of<float8_e4m3fn>(0x01), 0.001953125F);
}

TEST(Float8E5m2, IsWhatItsBitsSay) {
  for (unsigned bits = 0; bits < 256; ++bits) {
    const float value = value_of<float8_e5m2>(bits);
    EXPECT_EQ(std::signbit(value), bits >= 0x80) << bits;
    if ((bits & 0x7FU) > 0x7C) {
      EXPECT_TRUE(std::isnan(value)) << bits;
    } else if ((bits & 0x7FU) == 0x7C) {
      EXPECT_TRUE(std::isinf(value)) << bits;
    } else {
      EXPECT_EQ(value, finite(bits, 15, 2)) << bits;
    }
  }
  EXPECT_EQ(value_of<float8_e5m2>(0x7B), 57344.F);
  EXPECT_EQ(value_of<float8_e5m2>(0x04), 0x1p-14F);
  EXPECT_EQ(value_of<float8_e5m2>(0x01), 0x1p-16F);
}

TEST(Float8, IsConvertedToEveryNumber) {
  static_assert(sizeof(float8_e4m3fn) == 1 && ndx::Element<float8_e4m3fn>);
  static_assert(!ndx::Number<float8_e4m3fn> && !ndx::Number<float8_e5m2>);
  static_assert(!ndx::ConvertibleElement<float, float8_e5m2>);
  static_assert(!ndx::ConvertibleElement<float8_e4m3fn, float8_e5m2>);
  const auto t = ndx::empty<float8_e4m3fn>({3, 70});
  for (int i = 0; i < 210; ++i)
    t.data()[i] = float8_e4m3fn::from_bits(static_cast<std::uint8_t>(i % 127));
  const auto turned = t.transpose();
  const auto floats = turned.to<float>(),
             of_const = ndx::Tensor<const float8_e4m3fn>(t).to<float>();
  const auto doubles = t.to<double>();
  const auto bfloats = t.to<ndx::bfloat16>();
  const auto integers = t.to<int>();
  const auto complex = t.to<std::complex<float>>();
  const auto bools = t.to<bool>();
  for (int i = 0; i < 210; ++i) {
    const float wanted = static_cast<float>(finite(static_cast<unsigned>(i % 127), 7, 3));
    EXPECT_EQ(floats.at(i % 70, i / 70), wanted);
    EXPECT_EQ(of_const.data()[i], wanted);
    EXPECT_EQ(doubles.data()[i], wanted);
    EXPECT_EQ(float{bfloats.data()[i]}, wanted);
    EXPECT_EQ(integers.data()[i], static_cast<int>(wanted));
    EXPECT_EQ(complex.data()[i], std::complex<float>(wanted));
    EXPECT_EQ(bools.data()[i], wanted != 0);
  }
}

TEST(Float8, IsAValueOfWritesToNumbers) {
  const auto t = ndx::tensor({float8_e5m2::from_bits(0x3C), float8_e5m2::from_bits(0x7B)});
  const auto x = ndx::zeros<double>({2, 2}), y = ndx::zeros<double>({2, 2});
  x.copy_(t);
  y.index_put_({1}, t);
  y.index_put_({ndx::tensor({1, 1}), 0}, t, true);
  EXPECT_TRUE(array_equal(x, ndx::tensor({{1.0, 57344.0}, {1.0, 57344.0}})));
  EXPECT_TRUE(array_equal(y, ndx::tensor({{0.0, 0.0}, {57346.0, 57344.0}})));
  EXPECT_EQ(t.clone().index({ndx::tensor({1, 0})}).to<float>().at(0), 57344.F);
}

}  // namespace float8_test
