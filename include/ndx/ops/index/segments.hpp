// segment_sum, segment_mean, segment_max, segment_min and segment_prod reduce the rows of a tensor that
// have the same label.
//
// Each is index_reduce_ into a new tensor that holds the result of no elements: one pass over the rows,
// which threads share by ranges of the result, so that the rows of a segment are added in their order.
#pragma once

#include <ndx/ops/index/scatter_reduce.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Reduces the rows of `data` to `num_segments` rows, or to as many as there are labels if that is -1.
/// Segments without rows keep `empty`.
template <class R, class I>
Tensor<R> reduce_segments(const char* call, const Tensor<const R>& data, const Tensor<I>& labels,
                          index_t num_segments, const R& empty, const ReduceByIndex& how) {
  if (labels.dim() > 1 || labels.numel() != (data.dim() == 0 ? 1 : data.size(0))) [[unlikely]]
    throw_shape_error(call, ": labels have shape ", labels.shape(), ", but data of shape ",
                      data.shape(), " needs one for each row");
  const index_t least = extreme_of_all<Min<I>>(labels);
  if (least < 0) [[unlikely]]
    throw_index_error(call, ": label ", least, " is negative");
  if (num_segments < -1) [[unlikely]]
    throw_value_error(call, ": num_segments ", num_segments, " is negative");
  Dims shape = data.dim() == 0 ? Dims{0} : Dims(data.shape());
  shape[0] = num_segments;
  if (num_segments < 0) {
    const index_t largest = labels.numel() == 0 ? -1 : extreme_of_all<Max<I>>(labels);
    shape[0] = checked_add(call, largest, 1);
  }
  return reduce_slices(call, make_filled(call, shape, empty), 0, labels.untyped(), data, how);
}

/// Converts the arguments of a function of segments whose results have type R, and reduces. Means leave out `empty`.
template <class R, class A, class X, class How>
Tensor<R> segments_of(const char* call, const A& data, const X& labels, index_t num_segments,
                      const R& empty, const How& how) {
  constexpr bool is_mean = std::is_same_v<How, std::remove_cvref_t<decltype(Reduce::mean)>>;
  return reduce_segments(call, data.template to<const R>(), index_tensor(call, labels),
                         num_segments, empty, {how, name_of(how), !is_mean, Bounds::raise});
}

/// Adds or multiplies the rows of each label in the type of sum, but 16-bit floats in float. Unsigned
/// integers are added as signed ones, with the same bits, because the compiled library has these.
template <class A, class X, class How>
auto total_segments(const char* call, const A& data, const X& labels, index_t num_segments,
                    const How& how) {
  using T = element_t<A>;
  using Total = total_t<T>;
  constexpr bool is_unsigned = std::is_unsigned_v<Total>;
  using Added = std::conditional_t<Half<T>, float, std::conditional_t<is_unsigned, index_t, Total>>;
  const auto reduce = [&](const auto& rows) {
    const Added empty = how == Reduce::multiply ? Added{1} : Added{};
    return segments_of(call, rows, labels, num_segments, empty, how);
  };
  if constexpr (std::is_same_v<T, std::uint64_t>) {
    const auto totals = reduce(Tensor<const Added>(data.storage(), Layout(data.layout())));
    return Tensor<Total>(totals.storage(), Layout(totals.layout()));
  } else if constexpr (is_unsigned) {
    const auto totals = reduce(data);
    return Tensor<Total>(totals.storage(), Layout(totals.layout()));
  } else {
    return reduce(data).template to<Total>();
  }
}

}  // namespace detail

/// Adds the rows data[i] of each label: result[k] is the sum of the rows with labels[i] = k.
///   segment_sum(tensor({1, 2, 3, 4}), {0, 2, 0, 2})       -> 4 0 6
///   segment_sum(t(4,3), {0, 0, 1, 1}) -> (2,3)
///   segment_sum(tensor({1, 2}), tensor({0, 0}), 3)        -> 3 0 0
/// The labels are integers in any order, one for each row. The result is a fresh tensor of num_segments
/// rows or, by default, of the largest label + 1; a segment without rows is 0. Types are those of sum;
/// floats are added in their own type, 16-bit ones in float, in the order of the rows, also by several
/// threads. Throws IndexError for a label that is negative or beyond num_segments, ShapeError unless
/// there is one label for each row. Source: JAX's segment_sum, which drops labels out of range.
template <NumberTensor A, IndexValues X = detail::BracedIndices>
[[nodiscard]] auto segment_sum(const A& data, const X& labels, Count num_segments = -1) {
  return detail::total_segments("segment_sum", data, labels, num_segments, Reduce::add);
}

/// Multiplies the rows of each label, as segment_sum adds them. A segment without rows is 1.
///   segment_prod(tensor({1, 2, 3, 4}), {0, 2, 0, 2}) -> 3 1 8
template <NumberTensor A, IndexValues X = detail::BracedIndices>
[[nodiscard]] auto segment_prod(const A& data, const X& labels, Count num_segments = -1) {
  return detail::total_segments("segment_prod", data, labels, num_segments, Reduce::multiply);
}

/// Returns the mean of the rows of each label, with the shapes and errors of segment_sum and the types
/// of mean. Sums are computed in double. A segment without rows is NaN.
///   segment_mean(tensor({1, 2, 3, 4}), {0, 2, 0, 2}) -> 2 nan 3
template <NumberTensor A, IndexValues X = detail::BracedIndices>
[[nodiscard]] auto segment_mean(const A& data, const X& labels, Count num_segments = -1) {
  using R = detail::function_t<detail::element_t<A>>;
  return detail::segments_of("segment_mean", data, labels, num_segments, detail::not_a_number<R>(),
                             Reduce::mean);
}

/// Returns the largest elements of the rows of each label, with the shapes and errors of segment_sum, in
/// data's element type. NaN propagates. A segment without rows has the least number of the type, -inf if
/// there is one. Source: JAX's segment_max.
///   segment_max(tensor({1.0, 2.0, 3.0, 4.0}), {0, 2, 0, 2}) -> 3 -inf 4
template <RealTensor A, IndexValues X = detail::BracedIndices>
[[nodiscard]] auto segment_max(const A& data, const X& labels, Count num_segments = -1) {
  using T = detail::element_t<A>;
  return detail::segments_of("segment_max", data, labels, num_segments,
                             detail::outermost_element<T, false>(), Reduce::maximum);
}
/// Returns the smallest elements, as segment_max does the largest. A segment without rows has the
/// largest number of the type, inf if there is one.
///   segment_min(tensor({1.0, 2.0, 3.0, 4.0}), {0, 2, 0, 2}) -> 1 inf 2
template <RealTensor A, IndexValues X = detail::BracedIndices>
[[nodiscard]] auto segment_min(const A& data, const X& labels, Count num_segments = -1) {
  using T = detail::element_t<A>;
  return detail::segments_of("segment_min", data, labels, num_segments,
                             detail::outermost_element<T, true>(), Reduce::minimum);
}

NDX_NAMESPACE_END
