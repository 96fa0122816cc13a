// Rounding to a number of decimals. The answers are NumPy's.
#include <cmath>
#include <complex>
#include <limits>

#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/ops/math/rounding.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;

namespace round_to_decimals_test {

constexpr double inf = std::numeric_limits<double>::infinity();

TEST(RoundToDecimals, OfFloats) {
  EXPECT_TRUE(
      is(round(tensor({1.234, 2.675, -0.5, 1e300, inf}), 2), {5}, {1.23, 2.68, -0.5, 1e300, inf}));
  EXPECT_TRUE(is(round(tensor({0.1256f}), 3), {1}, {0.126f}));
  EXPECT_TRUE(is(round(tensor({2.5, 1e17}), 0), {2}, {2.0, 1e17}));
  EXPECT_TRUE(std::isnan(round(tensor(std::nan("")), 1).item()));
  EXPECT_TRUE(std::signbit(round(tensor(-0.004), 2).item()));
}

TEST(RoundToDecimals, ToTensAndHundreds) {
  EXPECT_TRUE(is(round(tensor({1234.5, -1250.0, 1350.0}), -2), {3}, {1200.0, -1200.0, 1400.0}));
  EXPECT_TRUE(is(round(tensor({15, 25, -15, 149, -151}), -1), {5}, {20, 20, -20, 150, -150}));
  EXPECT_TRUE(is(round(tensor({149, 150, 250, -350}), -2), {4}, {100, 200, 200, -400}));
  EXPECT_TRUE(is(round(tensor<std::uint8_t>({7}), -1), {1}, {std::uint8_t{10}}));
}

TEST(RoundToDecimals, LeavesIntegersWithoutDecimals) {
  EXPECT_TRUE(is(round(tensor({INT32_MIN, 7}), 3), {2}, {INT32_MIN, 7}));
}

TEST(RoundToDecimals, OfIntegersWrapsAround) {
  EXPECT_TRUE(is(round(tensor<std::int8_t>({127}), -1), {1}, {std::int8_t{-126}}));
}

TEST(RoundToDecimals, BeyondTheIntegersIsZero) {
  EXPECT_TRUE(is(round(tensor({UINT64_MAX}), -20), {1}, {std::uint64_t{0}}));
  EXPECT_TRUE(is(round(tensor({INT64_MIN, INT64_MAX}), INT64_MIN), {2}, {index_t{0}, index_t{0}}));
}

TEST(RoundToDecimals, LeavesWhatHasNoSuchDecimals) {
  EXPECT_TRUE(is(round(tensor({1e308, 3.5}), 5), {2}, {1e308, 3.5}));
  EXPECT_TRUE(is(round(tensor({3.5}), INT64_MAX), {1}, {3.5}));
  EXPECT_TRUE(is(round(tensor({1e308, 3.5}), -400), {2}, {0.0, 0.0}));
}

TEST(RoundToDecimals, OfBothPartsOfComplexNumbers) {
  using C = std::complex<double>;
  EXPECT_TRUE(is(round(tensor({C(1.2345, 6.789)}), 1), {1}, {C(1.2, 6.8)}));
}

TEST(RoundToDecimals, OfHalfsComputesInFloat) {
  EXPECT_TRUE(is(round(tensor({1.26, 3.3}).to<float16>(), 1), {2}, {float16(1.3f), float16(3.3f)}));
}

TEST(RoundToDecimals, IntoATensor) {
  const auto out = zeros<float>({2, 2}).transpose();
  round_into(out, tensor({{1.26, 3.31}, {2.22, 0.87}}), 1);
  EXPECT_TRUE(is(out, {2, 2}, {1.3F, 3.3F, 2.2F, 0.9F}));
  round_into(out, tensor({{15, 25}, {21, 18}}), -1);
  EXPECT_TRUE(is(out, {2, 2}, {20.F, 20.F, 20.F, 20.F}));
}

TEST(RoundToDecimals, OfAView) {
  EXPECT_TRUE(
      is(round(tensor({{1.26, 3.31}, {2.22, 0.87}}).transpose(), 1), {2, 2}, {1.3, 2.2, 3.3, 0.9}));
  EXPECT_EQ(round(zeros<float>({0, 3}), 2).shape(), (Dims{0, 3}));
}

}  // namespace round_to_decimals_test
