// Sorts unsigned integers of 4 or 8 bytes by their binary digits, without comparisons.
//
// The highest bits that differ are sorted by passes over digits, from the lowest digit to the
// highest, where each pass is stable (LSD radix sort). Only as many bits are sorted as tell most of
// the keys apart. Keys that are still equal in them are then short runs of neighbours, which are
// sorted by the bits below. So random 64-bit numbers take as many passes as 32-bit ones. Keys that
// exceed the core's cache are first distributed by their highest bits, and each part is sorted in
// cache. Source: Knuth, The Art of Computer Programming, volume 3, section 5.2.5, which gives this
// hybrid as MacLaren's.
//
// On an Intel Xeon with AVX-512, a sort of random int32 takes 3.9 ns a key for 64 K keys (NumPy
// 4.7), 6.9 for 1 M (7.2) and 8.5 for 16 M (10.1).
#pragma once

#include <cstring>
#include <utility>

#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/kernel/move/stream.hpp>
#include <ndx/storage/cache.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Keys are sorted by insertion up to this length.
inline constexpr index_t kInsertionLength = 24;
/// Digits have 11 bits instead of 8 from this length on. On Sapphire Rapids, 1000 keys take 4 ns
/// each with either.
inline constexpr index_t kWideDigitLength = 1024;
/// Returns the number of bits without leading zeros.
inline int bit_width(std::uint64_t bits) { return bits == 0 ? 0 : 64 - __builtin_clzll(bits); }

}  // namespace detail

/// The least and the greatest of some keys, and the bits in which any key differs from the first.
template <class Key>
struct KeyRange {
  Key least;
  Key most;
  Key differing;
  /// Returns the number of bits of the largest difference to the least key.
  [[nodiscard]] int bits() const { return detail::bit_width(most - least); }
};

namespace detail {
/// The number of counters for keys from kWideDigitLength on.
inline constexpr index_t kCounters = 3 << 11;
}  // namespace detail

/// Returns the number of counters that radix_sort needs for n keys.
inline index_t radix_counters(index_t n) {
  if (n <= detail::kInsertionLength) return 0;
  return n < detail::kWideDigitLength ? 2 << 8 : detail::kCounters;
}

namespace detail {

/// Sorts few keys by insertion.
template <class Key>
void insertion_sort(Key* keys, index_t n) {
  for (index_t i = 1; i < n; ++i) {
    const Key key = keys[i];
    index_t at = i;
    for (; at > 0 && key < keys[at - 1]; --at) keys[at] = keys[at - 1];
    keys[at] = key;
  }
}

/// Finds the range of keys, a run at a time.
template <class Key>
struct FindKeyRange {
  const Key* keys;
  KeyRange<Key>* found;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    const Key* const from = keys + first;
    const Key other = keys[0];
    Key least = found->least;
    Key most = found->most;
    Key differing = found->differing;
    for (index_t i = 0; i < count; ++i) {
      const Key key = from[i];
      least = key < least ? key : least;
      most = key > most ? key : most;
      differing |= key ^ other;
    }
    *found = {least, most, differing};
    return true;
  }
};

/// Tests whether no key of a run is greater than the next or, with `descending`, each is.
template <class Key, bool descending = false>
struct AreInOrder {
  const Key* keys;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    const Key* const from = keys + first;
    Key others = 0;
    for (index_t i = 0; i < count; ++i) {
      const bool descends = from[i] > from[i + 1];
      others |= static_cast<Key>(descends != descending);
    }
    return others == 0;
  }
};

/// The bits that the passes sort: `passes` digits of `digit` bits each, from bit `low` on.
struct Digits {
  int low;
  int digit;
  int passes;
};

/// Returns the digits that sort n keys which differ in the bits low…high-1. Floats of both signs
/// share few exponents, so telling most of them apart takes 8 bits more than the number of keys
/// has. Few keys get 4 bits more, since their ties cost little.
inline Digits choose_digits(index_t n, int low, int high) {
  const int bits = high - low;
  const bool wide = n >= kWideDigitLength;
  const int widest = wide ? 11 : 8;
  const int wanted = bit_width(static_cast<std::uint64_t>(n)) + (wide ? 8 : 4);
  const int passes = ((bits < wanted ? bits : wanted) + widest - 1) / widest;
  if (passes * widest < bits) return {high - passes * widest, widest, passes};
  return {low, bits < widest ? bits : widest, passes};
}

/// Counts the keys of each value of each digit, in one pass over the keys.
template <class Key, class Count, int... Pass>
void count_digits(const Key* keys, index_t n, const Digits& by, Count* counters,
                  std::integer_sequence<int, Pass...>) {
  const index_t size = index_t{1} << by.digit;
  const auto mask = static_cast<Key>(size - 1);
  for (index_t i = 0; i < size * index_t{sizeof...(Pass)}; ++i) counters[i] = 0;
  for (index_t i = 0; i < n; ++i) {
    const Key key = keys[i] >> by.low;
    (++counters[Pass * size + static_cast<index_t>((key >> (Pass * by.digit)) & mask)], ...);
  }
}
template <class Key, class Count>
NDX_NOINLINE void count_digits(const Key* keys, index_t n, const Digits& by, Count* counters) {
  const auto count = [&]<int Passes>() {
    count_digits(keys, n, by, counters, std::make_integer_sequence<int, Passes>());
  };
  switch (by.passes) {
    case 1:
      return count.template operator()<1>();
    case 2:
      return count.template operator()<2>();
    default:
      return count.template operator()<3>();
  }
}

/// Replaces the numbers of keys of each value by the position of its first key.
template <class Count>
void add_up(Count* counters, index_t size) {
  Count sum = 0;
  for (index_t i = 0; i < size; ++i) {
    const Count count = counters[i];
    counters[i] = sum;
    sum += count;
  }
}

/// The sorted keys, and the memory that is free.
template <class Key>
struct SortedByDigits {
  Key* keys;
  Key* scratch;
};

/// Whether two digits tell most of n keys apart, given how often each value of the higher one occurs. The values
/// of the lower one are taken as equally frequent.
inline bool two_digits_suffice(index_t n, index_t size, const std::uint32_t* highest) {
  std::uint64_t pairs = 0;
  for (index_t i = 0; i < size; ++i) pairs += std::uint64_t{highest[i]} * highest[i];
  return pairs / static_cast<std::uint64_t>(2 * size) < static_cast<std::uint64_t>(n) / 32;
}

/// Sorts by the digits, or by the two highest of three if these tell most keys apart; `by` says which these are
/// then. A digit that is the same in all keys is skipped.
template <class Key>
NDX_NOINLINE SortedByDigits<Key> sort_by_digits(Key* keys, Key* scratch, index_t n, Digits& by,
                                                std::uint32_t* counters) {
  count_digits(keys, n, by, counters);
  const index_t size = index_t{1} << by.digit;
  if (by.passes == 3 && two_digits_suffice(n, size, counters + 2 * size)) {
    by = {by.low + by.digit, by.digit, 2};
    counters += size;
  }
  const auto mask = static_cast<Key>(size - 1);
  for (int pass = 0; pass < by.passes; ++pass) {
    std::uint32_t* const next = counters + pass * size;
    const int shift = by.low + pass * by.digit;
    if (next[(keys[0] >> shift) & mask] == static_cast<std::uint32_t>(n)) continue;
    add_up(next, size);
    for (index_t i = 0; i < n; ++i) {
      const Key key = keys[i];
      scratch[next[(key >> shift) & mask]++] = key;
    }
    std::swap(keys, scratch);
  }
  return {keys, scratch};
}

/// Sorts runs of keys that are equal in the bits from `low` on by the bits from `lowest` on. Keys
/// that are equal, or in order by chance, are left alone.
template <class Key>
struct SortRuns {
  Key* keys;
  Key* scratch;
  index_t n;
  int low;
  int lowest;
  index_t* counters;
  index_t* done;  // all keys before this one are sorted

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    if (!AreInOrder<Key>{keys}(first, count)) sort_from(first, first + count);
    return true;
  }
  /// Sorts the runs that have keys in first…end-1.
  NDX_NOINLINE void sort_from(index_t first, index_t end) const {
    while (first > *done && are_tied(first - 1, first)) --first;
    for (index_t last = first = first < *done ? *done : first; first < end; first = last) {
      do ++last;
      while (last < n && are_tied(first, last));
      if (last - first == 2) {
        if (keys[first] > keys[first + 1]) std::swap(keys[first], keys[first + 1]);
      } else if (last - first > 2) {
        sort_in_place(keys + first, scratch + first, last - first);
      }
    }
    *done = first;
  }
  [[nodiscard]] bool are_tied(index_t a, index_t b) const {
    return ((keys[a] ^ keys[b]) >> low) == 0;
  }
  void sort_in_place(Key* run, Key* spare, index_t count) const;
};

}  // namespace detail

// Keys that exceed a core's cache are distributed by a digit. A key at a time would write to as many
// pages as the digit has values. So the next keys of each value are collected in a buffer of one
// cache line, and whole lines are stored: no more pages are written to at once than the buffer has,
// and no memory is read only to be overwritten. Source: Satish and others, "Fast sort on CPUs and
// GPUs", SIGMOD 2010, section 4.

/// The bits of the digit by which keys are distributed. The buffer of their lines takes 64 KB.
inline constexpr int kDistributedBits = 10;

/// Returns the size from which on distributed keys bypass the caches. Intel's last-level caches are
/// far from a core, and memory that is only overwritten need not be in them: on a Xeon with
/// AVX-512, 1 M keys of 4 and of 8 bytes take 2.0 and 2.8 ns each if they bypass the caches, and
/// 4.1 and 7.1 if not.
inline index_t streamed_bytes() noexcept {
  return detail::is_intel() ? 2 * kCoreCacheBytes : kCacheBytes;
}

/// Stores n keys at `to`, ordered by the bits of their digit. Keys with equal bits stay in order.
/// `places` has 2^bits numbers: the positions at which the keys of each value of the digit begin,
/// and afterwards those at which they end. `all` is the number of keys that are distributed to `to` altogether.
template <class Key>
NDX_NOINLINE void distribute(const Key* keys, index_t n, Key* to, int shift, int bits,
                             index_t* places, index_t all) {
  constexpr index_t wide = index_t{kLineBytes} / index_t{sizeof(Key)};
  constexpr std::size_t most = std::size_t{1} << kDistributedBits;
  alignas(64) Key held[most * static_cast<std::size_t>(wide)];
  index_t first[most];
  const index_t values = index_t{1} << bits;
  // Positions are counted from the start of the first cache line.
  const auto lead = static_cast<index_t>(reinterpret_cast<std::uintptr_t>(to) / sizeof(Key) %
                                         static_cast<std::uintptr_t>(wide));
  Key* const base = to - lead;
  for (index_t value = 0; value < values; ++value) first[value] = places[value] += lead;
  const auto store_part = [&](index_t value, index_t from, index_t end) {
    for (index_t at = from < first[value] ? first[value] : from; at < end; ++at)
      base[at] = held[value * wide + at % wide];
  };
  const bool streamed = kStreams && all * index_t{sizeof(Key)} >= streamed_bytes();
  const auto mask = static_cast<Key>(values - 1);
  for (index_t i = 0; i < n; ++i) {
    const Key key = keys[i];
    const auto value = static_cast<index_t>((key >> shift) & mask);
    const index_t end = ++places[value];
    Key* const line = held + value * wide;
    line[(end - 1) % wide] = key;
    if (end % wide != 0) continue;
    if (end - wide < first[value]) {
      store_part(value, end - wide, end);
    } else if (streamed) {
      stream(reinterpret_cast<std::byte*>(base + end - wide),
             reinterpret_cast<const std::byte*>(line), kLineBytes);
    } else {
      std::memcpy(base + end - wide, line, kLineBytes);
    }
  }
  if (streamed) finish_streaming();
  for (index_t value = 0; value < values; ++value) {
    store_part(value, places[value] - places[value] % wide, places[value]);
    places[value] -= lead;
  }
}

namespace detail {

/// Distributes keys that exceed a core's cache by their highest bits, and sorts the keys of each
/// value in cache. All values use one scratch memory, so that no other memory is read and written
/// again.
template <class Key>
Key* sort_distributed(Key* keys, Key* scratch, index_t n, int lowest, int high, index_t* counters) {
  const int bits = high - lowest < kDistributedBits ? high - lowest : kDistributedBits;
  const Digits by{high - bits, bits, 1};
  index_t ends[index_t{1} << kDistributedBits];
  count_digits(keys, n, by, ends);
  add_up(ends, index_t{1} << bits);
  distribute(keys, n, scratch, by.low, bits, ends, n);
  if (by.low == lowest) return scratch;
  const SortRuns<Key> sort{scratch, keys, n, by.low, lowest, counters, nullptr};
  for (index_t b = 0, first = 0; b < index_t{1} << bits; first = ends[b++]) {
    if (ends[b] - first > 1) sort.sort_in_place(scratch + first, keys, ends[b] - first);
  }
  return scratch;
}

}  // namespace detail

/// Returns the range of n > 0 keys.
template <class Key>
NDX_NOINLINE KeyRange<Key> key_range(const Key* keys, index_t n) {
  KeyRange<Key> range{keys[0], keys[0], 0};
  visit_runs(detail::FindKeyRange<Key>{keys, &range}, n);
  return range;
}

/// Sorts n keys by the bits `differing`, in which some of them differ. Keys that are equal in these
/// bits keep their order, or are in ascending order. `scratch` has room for n keys, `counters` for
/// radix_counters(n) numbers. Returns the memory the sorted keys are in: `keys` or `scratch`.
template <class Key>
Key* radix_sort_by(Key differing, Key* keys, Key* scratch, index_t n, index_t* counters) {
  if (n <= detail::kInsertionLength) {
    detail::insertion_sort(keys, n);
    return keys;
  }
  if (differing == 0) return keys;
  const int lowest = __builtin_ctzll(differing);
  const int high = detail::bit_width(differing);
  if (2 * n * index_t{sizeof(Key)} > kCoreCacheBytes)
    return detail::sort_distributed(keys, scratch, n, lowest, high, counters);
  detail::Digits by = detail::choose_digits(n, lowest, high);
  const auto sorted =
      detail::sort_by_digits(keys, scratch, n, by, reinterpret_cast<std::uint32_t*>(counters));
  if (by.low == lowest) return sorted.keys;
  index_t done = 0;
  visit_runs(detail::SortRuns<Key>{sorted.keys, sorted.scratch, n, by.low, lowest, counters, &done},
             n - 1);
  return sorted.keys;
}

/// Sorts n > 0 keys by their bits from `low` on.
template <class Key>
Key* radix_sort(Key* keys, Key* scratch, index_t n, int low, index_t* counters) {
  if (n <= detail::kInsertionLength) return radix_sort_by(Key{}, keys, scratch, n, counters);
  const Key differing = key_range(keys, n).differing;
  return radix_sort_by(static_cast<Key>((differing >> low) << low), keys, scratch, n, counters);
}

template <class Key>
void detail::SortRuns<Key>::sort_in_place(Key* run, Key* spare, index_t count) const {
  const Key* const from = radix_sort(run, spare, count, lowest, counters);
  if (from != run) std::memcpy(run, from, static_cast<std::size_t>(count) * sizeof(Key));
}

}  // namespace kernel
NDX_NAMESPACE_END
