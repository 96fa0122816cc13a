// Conversions between floats and numbers of 16 bits. Times are per element.
#pragma once

#include "support/harness.hpp"

namespace bench {

/// As compilers convert them: float16 through their own type, where they have one.
struct HandFloat16 {
#if defined(__FLT16_MANT_DIG__)
  static std::uint16_t narrow(float x) {
    const auto half = static_cast<_Float16>(x);
    std::uint16_t bits;
    std::memcpy(&bits, &half, sizeof bits);
    return bits;
  }
  static float widen(std::uint16_t bits) {
    _Float16 half;
    std::memcpy(&half, &bits, sizeof bits);
    return static_cast<float>(half);
  }
#else
#error "the benchmarks need a compiler with _Float16: g++ 12 or clang 15"
#endif
};
/// The upper half of a float, rounded; not for NaN.
struct HandBfloat16 {
  static std::uint16_t narrow(float x) {
    std::uint32_t bits;
    std::memcpy(&bits, &x, sizeof bits);
    return static_cast<std::uint16_t>((bits + 0x7FFFU + (bits >> 16 & 1U)) >> 16);
  }
  static float widen(std::uint16_t half) {
    const std::uint32_t bits = std::uint32_t{half} << 16;
    float x;
    std::memcpy(&x, &bits, sizeof x);
    return x;
  }
};

template <class Hand>
BENCH_LOOP void narrow_loop(std::uint16_t* out, const float* x, Index n) {
  for (Index i = 0; i < n; ++i) out[i] = Hand::narrow(x[i]);
}
template <class Hand>
BENCH_LOOP void widen_loop(float* out, const std::uint16_t* x, Index n) {
  for (Index i = 0; i < n; ++i) out[i] = Hand::widen(x[i]);
}

/// x as 16 bits.
template <class Hand>
struct Narrow : Counted {
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Narrow(const Shape& shape) : Counted{1, shape[0]}, x(floats(elements, 1)) {}
  [[nodiscard]] Result<std::uint16_t> by_hand(std::size_t) const {
    Result<std::uint16_t> out(elements);
    narrow_loop<Hand>(out.data(), x.data(), elements);
    return out;
  }
  Buffer<float> x;
};

/// x, of 16 bits, as floats.
template <class Hand>
struct Widen : Filled<Widen<Hand>> {
  static Index largest(const Shape& shape) { return shape[0]; }
  explicit Widen(const Shape& shape) : Filled<Widen<Hand>>{1, shape[0]}, x(shape[0]) {
    const Buffer<float> numbers = floats(shape[0], 1);
    narrow_loop<Hand>(x.data(), numbers.data(), shape[0]);
  }
  void fill(float* out, std::size_t) const { widen_loop<Hand>(out, x.data(), x.size()); }
  Buffer<std::uint16_t> x;
};

inline Family conversion(const char* name) {
  return {name, {"n"}, Destination::fresh, {{1 << 16}, {1 << 24}}};
}
struct FloatToHalf : Narrow<HandFloat16> {
  static Family family() { return conversion("FloatToHalf"); }
  using Narrow::Narrow;
};
struct HalfToFloat : Widen<HandFloat16> {
  static Family family() { return conversion("HalfToFloat"); }
  using Widen::Widen;
};
struct FloatToBfloat : Narrow<HandBfloat16> {
  static Family family() { return conversion("FloatToBfloat"); }
  using Narrow::Narrow;
};
struct BfloatToFloat : Widen<HandBfloat16> {
  static Family family() { return conversion("BfloatToFloat"); }
  using Widen::Widen;
};

}  // namespace bench
