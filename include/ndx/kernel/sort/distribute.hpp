// Distributes keys by a digit in memory that exceeds a core's cache.
//
// A key at a time would write to as many pages as the digit has values. So the next keys of each
// value are collected in a buffer of one cache line, and whole lines are stored: no more pages are
// written to at once than the buffer has, and no memory is read only to be overwritten. Source:
// Satish and others, "Fast sort on CPUs and GPUs", SIGMOD 2010, section 4.
#pragma once

#include <cstring>

#include <ndx/kernel/move/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// For each value of the digit, the positions of its first and of its next key, counted from the
/// start of a cache line, and a line in which its next keys are collected.
template <class Key>
struct KeyLines {
  static constexpr index_t kWide = kLineBytes / static_cast<index_t>(sizeof(Key));

  Key* base;
  const index_t* first;
  index_t* next;
  Key* held;
  index_t digits;

  /// Stores the collected keys of positions from…end-1, which are in one line.
  void store_part(index_t bucket, index_t from, index_t end) const {
    for (index_t at = from; at < end; ++at) base[at] = held[bucket * kWide + at % kWide];
  }
  /// Stores the lines that are not full.
  void store_rest() const {
    for (index_t b = 0; b < digits; ++b) {
      const index_t line = next[b] - next[b] % kWide;
      store_part(b, line < first[b] ? first[b] : line, next[b]);
    }
  }
};

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/sort/distribute.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The most bits of a digit by which keys are distributed. The buffer takes 64 KB.
inline constexpr int kMostDistributedBits = 10;
/// Returns the number of bits by which n keys are distributed. The buffer for 9 bits takes half as
/// much memory as that for 10. On an Intel Xeon with AVX-512, the parts of 16 M keys
/// of 4 bytes are sorted in 3.4 ns a key if they were distributed by 10 bits, and in 5.7 if by 9.
inline int distributed_bits(index_t n) {
  return n < index_t{1} << 22 ? kMostDistributedBits - 1 : kMostDistributedBits;
}

/// Returns the size from which on distributed keys bypass the caches. Intel's last-level caches are
/// far from a core, and memory that is only overwritten need not be in them: on a Xeon with
/// AVX-512, 1 M keys of 4 and of 8 bytes take 2.0 and 2.8 ns each if they bypass the caches, and
/// 4.1 and 7.1 if not.
inline index_t streamed_bytes() noexcept {
  return detail::is_intel() ? 2 * kCoreCacheBytes : kCacheBytes;
}

/// Stores n keys at `to`, ordered by the bits of their digit. Keys with equal bits stay in order.
/// `places` has 2^bits numbers: the positions at which the keys of each value of the digit begin,
/// and afterwards those at which they end.
template <class Key>
void distribute(const Key* keys, index_t n, Key* to, int shift, int bits, index_t* places) {
  constexpr index_t wide = KeyLines<Key>::kWide;
  constexpr std::size_t most = std::size_t{1} << kMostDistributedBits;
  alignas(64) Key held[most * static_cast<std::size_t>(wide)];
  index_t first[most];
  const index_t digits = index_t{1} << bits;
  const auto lead = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(to) / sizeof(Key) %
                                         static_cast<std::uintptr_t>(wide));
  for (index_t b = 0; b < digits; ++b) first[b] = places[b] += lead;
  const KeyLines<Key> lines{to - lead, first, places, held, digits};
  const bool streamed = kStreams && n * index_t{sizeof(Key)} >= streamed_bytes();
  dispatch<portable::Distribute, avx2::Distribute>(
      [&](auto by) { by.lines(keys, n, lines, shift, streamed); });
  if (streamed) finish_streaming();
  lines.store_rest();
  for (index_t b = 0; b < digits; ++b) places[b] -= lead;
}

}  // namespace kernel
NDX_NAMESPACE_END
