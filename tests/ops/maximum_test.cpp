// maximum, minimum, fmax, fmin, clamp. The answers are NumPy's.
#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>

#include <ndx/ops/arithmetic/maximum.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace maximum_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Maximum, OfEachTwoElements) {
  EXPECT_TRUE(is(maximum(tensor({1, 5, -3}), tensor({4, 2, -3})), {3}, {4, 5, -3}));
  EXPECT_TRUE(is(minimum(tensor({1, 5, -3}), 2), {3}, {1, 2, -3}));
  EXPECT_TRUE(is(maximum(0, tensor({1.5F, -2.F})), {2}, {1.5F, 0.F}));
  EXPECT_TRUE(is(maximum(tensor({1, 2}), 1.5), {2}, {1.5, 2.0}));
  EXPECT_TRUE(
      is(minimum(tensor<std::uint8_t>({200}), tensor<std::int8_t>({-1})), {1}, {std::int16_t{-1}}));
  EXPECT_TRUE(has_shape(maximum(ones({2, 1}), ones({1, 3})), {2, 3}));
}

TEST(Maximum, WithNan) {
  const auto a = tensor({1.0, nan, 3.0});
  const auto b = tensor({2.0, 1.0, nan});
  EXPECT_EQ(maximum(a, b)(0), 2.0);
  EXPECT_EQ(minimum(a, b)(0), 1.0);
  for (const index_t i : {1, 2}) {
    EXPECT_TRUE(std::isnan(maximum(a, b)(i)));
    EXPECT_TRUE(std::isnan(minimum(a, b)(i)));
  }
  EXPECT_TRUE(is(fmax(a, b), {3}, {2.0, 1.0, 3.0}));
  EXPECT_TRUE(is(fmin(a, b), {3}, {1.0, 1.0, 3.0}));
}

TEST(Clamp, WithOneBound) {
  const auto x = tensor({1.0, 5.0, nan, 9.0});
  for (const auto& below : {clip(x, None, 4), clamp(x, newaxis, 4.0)}) {
    EXPECT_TRUE(array_equal(below, tensor({1.0, 4.0, nan, 4.0}), true));
  }
  for (const auto& above : {clip(x, 4, None), clamp(x, tensor({4.0}), newaxis)}) {
    EXPECT_TRUE(array_equal(above, tensor({4.0, 5.0, nan, 9.0}), true));
  }
}

TEST(Clamp, FromBelowUnlessThereIsASecondBound) {
  const auto t = tensor({-1, 5, 9});
  EXPECT_TRUE(is(clip(t, 0), {3}, {0, 5, 9}));
  EXPECT_TRUE(is(clamp(t, tensor({0, 6, 7})), {3}, {0, 6, 9}));
  EXPECT_TRUE(is(clamp(t, std::nullopt, 6), {3}, {-1, 5, 6}));
  EXPECT_TRUE(is(clip(t, 0, std::nullopt), {3}, {0, 5, 9}));
  EXPECT_TRUE(is(clip(t[Slice(1)], 6), {2}, {6, 9}));
}

TEST(Clamp, MovesElementsBetweenTheBounds) {
  EXPECT_TRUE(is(clamp(tensor({1, 5, 9}), 3, 7), {3}, {3, 5, 7}));
  EXPECT_TRUE(is(clip(tensor({1, 5, 9}), 7, 3), {3}, {3, 3, 3}));
  EXPECT_TRUE(is(clamp(tensor({1, 5, 9}), tensor({2, 6, 0}), 8), {3}, {2, 6, 8}));
  EXPECT_TRUE(is(clamp(tensor({1, 5}), 0.5, 2), {2}, {1.0, 2.0}));
  EXPECT_TRUE(is(clamp_min(tensor({1, 5, 9}), 4), {3}, {4, 5, 9}));
  EXPECT_TRUE(is(clamp_min(tensor({1, 5, 9}), 4.5), {3}, {4.5, 5.0, 9.0}));
  EXPECT_TRUE(is(clamp_max(tensor({1, 5, 9}), tensor({2, 6, 0})), {3}, {1, 5, 0}));
  EXPECT_TRUE(is(clamp_max(tensor({1, 5, 9})[Slice(1)], 6), {2}, {5, 6}));
  EXPECT_TRUE(array_equal(clamp_min(tensor({nan, 1.0}), 2), tensor({nan, 2.0}), true));
  EXPECT_TRUE(array_equal(clamp_max(tensor({0.0, 1.0}), nan), tensor({nan, nan}), true));
  const auto x = clamp(tensor({1.0, nan}), 2, 3);
  EXPECT_EQ(x(0), 2.0);
  EXPECT_TRUE(std::isnan(x(1)));
}

TEST(Clamp, BetweenNumbersThatAreNanOrZeroOrInTheWrongOrder) {
  const auto x = tensor({-0.0, 0.0, 5.0, nan, -3.0});
  const auto all_nan = tensor({nan, nan, nan, nan, nan});
  EXPECT_TRUE(array_equal(clamp(x, nan, 1), all_nan, true));
  EXPECT_TRUE(array_equal(clamp(x, -1.0, nan), all_nan, true));
  EXPECT_TRUE(array_equal(clamp(x, 4, -2), tensor({-2.0, -2.0, -2.0, nan, -2.0}), true));
  EXPECT_TRUE(std::signbit(clamp(x, -1, 1)(0)));  // whichever zero it was
  EXPECT_TRUE(is(clamp(tensor<std::uint8_t>({0, 100, 255}), 3, 200), {3}, {3, 100, 200}));
  EXPECT_TRUE(is(clamp(tensor({false, true}), true, true), {2}, {true, true}));
}

TEST(Clamp, OfComplexNumbersIsOurs) {  // and not that of <algorithm>, whose namespace is theirs
  using C = std::complex<double>;
  const auto z = tensor({C(1, 5), C(-2, 0), C(7, 1)});
  EXPECT_TRUE(is(clamp(z, tensor({C(0, 1)}).expand({3}), tensor({C(7, 0)}).expand({3})), {3},
                 {C(1, 5), C(0, 1), C(7, 0)}));
}

}  // namespace maximum_test
