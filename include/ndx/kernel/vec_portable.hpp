// The portable vectors: what the translation unit's flags allow, on any processor.
//
// Arithmetic uses xsimd's batches where the flags alone decide, which is always so off x86; on x86,
// where kernels are dispatched at run time, xsimd could not follow, and including it would cost a
// third of a second. Permutations, which xsimd 8.1 has not, and everything where there is no xsimd
// batch, use the compilers' own vectors of 16 bytes, which every processor with vectors has.
#pragma once

#include <cstring>
#include <utility>

#include <ndx/kernel/dispatch.hpp>

#if !NDX_X86
#include <xsimd/xsimd.hpp>
#endif

// Vectors are passed only between functions that are inlined into each other, so it does not matter
// how a processor without vectors would pass them (32-bit x86 without SSE).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace portable {

using I8x16 [[gnu::vector_size(16)]] = char;
using U8x16 [[gnu::vector_size(16)]] = std::uint8_t;
using I16x8 [[gnu::vector_size(16)]] = std::int16_t;
using I32x4 [[gnu::vector_size(16)]] = std::int32_t;
using I64x2 [[gnu::vector_size(16)]] = std::int64_t;
using U32x4 [[gnu::vector_size(16)]] = std::uint32_t;
using U64x2 [[gnu::vector_size(16)]] = std::uint64_t;

/// The widest vector, for moving bytes.
using Widest = I64x2;

/// A vector with lanes of N bytes.
template <std::size_t N>
struct LanesOf {
  using Vector = I64x2;
};
template <>
struct LanesOf<1> {
  using Vector = I8x16;
};
template <>
struct LanesOf<2> {
  using Vector = I16x8;
};
template <>
struct LanesOf<4> {
  using Vector = I32x4;
};

// Vectors for arithmetic on indices.
#if !NDX_X86 && !defined(XSIMD_NO_SUPPORTED_ARCHITECTURE)
/// One of xsimd's batches; wrapped, because argument-dependent lookup would take xsimd's own load
/// and store, which are aligned, for ours.
template <class T>
struct Batch {
  xsimd::batch<T> lanes;
  friend Batch operator+(const Batch& a, const Batch& b) { return {a.lanes + b.lanes}; }
  friend Batch operator-(const Batch& a, const Batch& b) { return {a.lanes - b.lanes}; }
  friend Batch operator*(const Batch& a, const Batch& b) { return {a.lanes * b.lanes}; }
  friend Batch operator|(const Batch& a, const Batch& b) { return {a.lanes | b.lanes}; }
};
using WideI64 = Batch<std::int64_t>;
using WideU64 = Batch<std::uint64_t>;
using WideU32 = Batch<std::uint32_t>;

/// A vector whose lanes are all `value`.
template <class Vector, class Lane>
NDX_ALWAYS_INLINE Vector all(Lane value) {
  return {xsimd::batch<Lane>(value)};
}
NDX_ALWAYS_INLINE WideU32 larger(const WideU32& a, const WideU32& b) {
  return {xsimd::max(a.lanes, b.lanes)};
}
#else
using WideI64 = I64x2;
using WideU64 = U64x2;
using WideU32 = U32x4;

template <class Vector, class Lane>
NDX_ALWAYS_INLINE Vector all(Lane value) {
  return value - Vector{};
}
NDX_ALWAYS_INLINE WideU32 larger(const WideU32& a, const WideU32& b) { return a > b ? a : b; }
#endif

// Loads and stores at any alignment.

template <class Vector>
NDX_ALWAYS_INLINE Vector load(const void* from) {
  Vector value;
  std::memcpy(static_cast<void*>(&value), from, sizeof(value));
  return value;
}
template <class Vector>
NDX_ALWAYS_INLINE Vector load_once(const void* from) {
  return load<Vector>(from);
}
template <class Vector>
NDX_ALWAYS_INLINE void store(void* to, const Vector& value) {
  std::memcpy(to, static_cast<const void*>(&value), sizeof(value));
}

// Arithmetic.

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
/// The 32-bit halves of 64-bit lanes.
NDX_ALWAYS_INLINE WideU32 as_halves(const WideI64& values) {
  return portable::load<WideU32>(&values);
}

/// Widens eight integers to 64 bits.
template <class I>
NDX_ALWAYS_INLINE void widen_eight(index_t* out, const std::byte* from) {
  I value[8];
  std::memcpy(value, from, sizeof(value));
  for (int k = 0; k < 8; ++k) out[k] = static_cast<index_t>(value[k]);
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
inline constexpr bool kHasEightSums = false;

}  // namespace portable
}  // namespace kernel
NDX_NAMESPACE_END

#pragma GCC diagnostic pop
