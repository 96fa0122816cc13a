// scatter_, scatter_add_ and put_along_axis write along one dim by an index tensor of the tensor's
// rank. put_ writes to row-major positions.
//
// They are the writing counterparts of take.hpp. Each makes one plan and runs one scatter in
// row-major order of the index, so that results are deterministic. All indices are checked before the
// first write. Values and indices that share memory with the target are read as if they had been
// copied first.
#pragma once

#include <string_view>

#include <ndx/ops/index/take.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
using WriteOptionsOf = WriteOptions<std::remove_const_t<T>>;

/// Writes `value`, which broadcasts, to the elements that the plan selects. Returns t.
template <class T>
Tensor<T> write_with(IndexPlan&& plan, const Tensor<T>& t, const ValuesOf<T>& value,
                     const WriteOptionsOf<T>& options, bool checked = kCallerChecks) {
  Tensor<T> written = t;  // before the first write, because it allocates above rank 6
  if constexpr (std::is_const_v<T>) {
    require_writable<T>();
  } else {
    check_no_rule(plan.call, options);
    const Reducer<T>& reduce = write_reducer(plan.call, options);
    check_writable(plan.call, t.layout());  // all of t, even if few elements are selected
    plan.set_bounds(options.bounds);
    plan.checked = checked;
    write_planned(std::move(plan), t, value, reduce);
  }
  return written;
}

/// Returns the layout of the corner of `src` that has the index's shape. Rank 0 is treated as rank 1.
/// Nothing is read for an index without elements, which may have another rank.
Layout source_corner(const char* call, const Layout& src, DimsView index) NDX_SYMBOL(source_corner);
#if NDX_DEFINES
NDX_FUNC Layout source_corner(const char* call, const Layout& src, DimsView index) {
  const Dims shape = index.empty() ? Dims{1} : Dims(index);
  Layout corner = src;
  if (corner.rank() == 0) corner.push_dim(1, 1);
  if (corner.rank() != shape.size() && is_empty(shape)) corner = contiguous_layout(call, shape);
  bool fits = corner.rank() == shape.size();
  for (std::size_t d = 0; fits && d < shape.size(); ++d) fits = shape[d] <= corner.shape[d];
  if (!fits) [[unlikely]] {
    throw_shape_error(call, ": index of shape ", index, " must have the rank of src, of shape ",
                      src.shape, ", and not be larger");
  }
  corner.shape = shape;
  return corner;
}
#endif

/// Calls write(row) with the elements of t in row-major order. `row` is a view if possible, otherwise
/// a copy whose elements are copied back. Returns t.
template <class T, class Write>
Tensor<T> write_raveled(const char* call, const Tensor<T>& t, Write&& write) {
  Tensor<T> written = t;  // before the first write, because it allocates above rank 6
  Layout row;
  if constexpr (std::is_const_v<T>) {
    require_writable<T>();
  } else if (reshape_as_view(t.layout(), Dims{t.numel()}, row)) {
    write(Tensor<T>(t.storage(), std::move(row)));
  } else {
    check_writable(call, t.layout());
    const Tensor<T> copy = t.clone();
    write(copy.ravel());
    t.copy_(copy);
  }
  return written;
}

/// Values that can be written to a tensor of T. The const of T is ignored here: the function that
/// writes has a static_assert against a const T.
template <class V, class T>
concept ValuesFor = ValueFor<V, std::remove_const_t<T>>;
template <class T>
using BracedValuesOf = BracedValues<std::remove_const_t<T>>;
template <class S, class T>
concept ElementsFor = ConvertibleElement<std::remove_const_t<S>, std::remove_const_t<T>>;

/// Refuses a scalar or a tensor that is added to elements of T, or otherwise reduced into them, if T
/// cannot hold its kind of number.
template <class V, class T>
constexpr void check_reduced() {
  if constexpr (is_tensor_v<V> || Number<V>) check_kind<element_t<V>, std::remove_const_t<T>>();
}

/// How the caller gave the values to write: as a tensor, or as a scalar, which becomes a tensor of rank 0 whose
/// shape is not checked.
enum class Given : bool { scalar, tensor };
template <class V>
inline constexpr Given kGiven =
    is_tensor_v<std::remove_cvref_t<decltype(unbraced(std::declval<const V&>()))>> ? Given::tensor
                                                                                   : Given::scalar;

/// Implements scatter_ and its variants. Errors name `call`.
template <class T>
Tensor<T> scatter_values(const char* call, const Tensor<T>& t, index_t dim, UntypedTensor&& index,
                         const ValuesOf<T>& src, Given given, const WriteOptionsOf<T>& options,
                         bool checked = kCallerChecks) {
  const Dims shape = index.layout.shape;
  IndexPlan plan = plan_gather(call, t.layout(), dim, index);
  if (given == Given::scalar) return write_with(std::move(plan), t, src, options, checked);
  const Tensor<const T> corner(src.storage(), source_corner(call, src.layout(), shape));
  return write_with(std::move(plan), t, corner, options, checked);
}
template <class T, class X, class V>
Tensor<T> scatter_by(const char* call, const Tensor<T>& t, index_t dim, const X& index,
                     const V& src, const WriteOptionsOf<T>& options) {
  return scatter_values(call, t, dim, untyped_indices(index), ValueTensor<T>(src).get(), kGiven<V>,
                        options);
}

template <class T>
Tensor<T> put_along(const Tensor<T>& t, UntypedTensor&& indices, const ValuesOf<T>& values,
                    index_t dim, const WriteOptionsOf<T>& options, bool checked = kCallerChecks) {
  return write_with(plan_along_axis("put_along_axis", t.layout(), dim, indices), t, values, options,
                    checked);
}
template <class T>
Tensor<T> put_along_raveled(const Tensor<T>& t, UntypedTensor&& indices, const ValuesOf<T>& values,
                            const WriteOptionsOf<T>& options, bool checked = kCallerChecks) {
  return write_raveled("put_along_axis", t, [&](const Tensor<T>& row) {
    put_along(row, std::move(indices), values, 0, options, checked);
  });
}

template <class T>
Tensor<T> put_raveled(const Tensor<T>& t, const UntypedTensor& index, const ValuesOf<T>& source,
                      Given given, const WriteOptionsOf<T>& options, bool checked = kCallerChecks) {
  if (given == Given::tensor && source.numel() != numel(index.layout)) [[unlikely]] {
    throw_shape_error("put_: source of shape ", source.shape(),
                      " must have as many elements as the index, of shape ", index.layout.shape);
  }
  const Tensor<const T> value =
      given == Given::tensor ? source.reshape(index.layout.shape) : source;
  return write_raveled("put_", t, [&](const Tensor<T>& row) {
    write_with(plan_in_place_of("put_", row.layout(), 0, index), row, value, options, checked);
  });
}

}  // namespace detail

/// Addable element types have an addition; NumberElement types are numbers. T may be const.
template <class T>
concept Addable = Element<T> && CombineFunction<Reduce::Add, std::remove_const_t<T>>;
template <class T>
concept NumberElement = Element<T> && Number<std::remove_const_t<T>>;

/// Writes `src` to t. The index gives the target along `dim`, the position gives it along the other
/// dims. For dim 1:
///   t[i, index[i, j, k], k] = src[i, j, k]
/// src is a scalar or a tensor. Index and src have t's rank; src may be larger than the index, and
/// the index may be larger than t only along `dim`. Throws ShapeError otherwise. Of duplicates the
/// last one in row-major order wins or, with a reduction, each is applied in order:
///   scatter_(t, 0, index, src, {.reduce = Reduce::maximum, .bounds = Bounds::drop})
/// Returns t. Throws IndexError for an index out of bounds, ValueError for Bounds::fill and if two
/// positions of t share an element, as all functions here do. Source: PyTorch's scatter_.
///   scatter_(zeros({2, 3}), 1, tensor({{2}, {0}}), 5.f) -> 0 0 5 / 5 0 0
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
Tensor<T> scatter_(const Tensor<T>& t, Dim dim, const X& index, const V& src,
                   const detail::WriteOptionsOf<T>& options = {}) {
  return detail::scatter_by("scatter_", t, dim, index, src, options);
}

/// Takes a reduction in place of the options: a value of Reduce, or a name that reduce_from_name
/// takes.
///   scatter_(t, 0, index, src, "add") · scatter_(t, 0, index, src, Reduce::add)
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>, detail::ReduceOrName R>
Tensor<T> scatter_(const Tensor<T>& t, Dim dim, const X& index, const V& src, const R& reduce) {
  detail::check_reduced<V, T>();
  return detail::scatter_by("scatter_", t, dim, index, src,
                            {.reduce = detail::to_reduce("scatter_", reduce)});
}

/// Writes to a copy of t, as scatter_ does to t, and returns the copy.
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter(
    const Tensor<T>& t, Dim dim, const X& index, const V& src,
    const detail::WriteOptionsOf<T>& options = {}) {
  return detail::scatter_by("scatter", t.clone(), dim, index, src, options);
}
template <NumberElement T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>, detail::ReduceOrName R>
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter(const Tensor<T>& t, Dim dim, const X& index,
                                                     const V& src, const R& reduce) {
  detail::check_reduced<V, T>();
  return detail::scatter_by("scatter", t.clone(), dim, index, src,
                            {.reduce = detail::to_reduce("scatter", reduce)});
}

/// Adds `src` to the elements to which scatter_ writes it. Duplicates accumulate. Bools are or-ed,
/// and integers wrap around; a fraction added to an integer does not compile. Source: PyTorch's
/// scatter_add_.
///   scatter_add_(zeros({3}), 0, tensor({1, 1, 2}), ones({3})) -> 0 2 1
template <Addable T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
Tensor<T> scatter_add_(const Tensor<T>& t, Dim dim, const X& index, const V& src,
                       Bounds bounds = Bounds::raise) {
  detail::check_reduced<V, T>();
  return detail::scatter_by("scatter_add_", t, dim, index, src,
                            {.reduce = Reduce::Add{}, .bounds = bounds});
}
template <Addable T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
[[nodiscard]] Tensor<std::remove_const_t<T>> scatter_add(const Tensor<T>& t, Dim dim,
                                                         const X& index, const V& src,
                                                         Bounds bounds = Bounds::raise) {
  detail::check_reduced<V, T>();
  return detail::scatter_by("scatter_add", t.clone(), dim, index, src,
                            {.reduce = Reduce::Add{}, .bounds = bounds});
}

/// Writes the elements that take_along_axis reads: along the other dims t and `indices` broadcast
/// together. `values`, a scalar or a tensor, broadcasts to their common shape.
///   put_along_axis(t, argmax(t, 1, true), 0, 1)   // the largest of each row becomes 0
/// Writes in place, as in NumPy, and returns t. Throws ShapeError if shapes do not broadcast. Source:
/// NumPy's put_along_axis.
///   put_along_axis(zeros({2, 3}), tensor({{2}, {0}}), 5.f, 1) -> 0 0 5 / 5 0 0
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
Tensor<T> put_along_axis(const Tensor<T>& t, const X& indices, const V& values, Dim dim,
                         const detail::WriteOptionsOf<T>& options = {}) {
  return detail::put_along(t, detail::untyped_indices(indices),
                           detail::ValueTensor<T>(values).get(), dim, options);
}

/// Writes to row-major positions if no dim is given. The indices have rank 1.
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = detail::BracedValuesOf<T>>
Tensor<T> put_along_axis(const Tensor<T>& t, const X& indices, const V& values,
                         const detail::WriteOptionsOf<T>& options = {}) {
  return detail::put_along_raveled(t, detail::untyped_indices(indices),
                                   detail::ValueTensor<T>(values).get(), options);
}

/// Writes `source` to the row-major positions `index` of t or, with `accumulate`, adds it. source is
/// a scalar or has as many elements as the index, in any shape. Throws ShapeError otherwise. Returns
/// t.
///   put_(zeros({2, 3}), {0, 5, -2}, {7, 8, 9}) -> [[7, 0, 0], [0, 9, 8]]
/// Source: PyTorch's put_.
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = BracedValue<std::remove_const_t<T>>>
Tensor<T> put_(const Tensor<T>& t, const X& index, const V& source,
               const detail::WriteOptionsOf<T>& options) {
  return detail::put_raveled(t, detail::untyped_indices(index),
                             detail::ValueTensor<T>(source).get(), detail::kGiven<V>, options);
}
template <Element T, IndexValues X = detail::BracedIndices,
          detail::ValuesFor<T> V = BracedValue<std::remove_const_t<T>>>
Tensor<T> put_(const Tensor<T>& t, const X& index, const V& source, bool accumulate = false) {
  return put_(t, index, source, {.accumulate = accumulate});
}

NDX_NAMESPACE_END
