// Each function is that of <cmath>, for each floating-point type.
#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <ndx/kernel/math/libm.hpp>

namespace libm_test {

template <class T>
class Libm : public testing::Test {};
using Types = testing::Types<float, double, long double>;
TYPED_TEST_SUITE(Libm, Types);

template <class T>
void expect_same(T result, std::type_identity_t<T> expected) {
  EXPECT_TRUE(result == expected || (std::isnan(result) && std::isnan(expected)))
      << result << " instead of " << expected;
  EXPECT_EQ(std::signbit(result), std::signbit(expected));
}

// clang-format off: one list
#define NDX_TEST_EACH_UNARY(X) \
  X(abs) X(acos) X(acosh) X(asin) X(asinh) X(atan) X(atanh) X(cbrt) X(ceil) X(cos) X(cosh) X(exp) X(exp2) \
  X(expm1) X(floor) X(log) X(log10) X(log1p) X(log2) X(nearbyint) X(sin) X(sinh) X(sqrt) X(tan) X(tanh) \
  X(trunc)
// clang-format on

TYPED_TEST(Libm, FunctionsOfOneNumberGiveWhatThoseOfCmathGive) {
  constexpr TypeParam infinity = std::numeric_limits<TypeParam>::infinity();
  for (const TypeParam x :
       {TypeParam(-1.5), TypeParam(-0.0), TypeParam(0.3), TypeParam(2.5), infinity}) {
#define NDX_TEST_ENTRY(name) expect_same<TypeParam>(ndx::detail::libm::name(x), std::name(x));
    NDX_TEST_EACH_UNARY(NDX_TEST_ENTRY)
#undef NDX_TEST_ENTRY
  }
}

TYPED_TEST(Libm, FunctionsOfTwoNumbersGiveWhatThoseOfCmathGive) {
  for (const TypeParam x : {TypeParam(-1.5), TypeParam(-0.0), TypeParam(7)}) {
    for (const TypeParam y : {TypeParam(-2), TypeParam(0.25)}) {
      expect_same<TypeParam>(ndx::detail::libm::atan2(x, y), std::atan2(x, y));
      expect_same<TypeParam>(ndx::detail::libm::copysign(x, y), std::copysign(x, y));
      expect_same<TypeParam>(ndx::detail::libm::fmod(x, y), std::fmod(x, y));
      expect_same<TypeParam>(ndx::detail::libm::hypot(x, y), std::hypot(x, y));
      expect_same<TypeParam>(ndx::detail::libm::pow(x, y), std::pow(x, y));
    }
  }
}

TYPED_TEST(Libm, TestsTellInfinitiesNaNAndSigns) {
  using Limits = std::numeric_limits<TypeParam>;
  for (const TypeParam x : {Limits::infinity(), -Limits::infinity(), Limits::quiet_NaN(),
                            Limits::max(), TypeParam(-0.0), Limits::denorm_min()}) {
    EXPECT_EQ(ndx::detail::libm::isfinite(x), std::isfinite(x)) << x;
    EXPECT_EQ(ndx::detail::libm::isinf(x), std::isinf(x)) << x;
    EXPECT_EQ(ndx::detail::libm::signbit(x), std::signbit(x)) << x;
  }
}

}  // namespace libm_test
