// softmax, log_softmax and logsumexp along dims, computed from the differences to the largest
// element, so that nothing overflows; also into an existing tensor.
#pragma once

#include <ndx/ops/classify.hpp>
#include <ndx/ops/extremes.hpp>
#include <ndx/ops/logsumexp_lines.hpp>
#include <ndx/ops/math.hpp>
#include <ndx/ops/softmax_lines.hpp>
#include <ndx/ops/where.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Integers as doubles, others in the type in which they are computed.
template <class A>
auto as_floating(const A& t) {
  return t.template to<computed_t<function_t<element_t<A>>>>();
}

/// Results in the type of the function.
template <class A, class T>
auto as_result_of(const Tensor<T>& result) {
  return result.template to<function_t<element_t<A>>>();
}

/// What is subtracted: the largest element along the dims, 0 where that is infinite.
template <class T>
Tensor<T> largest_finite(const char* call, const Tensor<T>& x, const ReducedDims& dims) {
  const auto largest = extreme_values<Max<T>>(call, x, dims, true);
  return where(isinf(largest), T{0}, largest);
}

/// softmax or its logarithm as a fresh tensor.
template <LineFunction function, class A>
auto softmax_of(const char* call, const A& t, index_t dim) {
  const auto result = make_uninitialized<function_t<element_t<A>>>(call, t.shape());
  softmax_lines<function>(Into{call, result}, t, dim);
  return result;
}

}  // namespace detail

/// e^x divided by its sum along `dim`. Returns a fresh tensor of t's shape; integers give double.
/// Throws IndexError for a dim out of range.
///   softmax(tensor({0.0, 0.0}), 0) -> 0.5 0.5
[[nodiscard]] auto softmax(const RealTensor auto& t, index_t dim) {
  return detail::softmax_of<detail::LineFunction::softmax>("softmax", t, dim);
}

/// log(softmax(t, dim)), without its rounding.
[[nodiscard]] auto log_softmax(const RealTensor auto& t, index_t dim) {
  return detail::softmax_of<detail::LineFunction::log_softmax>("log_softmax", t, dim);
}

/// The same into an existing tensor, which may be t, as ops/into.hpp says.
template <class T, RealTensor A>
void softmax_into(const Tensor<T>& out, const A& t, index_t dim) {
  detail::softmax_lines<detail::LineFunction::softmax>(detail::Into{"softmax_into", out}, t, dim);
}
template <class T, RealTensor A>
void log_softmax_into(const Tensor<T>& out, const A& t, index_t dim) {
  detail::softmax_lines<detail::LineFunction::log_softmax>(detail::Into{"log_softmax_into", out}, t,
                                                           dim);
}

/// log(sum(exp(t))) over `dims`, by default over all; of no elements -inf. Shapes and errors as for
/// sum; integers give double.
///   logsumexp(tensor({0.0, 0.0}), 0) -> 0.693147
template <RealTensor A>
[[nodiscard]] auto logsumexp(const A& t, const ReducedDims& dims = all_dims,
                             KeepDim keepdim = false) {
  const auto x = detail::as_floating(t);
  if (x.numel() == 0) return detail::as_result_of<A>(log(sum(x, dims, keepdim)));
  const auto shift = detail::largest_finite("logsumexp", x, dims);
  const auto logs = detail::as_result_of<A>(log(sum(exp(x - shift), dims, true)) + shift);
  return keepdim ? logs : logs.reshape(detail::make_reduction("logsumexp", x.layout(), dims).shape);
}
/// The same into an existing tensor, as ops/into.hpp says.
template <class T, RealTensor A>
void logsumexp_into(const Tensor<T>& out, const A& t, const ReducedDims& dims = all_dims,
                    KeepDim keepdim = false) {
  detail::logsumexp_lines(detail::Into{"logsumexp_into", out}, t, dims, keepdim);
}

NDX_NAMESPACE_END
