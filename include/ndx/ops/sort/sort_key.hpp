// Numbers as unsigned keys of the same order, on which sorting and selecting work.
//
// A key has 4 or 8 bytes. A signed integer becomes a key by inverting its sign bit. A floating-point
// number that is not negative does too; the bits of a negative one are all inverted. NaN counts as
// the largest. All NaNs have one key, and so have 0 and -0, so that equal elements keep their order.
// A descending key is the complement.
#pragma once

#include <limits>
#include <vector>

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/loop/element.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>
#include <ndx/ops/core/algorithm.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether the key of a number follows from its bits. For long double and complex numbers it does
/// not: their keys are ranks within a line.
template <class T>
inline constexpr bool has_key_bits =
    sizeof(T) <= 8 && (std::is_integral_v<T> || std::numeric_limits<T>::is_iec559);

template <class T>
using KeyOf = UnsignedOfSize<sizeof(T) <= 4 ? 4 : 8>;

/// Reads an element as it is stored: a bool as a byte, a 16-bit number without conversion to float.
template <class T>
NDX_ALWAYS_INLINE T stored(const T* from, index_t i) {
  if constexpr (Boolean<T>) {
    return kernel::element(from, i);
  } else {
    return from[i];
  }
}

/// Sorts indices by merging, where equal ones keep their order. `spare` has room for half as many.
/// The standard sorts are not used: std::stable_sort calls functions that libstdc++ deprecates, and
/// std::sort leaves its range if `before` is no order, as comparisons of NaN are not under
/// -ffast-math.
template <class Before>
void merge_sort(index_t* indices, index_t* spare, index_t count, const Before& before) {
  constexpr index_t few = 16;
  if (count <= few) {
    for (index_t k = 1; k < count; ++k) {
      const index_t index = indices[k];
      index_t at = k;
      for (; at > 0 && before(index, indices[at - 1]); --at) indices[at] = indices[at - 1];
      indices[at] = index;
    }
    return;
  }
  const index_t half = count / 2;
  merge_sort(indices, spare, half, before);
  merge_sort(indices + half, spare, count - half, before);
  if (!before(indices[half], indices[half - 1])) return;
  std::copy_n(indices, half, spare);
  const index_t* left = spare;
  const index_t* right = indices + half;
  for (index_t* to = indices; left != spare + half; ++to) {
    const bool takes_right = right != indices + count && before(*right, *left);
    *to = takes_right ? *right++ : *left++;
  }
}

/// The bits of a number, with its sign in the highest one.
template <class T>
NDX_ALWAYS_INLINE auto sort_bits(T value) {
  if constexpr (Boolean<T>) {
    return static_cast<std::uint8_t>(value);
  } else {
    return detail::bit_cast<UnsignedOfSize<sizeof(T)>>(value);
  }
}
template <class T>
inline constexpr auto kSignBit =
    static_cast<UnsignedOfSize<sizeof(T)>>(UnsignedOfSize<sizeof(T)>{1} << (8 * sizeof(T) - 1));

/// The bits of a floating-point number without its sign. Those of NaN are above infinity's.
template <class T>
NDX_ALWAYS_INLINE auto magnitude_bits(T value) {
  const auto bits = sort_bits(value);
  return static_cast<decltype(bits)>(bits & static_cast<decltype(bits)>(~kSignBit<T>));
}
template <class T>
inline constexpr auto kInfinityBits =
    detail::bit_cast<UnsignedOfSize<sizeof(T)>>(std::numeric_limits<T>::infinity());

/// Whether numbers with other bits have the same key, which holds for zero and NaN.
template <class T>
NDX_ALWAYS_INLINE bool shares_key(T value) {
  if constexpr (std::is_integral_v<T>) {
    return false;
  } else {
    const auto magnitude = magnitude_bits(value);
    return magnitude == 0 || magnitude > kInfinityBits<T>;
  }
}

/// Returns the ascending key of a number.
template <class T>
NDX_ALWAYS_INLINE KeyOf<T> ascending_key(T value) {
  const auto bits = sort_bits(value);
  using Bits = std::remove_const_t<decltype(bits)>;
  if constexpr (std::is_integral_v<T>) {
    return std::is_signed_v<T> ? static_cast<Bits>(bits ^ kSignBit<T>) : bits;
  } else {
    const Bits magnitude = magnitude_bits(value);
    if (magnitude > kInfinityBits<T>) return static_cast<Bits>(~Bits{0});
    const bool negative = bits != magnitude && magnitude != 0;
    return negative ? static_cast<Bits>(~bits) : static_cast<Bits>(magnitude | kSignBit<T>);
  }
}

/// Returns the number of an ascending key. For shared keys it returns 0 and a NaN.
template <class T>
NDX_ALWAYS_INLINE T number_of_key(KeyOf<T> key) {
  using Bits = UnsignedOfSize<sizeof(T)>;
  const auto bits = static_cast<Bits>(key);
  if constexpr (Boolean<T>) {
    return bits != 0;
  } else if constexpr (std::is_integral_v<T>) {
    return detail::bit_cast<T>(std::is_signed_v<T> ? static_cast<Bits>(bits ^ kSignBit<T>) : bits);
  } else {
    const bool positive = (bits & kSignBit<T>) != 0;
    return detail::bit_cast<T>(positive ? static_cast<Bits>(bits ^ kSignBit<T>)
                                        : static_cast<Bits>(~bits));
  }
}

// The structs below process the elements of a line in runs that compilers vectorise.

/// Whether no element belongs before the one before it.
template <class T, bool Descending>
struct InOrder {
  const T* from;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    return run(first, count, 1);
  }
  [[nodiscard]] NDX_ALWAYS_INLINE bool run(index_t first, index_t count, index_t step) const {
    const T* const at = from + first * step;
    KeyOf<T> any = 0;
    for (index_t i = 0; i < count; ++i) any |= descents(at + i * step, step);
    return any == 0;
  }
  /// Whether the next element belongs before this one.
  static NDX_ALWAYS_INLINE KeyOf<T> descents(const T* at, index_t step) {
    const auto a = kernel::element(at, Descending ? step : 0);
    const auto b = kernel::element(at, Descending ? 0 : step);
    if constexpr (Floating<T>) {
      return static_cast<KeyOf<T>>(!(a <= b)) & static_cast<KeyOf<T>>(b == b);
    } else {
      return static_cast<KeyOf<T>>(comes_before(b, a));
    }
  }
};

/// Counts the elements before which the next one belongs.
template <class T, bool Descending>
struct CountDescents {
  const T* from;
  KeyOf<T>* descents;

  NDX_ALWAYS_INLINE void run(index_t first, index_t count, index_t step) const {
    const T* const at = from + first * step;
    KeyOf<T> sum = 0;
    for (index_t i = 0; i < count; ++i)
      sum += InOrder<T, Descending>::descents(at + i * step, step);
    *descents += sum;
  }
};

/// Stores the keys of elements, and in `shared` whether any shares its key with a number of other
/// bits.
template <class T>
struct LoadKeys {
  const T* from;
  KeyOf<T>* keys;
  KeyOf<T> flip;
  KeyOf<T>* shared;

  NDX_ALWAYS_INLINE void run(index_t first, index_t count, index_t step) const {
    const T* const at = from + first * step;
    KeyOf<T>* const to = keys + first;
    const KeyOf<T> flipped = flip;
    KeyOf<T> any = 0;
    NDX_INDEPENDENT
    for (index_t i = 0; i < count; ++i) {
      const T value = stored(at, i * step);
      to[i] = ascending_key(value) ^ flipped;
      any |= static_cast<KeyOf<T>>(shares_key(value));
    }
    *shared |= any;
  }
};

/// Stores the numbers of keys.
template <class T>
struct StoreNumbers {
  const KeyOf<T>* keys;
  T* numbers;
  KeyOf<T> flip;

  NDX_ALWAYS_INLINE void run(index_t first, index_t count, index_t step) const {
    const KeyOf<T>* const from = keys + first;
    T* const to = numbers + first * step;
    const KeyOf<T> flipped = flip;
    NDX_INDEPENDENT
    for (index_t i = 0; i < count; ++i) to[i * step] = number_of_key<T>(from[i] ^ flipped);
  }
};

/// Runs one of the structs above on the first `count` elements of a line.
template <class Work>
void do_in_runs(const Work& work, index_t count, index_t step) {
  struct OfAdjacent {
    Work work;
    NDX_ALWAYS_INLINE bool operator()(index_t first, index_t n) const {
      work.run(first, n, 1);
      return true;
    }
  };
  if (step != 1) return work.run(0, count, step);
  kernel::visit_runs(OfAdjacent{work}, count);
}

/// The elements of a line, and the order of their keys.
template <class T>
struct SortLine {
  const T* data;
  index_t step;
  index_t size;
  bool descending;

  [[nodiscard]] T at(index_t i) const { return stored(data, i * step); }
  [[nodiscard]] KeyOf<T> key_of(T number) const {
    const KeyOf<T> key = ascending_key(number);
    return descending ? ~key : key;
  }
  [[nodiscard]] KeyOf<T> key(index_t i) const { return key_of(at(i)); }
  [[nodiscard]] T number(KeyOf<T> key) const { return number_of_key<T>(descending ? ~key : key); }

  /// Whether the elements are in order already.
  [[nodiscard]] bool is_in_order() const {
    if (step == 0) return true;
    return descending ? is_in_order_by<true>() : is_in_order_by<false>();
  }

  /// Whether the order is the opposite, and each of the last k > 0 elements belongs before the one
  /// before it, so that they are the first k in order.
  [[nodiscard]] bool is_reversed(index_t k) const {
    for (index_t i = size - 1; i > 0 && i >= size - k; --i) {
      if (!descents_after(i - 1)) return false;
    }
    return SortLine{data, step, size, !descending}.is_in_order();
  }

  /// Number of elements, fewer than 2^32, before which the next one belongs. It is 0 if they are in
  /// order, and all but one if the order is the opposite and none are equal.
  [[nodiscard]] index_t descents() const {
    return descending ? descents_by<true>() : descents_by<false>();
  }
  /// Whether the element after the i-th in memory, in the line or not, belongs before it.
  [[nodiscard]] bool descents_after(index_t i) const {
    const T* const at = data + i * step;
    return (descending ? InOrder<T, true>::descents(at, step)
                       : InOrder<T, false>::descents(at, step)) != 0;
  }

  /// Stores the keys of `count` elements from `first` on. Returns whether any shares its key with a
  /// number of other bits.
  bool load(index_t first, index_t count, KeyOf<T>* keys) const {
    if constexpr (has_key_bits<T>) {
      const KeyOf<T> flip = descending ? ~KeyOf<T>{0} : 0;
      KeyOf<T> shared = 0;
      do_in_runs(LoadKeys<T>{data + first * step, keys, flip, &shared}, count, step);
      return shared != 0;
    } else {
      load_ranks(keys);
      return true;
    }
  }
  /// Stores the numbers of all keys.
  void store(const KeyOf<T>* keys, T* to, index_t to_step) const {
    const KeyOf<T> flip = descending ? ~KeyOf<T>{0} : 0;
    do_in_runs(StoreNumbers<T>{keys, to, flip}, size, to_step);
  }

 private:
  template <bool Descending>
  [[nodiscard]] index_t descents_by() const {
    KeyOf<T> descents = 0;
    do_in_runs(CountDescents<T, Descending>{data, &descents}, size - 1, step);
    return static_cast<index_t>(descents);
  }
  template <bool Descending>
  [[nodiscard]] bool is_in_order_by() const {
    const InOrder<T, Descending> in_order{data};
    if (step == 1) return kernel::visit_runs(in_order, size - 1);
    index_t i = 0;
    for (; i + 64 < size; i += 64) {
      if (!in_order.run(i, 64, step)) return false;
    }
    return in_order.run(i, size - 1 - i, step);
  }

  /// Stores as keys the ranks of the elements within the line, where equal elements share one. It
  /// sorts the line for that.
  void load_ranks(KeyOf<T>* keys) const {
    std::vector<index_t> order(static_cast<std::size_t>(size));
    std::vector<index_t> spare(static_cast<std::size_t>(size / 2));
    for (index_t i = 0; i < size; ++i) order[static_cast<std::size_t>(i)] = i;
    merge_sort(order.data(), spare.data(), size,
               [&](index_t a, index_t b) { return comes_before(at(a), at(b)); });
    KeyOf<T> rank = 0;
    for (std::size_t k = 0; k < order.size(); ++k) {
      if (k > 0 && comes_before(at(order[k - 1]), at(order[k]))) ++rank;
      keys[order[k]] = descending ? ~rank : rank;
    }
  }
};

}  // namespace detail
NDX_NAMESPACE_END
