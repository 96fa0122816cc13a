// Functions of whole vectors, at each width that the processor has.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/math/vector_math.hpp>

#include "support/processor.hpp"

namespace vector_math_test {

namespace kernel = ndx::kernel;
using ndx::index_t;

template <class T>
std::vector<T> ascending(index_t count, T first, T step) {
  std::vector<T> row;
  for (index_t i = 0; i < count; ++i) row.push_back(first + step * static_cast<T>(i));
  return row;
}

/// Rows of all lengths about the width: results are right, and nothing behind them is written.
template <class Math, class T, class Exp, class Pow>
void check(const Exp& exp, const Pow& pow) {
  const auto& one = exp.of(T{});
  const T tolerance = std::is_same_v<T, float> ? T(1e-6) : T(1e-15);
  for (index_t count = 0; count <= 40; ++count) {
    const std::vector<T> a = ascending<T>(count, T(0.5), T(0.25));
    const std::vector<T> b = ascending<T>(count, T(3), T(-0.125));
    std::vector<T> to(static_cast<std::size_t>(count) + 1, T(-1));
    Math::apply(one, count, to.data(), a.data());
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(to[i] / std::exp(a[i]), T(1), tolerance) << count << " at " << i;
    EXPECT_EQ(to.back(), T(-1));
    if constexpr (requires { pow.of(T{}); }) {
      const auto& two = pow.of(T{});
      Math::apply(two, count, to.data(), a.data(), b.data());
      for (std::size_t i = 0; i < a.size(); ++i)
        EXPECT_NEAR(to[i] / std::pow(a[i], b[i]), T(1), tolerance) << count << " at " << i;
      EXPECT_EQ(to.back(), T(-1));
      std::vector<T> same = a;
      Math::apply(two, count, same.data(), same.data(), b.data());
      to.pop_back();
      EXPECT_EQ(same, to);
    }
  }
}

template <class Math, class Exp, class Pow>
void check_both(const Exp& exp, const Pow& pow) {
  if constexpr (requires(float x) { exp.of(x); }) check<Math, float>(exp, pow);
  if constexpr (requires(double x) { exp.of(x); }) check<Math, double>(exp, pow);
}
template <class Math, class Sqrt>
void check_sqrt(const Sqrt& sqrt) {
  if constexpr (requires(float x) { sqrt.of(x); }) {
    const std::vector<float> a = ascending(21, 0.0F, 0.5F);
    std::vector<float> to(a.size());
    Math::apply(sqrt.of(float{}), 21, to.data(), a.data());
    for (std::size_t i = 0; i < a.size(); ++i) EXPECT_EQ(to[i], std::sqrt(a[i])) << i;
  }
}
template <class Math>
void check_all() {
  check_both<Math>(kernel::vectors::exp, kernel::vectors::pow);
  check_sqrt<Math>(kernel::vectors::sqrt);
}

TEST(VectorMath, OfSixteenBytes) { check_all<kernel::portable::VectorMath>(); }
TEST(VectorMath, OfThirtyTwoBytes) {
  if (processor::runs_avx2()) check_all<kernel::detail::VectorMath32>();
}
TEST(VectorMath, OfSixtyFourBytes) {
  if (processor::runs_avx512()) check_all<kernel::detail::VectorMath64>();
}

}  // namespace vector_math_test
