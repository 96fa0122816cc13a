// searchsorted and bucketize find where values would be inserted into a sorted tensor.
//
// ops/sort/sorted_line.hpp searches one line. It reads lines of any strides without a copy.
#pragma once

#include <ndx/ops/index/take.hpp>
#include <ndx/ops/sort/side.hpp>
#include <ndx/ops/sort/sorted_line.hpp>

NDX_NAMESPACE_BEGIN

/// Values that bucketize and digitize accept: a tensor of real numbers, or one such number.
template <class V>
concept SearchValues = RealTensor<V> || (Real<V> && Scalar<V>);

/// Operands of which one is complex.
template <class S, class V>
concept ComplexSearch = ComplexTensor<S> || (RealTensor<S> && (ComplexTensor<V> || Complex<V>));

namespace detail {

/// Searches for each value in one line. This is fast for values that ascend or are near each other.
template <class Line, class V>
Tensor<index_t> search_each(const char* call, const Line& line, const Tensor<V>& values) {
  const Tensor<index_t> result = make_uninitialized<index_t>(call, values.shape());
  const Tensor<V> dense = values.contiguous();
  const index_t count = dense.numel();
  run_parts(count, parts_for(count, sizeof(index_t)), [&](index_t first, index_t last) {
    line.search_each(dense.data() + first, 1, last - first, result.data() + first);
  });
  return result;
}

inline bool same_leading_dims(DimsView a, DimsView b) {
  if (a.size() != b.size()) return false;
  for (std::size_t d = 0; d + 1 < a.size(); ++d) {
    if (a[d] != b[d]) return false;
  }
  return true;
}

/// Searches for each row of values in the sorted row at the same position: shapes (…, n) and (…, m)
/// -> (…, m).
template <class R, class S, class V>
Tensor<index_t> search_rows(const char* call, const Tensor<S>& sorted, const Tensor<V>& values,
                            bool right) {
  if (!same_leading_dims(sorted.shape(), values.shape())) [[unlikely]]
    throw_shape_error(call, ": sorted of shape ", sorted.shape(), " and values of shape ",
                      values.shape(), " differ in more than the last dim");
  const Tensor<index_t> result = zeros<index_t>(values.shape());
  if (values.numel() == 0) return result;
  const std::size_t last = sorted.shape().size() - 1;
  const index_t count = values.shape()[last];
  const index_t step = values.strides()[last];
  index_t* out = result.data();
  for_each_line(sorted.layout(), values.layout(), last, [&](index_t from, index_t to) {
    const SortedLine<R, std::remove_const_t<S>> line{sorted.data() + from, sorted.shape()[last],
                                                     sorted.strides()[last], right};
    line.search_each(values.data() + to, step, count, out);
    out += count;
  });
  return result;
}

/// Searches one sorted line for all values, or each row of `sorted` for the values in the same row.
template <class S, class V>
Tensor<index_t> search(const char* call, const Tensor<S>& sorted, const V& values, bool right) {
  using R = result_t<Tensor<S>, V>;
  if (sorted.dim() == 1) {
    const SortedLine<R, std::remove_const_t<S>> line{sorted.data(), sorted.size(0),
                                                     sorted.stride(0), right};
    if constexpr (is_tensor_v<V>) {
      return search_each(call, line, values);
    } else {
      return full<index_t>({}, line(values));
    }
  }
  if constexpr (is_tensor_v<V>) {
    if (sorted.dim() > 1) return search_rows<R>(call, sorted, values, right);
  }
  throw_shape_error(call, ": sorted must have rank 1 for this value, but has shape ",
                    sorted.shape());
}

}  // namespace detail

/// Returns the index at which each value would have to be inserted to keep `sorted` (ascending along
/// the last dim) in order: before equal elements or, with side "right" (or true), after them.
///   searchsorted(tensor({1, 3, 5}), tensor({3, 4}))           -> {1, 2}
///   searchsorted(tensor({1, 3, 5}), tensor({3, 4}), "right")  -> {2, 2}
///   searchsorted({1, 3, 5}, t) · searchsorted(t, {3, 4.5})    lists are of doubles
///   searchsorted(t, values, "left", {2, 0, 1})                the sorter in braces
/// Shapes: sorted (n), values a tensor of any shape or one number -> the shape of values; sorted (…,
/// n), values (…, m) -> (…, m), where each row is searched in its own row. `sorter`, a tensor of the
/// shape of `sorted`, holds the indices that sort it, such as argsort's. NaN counts as the largest.
/// The order of `sorted` is not checked. Throws ShapeError for shapes that do not match, ValueError
/// for any other side, IndexError for a sorter out of bounds. Source: NumPy's and PyTorch's
/// searchsorted.
template <NumberTensor S, class V>
  requires NumberOperands<S, V>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, const V& values,
                                           const Side& side = false) {
  return detail::search("searchsorted", sorted, values, side.is_right());
}
template <NumberTensor S, class V, IndexTensor I>
  requires NumberOperands<S, V>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, const V& values, const Side& side,
                                           const I& sorter) {
  if (!(sorter.shape() == sorted.shape())) [[unlikely]]
    throw_shape_error("searchsorted: sorter has shape ", sorter.shape(), " and not ",
                      sorted.shape(), ", that of sorted");
  if (sorted.dim() == 0) return searchsorted(sorted, values, side);
  UntypedTensor own = sorter.untyped();
  const auto last = sorted.dim() - 1;
  auto plan = detail::plan_along_axis("searchsorted", sorted.layout(), last, own);
  return searchsorted(detail::read_with(std::move(plan), sorted, {}), values, side);
}
template <NumberTensor S>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, std::initializer_list<double> values,
                                           const Side& side = false) {
  return searchsorted(sorted, detail::listed(values), side);
}
template <class V>
  requires(NumberTensor<V> || Scalar<V>)
[[nodiscard]] Tensor<index_t> searchsorted(std::initializer_list<double> sorted, const V& values,
                                           const Side& side = false) {
  return searchsorted(detail::listed(sorted), values, side);
}
// The overload of two lists is a template, so that only callers compile it.
template <std::same_as<double> V = double>
[[nodiscard]] Tensor<index_t> searchsorted(std::initializer_list<std::type_identity_t<V>> sorted,
                                           std::initializer_list<std::type_identity_t<V>> values,
                                           const Side& side = false) {
  return searchsorted(detail::listed(sorted), detail::listed(values), side);
}
template <NumberTensor S, class V>
  requires NumberOperands<S, V>
[[nodiscard]] Tensor<index_t> searchsorted(const S& sorted, const V& values, const Side& side,
                                           const detail::BracedIndices& sorter) {
  return searchsorted(sorted, values, side, sorter.tensor());
}

/// Returns the index of the interval of each value between ascending boundaries, which is
/// searchsorted(boundaries, values, right).
///   bucketize(tensor({3, 6, 9}), tensor({1, 3, 5, 7, 9}))  -> {1, 3, 4}
///   bucketize(t, {0.5, 1.5}) · bucketize({1, 2}, {1, 2, 3})
/// Throws ShapeError for boundaries whose rank is not 1. Source: PyTorch's bucketize; in NumPy's
/// digitize left and right are swapped.
template <SearchValues V, RealTensor S>
[[nodiscard]] Tensor<index_t> bucketize(const V& values, const S& boundaries, bool right = false) {
  if (boundaries.dim() != 1) [[unlikely]]
    throw_shape_error("bucketize: boundaries have shape ", boundaries.shape(), ", not one dim");
  return detail::search("bucketize", boundaries, values, right);
}
template <SearchValues V>
[[nodiscard]] Tensor<index_t> bucketize(const V& values, std::initializer_list<double> boundaries,
                                        bool right = false) {
  return bucketize(values, detail::listed(boundaries), right);
}
template <std::same_as<double> V = double>
[[nodiscard]] Tensor<index_t> bucketize(std::initializer_list<std::type_identity_t<V>> values,
                                        std::initializer_list<std::type_identity_t<V>> boundaries,
                                        bool right = false) {
  return bucketize(detail::listed(values), detail::listed(boundaries), right);
}
template <RealTensor S>
[[nodiscard]] Tensor<index_t> bucketize(std::initializer_list<double> values, const S& boundaries,
                                        bool right = false) {
  return bucketize(detail::listed(values), boundaries, right);
}
template <class V, class S, class... Rest>
  requires ComplexSearch<S, V>
auto bucketize(const V&, const S&, const Rest&...) {
  return detail::refuse_complex<S, V>();
}

NDX_NAMESPACE_END
