// Functions of whole vectors, at each width that the processor has.
#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/vector_math.hpp>

#include "support/processor.hpp"

namespace kernel = ndx::kernel;
using ndx::index_t;

namespace {

template <class T>
std::vector<T> ascending(index_t count, T first, T step) {
  std::vector<T> row;
  for (index_t i = 0; i < count; ++i) row.push_back(first + step * static_cast<T>(i));
  return row;
}

/// Rows of all lengths about the width: results are right, and nothing behind them is written.
template <class Math, class T>
void check(const kernel::VectorFunctions<1>& exp, const kernel::VectorFunctions<2>& pow) {
  const auto& one = [&]() -> auto& {
    if constexpr (std::is_same_v<T, float>)
      return exp.of_floats;
    else
      return exp.of_doubles;
  }();
  const auto& two = [&]() -> auto& {
    if constexpr (std::is_same_v<T, float>)
      return pow.of_floats;
    else
      return pow.of_doubles;
  }();
  const T tolerance = std::is_same_v<T, float> ? T(1e-6) : T(1e-15);
  for (index_t count = 0; count <= 40; ++count) {
    const std::vector<T> a = ascending<T>(count, T(0.5), T(0.25));
    const std::vector<T> b = ascending<T>(count, T(3), T(-0.125));
    std::vector<T> to(static_cast<std::size_t>(count) + 1, T(-1));
    Math::apply(one, count, to.data(), a.data());
    for (std::size_t i = 0; i < a.size(); ++i)
      EXPECT_NEAR(to[i] / std::exp(a[i]), T(1), tolerance) << count << " at " << i;
    EXPECT_EQ(to.back(), T(-1));
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

template <class Math>
void check_both() {
  if constexpr (kernel::kVectorMath) {
    check<Math, float>(kernel::vectors::exp, kernel::vectors::pow);
    check<Math, double>(kernel::vectors::exp, kernel::vectors::pow);
  }
}

TEST(VectorMath, OfSixteenBytes) { check_both<kernel::portable::VectorMath>(); }
TEST(VectorMath, OfThirtyTwoBytes) {
  if (processor::runs_avx2()) check_both<kernel::detail::VectorMath32>();
}
TEST(VectorMath, OfSixtyFourBytes) {
  if (processor::runs_avx512()) check_both<kernel::detail::VectorMath64>();
}

}  // namespace
