// Sums, means and products of complex numbers. Sums of small integers and products of powers of i are
// exact.
#include <cmath>
#include <complex>
#include <limits>

#include <gtest/gtest.h>

#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor.hpp>

using namespace ndx;

namespace complex_reductions_test {

/// Element i is i - 2i·j, for i counted from 1.
template <class T>
Tensor<std::complex<T>> ramp(index_t count) {
  Tensor<std::complex<T>> z = zeros<std::complex<T>>({count});
  for (index_t i = 0; i < count; ++i)
    z.data()[i] = {static_cast<T>(i + 1), static_cast<T>(-2 * (i + 1))};
  return z;
}

template <class T>
void check_sums() {
  for (const index_t count : {0, 1, 2, 3, 7, 63, 64, 65, 66, 67, 127, 128, 255, 1000, 5000}) {
    const auto z = ramp<T>(count);
    const auto total = static_cast<T>(count * (count + 1) / 2);
    const std::complex<T> expected(total, -2 * total);
    EXPECT_EQ(sum(z).item(), expected) << count;
    EXPECT_EQ(sum(z.flip(0)).item(), expected) << count;
    EXPECT_EQ(nansum(z).item(), expected) << count;
  }
}

TEST(ComplexSum, OfRowsOfAnyLength) {
  check_sums<float>();
  check_sums<double>();
}

TEST(ComplexSum, AlongEachDim) {
  using C = std::complex<float>;
  for (const index_t columns : {1, 3, 64, 100}) {
    const auto z = ramp<float>(90 * columns).view({90, columns});
    const auto down = sum(z, 0);
    const auto across = sum(z, 1);
    for (index_t c = 0; c < columns; ++c) {
      const auto total = static_cast<float>(90 * (c + 1) + columns * (90 * 89 / 2));
      EXPECT_EQ(down.data()[c], C(total, -2 * total));
    }
    for (index_t r = 0; r < 90; ++r) {
      const auto total = static_cast<float>(columns * columns * r + columns * (columns + 1) / 2);
      EXPECT_EQ(across.data()[r], C(total, -2 * total));
    }
    EXPECT_TRUE(equal(sum(z.transpose(), 1), down));
    EXPECT_TRUE(equal(sum(z.flip(1), 0).flip(0), down));
  }
}

TEST(ComplexSum, KeepsNanInItsPart) {
  using C = std::complex<double>;
  const auto z = ramp<double>(200);
  z.data()[150] = C(std::numeric_limits<double>::quiet_NaN(), 0);
  const C total = sum(z).item();
  EXPECT_TRUE(total.real() != total.real());
  EXPECT_EQ(total.imag(), -2.0 * (200 * 201 / 2 - 151));
  EXPECT_EQ(nansum(z).item(), C(200 * 201 / 2 - 151, -2.0 * (200 * 201 / 2 - 151)));
}

TEST(ComplexSum, LosesLittleOverLongRows) {
  const auto z = full<std::complex<float>>({1 << 20}, {0.1F, 0.3F});
  const std::complex<float> total = sum(z).item();
  EXPECT_NEAR(total.real(), 104857.6, 0.01);
  EXPECT_NEAR(total.imag(), 314572.8, 0.04);
}

TEST(ComplexMean, OfAllAndAlongADim) {
  using C = std::complex<double>;
  EXPECT_EQ(mean(ramp<double>(99)).item(), C(50, -100));
  EXPECT_EQ(mean(ramp<double>(198).view({99, 2}), 0).data()[1], C(100, -200));
}

/// i^n
std::complex<double> power_of_i(index_t n) {
  const std::complex<double> powers[] = {{1, 0}, {0, 1}, {-1, 0}, {0, -1}};
  return powers[n % 4];
}

template <class T>
void check_products() {
  for (const index_t count : {0, 1, 15, 63, 64, 65, 79, 80, 81, 1000, 5001}) {
    const auto z = full<std::complex<T>>({count}, {0, 1});
    const auto product = prod(z).item();
    EXPECT_EQ(std::complex<double>(product), power_of_i(count)) << count;
    EXPECT_EQ(std::complex<double>(prod(z.flip(0)).item()), power_of_i(count)) << count;
    if (count == 0) continue;
    z.data()[count - 1] = {2, -3};
    EXPECT_EQ(std::complex<double>(prod(z).item()),
              power_of_i(count - 1) * std::complex<double>(2, -3))
        << count;
  }
}

TEST(ComplexProd, OfRowsOfAnyLength) {
  check_products<float>();
  check_products<double>();
}

TEST(ComplexProd, OfAnInfiniteFactorIsInfinite) {
  const auto z = full<std::complex<double>>({200}, {1, 1});
  z.data()[70] = std::numeric_limits<double>::infinity();
  const std::complex<double> product = prod(z).item();
  EXPECT_TRUE(std::isinf(product.real()) || std::isinf(product.imag()));
}

}  // namespace complex_reductions_test
