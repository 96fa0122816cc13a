// isnan, isinf, isfinite, signbit, nan_to_num.
#include <complex>
#include <limits>

#include <ndx/ops/math/classify.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;

namespace classify_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();
const auto numbers = tensor({1.0, inf, -inf, nan});

TEST(Classify, Floats) {
  EXPECT_TRUE(is(isnan(numbers), {4}, {false, false, false, true}));
  EXPECT_TRUE(is(isinf(numbers), {4}, {false, true, true, false}));
  EXPECT_TRUE(is(isfinite(numbers), {4}, {true, false, false, false}));
  EXPECT_TRUE(is(signbit(tensor({-0.0, 0.0, -inf})), {3}, {true, false, true}));
}

TEST(Classify, IntegersAreFinite) {
  EXPECT_TRUE(is(isnan(tensor({1, -1})), {2}, {false, false}));
  EXPECT_TRUE(is(isinf(tensor({true})), {1}, {false}));
  EXPECT_TRUE(is(isfinite(tensor({INT32_MIN})), {1}, {true}));
  EXPECT_TRUE(is(signbit(tensor({-1, 0})), {2}, {true, false}));
}

TEST(Classify, PartsOfComplexNumbers) {
  using C = std::complex<double>;
  const auto z = tensor({C(1, nan), C(inf, 0), C(1, 2)});
  EXPECT_TRUE(is(isnan(z), {3}, {true, false, false}));
  EXPECT_TRUE(is(isinf(z), {3}, {false, true, false}));
  EXPECT_TRUE(is(isfinite(z), {3}, {false, false, true}));
}

TEST(NanToNum, ReplacesWhatIsNotFinite) {
  using Limits = std::numeric_limits<double>;
  EXPECT_TRUE(is(nan_to_num(numbers), {4}, {1.0, Limits::max(), Limits::lowest(), 0.0}));
  EXPECT_TRUE(is(nan_to_num(numbers, -1, 5, 6), {4}, {1.0, 5.0, 6.0, -1.0}));
}

TEST(NanToNum, ReplacesPartsOfComplexNumbers) {
  using C = std::complex<float>;
  using Limits = std::numeric_limits<float>;
  constexpr float wide = std::numeric_limits<float>::infinity();
  const auto z = tensor({C(Limits::quiet_NaN(), 1), C(wide, -wide), C(2, Limits::quiet_NaN())});
  EXPECT_TRUE(is(nan_to_num(z), {3}, {C(0, 1), C(Limits::max(), Limits::lowest()), C(2, 0)}));
  EXPECT_TRUE(is(nan_to_num(z.flip(), 7, 8, 9), {3}, {C(2, 7), C(8, 9), C(7, 1)}));
}

TEST(NanToNum, LeavesIntegers) {
  const auto x = tensor<std::int64_t>({INT64_MAX, -3, 0});
  EXPECT_TRUE(
      is(nan_to_num(x, 5), {3}, {std::int64_t{INT64_MAX}, std::int64_t{-3}, std::int64_t{0}}));
  EXPECT_FALSE(nan_to_num(x).shares_storage(x));
  EXPECT_TRUE(is(nan_to_num(tensor({true, false})), {2}, {true, false}));
  EXPECT_TRUE(is(nan_to_num(Tensor<const float>(tensor({NAN, 1.F}))), {2}, {0.F, 1.F}));
}

}  // namespace classify_test
