// Sorting unsigned integers of 4 or 8 bytes by their binary digits, without comparisons.
//
// The highest bits that differ are sorted by passes over digits, the lowest digit first, each pass
// stable (LSD radix sort). Not more of them than tell most of the keys apart: what is then still
// equal are short runs of neighbours, which are sorted by the bits below. So random 64-bit numbers
// take as many passes as 32-bit ones. Source: Knuth, The Art of Computer Programming, volume 3,
// section 5.2.5, which gives this hybrid as MacLaren's.
#pragma once

#include <utility>

#include <ndx/base/cache.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace detail {

/// Up to this length, keys are sorted by insertion.
inline constexpr index_t kInsertionLength = 24;
/// From this length on, digits have 11 bits instead of 8. On Sapphire Rapids, 1000 keys take 4 ns
/// each with either.
inline constexpr index_t kWideDigitLength = 1024;
/// Width of the digit by which keys that exceed a core's cache are distributed first, so that all
/// further passes are in cache. On Sapphire Rapids, 4 M random keys of 4 bytes: 11 ns each, 15
/// without.
inline constexpr int kFirstDigit = 10;

/// Number of bits without leading zeros.
inline int bit_width(std::uint64_t bits) { return bits == 0 ? 0 : 64 - __builtin_clzll(bits); }

}  // namespace detail

/// Number of counters that radix_sort needs for n keys.
inline index_t radix_counters(index_t n) {
  if (n <= detail::kInsertionLength) return 0;
  return n < detail::kWideDigitLength ? 2 << 8 : 3 << 11;
}

namespace detail {

template <class Key>
void insertion_sort(Key* keys, index_t n) {
  for (index_t i = 1; i < n; ++i) {
    const Key key = keys[i];
    index_t at = i;
    for (; at > 0 && key < keys[at - 1]; --at) keys[at] = keys[at - 1];
    keys[at] = key;
  }
}

/// The bits in which any key differs from the first.
template <class Key>
Key differing_bits(const Key* keys, index_t n) {
  Key differing = 0;
  for (index_t i = 1; i < n; ++i) differing |= keys[i] ^ keys[0];
  return differing;
}

/// Which bits the passes sort: `passes` digits of `digit` bits each, the lowest from `low` on.
struct Digits {
  int low;
  int digit;
  int passes;
};

/// The digits that sort n keys which differ in the bits [low, high). Floats of both signs share few
/// exponents, so that 8 bits more than the number of keys has are needed to tell most of them apart;
/// for few keys, whose ties cost little, 4.
template <class Key>
Digits choose_digits(index_t n, int low, int high) {
  const int bits = high - low;
  if (2 * n * index_t{sizeof(Key)} > kCoreCacheBytes && bits > kFirstDigit)
    return {high - kFirstDigit, kFirstDigit, 1};
  const bool wide = n >= kWideDigitLength;
  const int widest = wide ? 11 : 8;
  const int wanted = bit_width(static_cast<std::uint64_t>(n)) + (wide ? 8 : 4);
  const int passes = ((bits < wanted ? bits : wanted) + widest - 1) / widest;
  if (passes * widest < bits) return {high - passes * widest, widest, passes};
  return {low, bits < widest ? bits : widest, passes};
}

/// Counts the keys of each value of each digit, in one pass over the keys.
template <class Key, int... Pass>
void count_digits(const Key* keys, index_t n, const Digits& by, index_t* counters,
                  std::integer_sequence<int, Pass...>) {
  const index_t size = index_t{1} << by.digit;
  const auto mask = static_cast<Key>(size - 1);
  for (index_t i = 0; i < size * index_t{sizeof...(Pass)}; ++i) counters[i] = 0;
  for (index_t i = 0; i < n; ++i) {
    const Key key = keys[i] >> by.low;
    (++counters[Pass * size + static_cast<index_t>((key >> (Pass * by.digit)) & mask)], ...);
  }
}
template <class Key>
void count_digits(const Key* keys, index_t n, const Digits& by, index_t* counters) {
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

/// Makes of the numbers of keys the positions of the first.
inline void add_up(index_t* counters, index_t size) {
  index_t sum = 0;
  for (index_t i = 0; i < size; ++i) {
    const index_t count = counters[i];
    counters[i] = sum;
    sum += count;
  }
}

template <class Key>
struct SortedByDigits {
  Key* keys;
  Key* scratch;
};

/// Sorts by the digits alone. Digits that are the same in all keys are skipped.
template <class Key>
NDX_NOINLINE SortedByDigits<Key> sort_by_digits(Key* keys, Key* scratch, index_t n,
                                                const Digits& by, index_t* counters) {
  const index_t size = index_t{1} << by.digit;
  const auto mask = static_cast<Key>(size - 1);
  count_digits(keys, n, by, counters);
  for (int pass = 0; pass < by.passes; ++pass) {
    index_t* const next = counters + pass * size;
    const int shift = by.low + pass * by.digit;
    if (next[(keys[0] >> shift) & mask] == n) continue;
    add_up(next, size);
    for (index_t i = 0; i < n; ++i) {
      const Key key = keys[i];
      scratch[next[(key >> shift) & mask]++] = key;
    }
    std::swap(keys, scratch);
  }
  return {keys, scratch};
}

}  // namespace detail

/// Sorts n keys by their bits from `low` on; keys equal in these keep their order, or are in
/// ascending order. `scratch` has room for n keys, `counters` for radix_counters(n) numbers. Returns
/// where the sorted keys are: `keys` or `scratch`.
template <class Key>
Key* radix_sort(Key* keys, Key* scratch, index_t n, int low, index_t* counters) {
  if (n <= detail::kInsertionLength) {
    detail::insertion_sort(keys, n);
    return keys;
  }
  const Key differing = (detail::differing_bits(keys, n) >> low) << low;
  if (differing == 0) return keys;
  const int lowest = __builtin_ctzll(differing);
  const detail::Digits by = detail::choose_digits<Key>(n, lowest, detail::bit_width(differing));
  const auto sorted = detail::sort_by_digits(keys, scratch, n, by, counters);
  if (by.low == lowest) return sorted.keys;
  for (index_t first = 0, last = 1; first < n; first = last++) {
    while (last < n && ((sorted.keys[first] ^ sorted.keys[last]) >> by.low) == 0) ++last;
    if (last - first == 1) continue;
    Key* const run = sorted.keys + first;
    const Key* const from = radix_sort(run, sorted.scratch + first, last - first, lowest, counters);
    if (from == run) continue;
    for (index_t i = 0; i < last - first; ++i) run[i] = from[i];
  }
  return sorted.keys;
}

}  // namespace kernel
NDX_NAMESPACE_END
