// Indexing by rows of coordinates: gather_nd reads, scatter_nd_, scatter_nd and scatter_nd_add write.
//
// The last dim of `indices` holds coordinates for the leading dims of the tensor. Each row selects
// one element or, if it has fewer coordinates than the tensor has dims, a sub-tensor. nonzero returns
// such rows. Each column of `indices` becomes an index tensor of one plan, so reading and writing are
// those of index and index_put_.
#pragma once

#include <ndx/ops/index/scatter.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes `updates`, a scalar or a tensor of the shape that gather_nd returns, to the elements that
/// the rows select. Returns t.
template <class T>
Tensor<T> write_rows(const char* call, const Tensor<T>& t, const UntypedTensor& rows,
                     const ValuesOf<T>& updates, Given given, const WriteOptionsOf<T>& options,
                     bool checked = kCallerChecks) {
  std::vector<UntypedTensor> columns;
  IndexPlan plan = plan_by_coordinates(call, t.layout(), rows, columns);
  if (given == Given::tensor && !(updates.shape() == plan.result_shape())) [[unlikely]] {
    throw_shape_error(call, ": updates have shape ", updates.shape(), ", but indices of shape ",
                      rows.layout.shape, " into shape ", t.shape(), " need shape ",
                      plan.result_shape());
  }
  return write_with(std::move(plan), t, updates, options, checked);
}
template <class T, class X, class V>
Tensor<T> write_by_coordinates(const char* call, const Tensor<T>& t, const X& indices,
                               const V& updates, const WriteOptionsOf<T>& options) {
  return write_rows(call, t, untyped_indices(indices), ValueTensor<T>(updates).get(), kGiven<V>,
                    options);
}

}  // namespace detail

/// Returns the elements or sub-tensors that the rows of `indices` select, as a fresh row-major
/// tensor.
///   gather_nd(t(2,3,4), indices(5,2)) -> (5,4) · indices (5,3) -> (5) · indices (5,0) -> (5,2,3,4)
/// gather_nd(t, nonzero(mask)) equals t.index({mask}). Throws IndexError for more coordinates than
/// dims and for a coordinate out of bounds, ShapeError for indices of rank 0. Source: TensorFlow's
/// and Paddle's gather_nd.
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> gather_nd(
    const Tensor<T>& t, const X& indices, const detail::ReadOptionsOf<T>& options = {}) {
  std::vector<UntypedTensor> columns;
  return detail::read_with(detail::plan_by_coordinates("gather_nd", t.layout(),
                                                       detail::untyped_indices(indices), columns),
                           t, options);
}

/// Treats the first `batch_dims` dims of t and `indices` as common dims: each sub-tensor of t is
/// indexed by the rows at the same position of `indices`.
///   gather_nd(t(2,3,4), indices(2,5,1), 1) -> (2,5,4): result[b] is gather_nd(t[b], indices[b])
/// Throws ValueError for batch_dims that are negative or more than the dims of t or of the rows,
/// ShapeError if the common dims differ in size. Source: ONNX's GatherND, TensorFlow's gather_nd.
template <Element T, IndexValues X = detail::BracedIndices,
          Real B>  // not deduced from braces: {} in gather_nd(t, i, {}) means options
[[nodiscard]] Tensor<std::remove_const_t<T>> gather_nd(
    const Tensor<T>& t, const X& indices, B batch_dims,
    const detail::ReadOptionsOf<T>& options = {}) {
  std::vector<UntypedTensor> columns;
  return detail::read_with(
      detail::plan_by_coordinates("gather_nd", t.layout(), detail::untyped_indices(indices),
                                  columns, Count(batch_dims)),
      t, options);
}

/// Writes `updates` to the elements that the rows of `indices` select. `updates` is a scalar, or a
/// tensor or nested braces of the shape of gather_nd(t, indices). If rows are equal, the last one
/// wins or, with a reduction, each is applied in order:
///   scatter_nd_(zeros({4}), tensor({{1}, {-1}}), tensor({5, 6}))                -> [0, 5, 0, 6]
///   scatter_nd_(t, indices, updates, {.reduce = Reduce::add})           // add, multiply, minimum, …
/// Returns t. Throws IndexError as gather_nd does, ShapeError for updates of another shape,
/// ValueError as scatter_ does. Source: ONNX's ScatterND.
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
Tensor<T> scatter_nd_(const Tensor<T>& t, const X& indices, const V& updates,
                      const detail::WriteOptionsOf<T>& options = {}) {
  return detail::write_by_coordinates("scatter_nd_", t, indices, updates, options);
}

/// Writes to a copy of t, as scatter_nd_ does to t, and returns the copy. TensorFlow's
/// scatter_nd(indices, updates, shape), below, is another function, which adds to zeros: a call with
/// a tensor of integers, a second tensor and braces means that one.
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
  requires(!detail::InBraces<V> || !Integer<std::remove_const_t<T>> || !detail::is_tensor_v<X>)
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter_nd(
    const Tensor<T>& t, const X& indices, const V& updates,
    const detail::WriteOptionsOf<T>& options = {}) {
  return detail::write_by_coordinates("scatter_nd", t.clone(), indices, updates, options);
}

/// Returns a copy of t with `updates` added to the elements that the rows of `indices` select.
/// Duplicates accumulate. Throws ShapeError unless updates have the shape of gather_nd(t, indices).
/// Bools are or-ed, integers wrap around. Source: Paddle's scatter_nd_add, TensorFlow's
/// tensor_scatter_nd_add.
template <Addable T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter_nd_add(const Tensor<T>& t, const X& indices,
                                                            const V& updates,
                                                            Bounds bounds = Bounds::raise) {
  detail::check_reduced<V, T>();
  return detail::write_by_coordinates("scatter_nd_add", t.clone(), indices, updates,
                                      {.reduce = Reduce::Add{}, .bounds = bounds});
}

/// Adds `updates` to zeros of the given shape, as scatter_nd_add does. Duplicates accumulate, unlike
/// in ONNX's scatter_nd above.
///   scatter_nd(tensor({{1}, {3}, {1}}), tensor({10, 20, 30}), {5}) -> [0, 40, 0, 20, 0]
/// Source: TensorFlow's and Paddle's scatter_nd.
template <IndexValues X = detail::BracedIndices, Addable U>
[[nodiscard]] Tensor<std::remove_const_t<U>> scatter_nd(const X& indices, const Tensor<U>& updates,
                                                        const Dims& shape,
                                                        Bounds bounds = Bounds::raise) {
  using Value = std::remove_const_t<U>;
  const auto zeros = detail::make_uninitialized<Value>("scatter_nd", shape).fill_(Value{});
  return detail::write_by_coordinates("scatter_nd", zeros, indices, updates,
                                      {.reduce = Reduce::Add{}, .bounds = bounds});
}

NDX_NAMESPACE_END
