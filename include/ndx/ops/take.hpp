// Reading along one dim by an index tensor: take, index_select, take_along_axis, gather.
//
// Each is one plan, made without a list of terms, and one gather. The result is always a fresh
// row-major tensor. All of them take index tensors of any integer type, negative indices, which
// count from the end, and a policy for indices out of bounds.
#pragma once

#include <ndx/index/plan_along.hpp>
#include <ndx/tensor/indexing.hpp>
#include <ndx/tensor/views.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// What the plan selects of `t`, always fresh and writable.
template <class T, class Value = std::remove_const_t<T>>
Tensor<Value> read_with(IndexPlan&& plan, const Tensor<T>& t, const ReadOptions<Value>& options) {
  check_read_bounds(plan.call, options.bounds);
  plan.bounds = options.bounds;
  const Tensor<Value> source(t.storage(), Layout(t.layout()));  // only read
  return read_planned(std::move(plan), source, &options.fill);
}

template <class T>
using ReadOptionsOf = ReadOptions<std::remove_const_t<T>>;

}  // namespace detail

/// `indices` in the place of dim `dim`: t.index({Slice(), …, indices}), whatever the dim.
///   take(t(2,3,4), indices(5,6), 1) -> (2,5,6,4); indices of rank 0 drop the dim
///   take(t, indices, 1, Bounds::wrap) · take(t, indices, 1, {.bounds = Bounds::fill, .fill = -1})
/// Throws IndexError for a dim that is not there and, under Bounds::raise, for an index out of
/// bounds, ValueError for Bounds::drop; so for all functions here. Source: NumPy's take.
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const Tensor<I>& indices,
                                                  index_t dim,
                                                  const detail::ReadOptionsOf<T>& options = {}) {
  const std::size_t place = wrap_dim("take", dim, t.shape().size());
  const UntypedTensor index = indices.untyped();
  return detail::read_with(detail::plan_in_place_of("take", t.layout(), place, index), t, options);
}
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const Tensor<I>& indices,
                                                  index_t dim, Bounds mode) {
  return take(t, indices, dim, {.bounds = mode});
}

/// Without a dim, from the elements in row-major order; the result has the shape of `indices`.
///   take(t(2,3), tensor({0, 5})) -> (2)
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const Tensor<I>& indices,
                                                  const detail::ReadOptionsOf<T>& options = {}) {
  return take(t.ravel(), indices, 0, options);
}
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> take(const Tensor<T>& t, const Tensor<I>& indices,
                                                  Bounds mode) {
  return take(t, indices, {.bounds = mode});
}

/// The named places along `dim`, in their order, which keeps the rank.
///   index_select(t(2,3,4), 1, tensor({2, 0, 0, 1})) -> (2,4,4); an index of rank 0 counts as (1)
/// ShapeError for an index of rank 2 or more. Source: PyTorch's index_select.
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_select(
    const Tensor<T>& t, index_t dim, const Tensor<I>& index,
    const detail::ReadOptionsOf<T>& options = {}) {
  const std::size_t place = wrap_dim("index_select", dim, t.shape().size());
  const UntypedTensor list = detail::index_list("index_select", index.untyped());
  return detail::read_with(detail::plan_in_place_of("index_select", t.layout(), place, list), t,
                           options);
}

/// Along `dim` by the index, along the others by the position. For dim 1 of rank 3:
///   result[i, j, k] = t[i, index[i, j, k], k]
/// The result has the shape of `index`, which has t's rank and may be smaller than t along the
/// other dims, but not larger: ShapeError. Rank 0 counts as rank 1. Source: PyTorch's gather.
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> gather(const Tensor<T>& t, index_t dim,
                                                    const Tensor<I>& index,
                                                    const detail::ReadOptionsOf<T>& options = {}) {
  UntypedTensor own = index.untyped();
  return detail::read_with(detail::plan_gather("gather", t.layout(), dim, own), t, options);
}

/// As gather, but along the other dims t and `indices` broadcast together, sizes of 1 being
/// stretched: what argsort and argmax give is an index for it.
///   take_along_axis(t(2,3,4), indices(2,1,4), 1) -> (2,1,4); indices (1,5,1) -> (2,5,4)
/// ShapeError when ranks differ or shapes do not broadcast. Source: NumPy's take_along_axis.
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> take_along_axis(
    const Tensor<T>& t, const Tensor<I>& indices, index_t dim,
    const detail::ReadOptionsOf<T>& options = {}) {
  UntypedTensor own = indices.untyped();
  return detail::read_with(detail::plan_along_axis("take_along_axis", t.layout(), dim, own), t,
                           options);
}
/// Without a dim, from the elements in row-major order, by indices of rank 1.
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> take_along_axis(
    const Tensor<T>& t, const Tensor<I>& indices, const detail::ReadOptionsOf<T>& options = {}) {
  return take_along_axis(t.ravel(), indices, 0, options);
}

NDX_NAMESPACE_END
