// The functions of <cmath> that ndx calls by builtins: the same results for each floating-point type.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <ndx/base/math.hpp>

namespace math_test {

namespace math = ndx::detail::math;

/// Calls check(x) for numbers of each type: of both signs, no numbers, and infinite.
template <class Check>
void for_each_number(const Check& check) {
  const auto of_type = [&]<class T>(T third) {
    for (const T x : {third, -third, T{0}, -T{0}, T{1}, T{2.5}, T{-41.5}, T{1e30F},
                      std::numeric_limits<T>::infinity(), -std::numeric_limits<T>::infinity(),
                      std::numeric_limits<T>::quiet_NaN()}) {
      check(x);
    }
  };
  of_type(1.0F / 3);
  of_type(1.0 / 3);
  of_type(1.0L / 3);
}

/// The same number, type and sign; or both no number.
template <class T>
void expect_same(const char* name, T x, T got, T expected) {
  if (expected != expected) {
    EXPECT_TRUE(got != got) << name << " of " << x;
    return;
  }
  EXPECT_EQ(got, expected) << name << " of " << x;
  EXPECT_EQ(std::signbit(got), std::signbit(expected)) << name << " of " << x;
}

#define EXPECT_SAME(name) \
  for_each_number([](auto x) { expect_same(#name, x, math::name(x), std::name(x)); })
#define EXPECT_SAME_OF_TWO(name)                                 \
  for_each_number([](auto x) {                                   \
    for (const auto y : {x, decltype(x){2}, decltype(x){-0.75}}) \
      expect_same(#name, x, math::name(x, y), std::name(x, y));  \
  })

TEST(Math, FunctionsOfOneNumberAreThoseOfCmath) {
  EXPECT_SAME(abs);
  EXPECT_SAME(sqrt);
  EXPECT_SAME(cbrt);
  EXPECT_SAME(exp);
  EXPECT_SAME(exp2);
  EXPECT_SAME(expm1);
  EXPECT_SAME(log);
  EXPECT_SAME(log2);
  EXPECT_SAME(log10);
  EXPECT_SAME(log1p);
  EXPECT_SAME(sin);
  EXPECT_SAME(cos);
  EXPECT_SAME(tan);
  EXPECT_SAME(asin);
  EXPECT_SAME(acos);
  EXPECT_SAME(atan);
  EXPECT_SAME(sinh);
  EXPECT_SAME(cosh);
  EXPECT_SAME(tanh);
  EXPECT_SAME(asinh);
  EXPECT_SAME(acosh);
  EXPECT_SAME(atanh);
  EXPECT_SAME(floor);
  EXPECT_SAME(ceil);
  EXPECT_SAME(trunc);
  EXPECT_SAME(nearbyint);
}

TEST(Math, FunctionsOfTwoNumbersAreThoseOfCmath) {
  EXPECT_SAME_OF_TWO(pow);
  EXPECT_SAME_OF_TWO(hypot);
  EXPECT_SAME_OF_TWO(atan2);
  EXPECT_SAME_OF_TWO(fmod);
  EXPECT_SAME_OF_TWO(copysign);
}

TEST(Math, TestsOfANumberAreThoseOfCmath) {
  for_each_number([](auto x) {
    EXPECT_EQ(math::isinf(x), std::isinf(x)) << x;
    EXPECT_EQ(math::isfinite(x), std::isfinite(x)) << x;
    EXPECT_EQ(math::signbit(x), std::signbit(x)) << x;
  });
}

}  // namespace math_test
