// Functions under the names that NumPy and PyTorch also use, and views that one line of other
// functions makes: concatenate, expand_dims, swapaxes, moveaxis, atleast_2d, rot90, fliplr,
// broadcast_arrays, ndim.
//
// Second names of other functions stay public, because code that is ported uses them. Each does what
// the first name does, but its errors name the function that was called, so it calls the
// implementation and not the other function:
//
//   second name         first name           second name         first name
//   concatenate         cat                  moveaxis            movedim
//   row_stack           vstack               flipud, fliplr      flip
//   take_along_dim      take_along_axis      ndim, size          Tensor::dim, Tensor::numel
//   expand_dims         unsqueeze            broadcast_tensors   broadcast_arrays
//   swapaxes            transpose            positive            operator+
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/shape/view_functions.hpp>

NDX_NAMESPACE_BEGIN

/// ndim returns the rank, size the number of elements or the size of one dim.
template <class T>
[[nodiscard]] index_t ndim(const Tensor<T>& t) {
  return t.dim();
}
template <class T>
[[nodiscard]] index_t size(const Tensor<T>& t) {
  return t.numel();
}
template <class T>
[[nodiscard]] index_t size(const Tensor<T>& t, Dim dim) {
  return t.size(dim);
}

namespace detail {

/// Returns the largest rank of the tensors, or `least` if that is larger.
template <class T>
index_t max_rank(Parts<T> parts, index_t least) {
  for (const Tensor<T>& part : parts) {
    if (part.dim() > least) least = part.dim();
  }
  return least;
}

}  // namespace detail

/// Does what cat does. Tensors of shape (0) are skipped too.
template <TensorRange R>
[[nodiscard]] auto concatenate(const R& tensors, Dim dim = 0) {
  return detail::cat_parts("concatenate", detail::parts_of(tensors), dim);
}
template <class T>
[[nodiscard]] auto concatenate(std::initializer_list<Tensor<T>> tensors, Dim dim = 0) {
  return concatenate(detail::parts_of(tensors), dim);
}

/// Does what take_along_axis does. The name is PyTorch's.
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take_along_dim(const Tensor<T>& t, const X& indices,
                                                            Dim dim) {
  UntypedTensor own = detail::untyped_indices(indices);
  return detail::read_with(detail::plan_along_axis("take_along_dim", t.layout(), dim, own), t, {});
}
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> take_along_dim(const Tensor<T>& t, const X& indices) {
  return take_along_dim(t.ravel(), indices, 0);
}

/// Returns a copy of the elements, as +t does. The name is NumPy's.
///   positive(tensor({1, -2})) -> 1 -2
template <NumberTensor A>
[[nodiscard]] auto positive(const A& t) {
  return +t;
}

/// Inserts dims of size 1 at one or several places of the result. Returns a view.
///   expand_dims(t(2,3), 1) -> (2,1,3) · expand_dims(t(2,3), {0, -1}) -> (1,2,3,1)
/// Throws IndexError for a dim out of range, ValueError for one that is named twice. Source: NumPy's
/// expand_dims.
template <class T, Real I>
[[nodiscard]] Tensor<T> expand_dims(const Tensor<T>& t, I dim) {
  return Tensor<T>(t.storage(), unsqueezed("expand_dims", t.layout(), Dim(dim)));
}
template <class T>
[[nodiscard]] Tensor<T> expand_dims(const Tensor<T>& t, const Dims& dims) {
  constexpr const char* call = "expand_dims";
  const std::size_t rank = t.shape().size() + dims.size();
  if (rank > kMaxRank) [[unlikely]]
    throw_value_error(call, ": rank ", rank, " is more than the maximum rank, ", kMaxRank);
  const auto added = detail::dim_bits(call, dims, rank);
  Layout layout = t.layout();
  for (std::size_t dim = 0; dim < rank; ++dim) {
    if (((added >> dim) & 1) != 0) layout.insert_dim(dim, 1, 0);
  }
  return Tensor<T>(t.storage(), std::move(layout));
}

/// swapaxes does what transpose of two dims does, moveaxis what movedim does. The results are views.
template <class T>
[[nodiscard]] Tensor<T> swapaxes(const Tensor<T>& t, Dim dim0, Dim dim1) {
  return Tensor<T>(t.storage(), transposed("swapaxes", t.layout(), dim0, dim1));
}
template <class T>
[[nodiscard]] Tensor<T> moveaxis(const Tensor<T>& t, const Dims& source, const Dims& destination) {
  return Tensor<T>(t.storage(), moved("moveaxis", t.layout(), source, destination));
}
template <class T, Real S, Real D>  // not deduced from braces, which are lists of dims
[[nodiscard]] Tensor<T> moveaxis(const Tensor<T>& t, S source, D destination) {
  return moveaxis(t, Dims{source}, Dims{destination});
}

/// Returns views of rank 1, 2 or 3 at least. Dims of size 1 are added in front; atleast_3d adds the
/// last dim at the end.
///   atleast_2d(t(3)) -> (1,3) · atleast_3d(t(3)) -> (1,3,1) · atleast_3d(t(2,3)) -> (2,3,1)
/// Source: NumPy's functions of these names.
template <class T>
[[nodiscard]] Tensor<T> atleast_1d(const Tensor<T>& t) {
  return t.dim() == 0 ? t.unsqueeze(0) : t;
}
template <class T>
[[nodiscard]] Tensor<T> atleast_2d(const Tensor<T>& t) {
  return t.dim() < 2 ? atleast_1d(t).unsqueeze(0) : t;
}
template <class T>
[[nodiscard]] Tensor<T> atleast_3d(const Tensor<T>& t) {
  return t.dim() < 3 ? atleast_2d(t).unsqueeze(-1) : t;
}

/// flipud reverses the order of rows (dim 0), fliplr that of columns (dim 1). Both return a view.
/// Throws IndexError if there is no such dim.
template <class T>
[[nodiscard]] Tensor<T> flipud(const Tensor<T>& t) {
  return Tensor<T>(t.storage(), flipped("flipud", t.layout(), Dims{0}));
}
template <class T>
[[nodiscard]] Tensor<T> fliplr(const Tensor<T>& t) {
  return Tensor<T>(t.storage(), flipped("fliplr", t.layout(), Dims{1}));
}

/// Rotates by `times` quarter turns from the first towards the second of two dims. Returns a view.
///   rot90(tensor({{1, 2}, {3, 4}})) -> 2 4 / 1 3
/// Throws ShapeError for another number of dims than two, ValueError for one dim twice, IndexError
/// for one out of range. Source: NumPy's and PyTorch's rot90.
template <class T>
[[nodiscard]] Tensor<T> rot90(const Tensor<T>& t, Count times = 1, const Dims& dims = {0, 1}) {
  return Tensor<T>(t.storage(), rotated("rot90", t.layout(), times, dims));
}

namespace detail {

template <class T>
std::vector<Tensor<T>> broadcast_parts(const char* call, Parts<T> parts) {
  Dims shape;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const Dims common = shape;
    if (!broadcast_into(shape, parts[i].shape())) [[unlikely]] {
      throw_shape_error(call, ": tensor ", i, " has shape ", parts[i].shape(),
                        ", which does not broadcast with ", common, ", that of those before it");
    }
  }
  checked_numel(call, shape);
  std::vector<Tensor<T>> result;
  result.reserve(parts.size());
  for (const Tensor<T>& part : parts) result.push_back(part.broadcast_to(shape));
  return result;
}

/// Joins along dim 1, where parts of rank 0 or 1 are columns.
template <class T>
Joined<T> column_stack_parts(Parts<T> parts) {
  std::vector<Tensor<T>> columns(parts.begin(), parts.end());
  for (Tensor<T>& part : columns)
    if (part.dim() < 2) part = atleast_2d(part).transpose();
  return cat_parts("column_stack", Parts<T>(columns), 1);
}
template <class T>
Joined<T> dstack_parts(Parts<T> parts) {
  std::vector<Tensor<T>> deep(parts.begin(), parts.end());
  for (Tensor<T>& part : deep) part = atleast_3d(part);
  return cat_parts("dstack", Parts<T>(deep), 2);
}

/// Joins the blocks of a row, which are treated as having at least the given rank.
template <class T>
Joined<T> block_row(Parts<T> parts, index_t rank) {
  return cat_parts("block", Parts<T>(with_min_rank(parts, max_rank(parts, rank))), -1);
}
template <class T>
Joined<T> block_rows(std::span<const std::initializer_list<Tensor<T>>> rows) {
  index_t rank = 2;
  for (const auto& row : rows) rank = max_rank(parts_of(row), rank);
  std::vector<Joined<T>> joined;
  joined.reserve(rows.size());
  for (const auto& row : rows) joined.push_back(block_row(parts_of(row), rank));
  return cat_parts("block", parts_of(joined), -2);
}

}  // namespace detail

/// Broadcasts the tensors to their common shape. The results are views with stride 0, which can be
/// read; clone() them to write.
///   broadcast_arrays({t(2,1), t(3)}) -> two tensors of shape (2,3)
/// Throws ShapeError, with the index of the tensor, if they do not broadcast. Source: NumPy's
/// broadcast_arrays; PyTorch's name is broadcast_tensors.
template <TensorRange R>
[[nodiscard]] auto broadcast_arrays(const R& tensors) {
  return detail::broadcast_parts("broadcast_arrays", detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto broadcast_arrays(std::initializer_list<Tensor<T>> tensors) {
  return broadcast_arrays(detail::parts_of(tensors));
}
template <TensorRange R>
[[nodiscard]] auto broadcast_tensors(const R& tensors) {
  return detail::broadcast_parts("broadcast_tensors", detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto broadcast_tensors(std::initializer_list<Tensor<T>> tensors) {
  return broadcast_tensors(detail::parts_of(tensors));
}

/// Joins tensors as columns: those of rank 1 become columns, the others are joined along dim 1.
///   column_stack({t(3), t(3)}) -> (3,2) · column_stack({t(3), t(3,2)}) -> (3,3)
/// Throws as cat does. Source: NumPy's column_stack.
template <TensorRange R>
[[nodiscard]] auto column_stack(const R& tensors) {
  return detail::column_stack_parts(detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto column_stack(std::initializer_list<Tensor<T>> tensors) {
  return column_stack(detail::parts_of(tensors));
}
/// Joins along dim 2, after atleast_3d.
///   dstack({t(2,3), t(2,3)}) -> (2,3,2) · dstack({t(3), t(3)}) -> (1,3,2)
template <TensorRange R>
[[nodiscard]] auto dstack(const R& tensors) {
  return detail::dstack_parts(detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto dstack(std::initializer_list<Tensor<T>> tensors) {
  return dstack(detail::parts_of(tensors));
}
/// Does what vstack does. The name is PyTorch's.
template <TensorRange R>
[[nodiscard]] auto row_stack(const R& tensors) {
  return detail::vstack_parts("row_stack", detail::parts_of(tensors));
}
template <class T>
[[nodiscard]] auto row_stack(std::initializer_list<Tensor<T>> tensors) {
  return row_stack(detail::parts_of(tensors));
}

/// Joins blocks, given row by row. The blocks of a row are joined along the last dim, the rows along
/// the one before. All are treated as having the rank of the largest, and at least 2 if rows are
/// given, by dims of size 1 in front.
///   block({{a, b}, {c, d}}) -> a matrix of four blocks · block({t(2), t(3)}) -> (5)
/// Throws as cat does. Source: NumPy's block.
template <class T>
[[nodiscard]] auto block(std::initializer_list<std::initializer_list<Tensor<T>>> rows) {
  return detail::block_rows(std::span(rows.begin(), rows.size()));
}
template <class T>
[[nodiscard]] auto block(std::initializer_list<Tensor<T>> row) {
  return detail::block_row(detail::parts_of(row), 1);
}

NDX_NAMESPACE_END
