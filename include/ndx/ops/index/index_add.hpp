// index_add_, index_copy_ and index_fill_ write whole slices along one dim, selected by an index of
// rank 1.
//
// They are the writing counterparts of index_select. Slices are written in the order of the index.
// All indices are checked before the first write. Source and index may share memory with the target.
#pragma once

#include <ndx/ops/core/elementwise.hpp>
#include <ndx/ops/index/scatter.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether elements of T can be multiplied by a factor of type A. Integers take no floating-point
/// factor.
template <class A, class T>
concept FactorFor = ElementsFor<A, T> && !(Floating<A> && std::is_integral_v<T>);

/// The plan that selects slices along one dim, together with the index tensor that the plan refers
/// to.
struct SlicesPlan {
  SlicesPlan(const char* call, const Layout& target, index_t named_dim,
             const UntypedTensor& given_index)
      : dim(wrap_dim(call, named_dim, target.rank())),
        index(index_list(call, given_index)),
        plan(plan_in_place_of(call, target, dim, index)) {}
  SlicesPlan(const SlicesPlan&) = delete;
  SlicesPlan& operator=(const SlicesPlan&) = delete;

  /// Throws ShapeError unless the source has one slice per index. Rank 0 is treated as rank 1.
  void check_source(DimsView source) const {
    const Dims given = source.empty() ? Dims{1} : Dims(source);
    if (!(given == plan.result_shape())) [[unlikely]] {
      throw_shape_error(plan.call, ": source has shape ", source, ", but index of shape ",
                        index.layout.shape, " on dim ", dim, " needs shape ", plan.result_shape());
    }
  }

  std::size_t dim;
  UntypedTensor index;
  IndexPlan plan;
};

/// Writes `value` to the selected slices. It has one slice per index, but for a value of rank 0 that
/// fills them (`fills`). The functions below implement index_copy_, index_fill_ and index_add_ by it;
/// errors name `call`.
template <class T>
Tensor<T> write_slices(const char* call, const Tensor<T>& t, index_t dim,
                       const UntypedTensor& index, const ValuesOf<T>& value, bool fills,
                       const WriteOptionsOf<T>& options, bool checked = kCallerChecks) {
  SlicesPlan slices(call, t.layout(), dim, index);
  if (!fills) {
    slices.check_source(value.shape());
  } else if (value.dim() != 0) [[unlikely]] {
    throw_shape_error(call, ": value of shape ", value.shape(), " must have rank 0");
  }
  return write_with(std::move(slices.plan), t, value, options, checked);
}
template <class T, class X, class V>
Tensor<T> write_slices_of(const char* call, const Tensor<T>& t, index_t dim, const X& index,
                          const V& value, bool fills, const WriteOptionsOf<T>& options) {
  return write_slices(call, t, dim, untyped_indices(index), ValueTensor<T>(value).get(), fills,
                      options);
}
template <class T, class X, class S, class A>
Tensor<T> add_slices(const char* call, const Tensor<T>& t, index_t dim, const X& index,
                     const Tensor<S>& source, const A& alpha, Bounds bounds) {
  using Value = std::remove_const_t<T>;
  check_reduced<Tensor<S>, T>();
  const WriteOptions<Value> options{.reduce = Reduce::Add{}, .bounds = bounds};
  const auto factor = convert_element<computed_t<Value>>(alpha);
  if (factor == computed_t<Value>{1})
    return write_slices_of(call, t, dim, index, source, false, options);
  const auto scaled = map_elements<Value>(
      call,
      [factor](const computed_t<std::remove_const_t<S>>& x) {
        return Reduce::Multiply{}(convert_element<computed_t<Value>>(x), factor);
      },
      source);
  return write_slices_of(call, t, dim, index, scaled, false, options);
}

}  // namespace detail

/// Computes t.select(dim, index[i]) += alpha · source.select(dim, i) for each i in order, so that
/// duplicates accumulate. index has rank 1 (rank 0 is treated as rank 1), source the shape of
/// index_select(t, dim, index).
///   index_add_(zeros({3, 2}), 0, tensor({2, 0, 2}), ones({3, 2})) -> [[1, 1], [0, 0], [2, 2]]
///   index_add_(t, 0, {2, 0}, {{1, 2}, {3, 4}})   // index and source in braces
/// Returns t. Throws IndexError for a dim or an index out of range, ShapeError if index or source
/// have the wrong shape, ValueError if two positions of t share an element, as all functions here do.
/// Source: PyTorch's index_add_.
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>,
          detail::FactorFor<T> A = std::remove_const_t<T>>
Tensor<T> index_add_(const Tensor<T>& t, Dim dim, const X& index, const S& source,
                     const A& alpha = A{1}, Bounds bounds = Bounds::raise) {
  return detail::add_slices("index_add_", t, dim, index, detail::unbraced(source), alpha, bounds);
}
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>,
          detail::FactorFor<T> A = std::remove_const_t<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_add(const Tensor<T>& t, Dim dim, const X& index,
                                                       const S& source, const A& alpha = A{1},
                                                       Bounds bounds = Bounds::raise) {
  return detail::add_slices("index_add", t.clone(), dim, index, detail::unbraced(source), alpha,
                            bounds);
}

/// Computes t.select(dim, index[i]) = source.select(dim, i) for each i in order. Of duplicates the
/// last one wins. Shapes are those of index_add_. Source: PyTorch's index_copy_.
///   index_copy_(zeros({3}), 0, tensor({2, 0}), tensor({5.f, 6.f})) -> 6 0 5
template <Element T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>>
Tensor<T> index_copy_(const Tensor<T>& t, Dim dim, const X& index, const S& source,
                      Bounds bounds = Bounds::raise) {
  return detail::write_slices_of("index_copy_", t, dim, index, source, false, {.bounds = bounds});
}
template <Element T, IndexValues X = detail::BracedIndices,
          detail::TensorFor<T> S = detail::BracedValuesOf<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_copy(const Tensor<T>& t, Dim dim, const X& index,
                                                        const S& source,
                                                        Bounds bounds = Bounds::raise) {
  return detail::write_slices_of("index_copy", t.clone(), dim, index, source, false,
                                 {.bounds = bounds});
}

/// Writes one value, a scalar or a tensor of rank 0, to the selected slices. Source: PyTorch's
/// index_fill_.
///   index_fill_(t, 1, tensor({0, -1}), 0)   // the first and the last column become 0
///   index_fill_(zeros({3}), 0, tensor({2}), 5) -> 0 0 5
template <Element T, IndexValues X = detail::BracedIndices, detail::ValuesFor<T> V>
Tensor<T> index_fill_(const Tensor<T>& t, Dim dim, const X& index, const V& value,
                      Bounds bounds = Bounds::raise) {
  return detail::write_slices_of("index_fill_", t, dim, index, value, true, {.bounds = bounds});
}
template <Element T, IndexValues X = detail::BracedIndices, detail::ValuesFor<T> V>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_fill(const Tensor<T>& t, Dim dim, const X& index,
                                                        const V& value,
                                                        Bounds bounds = Bounds::raise) {
  return detail::write_slices_of("index_fill", t.clone(), dim, index, value, true,
                                 {.bounds = bounds});
}

NDX_NAMESPACE_END
