// The functions of ndx.hpp that the compiled library has for each common element type, beside those of
// row_instances.hpp: reductions, scans, sorting, searching.
#pragma once

#include <ndx/ops/instances/row_instances.hpp>
#include <ndx/ops/mask/nonzero.hpp>
#include <ndx/ops/reduce/arg_extremes.hpp>
#include <ndx/ops/reduce/averages.hpp>
#include <ndx/ops/reduce/extremes.hpp>
#include <ndx/ops/reduce/scan.hpp>
#include <ndx/ops/reduce/softmax.hpp>
#include <ndx/ops/sort/partition.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/sort/topk.hpp>
#include <ndx/ops/sort/unique.hpp>
#include <ndx/ops/statistics/bincount.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

// Reductions and scans.
#if NDX_HOLDS(8)
#define NDX_ENTRY_INSTANCE NDX_HOLD_INSTANCE
#else
#define NDX_ENTRY_INSTANCE NDX_CALL_INSTANCE
#endif
#define NDX_ENTRY_REDUCE(instance, name, Out, R, T)                                          \
  instance(name, Tensor<Out>, reduce_to,                                                     \
           (const char* call, const R& reducer, const Tensor<T>& t, const ReducedDims& dims, \
            bool keepdim),                                                                   \
           (call, reducer, t, dims, keepdim), Out, R, T)
#define NDX_ENTRY_SCAN(instance, name, Out, R, T)                                 \
  instance(name, Tensor<Out>, scan,                                               \
           (const char* call, const R& reducer, const Tensor<T>& t, index_t dim), \
           (call, reducer, t, dim), Out, R, T)
#define NDX_ENTRY_EXTREME(instance, name, R, T)                                                   \
  instance(arg_##name##s, Tensor<index_t>, arg_extremes,                                          \
           (const char* call, const Tensor<T>& t, index_t dim, const ArgExtremeOptions& options), \
           (call, t, dim, options), R<T>, T)                                                      \
      instance(name##_along, ValuesAndIndices<T>, extremes_along,                                 \
               (const char* call, const Tensor<T>& t, index_t dim, bool keepdim),                 \
               (call, t, dim, keepdim), R<T>, T)
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
#define NDX_ENTRY(suffix, T)                                                                      \
  NDX_ENTRY_INSTANCE(write_nonzero_##suffix, void, write_nonzero,                                 \
                     (const Tensor<T>& t, const kernel::CoordinateTable& to), (t, to), T)         \
  NDX_ENTRY_INSTANCE(nonzero_columns_##suffix, IndexTuple, nonzero_columns, (const Tensor<T>& t), \
                     (t), T)                                                                      \
  NDX_ENTRY_INSTANCE(nonzero_positions_##suffix, Tensor<index_t>, nonzero_positions,              \
                     (const Tensor<T>& t), (t), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY_OF(name, R)                                                                     \
  NDX_ENTRY_REDUCE(NDX_ENTRY_INSTANCE, name, bool, R<bool>, bool)                                 \
  NDX_ENTRY_INSTANCE(arg_##name, Tensor<index_t>, arg_extreme,                                    \
                     (const char* call, const Tensor<bool>& t, const ArgExtremeOptions& options), \
                     (call, t, options), R<bool>, bool)
NDX_ENTRY_OF(max_bool, Max)
NDX_ENTRY_OF(min_bool, Min)
#undef NDX_ENTRY_OF
#undef NDX_ENTRY_EXTREME
#undef NDX_ENTRY_SCAN
#undef NDX_ENTRY_REDUCE
NDX_ENTRY_INSTANCE(mean_bool, Tensor<double>, mean_of,
                   (const char* call, const Tensor<bool>& t, const ReducedDims& dims, bool keepdim),
                   (call, t, dims, keepdim), double, bool)
#define NDX_ENTRY(name, kRoot)                                                          \
  NDX_ENTRY_INSTANCE(name##_bool, Tensor<double>, variance,                             \
                     (const char* call, const Tensor<bool>& t, const ReducedDims& dims, \
                      const VarianceOptions& options),                                  \
                     (call, t, dims, options), kRoot, bool)
NDX_ENTRY(variance, false)
NDX_ENTRY(deviation, true)
#undef NDX_ENTRY
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

// Sorting, searching, counting.
#if NDX_HOLDS(9)
#define NDX_ENTRY_INSTANCE NDX_HOLD_INSTANCE
#else
#define NDX_ENTRY_INSTANCE NDX_CALL_INSTANCE
#endif
#define NDX_ENTRY_PARTITION(instance, name, V, Result, T)                        \
  instance(name, Tensor<V>, partition_lines,                                     \
           (const char* call, const Tensor<T>& t, const Dims& kth, index_t dim), \
           (call, t, kth, dim), V, Result, T)
// clang-format off: one instance a paragraph
#define NDX_ENTRY_OF(instance, suffix, T)                                                        \
  instance(sort_lines_##suffix, ValuesAndIndices<T>, sort_lines,                                 \
           (const char* call, const Tensor<T>& t, index_t dim, bool descending, bool wants_values), \
           (call, t, dim, descending, wants_values), T)                                          \
  instance(sort_values_of_lines_##suffix, Tensor<T>, sort_values_of_lines,                       \
           (const Tensor<T>& t, index_t dim, bool descending), (t, dim, descending), T)          \
  instance(topk_of_lines_##suffix, ValuesAndIndices<T>, topk_of_lines,                           \
           (const Tensor<T>& t, index_t k, index_t dim, bool largest, bool sorted),              \
           (t, k, dim, largest, sorted), T)                                                      \
  instance(kthvalue_of_lines_##suffix, ValuesAndIndices<T>, kthvalue_of_lines,                   \
           (const Tensor<T>& t, index_t k, index_t dim, bool keepdim), (t, k, dim, keepdim), T)  \
  instance(unique_elements_##suffix, UniqueElements<T>, unique_elements,                         \
           (const Tensor<T>& t, const UniqueOptions& options), (t, options), T)                  \
  instance(unique_slices_##suffix, UniqueElements<T>, unique_slices,                             \
           (const Tensor<T>& t, index_t dim, const UniqueOptions& options),                      \
           (t, dim, options), T)                                                                 \
  instance(search_##suffix, Tensor<index_t>, search,                                             \
           (const char* call, const Tensor<T>& sorted, const Tensor<T>& values, bool right),     \
           (call, sorted, values, right), T, Tensor<T>)                                          \
  instance(search_one_##suffix, Tensor<index_t>, search,                                         \
           (const char* call, const Tensor<T>& sorted, const T& value, bool right),              \
           (call, sorted, value, right), T, T)                                                   \
  NDX_ENTRY_PARTITION(instance, partition_##suffix, T, std::byte, T)                             \
  NDX_ENTRY_PARTITION(instance, argpartition_##suffix, index_t, index_t, T)
// clang-format on
#define NDX_ENTRY(suffix, T) NDX_ENTRY_OF(NDX_ENTRY_INSTANCE, suffix, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_OF
#undef NDX_ENTRY_PARTITION
#define NDX_ENTRY(suffix, T)                                                                 \
  NDX_ENTRY_INSTANCE(count_in_bins_##suffix, Tensor<index_t>, bincount_of,                   \
                     (const Tensor<T>& t, index_t minlength), (t, minlength), Tensor<T>)     \
  NDX_ENTRY_INSTANCE(weigh_in_bins_##suffix, Tensor<double>, bincount_of_weights,            \
                     (const Tensor<T>& t, const Tensor<double>& weights, index_t minlength), \
                     (t, weights, minlength), Tensor<T>, Tensor<double>)
NDX_ENTRY(bool, bool)
NDX_ENTRY(uint8, std::uint8_t)
NDX_ENTRY(int32, std::int32_t)
NDX_ENTRY(int64, std::int64_t)
#undef NDX_ENTRY
#undef NDX_ENTRY_INSTANCE

}  // namespace detail
NDX_NAMESPACE_END
