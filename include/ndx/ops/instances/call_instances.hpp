// The functions of ndx.hpp that the compiled library has for each common element type, beside those of
// row_instances.hpp and reduce_instances.hpp: powers, comparisons of tensors, sorting, searching.
#pragma once

#include <ndx/ops/instances/reduce_instances.hpp>
#include <ndx/ops/mask/nonzero.hpp>
#include <ndx/ops/sort/partition.hpp>
#include <ndx/ops/sort/searchsorted.hpp>
#include <ndx/ops/sort/topk.hpp>
#include <ndx/ops/sort/unique.hpp>
#include <ndx/ops/statistics/bincount.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

// Powers.
#define NDX_ENTRY(suffix, T)                                                                      \
  NDX_COMPILE_VECTORS(raise_##suffix, Tensor<T>, raise,                                           \
                      (const char* call, const Tensor<T>& t, const T& exponent),                  \
                      (call, t, exponent), const char*, Tensor<T>, T)                             \
  NDX_COMPILE_VECTORS(raise_into_##suffix, void, raise,                                           \
                      (Into<T> into, const Tensor<T>& t, const T& exponent), (into, t, exponent), \
                      Into<T>, Tensor<T>, T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY

// The elements of masks, comparisons of whole tensors.
template <class T>
using EqualPair = Compare<Equal, T, T, T>;
template <class T>
using ClosePair = Close<T, T>;
#define NDX_ENTRY_PAIRS(name, F, T)                                                              \
  NDX_COMPILE_SCANS(name, bool, all_pairs, (const F& f, const Tensor<T>& a, const Tensor<T>& b), \
                    (f, a, b), F, T, T)
#define NDX_ENTRY(suffix, T)                                                                     \
  NDX_COMPILE_SCANS(write_nonzero_##suffix, void, write_nonzero,                                 \
                    (const Tensor<T>& t, const kernel::CoordinateTable& to), (t, to), T)         \
  NDX_COMPILE_SCANS(nonzero_columns_##suffix, IndexTuple, nonzero_columns, (const Tensor<T>& t), \
                    (t), T)                                                                      \
  NDX_COMPILE_SCANS(nonzero_positions_##suffix, Tensor<index_t>, nonzero_positions,              \
                    (const Tensor<T>& t), (t), T)                                                \
  NDX_ENTRY_PAIRS(all_equal_##suffix, EqualPair<T>, T)                                           \
  NDX_ENTRY_PAIRS(all_close_##suffix, ClosePair<T>, T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
NDX_ENTRY_PAIRS(all_equal_or_nan_float, EqualOrNan<EqualPair<float>>, float)
NDX_ENTRY_PAIRS(all_equal_or_nan_double, EqualOrNan<EqualPair<double>>, double)
#undef NDX_ENTRY_PAIRS

// Sorting, searching, counting.
#define NDX_ENTRY_PARTITION(name, V, Result, T)                                           \
  NDX_COMPILE_SORTS(name, Tensor<V>, partition_lines,                                     \
                    (const char* call, const Tensor<T>& t, const Dims& kth, index_t dim), \
                    (call, t, kth, dim), V, Result, T)
// clang-format off: one instance a paragraph
#define NDX_ENTRY(suffix, T)                                                                        \
  NDX_COMPILE_SORTS(sort_lines_##suffix, ValuesAndIndices<T>, sort_lines,                           \
           (const char* call, const Tensor<T>& t, index_t dim, bool descending, bool wants_values), \
           (call, t, dim, descending, wants_values), T)                                             \
  NDX_COMPILE_SORTS(sort_values_of_lines_##suffix, Tensor<T>, sort_values_of_lines,                 \
           (const Tensor<T>& t, index_t dim, bool descending), (t, dim, descending), T)             \
  NDX_COMPILE_SORTS(topk_of_lines_##suffix, ValuesAndIndices<T>, topk_of_lines,                     \
           (const Tensor<T>& t, index_t k, index_t dim, bool largest, bool sorted),                 \
           (t, k, dim, largest, sorted), T)                                                         \
  NDX_COMPILE_SORTS(kthvalue_of_lines_##suffix, ValuesAndIndices<T>, kthvalue_of_lines,             \
           (const Tensor<T>& t, index_t k, index_t dim, bool keepdim), (t, k, dim, keepdim), T)     \
  NDX_COMPILE_SORTS(unique_elements_##suffix, UniqueElements<T>, unique_elements,                   \
           (const Tensor<T>& t, const UniqueOptions& options), (t, options), T)                     \
  NDX_COMPILE_SORTS(unique_slices_##suffix, UniqueElements<T>, unique_slices,                       \
           (const Tensor<T>& t, index_t dim, const UniqueOptions& options),                         \
           (t, dim, options), T)                                                                    \
  NDX_COMPILE_SORTS(search_##suffix, Tensor<index_t>, search,                                       \
           (const char* call, const Tensor<T>& sorted, const Tensor<T>& values, bool right),        \
           (call, sorted, values, right), T, Tensor<T>)                                             \
  NDX_COMPILE_SORTS(search_one_##suffix, Tensor<index_t>, search,                                   \
           (const char* call, const Tensor<T>& sorted, const T& value, bool right),                 \
           (call, sorted, value, right), T, T)                                                      \
  NDX_ENTRY_PARTITION(partition_##suffix, T, std::byte, T)                                          \
  NDX_ENTRY_PARTITION(argpartition_##suffix, index_t, index_t, T)
// clang-format on
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#undef NDX_ENTRY_PARTITION
#define NDX_ENTRY(suffix, T)                                                                \
  NDX_COMPILE_SORTS(count_in_bins_##suffix, Tensor<index_t>, bincount_of,                   \
                    (const Tensor<T>& t, index_t minlength), (t, minlength), Tensor<T>)     \
  NDX_COMPILE_SORTS(weigh_in_bins_##suffix, Tensor<double>, bincount_of_weights,            \
                    (const Tensor<T>& t, const Tensor<double>& weights, index_t minlength), \
                    (t, weights, minlength), Tensor<T>, Tensor<double>)
NDX_ENTRY(bool, bool)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY

}  // namespace detail
NDX_NAMESPACE_END
