// softmax, log_softmax and logsumexp along dims, computed from the differences to the largest
// element, so that nothing overflows.
#pragma once

#include <ndx/ops/classify.hpp>
#include <ndx/ops/extremes.hpp>
#include <ndx/ops/math.hpp>
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

}  // namespace detail

/// e^x divided by its sum along `dim`. Returns a fresh tensor of t's shape; integers give double.
/// Throws IndexError for a dim out of range.
template <RealTensor A>
[[nodiscard]] auto softmax(const A& t, index_t dim) {
  (void)wrap_dim("softmax", dim, t.shape().size());
  const auto x = detail::as_floating(t);
  if (x.numel() == 0) return detail::as_result_of<A>(x.clone());
  const auto powers = exp(x - detail::extreme_values<detail::Max<computed_t<detail::element_t<A>>>>(
                                  "softmax", t, dim, true));
  return detail::as_result_of<A>(powers / sum(powers, dim, true));
}

/// log(softmax(t, dim)), without its rounding.
template <RealTensor A>
[[nodiscard]] auto log_softmax(const A& t, index_t dim) {
  (void)wrap_dim("log_softmax", dim, t.shape().size());
  const auto x = detail::as_floating(t);
  if (x.numel() == 0) return detail::as_result_of<A>(x.clone());
  const auto shifted = x - detail::extreme_values<detail::Max<computed_t<detail::element_t<A>>>>(
                               "log_softmax", t, dim, true);
  return detail::as_result_of<A>(shifted - log(sum(exp(shifted), dim, true)));
}

/// log(sum(exp(t))) over `dims`, by default over all; of no elements -inf. Shapes and errors as for
/// sum; integers give double.
template <RealTensor A>
[[nodiscard]] auto logsumexp(const A& t, const ReducedDims& dims = all_dims,
                             KeepDim keepdim = false) {
  const auto x = detail::as_floating(t);
  if (x.numel() == 0) return detail::as_result_of<A>(log(sum(x, dims, keepdim)));
  const auto shift = detail::largest_finite("logsumexp", x, dims);
  const auto logs = detail::as_result_of<A>(log(sum(exp(x - shift), dims, true)) + shift);
  return keepdim ? logs : logs.reshape(detail::make_reduction("logsumexp", x.layout(), dims).shape);
}

NDX_NAMESPACE_END
