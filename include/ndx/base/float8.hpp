// float8_e4m3fn and float8_e5m2: floating-point numbers of 8 bits, in which models are stored.
//
// They are elements that are moved as they are and converted to other types, t.to<float>(), which is
// exact; nothing computes with them or rounds to them. Their DType is opaque. Source: the OCP 8-bit
// Floating Point Specification (OFP8), revision 1.0; the names are PyTorch's.
#pragma once

#include <array>

#include <ndx/base/float16.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Exponents are 7 less than in the bits, and 127 less in those of a float. The largest magnitude alone
/// is no number.
constexpr float widen_e4m3fn(std::uint8_t bits) {
  const std::uint32_t magnitude = bits & 0x7FU;
  const std::uint32_t normal = (magnitude << 20) + (120U << 23);
  const float tiny = static_cast<float>(static_cast<std::int32_t>(magnitude)) * 0x1p-9F;
  const std::uint32_t finite =
      select_bits(magnitude < 8U, detail::bit_cast<std::uint32_t>(tiny), normal);
  const std::uint32_t all = select_bits(magnitude == 0x7FU, 0x7FC00000U, finite);
  return detail::bit_cast<float>(all | (bits & 0x80U) << 24);
}

/// These are the upper bits of a float16.
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

  /// The number itself.
  constexpr explicit operator float() const noexcept { return kNumbers[bits_]; }

 private:
  /// A table of all bit patterns: compilers vectorize widen() at -O3 alone, and take 4 ns for a number at -O2.
  static constexpr std::array<float, 256> kNumbers = [] {
    std::array<float, 256> numbers{};
    for (std::size_t bits = 0; bits < numbers.size(); ++bits)
      numbers[bits] = widen(static_cast<std::uint8_t>(bits));
    return numbers;
  }();

  std::uint8_t bits_;
};

}  // namespace detail

/// 4 bits of exponent and 4 of precision: 2^-6 ... 448, and 2^-9 with fewer. 0x7F and 0xFF are NaN; there
/// is no infinity.
class float8_e4m3fn : public detail::Float8Number<float8_e4m3fn, detail::widen_e4m3fn> {};

/// 5 bits of exponent and 3 of precision: 2^-14 ... 57344, and 2^-16 with fewer; infinity and NaN as IEEE
/// 754 has them.
class float8_e5m2 : public detail::Float8Number<float8_e5m2, detail::widen_e5m2> {};

NDX_NAMESPACE_END
