// The views of a Tensor<T> as functions: reshape(t, {2, 12}) is t.reshape({2, 12}).
//
// Each forwards to the member of its name, which documents shapes and errors. They share memory and
// copy only where the member does: reshape, flatten and ravel if no view has that shape, contiguous
// if the tensor is not row-major, and clone always.
#pragma once

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Returns the elements in row-major order with another shape: a view if the strides allow it, else a
/// copy.
///   reshape(t(2,3,4), {6, -1}) -> (6,4)
template <class T>
[[nodiscard]] Tensor<T> reshape(const Tensor<T>& t, const Dims& shape) {
  return t.reshape(shape);
}
template <class T, Real... I>
  requires(sizeof...(I) > 0)
[[nodiscard]] Tensor<T> reshape(const Tensor<T>& t, I... sizes) {
  return t.reshape(sizes...);
}
/// Returns what reshape does, but throws ShapeError where it would copy.
template <class T>
[[nodiscard]] Tensor<T> view(const Tensor<T>& t, const Dims& shape) {
  return t.view(shape);
}
template <class T, Real... I>
  requires(sizeof...(I) > 0)
[[nodiscard]] Tensor<T> view(const Tensor<T>& t, I... sizes) {
  return t.view(sizes...);
}
/// Merges dims start…end into one. Returns a view if the strides allow it, else a copy.
///   flatten(t(2,3,4), 1) -> (2,12)
template <class T>
[[nodiscard]] Tensor<T> flatten(const Tensor<T>& t, Dim start = 0, Dim end = -1) {
  return t.flatten(start, end);
}
/// Returns all elements as rank 1: a view if the strides allow it, else a copy.
///   ravel(t(2,3)) -> (6)
template <class T>
[[nodiscard]] Tensor<T> ravel(const Tensor<T>& t) {
  return t.ravel();
}
/// Returns the tensor itself (shared) if it is row-major, else a row-major copy.
///   contiguous(transpose(tensor({{1, 2}, {3, 4}}))) -> 1 3 / 2 4
template <class T>
[[nodiscard]] Tensor<T> contiguous(const Tensor<T>& t) {
  return t.contiguous();
}
/// Returns a new row-major tensor with the same elements.
///   clone(tensor({1, 2})) -> 1 2
template <class T>
[[nodiscard]] Tensor<std::remove_const_t<T>> clone(const Tensor<T>& t) {
  return t.clone();
}
/// Returns a view with any shape, strides and offset within the storage. Throws ValueError if it
/// exceeds the storage.
template <class T>
[[nodiscard]] Tensor<T> as_strided(const Tensor<T>& t, const Dims& shape, const Dims& strides,
                                   Count offset) {
  return t.as_strided(shape, strides, offset);
}
template <class T>
[[nodiscard]] Tensor<T> as_strided(const Tensor<T>& t, const Dims& shape, const Dims& strides) {
  return t.as_strided(shape, strides);
}

/// Drops all dims of size 1, or those of the given dims whose size is 1.
///   squeeze(t(1,3,1)) -> (3) · squeeze(t(1,3,1,1), {0, 1, -1}) -> (3,1)
template <class T>
[[nodiscard]] Tensor<T> squeeze(const Tensor<T>& t) {
  return t.squeeze();
}
template <class T>
[[nodiscard]] Tensor<T> squeeze(const Tensor<T>& t, const Dims& dims) {
  return t.squeeze(dims);
}
template <class T>
[[nodiscard]] Tensor<T> squeeze(const Tensor<T>& t, Real auto dim) {
  return t.squeeze(dim);
}
/// Inserts a dim of size 1 before `dim`.
///   unsqueeze(t(2,3), 1) -> (2,1,3)
template <class T>
[[nodiscard]] Tensor<T> unsqueeze(const Tensor<T>& t, Dim dim) {
  return t.unsqueeze(dim);
}
/// Repeats dims of size 1 by stride 0; -1 keeps a size. Throws ShapeError if the shapes do not fit.
///   expand(t(3,1), {2, 3, 4}) -> (2,3,4)
template <class T>
[[nodiscard]] Tensor<T> expand(const Tensor<T>& t, const Dims& shape) {
  return t.expand(shape);
}
template <class T, Real... I>
  requires(sizeof...(I) > 0)
[[nodiscard]] Tensor<T> expand(const Tensor<T>& t, I... sizes) {
  return t.expand(sizes...);
}
/// Does what expand does, without -1.
template <class T>
[[nodiscard]] Tensor<T> broadcast_to(const Tensor<T>& t, const Dims& shape) {
  return t.broadcast_to(shape);
}

/// Returns the dims in another order.
///   permute(t(2,3,4), {2, 0, 1}) -> (4,2,3)
template <class T>
[[nodiscard]] Tensor<T> permute(const Tensor<T>& t, const Dims& order) {
  return t.permute(order);
}
template <class T, Real... I>
  requires(sizeof...(I) > 0)
[[nodiscard]] Tensor<T> permute(const Tensor<T>& t, I... order) {
  return t.permute(order...);
}
/// Reverses the order of the dims.
template <class T>
[[nodiscard]] Tensor<T> transpose(const Tensor<T>& t) {
  return t.transpose();
}
/// Swaps two dims, as in PyTorch.
template <class T>
[[nodiscard]] Tensor<T> transpose(const Tensor<T>& t, Dim dim0, Dim dim1) {
  return t.transpose(dim0, dim1);
}
/// Returns all dims in a new order, as NumPy's transpose does.
template <class T>
[[nodiscard]] Tensor<T> transpose(const Tensor<T>& t, const Dims& order) {
  return t.permute(order);
}
/// Moves dims to other places; the others keep their order.
///   movedim(t(2,3,4), 0, -1) -> (3,4,2)
template <class T>
[[nodiscard]] Tensor<T> movedim(const Tensor<T>& t, const Dims& source, const Dims& destination) {
  return t.movedim(source, destination);
}
template <class T, Real S, Real D>  // not deduced from braces, which are lists of dims
[[nodiscard]] Tensor<T> movedim(const Tensor<T>& t, S source, D destination) {
  return t.movedim(source, destination);
}
/// Reverses the elements along all dims, or along the given ones.
///   flip(tensor({1, 2, 3}), 0) -> 3 2 1
template <class T>
[[nodiscard]] Tensor<T> flip(const Tensor<T>& t) {
  return t.flip();
}
template <class T>
[[nodiscard]] Tensor<T> flip(const Tensor<T>& t, const Dims& dims) {
  return t.flip(dims);
}
template <class T, Real I>
[[nodiscard]] Tensor<T> flip(const Tensor<T>& t, I dim) {
  return t.flip(dim);
}

/// Returns one slice along `dim`, without that dim. Throws IndexError if it is out of bounds.
///   select(t(2,3,4), 1, -1) -> (2,4)
template <class T>
[[nodiscard]] Tensor<T> select(const Tensor<T>& t, Dim dim, Count index) {
  return t.select(dim, index);
}
/// Returns `length` slices from `start` on. Throws IndexError if they exceed the dim.
///   narrow(t(5), 0, 1, 3) -> (3)
template <class T>
[[nodiscard]] Tensor<T> narrow(const Tensor<T>& t, Dim dim, Count start, Count length) {
  return t.narrow(dim, start, length);
}
/// Selects along one dim as a slice of Python does. Throws ValueError for step 0.
///   slice(t(5), 0, Slice(None, None, 2)) -> (3)
template <class T>
[[nodiscard]] Tensor<T> slice(const Tensor<T>& t, Dim dim, const Slice& slice) {
  return t.slice(dim, slice);
}
/// Takes start, end and step as separate arguments, each an integer or None.
///   slice(t(5), 0, 1, 3) -> (2)
template <class T, std::convertible_to<SliceBound> Start>
[[nodiscard]] Tensor<T> slice(const Tensor<T>& t, Dim dim, const Start& start, SliceBound end = {},
                              SliceBound step = {}) {
  return t.slice(dim, start, end, step);
}
/// Returns the diagonals of two dims, as the last dim.
///   diagonal(t(3,4)) -> (3)
template <class T>
[[nodiscard]] Tensor<T> diagonal(const Tensor<T>& t, Count offset = 0, Dim dim1 = 0, Dim dim2 = 1) {
  return t.diagonal(offset, dim1, dim2);
}
/// Returns sliding windows along a dim, as the last dim.
///   unfold(t(8), 0, 3, 2) -> (3,3)
template <class T>
[[nodiscard]] Tensor<T> unfold(const Tensor<T>& t, Dim dim, Count size, Count step) {
  return t.unfold(dim, size, step);
}
/// Returns all slices along a dim, each without that dim.
///   unbind(t(2,3)) -> (3), (3)
template <class T>
[[nodiscard]] std::vector<Tensor<T>> unbind(const Tensor<T>& t, Dim dim = 0) {
  return t.unbind(dim);
}
/// Splits by size or by sizes, as in PyTorch. array_split takes positions, as in NumPy.
///   split(t(7), 3) -> (3), (3), (1)
template <class T, Real I>
[[nodiscard]] std::vector<Tensor<T>> split(const Tensor<T>& t, I size, Dim dim = 0) {
  return t.split(size, dim);
}
template <class T>
[[nodiscard]] std::vector<Tensor<T>> split(const Tensor<T>& t, const Dims& sizes, Dim dim = 0) {
  return t.split(sizes, dim);
}
/// Splits into at most `chunks` parts of equal size along a dim; the last one may be smaller.
///   chunk(t(7), 3) -> (3), (3), (1)
template <class T>
[[nodiscard]] std::vector<Tensor<T>> chunk(const Tensor<T>& t, Count chunks, Dim dim = 0) {
  return t.chunk(chunks, dim);
}

NDX_NAMESPACE_END
