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

// Loops that positions of extremes, logsumexp and other functions use, too.
namespace kernel {

#define NDX_ENTRY_LOOP(name, R, T)                                                           \
  NDX_COMPILE_REDUCTIONS(                                                                    \
      reduce_in_parts_##name, void, reduce_in_parts,                                         \
      (const R& reducer, const Loop<2>& loop, const T* in, typename R::Accumulator* totals), \
      (reducer, loop, in, totals), R, T)
#define NDX_ENTRY(suffix, T)                                                          \
  NDX_ENTRY_LOOP(max_##suffix, ndx::detail::Max<T>, T)                                \
  NDX_ENTRY_LOOP(min_##suffix, ndx::detail::Min<T>, T)                                \
  NDX_COMPILE_REDUCTIONS(                                                             \
      reduce_elements_max_##suffix, T, reduce_elements,                               \
      (const ndx::detail::Max<T>& reducer, const T* in, index_t count, index_t step), \
      (reducer, in, count, step), ndx::detail::Max<T>, T)                             \
  NDX_COMPILE_REDUCTIONS(                                                             \
      reduce_elements_min_##suffix, T, reduce_elements,                               \
      (const ndx::detail::Min<T>& reducer, const T* in, index_t count, index_t step), \
      (reducer, in, count, step), ndx::detail::Min<T>, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
NDX_ENTRY_LOOP(sum_float, ndx::detail::Sum<float>, float)
NDX_ENTRY_LOOP(sum_double, ndx::detail::Sum<double>, double)
NDX_ENTRY_LOOP(any_bool, ndx::detail::Any<bool>, bool)
#undef NDX_ENTRY_LOOP

}  // namespace kernel

namespace detail {

#define NDX_ENTRY_REDUCE(instance, name, Out, R, T)                                          \
  instance(name, Tensor<Out>, reduce_to,                                                     \
           (const char* call, const R& reducer, const Tensor<T>& t, const ReducedDims& dims, \
            bool keepdim),                                                                   \
           (call, reducer, t, dims, keepdim), Out, R, Tensor<T>)
#define NDX_ENTRY_OVER(name, function, Out, T, Options, options, ...)                   \
  NDX_COMPILE_REDUCTIONS(                                                               \
      name, Tensor<Out>, function,                                                      \
      (const char* call, const Tensor<T>& t, const ReducedDims& dims, Options options), \
      (call, t, dims, options), __VA_ARGS__)

// Sums, averages and extremes.
// clang-format off: one instance a paragraph
#define NDX_ENTRY(suffix, T)                                                                               \
  NDX_ENTRY_REDUCE(NDX_COMPILE_REDUCTIONS, sum_##suffix, total_t<T>, Sum<T>, T)                            \
  NDX_ENTRY_REDUCE(NDX_COMPILE_REDUCTIONS, max_##suffix, T, Max<T>, T)                                     \
  NDX_ENTRY_REDUCE(NDX_COMPILE_REDUCTIONS, min_##suffix, T, Min<T>, T)                                     \
  NDX_ENTRY_OVER(any_##suffix, truth, bool, T, bool, keepdim, Any<T>, Tensor<T>)                                   \
  NDX_ENTRY_OVER(all_##suffix, truth, bool, T, bool, keepdim, All<T>, Tensor<T>)                                   \
  NDX_ENTRY_OVER(mean_##suffix, mean_of, function_t<T>, T, bool, keepdim, function_t<T>, Tensor<T>)                \
  NDX_ENTRY_OVER(variance_##suffix, variance, variance_t<T>, T, const VarianceOptions&, options, false, T) \
  NDX_ENTRY_OVER(deviation_##suffix, variance, variance_t<T>, T, const VarianceOptions&, options, true, T) \
  NDX_COMPILE_REDUCTIONS(largest_##suffix, T, extreme_of_all, (const Tensor<T>& t), (t), Max<T>, T)        \
  NDX_COMPILE_REDUCTIONS(smallest_##suffix, T, extreme_of_all, (const Tensor<T>& t), (t), Min<T>, T)
// clang-format on
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

// Products, counts, scans, positions of extremes, softmax.
#define NDX_ENTRY_SCAN(name, Out, R, T)                                                    \
  NDX_COMPILE_SCANS(name, Tensor<Out>, scan,                                               \
                    (const char* call, const R& reducer, const Tensor<T>& t, index_t dim), \
                    (call, reducer, t, dim), Out, R, T)
// clang-format off: one instance a paragraph
#define NDX_ENTRY_EXTREME(name, R, T)                                                             \
  NDX_COMPILE_SCANS(arg_##name, Tensor<index_t>, arg_extreme,                                     \
           (const char* call, const Tensor<T>& t, const ArgExtremeOptions& options),              \
           (call, t, options), R<T>, T)                                                           \
  NDX_COMPILE_SCANS(arg_##name##s, Tensor<index_t>, arg_extremes,                                 \
           (const char* call, const Tensor<T>& t, index_t dim, const ArgExtremeOptions& options), \
           (call, t, dim, options), R<T>, T)                                                      \
  NDX_COMPILE_SCANS(name##_along, ValuesAndIndices<T>, extremes_along,                            \
           (const char* call, const Tensor<T>& t, index_t dim, bool keepdim),                     \
           (call, t, dim, keepdim), R<T>, T)
// clang-format on
#define NDX_ENTRY(suffix, T)                                                               \
  NDX_ENTRY_REDUCE(NDX_COMPILE_SCANS, count_nonzero_##suffix, index_t, CountNonzero<T>, T) \
  NDX_ENTRY_REDUCE(NDX_COMPILE_SCANS, prod_##suffix, total_t<T>, Product<T>, T)            \
  NDX_ENTRY_SCAN(cumsum_##suffix, total_t<T>, Sum<T>, T)                                   \
  NDX_ENTRY_SCAN(cumprod_##suffix, total_t<T>, Product<T>, T)                              \
  NDX_ENTRY_EXTREME(max_##suffix, Max, T)                                                  \
  NDX_ENTRY_EXTREME(min_##suffix, Min, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_EXTREME
#undef NDX_ENTRY_SCAN
NDX_COMPILE_SCANS(count_set_bools, index_t, count_set, (const Tensor<bool>& mask), (mask), bool)
NDX_CALL_INSTANCE(count_set_bools, index_t, count_set, (const Tensor<const bool>& mask), (mask),
                  const bool)
#define NDX_ENTRY_LINES(name, T)                                                            \
  NDX_COMPILE_SCANS(name##_##T, void, softmax_lines,                                        \
                    (const Into<T>& into, const Tensor<T>& t, index_t dim), (into, t, dim), \
                    LineFunction::name, T, T)
#define NDX_ENTRY(T)                                                                    \
  NDX_ENTRY_LINES(softmax, T)                                                           \
  NDX_ENTRY_LINES(log_softmax, T)                                                       \
  NDX_COMPILE_SCANS(                                                                    \
      logsumexp_##T, void, logsumexp_lines,                                             \
      (const Into<T>& into, const Tensor<T>& t, const ReducedDims& dims, bool keepdim), \
      (into, t, dims, keepdim), T, T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
#undef NDX_ENTRY_LINES

#undef NDX_ENTRY_OVER
#undef NDX_ENTRY_REDUCE

}  // namespace detail
NDX_NAMESPACE_END
