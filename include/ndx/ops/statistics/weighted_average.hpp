// average computes a mean of elements with weights.
#pragma once

#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the weights in t's shape. They have that shape, or one dim, along the one dim that is
/// reduced.
template <class T, class W>
Tensor<W> weights_in_shape(const Tensor<T>& t, const Tensor<W>& weights, std::uint64_t reduced) {
  if (weights.shape() == t.shape()) return weights;
  std::size_t dim = 0;
  int dims = 0;
  for (std::size_t d = 0; d < t.shape().size(); ++d) {
    if (((reduced >> d) & 1) == 0) continue;
    dim = d;
    ++dims;
  }
  if (dims != 1 || weights.dim() != 1 || weights.size(0) != t.shape()[dim]) [[unlikely]]
    throw_shape_error("average: weights of shape ", weights.shape(), " for shape ", t.shape(),
                      ": they have that shape, or one dim, of the size of the one dim reduced");
  Dims shape = Dims::filled(t.shape().size(), 1);
  shape[dim] = weights.size(0);
  return weights.reshape(shape).broadcast_to(t.shape());
}

}  // namespace detail

/// Returns sum(t * weights) / sum(weights) over `dims`, all dims by default. The weights have t's
/// shape, or one dim of the size of the one dim that is reduced; the latter can be numbers in braces.
///   average(tensor({1, 2, 4}), tensor({1, 1, 2})) -> 2.75 · average(t, weights, 0) · average(t, {1, 2}, 0)
/// The result is a fresh tensor of the shape of sum(t, dims, keepdim) and the promoted type; integers
/// give double. Sums are computed in double. Throws ShapeError for other weights, ValueError where
/// they add up to zero, otherwise as sum does. Source: NumPy's average.
template <NumberTensor A, NumberTensor W>
[[nodiscard]] auto average(const A& t, const W& weights, const ReducedDims& dims = all_dims,
                           KeepDim keepdim = false) {
  using T = detail::element_t<A>;
  using V = detail::element_t<W>;
  using R = detail::function_t<promote_t<T, V>>;
  using Total = detail::sum_accumulator_t<R>;
  using AddWeights =
      std::conditional_t<std::is_integral_v<V>, detail::SumAsDouble<V>, detail::Sum<computed_t<V>>>;
  const auto each = detail::weights_in_shape(t, weights, dims.bits("average", t.shape().size()));
  const auto divisors = detail::reduce_to<typename AddWeights::Accumulator>("average", AddWeights{},
                                                                            each, dims, keepdim);
  for (const auto& divisor : divisors) {
    if (divisor == typename AddWeights::Accumulator{}) [[unlikely]]
      throw_value_error("average: weights of shape ", weights.shape(), " add up to zero");
  }
  const auto product = [](const computed_t<T>& x, const computed_t<V>& w) {
    return convert_element<Total>(x) * convert_element<Total>(w);
  };
  const auto products = detail::map_elements<Total>("average", product, t, each);
  const auto totals =
      detail::reduce_to<Total>("average", detail::Sum<Total>{}, products, dims, keepdim);
  return detail::map_elements<R>(
      "average",
      [](const Total& total, const auto& divisor) {
        return convert_element<R>(total / convert_element<Total>(divisor));
      },
      totals, divisors);
}
template <NumberTensor A>
[[nodiscard]] auto average(const A& t, std::initializer_list<double> weights,
                           const ReducedDims& dims = all_dims, KeepDim keepdim = false) {
  using Weight = detail::part_t<detail::function_t<detail::element_t<A>>>;
  return average(t, detail::listed(weights).template to<Weight>(), dims, keepdim);
}
/// Returns the mean if there are no weights.
template <NumberTensor A>
[[nodiscard]] auto average(const A& t) {
  return mean(t);
}

NDX_NAMESPACE_END
