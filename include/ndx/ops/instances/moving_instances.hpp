// The functions of ndx.hpp that only move elements. The compiled library has each for the common element
// sizes.
//
// The symbol names the size, so that all types of that size, const or not, call one function, which the
// library has for an integer type.
#pragma once

#include <ndx/ops/index/index_makers.hpp>
#include <ndx/ops/index/view_scatter.hpp>
#include <ndx/ops/mask/conditions.hpp>
#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/shape/repeat.hpp>
#include <ndx/ops/shape/roll.hpp>

NDX_NAMESPACE_BEGIN

// clang-format off: one instance a paragraph
namespace detail {

// Functions that read tensors.
#define NDX_ENTRY(instance, bytes, T)                                                           \
  instance(reshape_or_copy_##bytes, Tensor<T>, reshape_or_copy,                                 \
           (const Tensor<T>& t, const Dims& shape), (t, shape), T)                              \
  instance(unbind_dim_##bytes, std::vector<Tensor<T>>, unbind_dim,                              \
           (const Tensor<T>& t, index_t dim), (t, dim), T)                                      \
  instance(split_evenly_##bytes, std::vector<Tensor<T>>, split_evenly,                          \
           (const Tensor<T>& t, index_t size, index_t dim), (t, size, dim), T)                  \
  instance(split_by_sizes_##bytes, std::vector<Tensor<T>>, split_by_sizes,                      \
           (const Tensor<T>& t, const Dims& sizes, index_t dim), (t, sizes, dim), T)            \
  instance(split_in_chunks_##bytes, std::vector<Tensor<T>>, split_in_chunks,                    \
           (const Tensor<T>& t, index_t chunks, index_t dim), (t, chunks, dim), T)              \
  instance(meshgrid_##bytes, std::vector<Tensor<T>>, meshgrid,                                  \
           (std::span<const Tensor<T>> axes, std::string_view indexing), (axes, indexing), T)   \
  instance(cat_parts_##bytes, Joined<T>, cat_parts,                                             \
           (const char* call, Parts<T> parts, index_t dim), (call, parts, dim), T)              \
  instance(stack_parts_##bytes, Joined<T>, stack_parts,                                         \
           (const char* call, Parts<T> parts, index_t dim), (call, parts, dim), T)              \
  instance(hstack_parts_##bytes, Joined<T>, hstack_parts,                                       \
           (const char* call, Parts<T> parts), (call, parts), T)                                \
  instance(vstack_parts_##bytes, Joined<T>, vstack_parts,                                       \
           (const char* call, Parts<T> parts), (call, parts), T)                                \
  instance(repeat_dims_##bytes, Joined<T>, repeat_dims,                                         \
           (const char* call, const Tensor<T>& t, const Dims& reps), (call, t, reps), T)        \
  instance(repeat_slices_##bytes, Joined<T>, repeat_slices,                                     \
           (const char* call, const Tensor<T>& t, index_t repeats, index_t dim),                \
           (call, t, repeats, dim), T)                                                          \
  instance(compress_dim_##bytes, Joined<T>, compress_dim,                                       \
           (const char* call, const Tensor<T>& t, const Tensor<const bool>& condition,          \
            std::size_t dim),                                                                   \
           (call, t, condition, dim), T)                                                        \
  instance(extract_elements_##bytes, Joined<T>, extract_elements,                               \
           (const char* call, const Tensor<T>& t, const Tensor<const bool>& condition),         \
           (call, t, condition), T)                                                             \
  instance(replaced_##bytes, Joined<T>, replaced,                                               \
           (const char* call, const Tensor<T>& t, const Tensor<std::remove_const_t<T>>& src,    \
            Layout&& view),                                                                     \
           (call, t, src, std::move(view)), T, std::remove_const_t<T>)                          \
  instance(select_by_mask_##bytes, Joined<T>, select_by_mask,                                   \
           (const Tensor<T>& t, const Tensor<bool>& mask), (t, mask), T, bool)                  \
  instance(fill_by_mask_##bytes, Joined<T>, fill_by_mask,                                       \
           (const Tensor<T>& t, const Tensor<bool>& mask, const std::remove_const_t<T>& value), \
           (t, mask, value), T, bool)
NDX_EACH_READ_SIZE(NDX_ENTRY, NDX_COMPILE_MOVES)
#undef NDX_ENTRY

// Functions that write to tensors.
#define NDX_ENTRY(instance, bytes, T)                                                              \
  instance(copy_elements_##bytes, void, copy_elements,                                             \
           (const Tensor<T>& to, const Tensor<T>& from), (to, from), T, T)                         \
  NDX_CALL_INSTANCE(copy_elements_##bytes, void, copy_elements,                                    \
                    (const Tensor<T>& to, const Tensor<const T>& from), (to, from), T, const T)    \
  instance(copy_broadcast_##bytes, void, copy_broadcast,                                           \
           (const Tensor<T>& target, const Tensor<T>& source), (target, source), T, T)             \
  NDX_CALL_INSTANCE(copy_broadcast_##bytes, void, copy_broadcast,                                  \
                    (const Tensor<T>& target, const Tensor<const T>& source), (target, source), T, \
                    const T)                                                                       \
  instance(place_values_##bytes, void, place_values,                                               \
           (const Tensor<T>& t, const Tensor<const bool>& mask, const Tensor<const T>& values),    \
           (t, mask, values), T)                                                                   \
  instance(put_values_##bytes, void, put_values,                                                   \
           (const Tensor<T>& t, const Tensor<const bool>& mask, const Tensor<const T>& values),    \
           (t, mask, values), T)                                                                   \
  instance(scatter_by_mask_##bytes, void, scatter_by_mask,                                         \
           (const char* call, const Tensor<T>& target, const Tensor<bool>& mask,                   \
            const Tensor<const T>& source),                                                        \
           (call, target, mask, source), T, bool)
NDX_EACH_COMMON_SIZE(NDX_ENTRY, NDX_COMPILE_MOVES)
#undef NDX_ENTRY

}  // namespace detail
#define NDX_ENTRY(instance, bytes, T)             \
  instance(roll_##bytes, detail::Joined<T>, roll, \
           (const Tensor<T>& t, const Dims& shifts, const Dims& dims), (t, shifts, dims), T)
NDX_EACH_READ_SIZE(NDX_ENTRY, NDX_COMPILE_MOVES)
#undef NDX_ENTRY
// clang-format on

NDX_NAMESPACE_END
