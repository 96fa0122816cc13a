// Sorting short lines, sixteen at a time.
//
// The work on a short line is small compared with the overhead of a sort, and a single short line
// offers nothing to vectorise. kernel/sort/sort_lanes.hpp sorts one line per lane. This file decides
// when that pays and collects the lines.
#pragma once

#include <ndx/kernel/sort/sort_lanes.hpp>
#include <ndx/ops/sort/sort_lines.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether lines along a dim are sorted several at a time, which they are if they are short and not
/// too few. `most` is the length that counts as short.
template <class T>
bool has_short_lines(const Tensor<T>& t, std::size_t dim, index_t most) {
  if (!has_key_bits<std::remove_const_t<T>> || t.dim() == 0) return false;
  const index_t size = t.shape()[dim];
  return size > 1 && size <= most && t.numel() / size >= kernel::kSortLanes / 2;
}
/// Whether that holds for sorting with indices, in words of 8 bytes, and for sorting without.
template <class T>
bool has_short_words(const Tensor<T>& t, std::size_t dim) {
  return has_short_lines(t, dim, kernel::most_lane_keys(8));
}
template <class T>
bool has_short_keys(const Tensor<T>& t, std::size_t dim) {
  return has_short_lines(t, dim, kernel::most_lane_keys(sizeof(KeyOf<std::remove_const_t<T>>)));
}

/// Lines of at most this many elements are sorted even if only some elements and their indices are
/// looked for. The function below decides that for elements without their indices.
inline constexpr index_t kMostSortedForSome = 128;
template <class T>
bool has_lines_sorted_for_some(const Tensor<T>& t, std::size_t dim) {
  constexpr std::size_t bytes = sizeof(KeyOf<std::remove_const_t<T>>);
  return has_short_lines(t, dim, kernel::most_lane_keys(bytes) / (bytes == 4 ? 1 : 2));
}

/// Lines that are sorted together, and where their results are stored.
template <class T>
struct LaneLines {
  SortLine<T> first;
  const T* data[kernel::kSortLanes];
  index_t to[kernel::kSortLanes];
  index_t count = 0;
  bool follow_each_other = true;
  bool results_follow = true;

  [[nodiscard]] index_t size() const { return first.size; }
  [[nodiscard]] SortLine<T> line(index_t l) const {
    return {data[l], first.step, first.size, first.descending};
  }
  void add(const SortLine<T>& of, index_t result) {
    if (count == 0) {
      first = of;
      to[0] = result;
    }
    follow_each_other &= of.data == first.data + count * of.size;
    results_follow &= result == to[0] + count * of.size;
    data[count] = of.data;
    to[count] = result;
    ++count;
  }
  void clear() {
    count = 0;
    follow_each_other = true;
    results_follow = true;
  }

  /// Whether all lines are one contiguous array.
  [[nodiscard]] bool is_dense() const {
    return count == kernel::kSortLanes && first.step == 1 && follow_each_other;
  }
  /// Whether the lines and their results are each one contiguous block, so that all can be stored by
  /// one copy. `step` is the stride of a result.
  [[nodiscard]] bool is_dense_to(index_t step) const {
    return step == 1 && results_follow && is_dense();
  }
  /// Returns all lines, which are dense, as one line.
  [[nodiscard]] SortLine<T> as_one() const {
    return {first.data, 1, count * size(), first.descending};
  }

  /// The order that every line has already. Reversed lines have no equal elements.
  enum class Order { sorted, reversed, other };
  [[nodiscard]] Order order() const {
    const index_t most = size() - 1;
    for (index_t i = 1; i < most; ++i) {  // random lines fail after a few elements
      if (first.descents_after(i) != first.descents_after(0)) return Order::other;
    }
    if (is_dense()) {
      index_t descents = as_one().descents();
      for (index_t l = 1; l < count; ++l) descents -= line(l - 1).descents_after(most) ? 1 : 0;
      return descents == 0              ? Order::sorted
             : descents == count * most ? Order::reversed
                                        : Order::other;
    }
    const index_t descents = first.descents();
    bool same = descents == 0 || descents == most;
    for (index_t l = 1; same && l < count; ++l) same = line(l).descents() == descents;
    return !same ? Order::other : descents == 0 ? Order::sorted : Order::reversed;
  }
  /// Loads the keys of all lines, as SortLine's load does. Unused lanes load the keys of the first
  /// line.
  bool load(KeyOf<T>* keys) const {
    if (is_dense()) return as_one().load(0, count * size(), keys);
    bool shared = false;
    for (index_t l = 0; l < kernel::kSortLanes; ++l)
      shared |= line(l < count ? l : 0).load(0, size(), keys + l * size());
    return shared;
  }
};

/// Calls visit(lines) for all lines, sixteen at a time.
template <class T, class Visit>
void for_each_lane_lines(const Tensor<T>& t, const Layout& result, std::size_t dim, bool descending,
                         const Visit& visit) {
  LaneLines<std::remove_const_t<T>> lanes;
  for_each_sort_line(t, result, dim, descending, [&](const auto& line, index_t to, index_t) {
    lanes.add(line, to);
    if (lanes.count < kernel::kSortLanes) return;
    visit(lanes);
    lanes.clear();
  });
  if (lanes.count > 0) visit(lanes);
}

}  // namespace detail
NDX_NAMESPACE_END
