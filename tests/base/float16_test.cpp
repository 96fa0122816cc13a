// float16 and bfloat16 against their definitions: every bit pattern, every number half way between
// two neighbours, and what is next to it in wider types.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <unordered_set>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/float16.hpp>

/// A type as other libraries have it.
struct OtherHalf {
  std::uint16_t bits;
};
struct OtherBfloat {
  std::uint16_t bits;
};
/// As std::float16_t of C++23, which no compiler here has: arithmetic by the traits.
struct StandardHalf : OtherHalf {
  constexpr operator float() const { return 0; }  // by value it would be another number
};
template <>
inline constexpr bool std::is_arithmetic_v<StandardHalf> = true;
template <>
class std::numeric_limits<OtherHalf> {
 public:
  static constexpr int digits = 11;
};
template <>
class std::numeric_limits<StandardHalf> : public std::numeric_limits<OtherHalf> {};
template <>
class std::numeric_limits<OtherBfloat> {
 public:
  static constexpr int digits = 8;
};

namespace float16_test {

using ndx::bfloat16;
using ndx::float16;

/// The number with these bits, by the definition of a format.
double value_of(unsigned bits, int exponent_bits, int fraction_bits) {
  const unsigned fraction = bits & ((1U << fraction_bits) - 1);
  const int exponent = static_cast<int>(bits >> fraction_bits & ((1U << exponent_bits) - 1));
  const int bias = (1 << (exponent_bits - 1)) - 1;
  double value = 0;
  if (exponent == (1 << exponent_bits) - 1) {
    value = fraction == 0 ? HUGE_VAL : std::nan("");
  } else if (exponent == 0) {
    value = std::ldexp(fraction, 1 - bias - fraction_bits);
  } else {
    value = std::ldexp(fraction + (1U << fraction_bits), exponent - bias - fraction_bits);
  }
  return (bits & 0x8000U) != 0 ? -value : value;
}
double value_of(float16 number) { return value_of(number.bits(), 5, 10); }
double value_of(bfloat16 number) { return value_of(number.bits(), 8, 7); }

template <class H>
class HalfNumbers : public testing::Test {};
using Types = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(HalfNumbers, Types);

template <class H>
std::vector<H> all_patterns() {
  std::vector<H> all;
  for (unsigned bits = 0; bits < 0x10000; ++bits)
    all.push_back(H::from_bits(static_cast<std::uint16_t>(bits)));
  return all;
}

TYPED_TEST(HalfNumbers, EveryPatternIsTheNumberThatTheFormatDefines) {
  for (const TypeParam number : all_patterns<TypeParam>()) {
    const double expected = value_of(number);
    const float found = number;
    if (std::isnan(expected)) {
      ASSERT_TRUE(std::isnan(found)) << number.bits();
    } else {
      ASSERT_EQ(static_cast<double>(found), expected) << number.bits();
    }
    ASSERT_EQ(std::signbit(found), number.bits() >= 0x8000) << number.bits();
  }
}

TYPED_TEST(HalfNumbers, EveryPatternComesBack) {
  const unsigned quiet = 1U << (std::numeric_limits<TypeParam>::digits - 2);
  for (const TypeParam number : all_patterns<TypeParam>()) {
    const float wide = number;
    const unsigned expected = std::isnan(wide) ? number.bits() | quiet : number.bits();
    ASSERT_EQ(TypeParam(wide).bits(), expected);
    ASSERT_EQ(TypeParam(static_cast<double>(wide)).bits(), expected);
  }
}

/// Checks what the neighbours of a number half way between `low` and `low` + 1 bit become.
template <class H, class Wide>
void expect_rounded_around(Wide middle, std::uint16_t low) {
  const auto high = static_cast<std::uint16_t>(low + 1);
  const std::uint16_t even = low % 2 == 0 ? low : high;
  const Wide below = std::nextafter(middle, Wide{0});
  const Wide above = std::nextafter(middle, std::numeric_limits<Wide>::infinity());
  ASSERT_EQ(H(below).bits(), low) << below;
  ASSERT_EQ(H(middle).bits(), even) << middle;
  ASSERT_EQ(H(above).bits(), high) << above;
  ASSERT_EQ(H(-below).bits(), low | 0x8000U) << below;
  ASSERT_EQ(H(-middle).bits(), even | 0x8000U) << middle;
  ASSERT_EQ(H(-above).bits(), high | 0x8000U) << above;
}

TYPED_TEST(HalfNumbers, RoundOnceToNearestEvenFromEveryType) {
  const auto at = [](int bits) {
    return value_of(TypeParam::from_bits(static_cast<std::uint16_t>(bits)));
  };
  const std::uint16_t last = std::numeric_limits<TypeParam>::max().bits();
  for (std::uint16_t low = 0; low <= last; ++low) {
    const double here = at(low);
    // Above the largest number is the one that would come next if the exponent had no end.
    const double next = low == last ? here + (here - at(low - 1)) : at(low + 1);
    const double middle = (here + next) / 2;
    expect_rounded_around<TypeParam>(middle, low);
    expect_rounded_around<TypeParam>(static_cast<long double>(middle), low);
    if (static_cast<double>(static_cast<float>(middle)) == middle)
      expect_rounded_around<TypeParam>(static_cast<float>(middle), low);
  }
}

TYPED_TEST(HalfNumbers, RoundOnceFromIntegers) {
  // Bits: the lowest of the precision, the one below it, and one that a float or a double loses.
  const int precision = std::numeric_limits<TypeParam>::digits;
  for (int top = precision; top < 63; ++top) {
    const std::int64_t one = 1;
    const std::int64_t number = one << top;
    const std::int64_t unit = one << (top - precision + 1);
    const auto middle = number + unit / 2;
    const auto ceiling = TypeParam(static_cast<double>(number + unit));
    EXPECT_EQ(TypeParam(middle).bits(), TypeParam(static_cast<double>(number)).bits()) << top;
    if (unit == 2) continue;
    EXPECT_EQ(TypeParam(middle + 1).bits(), ceiling.bits()) << top;
    EXPECT_EQ(TypeParam(-middle - 1).bits(), (-ceiling).bits()) << top;
    EXPECT_EQ(TypeParam(static_cast<std::uint64_t>(middle + 1)).bits(), ceiling.bits()) << top;
    if (top >= 31) continue;
    EXPECT_EQ(TypeParam(static_cast<std::int32_t>(middle + 1)), ceiling) << top;
  }
  EXPECT_EQ(TypeParam(true), 1.0F);
  EXPECT_EQ(TypeParam(std::int8_t{-7}), -7.0F);
  EXPECT_EQ(TypeParam(INT64_MIN), TypeParam(-0x1p63));
  EXPECT_EQ(TypeParam(UINT64_MAX), TypeParam(0x1p64));
}

TEST(Float16, RoundsAsNumPy) {
  EXPECT_EQ(float16(0.1).bits(), 0x2e66);
  EXPECT_EQ(float16(1.0 / 3).bits(), 0x3555);
  EXPECT_EQ(float16(65504.0).bits(), 0x7bff);
  EXPECT_EQ(float16(65519.996).bits(), 0x7bff);
  EXPECT_EQ(float16(65520).bits(), 0x7c00);
  EXPECT_EQ(float16(1e-8).bits(), 0x0000);
  EXPECT_EQ(float16(2.9802322387695312e-08).bits(), 0x0000);
  EXPECT_EQ(float16(2.980232238769532e-08).bits(), 0x0001);
  EXPECT_EQ(float16(6.1e-5).bits(), 0x03ff);
  EXPECT_EQ(float16(-1e5).bits(), 0xfc00);
  EXPECT_EQ(float16(1.00048828125).bits(), 0x3c00);
  EXPECT_EQ(float16(1.0004882812500002).bits(), 0x3c01);
}

TEST(Float16, KeepsTheSignAndThePayloadOfANan) {
  const auto nan = [](std::uint32_t bits) { return ndx::detail::bit_cast<float>(bits); };
  EXPECT_EQ(float16(nan(0xFFC14000)).bits(), 0xFE0A);
  EXPECT_EQ(bfloat16(nan(0xFFC14000)).bits(), 0xFFC1);
  EXPECT_EQ(float16(nan(0x7FC00001)).bits(), 0x7E00);  // a payload that does not fit
  EXPECT_EQ(bfloat16(nan(0x7FFFFFFF)).bits(), 0x7FFF);
  EXPECT_EQ(float16(static_cast<double>(nan(0xFFC14000))).bits(), 0xFE0A);
}

TEST(Float16, IsComputedWithInFloat) {
  constexpr float16 three(3);
  static_assert(three * float16(0.5F) == 1.5F);
  static_assert(std::is_same_v<decltype(three + three), float16>);
  static_assert(std::is_same_v<decltype(three + 1), float>);
  static_assert(std::is_same_v<decltype(three * 2.0F), float>);
  static_assert(std::is_same_v<decltype(three / 2.0), double>);
  static_assert(std::is_same_v<decltype(three + bfloat16(1)), float>);
  static_assert(std::is_same_v<decltype(-three), float16>);
  EXPECT_EQ(float16(2048) + float16(1), 2048.0F);  // rounded to 11 bits
  EXPECT_EQ(float16(2048) + 1.0F, 2049.0F);
  EXPECT_EQ(float16(1) / float16(3), float16(1.0F / 3.0F));
  EXPECT_EQ(float16(60000) - float16(-60000), HUGE_VALF);
  float16 sum(1);
  sum += 2;
  sum *= three;
  sum -= 1.0F;
  sum /= float16(4);
  EXPECT_EQ(sum, 2.0F);
  EXPECT_EQ((-float16(0)).bits(), 0x8000);
}

TYPED_TEST(HalfNumbers, CompareAsNumbers) {
  const TypeParam nan = std::numeric_limits<TypeParam>::quiet_NaN();
  EXPECT_TRUE(TypeParam(0) == -TypeParam(0));
  EXPECT_TRUE(TypeParam(-2) < TypeParam(1));
  EXPECT_TRUE(TypeParam(2) > 1);
  EXPECT_FALSE(nan == nan);
  EXPECT_FALSE(nan < TypeParam(1));
  EXPECT_TRUE(nan != nan);
}

TYPED_TEST(HalfNumbers, HaveLimits) {
  using Limits = std::numeric_limits<TypeParam>;
  EXPECT_TRUE(Limits::is_specialized && Limits::is_iec559 && Limits::has_infinity);
  const int precision = Limits::digits;
  const auto power = [](int exponent) { return std::ldexp(1.0, exponent); };
  EXPECT_EQ(value_of(Limits::epsilon()), power(1 - precision));
  EXPECT_EQ(value_of(Limits::min()), power(Limits::min_exponent - 1));
  EXPECT_EQ(value_of(Limits::denorm_min()), power(Limits::min_exponent - precision));
  EXPECT_EQ(value_of(Limits::max()), power(Limits::max_exponent) * (1 - power(-precision)));
  EXPECT_EQ(value_of(Limits::lowest()), -value_of(Limits::max()));
  EXPECT_EQ(value_of(Limits::infinity()), HUGE_VAL);
  EXPECT_EQ(value_of(Limits::round_error()), 0.5);
  EXPECT_TRUE(std::isnan(value_of(Limits::quiet_NaN())));
  EXPECT_TRUE(std::isnan(value_of(Limits::signaling_NaN())));
  EXPECT_EQ(Limits::digits10, static_cast<int>((precision - 1) * std::log10(2)));
  EXPECT_EQ(Limits::max_digits10, 2 + static_cast<int>(precision * std::log10(2)));
  EXPECT_EQ(Limits::max_exponent10, static_cast<int>(std::log10(value_of(Limits::max()))));
  EXPECT_EQ(Limits::min_exponent10, static_cast<int>(std::log10(value_of(Limits::min()))));
}

TYPED_TEST(HalfNumbers, CanBeHashed) {
  const std::unordered_set<TypeParam> set{TypeParam(1), TypeParam(2), TypeParam(1)};
  EXPECT_EQ(set.size(), 2U);
  const std::hash<TypeParam> hash;
  EXPECT_EQ(hash(TypeParam(0)), hash(-TypeParam(0)));
  EXPECT_NE(hash(TypeParam(1)), hash(TypeParam(2)));
}

TEST(Float16, TakesTheNumbersOfOtherLibrariesBitForBit) {
  const float16 same = OtherHalf{0x3E01};
  EXPECT_EQ(same.bits(), 0x3E01);
  EXPECT_EQ(static_cast<OtherHalf>(same).bits, 0x3E01);
  const bfloat16 other = OtherBfloat{0x3F81};
  EXPECT_EQ(other.bits(), 0x3F81);
  EXPECT_EQ(static_cast<OtherBfloat>(other).bits, 0x3F81);
  const float16 standard = StandardHalf{{0x3E01}};
  EXPECT_EQ(standard.bits(), 0x3E01);
  EXPECT_EQ(float16(StandardHalf{{0x3E02}}).bits(), 0x3E02);
  EXPECT_EQ(static_cast<StandardHalf>(standard).bits, 0x3E01);
  static_assert(!std::is_constructible_v<float16, OtherBfloat>);
  static_assert(!std::is_constructible_v<bfloat16, OtherHalf>);
#if NDX_HAS_FLOAT16
  const float16 builtin = static_cast<_Float16>(0.1F);
  EXPECT_EQ(builtin.bits(), 0x2e66);
  EXPECT_EQ(static_cast<float>(static_cast<_Float16>(builtin)), static_cast<float>(builtin));
#endif
}

static_assert(sizeof(float16) == 2 && alignof(float16) == 2);
static_assert(std::is_trivially_copyable_v<float16> && std::is_trivial_v<bfloat16>);
static_assert(!std::is_convertible_v<float, float16> && !std::is_convertible_v<int, float16>);
static_assert(!std::is_constructible_v<float16, const char*>);

}  // namespace float16_test
