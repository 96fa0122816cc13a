// softmax, log_softmax and logsumexp along dims, also into an existing tensor.
//
// The largest element of each line is subtracted before the exponentials are taken, so that nothing
// overflows.
#pragma once

#include <ndx/ops/reduce/logsumexp_lines.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns softmax or its logarithm as a fresh tensor.
template <LineFunction function, class A>
auto softmax_of(const char* call, const A& t, index_t dim) {
  const auto result = make_uninitialized<function_t<element_t<A>>>(call, t.shape());
  softmax_lines<function>(Into{call, result}, t, dim);
  return result;
}

}  // namespace detail

/// Returns e^x divided by its sum along `dim`, as a fresh tensor of t's shape. Integers give double.
/// Throws IndexError for a dim out of range.
///   softmax(tensor({0.0, 0.0}), 0) -> 0.5 0.5
[[nodiscard]] auto softmax(const RealTensor auto& t, index_t dim) {
  return detail::softmax_of<detail::LineFunction::softmax>("softmax", t, dim);
}

/// Returns log(softmax(t, dim)) without the rounding of softmax, with the shapes and errors of
/// softmax.
[[nodiscard]] auto log_softmax(const RealTensor auto& t, index_t dim) {
  return detail::softmax_of<detail::LineFunction::log_softmax>("log_softmax", t, dim);
}

/// Writes softmax, or log_softmax, of t along `dim` into an existing tensor, which may be t. Shapes,
/// types, overlap and errors are those of the functions in ndx/into.hpp.
template <class T, RealTensor A>
void softmax_into(const Tensor<T>& out, const A& t, index_t dim) {
  detail::softmax_lines<detail::LineFunction::softmax>(detail::Into{"softmax_into", out}, t, dim);
}
template <class T, RealTensor A>
void log_softmax_into(const Tensor<T>& out, const A& t, index_t dim) {
  detail::softmax_lines<detail::LineFunction::log_softmax>(detail::Into{"log_softmax_into", out}, t,
                                                           dim);
}

/// Returns log(sum(exp(t))) over `dims`, by default over all. The result for no elements is -inf.
/// Shapes and errors are those of sum; integers give double.
///   logsumexp(tensor({0.0, 0.0}), 0) -> 0.693147
template <RealTensor A>
[[nodiscard]] auto logsumexp(const A& t, const ReducedDims& dims = all_dims,
                             KeepDim keepdim = false) {
  const detail::Reduction r = detail::make_reduction("logsumexp", t.layout(), dims);
  const auto result = detail::make_uninitialized<detail::function_t<detail::element_t<A>>>(
      "logsumexp", keepdim ? r.kept : r.shape);
  detail::logsumexp_lines(detail::Into{"logsumexp", result}, t, dims, keepdim);
  return result;
}
/// Writes logsumexp of t over `dims` into an existing tensor. Shapes, types, overlap and errors are
/// those of the functions in ndx/into.hpp.
template <class T, RealTensor A>
void logsumexp_into(const Tensor<T>& out, const A& t, const ReducedDims& dims = all_dims,
                    KeepDim keepdim = false) {
  detail::logsumexp_lines(detail::Into{"logsumexp_into", out}, t, dims, keepdim);
}

NDX_NAMESPACE_END
