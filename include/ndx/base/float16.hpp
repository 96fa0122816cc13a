// float16 and bfloat16: floating-point numbers stored in 16 bits and computed with in float.
//
// float16 is IEEE 754's binary16, with 5 bits of exponent and 11 of precision; bfloat16 is the upper
// half of a float, with 8 bits of precision. A conversion to one of them rounds once, to nearest even, from
// any type; a conversion to float is exact. A NaN keeps its sign and as much of its payload as fits, and
// becomes quiet if it is rounded, as with the instructions of processors. Conversions have no branches, so
// that compilers vectorize them.
//
// Rounding a double to float and then to 16 bits would round twice and could give the wrong neighbour. The
// first rounding is therefore one to odd, after which the second gives the right result.
#pragma once

#include <limits>
#include <string>  // std::hash

#include <ndx/base/bit_cast.hpp>
#include <ndx/base/convert.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns condition ? a : b, which compilers do not turn into a branch.
template <class Bits>
constexpr Bits select_bits(bool condition, Bits a, Bits b) {
  return b ^ ((a ^ b) & (Bits{0} - Bits{condition}));
}

/// Rounds to odd an integer, or a floating-point number in its bits: clears the bits `low`, and sets the next
/// bit if any of them was set. If the result is rounded further, to at least two bits less, it gives the
/// number that rounding the original would give.
template <class Bits>
constexpr Bits round_to_odd(Bits bits, Bits low) {
  return (bits | ((bits & low) + low)) & ~low;
}

// The functions that follow have no branches and no choices between numbers of different widths, so that
// compilers vectorize them.

/// Returns a float that rounds to the same 16-bit number as `value` does. It has 14 bits of precision, which
/// suffice for 16-bit numbers with 11. The float holds all 14 if `value` is at least 2^-134, half of the
/// smallest bfloat16; smaller numbers round to 0 in any case.
constexpr float shorten_to_round(double value) {
  constexpr std::uint64_t others = (std::uint64_t{1} << 39) - 1;
  return static_cast<float>(
      detail::bit_cast<double>(round_to_odd(detail::bit_cast<std::uint64_t>(value), others)));
}

/// Returns a float that rounds to the same 16-bit number as an integer of 32 bits does. An integer of up to
/// 24 bits is exact in a float; a longer one is rounded to odd, to its upper 24 bits.
template <class From>
constexpr float shorten_word_to_round(From value) {
  const auto bits = static_cast<std::uint32_t>(value);
  const std::uint32_t least = std::is_signed_v<From> ? 1U << 24 : 0;
  const bool is_exact = (bits + least) >> (std::is_signed_v<From> ? 25 : 24) == 0;
  const std::uint32_t odd = round_to_odd<std::uint32_t>(bits, 255);
  return static_cast<float>(static_cast<From>(select_bits(is_exact, bits, odd)));
}

/// Returns a float that rounds to the same 16-bit number as an integer of 64 bits does. A long integer is
/// first rounded to odd, to units of 2^16. The integer is converted to double by adding it to the bits of
/// 1.5·2^52, because processors before AVX-512 have no instruction that converts vectors of such integers.
template <class From>
constexpr float shorten_wide_to_round(From value) {
  constexpr std::uint64_t sign = std::is_signed_v<From> ? std::uint64_t{1} << 63 : 0;
  const auto bits = static_cast<std::uint64_t>(value);
  const bool is_short = (bits + (sign >> 13)) >> (sign != 0 ? 51 : 50) == 0;
  const std::uint64_t odd = round_to_odd<std::uint64_t>(bits ^ sign, 0xFFFF);
  const std::uint64_t units = select_bits(is_short, bits, (odd >> 16) - (sign >> 16));
  const double number = detail::bit_cast<double>(units + 0x4338000000000000U) - 0x1.8p52;
  const auto factor = select_bits<std::uint64_t>(is_short, 0x3FF0000000000000, 0x40F0000000000000);
  return shorten_to_round(number * detail::bit_cast<double>(factor));
}

/// Rounds to odd: returns `value` if it is a double, else the one of its two neighbours whose last bit is 1.
constexpr double double_to_round(long double value) {
  const auto nearest = static_cast<double>(value);
  const auto bits = detail::bit_cast<std::uint64_t>(nearest);
  const auto back = static_cast<long double>(nearest);
  const bool less = back < value;
  if (bits % 2 != 0 || !(less || back > value)) return nearest;
  const bool negative = bits >> 63 != 0;
  return detail::bit_cast<double>(less != negative ? bits + 1 : bits - 1);
}

/// Returns a float that rounds to the same 16-bit number as `value`, of any type, does.
template <class From>
constexpr float float_to_round(From value) {
  if constexpr (std::is_integral_v<From> && sizeof(From) == 8) {
    return shorten_wide_to_round(value);
  } else if constexpr (std::is_integral_v<From> && sizeof(From) == 4) {
    return shorten_word_to_round(value);
  } else if constexpr (std::is_same_v<From, long double>) {
    return shorten_to_round(double_to_round(value));
  } else if constexpr (std::is_same_v<From, double>) {
    return shorten_to_round(value);
  } else {
    return static_cast<float>(value);
  }
}

/// Returns the float that equals a float16. The bias of the exponent, 15, becomes 127, 112 more. A subnormal
/// number is an integer times 2^-24, whose product is exact. Infinity and NaN have the largest exponent, to
/// which 112 is added once more.
constexpr float widen_float16(std::uint16_t half) {
  const std::uint32_t magnitude = half & 0x7FFFU;
  const std::uint32_t normal = (magnitude << 13) + (112U << 23);
  const std::uint32_t quiet = magnitude > 0x7C00U ? 1U << 22 : 0U;
  const std::uint32_t nonfinite = (normal + (112U << 23)) | quiet;
  const float tiny = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-24F;
  const std::uint32_t finite =
      select_bits(magnitude < 0x400U, detail::bit_cast<std::uint32_t>(tiny), normal);
  const std::uint32_t bits = select_bits(magnitude >= 0x7C00U, nonfinite, finite);
  return detail::bit_cast<float>(bits | (half & 0x8000U) << 16);
}

/// Returns the float16 nearest to a float. An exact half is rounded to even by adding the last bit that stays.
constexpr std::uint16_t narrow_float16(float value) {
  const auto all = detail::bit_cast<std::uint32_t>(value);
  const std::uint32_t bits = all & 0x7FFFFFFFU;
  const std::uint32_t normal = (bits - (112U << 23) + 0xFFFU + (bits >> 13 & 1U)) >> 13;
  // A float16 below 2^-14 is a multiple of 2^-24. So is a float between 0.5 and 1, so adding 0.5 rounds.
  const float shifted = detail::bit_cast<float>(bits) + 0.5F;
  const std::uint32_t tiny = detail::bit_cast<std::uint32_t>(shifted) - (126U << 23);
  const std::uint32_t finite = select_bits(bits < (113U << 23), tiny, normal);
  const std::uint32_t nan = 0x7E00U | (bits >> 13 & 0x3FFU);
  const std::uint32_t infinite = bits > 0x7F800000U ? nan : 0x7C00U;
  const std::uint32_t magnitude = select_bits(bits >= 0x477FF000U, infinite, finite);
  return static_cast<std::uint16_t>(magnitude | (all >> 16 & 0x8000U));
}

/// Returns the float that equals a bfloat16, of which these bits are the upper half.
constexpr float widen_bfloat16(std::uint16_t half) {
  return detail::bit_cast<float>(std::uint32_t{half} << 16);
}

/// Returns the bfloat16 nearest to a float. A NaN is cut and made quiet instead, because rounding could make
/// it infinite.
constexpr std::uint16_t narrow_bfloat16(float value) {
  const auto bits = detail::bit_cast<std::uint32_t>(value);
  const std::uint32_t nearest = (bits + 0x7FFFU + (bits >> 16 & 1U)) >> 16;
  const std::uint32_t nan = bits >> 16 | 0x40U;
  return static_cast<std::uint16_t>((bits & 0x7FFFFFFFU) > 0x7F800000U ? nan : nearest);
}

}  // namespace detail

namespace bases {

/// The members that float16 and bfloat16 share.
template <class Self, int precision, float (&widen)(std::uint16_t), std::uint16_t (&narrow)(float)>
class HalfNumber {
 public:
  HalfNumber() = default;
  /// Converts to the nearest number; of two, to the one with an even last bit. A number that is too large
  /// becomes infinite.
  template <class From>
    requires((std::is_arithmetic_v<From> && !ForeignHalf<From, precision>) ||
             (Half<From> && !std::is_same_v<From, Self>))
  constexpr explicit HalfNumber(From value) : bits_(narrow(float_to_round(value))) {}
  /// Converts a number of a foreign type of the same format, which keeps its bits.
  template <ForeignHalf<precision> From>
  constexpr HalfNumber(const From& same) noexcept : bits_(detail::bit_cast<std::uint16_t>(same)) {}

  /// Returns a float that is converted to the same number as `value`.
  template <class From>
  [[nodiscard]] static constexpr float float_to_round(From value) noexcept {
    return detail::float_to_round(value);
  }

  [[nodiscard]] static constexpr Self from_bits(std::uint16_t bits) noexcept {
    Self number{};
    number.bits_ = bits;
    return number;
  }
  [[nodiscard]] constexpr std::uint16_t bits() const noexcept { return bits_; }

  /// Converts to float, which is exact, or to a foreign type of the same format.
  constexpr operator float() const noexcept { return widen(bits_); }
  template <ForeignHalf<precision> To>
  constexpr explicit operator To() const noexcept {
    return detail::bit_cast<To>(bits_);
  }

  // Two numbers of this type give this type; with a number of any other type, C++ converts to float.
  friend constexpr Self operator+(Self a, Self b) { return Self(float{a} + float{b}); }
  friend constexpr Self operator-(Self a, Self b) { return Self(float{a} - float{b}); }
  friend constexpr Self operator*(Self a, Self b) { return Self(float{a} * float{b}); }
  friend constexpr Self operator/(Self a, Self b) { return Self(float{a} / float{b}); }
  friend constexpr Self operator+(Self a) noexcept { return a; }
  friend constexpr Self operator-(Self a) noexcept {
    return from_bits(static_cast<std::uint16_t>(a.bits_ ^ 0x8000U));
  }
  constexpr Self& operator+=(float b) { return set(widen(bits_) + b); }
  constexpr Self& operator-=(float b) { return set(widen(bits_) - b); }
  constexpr Self& operator*=(float b) { return set(widen(bits_) * b); }
  constexpr Self& operator/=(float b) { return set(widen(bits_) / b); }

 private:
  constexpr Self& set(float value) {
    bits_ = narrow(value);
    return static_cast<Self&>(*this);
  }

  std::uint16_t bits_;
};

}  // namespace bases

/// IEEE 754's binary16: numbers of 6.1e-5 … 65504 have 11 bits of precision; smaller ones, down to 6e-8, have
/// fewer.
class float16
    : public bases::HalfNumber<float16, 11, detail::widen_float16, detail::narrow_float16> {
 public:
  using HalfNumber::HalfNumber;
};

/// The upper half of a float: it has the range of a float and 8 bits of precision.
class bfloat16
    : public bases::HalfNumber<bfloat16, 8, detail::widen_bfloat16, detail::narrow_bfloat16> {
 public:
  using HalfNumber::HalfNumber;
};

namespace detail {

/// The limits of a 16-bit number; the exponents are those of float.
template <class Self, int precision>
class HalfLimits : public std::numeric_limits<float> {
  static constexpr int kMantissa = precision - 1;  // number of bits
  static constexpr int kBias = (1 << (15 - precision)) - 1;
  static constexpr int kInfinity = (2 * kBias + 1) << kMantissa;
  static constexpr Self of(int bits) { return Self::from_bits(static_cast<std::uint16_t>(bits)); }

 public:
  static constexpr int digits = precision;
  static constexpr int digits10 = kMantissa * 301 / 1000;  // log10(2) is 0.301
  static constexpr int max_digits10 = 2 + precision * 301 / 1000;
  static constexpr Self min() noexcept { return of(1 << kMantissa); }
  static constexpr Self max() noexcept { return of(kInfinity - 1); }
  static constexpr Self lowest() noexcept { return of(0x8000 | (kInfinity - 1)); }
  static constexpr Self epsilon() noexcept { return of((kBias - kMantissa) << kMantissa); }
  static constexpr Self round_error() noexcept { return of((kBias - 1) << kMantissa); }
  static constexpr Self infinity() noexcept { return of(kInfinity); }
  static constexpr Self quiet_NaN() noexcept { return of(kInfinity | 1 << (kMantissa - 1)); }
  static constexpr Self signaling_NaN() noexcept { return of(kInfinity | 1 << (kMantissa - 2)); }
  static constexpr Self denorm_min() noexcept { return of(1); }
};

}  // namespace detail
NDX_NAMESPACE_END

template <>
class std::numeric_limits<ndx::float16> : public ndx::detail::HalfLimits<ndx::float16, 11> {
 public:
  static constexpr int min_exponent = -13;
  static constexpr int min_exponent10 = -4;
  static constexpr int max_exponent = 16;
  static constexpr int max_exponent10 = 4;
};

template <>
class std::numeric_limits<ndx::bfloat16> : public ndx::detail::HalfLimits<ndx::bfloat16, 8> {};

/// The hash of a 16-bit number. Equal numbers have equal hashes; 0 and -0 do, too.
template <ndx::Half T>
struct std::hash<T> {
  std::size_t operator()(T number) const noexcept { return std::hash<float>()(number); }
};
