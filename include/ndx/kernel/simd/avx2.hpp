// The primitives of AVX2's vectors of 32 bytes that neither operators nor constant permutations can
// express.
//
// They call the compilers' builtins. <immintrin.h> has names for them, but costs every translation
// unit that includes it a quarter of a second and 100 MB.
#pragma once

#include <ndx/kernel/simd/lane_tables.hpp>
#include <ndx/kernel/simd/vec_types.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
NDX_BEGIN_AVX2
namespace kernel {
namespace avx2 {

using I8x32 = LanesOf<1>;
using I16x16 = LanesOf<2>;
using I32x8 = LanesOf<4>;
using I64x4 = LanesOf<8>;
using U8x32 = VectorOf<std::uint8_t, 32>::Type;
using U64x4 = VectorOf<std::uint64_t, 32>::Type;
using F32x4 = VectorOf<float, 16>::Type;
// The types that the compilers' builtins take.
using LongLongX2 = VectorOf<long long, 16>::Type;
using LongLongX4 = VectorOf<long long, 32>::Type;

/// Loads the low half from `low` and the high half from `high`, 16 bytes each.
template <class Vector>
NDX_ALWAYS_INLINE Vector load_halves(const void* low, const void* high) {
  const I64x4 first = __builtin_shufflevector(load<I64x2>(low), I64x2{}, 0, 1, 2, 3);
  return reinterpret_cast<Vector>(__builtin_ia32_insert128i256(
      reinterpret_cast<LongLongX4>(first), reinterpret_cast<LongLongX2>(load<I64x2>(high)), 1));
}

#if !defined(__clang__)
/// Widens the first four lanes, of 1, 2 or 4 bytes, to 64 bits. Signed lanes are sign-extended.
template <class Lane>
NDX_ALWAYS_INLINE auto widen_to_64(I64x2 narrow) {
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

/// Loads as many lanes of type Lane as Vector has and widens them. Signed lanes are sign-extended.
template <class Vector, class Lane>
NDX_ALWAYS_INLINE Vector load_widened(const void* from) {
  constexpr std::size_t bytes = sizeof(Vector) / sizeof(Vector{}[0]) * sizeof(Lane);
#if defined(__clang__)
  return __builtin_convertvector(load<typename VectorOf<Lane, bytes>::Type>(from), Vector);
#else
  I64x2 narrow{};
  if constexpr (bytes == 4) {
    narrow = reinterpret_cast<I64x2>(I32x4{load<std::int32_t>(from)});
  } else if constexpr (bytes == 8) {
    narrow[0] = load<std::int64_t>(from);
  } else {
    narrow = load<I64x2>(from);
  }
  if constexpr (sizeof(Vector{}[0]) == 8) {
    return reinterpret_cast<Vector>(widen_to_64<Lane>(narrow));
  } else if constexpr (bytes == 8 && std::is_unsigned_v<Lane>) {
    return reinterpret_cast<Vector>(__builtin_ia32_pmovzxbd256(reinterpret_cast<I8x16>(narrow)));
  } else if constexpr (bytes == 8) {
    return reinterpret_cast<Vector>(__builtin_ia32_pmovsxbd256(reinterpret_cast<I8x16>(narrow)));
  } else if constexpr (std::is_same_v<Lane, std::uint16_t>) {
    return reinterpret_cast<Vector>(__builtin_ia32_pmovzxwd256(reinterpret_cast<I16x8>(narrow)));
  } else {
    return reinterpret_cast<Vector>(__builtin_ia32_pmovsxbw256(reinterpret_cast<I8x16>(narrow)));
  }
#endif
}

/// Loads eight float16 as floats, if has_f16c(). The instruction is written out, since the builtin could not be
/// inlined into functions for AVX2.
NDX_ALWAYS_INLINE Floats load_float16(const void* from) {
  Floats values;
  asm("vcvtph2ps %1, %0" : "=x"(values) : "x"(load<I16x8>(from)));
  return values;
}

/// Stores bypassing the caches, to an address aligned to the vector's size. Other threads see the
/// value after finish_streams().
template <class Vector>
NDX_ALWAYS_INLINE void stream(void* to, Vector value) {
#if defined(__clang__)
  __builtin_nontemporal_store(value, static_cast<Vector*>(to));
#else
  if constexpr (sizeof(Vector) == 16) {
    __builtin_ia32_movntdq(static_cast<LongLongX2*>(to), reinterpret_cast<LongLongX2>(value));
  } else {
    __builtin_ia32_movntdq256(static_cast<LongLongX4*>(to), reinterpret_cast<LongLongX4>(value));
  }
#endif
}
/// Copies a cache line, bypassing the caches when it stores.
NDX_ALWAYS_INLINE void stream_line(std::byte* to, const std::byte* from) {
  const auto low = load<I64x4>(from);
  const auto high = load<I64x4>(from + 32);
  stream(to, low);
  stream(to + 32, high);
}
/// Makes streamed stores visible to other threads before any later store.
inline void finish_streams() { __builtin_ia32_sfence(); }

// Permutations whose lanes are known at run time.

/// Returns the vector whose lane i is values[lanes[i]].
NDX_ALWAYS_INLINE I32x8 permute(I32x8 values, I32x8 lanes) {
  return __builtin_ia32_permvarsi256(values, lanes);
}
/// Shuffles within each 16-byte half: byte i of the result is byte places[i] of `values`, or 0 if
/// places[i] is negative.
NDX_ALWAYS_INLINE I8x32 shuffle_bytes(I8x32 values, I8x32 places) {
  return __builtin_ia32_pshufb256(values, places);
}
/// Shuffles 16 bytes: byte i of the result is byte places[i] of `values`, or 0 if places[i] is
/// negative.
NDX_ALWAYS_INLINE I8x16 shuffle_bytes(I8x16 values, I8x16 places) {
  return __builtin_ia32_pshufb128(values, places);
}
inline constexpr bool kShufflesBytes = true;

/// Selects the bytes of `chosen` where `mask` is negative, and of `other` elsewhere.
template <class Vector, class Mask>
NDX_ALWAYS_INLINE Vector blend(Vector other, Vector chosen, Mask mask) {
  return reinterpret_cast<Vector>(__builtin_ia32_pblendvb256(reinterpret_cast<I8x32>(other),
                                                             reinterpret_cast<I8x32>(chosen),
                                                             reinterpret_cast<I8x32>(mask)));
}

// The functions sign_bits return the lanes' sign bits as an integer, with the first lane in bit 0.

NDX_ALWAYS_INLINE std::uint32_t sign_bits(I8x32 values) {
  return static_cast<std::uint32_t>(__builtin_ia32_pmovmskb256(values));
}
NDX_ALWAYS_INLINE std::uint32_t sign_bits(I32x8 values) {
  return static_cast<std::uint32_t>(__builtin_ia32_movmskps256(reinterpret_cast<Floats>(values)));
}
NDX_ALWAYS_INLINE std::uint32_t sign_bits(I64x4 values) {
  return static_cast<std::uint32_t>(__builtin_ia32_movmskpd256(reinterpret_cast<Doubles>(values)));
}

/// Returns a bit for each of eight values, 1 if it is less than `size` above `begin`.
NDX_ALWAYS_INLINE std::uint64_t bits_within(const index_t* values, index_t begin,
                                            std::uint64_t size) {
  constexpr std::uint64_t sign = std::uint64_t{1} << 63;  // the instruction compares signed numbers
  const std::uint64_t add = sign - static_cast<std::uint64_t>(begin);
  const I64x4 end = static_cast<index_t>(size + sign) - I64x4{};
  const I64x4 low = reinterpret_cast<I64x4>(load<U64x4>(values) + add) < end;
  const I64x4 high = reinterpret_cast<I64x4>(load<U64x4>(values + 4) + add) < end;
  return sign_bits(low) | sign_bits(high) << 4;
}

// The functions narrow halve the width of lanes.

/// Returns the low 32 bits of each lane of `low`, then of each lane of `high`.
NDX_ALWAYS_INLINE I32x8 narrow(I64x4 low, I64x4 high) {
  const auto a = reinterpret_cast<I32x8>(low);
  const auto b = reinterpret_cast<I32x8>(high);
  return permute(__builtin_shufflevector(a, b, 0, 2, 8, 10, 4, 6, 12, 14),
                 I32x8{0, 1, 4, 5, 2, 3, 6, 7});
}
/// Returns, in each 16-byte half, the lanes of `low` and then those of `high`, narrowed with
/// saturation.
NDX_ALWAYS_INLINE I16x16 narrow(I32x8 low, I32x8 high) {
  return __builtin_ia32_packssdw256(low, high);
}
NDX_ALWAYS_INLINE I8x32 narrow(I16x16 low, I16x16 high) {
  return __builtin_ia32_packsswb256(low, high);
}

inline constexpr bool kStoresResults = true;  // map_rows.inc in kernel/map says why

/// Loads eight results as 32-bit lanes.
NDX_ALWAYS_INLINE I32x8 load_results(const std::int32_t* results) { return load<I32x8>(results); }
NDX_ALWAYS_INLINE I32x8 load_results(const std::int64_t* results) {
  return narrow(load<I64x4>(results), load<I64x4>(results + 4));
}
/// Stores 32 or 8 results, each -1 or 0, as bools.
template <index_t n, class Result>
NDX_ALWAYS_INLINE void store_results(bool* to, const Result* results) {
  const I32x8 first = load_results(results);
  if constexpr (n == 8) {
    const I16x16 low = narrow(first, first);
    const auto bools = reinterpret_cast<I32x8>(narrow(low, low)) & 0x01010101;
    store(to, std::int32_t{bools[0]});
    store(to + 4, std::int32_t{bools[4]});
  } else {
    const I16x16 low = narrow(first, load_results(results + 8));
    const I16x16 high = narrow(load_results(results + 16), load_results(results + 24));
    const auto mixed = reinterpret_cast<I32x8>(narrow(low, high));
    store(to, permute(mixed, I32x8{0, 4, 1, 5, 2, 6, 3, 7}) & 0x01010101);
  }
}

// Arithmetic.

/// Widens eight integers to 64 bits.
template <class I>
NDX_ALWAYS_INLINE void widen_eight(index_t* out, const std::byte* from) {
  store(out, load_widened<I64x4, I>(from));
  store(out + 4, load_widened<I64x4, I>(from + 4 * sizeof(I)));
}

/// Converts four floats to doubles.
NDX_ALWAYS_INLINE Doubles to_doubles(F32x4 values) {
#if defined(__clang__)
  return __builtin_convertvector(values, Doubles);
#else
  return __builtin_ia32_cvtps2pd256(values);
#endif
}
/// Converts the first four of eight floats to doubles.
NDX_ALWAYS_INLINE Doubles widen_low(Floats values) {
  return to_doubles(__builtin_shufflevector(values, values, 0, 1, 2, 3));
}
/// Converts the last four of eight floats to doubles.
NDX_ALWAYS_INLINE Doubles widen_high(Floats values) {
  return to_doubles(__builtin_shufflevector(values, values, 4, 5, 6, 7));
}

/// Multiplies the lanes' low 32 bits, signed or unsigned as the lanes are, to 64-bit products.
NDX_ALWAYS_INLINE I64x4 multiply_low(I64x4 a, I64x4 b) {
  return reinterpret_cast<I64x4>(
      __builtin_ia32_pmuldq256(reinterpret_cast<I32x8>(a), reinterpret_cast<I32x8>(b)));
}
NDX_ALWAYS_INLINE U64x4 multiply_low(U64x4 a, U64x4 b) {
  return reinterpret_cast<U64x4>(
      __builtin_ia32_pmuludq256(reinterpret_cast<I32x8>(a), reinterpret_cast<I32x8>(b)));
}

// Primitives of the mask kernels: 32 mask bytes become 32 bits, and 8 bits at a time select a
// permutation of eight words.

inline constexpr bool kBitMasks = false;
inline constexpr bool kPermutesWords = true;
using MaskBytes = U8x32;

/// Loads eight lane indices from a table entry.
NDX_ALWAYS_INLINE I32x8 lanes_of(const std::uint64_t& numbers) {
  return load_widened<I32x8, std::int8_t>(&numbers);
}

/// Returns -1 for each of 32 bytes that is zero, and 0 for the others.
NDX_ALWAYS_INLINE I8x32 unset_bytes(const std::byte* mask) {
  return reinterpret_cast<I8x32>(load<I8x32>(mask) == 0);
}
/// Returns one bit for each of 32 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits(const std::byte* mask) {
  return ~sign_bits(unset_bytes(mask));
}

/// Packs the elements, of the eight at `in` of 4 or 8 bytes, that eight bits select. Writes 8·N
/// bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE void permute_eight(std::byte* out, const std::byte* in, std::uint64_t bits,
                                     const PackTables& tables) {
  if constexpr (N == 4) {
    store(out, permute(load<I32x8>(in), lanes_of(tables.lanes[bits])));
  } else {
    const std::uint64_t low = bits & 15U;
    store(out, permute(load<I32x8>(in), lanes_of(tables.pairs[low])));
    store(out + 8 * count_bits(low),
          permute(load<I32x8>(in + 32), lanes_of(tables.pairs[bits >> 4])));
  }
}

/// Writes the next values to those of eight target elements, of 4 or 8 bytes, that are under set
/// bits, and leaves the others unchanged. Reads 8·N bytes of values.
template <std::size_t N>
NDX_ALWAYS_INLINE void spread_eight(std::byte* to, const std::byte* values, std::uint64_t bits,
                                    const RankTables& tables) {
  if constexpr (N == 4) {
    const I32x8 spread = permute(load<I32x8>(values), lanes_of(tables.lanes[bits]));
    constexpr I32x8 places = {1, 2, 4, 8, 16, 32, 64, 128};
    const auto chosen = (static_cast<std::int32_t>(bits) & places) == places;
    store(to, blend(load<I32x8>(to), spread, chosen));
  } else {
    for (index_t half = 0; half < 2; ++half, bits >>= 4, to += 32) {
      const I32x8 spread = permute(load<I32x8>(values), lanes_of(tables.pairs[bits & 15U]));
      constexpr I64x4 places = {1, 2, 4, 8};
      const auto chosen = (static_cast<std::int64_t>(bits) & places) == places;
      store(to, blend(load<I32x8>(to), spread, chosen));
      values += 8 * count_bits(bits & 15U);
    }
  }
}

/// Loads as many bytes as a vector has elements of N bytes, and sign-extends them to N bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE I8x32 widened(const std::byte* bytes) {
  using Wide = std::conditional_t<N == 2, I16x16, std::conditional_t<N == 4, I32x8, I64x4>>;
  return reinterpret_cast<I8x32>(load_widened<Wide, std::int8_t>(bytes));
}

/// Returns the sum of the bytes.
NDX_ALWAYS_INLINE index_t add_bytes(U8x32 values) {
  const auto sums =
      reinterpret_cast<I64x4>(__builtin_ia32_psadbw256(reinterpret_cast<I8x32>(values), I8x32{}));
  return sums[0] + sums[1] + sums[2] + sums[3];
}

/// Writes `value` to the elements of a block that are under set mask bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE void fill_selected(std::byte* to, const std::byte* mask, I64x4 value) {
  const I8x32 unset = unset_bytes(mask);
  const auto element = reinterpret_cast<I8x32>(value);
  if constexpr (N == 1) {
    store(to, blend(element, load<I8x32>(to), unset));
  } else {
    alignas(32) std::byte bytes[32];
    store(bytes, unset);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < N; ++k)
      store(to + 32 * k, blend(element, load<I8x32>(to + 32 * k), widened<N>(bytes + 32 / N * k)));
  }
}

/// Stores the offsets first + lane·step of the lanes under set bits, packed. Steps must fit in 32
/// bits.
class OffsetLanes {
 public:
  NDX_ALWAYS_INLINE OffsetLanes(index_t first, index_t step)
      : step_(step - I64x4{}), eight_(step_ * 8), here_(first - I64x4{}) {}
  NDX_ALWAYS_INLINE void store_eight(index_t* out, std::uint64_t bits) const {
    const auto* const lanes = reinterpret_cast<const std::byte*>(&tables_.lanes[bits]);
    store(out, at(lanes));
    store(out + 4, at(lanes + 4));
  }
  NDX_ALWAYS_INLINE void advance_eight() { here_ += eight_; }

 private:
  [[nodiscard]] NDX_ALWAYS_INLINE I64x4 at(const std::byte* lanes) const {
    return here_ + multiply_low(load_widened<I64x4, std::int8_t>(lanes), step_);
  }

  const PackTables& tables_ = pack_tables();
  I64x4 step_;
  I64x4 eight_;
  I64x4 here_;
};

}  // namespace avx2
}  // namespace kernel
NDX_END_AVX2
NDX_NAMESPACE_END

#endif
