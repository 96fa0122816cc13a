// Scatter reduce of one block of positions: combines the element at each position with a value;
// duplicates are combined one after another.
//
// As in gather_scatter.hpp: source and destination must not overlap, and offsets have been checked.
#pragma once

#include <ndx/kernel/index/gather_scatter.hpp>
#include <ndx/kernel/map/map_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// A function of two elements that reads nothing but its arguments, modifies nothing and does not
/// throw.
template <class F>
concept PureFunction = requires { typename F::PureFunction; };

namespace detail {

/// Whether consecutive positions at the start of a block often hit the same element.
inline bool is_hot(const IndexedBlock& block) {
  constexpr index_t sampled = 16;
  index_t repeats = 0;
  for (index_t k = 1; k < sampled && k < block.count; ++k)
    repeats += block.offset(k) == block.offset(k - 1) ? 1 : 0;
  return repeats > sampled / 2;
}

/// Keeps an element that is hit several times in a row in a register: reading back what was just
/// stored takes longer than the arithmetic. For non-empty blocks of single elements.
template <class T, class Combine>
void reduce_hot(T* indexed, const T* linear, const IndexedBlock& block, Combine combine) {
  index_t here = block.offset(0);
  T element = indexed[here];
  for_each_position(block, [&](index_t at, index_t from) {
    if (at != here) {
      indexed[here] = element;
      element = indexed[at];
      here = at;
    }
    element = combine(element, linear[from]);
  });
  indexed[here] = element;
}

/// Calls combine_one(indexed offset, linear offset) for each position.
template <class T, class CombineOne>
NDX_ALWAYS_INLINE void reduce_each(const T* indexed, const IndexedBlock& block, index_t row_bytes,
                                   CombineOne&& combine_one) {
  if (block.ahead != nullptr) {
    const RowPrefetcher fetch(reinterpret_cast<const std::byte*>(indexed), block,
                              static_cast<index_t>(sizeof(T)), lines_of_row(row_bytes));
    for_each_position_prefetched(block, fetch, combine_one);
  } else {
    for_each_position(block, combine_one);
  }
}

/// Combines single elements, in chunks of the block, since positions may be hot only for a while.
template <class T, class Combine>
void combine_elements(T* indexed, const T* linear, IndexedBlock left, Combine combine) {
  constexpr index_t most = 4096;
  const auto combine_one = [&](index_t at, index_t from) {
    indexed[at] = combine(indexed[at], linear[from]);
  };
  while (left.count > 0) {
    IndexedBlock piece = left;
    if (piece.count > most) piece.count = most;
    // A function that throws must leave earlier results stored: no element may be held in a
    // register.
    if (PureFunction<Combine> && is_hot(piece)) {
      reduce_hot(indexed, linear, piece, combine);
    } else if (piece.ahead != nullptr) {
      reduce_each(indexed, piece, 1, combine_one);
    } else {
      for_each_element(piece, combine_one);
    }
    linear += drop_front(left, piece.count);
  }
}

}  // namespace detail

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/index/reduce_into_block.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// indexed = combine(indexed, linear); duplicates are combined one after another.
template <class T, class Combine>
void reduce_block(T* indexed, const T* linear, const IndexedBlock& block, const InnerLoop& row,
                  Combine combine) {
  if (row.rank == 0) return detail::combine_elements(indexed, linear, block, combine);
  // Use vectors, unless the function may read more than its arguments.
  if constexpr (PureFunction<Combine> && uses_vectors<Combine, T>) {
    if (is_contiguous_row(row)) {
      return dispatch<portable::CombineRows, avx2::CombineRows>(
          [&](auto rows) { rows.combine(indexed, linear, block, row.sizes[0], combine); });
    }
  }
  const auto piece = static_cast<index_t>(sizeof(T)) * (is_contiguous_row(row) ? row.sizes[0] : 1);
  detail::reduce_each(indexed, block, piece, [&](index_t at, index_t from) {
    for_each_row(row, [&](const Offsets<2>& in_row, index_t count, const Offsets<2>& step) {
      T* const to = indexed + at + in_row[0];
      const T* const values = linear + from + in_row[1];
      for (index_t i = 0; i < count; ++i)
        to[i * step[0]] = combine(to[i * step[0]], values[i * step[1]]);
    });
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
