// Mask kernels for one row: count, offsets, compress, expand and fill, without a branch on mask
// bytes. For any strides and any processor.
#pragma once

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

NDX_ALWAYS_INLINE index_t is_set(const std::byte* mask) { return *mask != std::byte{0} ? 1 : 0; }

/// Returns `chosen` if `set` is 1, `other` if it is 0, without a branch.
template <std::size_t N>
NDX_ALWAYS_INLINE Bytes<N> blend(index_t set, const Bytes<N>& chosen, const Bytes<N>& other) {
  const auto pick = [set](auto a, auto b) {
    using Word = decltype(a);
    const auto mask = static_cast<Word>(-set);
    return static_cast<Word>(b ^ ((a ^ b) & mask));
  };
  if constexpr (N == 8) {
    return ndx::detail::bit_cast<Bytes<N>>(pick(ndx::detail::bit_cast<std::uint64_t>(chosen),
                                                ndx::detail::bit_cast<std::uint64_t>(other)));
  } else if constexpr (N == 4) {
    return ndx::detail::bit_cast<Bytes<N>>(pick(ndx::detail::bit_cast<std::uint32_t>(chosen),
                                                ndx::detail::bit_cast<std::uint32_t>(other)));
  } else {
    Bytes<N> result;
    for (std::size_t j = 0; j < N; ++j) result.byte[j] = pick(chosen.byte[j], other.byte[j]);
    return result;
  }
}

/// A row of n mask bytes, with facts about the whole mask.
struct MaskRow {
  const std::byte* mask;
  index_t n;
  index_t step;         // between mask bytes
  index_t count = 0;    // set bytes in the whole mask: `found` never exceeds it
  bool sparse = false;  // few are set: visiting them one by one is faster
  bool far = false;     // and the elements exceed the cache

  /// Another row of the same mask.
  [[nodiscard]] MaskRow on(const std::byte* bytes, index_t size, index_t distance) const {
    return {bytes, size, distance, count, sparse, far};
  }
  /// The bytes from the i-th on, and `some` of them.
  [[nodiscard]] MaskRow from(index_t i) const { return part(i, n - i); }
  [[nodiscard]] MaskRow part(index_t i, index_t some) const {
    return on(mask + i * step, some, step);
  }
};

/// The portable versions.
namespace portable {

inline index_t count_row(const MaskRow& row) {
  index_t count = 0;
  if (row.step == 1) {
    for (index_t i = 0; i < row.n; ++i) count += is_set(row.mask + i);
  } else {
    for (index_t i = 0; i < row.n; ++i) count += is_set(row.mask + i * row.step);
  }
  return count;
}

// The functions below take the number of set bytes found in earlier rows and return it including
// this row. They write unconditionally and advance only past set bytes; they stop once all set
// bytes have been found.

/// out[k] = first + i·step for each set byte i.
inline index_t offsets_row(index_t* out, const MaskRow& row, index_t found, index_t first,
                           index_t step) {
  for (index_t i = 0; i < row.n && found < row.count; ++i) {
    out[found] = first + i * step;
    found += is_set(row.mask + i * row.step);
  }
  return found;
}

/// Packs the elements of `in` under set bytes.
template <std::size_t N>
index_t compress_row(std::byte* out, const MaskRow& row, index_t found, const std::byte* in,
                     index_t step) {
  for (index_t i = 0; i < row.n && found < row.count; ++i) {
    move_element<N>(out + bytes_of<N>(found), in + bytes_of<N>(i * step));
    found += is_set(row.mask + i * row.step);
  }
  return found;
}

/// Writes the values, in order, under set bytes: the inverse of compress_row.
template <std::size_t N>
index_t expand_row(std::byte* to, index_t step, const MaskRow& row, index_t found,
                   const std::byte* values) {
  for (index_t i = 0; i < row.n && found < row.count; ++i) {
    std::byte* const target = to + bytes_of<N>(i * step);
    const index_t set = is_set(row.mask + i * row.step);
    store<N>(target,
             blend<N>(set, kernel::load<N>(values + bytes_of<N>(found)), kernel::load<N>(target)));
    found += set;
  }
  return found;
}

/// Writes `element` under every set byte.
template <std::size_t N>
void fill_row(std::byte* to, index_t step, const MaskRow& row, const Bytes<N>& element) {
  for (index_t i = 0; i < row.n; ++i) {
    std::byte* const target = to + bytes_of<N>(i * step);
    store<N>(target, blend<N>(is_set(row.mask + i * row.step), element, kernel::load<N>(target)));
  }
}

}  // namespace portable
}  // namespace kernel
NDX_NAMESPACE_END
