// The primitives of the portable vectors that operators and constant permutations cannot express,
// and that xsimd 8.1 lacks.
//
// They use the instructions that the translation unit's flags allow, on any processor: SSE2 and
// SSSE3, NEON, WebAssembly's, or plain integer arithmetic. Shuffles and masks take 16 bytes at a
// time.
#pragma once

#include <ndx/kernel/simd/lane_tables.hpp>
#include <ndx/kernel/simd/vec_types.hpp>
#if defined(__aarch64__) && defined(__ARM_NEON)
#include <arm_neon.h>
#endif

// Vectors are passed only between functions that are inlined into each other, so it does not matter
// how a processor without vectors would pass them (32-bit x86 without SSE).
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wpsabi"

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace portable {

/// Loads the low half from `low` and the high half, if there is one, from `high`.
template <class Vector>
NDX_ALWAYS_INLINE Vector load_halves(const void* low, [[maybe_unused]] const void* high) {
  if constexpr (kHalves == 1) {
    return load<Vector>(low);
  } else {
    return reinterpret_cast<Vector>(
        __builtin_shufflevector(load<I64x2>(low), load<I64x2>(high), 0, 1, 2, 3));
  }
}

/// Multiplies lanes that fit in 32 bits, signed.
NDX_ALWAYS_INLINE WideI64 multiply_low(WideI64 a, WideI64 b) { return a * b; }
/// Multiplies the lanes' low 32 bits to 64-bit products.
NDX_ALWAYS_INLINE WideU64 multiply_low(WideU64 a, WideU64 b) {
#if defined(__SSE2__) && !defined(__clang__) && !defined(__AVX2__)
  return reinterpret_cast<WideU64>(
      __builtin_ia32_pmuludq128(reinterpret_cast<I32x4>(a), reinterpret_cast<I32x4>(b)));
#elif defined(__aarch64__) && defined(__ARM_NEON)
  return reinterpret_cast<WideU64>(vmull_u32(vmovn_u64(reinterpret_cast<uint64x2_t>(a)),
                                             vmovn_u64(reinterpret_cast<uint64x2_t>(b))));
#else
  return (a & UINT32_MAX) * (b & UINT32_MAX);
#endif
}
/// Loads as many lanes of type Lane as Vector has and widens them.
template <class Vector, class Lane>
NDX_ALWAYS_INLINE Vector load_widened(const void* from) {
  constexpr std::size_t bytes = sizeof(Vector) / sizeof(Vector{}[0]) * sizeof(Lane);
  return __builtin_convertvector(load<typename VectorOf<Lane, bytes>::Type>(from), Vector);
}
/// Loads a vector of float16 as floats. They are converted as widen_float16 does, except that a signalling NaN stays
/// one.
NDX_ALWAYS_INLINE Floats load_float16(const void* from) {
  using Words = VectorOf<std::uint32_t, kVectorBytes>::Type;
  using Integers = VectorOf<std::int32_t, kVectorBytes>::Type;
  const auto half = load_widened<Words, std::uint16_t>(from);
  const auto magnitude = reinterpret_cast<Integers>(half & 0x7FFFU);
  const Integers normal = (magnitude << 13) + (112 << 23);
  const auto tiny =
      reinterpret_cast<Integers>(__builtin_convertvector(magnitude, Floats) * 0x1p-24F);
  const Integers finite = magnitude < 0x400 ? tiny : normal;
  const Integers bits = magnitude >= 0x7C00 ? normal + (112 << 23) : finite;
  return reinterpret_cast<Floats>(reinterpret_cast<Words>(bits) | (half & 0x8000U) << 16);
}
/// Widens eight integers to 64 bits.
template <class I>
NDX_ALWAYS_INLINE void widen_eight(index_t* out, const std::byte* from) {
  I value[8];
  std::memcpy(value, from, sizeof(value));
  for (int k = 0; k < 8; ++k) out[k] = static_cast<index_t>(value[k]);
}

/// Converts half a vector of floats to doubles.
NDX_ALWAYS_INLINE Doubles to_doubles(VectorOf<float, kVectorBytes / 2>::Type values) {
#if defined(__AVX2__) && !defined(__clang__)
  return __builtin_ia32_cvtps2pd256(values);
#elif defined(__SSE2__) && !defined(__clang__)
  return __builtin_ia32_cvtps2pd(Floats{values[0], values[1]});
#elif defined(__aarch64__) && !defined(__clang__)
  return reinterpret_cast<Doubles>(vcvt_f64_f32(reinterpret_cast<float32x2_t>(values)));
#else
  return __builtin_convertvector(values, Doubles);
#endif
}
/// Converts the first half of the floats to doubles.
NDX_ALWAYS_INLINE Doubles widen_low(Floats values) {
#if defined(__SSE2__) && !defined(__AVX2__) && !defined(__clang__)
  return __builtin_ia32_cvtps2pd(values);
#else
  return to_doubles(load<VectorOf<float, kVectorBytes / 2>::Type>(&values));
#endif
}
/// Converts the last half of the floats to doubles.
NDX_ALWAYS_INLINE Doubles widen_high(Floats values) {
#if defined(__AVX2__)
  return to_doubles(__builtin_shufflevector(values, values, 4, 5, 6, 7));
#else
  return widen_low(__builtin_shufflevector(values, values, 2, 3, 2, 3));
#endif
}

// Permutations.

/// Shuffles 16 bytes: byte i of the result is byte places[i] of `values`, or 0 if places[i] is
/// negative.
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
#if defined(__AVX2__)
/// Shuffles within each half.
NDX_ALWAYS_INLINE VectorOf<char, 32>::Type shuffle_bytes(VectorOf<char, 32>::Type values,
                                                         VectorOf<char, 32>::Type places) {
  return __builtin_ia32_pshufb256(values, places);
}
#endif

// There are no streaming stores, so these copy.

NDX_ALWAYS_INLINE void stream_line(std::byte* to, const std::byte* from) {
  std::memcpy(to, from, 64);
}
inline void finish_streams() {}

// This constant says whether results are stored by a function of their own; see avx2.hpp.
inline constexpr bool kStoresResults = false;

// Primitives of the mask kernels. Elements of 1, 2 and 4 bytes are permuted 16 bytes at a time
// where bytes can be shuffled; otherwise, and for 8 bytes, elements are moved one by one without a
// branch.

inline constexpr bool kPermutesWords = false;
using MaskBytes = U8x16;

/// Returns the sum of the bytes.
NDX_ALWAYS_INLINE index_t add_bytes(U8x16 values) {
  const auto words = reinterpret_cast<U64x2>(values);
  constexpr std::uint64_t low = 0x00FF00FF00FF00FFU;
  const U64x2 pairs = (words & low) + (words >> 8 & low);
  const std::uint64_t sums = pairs[0] + pairs[1];  // four sums of 16 bits
  return static_cast<index_t>((sums * 0x0001000100010001U) >> 48);
}

/// Returns -1 for each of 16 bytes that is zero, and 0 for the others.
NDX_ALWAYS_INLINE I8x16 unset_bytes(const std::byte* mask) {
  return reinterpret_cast<I8x16>(load<I8x16>(mask) == 0);
}

/// Returns a bit for each of eight values, 1 if it is less than `size` above `begin`.
NDX_ALWAYS_INLINE std::uint64_t bits_within(const index_t* values, index_t begin,
                                            std::uint64_t size) {
  std::uint64_t bits = 0;
#pragma GCC unroll 8
  for (index_t k = 0; k < 8; ++k) {
    const std::uint64_t above = load<std::uint64_t>(values + k) - static_cast<std::uint64_t>(begin);
    bits |= static_cast<std::uint64_t>(above < size) << k;
  }
  return bits;
}

#if defined(__SSE2__)
/// Returns one bit for each of 16 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_16(const std::byte* mask) {
  return static_cast<std::uint64_t>(__builtin_ia32_pmovmskb128(unset_bytes(mask)) ^ 0xFFFF);
}
#else
/// Returns one bit for each of 8 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_8(const std::byte* mask) {
  auto word = load<std::uint64_t>(mask);
#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__
  word = __builtin_bswap64(word);
#endif
  constexpr std::uint64_t low = 0x7F7F7F7F7F7F7F7FU;
  const std::uint64_t set = (((word & low) + low) | word) & ~low;  // the top bit of each byte
  return ((set >> 7) * 0x0102040810204080U) >> 56;
}
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_16(const std::byte* mask) {
  return set_bits_of_8(mask) | set_bits_of_8(mask + 8) << 8;
}
#endif
/// Returns one bit for each of 32 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits_of_32(const std::byte* mask) {
  return set_bits_of_16(mask) | set_bits_of_16(mask + 16) << 16;
}

/// Writes `value` to the elements under set bytes of 16. The mask of vector k is bytes k·16/N…,
/// each repeated N times.
template <std::size_t N, std::size_t K, int... I>
NDX_ALWAYS_INLINE void fill_vector(std::byte* to, I8x16 value, I8x16 unset,
                                   std::integer_sequence<int, I...> /*lanes*/) {
  constexpr int size = N;
  constexpr int first = K * 16 / N;
  const I8x16 kept = __builtin_shufflevector(unset, unset, (first + I / size)...);
  const auto old = load<I8x16>(to + 16 * K);
  store(to + 16 * K, (old & kept) | (value & ~kept));
}
template <std::size_t N, std::size_t... K>
NDX_ALWAYS_INLINE void fill_16(std::byte* to, I8x16 value, I8x16 unset,
                               std::index_sequence<K...> /*vectors*/) {
  (fill_vector<N, K>(to, value, unset, std::make_integer_sequence<int, 16>{}), ...);
}
/// Writes `value` to the elements of a block that are under set mask bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE void fill_selected(std::byte* to, const std::byte* mask, const Widest& value) {
  const auto element = load<I8x16>(&value);
  fill_16<N>(to, element, unset_bytes(mask), std::make_index_sequence<N>{});
  fill_16<N>(to + 16 * N, element, unset_bytes(mask + 16), std::make_index_sequence<N>{});
}

}  // namespace portable
}  // namespace kernel
NDX_NAMESPACE_END

#pragma GCC diagnostic pop
