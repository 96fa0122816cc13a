// Indexing by rows of coordinates: gather_nd reads, scatter_nd and scatter_nd_add write.
//
// The last dim of `indices` holds coordinates for the leading dims of the tensor. Each row selects
// an element or, if it has fewer coordinates than the tensor has dims, a sub-tensor. nonzero
// returns such rows.
#pragma once

#include <ndx/ops/scatter.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Adds `updates` to the elements that the rows of `indices` select. `updates` must have the shape
/// that gather_nd returns. Returns t.
template <class T, class I, class U>
Tensor<T> add_by_coordinates(const char* call, const Tensor<T>& t, const Tensor<I>& indices,
                             const Tensor<U>& updates, Bounds bounds) {
  std::vector<UntypedTensor> columns;
  IndexPlan plan = plan_by_coordinates(call, t.layout(), indices.untyped(), columns);
  if (!(updates.shape() == plan.result_shape())) [[unlikely]] {
    throw_shape_error(call, ": updates have shape ", updates.shape(), ", but indices of shape ",
                      indices.shape(), " into shape ", t.shape(), " need shape ",
                      plan.result_shape());
  }
  return write_with(std::move(plan), t, updates, {.reduce = Reduce::add, .bounds = bounds});
}

}  // namespace detail

/// Returns the elements or sub-tensors that the rows of `indices` select, fresh and row-major.
///   gather_nd(t(2,3,4), indices(5,2)) -> (5,4) · indices (5,3) -> (5) · indices (5,0) -> (5,2,3,4)
/// gather_nd(t, nonzero(mask)) equals t.index({mask}). Throws IndexError for more coordinates than
/// dims and for a coordinate out of bounds, ShapeError for indices of rank 0. Source: TensorFlow's
/// and Paddle's gather_nd.
template <Element T, Integer I>
[[nodiscard]] Tensor<std::remove_const_t<T>> gather_nd(
    const Tensor<T>& t, const Tensor<I>& indices, const detail::ReadOptionsOf<T>& options = {}) {
  std::vector<UntypedTensor> columns;
  return detail::read_with(
      detail::plan_by_coordinates("gather_nd", t.layout(), indices.untyped(), columns), t, options);
}

/// Returns a copy of t with `updates` added to what the rows of `indices` select. Duplicates
/// accumulate. Throws ShapeError unless updates have the shape of gather_nd(t, indices). Bools are
/// or-ed, integers wrap around. Source: Paddle's scatter_nd_add, TensorFlow's
/// tensor_scatter_nd_add.
template <Addable T, Integer I, detail::ElementsFor<T> U>
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter_nd_add(const Tensor<T>& t,
                                                            const Tensor<I>& indices,
                                                            const Tensor<U>& updates,
                                                            Bounds bounds = Bounds::raise) {
  return detail::add_by_coordinates("scatter_nd_add", t.clone(), indices, updates, bounds);
}

/// As scatter_nd_add, into zeros of the given shape.
///   scatter_nd(tensor({{1}, {3}, {1}}), tensor({10, 20, 30}), {5}) -> [0, 40, 0, 20, 0]
/// Source: TensorFlow's and Paddle's scatter_nd.
template <Integer I, Addable U>
[[nodiscard]] Tensor<std::remove_const_t<U>> scatter_nd(const Tensor<I>& indices,
                                                        const Tensor<U>& updates, const Dims& shape,
                                                        Bounds bounds = Bounds::raise) {
  using Value = std::remove_const_t<U>;
  const auto zeros = detail::make_uninitialized<Value>("scatter_nd", shape).fill_(Value{});
  return detail::add_by_coordinates("scatter_nd", zeros, indices, updates, bounds);
}

NDX_NAMESPACE_END
