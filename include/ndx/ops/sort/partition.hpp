// partition and argpartition rearrange the elements along a dim around those that a sort would put at
// given indices.
//
// Each given index needs one selection, in linear time, and then one pass distributes the elements.
// Sorting is faster for many indices and for short lines, and a sorted line is a valid result.
#pragma once

#include <ndx/ops/core/algorithm.hpp>
#include <ndx/ops/sort/sort.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the indices in kth, wrapped to 0…size-1 and sorted. If t has no elements, any kth is
/// accepted.
template <class T>
Dims sorted_kth(const char* call, const Tensor<T>& t, const Dims& kth, std::size_t dim) {
  Dims places = kth;
  if (t.numel() == 0) return {};
  for (index_t& place : places) place = wrap_index(call, place, dim, line_length(t, dim));
  std::sort(places.begin(), places.end());
  return places;
}

/// A line divided by the elements that sorting puts at given indices. For n of these there are 2n + 1
/// sections: before, equal to and after each.
template <class Key>
struct PartitionedLine {
  std::vector<Key> pivots;
  Dims next;  // position of the next element of each section

  explicit PartitionedLine(std::size_t kths) { pivots.reserve(kths); }

  /// Finds the pivots and where sections begin. `kth` is sorted.
  void divide(const kernel::KeyScratch<Key>& scratch, index_t size, const Dims& kth) {
    pivots.clear();
    next.clear();
    next.push_back(0);
    index_t end = 0;
    for (const index_t k : kth) {
      if (k < end) continue;  // equal to the last pivot
      const auto found =
          kernel::select_key(scratch.keys, size, k, scratch.spare_keys, scratch.counters);
      end = found.less + found.equal;
      pivots.push_back(found.key);
      next.push_back(found.less);
      next.push_back(end);
    }
  }

  /// Calls put(to, i) for each key, where `to` is the new index of element i.
  template <class Put>
  void distribute(const Key* keys, index_t size, const Put& put) {
    if (pivots.size() == 1) return distribute_by_one(keys, size, put);
    for (index_t i = 0; i < size; ++i) {
      std::size_t section = 0;
      for (const Key pivot : pivots)
        section +=
            static_cast<std::size_t>(keys[i] >= pivot) + static_cast<std::size_t>(keys[i] > pivot);
      put(next[section]++, i);
    }
  }

 private:
  template <class Put>
  void distribute_by_one(const Key* keys, index_t size, const Put& put) {
    const Key pivot = pivots[0];
    index_t to[3] = {next[0], next[1], next[2]};
    for (index_t i = 0; i < size; ++i) {
      const int section = static_cast<int>(keys[i] >= pivot) + static_cast<int>(keys[i] > pivot);
      put(to[section]++, i);
    }
  }
};

/// partition sorts if there are more indices than this.
inline constexpr std::size_t kMostPivots = 8;

/// Returns the lines divided by the elements at kth, which is sorted. store(line, i) is the value
/// that the result has for element i of a line.
template <class R, class T, class Store>
Tensor<R> partition_lines(const char* call, const Tensor<T>& t, const Dims& kth, std::size_t dim,
                          const Store& store) {
  using V = std::remove_const_t<T>;
  if (is_across(t, dim))
    return from_rows(partition_lines<R>(call, to_rows(t, dim), kth, t.shape().size() - 1, store),
                     dim);
  const index_t size = t.shape()[dim];
  const auto result = make_lines<R>(call, t, dim, size);
  if (result.numel() == 0) return result;
  const auto memory = LineMemory<KeyOf<V>>(call, size, size, 0);
  const auto scratch = memory.scratch();
  PartitionedLine<KeyOf<V>> sections(kth.size());
  for_each_sort_line(
      t, result.layout(), dim, false, [&](const SortLine<V>& line, index_t to, index_t step) {
        R* const out = result.data() + to;
        if (line.is_in_order()) {
          for (index_t i = 0; i < size; ++i) out[i * step] = store(line, i);
          return;
        }
        line.load(0, size, scratch.keys);
        sections.divide(scratch, size, kth);
        sections.distribute(scratch.keys, size,
                            [&](index_t at, index_t i) { out[at * step] = store(line, i); });
      });
  return result;
}

}  // namespace detail

/// Partially sorts the elements along `dim`. The element at index `kth` is the one that a full sort
/// would put there. Smaller or equal ones come before it, larger or equal ones after it, each in any
/// order.
///   partition(tensor({7, 1, 5, 2}), 1)  may give {1, 2, 5, 7} or {1, 2, 7, 5}
/// Several indices can be given in braces; negative ones count from the end. Returns a fresh tensor
/// of the shape of `t`. NaN counts as the largest. A tensor of rank 0 is treated as rank 1. Throws
/// IndexError for a dim out of range and, unless t has no elements, for a kth out of range. Source:
/// NumPy's partition.
template <NumberTensor A>
[[nodiscard]] auto partition(const A& t, const Dims& kth, Dim dim = -1) {
  using V = std::remove_const_t<detail::element_t<A>>;
  const std::size_t line = detail::line_dim("partition", t, dim);
  const Dims places = detail::sorted_kth("partition", t, kth, line);
  if (t.dim() == 0) return t.clone();
  if (places.size() > detail::kMostPivots ||
      (!places.empty() && detail::has_lines_sorted_for_some(t, line)))
    return sort_values(t, dim);
  return detail::partition_lines<V>("partition", t, places, line,
                                    [](const auto& of, index_t i) { return of.at(i); });
}
template <NumberTensor A, Real I>
[[nodiscard]] auto partition(const A& t, I kth, Dim dim = -1) {
  return partition(t, Dims{kth}, dim);
}

/// Returns the indices along `dim` of partition's result, for take_along_axis. Arguments and errors
/// are those of partition.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argpartition(const A& t, const Dims& kth, Dim dim = -1) {
  const std::size_t line = detail::line_dim("argpartition", t, dim);
  const Dims places = detail::sorted_kth("argpartition", t, kth, line);
  if (t.dim() == 0 || places.size() > detail::kMostPivots ||
      (!places.empty() && detail::has_short_lines(t, line, detail::kMostSortedForSome)))
    return argsort(t, dim);
  return detail::partition_lines<index_t>("argpartition", t, places, line,
                                          [](const auto&, index_t i) { return i; });
}
template <NumberTensor A, Real I>
[[nodiscard]] Tensor<index_t> argpartition(const A& t, I kth, Dim dim = -1) {
  return argpartition(t, Dims{kth}, dim);
}

NDX_NAMESPACE_END
