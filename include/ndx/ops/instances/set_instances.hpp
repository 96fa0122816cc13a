// The functions of sets.hpp and groups.hpp that the compiled library has for the common element types. The others
// there consist of calls that it has.
#pragma once

#include <ndx/ops/instances/statistics_instances.hpp>
#include <ndx/ops/sort/group_by.hpp>
#include <ndx/ops/sort/mode.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

#define NDX_ENTRY(suffix, T)                                                                     \
  NDX_COMPILE_SORTS(unique_runs_##suffix, UniqueElements<T>, unique_runs,                        \
                    (const Tensor<T>& t, index_t dim, UniqueOptions options), (t, dim, options), \
                    T)                                                                           \
  NDX_COMPILE_SORTS(positions_by_label_##suffix, PositionsByLabel<T>, positions_by_label,        \
                    (const Tensor<T>& labels), (labels), T)                                      \
  NDX_COMPILE_SORTS(modes_along_##suffix, ValuesAndIndices<T>, modes_along,                      \
                    (const Tensor<T>& t, index_t place, bool keepdim), (t, place, keepdim), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY

}  // namespace detail
NDX_NAMESPACE_END
