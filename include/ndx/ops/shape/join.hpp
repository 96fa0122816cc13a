// Joining tensors: cat along an existing dim, stack along a new one, hstack, vstack.
//
// The tensors have the same element type and are given in braces or in any contiguous range: a
// std::vector, std::array or std::span. They may overlap, be the same tensor, and have any strides.
// All shapes are checked first; then the result is allocated and each tensor is copied into its
// slice. The result is fresh.
#pragma once

#include <span>
#include <vector>

#include <ndx/ops/core/promote.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Any contiguous range of tensors of the same element type.
template <class R>
concept TensorRange = requires(const R& range) {
  range.size();
  requires detail::is_tensor_v<std::remove_cvref_t<decltype(*range.data())>>;
};

namespace detail {

template <class T>
using Parts = std::span<const Tensor<T>>;
template <class T>
using Joined = Tensor<std::remove_const_t<T>>;

/// Returns the tensors of a range or of braces as a span.
template <TensorRange R>
auto parts_of(const R& tensors) {
  using Part = std::remove_cvref_t<decltype(*tensors.data())>;
  return std::span<const Part>(tensors.data(), tensors.size());
}
template <class T>
Parts<T> parts_of(std::initializer_list<Tensor<T>> tensors) {
  return {tensors.begin(), tensors.size()};
}

inline void check_parts(const char* call, std::size_t count) {
  if (count == 0) [[unlikely]]
    throw_value_error(call, ": there must be at least one tensor");
}

/// Whether t has shape (0). cat skips such tensors, whatever the rank of the others.
template <class T>
bool is_skipped(const Tensor<T>& t) {
  return t.dim() == 1 && t.numel() == 0;
}

/// Throws ShapeError unless part i has the rank of part `first` and the same sizes except along
/// `dim`.
template <class T>
void check_part(const char* call, Parts<T> parts, std::size_t first, std::size_t i,
                std::size_t dim) {
  const DimsView own = parts[i].shape();
  const DimsView expected = parts[first].shape();
  if (own.size() != expected.size()) [[unlikely]] {
    throw_shape_error(call, ": tensor ", i, " has rank ", own.size(), ", but tensor ", first,
                      " has rank ", expected.size());
  }
  for (std::size_t d = 0; d < own.size(); ++d) {
    if (d == dim || own[d] == expected[d]) continue;
    throw_shape_error(call, ": tensor ", i, " has size ", own[d], " in dim ", d, ", but tensor ",
                      first, " has size ", expected[d]);
  }
}

/// Checks all parts, then copies each to its place. Parts of shape (0) are skipped.
template <class T>
Joined<T> cat_parts(const char* call, Parts<T> parts, index_t dim) {
  check_parts(call, parts.size());
  std::size_t first = 0;
  while (first + 1 < parts.size() && is_skipped(parts[first])) ++first;
  Dims shape = parts[first].shape();
  if (shape.empty()) [[unlikely]]
    throw_shape_error(call, ": tensor ", first,
                      " has rank 0 and cannot be concatenated; use stack");
  const std::size_t place = wrap_dim(call, dim, shape.size());
  shape[place] = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (is_skipped(parts[i])) continue;
    check_part(call, parts, first, i, place);
    shape[place] = checked_add(call, shape[place], parts[i].shape()[place]);
  }
  const Joined<T> result = make_uninitialized<std::remove_const_t<T>>(call, shape);
  index_t start = 0;
  for (const Tensor<T>& part : parts) {
    if (is_skipped(part)) continue;
    const index_t length = part.shape()[place];
    copy_elements(result.narrow(static_cast<index_t>(place), start, length), part);
    start += length;
  }
  return result;
}

/// Joins tensors of one shape along a new dim.
template <class T>
Joined<T> stack_parts(const char* call, Parts<T> parts, index_t dim) {
  check_parts(call, parts.size());
  Dims shape = parts[0].shape();
  const std::size_t place = wrap_dim(call, dim, shape.size() + 1);
  for (std::size_t i = 1; i < parts.size(); ++i) {
    if (parts[i].shape() == shape) continue;
    throw_shape_error(call, ": tensor ", i, " has shape ", parts[i].shape(),
                      ", but tensor 0 has shape ", shape);
  }
  shape.insert(place, static_cast<index_t>(parts.size()));
  const Joined<T> result = make_uninitialized<std::remove_const_t<T>>(call, shape);
  index_t i = 0;
  for (const Tensor<T>& part : parts)
    copy_elements(result.select(static_cast<index_t>(place), i++), part);
  return result;
}

/// Returns the parts with dims of size 1 prepended up to the given rank.
template <class T>
std::vector<Tensor<T>> with_min_rank(Parts<T> parts, index_t rank) {
  std::vector<Tensor<T>> result(parts.begin(), parts.end());
  for (Tensor<T>& part : result)
    while (part.dim() < rank) part = part.unsqueeze(0);
  return result;
}

template <class T>
Joined<T> hstack_parts(const char* call, Parts<T> parts) {
  const std::vector<Tensor<T>> rows = with_min_rank(parts, 1);
  const bool along_columns = !rows.empty() && rows[0].dim() != 1;
  return cat_parts(call, Parts<T>(rows), along_columns ? 1 : 0);
}
template <class T>
Joined<T> vstack_parts(const char* call, Parts<T> parts) {
  return cat_parts(call, Parts<T>(with_min_rank(parts, 2)), 0);
}

}  // namespace detail

/// Concatenates tensors along a dim:
///   cat({t(2,3), t(4,3)}, 0) -> (6,3) · cat(vector_of_tensors, -1)
/// Throws ShapeError, with the index of the tensor, if ranks or other sizes differ, and for rank 0.
/// Tensors of shape (0) are skipped, whatever the rank of the others. Throws ValueError if there is
/// no tensor or a size overflows, IndexError for a dim out of range. Source: PyTorch's cat; NumPy's
/// concatenate does not skip anything.
template <TensorRange R>
[[nodiscard]] auto cat(const R& tensors, Dim dim = 0) {
  return detail::cat_parts("cat", detail::parts_of(tensors), dim);
}
template <class T>
[[nodiscard]] auto cat(std::initializer_list<Tensor<T>> tensors, Dim dim = 0) {
  return detail::cat_parts("cat", detail::parts_of(tensors), dim);
}

/// Stacks tensors along a new dim, which becomes dim `dim` of the result:
///   stack({t(2,3), t(2,3)}) -> (2,2,3), and with dim -1 -> (2,3,2)
/// Throws ShapeError if the shapes differ, ValueError if there is no tensor, IndexError for a dim
/// outside the result's rank. Source: PyTorch's and NumPy's stack.
template <TensorRange R>
[[nodiscard]] auto stack(const R& tensors, Dim dim = 0) {
  return detail::stack_parts("stack", detail::parts_of(tensors), dim);
}
template <class T>
[[nodiscard]] auto stack(std::initializer_list<Tensor<T>> tensors, Dim dim = 0) {
  return stack(detail::parts_of(tensors), dim);
}

/// Concatenates along dim 1, or along dim 0 if the first tensor has rank 1. Rank 0 is treated as
/// shape (1). Throws as cat does.
///   hstack({t(2,3), t(2,1)}) -> (2,4) · hstack({t(2), t(3)}) -> (5)
template <TensorRange R>
[[nodiscard]] auto hstack(const R& tensors) {
  return detail::hstack_parts("hstack", detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto hstack(std::initializer_list<Tensor<T>> tensors) {
  return hstack(detail::parts_of(tensors));
}

/// Concatenates along dim 0. Rank 1 is treated as shape (1,n), rank 0 as (1,1). Throws as cat does.
///   vstack({t(2,3), t(3)}) -> (3,3) · vstack({t(3), t(3)}) -> (2,3)
template <TensorRange R>
[[nodiscard]] auto vstack(const R& tensors) {
  return detail::vstack_parts("vstack", detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto vstack(std::initializer_list<Tensor<T>> tensors) {
  return vstack(detail::parts_of(tensors));
}

NDX_NAMESPACE_END
