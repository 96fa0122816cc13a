// NumPy's functions that split a tensor into a number of parts, or at positions. Tensor::split splits
// by size, or by sizes, as PyTorch does. All parts are views.
#pragma once

#include <vector>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the parts between positions, which are clamped as the bounds of slices are.
template <class T>
std::vector<Tensor<T>> split_at(const char* call, const Tensor<T>& t, const Dims& positions,
                                index_t dim) {
  wrap_dim(call, dim, t.shape().size());
  std::vector<Tensor<T>> parts;
  parts.reserve(positions.size() + 1);
  SliceBound start;
  for (const index_t position : positions) {
    parts.push_back(t.slice(dim, Slice(start, position)));
    start = position;
  }
  parts.push_back(t.slice(dim, Slice(start)));
  return parts;
}

/// Returns `count` parts. If the size is not a multiple of it, the first ones have one element more.
template <class T>
std::vector<Tensor<T>> split_into(const char* call, const Tensor<T>& t, index_t count,
                                  index_t dim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (count < 1) [[unlikely]]
    throw_value_error(call, ": ", count, " parts; there must be at least one");
  const index_t size = t.shape()[place];
  std::vector<Tensor<T>> parts;
  checked_reserve(call, parts, count);
  index_t start = 0;
  for (index_t i = 0; i < count; ++i) {
    const index_t length = size / count + (i < size % count ? 1 : 0);
    parts.push_back(t.narrow(dim, start, length));
    start += length;
  }
  return parts;
}

/// Returns `count` equal parts. Throws ValueError if the size is not a multiple of it.
template <class T>
std::vector<Tensor<T>> split_equally(const char* call, const Tensor<T>& t, index_t count,
                                     index_t dim) {
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  if (count > 0 && t.shape()[place] % count != 0) [[unlikely]] {
    throw_value_error(call, ": dimension ", place, " with size ", t.shape()[place], " has no ",
                      count, " equal parts; array_split makes unequal ones");
  }
  return split_into(call, t, count, dim);
}

/// Returns the dim that hsplit splits, which is that of the columns.
template <class T>
index_t columns_dim(const Tensor<T>& t) {
  return t.dim() == 1 ? 0 : 1;
}

}  // namespace detail

/// Splits along a dim into a number of views. If the size is not a multiple of it, the first ones have
/// one element more. Parts may be empty.
///   array_split(t(8), 3) -> (3), (3), (2)
/// Throws ValueError for a number below 1, IndexError for a dim out of range. Source: NumPy's
/// array_split, PyTorch's tensor_split.
template <class T, Real I>  // not deduced from braces, which are positions
[[nodiscard]] std::vector<Tensor<T>> array_split(const Tensor<T>& t, I parts, Dim dim = 0) {
  return detail::split_into("array_split", t, Count(parts), dim);
}
/// Splits at positions along a dim, as NumPy's array_split does by indices. Negative positions count
/// from the end, others are clamped. A part whose end comes before its start is empty.
///   array_split(t(8), {2, 5}) -> t[0:2], t[2:5], t[5:]
template <class T>
[[nodiscard]] std::vector<Tensor<T>> array_split(const Tensor<T>& t, const Dims& positions,
                                                 Dim dim = 0) {
  return detail::split_at("array_split", t, positions, dim);
}

/// Splits columns (dim 1, or dim 0 at rank 1), rows (dim 0) or dim 2 into equal parts, or at
/// positions as array_split does. Throws ValueError if there are no such equal parts, IndexError if
/// there is no such dim. Source: NumPy's functions of these names.
template <class T, Real I>
[[nodiscard]] std::vector<Tensor<T>> hsplit(const Tensor<T>& t, I parts) {
  return detail::split_equally("hsplit", t, Count(parts), detail::columns_dim(t));
}
template <class T>
[[nodiscard]] std::vector<Tensor<T>> hsplit(const Tensor<T>& t, const Dims& positions) {
  return detail::split_at("hsplit", t, positions, detail::columns_dim(t));
}
template <class T, Real I>
[[nodiscard]] std::vector<Tensor<T>> vsplit(const Tensor<T>& t, I parts) {
  return detail::split_equally("vsplit", t, Count(parts), 0);
}
template <class T>
[[nodiscard]] std::vector<Tensor<T>> vsplit(const Tensor<T>& t, const Dims& positions) {
  return detail::split_at("vsplit", t, positions, 0);
}
template <class T, Real I>
[[nodiscard]] std::vector<Tensor<T>> dsplit(const Tensor<T>& t, I parts) {
  return detail::split_equally("dsplit", t, Count(parts), 2);
}
template <class T>
[[nodiscard]] std::vector<Tensor<T>> dsplit(const Tensor<T>& t, const Dims& positions) {
  return detail::split_at("dsplit", t, positions, 2);
}

NDX_NAMESPACE_END
