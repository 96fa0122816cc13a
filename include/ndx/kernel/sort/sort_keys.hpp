// Sorts unsigned keys, alone or with their indices.
//
// A key and its index share one word of 64 bits, with the index in the lowest bits. So all words
// differ, sorting them keeps the order of equal keys whatever the algorithm, and a key of 64 bits
// takes no more memory than one of 32. The bits of a key that do not fit in the word are compared
// only among words that are equal in the others.
//
// Lines that are in order already are found first, and keys of at most 2048 values are counted and
// written. All others are sorted by the sorter that is installed (KeySorter), or by radix_sort.hpp.
#pragma once

#include <ndx/base/key_sorter.hpp>
#include <ndx/kernel/sort/radix_sort.hpp>

NDX_NAMESPACE_BEGIN

namespace kernel {

/// Memory for n keys of a line. `words` and `spare_words` are needed only if indices are sorted,
/// too.
template <class Key>
struct KeyScratch {
  Key* keys;
  Key* spare_keys;
  std::uint64_t* words;
  std::uint64_t* spare_words;
  index_t* counters;
};

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

/// Keys that share their highest bits. They are at least `least`, and differ at most in the lowest
/// `bits` bits.
template <class Key>
struct PrefixedKeys {
  const Key* keys;
  index_t n;
  Key least;
  int bits;
};

/// Counts keys by their highest `digit` bits. There are two tables, because adding to a counter
/// that was just written takes longer than adding to another one; the sums are in the first at the
/// end.
template <class Key>
void count_high_bits(const PrefixedKeys<Key>& of, int digit, index_t* counters) {
  const int shift = of.bits > digit ? of.bits - digit : 0;
  const index_t size = index_t{1} << digit;
  index_t* const second = counters + size;
  for (index_t i = 0; i < 2 * size; ++i) counters[i] = 0;
  index_t i = 0;
  for (; i + 2 <= of.n; i += 2) {
    ++counters[(of.keys[i] - of.least) >> shift];
    ++second[(of.keys[i + 1] - of.least) >> shift];
  }
  if (i < of.n) ++counters[(of.keys[i] - of.least) >> shift];
  for (index_t b = 0; b < size; ++b) counters[b] += second[b];
}

/// Sorts keys of few values: it writes each value as often as it is counted.
template <class Key>
void sort_by_counting(Key* keys, index_t n, const KeyRange<Key>& range, index_t* counters) {
  const int bits = range.bits();
  count_high_bits(PrefixedKeys<Key>{keys, n, range.least, bits}, bits, counters);
  Key key = range.least;
  for (index_t value = 0; value < index_t{1} << bits; ++value, ++key) {
    for (index_t count = counters[value]; count > 0; --count) *keys++ = key;
  }
}

}  // namespace detail

/// Returns true if each key is smaller than the one before it.
template <class Key>
bool is_descending(const Key* keys, index_t n) {
  for (index_t i = 1; i < n; ++i) {
    if (keys[i] >= keys[i - 1]) return false;
  }
  return true;
}

/// Sorts n > 0 keys. Returns the memory they are in: `keys` or `spare_keys` of the scratch.
template <class Key>
Key* sort_line(const KeyScratch<Key>& scratch, index_t n) {
  Key* const keys = scratch.keys;
  if (is_descending(keys, n)) {
    for (index_t i = 0; i < n; ++i) scratch.spare_keys[i] = keys[n - 1 - i];
    return scratch.spare_keys;
  }
  if (n <= detail::kInsertionLength)
    return sort_keys(keys, scratch.spare_keys, n, 0, scratch.counters);
  const KeyRange<Key> range = key_range(keys, n);
  if (range.bits() <= 11 && n >= detail::kWideDigitLength) {
    detail::sort_by_counting(keys, n, range, scratch.counters);
    return keys;
  }
  if (sort_by_key_sorter(keys, n)) return keys;
  return radix_sort_by(range.differing, keys, scratch.spare_keys, n, scratch.counters);
}

/// The indices of keys in ascending order, and the keys themselves if they fit in the words.
template <class Key>
struct KeyOrder {
  const std::uint64_t* words;
  int index_bits;
  bool has_keys;
  Key least;

  [[nodiscard]] index_t index(index_t i) const {
    return static_cast<index_t>(words[i] & ((std::uint64_t{1} << index_bits) - 1));
  }
  [[nodiscard]] Key key(index_t i) const {
    return least + static_cast<Key>(words[i] >> index_bits);
  }
};

namespace detail {

/// Sorts words of keys that do not fit in them.
template <class Key>
struct WordSort {
  const Key* keys;
  Key least;
  int index_bits;
  index_t* counters;

  [[nodiscard]] index_t index(std::uint64_t word) const {
    return static_cast<index_t>(word & ((std::uint64_t{1} << index_bits) - 1));
  }
  [[nodiscard]] Key key(std::uint64_t word) const { return keys[index(word)]; }

  /// Returns the word of an index: `width` bits of its key, without the lowest `rest` of them, and
  /// the index.
  [[nodiscard]] std::uint64_t word(index_t of, int width, int rest) const {
    std::uint64_t bits = keys[of] - least;
    if (width < 64) bits &= (std::uint64_t{1} << width) - 1;
    return ((bits >> rest) << index_bits) | static_cast<std::uint64_t>(of);
  }
  /// Returns how many of `width` bits do not fit in a word.
  [[nodiscard]] int rest(int width) const {
    return width > 64 - index_bits ? width - (64 - index_bits) : 0;
  }

  /// Sorts few words by insertion, by their whole keys.
  void insert(std::uint64_t* words, index_t n) const {
    for (index_t i = 1; i < n; ++i) {
      const std::uint64_t word = words[i];
      index_t at = i;
      for (; at > 0 && key(word) < key(words[at - 1]); --at) words[at] = words[at - 1];
      words[at] = word;
    }
  }

  /// Sorts each run of words with equal bits of the key by the key's lowest `width` bits.
  void sort_runs(std::uint64_t* words, std::uint64_t* scratch, index_t n, int width) const {
    for (index_t first = 0, last = 1; first < n; first = last++) {
      while (last < n && ((words[first] ^ words[last]) >> index_bits) == 0) ++last;
      if (last - first > kInsertionLength) {
        sort_run(words + first, scratch + first, last - first, width);
      } else if (last - first > 1) {
        insert(words + first, last - first);
      }
    }
  }
  void sort_run(std::uint64_t* words, std::uint64_t* scratch, index_t n, int width) const {
    const int left_out = rest(width);
    for (index_t i = 0; i < n; ++i) words[i] = word(index(words[i]), width, left_out);
    const std::uint64_t* const from = sort_keys(words, scratch, n, index_bits, counters);
    for (index_t i = 0; from != words && i < n; ++i) words[i] = from[i];
    if (left_out > 0) sort_runs(words, scratch, n, left_out);
  }
};

}  // namespace detail

/// Returns the order of the n > 0 keys of the scratch. Equal keys stay in order.
template <class Key>
KeyOrder<Key> order_line(const KeyScratch<Key>& scratch, index_t n) {
  const Key* const keys = scratch.keys;
  std::uint64_t* words = scratch.words;
  const KeyRange<Key> range = key_range(keys, n);
  const int index_bits = detail::bit_width(static_cast<std::uint64_t>(n - 1));
  const detail::WordSort<Key> sort{keys, range.least, index_bits, scratch.counters};
  const int width = range.bits();
  const int rest = sort.rest(width);
  if (is_descending(keys, n)) {
    for (index_t i = 0; i < n; ++i) words[i] = sort.word(n - 1 - i, width, rest);
  } else {
    for (index_t i = 0; i < n; ++i) words[i] = sort.word(i, width, rest);
    std::uint64_t* const spare = scratch.spare_words;
    std::uint64_t* const at = sort_keys(words, spare, n, index_bits, scratch.counters);
    if (rest > 0) sort.sort_runs(at, at == words ? spare : words, n, rest);
    words = at;
  }
  return {words, index_bits, rest == 0, range.least};
}

NDX_COMPILE_SIZE(sort_line_4, std::uint32_t*, sort_line,
                 (const KeyScratch<std::uint32_t>& scratch, index_t n), (scratch, n), std::uint32_t)
NDX_COMPILE_SIZE(sort_line_8, std::uint64_t*, sort_line,
                 (const KeyScratch<std::uint64_t>& scratch, index_t n), (scratch, n), std::uint64_t)
NDX_COMPILE_SIZE(order_line_4, KeyOrder<std::uint32_t>, order_line,
                 (const KeyScratch<std::uint32_t>& scratch, index_t n), (scratch, n), std::uint32_t)
NDX_COMPILE_SIZE(order_line_8, KeyOrder<std::uint64_t>, order_line,
                 (const KeyScratch<std::uint64_t>& scratch, index_t n), (scratch, n), std::uint64_t)

}  // namespace kernel
NDX_NAMESPACE_END
