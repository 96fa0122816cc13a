// Mask kernels for one row: count, offsets, compress, expand and fill.
//
// No loop branches on a mask byte, because the bytes of a mask are hard to predict: each writes
// unconditionally and advances by 0 or 1. This file has the scalar kernels, for any strides and any
// element size; mask_rows.inc has those by vectors, which finish the end of a row by the scalar
// ones.
#pragma once

#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Returns 1 if the mask byte is nonzero, else 0.
NDX_ALWAYS_INLINE index_t is_set(const std::byte* mask) { return *mask != std::byte{0} ? 1 : 0; }

/// A row of n mask bytes, and facts about the whole mask.
struct MaskRow {
  const std::byte* mask;
  index_t n;
  index_t step;         // between mask bytes
  index_t count = 0;    // set bytes in the whole mask: `found` never exceeds it
  bool sparse = false;  // few bytes are set: visiting them one by one is faster

  /// Returns the bytes from the i-th on.
  [[nodiscard]] MaskRow from(index_t i) const { return part(i, n - i); }
  /// Returns `some` bytes from the i-th on.
  [[nodiscard]] MaskRow part(index_t i, index_t some) const {
    return {mask + i * step, some, step, count, sparse};
  }
};

/// Words of mask bits, the first mask byte in the lowest bit, and facts about the elements to take.
struct BitRow {
  const std::uint64_t* bits;
  index_t words;
  index_t count;  // `found` never exceeds it
  bool sparse;    // few bits are set: visiting them one by one is faster
};

namespace scalar {

/// The kernels of mask_rows.inc in scalar code, for elements of any size and any processor. `count`
/// and `offsets` take mask bytes at any stride. Functions with the argument `found`, the number of
/// set bytes in earlier rows, return it including this row. They write unconditionally, advance
/// only past set bytes, and stop once all set bytes have been found.
struct MaskRows {
  static index_t count(const MaskRow& row) {
    index_t count = 0;
    if (row.step == 1) {
      for (index_t i = 0; i < row.n; ++i) count += is_set(row.mask + i);
    } else {
      for (index_t i = 0; i < row.n; ++i) count += is_set(row.mask + i * row.step);
    }
    return count;
  }

  /// Writes first + i·step to out for each set byte i.
  static index_t offsets(index_t* out, const MaskRow& row, index_t found, index_t first,
                         index_t step) {
    for (index_t i = 0; i < row.n && found < row.count; ++i) {
      out[found] = first + i * step;
      found += is_set(row.mask + i * row.step);
    }
    return found;
  }
  static index_t sparse_offsets(index_t* out, const MaskRow& row, index_t found, index_t first,
                                index_t step) {
    return offsets(out, row, found, first, step);
  }

  /// Packs the elements of `in` that are under set bytes.
  template <std::size_t N>
  static index_t compress(std::byte* out, const MaskRow& row, index_t found, const std::byte* in) {
    for (index_t i = 0; i < row.n && found < row.count; ++i) {
      move_element<N>(out + bytes_of<N>(found), in + bytes_of<N>(i));
      found += is_set(row.mask + i);
    }
    return found;
  }

  /// Writes one bit for each mask byte, 64 to a word. Returns the number of set ones.
  static index_t pack_bits(std::uint64_t* bits, const MaskRow& row) {
    for (index_t i = 0; i < row.n; i += 64) {
      const index_t n = row.n - i < 64 ? row.n - i : 64;
      std::uint64_t word = 0;
      for (index_t k = 0; k < n; ++k)
        word |= static_cast<std::uint64_t>(is_set(row.mask + i + k)) << k;
      bits[i / 64] = word;
    }
    return count(row);
  }

  /// Packs the elements of `in` that are under set bits. If few are set, prefetches the elements of later words.
  template <std::size_t N>
  static index_t compress_bits(std::byte* out, const BitRow& row, index_t found,
                               const std::byte* in) {
    constexpr index_t ahead = 32;
    const auto each = [&](index_t w, const auto& visit) {
      for (std::uint64_t bits = row.bits[w]; bits != 0; bits &= bits - 1)
        visit(bytes_of<N>(64 * w + lowest_bit(bits)));
    };
    for (index_t w = 0; w < row.words && found < row.count; ++w) {
      if (row.sparse && w + ahead < row.words)
        each(w + ahead, [&](index_t at) { prefetch_line(in, at); });
      each(w, [&](index_t at) {
        if (found < row.count) move_element<N>(out + bytes_of<N>(found++), in + at);
      });
    }
    return found;
  }

  /// Writes the values, in order, to the elements under set bytes. It is the inverse of compress.
  template <std::size_t N>
  static index_t expand(std::byte* to, const MaskRow& row, index_t found, const std::byte* values) {
    for (index_t i = 0; i < row.n && found < row.count; ++i) {
      std::byte* const target = to + bytes_of<N>(i);
      const index_t set = is_set(row.mask + i);
      store<N>(target, blend<N>(set, load<N>(values + bytes_of<N>(found)), load<N>(target)));
      found += set;
    }
    return found;
  }

  /// Writes `element` to every element under a set byte.
  template <std::size_t N>
  static void fill(std::byte* to, const MaskRow& row, const Bytes<N>& element) {
    for (index_t i = 0; i < row.n; ++i) {
      std::byte* const target = to + bytes_of<N>(i);
      store<N>(target, blend<N>(is_set(row.mask + i), element, load<N>(target)));
    }
  }
};

}  // namespace scalar

/// The nonzero 64-bit words of up to kBytes mask bytes, and the index of the mask byte that each
/// word begins at.
struct NonzeroWords {
  static constexpr index_t kBytes = 4096;
  std::uint64_t bits[kBytes / 64];
  index_t at[kBytes / 64];

  /// Appends the word if it is nonzero. Returns the new number of words kept.
  NDX_ALWAYS_INLINE index_t keep(index_t kept, std::uint64_t word, index_t place) {
    asm("" : "+r"(word));  // keeps g++ from storing it from a mask register, which is slower
    bits[kept] = word;
    at[kept] = place;
    return kept + (word != 0 ? 1 : 0);
  }
};

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/mask/mask_rows.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>
