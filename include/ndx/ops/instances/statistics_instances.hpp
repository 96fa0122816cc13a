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
#include <ndx/ops/statistics/covariance.hpp>
#include <ndx/ops/statistics/histogram.hpp>
#include <ndx/ops/statistics/quantile.hpp>
#include <ndx/ops/statistics/weighted_average.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// Quantiles, histograms, averages, reductions that leave out NaN.
// clang-format off: one instance a paragraph
#define NDX_ENTRY(suffix, T)                                                                   \
  NDX_COMPILE_STATISTICS(quantiles_##suffix, Tensor<function_t<T>>, quantiles_over,            \
           (const char* call, const Tensor<T>& t, const Quantiles& q, const ReducedDims& dims, \
            bool keepdim, Nan nan, int whole, QuantileMethod method),                          \
           (call, t, q, dims, keepdim, nan, whole, method), T)                                 \
  NDX_COMPILE_STATISTICS(even_histogram_##suffix, BinCounts<function_t<T>>, even_histogram,    \
           (const Tensor<T>& t, index_t bins, const HistogramRange& range), (t, bins, range),  \
           function_t<T>, T)                                                                   \
  NDX_COMPILE_STATISTICS(uneven_histogram_##suffix, BinCounts<T>, uneven_histogram,            \
           (const Tensor<T>& t, const Tensor<T>& bins), (t, bins), T, T)                       \
  NDX_COMPILE_STATISTICS(edge_order_##suffix, int, edge_order,                                 \
           (const char* call, const Tensor<T>& edges), (call, edges), T)                       \
  NDX_COMPILE_STATISTICS(weights_in_shape_##suffix, Tensor<double>, weights_in_shape,          \
           (DimsView shape, const Tensor<T>& weights, const ReducedDims& over),                \
           (shape, weights, over), double, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY_TOTALS(name, Out, R, T)                                     \
  NDX_COMPILE_STATISTICS(name, Tensor<Out>, reduce_to,                        \
                     (const char* call, const R& reducer, const Tensor<T>& t, \
                      const ReducedDims& dims, bool keepdim),                 \
                     (call, reducer, t, dims, keepdim), Out, R, Tensor<T>)
#define NDX_ENTRY_VARIANCE(name, T, kRoot)                                           \
  NDX_COMPILE_STATISTICS(name, Tensor<T>, number_variance,                           \
                     (const char* call, const Tensor<T>& t, const ReducedDims& dims, \
                      const VarianceOptions& options), (call, t, dims, options), kRoot, T)
#define NDX_ENTRY_EXTREME(name, R, T)                                                          \
  NDX_ENTRY_TOTALS(name, T, R<T>, T)                                                           \
  NDX_COMPILE_STATISTICS(arg_##name, Tensor<index_t>, arg_extreme,                             \
                     (const char* call, const Tensor<T>& t, const ArgExtremeOptions& options), \
                     (call, t, options), R<T>, T)                                              \
  NDX_COMPILE_STATISTICS(arg_##name##s, Tensor<index_t>, arg_extremes,                         \
                     (const char* call, const Tensor<T>& t, index_t dim,                       \
                      const ArgExtremeOptions& options), (call, t, dim, options), R<T>, T)
#define NDX_ENTRY(T)                                                                 \
  NDX_ENTRY_TOTALS(sum_of_numbers_##T, T, SumOfNumbers<T>, T)                        \
  NDX_ENTRY_TOTALS(prod_of_numbers_##T, T, ProductOfNumbers<T>, T)                   \
  NDX_COMPILE_STATISTICS(mean_of_numbers_##T, Tensor<T>, number_mean,                \
                     (const char* call, const Tensor<T>& t, const ReducedDims& dims, \
                      bool keepdim), (call, t, dims, keepdim), T, T)                 \
  NDX_ENTRY_VARIANCE(variance_of_numbers_##T, T, false)                              \
  NDX_ENTRY_VARIANCE(deviation_of_numbers_##T, T, true)                              \
  NDX_ENTRY_EXTREME(max_number_##T, MaxNumber, T)                                    \
  NDX_ENTRY_EXTREME(min_number_##T, MinNumber, T)                                    \
  NDX_COMPILE_STATISTICS(weighted_mean_##T, Tensor<T>, weighted_mean,                \
                     (const Tensor<double>& products, const Tensor<double>& weights, \
                      DimsView shape, const ReducedDims& dims, bool keepdim),        \
                     (products, weights, shape, dims, keepdim), T, double)           \
  NDX_COMPILE_STATISTICS(sum_of_weights_##T, Tensor<T>, sum_of_weights,              \
                     (const Tensor<double>& weights, const ReducedDims& dims,        \
                      bool keepdim), (weights, dims, keepdim), T, double)
// clang-format on
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_EXTREME
#undef NDX_ENTRY_VARIANCE
#undef NDX_ENTRY_TOTALS
NDX_COMPILE_STATISTICS(covariances, Tensor<double>, covariances,
                       (const char* call, const Tensor<double>& t,
                        const CovarianceOptions& options),
                       (call, t, options), double)
NDX_COMPILE_STATISTICS(correlations, Tensor<double>, correlations,
                       (const char* call, const Tensor<double>& t, bool rowvar), (call, t, rowvar),
                       double)

// Lengths and products of vectors, running extremes; membership, which searches in sorted lines.
// clang-format off: one instance a paragraph
#define NDX_ENTRY(suffix, T)                                                                             \
  NDX_COMPILE_VECTORS(euclidean_##suffix, Tensor<variance_t<T>>, euclidean_norm,                         \
           (const Tensor<T>& t, const ReducedDims& dims, bool keepdim), (t, dims, keepdim), Tensor<T>)           \
  NDX_COMPILE_VECTORS(norm_##suffix, Tensor<variance_t<T>>, norm_of,                                     \
           (const Tensor<T>& t, double p, const ReducedDims& dims, bool keepdim),                        \
           (t, p, dims, keepdim), T)                                                                     \
  NDX_COMPILE_VECTORS(dot_##suffix, Tensor<T>, dot_of, (const Tensor<T>& a, const Tensor<T>& b), (a, b), \
           false, T, T)                                                                                  \
  NDX_COMPILE_VECTORS(running_max_##suffix, ValuesAndIndices<T>, running_extremes,                       \
           (const char* call, const Tensor<T>& t, index_t dim), (call, t, dim), Max<T>, T)               \
  NDX_COMPILE_VECTORS(running_min_##suffix, ValuesAndIndices<T>, running_extremes,                       \
           (const char* call, const Tensor<T>& t, index_t dim), (call, t, dim), Min<T>, T)
// clang-format on
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                                    \
  NDX_COMPILE_SORTS(find_among_##suffix, Tensor<bool>, find_among,              \
                    (const Tensor<T>& t, const Tensor<T>& others, bool invert), \
                    (t, others, invert), T, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
// clang-format off: one instance a paragraph
#define NDX_ENTRY(T)                                                                       \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, lerp_##T, 4, Interpolate<T>, T, T, T, T)              \
  NDX_ENTRY_ROW(NDX_COMPILE_VECTORS, lerp_by_##T, 3, Bound<2, Interpolate<T>, T>, T, T, T) \
  NDX_COMPILE_VECTORS(running_logsumexp_##T, Tensor<T>, scan,                              \
                     (const char* call, const LogSumExp<T>& reducer, const Tensor<T>& t,   \
                      index_t dim), (call, reducer, t, dim), T, LogSumExp<T>, T)
// clang-format on
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY

}  // namespace detail
NDX_NAMESPACE_END
