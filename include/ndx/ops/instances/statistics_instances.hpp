// The functions of statistics.hpp, linalg.hpp and numpy.hpp that the compiled library has for the common element
// types.
#pragma once

#include <ndx/ops/arithmetic/lerp.hpp>
#include <ndx/ops/instances/call_instances.hpp>
#include <ndx/ops/reduce/cumulative.hpp>
#include <ndx/ops/reduce/nan_reductions.hpp>
#include <ndx/ops/reduce/norm.hpp>
#include <ndx/ops/reduce/products.hpp>
#include <ndx/ops/sort/isin.hpp>
#include <ndx/ops/statistics/histogram.hpp>
#include <ndx/ops/statistics/quantile.hpp>
#include <ndx/ops/statistics/weighted_average.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// Quantiles, histograms, averages, reductions that leave out NaN.
#if NDX_HOLDS(6)
#define NDX_ENTRY_INSTANCE NDX_HOLD_INSTANCE
#else
#define NDX_ENTRY_INSTANCE NDX_CALL_INSTANCE
#endif
// clang-format off: one instance a paragraph
#define NDX_ENTRY_OF(instance, suffix, T)                                                        \
  instance(quantiles_##suffix, Tensor<function_t<T>>, quantiles_over,                            \
           (const char* call, const Tensor<T>& t, const Quantiles& q, const ReducedDims& dims,   \
            bool keepdim, Nan nan, int whole),                                                   \
           (call, t, q, dims, keepdim, nan, whole), T)                                           \
  instance(even_histogram_##suffix, BinCounts<function_t<T>>, even_histogram,                    \
           (const Tensor<T>& t, index_t bins, const HistogramRange& range), (t, bins, range),    \
           function_t<T>, T)                                                                     \
  instance(uneven_histogram_##suffix, BinCounts<T>, uneven_histogram,                            \
           (const Tensor<T>& t, const Tensor<T>& bins), (t, bins), T, T)                         \
  instance(edge_order_##suffix, int, edge_order,                                                 \
           (const char* call, const Tensor<T>& edges), (call, edges), T)
#define NDX_ENTRY(suffix, T) NDX_ENTRY_OF(NDX_ENTRY_INSTANCE, suffix, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF
#define NDX_ENTRY_TOTALS(name, Out, R, T)                                                        \
  NDX_ENTRY_INSTANCE(name, Tensor<Out>, reduce_to,                                               \
                     (const char* call, const R& reducer, const Tensor<T>& t,                    \
                      const ReducedDims& dims, bool keepdim),                                    \
                     (call, reducer, t, dims, keepdim), Out, R, T)
#define NDX_ENTRY_VARIANCE(name, T, kRoot)                                                       \
  NDX_ENTRY_INSTANCE(name, Tensor<T>, number_variance,                                           \
                     (const char* call, const Tensor<T>& t, const ReducedDims& dims,             \
                      const VarianceOptions& options), (call, t, dims, options), kRoot, T)
#define NDX_ENTRY_EXTREME(name, R, T)                                                            \
  NDX_ENTRY_TOTALS(name, T, R<T>, T)                                                             \
  NDX_ENTRY_INSTANCE(arg_##name, Tensor<index_t>, arg_extreme,                                   \
                     (const char* call, const Tensor<T>& t, const ArgExtremeOptions& options),   \
                     (call, t, options), R<T>, T)                                                \
  NDX_ENTRY_INSTANCE(arg_##name##s, Tensor<index_t>, arg_extremes,                               \
                     (const char* call, const Tensor<T>& t, index_t dim,                         \
                      const ArgExtremeOptions& options), (call, t, dim, options), R<T>, T)
#define NDX_ENTRY(T)                                                                             \
  NDX_ENTRY_TOTALS(sum_of_numbers_##T, T, SumOfNumbers<T>, T)              \
  NDX_ENTRY_TOTALS(prod_of_numbers_##T, T, ProductOfNumbers<T>, T)         \
  NDX_ENTRY_INSTANCE(mean_of_numbers_##T, Tensor<T>, number_mean,                                \
                     (const char* call, const Tensor<T>& t, const ReducedDims& dims,             \
                      bool keepdim), (call, t, dims, keepdim), T, T)                             \
  NDX_ENTRY_VARIANCE(variance_of_numbers_##T, T, false)                                          \
  NDX_ENTRY_VARIANCE(deviation_of_numbers_##T, T, true)                                          \
  NDX_ENTRY_EXTREME(max_number_##T, MaxNumber, T)                                                \
  NDX_ENTRY_EXTREME(min_number_##T, MinNumber, T)
// clang-format on
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_EXTREME
#undef NDX_ENTRY_VARIANCE
#undef NDX_ENTRY_TOTALS
NDX_ENTRY_INSTANCE(weights_in_shape, Tensor<double>, weights_in_shape,
                   (DimsView shape, const Tensor<double>& weights, const ReducedDims& over),
                   (shape, weights, over), double)
NDX_ENTRY_INSTANCE(weighted_mean, Tensor<double>, weighted_mean,
                   (const Tensor<double>& products, const Tensor<double>& weights, DimsView shape,
                    const ReducedDims& dims, bool keepdim),
                   (products, weights, shape, dims, keepdim), double)
#undef NDX_ENTRY_INSTANCE

// Lengths and products of vectors, running extremes, membership.
#if NDX_HOLDS(11)
#define NDX_ENTRY_INSTANCE NDX_HOLD_INSTANCE
#else
#define NDX_ENTRY_INSTANCE NDX_CALL_INSTANCE
#endif
// clang-format off: one instance a paragraph
#define NDX_ENTRY_OF(instance, suffix, T)                                                        \
  instance(euclidean_##suffix, Tensor<variance_t<T>>, euclidean_norm,                            \
           (const Tensor<T>& t, const ReducedDims& dims, bool keepdim), (t, dims, keepdim), T)    \
  instance(norm_##suffix, Tensor<variance_t<T>>, norm_of,                                        \
           (const Tensor<T>& t, double p, const ReducedDims& dims, bool keepdim),                \
           (t, p, dims, keepdim), T)                                                             \
  instance(dot_##suffix, Tensor<T>, dot_of, (const Tensor<T>& a, const Tensor<T>& b), (a, b),    \
           false, T, T)                                                                          \
  instance(running_max_##suffix, ValuesAndIndices<T>, running_extremes,                          \
           (const char* call, const Tensor<T>& t, index_t dim), (call, t, dim), Max<T>, T)       \
  instance(running_min_##suffix, ValuesAndIndices<T>, running_extremes,                          \
           (const char* call, const Tensor<T>& t, index_t dim), (call, t, dim), Min<T>, T)       \
  instance(find_among_##suffix, Tensor<bool>, find_among,                                        \
           (const Tensor<T>& t, const Tensor<T>& others, bool invert), (t, others, invert), T, T)
// clang-format on
#define NDX_ENTRY(suffix, T) NDX_ENTRY_OF(NDX_ENTRY_INSTANCE, suffix, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF
// clang-format off: one instance a paragraph
#define NDX_ENTRY(T)                                                                             \
  NDX_ENTRY_ROW(NDX_ENTRY_INSTANCE, lerp_##T, 4, Interpolate<T>, T, T, T, T)                     \
  NDX_ENTRY_ROW(NDX_ENTRY_INSTANCE, lerp_by_##T, 3, Bound<2, Interpolate<T>, T>, T, T, T) \
  NDX_ENTRY_INSTANCE(running_logsumexp_##T, Tensor<T>, scan,                                     \
                     (const char* call, const LogSumExp<T>& reducer, const Tensor<T>& t,         \
                      index_t dim), (call, reducer, t, dim), T, LogSumExp<T>, T)
// clang-format on
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_INSTANCE

}  // namespace detail
NDX_NAMESPACE_END
