// The primitives of AVX-512's vectors of 64 bytes that the mask kernels need; all others are those
// of AVX2.
//
// A comparison gives a bit mask here, with one bit for each lane, that later instructions take as
// an operand.
#pragma once

#include <ndx/kernel/simd/avx2.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
NDX_BEGIN_AVX512
namespace kernel {
namespace avx512 {

using namespace avx2;  // for the primitives that this namespace does not have

inline constexpr bool kBitMasks = true;

using I8x64 = LanesOf<1>;
using I16x32 = LanesOf<2>;
using I32x16 = LanesOf<4>;
using I64x8 = VectorOf<long long, 64>::Type;
using U64x8 = VectorOf<std::uint64_t, 64>::Type;

/// Returns one bit for each of 64 bytes, 1 if it is nonzero.
NDX_ALWAYS_INLINE std::uint64_t set_bits(const void* bytes) {
  return static_cast<std::uint64_t>(
      __builtin_ia32_cmpb512_mask(load<I8x64>(bytes), I8x64{}, 4, ~std::uint64_t{0}));
}

/// Loads the elements of N bytes, 4 or 8, at offsets[0…7] from `from`, with the hardware's gather
/// instruction.
template <std::size_t N>
NDX_ALWAYS_INLINE auto gather_eight(const std::byte* from, const index_t* offsets) {
  const auto lanes = load<I64x8>(offsets);
#if defined(__clang__)
  constexpr unsigned char all = 0xFF;
#else
  constexpr char all = -1;
#endif
  if constexpr (N == 4) {
    return __builtin_ia32_gatherdiv16si(I32x8{}, from, lanes, all, 4);
  } else {
    return __builtin_ia32_gatherdiv8di(I64x8{}, from, lanes, all, 8);
  }
}

/// Converts eight floats to doubles.
NDX_ALWAYS_INLINE Doubles to_doubles(VectorOf<float, 32>::Type values) {
#if defined(__clang__)
  return __builtin_convertvector(values, Doubles);
#else  // with all lanes set in the mask, and with the current rounding mode
  return __builtin_ia32_cvtps2pd512_mask(values, Doubles{}, -1, 4);
#endif
}

/// Multiplies the lanes' low 32 bits to 64-bit products.
NDX_ALWAYS_INLINE U64x8 multiply_low(U64x8 a, U64x8 b) {
#if defined(__clang__)
  return (a & UINT32_MAX) * (b & UINT32_MAX);
#else
  return reinterpret_cast<U64x8>(__builtin_ia32_pmuludq512_mask(
      reinterpret_cast<I32x16>(a), reinterpret_cast<I32x16>(b), I64x8{}, 0xFF));
#endif
}

/// Packs the 1-byte or 2-byte lanes with set bits to the front. The remaining lanes keep their
/// values: zeroing them instead would add a dependency on the register's previous value.
NDX_ALWAYS_INLINE I64x8 pack_bytes(I64x8 values, std::uint64_t bits) {
  const auto bytes = reinterpret_cast<I8x64>(values);
  return reinterpret_cast<I64x8>(__builtin_ia32_compressqi512_mask(bytes, bytes, bits));
}
NDX_ALWAYS_INLINE I64x8 pack_pairs(I64x8 values, std::uint64_t bits) {
  const auto pairs = reinterpret_cast<I16x32>(values);
  return reinterpret_cast<I64x8>(
      __builtin_ia32_compresshi512_mask(pairs, pairs, static_cast<std::uint32_t>(bits)));
}

/// Widens 16 bytes, from byte `first` on, to 32-bit lanes by sign extension.
template <int first>
NDX_ALWAYS_INLINE I32x16 widen(I64x8 bytes) {
  const auto narrow =
      reinterpret_cast<I8x16>(__builtin_shufflevector(bytes, bytes, first / 8, first / 8 + 1));
#if defined(__clang__)
  return __builtin_convertvector(narrow, I32x16);
#else
  return __builtin_ia32_pmovsxbd512_mask(narrow, I32x16{}, 0xFFFF);
#endif
}

/// Returns the vector whose lane i is lane lanes[i] mod 32 of `low` followed by `high`.
NDX_ALWAYS_INLINE I32x16 permute(I32x16 low, I32x16 high, I32x16 lanes) {
#if defined(__clang__)
  return __builtin_ia32_vpermi2vard512(low, lanes, high);
#else
  return __builtin_ia32_vpermt2vard512_mask(lanes, low, high, 0xFFFF);
#endif
}

/// Writes the values, in order, to the N-byte lanes with set bits. The other lanes are those of
/// `other`.
template <std::size_t N>
NDX_ALWAYS_INLINE Widest expand(Widest other, Widest values, std::uint64_t bits) {
  if constexpr (N == 1) {
    return reinterpret_cast<Widest>(__builtin_ia32_expandqi512_mask(
        reinterpret_cast<I8x64>(values), reinterpret_cast<I8x64>(other), bits));
  } else if constexpr (N == 2) {
    return reinterpret_cast<Widest>(__builtin_ia32_expandhi512_mask(
        reinterpret_cast<I16x32>(values), reinterpret_cast<I16x32>(other),
        static_cast<std::uint32_t>(bits)));
  } else if constexpr (N == 4) {
    return reinterpret_cast<Widest>(__builtin_ia32_expandsi512_mask(
        reinterpret_cast<I32x16>(values), reinterpret_cast<I32x16>(other),
        static_cast<std::uint16_t>(bits)));
  } else {
    return reinterpret_cast<Widest>(__builtin_ia32_expanddi512_mask(
        reinterpret_cast<I64x8>(values), reinterpret_cast<I64x8>(other),
        static_cast<std::uint8_t>(bits)));
  }
}

/// Returns the N-byte lanes of `chosen`, which are all the same, where bits are set, and those of
/// `other` elsewhere.
template <std::size_t N>
NDX_ALWAYS_INLINE Widest select(Widest other, Widest chosen, std::uint64_t bits) {
  return expand<N>(other, chosen, bits);
}

// Primitives of the mask kernels. 64 mask bytes become a 64-bit mask, which the expand instruction
// takes directly. The compress instruction takes four times as long, whatever the lane width. For
// 4-byte elements it therefore packs the indices of the 64 elements, as bytes, and permutations
// then fetch the elements, sixteen at a time. For 8-byte elements AVX2 is better.

/// Holds 64 elements of 4 bytes, of which it selects and stores sixteen at a time.
struct Words {
  I32x16 part[4];

  NDX_ALWAYS_INLINE explicit Words(const std::byte* from) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) part[k] = reinterpret_cast<I32x16>(load<I64x8>(from + 64 * k));
  }
  /// Stores the elements whose indices are bytes `first` to first + 15 of `numbers`.
  template <int first>
  NDX_ALWAYS_INLINE void store_some(std::byte* out, I64x8 numbers) const {
    const I32x16 lanes = widen<first>(numbers);
    const I32x16 low = permute(part[0], part[1], lanes);
    const I32x16 high = permute(part[2], part[3], lanes);
    store(out + 4 * first, reinterpret_cast<I64x8>(lanes > 31 ? high : low));
  }
};

/// The numbers 0 to 63, as bytes.
struct Numbers {
  alignas(64) std::int8_t number[64] = {};
  constexpr Numbers() {
    for (int k = 0; k < 64; ++k) number[k] = static_cast<std::int8_t>(k);
  }
};
inline constexpr Numbers kNumbers;

/// Packs the elements, of 64, that the bits select. It may write up to 64 elements.
template <std::size_t N>
NDX_ALWAYS_INLINE void pack(std::byte* out, const std::byte* in, std::uint64_t bits) {
  fetch_ahead<N>(in);
  if constexpr (N == 1) {
    store(out, pack_bytes(load<I64x8>(in), bits));
  } else if constexpr (N == 2) {
    store(out, pack_pairs(load<I64x8>(in), bits));
    store(out + 2 * count_bits(part_of<2>(bits, 0)), pack_pairs(load<I64x8>(in + 64), bits >> 32));
  } else {
    const index_t count = count_bits(bits);
    const Words words(in);
    const I64x8 chosen = pack_bytes(load<I64x8>(kNumbers.number), bits);
    words.store_some<0>(out, chosen);
    if (count > 16) {  // no branch at 32: near the average count it would often be mispredicted
      words.store_some<16>(out, chosen);
      words.store_some<32>(out, chosen);
      if (count > 48) words.store_some<48>(out, chosen);
    }
  }
}

}  // namespace avx512
}  // namespace kernel
NDX_END_AVX512
NDX_NAMESPACE_END

#endif
