// Sorting short lines, sixteen at a time: see kernel/sort_lanes.hpp.
#pragma once

#include <ndx/kernel/sort_lanes.hpp>
#include <ndx/ops/sort_lines.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether lines along a dim are sorted several at a time: if they are short, and not too few.
template <class T>
bool has_short_lines(const Tensor<T>& t, std::size_t dim) {
  if (!has_key_bits<std::remove_const_t<T>> || t.dim() == 0) return false;
  const index_t size = t.shape()[dim];
  return size > 1 && size <= kernel::kMostLaneKeys && t.numel() / size >= kernel::kSortLanes / 2;
}

/// Lines that are sorted at a time, and where their results go.
template <class T>
struct LineBatch {
  SortLine<T> line[kernel::kSortLanes];
  index_t to[kernel::kSortLanes];
  index_t count = 0;

  [[nodiscard]] index_t size() const { return line[0].size; }

  /// Whether all are in order already.
  [[nodiscard]] bool is_in_order() const {
    for (index_t l = 0; l < count; ++l) {
      if (!line[l].is_in_order()) return false;
    }
    return true;
  }
  /// Whether all follow each other in memory, and in that of the result.
  [[nodiscard]] bool is_dense(index_t step) const {
    bool dense = count == kernel::kSortLanes && line[0].step == 1 && step == 1;
    for (index_t l = 1; dense && l < count; ++l)
      dense = line[l].data == line[0].data + l * size() && to[l] == to[0] + l * size();
    return dense;
  }
  /// All of them, dense ones, as one.
  [[nodiscard]] SortLine<T> as_one() const {
    return {line[0].data, 1, count * size(), line[0].descending};
  }

  /// Loads the keys of all; those of no line are those of the first. As SortLine's load.
  bool load(KeyOf<T>* keys, bool dense) const {
    if (dense) return as_one().load(0, count * size(), keys);
    bool shared = false;
    for (index_t l = 0; l < kernel::kSortLanes; ++l)
      shared |= line[l < count ? l : 0].load(0, size(), keys + l * size());
    return shared;
  }
};

/// Calls visit(batch) for all lines, some at a time.
template <class T, class Visit>
void for_each_batch(const Tensor<T>& t, const Layout& result, std::size_t dim, bool descending,
                    const Visit& visit) {
  LineBatch<std::remove_const_t<T>> batch;
  for_each_sort_line(t, result, dim, descending, [&](const auto& line, index_t to, index_t) {
    batch.line[batch.count] = line;
    batch.to[batch.count] = to;
    if (++batch.count < kernel::kSortLanes) return;
    visit(batch);
    batch.count = 0;
  });
  if (batch.count > 0) visit(batch);
}

}  // namespace detail
NDX_NAMESPACE_END
