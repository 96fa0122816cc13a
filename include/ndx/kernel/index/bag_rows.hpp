// Sums, weighted sums and maxima of rows of a table that ids select, without a copy of the rows.
//
// The total of some columns stays in registers while the rows of a bag are visited, so each row is loaded once
// and nothing is stored but the result. Rows are combined in the order of their ids, one after another. A sum of
// narrow rows would wait for each addition, so four bags are summed at the same time. Rows that are far are
// prefetched one by one instead: memory then takes longer than additions.
#pragma once

#include <limits>

#include <ndx/kernel/index/indexed_block.hpp>
#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// A float for each row of a table, at a constant distance in bytes.
struct RowFloats {
  const std::byte* first = nullptr;
  index_t step = 0;
  NDX_ALWAYS_INLINE const std::byte* of(index_t row) const { return first + row * step; }
};

/// Bags of the rows of a table, whose elements are contiguous within a row. Elements of type S are computed with
/// as T.
template <class S, class T>
struct RowBags {
  const S* table;
  index_t stride;       // of the rows, in elements
  index_t width;        // of a row
  const index_t* ids;   // of all bags
  const index_t* ends;  // bag b has the ids at ends[b]…ends[b + 1]-1
  const T* weights;     // one for each id, or null
  RowFloats scale;      // if elements have 8 bits: q in row r means q · scale + bias
  RowFloats bias;
  index_t distance;  // prefetch distance in rows, or 0
  bool is_averaged;  // whether each total is divided by the number of its rows

  NDX_ALWAYS_INLINE index_t count(index_t b) const { return ends[b + 1] - ends[b]; }
  NDX_ALWAYS_INLINE T weight(index_t k) const { return weights == nullptr ? T(1) : weights[k]; }
  /// Prefetches the row that is the prefetch distance after id k.
  NDX_ALWAYS_INLINE void prefetch_after(index_t k, index_t end) const {
    if (distance == 0 || k + distance >= end) return;
    k += distance;
    const auto* const bytes = reinterpret_cast<const std::byte*>(table + ids[k] * stride);
    const index_t lines = lines_of_row(width * static_cast<index_t>(sizeof(S)));
    for (index_t line = 0; line < lines; ++line) __builtin_prefetch(bytes + line * kLineBytes);
    if constexpr (sizeof(S) == 1) {
      __builtin_prefetch(scale.of(ids[k]));
      __builtin_prefetch(bias.of(ids[k]));
    }
  }
};

/// How the rows of a bag are combined.
enum class BagStep : std::uint8_t { add, add_weighted, larger };

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/index/bag_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Writes the totals of bags first…last-1 to their rows of `out`. Those of empty bags are 0.
template <class S, class T>
void combine_bags(const RowBags<S, T>& bags, BagStep step, index_t first, index_t last, T* out) {
#if NDX_X86
  if (std::is_same_v<S, float16> && !detail::has_f16c())
    return portable::BagRows::combine(bags, step, first, last, out);
#endif
  dispatch<portable::BagRows, avx2::BagRows>(
      [&](auto rows) { rows.combine(bags, step, first, last, out); });
}

}  // namespace kernel
NDX_NAMESPACE_END
