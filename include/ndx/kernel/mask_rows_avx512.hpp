// Mask kernels for one row, like mask_rows.hpp, with AVX-512: contiguous mask bytes and elements,
// elements of 1, 2, 4 or 8 bytes; those of 8 are not compressed here.
//
// 64 mask bytes become a 64-bit mask, which the expand instruction uses directly. The compress
// instruction takes four times as long, whatever the lane width: so for 4-byte elements it packs
// the numbers of the 64 elements, as bytes, and permutations then fetch the elements, sixteen at a
// time.
#pragma once

#include <ndx/kernel/avx512.hpp>
#include <ndx/kernel/mask_rows_avx2.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx512 {

/// Number of mask bytes processed together.
inline constexpr index_t kGroup = 64;

/// The mask bits of part k of a group; a part has as many bits as a vector has lanes of N bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE NDX_TARGET_AVX512 std::uint64_t part_of(std::uint64_t bits, std::size_t k) {
  return N == 1 ? bits : bits >> (k * 64 / N) & ((std::uint64_t{1} << (64 / N % 64)) - 1);
}

NDX_TARGET_AVX512 inline index_t count_row(const MaskRow& row) {
  index_t count = 0;
  index_t i = 0;
#pragma GCC unroll 4
  for (; i + kGroup <= row.n; i += kGroup) count += avx2::count_bits(set_bits(row.mask + i));
  return count + avx2::count_row(row.from(i));
}

/// Calls visit(i) for each set byte i of all whole groups. Returns the number of mask bytes
/// covered.
template <class Visit>
NDX_ALWAYS_INLINE NDX_TARGET_AVX512 index_t visit_groups(const MaskRow& row, Visit visit) {
  index_t i = 0;
  for (; i + kGroup <= row.n; i += kGroup) {
    for (std::uint64_t bits = set_bits(row.mask + i); bits != 0; bits &= bits - 1)
      visit(i + avx2::lowest_bit(bits));
  }
  return i;
}

/// Prefetches data of a later group; costs next to nothing if it is already in cache.
template <std::size_t N>
NDX_ALWAYS_INLINE void fetch(const std::byte* from) {
  constexpr index_t ahead = 4096;
  for (index_t k = 0; k < static_cast<index_t>(N); ++k) prefetch_line(from, ahead + 64 * k);
}

/// Whether compress_row supports elements of N bytes.
template <std::size_t N>
inline constexpr bool compresses = N == 1 || N == 2 || N == 4;

/// 64 elements of 4 bytes, of which sixteen at a time are selected and stored.
struct Words {
  I32x16 part[4];

  NDX_ALWAYS_INLINE NDX_TARGET_AVX512 explicit Words(const std::byte* from) {
#pragma GCC unroll 4
    for (int k = 0; k < 4; ++k) part[k] = reinterpret_cast<I32x16>(load(from + 64 * k));
  }
  /// Stores the elements whose numbers are bytes `first` to first + 15 of `numbers`.
  template <int first>
  NDX_ALWAYS_INLINE NDX_TARGET_AVX512 void store_some(std::byte* out, I64x8 numbers) const {
    const I32x16 lanes = widen<first>(numbers);
    const I32x16 low = permute(part[0], part[1], lanes);
    const I32x16 high = permute(part[2], part[3], lanes);
    store(out + 4 * first, reinterpret_cast<I64x8>(lanes > 31 ? high : low));
  }
};

/// Packs those of 64 elements that the bits select; may write up to 64 elements.
template <std::size_t N>
NDX_ALWAYS_INLINE NDX_TARGET_AVX512 void pack(std::byte* out, const std::byte* in,
                                              std::uint64_t bits, index_t count, I64x8 numbers) {
  if constexpr (N == 1) {
    store(out, pack_bytes(load(in), bits));
  } else if constexpr (N == 2) {
    store(out, pack_pairs(load(in), bits));
    store(out + 2 * avx2::count_bits(part_of<2>(bits, 0)), pack_pairs(load(in + 64), bits >> 32));
  } else {
    const Words words(in);
    const I64x8 chosen = pack_bytes(numbers, bits);
    words.store_some<0>(out, chosen);
    if (count > 16) {  // no branch at 32: near the average count it would often be mispredicted
      words.store_some<16>(out, chosen);
      words.store_some<32>(out, chosen);
      if (count > 48) words.store_some<48>(out, chosen);
    }
  }
}

template <std::size_t N>
NDX_TARGET_AVX512 index_t compress_row(std::byte* out, const MaskRow& row, index_t found,
                                       const std::byte* in) {
  alignas(64) std::int8_t number[64];
  for (int k = 0; k < 64; ++k) number[k] = static_cast<std::int8_t>(k);
  const I64x8 numbers = load(number);
  index_t i = 0;
  if (row.sparse) {
    i = visit_groups(row, [&](index_t at) {
      move_element<N>(out + bytes_of<N>(found++), in + bytes_of<N>(at));
    });
  }
  for (; i + kGroup <= row.n && found + kGroup <= row.count; i += kGroup) {
    const std::uint64_t bits = set_bits(row.mask + i);
    const index_t count = avx2::count_bits(bits);
    fetch<N>(in + bytes_of<N>(i));
    pack<N>(out + bytes_of<N>(found), in + bytes_of<N>(i), bits, count, numbers);
    found += count;
  }
  return avx2::compress_row<N>(out, row.from(i), found, in + bytes_of<N>(i));
}

template <std::size_t N>
NDX_TARGET_AVX512 index_t expand_row(std::byte* to, const MaskRow& row, index_t found,
                                     const std::byte* values) {
  constexpr auto lanes = static_cast<index_t>(64 / N);
  index_t i = 0;
  if (row.sparse) {
    i = visit_groups(row, [&](index_t at) {
      move_element<N>(to + bytes_of<N>(at), values + bytes_of<N>(found++));
    });
  }
  for (; i + kGroup <= row.n && found < row.count; i += kGroup) {
    std::uint64_t bits = set_bits(row.mask + i);
    if (found + 2 * kGroup > row.count) {
      for (; bits != 0; bits &= bits - 1)
        move_element<N>(to + bytes_of<N>(i + avx2::lowest_bit(bits)),
                        values + bytes_of<N>(found++));
      continue;
    }
    fetch<N>(to + bytes_of<N>(i));
    fetch<N>(values + bytes_of<N>(found));
#pragma GCC unroll 8
    for (std::size_t k = 0; k < N; ++k) {
      const std::uint64_t part = part_of<N>(bits, k);
      std::byte* const target = to + bytes_of<N>(i + static_cast<index_t>(k) * lanes);
      store(target, expand<N>(load(target), load(values + bytes_of<N>(found)), part));
      found += avx2::count_bits(part);
    }
  }
  return avx2::expand_row<N>(to + bytes_of<N>(i), row.from(i), found, values);
}

template <std::size_t N>
NDX_TARGET_AVX512 void fill_row(std::byte* to, const MaskRow& row, const Bytes<N>& element) {
  constexpr auto lanes = static_cast<index_t>(64 / N);
  alignas(64) std::byte repeated[64];
  for (std::size_t j = 0; j < 64; j += N) std::memcpy(repeated + j, &element, N);
  const I64x8 value = load(repeated);
  index_t i = 0;
  if (row.sparse) {
    i = visit_groups(row, [&](index_t at) { kernel::store<N>(to + bytes_of<N>(at), element); });
  }
  for (; i + kGroup <= row.n; i += kGroup) {
    const std::uint64_t bits = set_bits(row.mask + i);
#pragma GCC unroll 8
    for (std::size_t k = 0; k < N; ++k) {
      std::byte* const target = to + bytes_of<N>(i + static_cast<index_t>(k) * lanes);
      store(target, expand<N>(load(target), value, part_of<N>(bits, k)));
    }
  }
  avx2::fill_row<N>(to + bytes_of<N>(i), row.from(i), element);
}

}  // namespace avx512
}  // namespace kernel
NDX_NAMESPACE_END

#endif
