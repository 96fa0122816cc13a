// Scatter-reduces one block of positions: combines the element, or row, at each position with a
// value, as index_put_ with accumulate and index_reduce_ do. Duplicates are combined one after
// another, so the result does not depend on the block size.
//
// The operands do not overlap, and offsets have been checked. An element that is hit many times in
// a row would be stored and read back each time, so such positions keep it in a register.
// Contiguous rows are combined by vectors.
#pragma once

#include <ndx/kernel/index/gather_scatter.hpp>
#include <ndx/kernel/map/map_rows.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// A function of two elements that reads only its arguments, modifies nothing and does not throw.
template <class F>
concept PureFunction = requires { typename F::PureFunction; };

namespace detail {

/// Returns true if consecutive positions at the start of a block often have the same offset.
inline bool is_hot(const IndexedBlock& block) {
  constexpr index_t sampled = 16;
  index_t repeats = 0;
  for (index_t k = 1; k < sampled && k < block.count; ++k)
    repeats += block.offset(k) == block.offset(k - 1) ? 1 : 0;
  return repeats > sampled / 2;
}

/// Combines single elements of a non-empty block, and holds an element that occurs several times in
/// a row in a register: reading back what was just stored takes longer than the arithmetic.
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

/// Combines single elements. Every 4096 positions it decides anew whether they are hot, since they
/// may be so only for a while.
template <class T, class Combine>
void combine_elements(T* indexed, const T* linear, IndexedBlock left, Combine combine) {
  constexpr index_t most = 4096;
  const auto combine_one = [&](index_t at, index_t from) {
    indexed[at] = combine(indexed[at], linear[from]);
  };
  while (left.count > 0) {
    IndexedBlock block = left;
    if (block.count > most) block.count = most;
    // If the function may throw, earlier results must be stored by then, so no element is held in a
    // register.
    if (PureFunction<Combine> && is_hot(block)) {
      reduce_hot(indexed, linear, block, combine);
    } else if (block.ahead != nullptr) {
      reduce_each(indexed, block, 1, combine_one);
    } else {
      for_each_element(block, combine_one);
    }
    linear += drop_front(left, block.count);
  }
}

}  // namespace detail

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/index/reduce_into_block.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Sets indexed = combine(indexed, linear) for each element of each position's row. Duplicates are
/// combined one after another, in the order of the positions.
template <class T, class Combine>
void reduce_block(T* indexed, const T* linear, const IndexedBlock& block, const InnerLoop& row,
                  Combine combine) {
  if (row.rank == 0) return detail::combine_elements(indexed, linear, block, combine);
  // A function that is not pure may read more than its arguments, so it gets no vectors.
  if constexpr (PureFunction<Combine> && uses_vectors<Combine, T>) {
    if (is_contiguous_row(row)) {
      return dispatch<portable::CombineRows, avx2::CombineRows>(
          [&](auto rows) { rows.combine(indexed, linear, block, row.sizes[0], combine); });
    }
  }
  const auto row_bytes =
      static_cast<index_t>(sizeof(T)) * (is_contiguous_row(row) ? row.sizes[0] : 1);
  detail::reduce_each(indexed, block, row_bytes, [&](index_t at, index_t from) {
    RowWalk<2> inner(row);
    const auto [to_step, from_step] = inner.step;
    do {
      T* const to = indexed + at + inner.at[0];
      const T* const values = linear + from + inner.at[1];
      for (index_t i = 0, count = inner.count; i < count; ++i)
        to[i * to_step] = combine(to[i * to_step], values[i * from_step]);
    } while (inner.next());
  });
}

}  // namespace kernel
NDX_NAMESPACE_END
