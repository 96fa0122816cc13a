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

/// softmax or its logarithm as a fresh tensor.
template <bool logarithm, class A>
auto softmax_of(const char* call, const A& t, index_t dim) {
  const auto result = make_uninitialized<function_t<element_t<A>>>(call, t.shape());
  softmax_lines<logarithm>(Into{call, result}, t, dim);
  return result;
}

/// log(sum(exp(x))) of a line, in two passes: what is subtracted, the sum.
template <class T>
auto line_logsumexp(const T* line, index_t size, index_t step) {
  using Computed = computed_t<function_t<T>>;
  const auto element = [&](index_t i) {
    return static_cast<Computed>(kernel::element(line, i * step));
  };
  const index_t stored = step == 0 && size > 1 ? 1 : size;  // of equal elements one
  Computed largest = -std::numeric_limits<Computed>::infinity();
  for (index_t i = 0; i < stored; ++i) {
    const Computed x = element(i);
    largest = x > largest || x != x ? x : largest;
  }
  const Computed shift = std::isinf(largest) ? Computed{0} : largest;
  using Total = sum_accumulator_t<Computed>;
  Total total{0};
  for (index_t i = 0; i < stored; ++i) total += static_cast<Total>(std::exp(element(i) - shift));
  if (stored != size) total *= static_cast<Total>(size);
  return static_cast<Computed>(std::log(total)) + shift;
}

}  // namespace detail

/// e^x divided by its sum along `dim`. Returns a fresh tensor of t's shape; integers give double.
/// Throws IndexError for a dim out of range.
///   softmax(tensor({0.0, 0.0}), 0) -> 0.5 0.5
[[nodiscard]] auto softmax(const RealTensor auto& t, index_t dim) {
  return detail::softmax_of<false>("softmax", t, dim);
}

/// log(softmax(t, dim)), without its rounding.
[[nodiscard]] auto log_softmax(const RealTensor auto& t, index_t dim) {
  return detail::softmax_of<true>("log_softmax", t, dim);
}

/// The same into an existing tensor, which may be t, as ops/into.hpp says.
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
/// Along one dim into an existing tensor without that dim, as ops/into.hpp says. Allocates nothing, and
/// takes longer than logsumexp where lines are long: they are computed element by element.
template <class T, RealTensor A>
void logsumexp_into(const Tensor<T>& out, const A& t, index_t dim) {
  using Result = detail::function_t<detail::element_t<A>>;
  constexpr const char* call = "logsumexp_into";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const detail::DistinctInput in(out, t);
  Layout lines = in.get().layout();
  const index_t size = lines.shape[place];
  const index_t step = lines.strides[place];
  lines.erase_dim(place);
  detail::check_output<Result>(detail::Into{call, out}, lines.shape);
  const Loop<2> loop = make_loop<2>(lines.shape, {lines.strides, out.strides()});
  if (is_empty(loop)) return;
  kernel::for_each_row(loop, [&](const Offsets<2>& at, index_t count, const Offsets<2>& steps) {
    for (index_t i = 0; i < count; ++i) {
      const auto found = detail::line_logsumexp(in.get().data() + at[0] + i * steps[0], size, step);
      out.data()[at[1] + i * steps[1]] = convert_element<T>(convert_element<Result>(found));
    }
  });
}

NDX_NAMESPACE_END
