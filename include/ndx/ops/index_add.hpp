// Writing whole slices along one dim, by an index of rank 1: index_add_, index_copy_, index_fill_.
//
// The writing twins of index_select. Slices are written in the order of the index; everything is
// checked before the first write; source and index may share memory with the target.
#pragma once

#include <ndx/ops/elementwise.hpp>
#include <ndx/ops/scatter.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether a factor of type A leaves elements of type T what they are: no fraction for integers.
template <class A, class T>
concept FactorFor = ElementsFor<A, T> && !(Floating<A> && std::is_integral_v<T>);

/// A plan of slices along one dim, and the index that it looks at.
struct SlicesPlan {
  SlicesPlan(const char* call, const Layout& target, index_t named_dim,
             const UntypedTensor& given_index)
      : dim(wrap_dim(call, named_dim, target.rank())),
        index(index_list(call, given_index)),
        plan(plan_in_place_of(call, target, dim, index)) {}
  SlicesPlan(const SlicesPlan&) = delete;
  SlicesPlan& operator=(const SlicesPlan&) = delete;

  /// ShapeError unless a source has a slice for each index. Rank 0 counts as rank 1.
  void check_source(DimsView source) const {
    const Dims given = source.empty() ? Dims{1} : Dims(source);
    if (!(given == plan.indexed_shape)) [[unlikely]] {
      throw_shape_error(plan.call, ": source has shape ", source, ", but index of shape ",
                        index.layout.shape, " on dim ", dim, " wants ", plan.indexed_shape);
    }
  }

  std::size_t dim;
  UntypedTensor index;
  IndexPlan plan;
};

}  // namespace detail

/// t.select(dim, index[i]) += alpha · source.select(dim, i), for each i in turn: duplicates are
/// counted. index has rank 1 (0 counts as 1), source the shape that index_select(t, dim, index)
/// has.
///   index_add_(zeros({3, 2}), 0, tensor({2, 0, 2}), ones({3, 2})) -> [[1, 1], [0, 0], [2, 2]]
/// Returns t. Throws IndexError for a dim or an index out of range, ShapeError when index or source
/// have another shape, ValueError when one element of t stands at several places; so for all
/// functions here. Source: PyTorch's index_add_.
template <NumberElement T, IndexValues X, detail::ElementsFor<T> S,
          detail::FactorFor<T> A = std::remove_const_t<T>>
Tensor<T> index_add_(const Tensor<T>& t, index_t dim, const X& index, const Tensor<S>& source,
                     const A& alpha = A{1}, Bounds bounds = Bounds::raise) {
  using Value = std::remove_const_t<T>;
  detail::SlicesPlan slices("index_add_", t.layout(), dim, detail::untyped_indices(index));
  slices.check_source(source.shape());
  const WriteOptions<Value> options{.reduce = Reduce::add, .bounds = bounds};
  const Value factor = convert_element<Value>(alpha);
  if (factor == Value{1}) return detail::write_with(std::move(slices.plan), t, source, options);
  const auto scaled = detail::map_elements<Value>(
      "index_add_",
      [factor](const std::remove_const_t<S>& x) {
        return Reduce::Multiply{}(convert_element<Value>(x), factor);
      },
      source);
  return detail::write_with(std::move(slices.plan), t, scaled, options);
}
template <NumberElement T, IndexValues X, detail::ElementsFor<T> S,
          detail::FactorFor<T> A = std::remove_const_t<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_add(const Tensor<T>& t, index_t dim,
                                                       const X& index, const Tensor<S>& source,
                                                       const A& alpha = A{1},
                                                       Bounds bounds = Bounds::raise) {
  return index_add_(t.clone(), dim, index, source, alpha, bounds);
}

/// t.select(dim, index[i]) = source.select(dim, i), for each i in turn: of duplicates the last one
/// wins. Shapes as index_add_. Source: PyTorch's index_copy_.
template <Element T, IndexValues X, detail::ElementsFor<T> S>
Tensor<T> index_copy_(const Tensor<T>& t, index_t dim, const X& index, const Tensor<S>& source,
                      Bounds bounds = Bounds::raise) {
  detail::SlicesPlan slices("index_copy_", t.layout(), dim, detail::untyped_indices(index));
  slices.check_source(source.shape());
  return detail::write_with(std::move(slices.plan), t, source, {.bounds = bounds});
}
template <Element T, IndexValues X, detail::ElementsFor<T> S>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_copy(const Tensor<T>& t, index_t dim,
                                                        const X& index, const Tensor<S>& source,
                                                        Bounds bounds = Bounds::raise) {
  return index_copy_(t.clone(), dim, index, source, bounds);
}

/// Writes one value, a scalar or a tensor of rank 0, to the named slices. Source: PyTorch's
/// index_fill_.
///   index_fill_(t, 1, tensor({0, -1}), 0)   // the first and the last column become 0
template <Element T, IndexValues X, detail::ValuesFor<T> V>
Tensor<T> index_fill_(const Tensor<T>& t, index_t dim, const X& index, const V& value,
                      Bounds bounds = Bounds::raise) {
  detail::SlicesPlan slices("index_fill_", t.layout(), dim, detail::untyped_indices(index));
  if constexpr (detail::is_tensor_v<V>) {
    if (value.dim() != 0) [[unlikely]]
      throw_shape_error("index_fill_: value of shape ", value.shape(), " must have rank 0");
  }
  return detail::write_with(std::move(slices.plan), t, value, {.bounds = bounds});
}
template <Element T, IndexValues X, detail::ValuesFor<T> V>
[[nodiscard]] Tensor<std::remove_const_t<T>> index_fill(const Tensor<T>& t, index_t dim,
                                                        const X& index, const V& value,
                                                        Bounds bounds = Bounds::raise) {
  return index_fill_(t.clone(), dim, index, value, bounds);
}

NDX_NAMESPACE_END
