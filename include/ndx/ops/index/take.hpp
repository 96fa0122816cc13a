// Reading along one dim by an index tensor: take, index_select, take_along_axis, gather.
//
// Each makes one plan, without a list of terms, and runs one gather. The result is always a fresh
// row-major tensor. All of them accept indices of any integer type, negative indices, which count
// from the end, and a bounds policy.
#pragma once

#include <ndx/ops/core/index_values.hpp>
#include <ndx/plan/plan_along.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
using ReadOptionsOf = ReadOptions<std::remove_const_t<T>>;

/// Reads the elements of `t` that the plan selects. The result is always fresh and writable.
template <class T>
Tensor<std::remove_const_t<T>> read_with(IndexPlan&& plan, const Tensor<T>& t,
                                         const ReadOptionsOf<T>& options,
                                         bool checked = kCallerChecks) {
  check_no_rule(plan.call, options);
  check_read_options(plan.call, options);
  plan.set_bounds(options.bounds);
  plan.checked = checked;
  const Tensor<std::remove_const_t<T>> source(t.storage(), Layout(t.layout()));  // never written
  return read_planned(std::move(plan), source, &options.fill);
}

}  // namespace detail

/// Replaces dim `dim` by the dims of `indices`: equals t.index({Slice(), …, indices}) for any dim.
///   take(t(2,3,4), indices(5,6), 1) -> (2,5,6,4); one integer removes the dim
///   take(t, indices, 1, Bounds::wrap) · take(t, indices, 1, {.bounds = Bounds::fill, .fill = -1})
/// Indices are a tensor, a vector, an array, a span, a list in braces or one integer. Throws
/// IndexError for a dim out of range and, under Bounds::raise, for an index out of bounds, ValueError
/// for Bounds::drop, as all functions here do. Source: NumPy's take.
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const X& indices, Dim dim,
                                                  const detail::ReadOptionsOf<T>& options = {}) {
  const std::size_t place = wrap_dim("take", dim, t.shape().size());
  const UntypedTensor index = detail::untyped_indices(indices);
  return detail::read_with(detail::plan_in_place_of("take", t.layout(), place, index), t, options);
}
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const X& indices, Dim dim,
                                                  Bounds mode) {
  return take(t, indices, dim, {.bounds = mode});
}

/// Reads from the elements in row-major order if no dim is given. The result has the shape of
/// `indices`.
///   take(t(2,3), tensor({0, 5})) -> (2)
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const X& indices,
                                                  const detail::ReadOptionsOf<T>& options = {}) {
  return take(t.ravel(), indices, 0, options);
}
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const X& indices,
                                                  Bounds mode) {
  return take(t, indices, {.bounds = mode});
}
template <class T, NoIndexValues X, class... More>
auto take(const Tensor<T>&, const X&, const More&...) {
  return detail::refuse_indices<X>();
}

/// Selects slices along `dim`, in the order of the index. Keeps the rank.
///   index_select(t(2,3,4), 1, tensor({2, 0, 0, 1})) -> (2,4,4)
/// One integer is treated as a list of one. Throws ShapeError for an index of rank 2 or more. Source:
/// PyTorch's index_select.
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_select(
    const Tensor<T>& t, Dim dim, const X& index, const detail::ReadOptionsOf<T>& options = {}) {
  constexpr const char* call = "index_select";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const UntypedTensor list = detail::index_list(call, detail::untyped_indices(index));
  return detail::read_with(detail::plan_in_place_of(call, t.layout(), place, list), t, options);
}

/// Reads along `dim` by the index, and along the other dims at the same position. For dim 1 of rank
/// 3:
///   result[i, j, k] = t[i, index[i, j, k], k]
/// The result has the shape of `index`, which must have t's rank and must not be larger than t along
/// the other dims. Throws ShapeError otherwise. Rank 0 is treated as rank 1. Source: PyTorch's
/// gather.
///   gather(tensor({{1, 2}, {3, 4}}), 1, tensor({{1}, {0}})) -> 2 / 3
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> gather(const Tensor<T>& t, Dim dim, const X& index,
                                                    const detail::ReadOptionsOf<T>& options = {}) {
  UntypedTensor own = detail::untyped_indices(index);
  return detail::read_with(detail::plan_gather("gather", t.layout(), dim, own), t, options);
}

/// Reads as gather does, except that t and `indices` broadcast together along the other dims. The
/// results of argsort, and of argmax with keepdim, are such indices.
///   take_along_axis(t(2,3,4), indices(2,1,4), 1) -> (2,1,4); indices (1,5,1) -> (2,5,4)
/// Throws ShapeError if ranks differ or shapes do not broadcast. Source: NumPy's take_along_axis.
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take_along_axis(
    const Tensor<T>& t, const X& indices, Dim dim, const detail::ReadOptionsOf<T>& options = {}) {
  UntypedTensor own = detail::untyped_indices(indices);
  return detail::read_with(detail::plan_along_axis("take_along_axis", t.layout(), dim, own), t,
                           options);
}
/// Reads from the elements in row-major order if no dim is given. The indices have rank 1.
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take_along_axis(
    const Tensor<T>& t, const X& indices, const detail::ReadOptionsOf<T>& options = {}) {
  return take_along_axis(t.ravel(), indices, 0, options);
}

NDX_NAMESPACE_END
