// The only access to x86 vector instructions: 32-byte vectors, for functions marked
// NDX_TARGET_AVX2.
//
// Vectors are the compilers' own vector extension: operators work lane by lane (lanes that may
// overflow are unsigned), comparisons give -1 or 0, and __builtin_shufflevector with constant lanes
// compiles to shuffle instructions. This header adds what neither can express. <immintrin.h>, which
// could, costs every translation unit that includes it a quarter of a second and 100 MB.
#pragma once

#include <ndx/kernel/dispatch.hpp>

#if NDX_X86

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

using I8x16 [[gnu::vector_size(16)]] = char;
using U8x16 [[gnu::vector_size(16)]] = std::uint8_t;
using I16x8 [[gnu::vector_size(16)]] = std::int16_t;
using I32x4 [[gnu::vector_size(16)]] = std::int32_t;
using I64x2 [[gnu::vector_size(16)]] = std::int64_t;
using I8x32 [[gnu::vector_size(32)]] = char;
using I16x16 [[gnu::vector_size(32)]] = std::int16_t;
using I32x8 [[gnu::vector_size(32)]] = std::int32_t;
using I64x4 [[gnu::vector_size(32)]] = std::int64_t;
using U8x32 [[gnu::vector_size(32)]] = std::uint8_t;
using U32x8 [[gnu::vector_size(32)]] = std::uint32_t;
using U64x4 [[gnu::vector_size(32)]] = std::uint64_t;
using F32x8 [[gnu::vector_size(32)]] = float;
using F64x4 [[gnu::vector_size(32)]] = double;

// Types for loads and stores of any data at any alignment.
using Any4 [[gnu::may_alias, gnu::aligned(1)]] = std::int32_t;
using Any8 [[gnu::may_alias, gnu::aligned(1)]] = std::int64_t;
using Any16 [[gnu::vector_size(16), gnu::may_alias, gnu::aligned(1)]] = std::int64_t;
using Any32 [[gnu::vector_size(32), gnu::may_alias, gnu::aligned(1)]] = std::int64_t;

/// The widest vector.
using Widest = I64x4;

/// A vector with lanes of N bytes.
template <std::size_t N>
struct LanesOf {
  using Vector = I64x4;
};
template <>
struct LanesOf<1> {
  using Vector = I8x32;
};
template <>
struct LanesOf<2> {
  using Vector = I16x16;
};
template <>
struct LanesOf<4> {
  using Vector = I32x8;
};

// Loads and stores at any alignment.

template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 Vector load(const void* from) {
  if constexpr (sizeof(Vector) == 16) {
    return reinterpret_cast<Vector>(*static_cast<const Any16*>(from));
  } else {
    return reinterpret_cast<Vector>(*static_cast<const Any32*>(from));
  }
}
/// Like load, for a value used more than once: keeps g++ from reloading it for each use.
template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 Vector load_once(const void* from) {
  auto value = load<Vector>(from);
  asm("" : "+x"(value));
  return value;
}
template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store(void* to, Vector value) {
  if constexpr (sizeof(Vector) == 16) {
    *static_cast<Any16*>(to) = reinterpret_cast<I64x2>(value);
  } else {
    *static_cast<Any32*>(to) = reinterpret_cast<I64x4>(value);
  }
}

/// Loads the low half from `low` and the high half from `high`, 16 bytes each.
template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 Vector load_halves(const void* low, const void* high) {
  const I64x4 first = __builtin_shufflevector(load<I64x2>(low), I64x2{}, 0, 1, 2, 3);
  using LongLongX2 [[gnu::vector_size(16)]] = long long;
  using LongLongX4 [[gnu::vector_size(32)]] = long long;
  return reinterpret_cast<Vector>(__builtin_ia32_insert128i256(
      reinterpret_cast<LongLongX4>(first), reinterpret_cast<LongLongX2>(load<I64x2>(high)), 1));
}

/// Stores the low half to `low` and the high half to `high`.
template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store_halves(void* low, void* high, Vector value) {
  const auto words = reinterpret_cast<I64x4>(value);
  store(low, __builtin_shufflevector(words, words, 0, 1));
  store(high, __builtin_shufflevector(words, words, 2, 3));
}

/// Stores the low halves of a and b side by side at `to`, and the high halves at `to` + `step`
/// bytes.
template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store_pairs(std::byte* to, index_t step, Vector a,
                                                   Vector b) {
  const auto first = reinterpret_cast<I64x4>(a);
  const auto second = reinterpret_cast<I64x4>(b);
  store(to, __builtin_shufflevector(first, second, 0, 1, 4, 5));
  store(to + step, __builtin_shufflevector(first, second, 2, 3, 6, 7));
}

#if !defined(__clang__)
/// Widens the first four lanes, of 1, 2 or 4 bytes, to 64 bits; sign-extends signed lanes.
template <class Lane>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 auto widen_to_64(I64x2 narrow) {
  if constexpr (std::is_same_v<Lane, std::int8_t>) {
    return __builtin_ia32_pmovsxbq256(reinterpret_cast<I8x16>(narrow));
  } else if constexpr (std::is_same_v<Lane, std::int16_t>) {
    return __builtin_ia32_pmovsxwq256(reinterpret_cast<I16x8>(narrow));
  } else if constexpr (std::is_same_v<Lane, std::int32_t>) {
    return __builtin_ia32_pmovsxdq256(reinterpret_cast<I32x4>(narrow));
  } else if constexpr (std::is_same_v<Lane, std::uint8_t>) {
    return __builtin_ia32_pmovzxbq256(reinterpret_cast<I8x16>(narrow));
  } else if constexpr (std::is_same_v<Lane, std::uint16_t>) {
    return __builtin_ia32_pmovzxwq256(reinterpret_cast<I16x8>(narrow));
  } else {
    return __builtin_ia32_pmovzxdq256(reinterpret_cast<I32x4>(narrow));
  }
}
#endif

/// Loads as many lanes of type Lane as Vector has and widens them; sign-extends signed lanes.
template <class Vector, class Lane>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 Vector load_widened(const void* from) {
  constexpr std::size_t bytes = sizeof(Vector) / sizeof(Vector{}[0]) * sizeof(Lane);
#if defined(__clang__)
  using Narrow [[gnu::vector_size(bytes), gnu::may_alias, gnu::aligned(1)]] = Lane;
  return __builtin_convertvector(*static_cast<const Narrow*>(from), Vector);
#else
  I64x2 narrow{};
  if constexpr (bytes == 4) {
    narrow = reinterpret_cast<I64x2>(I32x4{*static_cast<const Any4*>(from)});
  } else if constexpr (bytes == 8) {
    narrow[0] = *static_cast<const Any8*>(from);
  } else {
    narrow = *static_cast<const Any16*>(from);
  }
  if constexpr (sizeof(Vector{}[0]) == 8) {
    return reinterpret_cast<Vector>(widen_to_64<Lane>(narrow));
  } else if constexpr (bytes == 8) {
    return reinterpret_cast<Vector>(__builtin_ia32_pmovsxbd256(reinterpret_cast<I8x16>(narrow)));
  } else {
    return reinterpret_cast<Vector>(__builtin_ia32_pmovsxbw256(reinterpret_cast<I8x16>(narrow)));
  }
#endif
}

/// Stores bypassing the caches, to an address aligned to the vector's size. Visible to other
/// threads after finish_streams().
template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void stream(void* to, Vector value) {
#if defined(__clang__)
  __builtin_nontemporal_store(value, static_cast<Vector*>(to));
#else
  if constexpr (sizeof(Vector) == 16) {
    using LongLongX2 [[gnu::vector_size(16)]] = long long;
    __builtin_ia32_movntdq(static_cast<LongLongX2*>(to), reinterpret_cast<LongLongX2>(value));
  } else {
    using LongLongX4 [[gnu::vector_size(32)]] = long long;
    __builtin_ia32_movntdq256(static_cast<LongLongX4*>(to), reinterpret_cast<LongLongX4>(value));
  }
#endif
}
/// Copies a cache line, bypassing the caches.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void stream_line(std::byte* to, const std::byte* from) {
  const auto low = load<I64x4>(from);
  const auto high = load<I64x4>(from + 32);
  stream(to, low);
  stream(to + 32, high);
}
inline void finish_streams() { __builtin_ia32_sfence(); }

// Permutations with run-time lane numbers.

/// Result lane i is values[lanes[i]].
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 permute(I32x8 values, I32x8 lanes) {
  return __builtin_ia32_permvarsi256(values, lanes);
}
/// Within each 16-byte half: result byte i is the byte of `values` numbered places[i], or 0 if
/// places[i] is negative.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I8x32 shuffle_bytes(I8x32 values, I8x32 places) {
  return __builtin_ia32_pshufb256(values, places);
}
/// The same for 16 bytes.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  return __builtin_ia32_pshufb128(values, places);
}
inline constexpr bool kShufflesBytes = true;

/// Selects bytes of `chosen` where `mask` is negative, of `other` elsewhere.
template <class Vector, class Mask>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 Vector blend(Vector other, Vector chosen, Mask mask) {
  return reinterpret_cast<Vector>(__builtin_ia32_pblendvb256(reinterpret_cast<I8x32>(other),
                                                             reinterpret_cast<I8x32>(chosen),
                                                             reinterpret_cast<I8x32>(mask)));
}

// The lanes' sign bits as an integer, the first lane in bit 0.

NDX_ALWAYS_INLINE NDX_TARGET_AVX2 std::uint32_t sign_bits(I8x32 values) {
  return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb256(values));
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 std::uint32_t sign_bits(I32x8 values) {
  return static_cast<std::uint32_t>(__builtin_ia32_movmskps256(reinterpret_cast<F32x8>(values)));
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 std::uint32_t sign_bits(I64x4 values) {
  return static_cast<std::uint32_t>(__builtin_ia32_movmskpd256(reinterpret_cast<F64x4>(values)));
}

// Narrowing.

/// The low 32 bits of each lane: those of `low`, then those of `high`.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 narrow(I64x4 low, I64x4 high) {
  const auto a = reinterpret_cast<I32x8>(low);
  const auto b = reinterpret_cast<I32x8>(high);
  return permute(__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14),
                 I32x8{0, 1, 4, 5, 2, 3, 6, 7});
}
/// In each 16-byte half: the lanes of `low`, then those of `high`, narrowed with saturation.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I16x16 narrow(I32x8 low, I32x8 high) {
  return reinterpret_cast<I16x16>(__builtin_ia32_packssdw256(low, high));
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I8x32 narrow(I16x16 low, I16x16 high) {
  return reinterpret_cast<I8x32>(__builtin_ia32_packsswb256(low, high));
}

/// Whether comparisons should use store_results. Compilers vectorize comparisons, but without
/// AVX-512, which compares into mask registers, need several times as many instructions to narrow
/// the results to bytes: 0.21 ns an element for a > 4 instead of 0.067.
#if defined(__AVX512BW__)
inline constexpr bool kStoresResults = false;
#else
inline constexpr bool kStoresResults = true;
#endif

/// Stores 32 results, each -1 or 0, as bools.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store_results(bool* to, const std::int32_t* results) {
  const I16x16 low = narrow(load<I32x8>(results), load<I32x8>(results + 8));
  const I16x16 high = narrow(load<I32x8>(results + 16), load<I32x8>(results + 24));
  const auto mixed = reinterpret_cast<I32x8>(narrow(low, high));
  store(to, permute(mixed, I32x8{0, 4, 1, 5, 2, 6, 3, 7}) & 0x01010101);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store_results(bool* to, const std::int64_t* results) {
  std::int32_t narrowed[32];
#pragma GCC unroll 4
  for (int k = 0; k < 32; k += 8)
    store(narrowed + k, narrow(load<I64x4>(results + k), load<I64x4>(results + k + 4)));
  store_results(to, narrowed);
}

// Arithmetic.

// Vectors for arithmetic on indices.
using WideI64 = I64x4;
using WideU64 = U64x4;
using WideU32 = U32x8;

/// A vector whose lanes are all `value`.
template <class Vector, class Lane>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 Vector all(Lane value) {
  return value - Vector{};
}
/// The 32-bit halves of 64-bit lanes.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 U32x8 as_halves(I64x4 values) {
  return reinterpret_cast<U32x8>(values);
}
/// Widens eight integers to 64 bits.
template <class I>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void widen_eight(index_t* out, const std::byte* from) {
  store(out, load_widened<I64x4, I>(from));
  store(out + 4, load_widened<I64x4, I>(from + 4 * sizeof(I)));
}

// Arithmetic across lanes.

/// In each lane, the sum of its eight bytes.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I64x4 sum_bytes(U8x32 values) {
  return reinterpret_cast<I64x4>(
      __builtin_ia32_psadbw256(reinterpret_cast<I8x32>(values), I8x32{}));
}
/// The products of the lanes' low 32 bits, signed.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I64x4 multiply_low(I64x4 a, I64x4 b) {
  return reinterpret_cast<I64x4>(
      __builtin_ia32_pmuldq256(reinterpret_cast<I32x8>(a), reinterpret_cast<I32x8>(b)));
}

NDX_ALWAYS_INLINE NDX_TARGET_AVX2 U32x8 larger(U32x8 a, U32x8 b) {
#if defined(__clang__)
  return __builtin_elementwise_max(a, b);
#else
  return reinterpret_cast<U32x8>(
      __builtin_ia32_pmaxud256(reinterpret_cast<I32x8>(a), reinterpret_cast<I32x8>(b)));
#endif
}

// Bits of a 64-bit word.

/// The number of set bits, and the position of the lowest one.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 index_t count_bits(std::uint64_t bits) {
  return __builtin_popcountll(bits);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 index_t lowest_bit(std::uint64_t bits) {
  return __builtin_ctzll(bits);
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
