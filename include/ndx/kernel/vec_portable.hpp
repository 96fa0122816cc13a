// The primitives of the portable vectors: what the translation unit's flags allow, on any processor.
#pragma once

#include <ndx/kernel/vec_types.hpp>

// Vectors are passed only between functions that are inlined into each other, so it does not matter
// how a processor without vectors would pass them (32-bit x86 without SSE).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace portable {

/// Whether loops over few instructions use vectors: see Fallback in kernel/dispatch.hpp.
inline constexpr bool kVectors = !NDX_X86;

template <class Vector>
NDX_ALWAYS_INLINE Vector load_once(const void* from) {
  return load<Vector>(from);
}
/// Vectors of more than 16 bytes load and store their high half elsewhere than their low half.
template <class Vector>
NDX_ALWAYS_INLINE Vector load_halves(const void* low, const void* /*there is no high half*/) {
  return load<Vector>(low);
}
template <class Vector>
NDX_ALWAYS_INLINE void store_halves(void* low, void* /*high*/, Vector value) {
  store(low, value);
}

/// The products of lanes that fit in 32 bits, signed.
NDX_ALWAYS_INLINE WideI64 multiply_low(const WideI64& a, const WideI64& b) { return a * b; }
/// Widens eight integers to 64 bits.
template <class I>
NDX_ALWAYS_INLINE void widen_eight(index_t* out, const std::byte* from) {
  I value[8];
  std::memcpy(value, from, sizeof(value));
  for (int k = 0; k < 8; ++k) out[k] = static_cast<index_t>(value[k]);
}

/// The first two floats as doubles, and the last two.
NDX_ALWAYS_INLINE Doubles widen_low(Floats values) {
#if defined(__SSE2__) && !defined(__clang__)
  return __builtin_ia32_cvtps2pd(values);
#elif defined(__aarch64__) && !defined(__clang__)
  return reinterpret_cast<Doubles>(
      vcvt_f64_f32(vget_low_f32(reinterpret_cast<float32x4_t>(values))));
#else
  return __builtin_convertvector(__builtin_shufflevector(values, values, 0, 1), Doubles);
#endif
}
NDX_ALWAYS_INLINE Doubles widen_high(Floats values) {
  return widen_low(__builtin_shufflevector(values, values, 2, 3, 2, 3));
}

// Permutations.

/// Result byte i is the byte of `values` numbered places[i], or 0 if places[i] is negative.
#if defined(__SSSE3__)
inline constexpr bool kShufflesBytes = true;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  return __builtin_ia32_pshufb128(values, places);
}
#elif defined(__aarch64__) && defined(__ARM_NEON) && !defined(__AARCH64EB__)
inline constexpr bool kShufflesBytes = true;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  return reinterpret_cast<I8x16>(
      vqtbl1q_u8(reinterpret_cast<uint8x16_t>(values), reinterpret_cast<uint8x16_t>(places)));
}
#elif defined(__wasm_simd128__)
inline constexpr bool kShufflesBytes = true;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  using Signed [[gnu::vector_size(16)]] = signed char;
  return reinterpret_cast<I8x16>(__builtin_wasm_swizzle_i8x16(reinterpret_cast<Signed>(values),
                                                              reinterpret_cast<Signed>(places)));
}
#else
inline constexpr bool kShufflesBytes = false;
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 /*places*/) { return values; }
#endif

// Streaming stores: none.

NDX_ALWAYS_INLINE void stream_line(std::byte* to, const std::byte* from) {
  std::memcpy(to, from, 64);
}
inline void finish_streams() {}

// What has a loop of its own elsewhere: see avx2.hpp.
inline constexpr bool kStoresResults = false;

}  // namespace portable
}  // namespace kernel
NDX_NAMESPACE_END

#pragma GCC diagnostic pop
