// The reductions and scans of ndx.hpp that the compiled library has for the common element types.
#pragma once

#include <ndx/ops/instances/row_instances.hpp>
#include <ndx/ops/math/powers.hpp>
#include <ndx/ops/reduce/arg_extremes.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>
#include <ndx/ops/reduce/scan.hpp>
#include <ndx/ops/reduce/softmax.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

#define NDX_ENTRY_REDUCE(instance, name, Out, R, T)                                          \
  instance(name, Tensor<Out>, reduce_to,                                                     \
           (const char* call, const R& reducer, const Tensor<T>& t, const ReducedDims& dims, \
            bool keepdim),                                                                   \
           (call, reducer, t, dims, keepdim), Out, R, T)
#define NDX_ENTRY_OVER(instance, name, function, Out, T, Options, options, ...)              \
  instance(name, Tensor<Out>, function,                                                      \
           (const char* call, const Tensor<T>& t, const ReducedDims& dims, Options options), \
           (call, t, dims, options), __VA_ARGS__)

// Sums, averages and extremes.
#if NDX_HOLDS(5)
#define NDX_ENTRY_INSTANCE NDX_HOLD_INSTANCE
#else
#define NDX_ENTRY_INSTANCE NDX_CALL_INSTANCE
#endif
// clang-format off: one instance a paragraph
#define NDX_ENTRY_OF(instance, suffix, T)                                                     \
  NDX_ENTRY_REDUCE(instance, sum_##suffix, total_t<T>, Sum<T>, T)                             \
  NDX_ENTRY_REDUCE(instance, max_##suffix, T, Max<T>, T)                                      \
  NDX_ENTRY_REDUCE(instance, min_##suffix, T, Min<T>, T)                                      \
  NDX_ENTRY_OVER(instance, any_##suffix, truth, bool, T, bool, keepdim, Any<T>, T)            \
  NDX_ENTRY_OVER(instance, all_##suffix, truth, bool, T, bool, keepdim, All<T>, T)            \
  NDX_ENTRY_OVER(instance, mean_##suffix, mean_of, function_t<T>, T, bool, keepdim, function_t<T>, T) \
  NDX_ENTRY_OVER(instance, variance_##suffix, variance, variance_t<T>, T, const VarianceOptions&, options, false, T) \
  NDX_ENTRY_OVER(instance, deviation_##suffix, variance, variance_t<T>, T, const VarianceOptions&, options, true, T) \
  instance(largest_##suffix, T, extreme_of_all, (const Tensor<T>& t), (t), Max<T>, T)         \
  instance(smallest_##suffix, T, extreme_of_all, (const Tensor<T>& t), (t), Min<T>, T)
// clang-format on
#define NDX_ENTRY(suffix, T) NDX_ENTRY_OF(NDX_ENTRY_INSTANCE, suffix, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF
#undef NDX_ENTRY_INSTANCE

// Products, counts, scans, positions of extremes, softmax.
#if NDX_HOLDS(8)
#define NDX_ENTRY_INSTANCE NDX_HOLD_INSTANCE
#else
#define NDX_ENTRY_INSTANCE NDX_CALL_INSTANCE
#endif
#define NDX_ENTRY_SCAN(instance, name, Out, R, T)                                 \
  instance(name, Tensor<Out>, scan,                                               \
           (const char* call, const R& reducer, const Tensor<T>& t, index_t dim), \
           (call, reducer, t, dim), Out, R, T)
// clang-format off: one instance a paragraph
#define NDX_ENTRY_EXTREME(instance, name, R, T)                                                   \
  instance(arg_##name, Tensor<index_t>, arg_extreme,                                              \
           (const char* call, const Tensor<T>& t, const ArgExtremeOptions& options),              \
           (call, t, options), R<T>, T)                                                           \
  instance(arg_##name##s, Tensor<index_t>, arg_extremes,                                          \
           (const char* call, const Tensor<T>& t, index_t dim, const ArgExtremeOptions& options), \
           (call, t, dim, options), R<T>, T)                                                      \
  instance(name##_along, ValuesAndIndices<T>, extremes_along,                                     \
           (const char* call, const Tensor<T>& t, index_t dim, bool keepdim),                     \
           (call, t, dim, keepdim), R<T>, T)
// clang-format on
#define NDX_ENTRY_OF(instance, suffix, T)                                         \
  NDX_ENTRY_REDUCE(instance, count_nonzero_##suffix, index_t, CountNonzero<T>, T) \
  NDX_ENTRY_REDUCE(instance, prod_##suffix, total_t<T>, Product<T>, T)            \
  NDX_ENTRY_SCAN(instance, cumsum_##suffix, total_t<T>, Sum<T>, T)                \
  NDX_ENTRY_SCAN(instance, cumprod_##suffix, total_t<T>, Product<T>, T)           \
  NDX_ENTRY_EXTREME(instance, max_##suffix, Max, T)                               \
  NDX_ENTRY_EXTREME(instance, min_##suffix, Min, T)
#define NDX_ENTRY(suffix, T) NDX_ENTRY_OF(NDX_ENTRY_INSTANCE, suffix, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF
#undef NDX_ENTRY_EXTREME
#undef NDX_ENTRY_SCAN
NDX_ENTRY_INSTANCE(count_set_bools, index_t, count_set, (const Tensor<bool>& mask), (mask), bool)
NDX_CALL_INSTANCE(count_set_bools, index_t, count_set, (const Tensor<const bool>& mask), (mask),
                  const bool)
#define NDX_ENTRY_LINES(name, T)                                                             \
  NDX_ENTRY_INSTANCE(name##_##T, void, softmax_lines,                                        \
                     (const Into<T>& into, const Tensor<T>& t, index_t dim), (into, t, dim), \
                     LineFunction::name, T, T)
#define NDX_ENTRY(T)                                                                    \
  NDX_ENTRY_LINES(softmax, T)                                                           \
  NDX_ENTRY_LINES(log_softmax, T)                                                       \
  NDX_ENTRY_INSTANCE(                                                                   \
      logsumexp_##T, void, logsumexp_lines,                                             \
      (const Into<T>& into, const Tensor<T>& t, const ReducedDims& dims, bool keepdim), \
      (into, t, dims, keepdim), T, T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_LINES
#undef NDX_ENTRY_INSTANCE

#undef NDX_ENTRY_OVER
#undef NDX_ENTRY_REDUCE

}  // namespace detail
NDX_NAMESPACE_END
