// sort, argsort and sort_values return the elements along a dim in order, their indices, or both.
//
// Integers are sorted by radix sort, floating-point numbers by integers made of their bits
// (ops/sort/sort_key.hpp). There are no comparisons, so the time does not depend on the order of the
// elements; lines that are sorted already, or in reverse, are only copied. Short lines are sorted
// sixteen at a time. Lines that are not contiguous are sorted in a transposed copy (is_across).
#pragma once

#include <ndx/kernel/sort/sort_lanes.hpp>
#include <ndx/ops/sort/sort_lines.hpp>

NDX_NAMESPACE_BEGIN

// Sorting short lines, sixteen at a time.
//
// The work on a short line is small compared with the overhead of a sort, and a single short line
// offers nothing to vectorise. kernel/sort/sort_lanes.hpp sorts one line per lane. The functions below
// decide when that pays, and collect the lines.

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

namespace detail {

/// Stores the first elements in the order found. They are computed from the keys, except where
/// different elements share a key, as NaNs do.
template <class T>
void store_in_order(const SortLine<T>& line, const kernel::KeyOrder<KeyOf<T>>& order, bool shared,
                    index_t count, T* to, index_t step) {
  const auto index = [&](index_t i) { return order.index(i); };
  if constexpr (has_key_bits<T>) {
    if (order.has_keys) {
      for (index_t i = 0; i < count; ++i) {
        const T number = line.number(order.key(i));
        to[i * step] = shared && shares_key(number) ? line.at(order.index(i)) : number;
      }
      return;
    }
  }
  store_elements(line, count, to, step, index);
}

/// Destination of the sorted elements, if wanted, and of their indices.
template <class T>
struct OrderResult {
  T* values;  // null if not wanted
  index_t* indices;

  explicit OrderResult(const ValuesAndIndices<T>& result)
      : values(result.values.numel() != 0 ? result.values.data() : nullptr),
        indices(result.indices.data()) {}
};

/// Stores the first `count` elements of a sorted line, and their indices.
template <class T>
void store_order(const SortLine<T>& line, const kernel::KeyOrder<KeyOf<T>>& order, bool shared,
                 index_t count, const OrderResult<T>& result, index_t to, index_t step) {
  store_indices(count, result.indices + to, step, [&](index_t i) { return order.index(i); });
  if (result.values != nullptr)
    store_in_order(line, order, shared, count, result.values + to, step);
}

/// Stores the first `count` elements of a line that is in order, and their indices.
template <class T>
void store_ordered(const SortLine<T>& line, index_t count, const OrderResult<T>& result, index_t to,
                   index_t step) {
  store_first_indices(count, result.indices + to, step);
  if (result.values != nullptr) store_first(line, count, result.values + to, step);
}

/// Stores the first `count` elements of a line in the opposite order, and their indices.
template <class T>
void store_reversed(const SortLine<T>& line, index_t count, const OrderResult<T>& result,
                    index_t to, index_t step) {
  const index_t last = line.size - 1;
  const auto index = [last](index_t i) { return last - i; };
  store_indices(count, result.indices + to, step, index);
  if (result.values != nullptr) store_elements(line, count, result.values + to, step, index);
}

/// Sorts short lines, sixteen at a time, and stores the first elements of each: as many as a line of
/// the result has.
template <class T, class V>
void sort_short_lines(const char* call, const Tensor<T>& t, std::size_t dim, bool descending,
                      const ValuesAndIndices<V>& result) {
  if constexpr (has_key_bits<V>) {
    const index_t size = t.shape()[dim];
    const index_t count = result.indices.shape()[dim];
    const index_t all = kernel::kSortLanes * size;
    const LineMemory<KeyOf<V>> memory(call, all, 0, all);
    const auto scratch = memory.scratch();
    const Layout& layout = result.indices.layout();
    const OrderResult<V> to(result);
    for_each_lane_lines(t, layout, dim, descending, [&](const LaneLines<V>& lanes) {
      const index_t step = layout.strides[dim];
      const auto store_lines = [&](const auto& store) {
        for (index_t l = 0; l < lanes.count; ++l)
          store(lanes.line(l), count, to, lanes.to[l], step);
      };
      switch (lanes.order()) {
        case LaneLines<V>::Order::sorted:
          return store_lines(store_ordered<V>);
        case LaneLines<V>::Order::reversed:
          return store_lines(store_reversed<V>);
        default:
          break;
      }
      const bool shared = lanes.load(scratch.keys);
      const kernel::LaneOrders<KeyOf<V>> orders(scratch.keys, scratch.words, scratch.spare_words,
                                                scratch.counters, size);
      for (index_t l = 0; l < lanes.count; ++l)
        store_order(lanes.line(l), orders.order(l), shared, count, to, lanes.to[l], step);
    });
  }
}

template <class T>
ValuesAndIndices<std::remove_const_t<T>> sort_with_indices(const char* call, const Tensor<T>& t,
                                                           std::size_t dim, bool descending,
                                                           bool wants_values) {
  using V = std::remove_const_t<T>;
  if (is_across(t, dim)) {
    auto result =
        sort_with_indices(call, to_rows(t, dim), t.shape().size() - 1, descending, wants_values);
    if (wants_values) result.values = from_rows(result.values, dim);
    result.indices = from_rows(result.indices, dim);
    return result;
  }
  const index_t size = t.shape()[dim];
  const ValuesAndIndices<V> result{make_lines<V>(call, t, dim, size, wants_values),
                                   make_lines<index_t>(call, t, dim, size)};
  if (result.indices.numel() == 0) return result;
  if (has_short_words(t, dim)) {
    sort_short_lines(call, t, dim, descending, result);
    return result;
  }
  const auto memory = LineMemory<KeyOf<V>>(call, size, 0, size);
  const auto scratch = memory.scratch();
  const OrderResult<V> out(result);
  for_each_sort_line(t, result.indices.layout(), dim, descending,
                     [&](const SortLine<V>& line, index_t to, index_t step) {
                       if (line.is_in_order()) return store_ordered(line, size, out, to, step);
                       const bool shared = line.load(0, size, scratch.keys);
                       const kernel::KeyOrder<KeyOf<V>> order = kernel::order_line(scratch, size);
                       store_order(line, order, shared, size, out, to, step);
                     });
  return result;
}

/// Stores the elements that share the key at `first` of the sorted keys. They are read from the line,
/// in its order, because the key does not tell them apart.
template <class T>
void store_shared(const SortLine<T>& line, KeyOf<T> key, index_t first, T* to, index_t step) {
  for (index_t i = 0; i < line.size; ++i) {
    if (line.key(i) == key) to[first++ * step] = line.at(i);
  }
}

/// Position of the number's key in the sorted keys, or -1 if it is not among them.
template <class T>
index_t find_key(const SortLine<T>& line, const KeyOf<T>* keys, T number) {
  const KeyOf<T> key = line.key_of(number);
  const KeyOf<T>* const at = std::lower_bound(keys, keys + line.size, key);
  return at != keys + line.size && *at == key ? at - keys : -1;
}

/// Stores the numbers of sorted keys, which may occupy the same memory. Zeros and NaNs that share a
/// key are replaced by the elements themselves.
template <class T>
void store_sorted(const SortLine<T>& line, const KeyOf<T>* keys, bool shared, T* to, index_t step) {
  if constexpr (!std::is_integral_v<T>) {
    if (shared) {
      constexpr T nan = std::numeric_limits<T>::quiet_NaN();
      const index_t zeros = find_key(line, keys, T{});
      const index_t nans = find_key(line, keys, nan);
      line.store(keys, to, step);
      if (zeros >= 0) store_shared(line, line.key_of(T{}), zeros, to, step);
      if (nans >= 0) store_shared(line, line.key_of(nan), nans, to, step);
      return;
    }
  }
  line.store(keys, to, step);
}

/// Sorts the values of short lines, sixteen at a time.
template <class T, class V>
void sort_short_values(const char* call, const Tensor<T>& t, std::size_t dim, bool descending,
                       const Tensor<V>& result) {
  const index_t size = t.shape()[dim];
  const index_t step = result.strides()[dim];
  const index_t all = kernel::kSortLanes * size;
  const LineMemory<KeyOf<V>> memory(call, all, all, 0);
  KeyOf<V>* const keys = memory.scratch().keys;
  for_each_lane_lines(t, result.layout(), dim, descending, [&](const LaneLines<V>& lanes) {
    const bool dense = lanes.is_dense_to(step);
    if (lanes.order() == LaneLines<V>::Order::sorted) {
      if (dense)
        return store_first(lanes.as_one(), lanes.count * size, result.data() + lanes.to[0], 1);
      for (index_t l = 0; l < lanes.count; ++l)
        store_first(lanes.line(l), size, result.data() + lanes.to[l], step);
      return;
    }
    const bool shared = lanes.load(keys);
    kernel::sort_lanes(keys, memory.scratch().spare_keys, size);
    if (dense && !shared) return lanes.as_one().store(keys, result.data() + lanes.to[0], 1);
    for (index_t l = 0; l < lanes.count; ++l)
      store_sorted(lanes.line(l), keys + l * size, shared, result.data() + lanes.to[l], step);
  });
}

template <class T>
Tensor<std::remove_const_t<T>> sort_without_indices(const char* call, const Tensor<T>& t,
                                                    std::size_t dim, bool descending) {
  using V = std::remove_const_t<T>;
  if constexpr (!has_key_bits<V>) {
    return sort_with_indices(call, t, dim, descending, true).values;
  } else {
    if (is_across(t, dim))
      return from_rows(
          sort_without_indices(call, to_rows(t, dim), t.shape().size() - 1, descending), dim);
    const index_t size = t.shape()[dim];
    const auto result = make_lines<V>(call, t, dim, size);
    if (result.numel() == 0) return result;
    if (has_short_keys(t, dim)) {
      sort_short_values(call, t, dim, descending, result);
      return result;
    }
    const bool in_result = sizeof(V) == sizeof(KeyOf<V>) && result.strides()[dim] == 1;
    const auto memory = LineMemory<KeyOf<V>>(call, size, in_result ? 0 : size, 0);
    auto scratch = memory.scratch();
    for_each_sort_line(t, result.layout(), dim, descending,
                       [&](const SortLine<V>& line, index_t to, index_t step) {
                         V* const values = result.data() + to;
                         if (line.is_in_order()) return store_first(line, size, values, step);
                         if (in_result) scratch.spare_keys = reinterpret_cast<KeyOf<V>*>(values);
                         const bool shared = line.load(0, size, scratch.keys);
                         const KeyOf<V>* const keys = kernel::sort_line(scratch, size);
                         store_sorted(line, keys, shared, values, step);
                       });
    return result;
  }
}

/// Sorts lines, where a tensor of rank 0 is treated as rank 1. The return type is written out, here
/// and in sort: to deduce it, compilers would instantiate all of sorting wherever a template calls it
/// for a known type, as unique does.
template <class T>
ValuesAndIndices<std::remove_const_t<T>> sort_lines(const char* call, const Tensor<T>& t,
                                                    index_t dim, bool descending,
                                                    bool wants_values) {
  const std::size_t line = line_dim(call, t, dim);
  if (t.dim() != 0) return sort_with_indices(call, t, line, descending, wants_values);
  auto result = sort_with_indices(call, t.unsqueeze(0), line, descending, wants_values);
  if (wants_values) result.values = result.values.squeeze();
  result.indices = result.indices.squeeze();
  return result;
}

}  // namespace detail

/// Sorts the elements along `dim` in ascending or descending order. Returns them and their indices
/// along `dim`:
///   sort(tensor({3, 1, 2})) -> values {1, 2, 3}, indices {1, 2, 0}
///   auto [values, indices] = sort(t, 0, true);
/// Both are fresh tensors of the shape of `t`. NaN counts as the largest: it comes last, or first in
/// descending order. With `stable`, the default, equal elements keep their order, also in descending
/// order; without it, their indices may come in any order. A tensor of rank 0 is treated as rank 1.
/// Throws IndexError for a dim out of range. Complex numbers are ordered as by <. Source: PyTorch's
/// sort; NumPy's returns the values only, as sort_values does.
template <NumberTensor A>
[[nodiscard]] ValuesAndIndices<detail::element_t<A>> sort(const A& t, Dim dim = -1,
                                                          Flag descending = false,
                                                          [[maybe_unused]] Flag stable = true) {
  return detail::sort_lines("sort", t, dim, descending, true);
}

/// Returns the indices along `dim` that sort returns: take_along_axis(t, argsort(t, dim), dim) is
/// sorted. Arguments and errors are those of sort.
///   argsort(tensor({3, 1, 2})) -> 1 2 0
[[nodiscard]] Tensor<index_t> argsort(const NumberTensor auto& t, Dim dim = -1,
                                      Flag descending = false,
                                      [[maybe_unused]] Flag stable = true) {
  return detail::sort_lines("argsort", t, dim, descending, false).indices;
}

/// Returns the values that sort returns, in less time and memory than with their indices. Arguments
/// and errors are those of sort.
///   sort_values(tensor({3, 1, 2})) -> {1, 2, 3}
/// Source: NumPy's sort.
[[nodiscard]] auto sort_values(const NumberTensor auto& t, Dim dim = -1, Flag descending = false) {
  const std::size_t line = detail::line_dim("sort_values", t, dim);
  if (t.dim() == 0) return t.clone();
  return detail::sort_without_indices("sort_values", t, line, descending);
}

NDX_NAMESPACE_END
