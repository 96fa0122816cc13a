// softmax, log_softmax and logsumexp along dims, computed from the differences to the largest
// element, so that nothing overflows; softmax and log_softmax also into an existing tensor.
#pragma once

#include <ndx/ops/classify.hpp>
#include <ndx/ops/extremes.hpp>
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

/// Writes t minus its largest element along the dim.
template <class T, class A>
void subtract_largest(const Into<T>& into, const A& t, index_t dim) {
  const auto largest = extreme_values<MaxOf<A>>(into.call, t, dim, true);
  map_elements<T>(
      into,
      [](const auto& x, const auto& most) { return static_cast<T>(x) - static_cast<T>(most); }, t,
      largest);
}

struct Softmax {
  /// t has elements; `out` is of the type in which they are computed.
  template <class T, class A>
  void operator()(const Into<T>& into, const A& t, index_t dim) const {
    subtract_largest(into, t, dim);
    map_function(into, functions::natural_exp, into.out);
    operate<Divide>(into, into.out, sum(into.out, dim, true));
  }
};
struct LogSoftmax {
  template <class T, class A>
  void operator()(const Into<T>& into, const A& t, index_t dim) const {
    subtract_largest(into, t, dim);
    operate<Subtract>(into, into.out, log(sum(exp(into.out), dim, true)));
  }
};

template <class F, class A>
auto normalize(const char* call, const F& f, const A& t, index_t dim) {
  (void)wrap_dim(call, dim, t.shape().size());
  using Out = function_t<element_t<A>>;
  const auto result = make_uninitialized<computed_t<Out>>(call, t.shape());
  if (t.numel() != 0) f(Into{call, result}, t, dim);
  return result.template to<Out>();
}

}  // namespace detail

/// e^x divided by its sum along `dim`. Returns a fresh tensor of t's shape; integers give double.
/// Throws IndexError for a dim out of range.
///   softmax(tensor({0.0, 0.0}), 0) -> 0.5 0.5
[[nodiscard]] auto softmax(const RealTensor auto& t, index_t dim) {
  return detail::normalize("softmax", detail::Softmax{}, t, dim);
}

/// log(softmax(t, dim)), without its rounding.
[[nodiscard]] auto log_softmax(const RealTensor auto& t, index_t dim) {
  return detail::normalize("log_softmax", detail::LogSoftmax{}, t, dim);
}

/// The same into an existing tensor, which may be t, as ops/into.hpp says; the last digit may differ.
template <class T, RealTensor A>
void softmax_into(const Tensor<T>& out, const A& t, index_t dim) {
  detail::softmax_lines<false>(detail::Into{"softmax_into", out}, t, dim);
}
template <class T, RealTensor A>
void log_softmax_into(const Tensor<T>& out, const A& t, index_t dim) {
  detail::softmax_lines<true>(detail::Into{"log_softmax_into", out}, t, dim);
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

NDX_NAMESPACE_END
