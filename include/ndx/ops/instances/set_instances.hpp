// The functions of sets.hpp and groups.hpp that the compiled library has for the common element types. The others
// there consist of calls that it has.
#pragma once

#include <ndx/ops/index/segments.hpp>
#include <ndx/ops/instances/index_instances.hpp>
#include <ndx/ops/instances/statistics_instances.hpp>
#include <ndx/ops/sort/group_by.hpp>
#include <ndx/ops/sort/lexsort.hpp>
#include <ndx/ops/sort/mode.hpp>
#include <ndx/ops/sort/set_operations.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

#define NDX_ENTRY(suffix, T)                                                                       \
  NDX_COMPILE_SORTS(unique_runs_##suffix, UniqueElements<T>, unique_runs,                          \
                    (const Tensor<T>& t, index_t dim, UniqueOptions options), (t, dim, options),   \
                    T)                                                                             \
  NDX_COMPILE_SORTS(positions_by_label_##suffix, PositionsByLabel<T>, positions_by_label,          \
                    (const Tensor<T>& labels), (labels), T)                                        \
  NDX_COMPILE_SORTS(modes_along_##suffix, ValuesAndIndices<T>, modes_along,                        \
                    (const Tensor<T>& t, index_t place, bool keepdim), (t, place, keepdim), T)     \
  NDX_COMPILE_SORTS(sort_by_key_##suffix, void, sort_by_key,                                       \
                    (const Tensor<T>& key, index_t dim, index_t number, Tensor<index_t>& order),   \
                    (key, dim, number, order), T)                                                  \
  NDX_COMPILE_SORTS(in_either_##suffix, Tensor<T>, in_either,                                      \
                    (const Tensor<T>& a, const Tensor<T>& b), (a, b), T)                           \
  NDX_COMPILE_SORTS(common_elements_##suffix, Intersection<T>, common_elements,                    \
                    (const Tensor<T>& a, const Tensor<T>& b, bool return_indices),                 \
                    (a, b, return_indices), T)                                                     \
  NDX_COMPILE_SORTS(distinct_outside_##suffix, Tensor<T>, distinct_outside,                        \
                    (const Tensor<T>& t, const Tensor<T>& others), (t, others), T, T)              \
  NDX_COMPILE_SORTS(in_one_alone_##suffix, Tensor<T>, in_one_alone,                                \
                    (const Tensor<T>& a, const Tensor<T>& b), (a, b), T)                           \
  NDX_COMPILE_SORTS(reduce_segments_##suffix, Tensor<T>, reduce_segments,                          \
                    (const char* call, const Tensor<const T>& data, const Tensor<index_t>& labels, \
                     index_t num_segments, const T& empty, const ReduceByIndex& how),              \
                    (call, data, labels, num_segments, empty, how), T, index_t)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

}  // namespace detail
NDX_NAMESPACE_END
