// Functions that make indices: ix_ for outer indexing, indices for every position of a shape,
// tril_indices and triu_indices for triangles, mask_indices for other parts of a square, diag_indices for
// diagonals, meshgrid for the grid that coordinates span.
//
// They return an IndexTuple, or a tensor, that index takes as it is. They are templates of a single
// type, so that programs that do not call them do not compile what they need.
#pragma once

#include <string_view>

#include <ndx/base/message.hpp>
#include <ndx/ops/core/index_values.hpp>
#include <ndx/ops/index/index_tuple.hpp>
#include <ndx/ops/mask/nonzero.hpp>

NDX_NAMESPACE_BEGIN

/// An argument of ix_: an index tensor or a mask of rank 1, or a list of integers or bools.
template <class X>
concept OuterIndex = (IndexValues<X> && !Integer<X>) || BooleanRange<X> ||
                     (detail::is_tensor_v<X> && Boolean<detail::element_t<X>>);

/// Arguments that ix_ refuses.
template <class... X>
concept NoOuterIndices = !(OuterIndex<X> && ...);

namespace detail {

/// Converts argument `dim` of ix_ to indices of shape (1, …, size, …, 1) and rank `rank`.
template <OuterIndex X>
Tensor<index_t> outer_index(const X& indices, std::size_t dim, std::size_t rank) {
  if constexpr (is_tensor_v<X>) {
    if (indices.dim() != 1) [[unlikely]]
      throw_shape_error("ix_: argument ", dim, " has shape ", indices.shape(), ", not one dim");
    Dims shape = Dims::filled(rank, 1);
    if constexpr (Boolean<element_t<X>>) {
      const Tensor<index_t> places = nonzero(indices);
      shape[dim] = places.numel();
      return places.view(shape);
    } else {
      shape[dim] = indices.numel();
      return to_indices("ix_", indices).reshape(shape);
    }
  } else if constexpr (BooleanRange<X>) {
    const TensorIndex copy(indices);
    return outer_index(Tensor<bool>(copy.tensor().storage, Layout(copy.tensor().layout)), dim,
                       rank);
  } else {
    return outer_index(index_tensor("ix_", indices), dim, rank);
  }
}

/// Returns the coordinates for which keep(row, column - k) holds.
template <class I, class Keep>
IndexPair triangle(const char* call, I rows, I columns, I k, const Keep& keep) {
  checked_numel(call, Dims{rows, columns});
  k = k < -rows ? -rows : k > columns ? columns : k;  // avoids overflow, changes nothing
  const Tensor<I> column = arange<I>(columns);
  const Tensor<I> row = arange<I>(rows).unsqueeze(1);
  return IndexPair(nonzero_tuple(
      map_elements<bool>(call, [&](I r, I c) { return keep(r, c - k); }, row, column)));
}

/// Returns the grids, which are views with stride 0: a grid of any size costs no memory beyond its
/// axes.
template <class T>
std::vector<Tensor<T>> meshgrid(std::span<const Tensor<T>> axes, std::string_view indexing) {
  if (indexing != "ij" && indexing != "xy") [[unlikely]]
    throw_value_error("meshgrid: indexing must be \"ij\" or \"xy\", not ", quoted(indexing, '"'));
  Dims shape;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    if (axes[d].dim() > 1) [[unlikely]]
      throw_shape_error("meshgrid: tensor ", d, " has shape ", axes[d].shape(),
                        ", more than one dim");
    shape.push_back(axes[d].numel());
  }
  checked_numel("meshgrid", shape);
  std::vector<Tensor<T>> grids;
  for (std::size_t d = 0; d < axes.size(); ++d) {
    Dims along = Dims::filled(axes.size(), 1);
    along[d] = shape[d];
    Tensor<T> grid = axes[d].reshape(along).expand(shape);
    const bool swap = indexing == "xy" && axes.size() > 1;
    grids.push_back(swap ? grid.transpose(0, 1) : std::move(grid));
  }
  return grids;
}

}  // namespace detail

/// Reshapes one list of indices per dim so that they broadcast to their outer product: argument n
/// becomes a tensor of shape (1, …, size, …, 1). A mask is converted to the positions where it is
/// true.
///   t.index(ix_(rows, columns))  is  t.oindex({rows, columns})
/// Shapes: ix_(idx(2), idx(3)) -> (2,1) and (1,3). Tensors of 64-bit integers are shared, others are
/// copied. Throws ShapeError for an argument whose rank is not 1. Source: NumPy's ix_.
template <OuterIndex... X>
[[nodiscard]] IndexTuple ix_(const X&... indices) {
  std::vector<Tensor<index_t>> outer;
  outer.reserve(sizeof...(X));
  (outer.push_back(detail::outer_index(indices, outer.size(), sizeof...(X))), ...);
  return IndexTuple(std::move(outer));
}
/// Takes lists in braces, or one list in braces and one argument of another kind: ix_({0, 2}, rows).
///   ix_({0, 2}, {1, 3}) · ix_({0, 2}, {true, false, true})
template <IndexElement... I, std::size_t... N>
  requires(sizeof...(I) > 0)
[[nodiscard]] IndexTuple ix_(const I (&... lists)[N]) {
  return ix_(std::span<const I>(lists)...);
}
template <IndexElement I, std::size_t N, class X>
  requires(!std::is_array_v<std::remove_reference_t<X>>)
[[nodiscard]] IndexTuple ix_(const I (&list)[N], X&& other) {
  return ix_(std::span<const I>(list), detail::as_tensor<X>(other));
}
template <class X, IndexElement I, std::size_t N>
  requires(!std::is_array_v<std::remove_reference_t<X>>)
[[nodiscard]] IndexTuple ix_(X&& other, const I (&list)[N]) {
  return ix_(detail::as_tensor<X>(other), std::span<const I>(list));
}
template <class... X>
  requires NoOuterIndices<X...>
auto ix_(const X&...) {
  static_assert(detail::kNever<X...>,
                "ix_ takes lists of integers or masks: {3} as a vector for 3");
  return detail::refused<X...>();
}

/// Returns the coordinates of every position of a tensor of the given shape. indices({2, 3}) has
/// shape (2, 2, 3); its [0] holds the row of each position and its [1] the column. Throws ValueError
/// for an invalid shape. Source: NumPy's indices.
template <Integer I = index_t>
[[nodiscard]] Tensor<I> indices(const Dims& shape) {
  Dims all = shape;
  all.insert(0, static_cast<index_t>(shape.size()));
  const Tensor<I> result = detail::make_uninitialized<I>("indices", all);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    Dims along = Dims::filled(shape.size(), 1);
    along[d] = shape[d];
    result.select(0, static_cast<index_t>(d)).copy_(arange<I>(shape[d]).view(along));
  }
  return result;
}

/// Returns the coordinates of the positions of an n × m matrix on and below its k-th diagonal (k > 0
/// is above the main one), in row-major order: t.index(tril_indices(3)) reads them, and auto [rows,
/// columns] = tril_indices(3) names them. Throws ValueError for a negative size. Source: NumPy's
/// tril_indices; PyTorch's order of arguments is (rows, columns, k).
template <std::same_as<index_t> I = index_t>
[[nodiscard]] IndexPair tril_indices(std::type_identity_t<I> n, std::type_identity_t<I> k,
                                     std::type_identity_t<I> m) {
  return detail::triangle<I>("tril_indices", n, m, k, [](I r, I c) { return c <= r; });
}
template <std::same_as<index_t> I = index_t>
[[nodiscard]] IndexPair tril_indices(std::type_identity_t<I> n, std::type_identity_t<I> k = 0) {
  return tril_indices<I>(n, k, n);
}

/// Returns the coordinates of the positions on and above the k-th diagonal. Arguments and errors are
/// those of tril_indices.
template <std::same_as<index_t> I = index_t>
[[nodiscard]] IndexPair triu_indices(std::type_identity_t<I> n, std::type_identity_t<I> k,
                                     std::type_identity_t<I> m) {
  return detail::triangle<I>("triu_indices", n, m, k, [](I r, I c) { return c >= r; });
}
template <std::same_as<index_t> I = index_t>
[[nodiscard]] IndexPair triu_indices(std::type_identity_t<I> n, std::type_identity_t<I> k = 0) {
  return triu_indices<I>(n, k, n);
}

/// Returns the coordinates of the elements of an n × n matrix that function(matrix of ones) leaves other
/// than zero, in row-major order.
///   mask_indices(3, [](const auto& ones) { return triu(ones, 1); })[0] -> 0 0 1
/// Throws ValueError for a negative n, ShapeError if the function returns another shape than (n, n). Source:
/// NumPy's mask_indices, whose k is a part of the function here.
template <class F>
  requires NumberTensor<std::invoke_result_t<const F&, const Tensor<index_t>&>>
[[nodiscard]] IndexPair mask_indices(Count n, const F& function) {
  const auto kept = function(detail::make_filled("mask_indices", Dims{n, n}, index_t{1}));
  if (kept.shape() != Dims{n, n}) [[unlikely]]
    throw_shape_error("mask_indices: the function returned shape ", kept.shape(), ", not ",
                      Dims{n, n});
  return IndexPair(nonzero_tuple(kept));
}

/// Returns the coordinates (0, …, 0), (1, …, 1), … of the main diagonal of a tensor with `ndim` dims
/// of size n, as in t.index_put_(diag_indices(3), 0). All tensors of the result share one allocation.
/// Throws ValueError for a negative argument. Source: NumPy's diag_indices.
template <std::same_as<index_t> I = index_t>
[[nodiscard]] IndexTuple diag_indices(std::type_identity_t<I> n, std::type_identity_t<I> ndim = 2) {
  if (n < 0 || ndim < 0) [[unlikely]]
    throw_value_error("diag_indices: ", n < 0 ? "n " : "ndim ", n < 0 ? n : ndim, " is negative");
  std::vector<Tensor<index_t>> same;
  checked_reserve("diag_indices", same, ndim);
  same.assign(static_cast<std::size_t>(ndim), arange<I>(n));
  return IndexTuple(std::move(same));
}

/// Expands the elements of tensor n, which vary along dim n, to the shape of the whole grid:
///   auto grids = meshgrid({rows(2), columns(3)});       // two tensors of shape (2,3)
///   meshgrid({x(3), y(2)}, "xy")                         // two tensors of shape (2,3)
/// "xy" swaps the first two dims: the first tensor varies along dim 1, the second along dim 0. The
/// results are views with stride 0, which can be read and used as indices; clone() them to write.
/// Throws ShapeError for a tensor of rank 2 or more, ValueError for another `indexing`. Source:
/// PyTorch's meshgrid; NumPy's default is "xy".
template <class T>
[[nodiscard]] std::vector<Tensor<T>> meshgrid(const std::vector<Tensor<T>>& tensors,
                                              std::string_view indexing = "ij") {
  return detail::meshgrid(std::span<const Tensor<T>>(tensors), indexing);
}
template <class T>
[[nodiscard]] std::vector<Tensor<T>> meshgrid(std::initializer_list<Tensor<T>> tensors,
                                              std::string_view indexing = "ij") {
  return detail::meshgrid(std::span<const Tensor<T>>(tensors.begin(), tensors.size()), indexing);
}
/// Takes axes that are lists in braces: meshgrid({{1, 2}, {3, 4, 5}}).
template <detail::Leaf T>
[[nodiscard]] std::vector<Tensor<T>> meshgrid(std::initializer_list<std::initializer_list<T>> lists,
                                              std::string_view indexing = "ij") {
  std::vector<Tensor<T>> axes;
  for (const std::initializer_list<T> list : lists) axes.push_back(tensor(list));
  return meshgrid(axes, indexing);
}

NDX_NAMESPACE_END
