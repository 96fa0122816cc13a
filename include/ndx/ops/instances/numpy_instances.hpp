// The functions of numpy.hpp that the compiled library has. Those that only move elements are compiled for
// the common element sizes, those that also calculate for each common type.
#pragma once

#include <ndx/ops/index/choices.hpp>
#include <ndx/ops/instances/index_instances.hpp>
#include <ndx/ops/instances/moving_instances.hpp>
#include <ndx/ops/instances/statistics_instances.hpp>
#include <ndx/ops/math/calculus.hpp>
#include <ndx/ops/shape/array_split.hpp>
#include <ndx/ops/shape/edit.hpp>
#include <ndx/ops/shape/numpy_names.hpp>
#include <ndx/ops/shape/pad.hpp>
#include <ndx/ops/shape/triangles.hpp>
#include <ndx/ops/shape/windows.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// clang-format off: one instance a paragraph
#define NDX_ENTRY(instance, bytes, T)                                                               \
  instance(split_at_##bytes, std::vector<Tensor<T>>, split_at,                                      \
           (const char* call, const Tensor<T>& t, const Dims& positions, index_t dim),              \
           (call, t, positions, dim), T)                                                            \
  instance(split_into_##bytes, std::vector<Tensor<T>>, split_into,                                  \
           (const char* call, const Tensor<T>& t, index_t count, index_t dim),                      \
           (call, t, count, dim), T)                                                                \
  instance(broadcast_parts_##bytes, std::vector<Tensor<T>>, broadcast_parts,                        \
           (const char* call, Parts<T> parts), (call, parts), T)                                    \
  instance(column_stack_parts_##bytes, Joined<T>, column_stack_parts, (Parts<T> parts), (parts), T) \
  instance(dstack_parts_##bytes, Joined<T>, dstack_parts, (Parts<T> parts), (parts), T)             \
  instance(block_row_##bytes, Joined<T>, block_row, (Parts<T> parts, index_t rank),                 \
           (parts, rank), T)                                                                        \
  instance(block_rows_##bytes, Joined<T>, block_rows,                                               \
           (std::span<const std::initializer_list<Tensor<T>>> rows), (rows), T)                     \
  instance(matrix_of_diagonal_##bytes, Joined<T>, matrix_of_diagonal,                               \
           (const char* call, const Tensor<T>& diagonal, index_t k), (call, diagonal, k), T)        \
  instance(delete_at_##bytes, Joined<T>, delete_at,                                                 \
           (const Tensor<T>& t, const Tensor<index_t>& positions, std::size_t place),               \
           (t, positions, place), T)                                                                \
  instance(insert_at_##bytes, Joined<T>, insert_at,                                                 \
           (const Tensor<T>& t, const Tensor<index_t>& positions,                                   \
            const Tensor<const std::remove_const_t<T>>& values, std::size_t place),                 \
           (t, positions, values, place), T)
// clang-format on
NDX_EACH_READ_SIZE(NDX_ENTRY, NDX_COMPILE_MOVES)
#undef NDX_ENTRY
// clang-format off: one instance a paragraph
#define NDX_ENTRY(suffix, T)                                                                        \
  NDX_COMPILE_MOVES(pad_elements_##suffix, Tensor<T>, pad_elements,                                 \
           (const Tensor<T>& t, const PadPairs<index_t>& widths, const PadOptions<T>& options),     \
           (t, widths, options), T)                                                                 \
  NDX_COMPILE_MOVES(choose_among_##suffix, Tensor<T>, choose_among,                                 \
           (UntypedTensor&& indices, Parts<T> choices, const ReadOptions<T>& options, bool checked),\
           (std::move(indices), choices, options, checked), T)                                      \
  NDX_COMPILE_MOVES(differences_between_##suffix, Tensor<T>, differences_between,                   \
           (const Tensor<T>& t, const Tensor<T>& begin, const Tensor<T>& end), (t, begin, end), T)
NDX_EACH_COMMON_TYPE(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(suffix, T)                                                                        \
  NDX_COMPILE_MOVES(correlate_sequences_##suffix, Tensor<T>, correlate_sequences,                   \
           (const char* call, const Tensor<T>& a, const Tensor<T>& v, std::string_view mode),       \
           (call, a, v, mode), T)
NDX_EACH_COMMON_NUMBER(NDX_ENTRY)
#undef NDX_ENTRY
#define NDX_ENTRY(T)                                                                                \
  NDX_COMPILE_MOVES(gradient_along_##T, Tensor<T>, gradient_along,                                  \
           (const Tensor<T>& f, const Tensor<T>& steps, std::size_t place), (f, steps, place), T)   \
  NDX_COMPILE_MOVES(trapezoid_along_##T, Tensor<T>, trapezoid_along,                                \
           (const Tensor<T>& y, const Tensor<T>& steps, std::size_t place), (y, steps, place), T)
NDX_ENTRY(float)
NDX_ENTRY(double)
#undef NDX_ENTRY
NDX_COMPILE_MOVES(interpolate, Tensor<double>, interpolate,
                  (const Tensor<double>& x, const Tensor<double>& xs, const Tensor<double>& values,
                   const InterpOptions& options), (x, xs, values, options), double)
// clang-format on

}  // namespace detail
NDX_NAMESPACE_END
