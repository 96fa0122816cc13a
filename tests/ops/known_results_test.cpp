// Exponentials and logarithms at the bounds beyond which results are 0, infinite or NaN, alone and among
// other elements: what <cmath> gives.
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>

namespace known_results_test {

using ndx::index_t;
using ndx::Tensor;

template <class T>
std::vector<T> arguments() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> all{Limits::infinity(),
                     -Limits::infinity(),
                     Limits::quiet_NaN(),
                     Limits::min(),
                     -Limits::min(),
                     Limits::denorm_min(),
                     -Limits::denorm_min(),
                     Limits::max(),
                     Limits::lowest(),
                     Limits::epsilon(),
                     T(0),
                     T(-0.0)};
  for (const double bound :
       {0.0,   1.0,    87.0,   87.3365, 88.7228, 89.0,   103.9721, 104.0,    125.0, 126.0,
        127.0, 128.0,  149.0,  150.0,   151.0,   707.0,  708.3964, 709.7827, 710.0, 745.1332,
        746.0, 1021.0, 1022.0, 1024.0,  1074.0,  1075.0, 1076.0,   1e9}) {
    for (const double step : {-1.0, -0.01, 0.0, 0.01, 1.0}) {
      all.push_back(static_cast<T>(bound + step));
      all.push_back(static_cast<T>(-bound + step));
    }
  }
  return all;
}

/// Within 4 units in the last place, or of subnormal numbers.
template <class T>
bool is_near(T value, T expected) {
  if (expected != expected) return value != value;
  if (std::isinf(expected) || expected == 0) return value == expected;
  const T unit =
      std::abs(expected) * std::numeric_limits<T>::epsilon() + std::numeric_limits<T>::denorm_min();
  return std::abs(value - expected) <= 4 * unit;
}

template <class T, class F, class G>
void compare(const char* name, const F& f, const G& expected) {
  const std::vector<T> all = arguments<T>();
  const auto count = static_cast<index_t>(all.size());
  const Tensor<T> together = ndx::tensor(all);
  const Tensor<T> results = f(together);
  for (index_t i = 0; i < count; ++i) {
    const T x = all[static_cast<std::size_t>(i)];
    EXPECT_TRUE(is_near(results(i), expected(x))) << name << '(' << x << ") is not " << results(i);
    for (const index_t size : {1, 15, 64, 100, 300}) {
      const Tensor<T> alone = ndx::full<T>({size}, T(0.5));
      alone(size / 2) = x;
      const Tensor<T> of_alone = f(alone);
      EXPECT_TRUE(is_near(of_alone(size / 2), expected(x)))
          << name << '(' << x << ") is not " << of_alone(size / 2);
      EXPECT_TRUE(is_near(of_alone(0), expected(alone(0))));
      EXPECT_TRUE(is_near(of_alone(size - 1), expected(alone(size - 1))));
    }
  }
}

template <class T>
class KnownResults : public ::testing::Test {};
using Types = ::testing::Types<float, double>;
TYPED_TEST_SUITE(KnownResults, Types);

TYPED_TEST(KnownResults, OfExponentials) {
  using T = TypeParam;
  compare<T>("exp", [](const auto& x) { return ndx::exp(x); }, [](T x) { return std::exp(x); });
  compare<T>("exp2", [](const auto& x) { return ndx::exp2(x); }, [](T x) { return std::exp2(x); });
  compare<T>(
      "sigmoid", [](const auto& x) { return ndx::sigmoid(x); },
      [](T x) {
        const T small = std::exp(-std::abs(x));
        return (x < 0 ? small : T(1)) / (1 + small);
      });
}

TYPED_TEST(KnownResults, OfLogarithms) {
  using T = TypeParam;
  compare<T>("log", [](const auto& x) { return ndx::log(x); }, [](T x) { return std::log(x); });
  compare<T>("log2", [](const auto& x) { return ndx::log2(x); }, [](T x) { return std::log2(x); });
  compare<T>(
      "log10", [](const auto& x) { return ndx::log10(x); }, [](T x) { return std::log10(x); });
}

TYPED_TEST(KnownResults, InPlace) {
  using T = TypeParam;
  const std::vector<T> all = arguments<T>();
  const Tensor<T> x = ndx::tensor(all);
  ndx::exp_into(x, x);
  for (std::size_t i = 0; i < all.size(); ++i)
    EXPECT_TRUE(is_near(x(static_cast<index_t>(i)), std::exp(all[i]))) << all[i];
}

}  // namespace known_results_test
