// Sums, weighted sums and maxima of rows of a table that offsets select, without a copy of the rows.
//
// The total of some columns stays in registers while the rows of a bag are visited, so each row is loaded once
// and nothing is stored but the result. Rows are combined in the order of their offsets, one after another.
#pragma once

#include <ndx/kernel/index/indexed_block.hpp>
#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Contiguous rows of a table, which `count` offsets select. `following` more offsets belong to the next bags,
/// whose rows are prefetched.
template <class T>
struct RowBag {
  const T* table;
  const index_t* offsets;  // in elements
  index_t count;
  index_t following;
  const T* weights;  // one for each row, or null
  index_t width;
  index_t distance;  // prefetch distance in rows, or 0

  NDX_ALWAYS_INLINE const T* row(index_t k) const { return table + offsets[k]; }
  NDX_ALWAYS_INLINE T weight(index_t k) const { return weights == nullptr ? T(1) : weights[k]; }
  NDX_ALWAYS_INLINE void prefetch(index_t k) const {
    if (distance == 0 || k + distance >= count + following) return;
    const auto* const bytes = reinterpret_cast<const std::byte*>(row(k + distance));
    const index_t lines = lines_of_row(width * static_cast<index_t>(sizeof(T)));
    for (index_t line = 0; line < lines; ++line) __builtin_prefetch(bytes + line * kLineBytes);
  }
};

/// How the rows of a bag are combined.
enum class BagStep : std::uint8_t { add, add_weighted, average, larger };

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/index/bag_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Combines the rows of a bag that is not empty.
template <class T>
void combine_bag(const RowBag<T>& bag, BagStep step, T* out) {
  dispatch<portable::BagRows, avx2::BagRows>([&](auto rows) { rows.combine(bag, step, out); });
}

}  // namespace kernel
NDX_NAMESPACE_END
