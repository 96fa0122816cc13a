// average computes a mean of elements with weights, average_and_weights the sum of the weights, too.
#pragma once

#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/sort/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the weights in the shape of the elements. They are given in that shape, or with one dim,
/// the only one that is reduced.
template <class Total, class W>
Tensor<Total> weights_in_shape(DimsView shape, const Tensor<W>& weights, const ReducedDims& over) {
  const std::uint64_t reduced = over.bits("average", shape.size());
  if (weights.shape() == shape) return weights.template to<Total>();
  std::size_t dim = 0;
  int dims = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (((reduced >> d) & 1) == 0) continue;
    dim = d;
    ++dims;
  }
  if (dims != 1 || weights.dim() != 1 || weights.size(0) != shape[dim]) [[unlikely]]
    throw_shape_error("average: weights of shape ", weights.shape(), " for shape ", shape,
                      ": they have that shape, or one dim, of the size of the one dim reduced");
  Dims along = Dims::filled(shape.size(), 1);
  along[dim] = weights.size(0);
  return weights.template to<Total>().reshape(along).broadcast_to(shape);
}

/// Returns sum(products) / sum(weights) over `dims`. `shape` is that of the weights as they were given.
template <class R, class Total>
Tensor<R> weighted_mean(const Tensor<Total>& products, const Tensor<Total>& weights, DimsView shape,
                        const ReducedDims& dims, bool keepdim) {
  const auto add = [&](const Tensor<Total>& terms) {
    return reduce_to<Total>("average", Sum<Total>{}, terms, dims, keepdim);
  };
  const Tensor<Total> divisors = add(weights);
  for (const Total& divisor : divisors) {
    if (divisor == Total{}) [[unlikely]]
      throw_value_error("average: weights of shape ", shape, " add up to zero");
  }
  return map_elements<Total>("average", In<Divide, Total>{}, add(products), divisors)
      .template to<R>();
}

/// Returns sum(weights) over `dims`.
template <class R, class Total>
Tensor<R> sum_of_weights(const Tensor<Total>& weights, const ReducedDims& dims, bool keepdim) {
  return reduce_to<Total>("average", Sum<Total>{}, weights, dims, keepdim).template to<R>();
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
  using R = detail::function_t<promote_t<T, detail::element_t<W>>>;
  using Total = detail::sum_accumulator_t<R>;
  const auto each = detail::weights_in_shape<Total>(t.shape(), weights, dims);
  const auto products =
      detail::map_elements<Total>("average", detail::In<Reduce::Multiply, Total>{}, t, each);
  return detail::weighted_mean<R>(products, each, weights.shape(), dims, keepdim);
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

/// The results of average_and_weights.
template <class T>
struct AverageAndWeights {
  Tensor<T> average;         // average(t, weights, dims, keepdim)
  Tensor<T> sum_of_weights;  // of each average, in its shape
};
/// Returns average(t, weights, dims, keepdim) and the sum of the weights of each average, both of the average's type.
/// Throws ShapeError and ValueError as average does. Source: NumPy's average with returned=True.
///   average_and_weights(tensor({1, 2, 4}), tensor({1, 1, 2})).average -> 2.75
///   average_and_weights(tensor({1, 2, 4}), tensor({1, 1, 2})).sum_of_weights -> 4
template <NumberTensor A, NumberTensor W>
[[nodiscard]] auto average_and_weights(const A& t, const W& weights,
                                       const ReducedDims& dims = all_dims,
                                       KeepDim keepdim = false) {
  using R = detail::element_t<decltype(average(t, weights, dims, keepdim))>;
  using Total = detail::sum_accumulator_t<R>;
  return AverageAndWeights<R>{
      average(t, weights, dims, keepdim),
      detail::sum_of_weights<R>(detail::weights_in_shape<Total>(t.shape(), weights, dims), dims,
                                keepdim)};
}

NDX_NAMESPACE_END
