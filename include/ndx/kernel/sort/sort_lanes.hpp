// Sorts sixteen short lines of keys at a time, each in one lane of vectors, by a sorting network:
// every comparison is of the same two places in all lines, so it needs no branch.
//
// If the processor has minima and maxima of keys, three stages at a time are done on eight rows in
// registers, by Batcher's bitonic sorter in the form that compares the first half with the mirror
// image of the second: Knuth, The Art of Computer Programming, volume 3, section 5.3.4. Otherwise,
// and for a few rows, lines are sorted by Batcher's merge exchange, which has fewer comparisons:
// algorithm M of section 5.2.2.
#pragma once

#include <ndx/kernel/move/transpose.hpp>
#include <ndx/kernel/simd/vec_types.hpp>
#include <ndx/kernel/sort/sort_keys.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The number of lines that are sorted at a time.
inline constexpr index_t kSortLanes = 16;
/// Rows are merged in registers from this length on.
inline constexpr index_t kMergedInRegisters = 16;

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/sort/sort_lanes.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Returns the most keys of such lines. On an Intel Xeon with AVX-512, random keys of 4 bytes in
/// lines of 256 and 1024 take 1.6 and 2.0 ns each, and 4.1 and 4.8 by radix sort; keys of 8 bytes
/// take 2.8 and 5.3, and 5.3 and 7.6 by radix sort. Without AVX-512, which has minima of 8 bytes,
/// long lines of 8-byte keys take longer than that.
inline index_t most_lane_keys(std::size_t key_bytes) {
  return dispatch<portable::SortLanes, avx2::SortLanes, avx512::SortLanes>(
      [&](auto lanes) { return lanes.most_keys(key_bytes); });
}

/// Sorts each of kSortLanes contiguous lines of n > 0 keys. `lanes` has room for as many keys.
template <class Key>
void sort_lanes(Key* lines, Key* lanes, index_t n) {
  constexpr std::size_t size = sizeof(Key);
  auto* const to = reinterpret_cast<std::byte*>(lanes);
  auto* const from = reinterpret_cast<std::byte*>(lines);
  transpose<size>(to, from, {n, kSortLanes, kSortLanes, n}, Stores::cached);
  dispatch<portable::SortLanes, avx2::SortLanes, avx512::SortLanes>(
      [&](auto sort) { sort.sort(lanes, n); });
  transpose<size>(from, to, {kSortLanes, n, n, kSortLanes}, Stores::cached);
}

/// Returns the order of the n keys of the first of kSortLanes contiguous lines in the scratch, as
/// order_line does. The words of the other lines follow. The spare words are overwritten.
template <class Key>
KeyOrder<Key> order_lanes(const KeyScratch<Key>& scratch, index_t n) {
  const KeyRange<Key> range = key_range(scratch.keys, kSortLanes * n);
  const int index_bits = detail::bit_width(static_cast<std::uint64_t>(n - 1));
  const auto line = [&](index_t l) {
    return detail::WordSort<Key>{scratch.keys + l * n, range.least, index_bits, scratch.counters};
  };
  const int rest = line(0).rest(range.bits());
  for (index_t l = 0; l < kSortLanes; ++l) {
    for (index_t i = 0; i < n; ++i) scratch.words[l * n + i] = line(l).word(i, range.bits(), rest);
  }
  sort_lanes(scratch.words, scratch.spare_words, n);
  for (index_t l = 0; rest > 0 && l < kSortLanes; ++l)
    line(l).sort_runs(scratch.words + l * n, scratch.spare_words, n, rest);
  return {scratch.words, index_bits, rest == 0, range.least};
}

}  // namespace kernel
NDX_NAMESPACE_END
