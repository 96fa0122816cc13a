// unique returns the distinct elements, or the distinct slices along a dim, in ascending order or in
// that of their first occurrence.
//
// The elements are sorted so that equal ones keep their order. Each value is then a run of equal
// neighbours, and the first element of the run is the one that occurs first in the tensor.
#pragma once

#include <ndx/ops/index/take.hpp>
#include <ndx/ops/sort/sort.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Selects the results besides the values: unique(t, {.return_inverse = true}).inverse
struct UniqueOptions {
  /// Each selects one of the results below; the others are empty.
  Flag return_index = false;
  Flag return_inverse = false;
  Flag return_counts = false;
  /// Whether NaNs are equal, as in NumPy without an axis. Otherwise all are distinct, as in PyTorch.
  Flag equal_nan = true;
  /// Whether values ascend. Otherwise they are in the order of first occurrence, as in pandas.
  Flag sorted = true;
};

/// The distinct elements. Results that were not requested are empty.
template <class T>
struct UniqueElements {
  /// The distinct values or slices, in ascending order unless `sorted` is false.
  Tensor<T> values;
  Tensor<index_t> index;    // position of the first occurrence of each value
  Tensor<index_t> inverse;  // for each element of t, the index of its value
  Tensor<index_t> counts;   // number of occurrences of each value
};
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const UniqueElements<T>& /*result*/) {
  static_assert(detail::kNever<T>,
                "several tensors are printed one by one: write unique(t).values");
  return out;
}

namespace detail {

/// Whether both are NaN. All NaNs are one value, also complex ones with different components.
template <class T>
NDX_ALWAYS_INLINE bool both_nan(const T& a, const T& b) {
  return kHasNan<T> && a != a && b != b;
}

/// Whether row a comes before row b in lexicographic order.
template <class T>
bool row_before(const T* a, const T* b, index_t width) {
  for (index_t i = 0; i < width; ++i) {
    const auto& x = kernel::element(a, i);
    const auto& y = kernel::element(b, i);
    if (both_nan(x, y)) continue;
    if (comes_before(x, y)) return true;
    if (comes_before(y, x)) return false;
  }
  return false;
}

/// Whether two rows are equal. With `equal_nan`, NaNs are equal.
template <class T>
bool same_rows(const T* a, const T* b, index_t width, bool equal_nan) {
  for (index_t i = 0; i < width; ++i) {
    const auto& x = kernel::element(a, i);
    const auto& y = kernel::element(b, i);
    if (!(x == y || (equal_nan && both_nan(x, y)))) return false;
  }
  return true;
}

/// The distinct values: the position of the first occurrence of each, and its count.
struct DistinctValues {
  Tensor<index_t> firsts;
  Tensor<index_t> counts;
};

/// Finds the distinct values in ascending order. `order` holds the indices of the elements in ascending order; same(k)
/// tells whether the k-th of them equals the one before. Stores for each element the number of its
/// value. With `earliest`, a value's first occurrence is the one with the least index, not the first
/// in order: complex NaNs are equal, but have an order. Each part of a long order counts the values that begin in it,
/// which gives the number of the first one in each.
template <class Same>
DistinctValues find_distinct(const Tensor<index_t>& order, const Same& same, bool earliest,
                             index_t* value_of) {
  const index_t n = order.numel();
  const index_t* const at = order.data();
  const index_t parts = kernel::sort_parts(n);
  index_t begun[kernel::kMostLineParts + 1] = {};
  kernel::for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    index_t count = 0;
    for (index_t k = first; k < end; ++k) count += k == 0 || !same(k) ? 1 : 0;
    begun[part + 1] = count;
  });
  for (index_t part = 0; part < parts; ++part) begun[part + 1] += begun[part];
  const index_t values = begun[parts];
  const auto starts = make_uninitialized<index_t>("unique", Dims{values + 1});
  index_t* const start = starts.data();
  start[values] = n;
  kernel::for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    index_t value = begun[part] - 1;
    for (index_t k = first; k < end; ++k) {
      if (k == 0 || !same(k)) start[++value] = k;
      if (value_of != nullptr) value_of[at[k]] = value;
    }
  });
  DistinctValues distinct{make_uninitialized<index_t>("unique", Dims{values}),
                          make_uninitialized<index_t>("unique", Dims{values})};
  kernel::for_each_part(values, kernel::sort_parts(values),
                        [&](index_t /*part*/, index_t first, index_t end) {
                          for (index_t value = first; value < end; ++value) {
                            index_t place = at[start[value]];
                            for (index_t k = start[value]; earliest && k < start[value + 1]; ++k)
                              place = at[k] < place ? at[k] : place;
                            distinct.firsts.data()[value] = place;
                            distinct.counts.data()[value] = start[value + 1] - start[value];
                          }
                        });
  return distinct;
}

/// Renumbers the values of n elements in the order in which they occur first. `value_of`, unless it
/// is null, has the number of the value of each element.
inline DistinctValues in_order_of_occurrence(const DistinctValues& distinct, index_t n,
                                             index_t* value_of) {
  const index_t values = distinct.firsts.numel();
  DistinctValues result{make_uninitialized<index_t>("unique", Dims{values}),
                        make_uninitialized<index_t>("unique", Dims{values})};
  const index_t* const firsts = distinct.firsts.data();
  const auto memory = make_filled("unique", Dims{n}, index_t{0});
  index_t* const at = memory.data();  // at a first occurrence: its count, then the value's number
  for (index_t v = 0; v < values; ++v) at[firsts[v]] = distinct.counts.data()[v];
  for (index_t i = 0, value = 0; i < n; ++i) {
    if (at[i] == 0) continue;
    result.counts.data()[value] = at[i];
    result.firsts.data()[value] = i;
    at[i] = value++;
  }
  for (index_t i = 0; value_of != nullptr && i < n; ++i) value_of[i] = at[firsts[value_of[i]]];
  return result;
}

/// Computes all results except the values. Returns the position of the first occurrence of each
/// value.
template <class T, class Same>
Tensor<index_t> collect_distinct(const Tensor<index_t>& order, DimsView shape,
                                 const UniqueOptions& options, const Same& same,
                                 UniqueElements<T>& result) {
  if (options.return_inverse) result.inverse = make_uninitialized<index_t>("unique", shape);
  index_t* const value_of = options.return_inverse ? result.inverse.data() : nullptr;
  DistinctValues distinct = find_distinct(order, same, !options.sorted, value_of);
  if (!options.sorted) distinct = in_order_of_occurrence(distinct, order.numel(), value_of);
  if (options.return_counts) result.counts = distinct.counts;
  if (options.return_index) result.index = distinct.firsts;
  return distinct.firsts;
}

/// Removes repeated elements of a sorted array: moves each element that differs from the one before
/// to the end of the elements kept so far, whose number is `count`.
template <class T>
struct DropRepeated {
  T* values;
  index_t* count;
  bool equal_nan;

  /// Processes the elements first+1…first+n. Most runs have either only repeated elements or none,
  /// so both cases are tested for, in vectors, before elements are moved one by one.
  NDX_ALWAYS_INLINE bool operator()(index_t first, index_t n) const {
    using Found = UnsignedOfSize<sizeof(T) <= 8 ? sizeof(T) : 8>;
    const T* const from = values + first;
    const bool nans = equal_nan;
    Found any = 0;
    Found all = 1;
    for (index_t i = 0; i < n; ++i) {
      const auto repeated = static_cast<Found>(repeats(from, i, nans));
      any |= repeated;
      all &= repeated;
    }
    if (all != 0) return true;
    any == 0 ? move(first + 1, n) : move_some(first + 1, n);
    return true;
  }

  /// Whether element i + 1 equals element i.
  static NDX_ALWAYS_INLINE bool repeats(const T* from, index_t i, [[maybe_unused]] bool nans) {
    const auto& a = kernel::element(from, i);
    const auto& b = kernel::element(from, i + 1);
    if constexpr (kHasNan<T>) {
      const bool same = a == b;
      const bool a_is_nan = a != a;
      const bool b_is_nan = b != b;
      return same | (nans & a_is_nan & b_is_nan);
    } else {
      return a == b;
    }
  }

 private:
  void move(index_t first, index_t n) const {
    if (*count != first)
      std::memmove(static_cast<void*>(values + *count), values + first,
                   static_cast<std::size_t>(n) * sizeof(T));
    *count += n;
  }
  NDX_NOINLINE void move_some(index_t first, index_t n) const {
    T pair[2] = {values[first - 1]};
    index_t to = *count;
    for (index_t i = first; i < first + n; ++i) {
      pair[1] = values[i];
      values[to] = pair[1];
      to += repeats(pair, 0, equal_nan) ? 0 : 1;
      pair[0] = pair[1];
    }
    *count = to;
  }
};

/// Returns the ascending elements that differ from the one before, in the memory of all if none
/// repeats. Each part of a long line drops its own repeated elements, and copies the others to their place.
template <class T>
Tensor<T> drop_repeated(const Tensor<T>& sorted, bool equal_nan) {
  const index_t n = sorted.numel();
  if (n == 0) return sorted;
  T* const values = sorted.data();
  const index_t parts = kernel::sort_parts(n);
  // 1 if the first element of a part repeats the one before.
  index_t skipped[kernel::kMostLineParts] = {};
  for (index_t part = 1; part < parts; ++part)
    skipped[part] =
        DropRepeated<T>::repeats(values, part_begin(n, parts, part) - 1, equal_nan) ? 1 : 0;
  index_t places[kernel::kMostLineParts + 1];
  places[0] = 0;
  kernel::for_each_part(n, parts, [&](index_t part, index_t first, index_t end) {
    index_t count = 1;
    kernel::visit_runs(DropRepeated<T>{values + first, &count, equal_nan}, end - first - 1);
    places[part + 1] = count - skipped[part];
  });
  for (index_t part = 0; part < parts; ++part) places[part + 1] += places[part];
  if (places[parts] == n) return sorted;
  const Tensor<T> result = make_uninitialized<T>("unique", Dims{places[parts]});
  kernel::for_each_part(n, parts, [&](index_t part, index_t first, index_t /*end*/) {
    std::memcpy(static_cast<void*>(result.data() + places[part]), values + first + skipped[part],
                static_cast<std::size_t>(places[part + 1] - places[part]) * sizeof(T));
  });
  return result;
}

template <class T>
UniqueElements<std::remove_const_t<T>> unique_elements(const Tensor<T>& t,
                                                       const UniqueOptions& options) {
  using V = std::remove_const_t<T>;
  UniqueElements<V> result;
  const Tensor<T> flat = t.ravel().contiguous();
  const Rows row{elements_as_bytes(flat), 1, flat.numel()};
  const Tensor<V> sorted = make_uninitialized<V>("unique", flat.shape());
  if (options.sorted && !options.return_index && !options.return_inverse &&
      !options.return_counts) {
    if (row.size != 0) sort_row_values("unique", row, false, sorted.data());
    result.values = drop_repeated(sorted, options.equal_nan);
    return result;
  }
  const auto order = make_uninitialized<index_t>("unique", flat.shape());
  if (row.size != 0)
    order_rows("unique", key_code_of<V>(false), row, row.size, elements_as_bytes(sorted),
               order.data());
  const V* const values = sorted.data();
  const auto same = [&](index_t k) {
    return same_rows(values + k - 1, values + k, 1, options.equal_nan);
  };
  const auto firsts = collect_distinct(order, t.shape(), options, same, result);
  result.values = make_uninitialized<V>("unique", firsts.shape());
  store_in_parts(firsts.numel(), kernel::kHeavyWork * index_t{sizeof(V)},
                 [&](index_t first, index_t end) {
                   kernel::gather_elements<sizeof(V)>(
                       elements_as_bytes(flat), firsts.data() + first, end - first,
                       elements_as_bytes(result.values) + kernel::bytes_of<sizeof(V)>(first));
                 });
  return result;
}

template <class T>
UniqueElements<std::remove_const_t<T>> unique_slices(const Tensor<T>& t, index_t dim,
                                                     const UniqueOptions& options) {
  UniqueElements<std::remove_const_t<T>> result;
  const std::size_t place = wrap_dim("unique", dim, t.shape().size());
  const index_t count = t.shape()[place];
  const index_t width = count == 0 ? 0 : t.numel() / count;
  const Tensor<T> rows = t.movedim(dim, 0).contiguous();
  const auto row = [&](index_t i) { return rows.data() + i * width; };
  const Tensor<index_t> order = arange(count);
  const auto spare = make_uninitialized<index_t>("unique", Dims{count / 2});
  merge_sort(order.data(), spare.data(), count,
             [&](index_t a, index_t b) { return row_before(row(a), row(b), width); });
  const auto same = [&](index_t k) {
    return same_rows(row(order.data()[k - 1]), row(order.data()[k]), width, options.equal_nan);
  };
  result.values = index_select(t, dim, collect_distinct(order, Dims{count}, options, same, result));
  return result;
}

}  // namespace detail

/// Returns the distinct elements of t in ascending order or, with {.sorted = false}, in the order in
/// which they occur first. On request it also returns the row-major position of each value's first
/// occurrence, for each element of t the index of its value, and the number of occurrences of each
/// value.
///   unique(tensor({3, 1, 3})).values                             -> {1, 3}
///   unique(t, {.return_inverse = true, .return_counts = true})   values.index({inverse}) equals t
/// Shapes: values, index and counts (number of values), inverse that of t. NaN counts as the largest
/// and, unless options.equal_nan is false, as equal to NaN. Source: NumPy's unique; PyTorch's keeps
/// every NaN.
[[nodiscard]] auto unique(const NumberTensor auto& t, const UniqueOptions& options = {}) {
  return detail::unique_elements(t, options);
}
/// Returns the distinct slices along `dim`, in lexicographic order or, with {.sorted = false}, in the
/// order in which they occur first.
///   unique(tensor({{1, 0}, {2, 3}, {1, 0}}), 0).values -> {{1, 0}, {2, 3}}
/// Shapes for t(2,5,3) and dim 1 with 4 distinct slices: values (2,4,3), index and counts (4),
/// inverse (5). Throws IndexError for a dim out of range.
template <NumberTensor A, Real I>
[[nodiscard]] auto unique(const A& t, I dim, const UniqueOptions& options = {}) {
  return detail::unique_slices(t, Dim(dim), options);
}

NDX_NAMESPACE_END
