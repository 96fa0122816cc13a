// The primitives of kernel/loops/mask_rows.inc with AVX-512, where they are better than AVX2's:
// compressing 8-byte elements is not.
//
// 64 mask bytes become a 64-bit mask, which the expand instruction uses directly. The compress
// instruction takes four times as long, whatever the lane width: so for 4-byte elements it packs
// the numbers of the 64 elements, as bytes, and permutations then fetch the elements, sixteen at a
// time.
#pragma once

#include <ndx/kernel/avx512.hpp>
#include <ndx/kernel/mask_vec_avx2.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
NDX_BEGIN_AVX512
namespace kernel {
namespace avx512 {

inline constexpr index_t kMaskGroup = 64;
inline constexpr bool kCountsBits = true;
inline constexpr index_t kUnpackSlack = 64;
template <std::size_t N>
inline constexpr bool kPacksGroups = N <= 4;
inline constexpr bool kUnpacksGroups = true;

/// The mask bits of part k of a group; a part has as many bits as a vector has lanes of N bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE std::uint64_t part_of(std::uint64_t bits, std::size_t k) {
  return N == 1 ? bits : bits >> (k * 64 / N) & ((std::uint64_t{1} << (64 / N % 64)) - 1);
}

/// Prefetches data of a later group; costs next to nothing if it is already in cache.
template <std::size_t N>
NDX_ALWAYS_INLINE void fetch_ahead(const std::byte* from) {
  constexpr index_t ahead = 4096;
  for (index_t k = 0; k < static_cast<index_t>(N); ++k) prefetch_line(from, ahead + 64 * k);
}

/// 64 elements of 4 bytes, of which sixteen at a time are selected and stored.
struct Words {
  I32x16 part[4];

  NDX_ALWAYS_INLINE explicit Words(const std::byte* from) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) part[k] = reinterpret_cast<I32x16>(load<I64x8>(from + 64 * k));
  }
  /// Stores the elements whose numbers are bytes `first` to first + 15 of `numbers`.
  template <int first>
  NDX_ALWAYS_INLINE void store_some(std::byte* out, I64x8 numbers) const {
    const I32x16 lanes = widen<first>(numbers);
    const I32x16 low = permute(part[0], part[1], lanes);
    const I32x16 high = permute(part[2], part[3], lanes);
    store(out + 4 * first, reinterpret_cast<I64x8>(lanes > 31 ? high : low));
  }
};

/// 0 to 63, as bytes.
struct Numbers {
  alignas(64) std::int8_t number[64] = {};
  constexpr Numbers() {
    for (int k = 0; k < 64; ++k) number[k] = static_cast<std::int8_t>(k);
  }
};
inline constexpr Numbers kNumbers;

/// Packs those of 64 elements that the bits select; may write up to 64 elements.
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

/// Updates 64 elements: the next values go under set bits. Reads a vector beyond the last value.
template <std::size_t N>
NDX_ALWAYS_INLINE void unpack(std::byte* to, const std::byte* values, std::uint64_t bits) {
  fetch_ahead<N>(to);
  fetch_ahead<N>(values);
#pragma GCC unroll 8
  for (std::size_t k = 0; k < N; ++k, to += 64) {
    const std::uint64_t part = part_of<N>(bits, k);
    store(to, expand<N>(load<I64x8>(to), load<I64x8>(values), part));
    values += bytes_of<N>(count_bits(part));
  }
}

/// Writes `value` under the set bytes of a group.
template <std::size_t N>
NDX_ALWAYS_INLINE void fill_group(std::byte* to, const std::byte* mask, Widest value) {
  const std::uint64_t bits = set_bits(mask);
  const auto element = reinterpret_cast<I64x8>(value);
#pragma GCC unroll 8
  for (std::size_t k = 0; k < N; ++k)
    store(to + 64 * k, expand<N>(load<I64x8>(to + 64 * k), element, part_of<N>(bits, k)));
}

}  // namespace avx512
}  // namespace kernel
NDX_END_AVX512
NDX_NAMESPACE_END

#endif
