// select_scatter, slice_scatter and diagonal_scatter copy a tensor and replace one view of the copy.
//
// They exist for code without in-place writes. In C++ a copy and one assignment to a view do the same
// work.
#pragma once

#include <ndx/ops/core/promote.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns a copy of t, which is row-major, in which `src` replaces the elements of a view of the copy.
template <class T, class U>
Tensor<std::remove_const_t<T>> replaced(const char* call, const Tensor<T>& t, const Tensor<U>& src,
                                        Layout&& view) {
  using R = std::remove_const_t<T>;
  if (!(src.shape() == view.shape)) [[unlikely]] {
    throw_shape_error(call, ": src of shape ", src.shape(), " does not have the shape ", view.shape,
                      " of the view");
  }
  const Tensor<R> result = t.clone();
  copy_elements(Tensor<R>(result.storage(), std::move(view)), src);
  return result;
}

}  // namespace detail

/// Element types that can be written to a copy of a tensor of T.
template <class U, class T>
concept ReplacementFor = ConvertibleElement<std::remove_const_t<U>, std::remove_const_t<T>>;

/// Returns a copy of t in which `src` replaces t.select(dim, index). src has the shape of t without
/// dim.
///   select_scatter(zeros({2, 3}), ones({3}), 0, 1) -> 0 0 0 / 1 1 1
/// Throws ShapeError for any other shape of src, which is not broadcast, IndexError for a dim or
/// index out of bounds. Elements are converted. Source: PyTorch's select_scatter.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> select_scatter(const Tensor<T>& t,
                                                            const Tensor<U>& src, Dim dim,
                                                            Count index) {
  constexpr const char* call = "select_scatter";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  Layout view = contiguous_layout(call, t.shape());
  select_dim(view, place, wrap_index(call, index, place, view.shape[place]));
  return detail::replaced(call, t, src, std::move(view));
}

/// Returns a copy of t in which `src` replaces t.slice(dim, slice). src must have the shape of that
/// slice.
///   slice_scatter(zeros({4}), ones({2}), 0, Slice(None, None, 2)) -> 1 0 1 0
/// Bounds are clamped, as in all slices; steps may be negative. Throws ShapeError for any other shape
/// of src, IndexError for a dim out of range, ValueError for step 0. Source: PyTorch's slice_scatter,
/// whose steps are positive.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> slice_scatter(const Tensor<T>& t, const Tensor<U>& src,
                                                           Dim dim, const Slice& slice) {
  constexpr const char* call = "slice_scatter";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (slice.step.value_or(1) == 0) [[unlikely]]
    throw_value_error(call, ": slice step cannot be zero");
  const SliceRange range = resolve(slice, t.shape()[place]);
  Layout view = contiguous_layout(call, t.shape());
  slice_dim(view, place, range);
  return detail::replaced(call, t, src, std::move(view));
}
/// Takes start, end and step as separate arguments, each an integer or None.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> slice_scatter(const Tensor<T>& t, const Tensor<U>& src,
                                                           Dim dim = 0, SliceBound start = {},
                                                           SliceBound end = {},
                                                           SliceBound step = {}) {
  return slice_scatter(t, src, dim, Slice(start, end, step));
}

/// Returns a copy of t in which `src` replaces t.diagonal(offset, dim1, dim2). src must have the
/// shape of that view, whose last dim is the diagonal.
///   diagonal_scatter(zeros({2, 2}), tensor({1, 2})) -> 1 0 / 0 2
/// Throws ShapeError for any other shape of src, and whatever diagonal throws. Source: PyTorch's
/// diagonal_scatter.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> diagonal_scatter(const Tensor<T>& t,
                                                              const Tensor<U>& src,
                                                              Count offset = 0, Dim dim1 = 0,
                                                              Dim dim2 = 1) {
  constexpr const char* call = "diagonal_scatter";
  return detail::replaced(
      call, t, src, diagonal_of(call, contiguous_layout(call, t.shape()), offset, dim1, dim2));
}

NDX_NAMESPACE_END
