// Sorts unsigned keys, alone or with their indices, and selects the k-th smallest of them.
//
// A key and its index share one word of 64 bits, with the index in the lowest bits. So all words
// differ, sorting them keeps the order of equal keys whatever the algorithm, and a key of 64 bits
// takes no more memory than one of 32. The bits of a key that do not fit in the word are compared
// only among words that are equal in the others.
//
// Keys of at most 2048 values are counted and written. All others are sorted by the sorter that is installed
// (KeySorter), or by radix_sort.hpp.
#pragma once

#include <ndx/kernel/sort/sort_parts.hpp>

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
  index_t parts = 1;  // into which passes over a line are cut: each has radix_counters(n) counters
};

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

/// Counts keys in parts. Each part has kCounters counters; the sums are in the first ones at the end.
template <class Key>
void count_high_bits(const PrefixedKeys<Key>& of, int digit, index_t* counters, index_t parts) {
  for_each_part(of.n, parts, [&](index_t part, index_t first, index_t end) {
    count_high_bits(PrefixedKeys<Key>{of.keys + first, end - first, of.least, of.bits}, digit,
                    counters + part * kCounters);
  });
  for (index_t part = 1; part < parts; ++part) {
    for (index_t value = 0; value < index_t{1} << digit; ++value)
      counters[value] += counters[part * kCounters + value];
  }
}

/// Sorts keys of few values: it writes each value as often as it is counted.
template <class Key>
void sort_by_counting(Key* keys, index_t n, const KeyRange<Key>& range, index_t* counters,
                      index_t parts) {
  const int bits = range.bits();
  count_high_bits(PrefixedKeys<Key>{keys, n, range.least, bits}, bits, counters, parts);
  for_each_part(n, parts, [&](index_t /*part*/, index_t first, index_t end) {
    index_t at = first;
    index_t last = 0;  // keys that are at most `key`
    Key key = range.least;
    for (index_t value = 0; at < end; ++value, ++key) {
      last += counters[value];
      for (const index_t stop = last < end ? last : end; at < stop; ++at) keys[at] = key;
    }
  });
}

}  // namespace detail

/// Returns 1 if none of the n > 0 keys of each of `count` contiguous lines is greater than the next,
/// -1 if each is, and else 0.
template <class Key>
index_t direction_of(const Key* keys, index_t n, index_t count = 1) {
  index_t common = keys[0] > keys[n - 1] ? -1 : 1;
  for (index_t l = 0; l < count && common != 0; ++l, keys += n) {
    const bool in_order = common > 0 ? visit_runs(detail::AreInOrder<Key>{keys}, n - 1)
                                     : visit_runs(detail::AreInOrder<Key, true>{keys}, n - 1);
    if (!in_order) common = 0;
  }
  return common;
}

/// Does what direction_of does, for one line in parts.
template <class Key>
NDX_ALWAYS_INLINE index_t direction_in_parts(const Key* keys, index_t n, index_t count,
                                             index_t parts) {
  if (parts == 1) return direction_of(keys, n, count);
  if (direction_of(keys, detail::kWideDigitLength) == 0) return 0;
  index_t directions[kMostLineParts];
  for_each_part(n - 1, parts, [&](index_t part, index_t first, index_t end) {
    directions[part] = direction_of(keys + first, end - first + 1);
  });
  for (index_t part = 1; part < parts; ++part)
    if (directions[part] != directions[0]) return 0;
  return directions[0];
}

/// Sorts n > 0 keys. Returns the memory they are in: `keys` or `spare_keys` of the scratch.
template <class Key>
Key* sort_line(const KeyScratch<Key>& scratch, index_t n) {
  Key* const keys = scratch.keys;
  if (n <= detail::kInsertionLength)
    return radix_sort(keys, scratch.spare_keys, n, 0, scratch.counters);
  const KeyRange<Key> range = key_range(keys, n, scratch.parts);
  if (range.bits() <= 11 && n >= detail::kWideDigitLength) {
    detail::sort_by_counting(keys, n, range, scratch.counters, scratch.parts);
    return keys;
  }
  if (scratch.parts > 1)
    return sort_in_parts(range.differing, keys, scratch.spare_keys, n, scratch.parts,
                         scratch.counters);
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

namespace detail {

/// Sorts words of n different indices in parts, by `width` bits of their keys of which the lowest `rest` do not
/// fit. Returns the memory they are in.
template <class Key>
std::uint64_t* sort_words_in_parts(const WordSort<Key>& sort, std::uint64_t* words,
                                   std::uint64_t* spare, index_t n, int width, int rest,
                                   index_t parts) {
  const std::uint64_t differing = ((std::uint64_t{1} << (width - rest)) - 1) << sort.index_bits;
  std::uint64_t* const at = sort_in_parts(differing, words, spare, n, parts, sort.counters);
  if (rest == 0) return at;
  index_t begins[kMostLineParts + 1];  // a part has whole runs
  for (index_t part = 0; part <= parts; ++part) {
    index_t& begin = begins[part] = ndx::detail::part_begin(n, parts, part);
    while (begin > 0 && begin < n && ((at[begin - 1] ^ at[begin]) >> sort.index_bits) == 0) ++begin;
  }
  std::uint64_t* const other = at == words ? spare : words;
  for_each_part(parts, parts, [&](index_t part, index_t, index_t) {
    WordSort<Key> own = sort;
    own.counters += part * kCounters;
    own.sort_runs(at + begins[part], other + begins[part], begins[part + 1] - begins[part], rest);
  });
  return at;
}

}  // namespace detail

/// Returns the order of the n > 0 keys of the scratch. Equal keys stay in order.
template <class Key>
KeyOrder<Key> order_line(const KeyScratch<Key>& scratch, index_t n) {
  const Key* const keys = scratch.keys;
  std::uint64_t* const words = scratch.words;
  const KeyRange<Key> range = key_range(keys, n, scratch.parts);
  const int index_bits = detail::bit_width(static_cast<std::uint64_t>(n - 1));
  const detail::WordSort<Key> sort{keys, range.least, index_bits, scratch.counters};
  const int width = range.bits();
  const int rest = sort.rest(width);
  for_each_part(n, scratch.parts, [&](index_t /*part*/, index_t first, index_t end) {
    for (index_t i = first; i < end; ++i) words[i] = sort.word(i, width, rest);
  });
  std::uint64_t* const spare = scratch.spare_words;
  std::uint64_t* at;
  if (scratch.parts > 1) {
    at = detail::sort_words_in_parts(sort, words, spare, n, width, rest, scratch.parts);
  } else {
    at = sort_keys(words, spare, n, index_bits, scratch.counters);
    if (rest > 0) sort.sort_runs(at, at == words ? spare : words, n, rest);
  }
  return {at, index_bits, rest == 0, range.least};
}

// Selection finds the k-th smallest of keys without sorting them.
//
// The keys are counted by their highest bits, and then only those that share these bits with the
// k-th key are looked at further, as in a radix sort from the highest digit on of which only one
// part is continued. The number of passes depends on the number of bits, not on the order of the
// keys.

/// The k-th smallest key, and the numbers of keys that are less than it and equal to it.
template <class Key>
struct SelectedKey {
  Key key;
  index_t less;
  index_t equal;
};

namespace detail {

/// Copies the keys, `wanted` in number, whose highest bits are `value` to `to`, which may be where the keys are.
template <class Key>
void copy_keys_with(const PrefixedKeys<Key>& of, int shift, Key value, index_t wanted, Key* to) {
  for (index_t i = 0, count = 0; count < wanted; ++i) {
    const Key key = of.keys[i];
    to[count] = key;
    count += static_cast<Key>((key - of.least) >> shift) == value ? 1 : 0;
  }
}

/// Copies these keys in the parts in which they were counted. `to` must be other memory.
template <class Key>
void copy_keys_with(const PrefixedKeys<Key>& of, int shift, Key value, index_t wanted, Key* to,
                    const index_t* counters, index_t parts) {
  index_t counts[kMostLineParts];
  counts[0] = wanted;
  const index_t* const counted = counters + static_cast<index_t>(value);
  for (index_t part = 1; part < parts; ++part) {
    counts[part] = counted[part * kCounters];
    counts[0] -= counts[part];
  }
  for_each_part(of.n, parts, [&](index_t part, index_t first, index_t end) {
    index_t place = 0;
    for (index_t before = 0; before < part; ++before) place += counts[before];
    copy_keys_with(PrefixedKeys<Key>{of.keys + first, end - first, of.least, of.bits}, shift, value,
                   counts[part], to + place);
  });
}

/// Selects the k-th of a few keys by sorting them.
template <class Key>
SelectedKey<Key> select_of_few(const PrefixedKeys<Key>& of, index_t k, Key* scratch) {
  for (index_t i = 0; i < of.n; ++i) scratch[i] = of.keys[i];
  insertion_sort(scratch, of.n);
  index_t first = k;
  index_t last = k + 1;
  while (first > 0 && scratch[first - 1] == scratch[k]) --first;
  while (last < of.n && scratch[last] == scratch[k]) ++last;
  return {scratch[k], first, last - first};
}

/// Finds the least of the keys that are greater than `below`.
template <class Key>
struct FindNextKey {
  const Key* keys;
  Key below;
  Key* found;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    const Key* const from = keys + first;
    const Key least = below;
    Key next = *found;
    for (index_t i = 0; i < count; ++i) {
      const auto key = from[i] > least ? from[i] : static_cast<Key>(~Key{0});
      next = key < next ? key : next;
    }
    *found = next;
    return true;
  }
};

}  // namespace detail

/// Returns the least of the n keys that is greater than `key`. There must be one.
template <class Key>
Key next_key(const Key* keys, index_t n, Key key, index_t parts) {
  Key found[kMostLineParts];
  for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    found[part] = static_cast<Key>(~Key{0});
    visit_runs(detail::FindNextKey<Key>{keys + first, key, found + part}, end - first);
  });
  for (index_t part = 1; part < parts; ++part)
    if (found[part] < found[0]) found[0] = found[part];
  return found[0];
}

/// Returns the k-th of n keys, where k is counted from 0. `scratch` has room for n keys, `counters`
/// for radix_counters(n) numbers for each of the parts into which the passes are cut.
template <class Key>
SelectedKey<Key> select_key(const Key* keys, index_t n, index_t k, Key* scratch, index_t* counters,
                            index_t parts = 1) {
  if (parts > 1) parts = sort_parts(n);
  const KeyRange<Key> range = key_range(keys, n, parts);
  detail::PrefixedKeys<Key> rest{keys, n, range.least, range.bits()};
  index_t less = 0;
  while (rest.n > detail::kInsertionLength) {
    if (rest.bits == 0) return {rest.least, less, rest.n};
    const int digit = rest.n < detail::kWideDigitLength ? 8 : 11;
    const int shift = rest.bits > digit ? rest.bits - digit : 0;
    if (parts > 1) parts = sort_parts(rest.n);
    detail::count_high_bits(rest, digit, counters, parts);
    index_t value = 0;
    for (; k - less >= counters[value]; ++value) less += counters[value];
    const index_t count = counters[value];
    if (count < rest.n) {
      const auto high = static_cast<Key>(value);
      if (rest.keys == scratch) {
        detail::copy_keys_with(rest, shift, high, count, scratch);
      } else {
        detail::copy_keys_with(rest, shift, high, count, scratch, counters, parts);
      }
      rest.keys = scratch;
    }
    rest = {rest.keys, count, rest.least + (static_cast<Key>(value) << shift), shift};
  }
  SelectedKey<Key> found = detail::select_of_few(rest, k - less, scratch);
  found.less += less;
  return found;
}

}  // namespace kernel
NDX_NAMESPACE_END
