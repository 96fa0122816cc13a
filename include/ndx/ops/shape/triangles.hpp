// Diagonals and triangles of matrices: diag, diagflat, tri, tril, triu, identity.
#pragma once

#include <algorithm>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns a square matrix of zeros with these elements on its k-th diagonal.
template <class T>
Tensor<std::remove_const_t<T>> matrix_of_diagonal(const char* call, const Tensor<T>& diagonal,
                                                  index_t k) {
  using R = std::remove_const_t<T>;
  if (k < -INT64_MAX) [[unlikely]]
    throw_value_error(call, ": there is no diagonal ", k);
  const index_t size = checked_add(call, diagonal.numel(), k < 0 ? -k : k);
  const Tensor<R> result = make_filled(call, Dims{size, size}, R{});
  copy_elements(result.diagonal(k), diagonal);
  return result;
}

/// Returns a copy with zeros outside some columns of each row, for each matrix of the last two dims.
/// kept(row, columns) returns these columns as begin and end, where begin ≤ end.
template <class T, class Kept>
Tensor<std::remove_const_t<T>> triangle_of(const char* call, const Tensor<T>& t, const Kept& kept) {
  using R = std::remove_const_t<T>;
  if (t.dim() < 2) [[unlikely]]
    throw_shape_error(call, ": a tensor of rank ", t.dim(), " is no matrix");
  const Tensor<R> result = make_uninitialized<R>(call, t.shape());
  copy_elements(result, t);
  if (result.numel() == 0) return result;
  const index_t rows = t.size(-2);
  const index_t columns = t.size(-1);
  store_in_parts(result.numel() / columns, columns * index_t{sizeof(R)},
                 [&](index_t first, index_t last) {
                   for (index_t k = first; k < last; ++k) {
                     R* const to = result.data() + k * columns;
                     const auto [begin, end] = kept(k % rows, columns);
                     std::fill_n(to, begin, R{});
                     std::fill_n(to + end, columns - end, R{});
                   }
                 });
  return result;
}

struct ColumnRange {
  index_t begin;
  index_t end;
};
/// Returns row + k within 0…limit, without overflow.
inline index_t clamped_column(index_t row, index_t k, index_t limit) {
  if (k >= limit - row) return limit;
  return row + k < 0 ? 0 : row + k;
}

}  // namespace detail

/// Makes a square matrix of a tensor of rank 1, whose elements are on the k-th diagonal (k > 0 is
/// above the main one), with zeros elsewhere. For a matrix it returns a copy of the k-th diagonal,
/// which may be empty; the view is diagonal(t, k).
///   diag(tensor({1, 2})) -> 1 0 / 0 2 · diag(t(2,3), 1) -> (2)
/// Throws ShapeError for any other rank. Source: NumPy's and PyTorch's diag.
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> diag(const Tensor<T>& t, Count k = 0) {
  if (t.dim() == 1) return detail::matrix_of_diagonal("diag", t, k);
  if (t.dim() != 2) [[unlikely]]
    throw_shape_error("diag: a tensor of shape ", t.shape(), " has neither one dim nor two");
  return t.diagonal(k).clone();
}

/// Makes a square matrix of the elements in row-major order, as diag does, for a tensor of any rank.
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> diagflat(const Tensor<T>& t, Count k = 0) {
  return detail::matrix_of_diagonal("diagflat", t.ravel(), k);
}

/// Returns the lower triangle: a copy with zeros above the k-th diagonal of the last two dims.
///   tril(ones({2, 3})) -> 1 0 0 / 1 1 0
/// Throws ShapeError below rank 2. Source: NumPy's and PyTorch's tril.
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> tril(const Tensor<T>& t, Count k = 0) {
  return detail::triangle_of("tril", t, [k](index_t row, index_t columns) {
    const index_t last = k + (k == INT64_MAX ? 0 : 1);
    return detail::ColumnRange{0, detail::clamped_column(row, last, columns)};
  });
}
/// Returns the upper triangle: a copy with zeros below the k-th diagonal of the last two dims.
///   triu(ones({2, 3})) -> 1 1 1 / 0 1 1
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> triu(const Tensor<T>& t, Count k = 0) {
  return detail::triangle_of("triu", t, [k](index_t row, index_t columns) {
    return detail::ColumnRange{detail::clamped_column(row, k, columns), columns};
  });
}

/// Returns a matrix of ones on and below the k-th diagonal and zeros above. Throws ValueError for a
/// negative size. Source: NumPy's tri.
template <Number T = float>
[[nodiscard]] Tensor<T> tri(Count rows, Count columns, Count k = 0) {
  return tril(detail::make_filled("tri", Dims{rows, columns}, T{1}), k);
}
template <Number T = float>
[[nodiscard]] Tensor<T> tri(Count rows) {
  return tri<T>(rows, rows);
}

/// Returns the identity matrix, which is eye(rows).
template <Number T = float>
[[nodiscard]] Tensor<T> identity(Count rows) {
  return detail::make_diagonal<T>("identity", rows, rows);
}

NDX_NAMESPACE_END
