// Two reductions by one call: aminmax, var_mean and std_mean.
#pragma once

#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN

/// The results of aminmax: auto [least, largest] = aminmax(t).
template <class T>
struct MinAndMax {
  /// Both have the shape of amin(t, dims, keepdim).
  Tensor<T> min;
  Tensor<T> max;
};

/// The results of var_mean.
template <class V, class M>
struct VarAndMean {
  Tensor<V> var;   // var(t, dims, options)
  Tensor<M> mean;  // mean(t, dims, options.keepdim)
};

/// The results of std_mean.
template <class V, class M>
struct StdAndMean {
  Tensor<V> std;   // std(t, dims, options)
  Tensor<M> mean;  // mean(t, dims, options.keepdim)
};

/// Returns the smallest and the largest element over `dims`, all dims by default, which are amin(t, dims,
/// keepdim) and amax(t, dims, keepdim). Throws as these do. Source: PyTorch's aminmax.
///   aminmax(tensor({{1, 5}, {7, 2}}), 1).min -> 1 2
///   aminmax(tensor({{1, 5}, {7, 2}}), 1).max -> 5 7
template <NumberTensor A>
[[nodiscard]] auto aminmax(const A& t, const ReducedDims& dims = all_dims,
                           KeepDim keepdim = false) {
  return MinAndMax<detail::element_t<A>>{
      detail::extreme_values<detail::MinOf<A>>("aminmax", t, dims, keepdim),
      detail::extreme_values<detail::MaxOf<A>>("aminmax", t, dims, keepdim)};
}

/// Returns the variance and the mean over `dims`, all dims by default, which are var(t, dims, options) and
/// mean(t, dims, options.keepdim). Throws as sum does. Source: PyTorch's var_mean, whose correction is 1 by
/// default.
///   var_mean(tensor({1, 2, 3, 4})).var -> 1.25 · var_mean(tensor({1, 2, 3, 4})).mean -> 2.5
template <NumberTensor A>
[[nodiscard]] auto var_mean(const A& t, const ReducedDims& dims = all_dims,
                            const VarianceOptions& options = {}) {
  using T = detail::element_t<A>;
  return VarAndMean<detail::variance_t<T>, detail::function_t<T>>{
      detail::variance<false>("var_mean", t, dims, options),
      detail::mean_of<detail::function_t<T>>("var_mean", t, dims, options.keepdim)};
}
/// Returns the standard deviation and the mean, as var_mean does.
///   std_mean(tensor({1, 3})).std -> 1 · std_mean(tensor({1, 3})).mean -> 2
template <NumberTensor A>
[[nodiscard]] auto std_mean(const A& t, const ReducedDims& dims = all_dims,
                            const VarianceOptions& options = {}) {
  using T = detail::element_t<A>;
  return StdAndMean<detail::variance_t<T>, detail::function_t<T>>{
      detail::variance<true>("std_mean", t, dims, options),
      detail::mean_of<detail::function_t<T>>("std_mean", t, dims, options.keepdim)};
}

NDX_NAMESPACE_END
