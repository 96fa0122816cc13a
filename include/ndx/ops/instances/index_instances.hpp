// The functions of ndx.hpp that read and write along a dim, by rows of coordinates or by row-major positions.
// The compiled library has them for each common element type, because a write may reduce.
#pragma once

#include <ndx/ops/index/gather_nd.hpp>
#include <ndx/ops/index/index_add.hpp>
#include <ndx/ops/index/one_hot.hpp>
#include <ndx/ops/index/scatter.hpp>
#include <ndx/ops/index/scatter_reduce.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// clang-format off: one instance a paragraph
#define NDX_ENTRY(suffix, T)                                                                       \
  NDX_COMPILE_MOVES(read_with_##suffix, Tensor<T>, read_with,                                      \
      (IndexPlan&& plan, const Tensor<T>& t, const ReadOptions<T>& options, bool checked),         \
      (std::move(plan), t, options, checked), T)                                                   \
  NDX_CALL_INSTANCE(read_with_##suffix, Tensor<T>, read_with,                                      \
      (IndexPlan&& plan, const Tensor<const T>& t, const ReadOptions<T>& options, bool checked),   \
      (std::move(plan), t, options, checked), const T)                                             \
  NDX_COMPILE_MOVES(write_with_##suffix, Tensor<T>, write_with,                                    \
      (IndexPlan&& plan, const Tensor<T>& t, const Tensor<const T>& value,                         \
       const WriteOptions<T>& options, bool checked),                                              \
      (std::move(plan), t, value, options, checked), T)                                            \
  NDX_COMPILE_MOVES(scatter_values_##suffix, Tensor<T>, scatter_values,                            \
      (const char* call, const Tensor<T>& t, index_t dim, UntypedTensor&& index,                   \
       const Tensor<const T>& src, Given given, const WriteOptions<T>& options, bool checked),     \
      (call, t, dim, std::move(index), src, given, options, checked), T)                           \
  NDX_COMPILE_MOVES(put_along_##suffix, Tensor<T>, put_along,                                      \
      (const Tensor<T>& t, UntypedTensor&& indices, const Tensor<const T>& values, index_t dim,    \
       const WriteOptions<T>& options, bool checked),                                              \
      (t, std::move(indices), values, dim, options, checked), T)                                   \
  NDX_COMPILE_MOVES(put_along_raveled_##suffix, Tensor<T>, put_along_raveled,                      \
      (const Tensor<T>& t, UntypedTensor&& indices, const Tensor<const T>& values,                 \
       const WriteOptions<T>& options, bool checked),                                              \
      (t, std::move(indices), values, options, checked), T)                                        \
  NDX_COMPILE_MOVES(put_raveled_##suffix, Tensor<T>, put_raveled,                                  \
      (const Tensor<T>& t, const UntypedTensor& index, const Tensor<const T>& source, Given given, \
       const WriteOptions<T>& options, bool checked),                                              \
      (t, index, source, given, options, checked), T)                                              \
  NDX_COMPILE_MOVES(write_slices_##suffix, Tensor<T>, write_slices,                                \
      (const char* call, const Tensor<T>& t, index_t dim, const UntypedTensor& index,              \
       const Tensor<const T>& value, bool fills, const WriteOptions<T>& options, bool checked),    \
      (call, t, dim, index, value, fills, options, checked), T)                                    \
  NDX_COMPILE_MOVES(write_rows_##suffix, Tensor<T>, write_rows,                                    \
      (const char* call, const Tensor<T>& t, const UntypedTensor& rows,                            \
       const Tensor<const T>& updates, Given given, const WriteOptions<T>& options, bool checked), \
      (call, t, rows, updates, given, options, checked), T)                                        \
  NDX_COMPILE_MOVES(reduce_scattered_##suffix, Tensor<T>, reduce_scattered,                        \
      (const char* call, const Tensor<T>& t, index_t dim, const UntypedTensor& index,              \
       const Tensor<const T>& src, const ReduceByIndex& how),                                      \
      (call, t, dim, index, src, how), T)                                                          \
  NDX_COMPILE_MOVES(reduce_slices_##suffix, Tensor<T>, reduce_slices,                              \
      (const char* call, const Tensor<T>& t, index_t dim, const UntypedTensor& index,              \
       const Tensor<const T>& source, const ReduceByIndex& how),                                   \
      (call, t, dim, index, source, how), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, I)                                                                 \
  NDX_COMPILE_MOVES(encode_##suffix, Tensor<index_t>, encode_classes,                        \
      (const Tensor<I>& classes, index_t num_classes, const OneHotOptions<index_t>& options, \
       bool caller_checks),                                                                  \
      (classes, num_classes, options, caller_checks), index_t, I)
NDX_EACH_COMMON_INTEGER(NDX_ENTRY)
#undef NDX_ENTRY
// clang-format on

}  // namespace detail
NDX_NAMESPACE_END
