// Shares the passes over the keys of a long line between the threads of the executor.
//
// Each part of a line counts how many of its keys have each value of the highest bits. These counts give
// the places of its keys, so that all parts distribute theirs at the same time and keys with equal bits stay in
// order. Then each part sorts the keys of some values. The number of parts decides only which thread moves a
// key, never where to.
#pragma once

#include <ndx/base/key_sorter.hpp>
#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/sort/number_keys.hpp>
#include <ndx/kernel/sort/radix_sort.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Returns the number of parts into which passes over n keys are cut. A sort makes several passes, of which most
/// take about a nanosecond a key.
inline index_t sort_parts(index_t n) noexcept {
  if (n < detail::kWideDigitLength) return 1;
  return parts_of_lines(n, n, {sizeof(std::uint64_t), 1});
}

/// Returns the range of n > 0 keys.
template <class Key>
NDX_ALWAYS_INLINE KeyRange<Key> key_range(const Key* keys, index_t n, index_t parts) {
  if (parts == 1) return key_range(keys, n);
  KeyRange<Key> ranges[kMostLineParts];
  for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    ranges[part] = key_range(keys + first, end - first);
    ranges[part].differing |= keys[first] ^ keys[0];
  });
  for (index_t part = 1; part < parts; ++part) {
    const KeyRange<Key>& other = ranges[part];
    if (other.least < ranges[0].least) ranges[0].least = other.least;
    if (other.most > ranges[0].most) ranges[0].most = other.most;
    ranges[0].differing |= other.differing;
  }
  return ranges[0];
}

/// Sorts keys with the sorter that is installed. Returns true if there is one.
template <class Key>
bool sort_by_key_sorter(Key* keys, index_t n) {
  const KeySorter& by = key_sorter();
  if constexpr (sizeof(Key) == 4) {
    if (by.sort_32 != nullptr) by.sort_32(keys, n);
    return by.sort_32 != nullptr;
  } else {
    if (by.sort_64 != nullptr) by.sort_64(keys, n);
    return by.sort_64 != nullptr;
  }
}

/// Sorts n > 0 keys by their bits from `low` on. Keys that are equal in these bits stay in order,
/// or come in ascending order. Returns the memory they are in: `keys` or `scratch`.
template <class Key>
Key* sort_keys(Key* keys, Key* scratch, index_t n, int low, index_t* counters) {
  if (n > detail::kInsertionLength && sort_by_key_sorter(keys, n)) return keys;
  return radix_sort(keys, scratch, n, low, counters);
}

namespace detail {

/// Distributes n keys by a digit. Each part has kCounters counters. Stores where the keys of each value end.
template <class Key>
void distribute_in_parts(const Key* keys, index_t n, Key* to, const Digits& by, index_t parts,
                         index_t* counters, index_t* ends) {
  for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    count_digits(keys + first, end - first, by, counters + part * kCounters);
  });
  index_t sum = 0;
  for (index_t value = 0; value < index_t{1} << by.digit; ++value) {
    for (index_t part = 0; part < parts; ++part) {
      const index_t count = counters[part * kCounters + value];
      counters[part * kCounters + value] = sum;
      sum += count;
    }
    ends[value] = sum;
  }
  for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    distribute(keys + first, end - first, to, by.low, by.digit, counters + part * kCounters, n);
  });
}

template <class Key>
void sort_run(Key* run, Key* spare, index_t n, int lowest, index_t parts, index_t* counters);

}  // namespace detail

/// Sorts n keys as radix_sort_by does, or by the sorter that is installed, in parts. Each part has kCounters
/// counters. `differing` may have bits in which the keys are equal.
template <class Key>
Key* sort_in_parts(Key differing, Key* keys, Key* scratch, index_t n, index_t parts,
                   index_t* counters) {
  if (differing == 0) return keys;
  const int lowest = __builtin_ctzll(differing);
  const int high = detail::bit_width(differing);
  const int bits = high - lowest < kDistributedBits ? high - lowest : kDistributedBits;
  const detail::Digits by{high - bits, bits, 1};
  const index_t values = index_t{1} << bits;
  // The keys of a value are those from ends[value] up to ends[value + 1].
  index_t ends[(index_t{1} << kDistributedBits) + 1];
  ends[0] = 0;
  detail::distribute_in_parts(keys, n, scratch, by, parts, counters, ends + 1);
  if (by.low == lowest) return scratch;
  // All threads together sort the keys of a value that has too many for one of them.
  const index_t most = n / (2 * parts);
  const auto sort_value = [&](index_t value, index_t by_parts, index_t* own_counters) {
    const index_t first = ends[value];
    const index_t count = ends[value + 1] - first;
    const index_t wanted = count > most ? sort_parts(count) : 1;
    if (count > 1 && (wanted > 1) == (by_parts > 1))
      detail::sort_run(scratch + first, keys + first, count, lowest, wanted, own_counters);
  };
  for (index_t value = 0; value < values; ++value) sort_value(value, parts, counters);
  for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    for (index_t value = detail::count_less(ends, values, first);
         value < values && ends[value] < end; ++value)
      sort_value(value, 1, counters + part * detail::kCounters);
  });
  return scratch;
}

/// Sorts keys by their bits from `lowest` on, in the memory they are in.
template <class Key>
void detail::sort_run(Key* run, Key* spare, index_t n, int lowest, index_t parts,
                      index_t* counters) {
  const Key* sorted;
  if (parts == 1) {
    sorted = sort_keys(run, spare, n, lowest, counters);
  } else {
    const Key differing = key_range(run, n, parts).differing >> lowest << lowest;
    sorted = sort_in_parts(differing, run, spare, n, parts, counters);
  }
  if (sorted == run) return;
  for_each_part(n, parts, [&](index_t /*part*/, index_t first, index_t end) {
    std::memcpy(run + first, sorted + first, static_cast<std::size_t>(end - first) * sizeof(Key));
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
