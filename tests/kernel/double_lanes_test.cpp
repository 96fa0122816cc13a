// Reducing in lanes of double with the vectors of each instruction set.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/reduce/double_lanes.hpp>

#include "support/processor.hpp"

namespace double_lanes_test {

using namespace ndx::kernel;
using ndx::index_t;

struct SumOfProducts : ReducerOf<double> {
  static constexpr auto kLoop = RowLoop::terms;
  static double identity() { return 0; }
  static double merge(double a, double b) { return a + b; }
  template <class V>
  static void step_lanes(V& totals, const V& x) {
    totals += x * x;
  }
  template <class V>
  static void step_lanes(V& totals, const V& x, const V& y) {
    totals += x * y;
  }
};

struct Product : ReducerOf<double> {
  static constexpr auto kLoop = RowLoop::factors;
  static double identity() { return 1; }
  static double merge(double a, double b) { return a * b; }
  template <class V>
  static void step_lanes(V& totals, const V& x) {
    totals *= x;
  }
};

/// Sums of squares, and of products with floats, are exact here; products are powers of two.
template <class Lanes, class T>
void is_exact(Lanes lanes) {
  for (index_t count = 0; count < 2100; count += count < 200 ? 1 : 317) {
    std::vector<T> x(static_cast<std::size_t>(count));
    std::vector<float> y(x.size());
    std::vector<T> powers(x.size());
    double squares = 0;
    double products = 0;
    for (std::size_t i = 0; i < x.size(); ++i) {
      x[i] = static_cast<T>(i * 73 % 127) / 4;
      y[i] = static_cast<float>(i * 31 % 64) - 20;
      powers[i] = static_cast<T>(i % 3 == 0 ? -2 : 0.5);
      squares += static_cast<double>(x[i]) * static_cast<double>(x[i]);
      products += static_cast<double>(x[i]) * static_cast<double>(y[i]);
    }
    double power = 1;
    for (const T& factor : powers) power *= static_cast<double>(factor);
    EXPECT_EQ(lanes.reduce(SumOfProducts(), count, x.data()), squares) << count;
    EXPECT_EQ(lanes.reduce(SumOfProducts(), count, x.data(), y.data()), products) << count;
    if constexpr (std::is_same_v<T, float>) {
      EXPECT_EQ(lanes.reduce_floats(SumOfProducts(), count, x.data()), squares) << count;
      EXPECT_EQ(lanes.reduce_floats(SumOfProducts(), count, x.data(), y.data()), products) << count;
    }
    EXPECT_EQ(lanes.reduce(Product(), count, powers.data()), power) << count;
  }
}

template <class Lanes>
void are_exact(Lanes lanes) {
  is_exact<Lanes, float>(lanes);
  is_exact<Lanes, double>(lanes);
}

TEST(DoubleLanes, AreExactWhereDoublesAreWhateverTheLength) {
  are_exact(portable::DoubleLanes());
  if (processor::runs_avx2()) are_exact(avx2::DoubleLanes());
  if (processor::runs_avx512()) are_exact(avx512::DoubleLanes());
}

TEST(DoubleLanes, StepReducersOfFloatsAndDoublesAlone) {
  EXPECT_TRUE((StepsLanes<SumOfProducts, float>));
  EXPECT_TRUE((StepsLanes<SumOfProducts, float, double>));
  EXPECT_FALSE((StepsLanes<SumOfProducts, int>));
  EXPECT_FALSE((StepsLanes<ReducerOf<double>, float>));
}

// Products of two floats exceed no double, whatever the floats.
TEST(DoubleLanes, ProductsOfFloatsLeaveTheRangeOfFloats) {
  std::vector<float> row(128);
  for (std::size_t i = 0; i < 64; ++i) row[i] = i % 2 == 0 ? 0x1p126F : 0x1p-140F;
  for (std::size_t i = 64; i < 128; ++i) row[i] = i % 2 == 0 ? 0x1p-126F : 0x1p127F;
  EXPECT_EQ(reduce_in_doubles(Product(), 128, row.data()),
            std::ldexp(1.0, 32 * (126 - 140 - 126 + 127)));
  row[70] = -0.0F;
  EXPECT_TRUE(std::signbit(reduce_in_doubles(Product(), 128, row.data())));
  row[5] = std::numeric_limits<float>::quiet_NaN();
  EXPECT_TRUE(std::isnan(reduce_in_doubles(Product(), 128, row.data())));
}

struct SumInFloats : SumOfProducts {
  static constexpr auto kLoop = RowLoop::float_terms;
};

// Squares of floats that no float holds are added in double.
TEST(DoubleLanes, FloatsTooLargeOrTooSmallAreAddedInDouble) {
  for (const float value : {3e25F, 3e-30F, 0.0F, std::numeric_limits<float>::infinity()}) {
    const std::vector<float> row(1500, value);
    const double square = static_cast<double>(value) * static_cast<double>(value);
    EXPECT_DOUBLE_EQ(reduce_in_doubles(SumInFloats(), 1500, row.data()), 1500 * square);
    EXPECT_DOUBLE_EQ(reduce_in_doubles(SumInFloats(), 1500, row.data(), row.data()), 1500 * square);
  }
  std::vector<float> row(1500, 3e25F);
  for (std::size_t i = 0; i < 750; ++i) row[i] = -3e25F;
  const std::vector<float> ones(1500, 3e25F);
  EXPECT_EQ(reduce_in_doubles(SumInFloats(), 1500, row.data(), ones.data()), 0);
}

}  // namespace double_lanes_test
