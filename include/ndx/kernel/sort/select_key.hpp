// Selects the k-th smallest of unsigned keys without sorting them.
//
// The keys are counted by their highest bits, and then only those that share these bits with the
// k-th key are looked at further, as in a radix sort from the highest digit on of which only one
// part is continued. The number of passes depends on the number of bits, not on the order of the
// keys.
#pragma once

#include <ndx/kernel/sort/sort_keys.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The k-th smallest key, and the numbers of keys that are less than it and equal to it.
template <class Key>
struct SelectedKey {
  Key key;
  index_t less;
  index_t equal;
};

namespace detail {

/// Copies the keys whose highest bits are `value` to `to`, which may be where the keys are.
template <class Key>
void copy_keys_with(const PrefixedKeys<Key>& of, int shift, Key value, Key* to) {
  index_t count = 0;
  for (index_t i = 0; i < of.n; ++i) {
    const Key key = of.keys[i];
    to[count] = key;
    count += static_cast<Key>((key - of.least) >> shift) == value ? 1 : 0;
  }
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
Key next_key(const Key* keys, index_t n, Key key) {
  auto found = static_cast<Key>(~Key{0});
  visit_runs(detail::FindNextKey<Key>{keys, key, &found}, n);
  return found;
}

/// Returns the k-th of n keys, where k is counted from 0. `scratch` has room for n keys, `counters`
/// for radix_counters(n) numbers.
template <class Key>
SelectedKey<Key> select_key(const Key* keys, index_t n, index_t k, Key* scratch,
                            index_t* counters) {
  const KeyRange<Key> range = key_range(keys, n);
  detail::PrefixedKeys<Key> rest{keys, n, range.least, range.bits()};
  index_t less = 0;
  while (rest.n > detail::kInsertionLength) {
    if (rest.bits == 0) return {rest.least, less, rest.n};
    const int digit = rest.n < detail::kWideDigitLength ? 8 : 11;
    const int shift = rest.bits > digit ? rest.bits - digit : 0;
    detail::count_high_bits(rest, digit, counters);
    index_t value = 0;
    for (; k - less >= counters[value]; ++value) less += counters[value];
    const index_t count = counters[value];
    if (count < rest.n) {
      detail::copy_keys_with(rest, shift, static_cast<Key>(value), scratch);
      rest.keys = scratch;
    }
    rest = {rest.keys, count, rest.least + (static_cast<Key>(value) << shift), shift};
  }
  SelectedKey<Key> found = detail::select_of_few(rest, k - less, scratch);
  found.less += less;
  return found;
}

NDX_COMPILE_SIZE(select_key_4, SelectedKey<std::uint32_t>, select_key,
                 (const std::uint32_t* keys, index_t n, index_t k, std::uint32_t* scratch,
                  index_t* counters),
                 (keys, n, k, scratch, counters), std::uint32_t)
NDX_COMPILE_SIZE(select_key_8, SelectedKey<std::uint64_t>, select_key,
                 (const std::uint64_t* keys, index_t n, index_t k, std::uint64_t* scratch,
                  index_t* counters),
                 (keys, n, k, scratch, counters), std::uint64_t)

}  // namespace kernel
NDX_NAMESPACE_END
