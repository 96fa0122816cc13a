// select_scatter, slice_scatter, diagonal_scatter: a copy of a tensor in which one view is
// replaced.
#pragma once

#include <ndx/ops/promote.hpp>
#include <ndx/tensor/copies.hpp>
#include <ndx/tensor/views.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A copy of t in which `src` stands where view(layout of the copy) lies.
template <class T, class U, class View>
Tensor<std::remove_const_t<T>> replaced(const char* call, const Tensor<T>& t, const Tensor<U>& src,
                                        const View& view) {
  using R = std::remove_const_t<T>;
  // Checked before the copy is made: the view of a copy has the shape of the view.
  const Layout checked = view(t.layout());
  if (!(src.shape() == checked.shape)) [[unlikely]] {
    throw_shape_error(call, ": src of shape ", src.shape(), " does not have the shape ",
                      checked.shape, " of the view");
  }
  const Tensor<R> result = t.clone();
  copy_elements(Tensor<R>(result.storage(), view(result.layout())), src);
  return result;
}

}  // namespace detail

/// What may be put into a copy of a tensor of T.
template <class U, class T>
concept ReplacementFor = ConvertibleElement<std::remove_const_t<U>, std::remove_const_t<T>>;

/// A copy of t with `src` in the place of t.select(dim, index): src has the shape of t without dim.
///   select_scatter(zeros({2, 3}), ones({3}), 0, 1) -> 0 0 0 / 1 1 1
/// ShapeError for another shape of src, which is not broadcast; IndexError for a dim or index out
/// of bounds. Elements are converted. Source: PyTorch's select_scatter.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> select_scatter(const Tensor<T>& t,
                                                            const Tensor<U>& src, index_t dim,
                                                            index_t index) {
  constexpr const char* call = "select_scatter";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const index_t at = wrap_index(call, index, place, t.shape()[place]);
  return detail::replaced(call, t, src, [&](Layout layout) {
    select_dim(layout, place, at);
    return layout;
  });
}

/// A copy of t with `src` in the place of t.slice(dim, slice), whose shape it must have.
///   slice_scatter(zeros({4}), ones({2}), 0, Slice(None, None, 2)) -> 1 0 1 0
/// Bounds clamp as everywhere in slices, steps may be negative. ShapeError for another shape of
/// src, IndexError for a dim that is not there, ValueError for step 0. Source: PyTorch's
/// slice_scatter, whose steps are positive.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> slice_scatter(const Tensor<T>& t, const Tensor<U>& src,
                                                           index_t dim, const Slice& slice) {
  constexpr const char* call = "slice_scatter";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (slice.step.value_or(1) == 0) [[unlikely]]
    throw_value_error(call, ": slice step cannot be zero");
  const SliceRange range = resolve(slice, t.shape()[place]);
  return detail::replaced(call, t, src, [&](Layout layout) {
    slice_dim(layout, place, range);
    return layout;
  });
}
/// The same, start:end:step given one by one, each an integer or None.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> slice_scatter(const Tensor<T>& t, const Tensor<U>& src,
                                                           index_t dim = 0, SliceBound start = {},
                                                           SliceBound end = {},
                                                           SliceBound step = {}) {
  return slice_scatter(t, src, dim, Slice(start, end, step));
}

/// A copy of t with `src` in the place of t.diagonal(offset, dim1, dim2), whose shape it must have:
/// the diagonal is its last dim.
///   diagonal_scatter(zeros({2, 2}), tensor({1, 2})) -> 1 0 / 0 2
/// ShapeError for another shape of src, and as diagonal. Source: PyTorch's diagonal_scatter.
template <class T, class U>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> diagonal_scatter(const Tensor<T>& t,
                                                              const Tensor<U>& src,
                                                              index_t offset = 0, index_t dim1 = 0,
                                                              index_t dim2 = 1) {
  constexpr const char* call = "diagonal_scatter";
  return detail::replaced(call, t, src, [&](const Layout& layout) {
    return diagonal_of(call, layout, offset, dim1, dim2);
  });
}

NDX_NAMESPACE_END
