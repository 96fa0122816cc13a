// partition and argpartition rearrange the elements along a dim around those that a sort would put at
// given indices.
//
// Each given index needs one selection, in linear time, and then one pass distributes the elements.
// Sorting is faster for many indices and for short lines, and a sorted line is a valid result.
#pragma once

#include <ndx/ops/sort/sort.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the indices in kth, wrapped to 0…size-1 and sorted. If the tensor has no elements, any
/// kth is accepted.
inline Dims sorted_kth(const char* call, const Dims& kth, std::size_t dim, index_t size,
                       bool is_empty) {
  if (is_empty) return {};
  Dims places = kth;
  for (index_t& place : places) place = wrap_index(call, place, dim, size);
  kernel::detail::insertion_sort(places.data(), static_cast<index_t>(places.size()));
  return places;
}

/// The elements that sorting puts at given indices, and the sections into which they divide a row.
/// For n of these there are 2n + 1 sections: before, equal to and after each.
template <class Key>
struct Sections {
  std::vector<Key> pivots;
  Dims next = {0};  // position of the next element of each section

  /// Finds the pivots and where sections begin. `kth` is sorted.
  Sections(const kernel::KeyScratch<Key>& scratch, index_t size, const Dims& kth) {
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
  /// Calls put(place, i) for each element i, where `place` is its new index.
  template <class Put>
  void distribute(const Key* keys, index_t size, const Put& put) {
    const Key* const first = pivots.data();
    const Key* const end = first + pivots.size();
    index_t* const places = next.data();
    for (index_t i = 0; i < size; ++i) {
      index_t section = 0;
      for (const Key* pivot = first; pivot != end; ++pivot)
        section += index_t{keys[i] >= *pivot} + index_t{keys[i] > *pivot};
      put(places[section]++, i);
    }
  }
};

/// Rows are sorted if there are more indices than this.
inline constexpr std::size_t kMostPivots = 8;

/// Stores the elements of each row, divided by those at kth, or their indices if Result is index_t.
template <class Result, class Key>
void partition_rows(const char* call, const kernel::KeyCode<Key>& code, const Rows& rows,
                    const Dims& kth, Result* out) {
  constexpr bool wants_values = std::is_same_v<Result, std::byte>;
  const index_t size = rows.size;
  const bool is_short =
      wants_values ? are_sorted_for_some(rows, sizeof(Key)) : are_short(rows, kMostSortedForSome);
  if (code.store != nullptr && (kth.size() > kMostPivots || (is_short && !kth.empty()))) {
    if constexpr (wants_values) return sort_rows(call, code, rows, out);
    if constexpr (!wants_values) return order_rows(call, code, rows, size, nullptr, out);
  }
  const RowMemory<Key> memory(call, size, size, 0);
  const kernel::KeyScratch<Key> scratch = memory.scratch();
  const Key* const keys = scratch.keys;
  for (index_t r = 0; r < rows.count; ++r) {
    const std::byte* const row = rows.elements + r * size * code.bytes;
    const bool is_exact = code.load(code, row, size, scratch.keys);
    if (kernel::direction_of(keys, size) > 0) {
      if constexpr (wants_values) {
        std::memcpy(out, row, static_cast<std::size_t>(size * code.bytes));
      } else {
        store_in_direction(1, size, size, out);
      }
    } else {
      Sections<Key> sections(scratch, size, kth);
      if constexpr (!wants_values) {
        sections.distribute(keys, size, [out](index_t place, index_t i) { out[place] = i; });
      } else if (is_exact) {
        Key* const to = scratch.spare_keys;
        sections.distribute(keys, size, [=](index_t place, index_t i) { to[place] = keys[i]; });
        code.store(code, scratch.spare_keys, size, out, nullptr);
      } else {
        sections.distribute(keys, size, [&](index_t place, index_t i) {
          code.gather(row, &i, 1, out + place * code.bytes);
        });
      }
    }
    out += wants_values ? size * code.bytes : size;
  }
}

/// Returns the lines divided by the elements at kth, or their indices if V is index_t and Result
/// too.
template <class V, class Result, class T>
Tensor<V> partition_lines(const char* call, const Tensor<T>& t, const Dims& kth, index_t dim) {
  Lines<T> lines(call, t, dim);
  const Dims places = sorted_kth(call, kth, lines.dim(), lines.size(), t.numel() == 0);
  const Tensor<V> result = lines.template make_rows<V>(call, lines.size());
  if (result.numel() != 0)
    partition_rows(call, key_code_of<std::remove_const_t<T>>(false), lines.rows(), places,
                   reinterpret_cast<Result*>(result.data()));
  return lines.to_lines(result);
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
  return detail::partition_lines<V, std::byte>("partition", t, kth, dim);
}
template <NumberTensor A, Real I>
[[nodiscard]] auto partition(const A& t, I kth, Dim dim = -1) {
  return partition(t, Dims{kth}, dim);
}

/// Returns the indices along `dim` of partition's result, for take_along_axis. Arguments and errors
/// are those of partition.
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> argpartition(const A& t, const Dims& kth, Dim dim = -1) {
  return detail::partition_lines<index_t, index_t>("argpartition", t, kth, dim);
}
template <NumberTensor A, Real I>
[[nodiscard]] Tensor<index_t> argpartition(const A& t, I kth, Dim dim = -1) {
  return argpartition(t, Dims{kth}, dim);
}

NDX_NAMESPACE_END
