// Offsets of the set bytes of a sparse mask, almost without branches, with AVX2 and AVX-512.
//
// Every 64 mask bytes become a 64-bit word; nonzero words are packed. For each of them two offsets
// are stored unconditionally, to the same place if only one bit is set. Only a third set bit takes
// a branch, which is rare if one byte in fifty is set.
#pragma once

#include <ndx/kernel/mask_rows_avx512.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The nonzero words of up to kBytes mask bytes, and the position of each word's first byte.
struct NonzeroWords {
  static constexpr index_t kBytes = 4096;
  index_t count;
  std::uint64_t bits[kBytes / 64];
  index_t at[kBytes / 64];
};

namespace detail {
/// Appends the word if it is nonzero. Returns the new number of words kept.
NDX_ALWAYS_INLINE index_t keep_word(NonzeroWords& words, index_t kept, std::uint64_t word,
                                    index_t at) {
  asm("" : "+r"(word));  // keeps g++ from storing it from a mask register, which is slower
  words.bits[kept] = word;
  words.at[kept] = at;
  return kept + (word != 0 ? 1 : 0);
}
}  // namespace detail

namespace avx512 {
/// Packs the nonzero words of n mask bytes, a multiple of 64.
NDX_TARGET_AVX512 inline void find_words(NonzeroWords& words, const std::byte* mask, index_t n) {
  index_t kept = 0;
  for (index_t i = 0; i < n; i += 64) kept = detail::keep_word(words, kept, set_bits(mask + i), i);
  words.count = kept;
}
}  // namespace avx512

namespace avx2 {
/// The set bits of 64 mask bytes.
NDX_TARGET_AVX2 inline std::uint64_t set_bits_of_two(const std::byte* mask) {
  return set_bits(mask) | std::uint64_t{set_bits(mask + kGroup)} << 32;
}
NDX_TARGET_AVX2 inline void find_words(NonzeroWords& words, const std::byte* mask, index_t n) {
  index_t kept = 0;
  for (index_t i = 0; i < n; i += 64)
    kept = detail::keep_word(words, kept, set_bits_of_two(mask + i), i);
  words.count = kept;
}

/// Writes first + i·step for each set byte i. Returns the number written.
NDX_TARGET_AVX2 inline index_t store_offsets(index_t* out, const NonzeroWords& words, index_t first,
                                             index_t step) {
  index_t found = 0;
  for (index_t w = 0; w < words.count; ++w) {
    const std::uint64_t bits = words.bits[w];
    const index_t here = first + words.at[w] * step;
    std::uint64_t rest = bits & (bits - 1);
    const index_t more = rest != 0 ? 1 : 0;
    const std::uint64_t last = rest | (bits & (static_cast<std::uint64_t>(more) - 1));
    out[found] = here + lowest_bit(bits) * step;
    out[found + more] = here + lowest_bit(last) * step;
    found += 1 + more;
    for (rest &= rest - 1; rest != 0; rest &= rest - 1)
      out[found++] = here + lowest_bit(rest) * step;
  }
  return found;
}
}  // namespace avx2

namespace detail {

/// Like portable::offsets_row, for dense mask bytes.
NDX_NOINLINE inline index_t sparse_offsets_row(index_t* out, const MaskRow& row, index_t found,
                                               index_t first, index_t step) {
  index_t i = 0;
  while (i + 64 <= row.n && found < row.count) {
    const index_t left = (row.n - i) / 64 * 64;
    const index_t n = left < NonzeroWords::kBytes ? left : NonzeroWords::kBytes;
    NonzeroWords words;
    if (has_avx512()) {
      avx512::find_words(words, row.mask + i, n);
    } else {
      avx2::find_words(words, row.mask + i, n);
    }
    found += avx2::store_offsets(out + found, words, first + i * step, step);
    i += n;
  }
  return portable::offsets_row(out, row.from(i), found, first + i * step, step);
}

}  // namespace detail
}  // namespace kernel
NDX_NAMESPACE_END

#endif
