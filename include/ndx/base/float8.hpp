// float8_e4m3fn and float8_e5m2: floating-point numbers of 8 bits, in which models are stored.
//
// Elements of these types are stored, moved, and converted to other types, as in t.to<float>(), which is
// exact. Nothing computes with them or rounds to them. Their DType is opaque. Source: the OCP 8-bit
// Floating Point Specification (OFP8), revision 1.0; the names are PyTorch's.
#pragma once

#include <array>

#include <ndx/base/float16.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the number with these bits. The bias of its exponent is 7, and that of a float is 127. Only the
/// largest magnitude is NaN.
constexpr float widen_e4m3fn(std::uint8_t bits) {
  const std::uint32_t magnitude = bits & 0x7FU;
  const std::uint32_t normal = (magnitude << 20) + (120U << 23);
  const float tiny = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-9F;
  const std::uint32_t finite =
      select_bits(magnitude < 8U, detail::bit_cast<std::uint32_t>(tiny), normal);
  const std::uint32_t all = select_bits(magnitude == 0x7FU, 0x7FC00000U, finite);
  return detail::bit_cast<float>(all | (bits & 0x80U) << 24);
}

/// Returns the number with these bits, which are the upper bits of a float16.
constexpr float widen_e5m2(std::uint8_t bits) {
  return widen_float16(static_cast<std::uint16_t>(bits << 8));
}

/// The members that both types share.
template <class Self, float (&widen)(std::uint8_t)>
class Float8Number {
 public:
  [[nodiscard]] static constexpr Self from_bits(std::uint8_t bits) noexcept {
    Self number{};
    number.bits_ = bits;
    return number;
  }
  [[nodiscard]] constexpr std::uint8_t bits() const noexcept { return bits_; }

  /// Converts to float, which is exact.
  constexpr explicit operator float() const noexcept { return kNumbers[bits_]; }

 private:
  /// The numbers of all bit patterns. Compilers vectorize widen() only at -O3; at -O2 it takes 4 ns for a
  /// number, longer than a load from this table.
  static constexpr std::array<float, 256> kNumbers = [] {
    std::array<float, 256> numbers{};
    for (std::size_t bits = 0; bits < numbers.size(); ++bits)
      numbers[bits] = widen(static_cast<std::uint8_t>(bits));
    return numbers;
  }();

  std::uint8_t bits_;
};

}  // namespace detail

/// A number with 4 bits of exponent. Numbers of 2^-6 … 448 have 4 bits of precision; smaller ones, down to
/// 2^-9, have fewer. 0x7F and 0xFF are NaN, and there is no infinity.
class float8_e4m3fn : public detail::Float8Number<float8_e4m3fn, detail::widen_e4m3fn> {};

/// A number with 5 bits of exponent. Numbers of 2^-14 … 57344 have 3 bits of precision; smaller ones, down to
/// 2^-16, have fewer. Infinity and NaN are as in IEEE 754.
class float8_e5m2 : public detail::Float8Number<float8_e5m2, detail::widen_e5m2> {};

NDX_NAMESPACE_END
