// unique: the different elements, or the different slices along a dim, in ascending order.
//
// Everything follows from a stable order of the elements: neighbours that are the same make a
// group, whose first element is the one that stood first.
#pragma once

#include <algorithm>

#include <ndx/ops/sort.hpp>
#include <ndx/ops/take.hpp>
#include <ndx/tensor/literal.hpp>

NDX_NAMESPACE_BEGIN

/// What unique is asked for besides the values: unique(t, {.return_inverse = true}).inverse
struct UniqueOptions {
  bool return_index = false;
  bool return_inverse = false;
  bool return_counts = false;
  bool equal_nan = true;  // NaNs are one value, as in NumPy; else each is its own, as in PyTorch
};

/// The different elements, ascending; what was not asked for is empty.
template <class T>
struct UniqueElements {
  Tensor<T> values;
  Tensor<index_t> index;    // where each stood first
  Tensor<index_t> inverse;  // which of the values each element is
  Tensor<index_t> counts;   // how often each value stood there
};

namespace detail {

/// Whether row a is before row b: by the first element that differs, as words are.
template <class T>
bool row_before(const T* a, const T* b, index_t width) {
  for (index_t i = 0; i < width; ++i) {
    const T& x = kernel::element(a, i);
    const T& y = kernel::element(b, i);
    if (comes_before(x, y)) return true;
    if (comes_before(y, x)) return false;
  }
  return false;
}

/// Whether neighbours in ascending order are the same.
template <class T>
bool same_rows_in_order(const T* before, const T* after, index_t width, bool equal_nan) {
  if (equal_nan) return !row_before(before, after, width);
  for (index_t i = 0; i < width; ++i) {
    if (!(kernel::element(before, i) == kernel::element(after, i))) return false;
  }
  return true;
}

/// Fills everything but the values: `order` lists the elements' indices ascending, and
/// same(k) tells whether the k-th of them is the same as the one before. Returns where each value
/// stood first.
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

/// The different elements of t in ascending order and, where asked for, the position in row-major
/// order where each stood first, for each element of t its place among the values, and how often
/// each value stood there.
///   unique(tensor({3, 1, 3})).values                             -> {1, 3}
///   unique(t, {.return_inverse = true, .return_counts = true})   values.index({inverse}) equals t
/// Shapes: values, index and counts (number of values), inverse that of t. NaN counts as the
/// largest and, unless options.equal_nan is false, as equal to NaN. Complex numbers do not compile.
/// Source: NumPy's unique; PyTorch's keeps every NaN.
template <RealTensor A>
[[nodiscard]] auto unique(const A& t, const UniqueOptions& options = {}) {
  return detail::unique_elements(t, options);
}
/// The different slices along `dim`, ordered by their first elements that differ.
///   unique(tensor({{1, 0}, {2, 3}, {1, 0}}), 0).values -> {{1, 0}, {2, 3}}
/// Shapes for t(2,5,3) and dim 1 with 4 different slices: values (2,4,3), index and counts (4),
/// inverse (5). IndexError for a dim that is not there.
template <RealTensor A, Integer I>
[[nodiscard]] auto unique(const A& t, I dim, const UniqueOptions& options = {}) {
  return detail::unique_slices(t, static_cast<index_t>(dim), options);
}
template <ComplexTensor A, class... Rest>
void unique(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

NDX_NAMESPACE_END
