// convert_element for every pair of element types, at the limits of both.
#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <complex>
#include <cstring>
#include <limits>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/convert.hpp>

namespace convert_test {

using ndx::convert_element;

constexpr float kNan = std::numeric_limits<float>::quiet_NaN();
constexpr float kInf = std::numeric_limits<float>::infinity();

using Reals = std::tuple<bool, std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                         std::uint16_t, std::uint32_t, std::uint64_t, float, double>;

template <class F>
void for_each_real(F f) {
  std::apply([&](auto... value) { (f(value), ...); }, Reals{});
}

/// Values of From near everything that could matter: zero, its limits and those of every integer
/// type.
template <class From>
std::vector<From> nasty() {
  std::vector<From> values;
  if constexpr (std::is_same_v<From, bool>) {
    values = {false, true};
  } else if constexpr (std::is_integral_v<From>) {
    for_each_real([&]<class I>(I) {
      if constexpr (std::is_integral_v<I>) {
        for (const I limit : {std::numeric_limits<I>::min(), std::numeric_limits<I>::max()}) {
          for (int d = -2; d <= 2; ++d) {
            const auto near = static_cast<std::uint64_t>(limit) + static_cast<std::uint64_t>(d);
            values.push_back(static_cast<From>(near));
          }
        }
      }
    });
  } else {
    for (const int exponent : {0, 7, 8, 15, 16, 31, 32, 63, 64, 100}) {
      const From power = std::ldexp(From{1}, exponent);
      for (const From v :
           {power, power - From{1}, power + From{1}, power - From{0.5}, power + From{0.5},
            std::nextafter(power, From{0}), std::nextafter(power, From(kInf))}) {
        values.push_back(v);
        values.push_back(-v);
      }
    }
    for (const From v :
         {From{0}, From{0.25}, From(0.99F), From(2.7F), From(kInf), From(kNan),
          std::numeric_limits<From>::max(), std::numeric_limits<From>::denorm_min()}) {
      values.push_back(v);
      values.push_back(-v);
    }
  }
  return values;
}

/// Rule 9 again, by other means: the bytes of the two's complement, and clamping in long double.
template <class To, class From>
To expected(From value) {
  if constexpr (std::is_same_v<To, bool>) {
    return value < From{} || value > From{} || value != value;
  } else if constexpr (std::is_integral_v<To> && std::is_integral_v<From>) {
    using Bytes = std::array<unsigned char, sizeof(To)>;
    Bytes low_first{};
    auto left = static_cast<std::uint64_t>(value);
    for (unsigned char& byte : low_first) {
      byte = static_cast<unsigned char>(left % 256);
      left /= 256;
    }
    if constexpr (std::endian::native == std::endian::big)
      std::reverse(low_first.begin(), low_first.end());
    To result{};
    std::memcpy(&result, low_first.data(), sizeof(To));
    return result;
  } else if constexpr (std::is_integral_v<To>) {
    if (std::isnan(value)) return 0;
    const long double whole = std::trunc(static_cast<long double>(value));
    if (whole <= static_cast<long double>(std::numeric_limits<To>::min()))
      return std::numeric_limits<To>::min();
    if (whole >= static_cast<long double>(std::numeric_limits<To>::max()))
      return std::numeric_limits<To>::max();
    return static_cast<To>(whole);
  } else {
    return static_cast<To>(value);
  }
}

template <class T>
bool same(T a, T b) {
  return a == b || (a != a && b != b);
}

TEST(ConvertElement, FollowsRuleNineForEveryPairOfRealTypesAtTheirLimits) {
  for_each_real([]<class From>(From) {
    for_each_real([]<class To>(To) {
      for (const From value : nasty<From>()) {
        EXPECT_TRUE(same(convert_element<To>(value), expected<To>(value)))
            << ndx::index_t{sizeof(From)} << " to " << sizeof(To) << ": " << +value << " gave "
            << +convert_element<To>(value) << ", want " << +expected<To>(value);
      }
    });
  });
}

TEST(ConvertElement, TruncatesTowardsZero) {
  EXPECT_EQ(convert_element<int>(2.9), 2);
  EXPECT_EQ(convert_element<int>(-2.9), -2);
  EXPECT_EQ(convert_element<unsigned>(-0.9), 0U);
  EXPECT_EQ(convert_element<std::int8_t>(-128.9), -128);
  EXPECT_EQ(convert_element<std::uint8_t>(255.9F), 255);
}

TEST(ConvertElement, SaturatesWhatDoesNotFit) {
  EXPECT_EQ(convert_element<std::int8_t>(128.0), 127);
  EXPECT_EQ(convert_element<std::int8_t>(-129.0), -128);
  EXPECT_EQ(convert_element<std::uint8_t>(256.0F), 255);
  EXPECT_EQ(convert_element<std::uint8_t>(-1.0), 0);
  EXPECT_EQ(convert_element<std::int32_t>(2147483648.0F), 2147483647);
  EXPECT_EQ(convert_element<std::int64_t>(9223372036854775808.0), INT64_MAX);
  EXPECT_EQ(convert_element<std::int64_t>(-9223372036854775808.0), INT64_MIN);
  EXPECT_EQ(convert_element<std::int64_t>(1e300), INT64_MAX);
  EXPECT_EQ(convert_element<std::uint64_t>(18446744073709551616.0), UINT64_MAX);
  EXPECT_EQ(convert_element<std::uint64_t>(-1e300), 0U);
}

TEST(ConvertElement, InfinitySaturatesAndNanGivesZero) {
  EXPECT_EQ(convert_element<std::int16_t>(kInf), 32767);
  EXPECT_EQ(convert_element<std::int16_t>(-kInf), -32768);
  EXPECT_EQ(convert_element<std::uint32_t>(-kInf), 0U);
  EXPECT_EQ(convert_element<std::int64_t>(kNan), 0);
  EXPECT_EQ(convert_element<std::uint8_t>(-kNan), 0);
  EXPECT_TRUE(convert_element<bool>(kNan));  // anything but zero
  EXPECT_FALSE(convert_element<bool>(-0.0));
}

TEST(ConvertElement, WrapsIntegersIntoNarrowerOnes) {
  EXPECT_EQ(convert_element<std::int8_t>(300), 44);
  EXPECT_EQ(convert_element<std::int8_t>(128), -128);
  EXPECT_EQ(convert_element<std::uint8_t>(-1), 255);
  EXPECT_EQ(convert_element<std::int32_t>(std::int64_t{4294967297}), 1);
  EXPECT_EQ(convert_element<std::int64_t>(UINT64_MAX), -1);
  EXPECT_EQ(convert_element<std::uint16_t>(INT64_MIN), 0);
}

TEST(ConvertElement, BoolsAreZeroAndOne) {
  EXPECT_EQ(convert_element<int>(true), 1);
  EXPECT_EQ(convert_element<float>(true), 1.0F);
  EXPECT_TRUE(convert_element<bool>(256));
  EXPECT_TRUE(convert_element<bool>(0.25F));
}

TEST(ConvertElement, DoublesBeyondFloatBecomeInfinite) {
  EXPECT_EQ(convert_element<float>(1e300), kInf);
  EXPECT_EQ(convert_element<float>(-1e300), -kInf);
  EXPECT_TRUE(std::isnan(convert_element<float>(std::numeric_limits<double>::quiet_NaN())));
}

TEST(ConvertElement, RealsBecomeComplexWithoutAnImaginaryPart) {
  using C64 = std::complex<float>;
  using C128 = std::complex<double>;
  for_each_real([]<class From>(From) {
    EXPECT_EQ(convert_element<C128>(From{1}), C128(1, 0));
    EXPECT_EQ(convert_element<C64>(From{1}), C64(1, 0));
  });
  EXPECT_EQ(convert_element<C64>(C128(1.5, -2.5)), C64(1.5F, -2.5F));
  EXPECT_EQ(convert_element<C128>(C64(1.5F, -2.5F)), C128(1.5, -2.5));
}

TEST(ConvertElement, ComplexNeverBecomesReal) {
  static_assert(!ndx::ConvertibleElement<std::complex<float>, float>);
  static_assert(!ndx::ConvertibleElement<std::complex<float>, int>);
  static_assert(!ndx::ConvertibleElement<std::complex<double>, bool>);
  static_assert(ndx::ConvertibleElement<std::complex<double>, std::complex<float>>);
}

TEST(ConvertElement, StructsConvertToThemselvesOnly) {
  struct Pair {
    int a, b;
  };
  static_assert(ndx::ConvertibleElement<Pair, Pair>);
  static_assert(!ndx::ConvertibleElement<Pair, int> && !ndx::ConvertibleElement<int, Pair>);
  EXPECT_EQ(convert_element<Pair>(Pair{1, 2}).b, 2);
}

TEST(ConvertElement, WorksInConstantExpressions) {
  static_assert(convert_element<std::int8_t>(1e9) == 127);
  static_assert(convert_element<std::uint8_t>(-1e9F) == 0);
  static_assert(convert_element<std::int64_t>(kInf) == INT64_MAX);
  static_assert(convert_element<int>(kNan) == 0);
  static_assert(convert_element<std::int8_t>(200) == -56);
  static_assert(convert_element<bool>(0.5));
  static_assert(convert_element<std::complex<float>>(2).real() == 2.0F);
}

}  // namespace convert_test
