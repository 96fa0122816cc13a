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

/// The largest number of indices for which rows are partitioned; for more, they are sorted.
inline constexpr std::size_t kMostPivots = 8;

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
      const auto found = kernel::select_key(scratch.keys, size, k, scratch.spare_keys,
                                            scratch.counters, scratch.parts);
      end = found.less + found.equal;
      pivots.push_back(found.key);
      next.push_back(found.less);
      next.push_back(end);
    }
  }
  /// Calls put(place, i) for each element i, where `place` is its new index.
  template <class Put>
  void distribute(const kernel::KeyScratch<Key>& scratch, index_t size, const Put& put) {
    const Key* const keys = scratch.keys;
    const index_t parts = scratch.parts;
    index_t* const own = next.data();
    if (parts == 1)
      return for_each(keys, 0, size, [&](index_t section, index_t i) { put(own[section]++, i); });
    index_t places[kernel::kMostLineParts][2 * kMostPivots + 1] = {};
    kernel::for_each_part(size, parts, [&](index_t part, index_t first, index_t end) {
      index_t* const counts = places[part];
      for_each(keys, first, end, [counts](index_t section, index_t) { ++counts[section]; });
    });
    for (std::size_t section = 0; section < next.size(); ++section) {
      for (index_t part = 0; part < parts; ++part)
        next[section] += std::exchange(places[part][section], next[section]);
    }
    kernel::for_each_part(size, parts, [&](index_t part, index_t first, index_t end) {
      index_t* const to = places[part];
      for_each(keys, first, end, [&put, to](index_t section, index_t i) { put(to[section]++, i); });
    });
  }

 private:
  /// Calls visit(section, i) for each element.
  template <class Visit>
  void for_each(const Key* keys, index_t begin, index_t end, const Visit& visit) const {
    const Key* const first = pivots.data();
    const Key* const last = first + pivots.size();
    for (index_t i = begin; i < end; ++i) {
      index_t section = 0;
      for (const Key* pivot = first; pivot != last; ++pivot)
        section += index_t{keys[i] >= *pivot} + index_t{keys[i] > *pivot};
      visit(section, i);
    }
  }
};

/// Stores the elements of a row, divided by those at kth, or their indices if Result is index_t.
template <class Result, class Key>
void partition_row(const kernel::KeyCode<Key>& code, const std::byte* row, index_t size,
                   const kernel::KeyScratch<Key>& scratch, const Dims& kth, Result* out) {
  constexpr bool wants_values = std::is_same_v<Result, std::byte>;
  const Key* const keys = scratch.keys;
  const bool is_exact = load_in_parts(code, row, size, scratch);
  if (kernel::direction_in_parts(keys, size, 1, scratch.parts) > 0) {
    if constexpr (wants_values) {
      std::memcpy(out, row, static_cast<std::size_t>(size * code.bytes));
    } else {
      store_in_direction(1, size, 0, size, out);
    }
    return;
  }
  Sections<Key> sections(scratch, size, kth);
  if constexpr (!wants_values) {
    sections.distribute(scratch, size, [out](index_t place, index_t i) { out[place] = i; });
  } else if (is_exact) {
    Key* const to = scratch.spare_keys;
    sections.distribute(scratch, size, [=](index_t place, index_t i) { to[place] = keys[i]; });
    kernel::for_each_part(size, scratch.parts, [&](index_t /*part*/, index_t first, index_t end) {
      code.store(code, to + first, end - first, out + first * code.bytes, nullptr);
    });
  } else {
    sections.distribute(scratch, size, [&](index_t place, index_t i) {
      code.gather(row, &i, 1, out + place * code.bytes);
    });
  }
}

/// Stores the elements of each row, divided by those at kth, or their indices if Result is index_t.
template <class Result, class Key>
void partition_rows(const char* call, const kernel::KeyCode<Key>& code, const Rows& all,
                    const Dims& kth, Result* result) {
  constexpr bool wants_values = std::is_same_v<Result, std::byte>;
  const index_t size = all.size;
  const bool is_short =
      wants_values ? are_sorted_for_some(all, sizeof(Key)) : are_short(all, kMostSortedForSome);
  if (code.store != nullptr && (kth.size() > kMostPivots || (is_short && !kth.empty()))) {
    if constexpr (wants_values) return sort_rows(call, code, all, result);
    if constexpr (!wants_values) return order_rows(call, code, all, size, nullptr, result);
  }
  share_rows(code, all, [&](const Rows& rows, index_t first_row, index_t parts) {
    const RowMemory<Key> memory(call, size, size, 0, parts);
    const kernel::KeyScratch<Key> scratch = memory.scratch();
    for (index_t r = 0; r < rows.count; ++r) {
      const std::byte* const row = rows.elements + r * size * code.bytes;
      partition_row(code, row, size, scratch, kth,
                    result + (first_row + r) * size * (wants_values ? code.bytes : 1));
    }
  });
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
