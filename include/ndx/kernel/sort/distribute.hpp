// Distributing keys into buckets in memory that exceeds a core's cache: by whole cache lines, which
// are collected in a buffer for each bucket, so that no more pages are written to at once than the
// buffer has, and no memory is read to be overwritten. Source: Satish and others, Fast sort on CPUs
// and GPUs, SIGMOD 2010, section 4.
#pragma once

#include <cstring>

#include <ndx/kernel/move/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The buckets: the positions of the first and the next key of each, counted from a cache line's
/// start, and a line for each in which its next keys are collected.
template <class Key>
struct KeyLines {
  static constexpr index_t kWide = kLineBytes / static_cast<index_t>(sizeof(Key));

  Key* base;
  const index_t* first;
  index_t* next;
  Key* held;
  index_t buckets;

  /// Stores the collected keys of positions [from, end), which are of one line.
  void store_part(index_t bucket, index_t from, index_t end) const {
    for (index_t at = from; at < end; ++at) base[at] = held[bucket * kWide + at % kWide];
  }
  void store_rest() const {
    for (index_t b = 0; b < buckets; ++b) {
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

/// The most bits of a digit by which keys are distributed: the buffer takes 64 KB.
inline constexpr int kMostDistributedBits = 10;
/// Number of bits by which n keys are distributed: the buffer for 9 takes half of that. Of 16 M keys of 4
/// bytes, buckets by 10 bits are sorted in 3.4 ns a key on an Intel Xeon with AVX-512, by 9 in 5.7.
inline int distributed_bits(index_t n) {
  return n < index_t{1} << 22 ? kMostDistributedBits - 1 : kMostDistributedBits;
}

/// From this size on, buckets bypass the caches. Intel's last-level caches are far from a core, and
/// nothing is kept in them that is read to be overwritten: 1 M keys of 4 and of 8 bytes take 2.0 and 2.8 ns
/// each on a Xeon with AVX-512, in cache 4.1 and 7.1.
inline index_t streamed_bucket_bytes() noexcept {
  return detail::is_intel() ? 2 * kCoreCacheBytes : kCacheBytes;
}

/// Stores n keys at `to`, ordered by the bits of their digit; those with equal ones stay in order.
/// `places` says where the keys of each value of the digit begin, 2^bits numbers, and then where
/// they end.
template <class Key>
void distribute(const Key* keys, index_t n, Key* to, int shift, int bits, index_t* places) {
  constexpr index_t wide = KeyLines<Key>::kWide;
  constexpr std::size_t most = std::size_t{1} << kMostDistributedBits;
  alignas(64) Key held[most * static_cast<std::size_t>(wide)];
  index_t first[most];
  const index_t buckets = index_t{1} << bits;
  const auto lead = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(to) / sizeof(Key) %
                                         static_cast<std::uintptr_t>(wide));
  for (index_t b = 0; b < buckets; ++b) first[b] = places[b] += lead;
  const KeyLines<Key> lines{to - lead, first, places, held, buckets};
  const bool streamed = kStreams && n * index_t{sizeof(Key)} >= streamed_bucket_bytes();
  dispatch<portable::Distribute, avx2::Distribute>(
      [&](auto by) { by.lines(keys, n, lines, shift, streamed); });
  if (streamed) finish_streaming();
  lines.store_rest();
  for (index_t b = 0; b < buckets; ++b) places[b] -= lead;
}

}  // namespace kernel
NDX_NAMESPACE_END
