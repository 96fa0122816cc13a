// Numbers as unsigned keys of the same order, on which sorting and selecting work.
//
// A key has 4 or 8 bytes. A signed integer becomes a key by inverting its sign bit. So does a
// floating-point number that is not negative, and the bits of a negative one are all inverted; then
// the bits of -infinity, made the same way, are subtracted. This puts the negative NaNs above all
// numbers, beside the positive ones. NaN counts as the largest. All NaNs have one key, and so have 0
// and -0, so that equal elements keep their order. A descending key is the complement.
//
// The functions see the bits of elements only, so types whose bits mean the same share them.
#pragma once

#include <cstring>

#include <ndx/kernel/loop/element.hpp>
#include <ndx/kernel/loop/fixed_lengths.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Converts elements of one type to keys and back.
template <class Key>
struct KeyCode {
  /// Stores the keys of n elements. Returns whether `store` gives all of them back as they are.
  bool (*load)(const KeyCode& code, const std::byte* from, index_t n, Key* keys);
  /// Stores the numbers of n sorted keys, which may occupy the same memory. `lossy`, if not null, is
  /// the row of which `load` lost bits, and from which they are copied. Null if keys are ranks.
  void (*store)(const KeyCode& code, const Key* keys, index_t n, std::byte* to,
                const std::byte* lossy);
  /// Copies the elements with these indices.
  void (*gather)(const std::byte* from, const index_t* indices, index_t n, std::byte* to);
  index_t bytes;     // of an element
  Key flip;          // all bits if the order is descending; integers add their sign bit
  Key infinity = 0;  // the bits of infinity
};

namespace detail {

/// The highest bit, which is the sign of a number.
template <class Bits>
inline constexpr auto kSignBit = static_cast<Bits>(Bits{1} << (8 * sizeof(Bits) - 1));

/// Returns the bits of element i. Stored is an unsigned integer, or bool, of which any byte but 0 is
/// true.
template <class Stored>
NDX_ALWAYS_INLINE auto bits_of(const std::byte* from, index_t i) {
  if constexpr (Boolean<Stored>) {
    return static_cast<std::uint8_t>(element(reinterpret_cast<const bool*>(from), i));
  } else {
    Stored bits;
    std::memcpy(&bits, from + i * index_t{sizeof bits}, sizeof bits);
    return bits;
  }
}

/// Returns what is subtracted from the ordered bits of floating-point numbers: those of -infinity.
template <class Bits>
NDX_ALWAYS_INLINE Bits first_key(Bits infinity) {
  return static_cast<Bits>(~(kSignBit<Bits> | infinity));
}
/// Returns the ascending key of all NaNs, which follows that of infinity.
template <class Bits>
NDX_ALWAYS_INLINE Bits nan_key(Bits infinity) {
  return static_cast<Bits>((kSignBit<Bits> | infinity) - first_key(infinity) + 1);
}

/// Loads the keys of integers, a run at a time.
template <class Stored, class Key>
struct LoadIntegers {
  const std::byte* from;
  Key* keys;
  Key flip;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    Key* const to = keys + first;
    const Key flipped = flip;
    NDX_INDEPENDENT
    for (index_t i = 0; i < count; ++i) to[i] = bits_of<Stored>(from, first + i) ^ flipped;
    return true;
  }
};

/// Loads the keys of floating-point numbers, a run at a time. Sets `lost` to a number that is not 0 if
/// there is a -0 or a NaN, whose bits its key does not tell.
template <class Bits, class Key>
struct LoadFloats {
  const std::byte* from;
  Key* keys;
  Key flip;
  Bits infinity;
  Bits* lost;

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    Key* const to = keys + first;
    const Key flipped = flip;
    const Bits least = first_key(infinity);
    const Bits nan = nan_key(infinity);
    const std::byte* const row = from + first * index_t{sizeof(Bits)};
    Bits negative_zeros = 0;
    Bits largest = 0;
    NDX_INDEPENDENT
    for (index_t i = 0; i < count; ++i) {
      const Bits bits = bits_of<Bits>(row, i);
      // Masks, because compilers do not vectorize a loop with these choices.
      const auto is_negative =
          static_cast<Bits>(static_cast<std::make_signed_t<Bits>>(bits) >> (8 * sizeof(Bits) - 1));
      const auto is_zero = static_cast<Bits>(0 - static_cast<Bits>(bits == kSignBit<Bits>));
      const auto ordered = static_cast<Bits>(bits ^ (is_negative | kSignBit<Bits>));
      const auto key = static_cast<Bits>(ordered - least - is_zero);
      negative_zeros |= is_zero;
      largest = key > largest ? key : largest;
      to[i] = (key < nan ? key : nan) ^ flipped;
    }
    *lost |= negative_zeros | static_cast<Bits>(largest >= nan);
    return true;
  }
};

/// Stores the numbers of keys, a run at a time.
template <class Stored, bool floating, class Key>
struct StoreNumbers {
  const Key* keys;
  std::byte* to;
  Key flip;
  UnsignedOfSize<sizeof(Stored)> least;  // what was subtracted from the keys

  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t count) const {
    using Bits = UnsignedOfSize<sizeof(Stored)>;
    const Key* const from = keys + first;
    std::byte* const out = to + first * index_t{sizeof(Bits)};
    const Key flipped = flip;
    const Bits first_bits = least;
    NDX_INDEPENDENT
    for (index_t i = 0; i < count; ++i) {
      auto bits = static_cast<Bits>(static_cast<Bits>(from[i] ^ flipped) + first_bits);
      if constexpr (floating)
        bits ^= (bits & kSignBit<Bits>) != 0 ? kSignBit<Bits> : static_cast<Bits>(~Bits{0});
      std::memcpy(out + i * index_t{sizeof(Bits)}, &bits, sizeof(Bits));
    }
    return true;
  }
};

template <class Stored, bool floating, class Key>
bool load_keys(const KeyCode<Key>& code, const std::byte* from, index_t n, Key* keys) {
  if constexpr (floating) {
    Stored lost = 0;
    visit_runs(
        LoadFloats<Stored, Key>{from, keys, code.flip, static_cast<Stored>(code.infinity), &lost},
        n);
    return lost == 0;
  } else {
    visit_runs(LoadIntegers<Stored, Key>{from, keys, code.flip}, n);
    return true;
  }
}

/// Returns the number of sorted keys that are less than `key`.
template <class Key>
index_t count_less(const Key* keys, index_t n, Key key) {
  index_t low = 0;
  for (index_t left = n; left > 0;) {
    const index_t half = left / 2;
    const bool less = keys[low + half] < key;
    low = less ? low + half + 1 : low;
    left = less ? left - half - 1 : half;
  }
  return low;
}

/// Copies the zeros and the NaNs of a row, in its order, to these positions.
template <class Bits>
void copy_zeros_and_nans(const std::byte* row, index_t n, Bits infinity, index_t zeros,
                         index_t nans, std::byte* to) {
  for (index_t i = 0; i < n; ++i) {
    const Bits bits = bits_of<Bits>(row, i);
    const auto magnitude = static_cast<Bits>(bits & static_cast<Bits>(~kSignBit<Bits>));
    if (magnitude != 0 && magnitude <= infinity) continue;
    const index_t at = magnitude == 0 ? zeros++ : nans++;
    std::memcpy(to + at * index_t{sizeof bits}, &bits, sizeof bits);
  }
}

template <class Stored, bool floating, class Key>
void store_numbers(const KeyCode<Key>& code, const Key* keys, index_t n, std::byte* to,
                   const std::byte* lossy) {
  using Bits = UnsignedOfSize<sizeof(Stored)>;
  const auto infinity = static_cast<Bits>(code.infinity);
  const Bits least = floating ? first_key(infinity) : Bits{0};
  const StoreNumbers<Stored, floating, Key> store{keys, to, code.flip, least};
  if constexpr (floating) {
    if (lossy != nullptr) {
      const Key zero = static_cast<Bits>(kSignBit<Bits> - least);
      const index_t zeros = count_less(keys, n, zero ^ code.flip);
      const index_t nans = count_less(keys, n, Key{nan_key(infinity)} ^ code.flip);
      visit_runs(store, n);
      return copy_zeros_and_nans(lossy, n, infinity, zeros, nans, to);
    }
  }
  visit_runs(store, n);
}

}  // namespace detail

/// Copies the elements at n indices. An element has `bytes` bytes.
template <std::size_t bytes>
void gather_elements(const std::byte* from, const index_t* indices, index_t n, std::byte* to) {
  constexpr auto step = static_cast<index_t>(bytes);
  for (index_t i = 0; i < n; ++i) std::memcpy(to + i * step, from + indices[i] * step, bytes);
}

/// Returns the code of numbers that are stored as unsigned integers or bools of type Stored.
template <class Stored, bool floating>
auto key_code(bool is_signed, bool descending, UnsignedOfSize<sizeof(Stored)> infinity) {
  using Key = UnsignedOfSize<sizeof(Stored) <= 4 ? 4 : 8>;
  Key flip = descending ? static_cast<Key>(~Key{0}) : Key{0};
  if (is_signed && !floating) flip ^= detail::kSignBit<UnsignedOfSize<sizeof(Stored)>>;
  return KeyCode<Key>{detail::load_keys<Stored, floating, Key>,
                      detail::store_numbers<Stored, floating, Key>,
                      gather_elements<sizeof(Stored)>,
                      sizeof(Stored),
                      flip,
                      infinity};
}

}  // namespace kernel
NDX_NAMESPACE_END
