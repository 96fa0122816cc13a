// unique: the distinct elements, or the distinct slices along a dim, in ascending order.
//
// Uses a stable sort: equal neighbours form a group, and the first of a group is the element that
// occurs first in the tensor.
#pragma once

#include <algorithm>

#include <ndx/ops/sort.hpp>
#include <ndx/ops/take.hpp>
#include <ndx/tensor/literal.hpp>

NDX_NAMESPACE_BEGIN

/// What unique returns besides the values: unique(t, {.return_inverse = true}).inverse
struct UniqueOptions {
  bool return_index = false;
  bool return_inverse = false;
  bool return_counts = false;
  bool equal_nan = true;  // NaNs are equal, as in NumPy; if false, all distinct, as in PyTorch
};

/// The distinct elements, ascending. What was not requested is empty.
template <class T>
struct UniqueElements {
  Tensor<T> values;
  Tensor<index_t> index;    // position of the first occurrence of each value
  Tensor<index_t> inverse;  // for each element of t, the index of its value
  Tensor<index_t> counts;   // number of occurrences of each value
};

namespace detail {

/// Whether row a comes before row b in lexicographic order.
template <class T>
bool row_before(const T* a, const T* b, index_t width) {
  for (index_t i = 0; i < width; ++i) {
    const auto& x = kernel::element(a, i);
    const auto& y = kernel::element(b, i);
    if (comes_before(x, y)) return true;
    if (comes_before(y, x)) return false;
  }
  return false;
}

/// Whether two rows, adjacent in ascending order, are equal.
template <class T>
bool same_rows_in_order(const T* before, const T* after, index_t width, bool equal_nan) {
  if (equal_nan) return !row_before(before, after, width);
  for (index_t i = 0; i < width; ++i) {
    if (!(kernel::element(before, i) == kernel::element(after, i))) return false;
  }
  return true;
}

/// Computes everything but the values. `order` holds the indices of the elements in ascending
/// order; same(k) tells whether the k-th of them equals the one before. Returns the position of the
/// first occurrence of each value.
template <class T, class Same>
Tensor<index_t> group(const Tensor<index_t>& order, DimsView shape, const UniqueOptions& options,
                      const Same& same, UniqueElements<T>& result) {
  std::vector<index_t> firsts;
  std::vector<index_t> counts;
  if (options.return_inverse) result.inverse = make_uninitialized<index_t>("unique", shape);
  for (index_t k = 0; k < order.numel(); ++k) {
    const index_t place = order.data()[k];
    if (k == 0 || !same(k)) {
      firsts.push_back(place);
      counts.push_back(0);
    }
    ++counts.back();
    if (options.return_inverse)
      result.inverse.data()[place] = static_cast<index_t>(firsts.size()) - 1;
  }
  const Tensor<index_t> index = tensor(firsts);
  if (options.return_index) result.index = index;
  if (options.return_counts) result.counts = tensor(counts);
  return index;
}

template <class T>
UniqueElements<std::remove_const_t<T>> unique_elements(const Tensor<T>& t,
                                                       const UniqueOptions& options) {
  UniqueElements<std::remove_const_t<T>> result;
  const Tensor<T> flat = t.ravel();
  const auto sorted = sort(flat);
  const auto* const values = sorted.values.data();
  const auto same = [&](index_t k) {
    return same_rows_in_order(values + k - 1, values + k, 1, options.equal_nan);
  };
  result.values = take(flat, group(sorted.indices, t.shape(), options, same, result));
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
  std::stable_sort(order.data(), order.data() + count,
                   [&](index_t a, index_t b) { return row_before(row(a), row(b), width); });
  const auto same = [&](index_t k) {
    return same_rows_in_order(row(order.data()[k - 1]), row(order.data()[k]), width,
                              options.equal_nan);
  };
  result.values = index_select(t, dim, group(order, Dims{count}, options, same, result));
  return result;
}

}  // namespace detail

/// The distinct elements of t in ascending order and, on request, the row-major position of each
/// value's first occurrence, for each element of t the index of its value, and the number of
/// occurrences of each value.
///   unique(tensor({3, 1, 3})).values                             -> {1, 3}
///   unique(t, {.return_inverse = true, .return_counts = true})   values.index({inverse}) equals t
/// Shapes: values, index and counts (number of values), inverse that of t. NaN counts as the
/// largest and, unless options.equal_nan is false, as equal to NaN. Complex numbers do not compile.
/// Source: NumPy's unique; PyTorch's keeps every NaN.
template <RealTensor A>
[[nodiscard]] auto unique(const A& t, const UniqueOptions& options = {}) {
  return detail::unique_elements(t, options);
}
/// The distinct slices along `dim`, in lexicographic order.
///   unique(tensor({{1, 0}, {2, 3}, {1, 0}}), 0).values -> {{1, 0}, {2, 3}}
/// Shapes for t(2,5,3) and dim 1 with 4 distinct slices: values (2,4,3), index and counts (4),
/// inverse (5). Throws IndexError for a dim out of range.
template <RealTensor A, Integer I>
[[nodiscard]] auto unique(const A& t, I dim, const UniqueOptions& options = {}) {
  return detail::unique_slices(t, static_cast<index_t>(dim), options);
}
template <ComplexTensor A, class... Rest>
void unique(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

NDX_NAMESPACE_END
