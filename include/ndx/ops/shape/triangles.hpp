// Diagonals and triangles of matrices: diag, diagflat, tri, tril, triu, identity.
#pragma once

#include <algorithm>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A square matrix of zeros with these elements on its k-th diagonal.
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

/// A copy with zeros outside the columns that kept(row, columns) returns as begin and end, begin ≤ end,
/// for each matrix of the last two dims.
template <class T, class Kept>
Tensor<std::remove_const_t<T>> triangle_of(const char* call, const Tensor<T>& t, const Kept& kept) {
  using R = std::remove_const_t<T>;
  if (t.dim() < 2) [[unlikely]]
    throw_shape_error(call, ": a tensor of rank ", t.dim(), " is no matrix");
  const Tensor<R> result = make_uninitialized<R>(call, t.shape());
  copy_elements(result, t);
  const index_t columns = t.size(-1);
  const R* const last = result.data() + result.numel();
  for (R* to = result.data(); to != last;) {
    for (index_t row = 0; row < t.size(-2); ++row, to += columns) {
      const auto [begin, end] = kept(row, columns);
      std::fill_n(to, begin, R{});
      std::fill_n(to + end, columns - end, R{});
    }
  }
  return result;
}

struct ColumnRange {
  index_t begin;
  index_t end;
};
/// row + k within 0…limit, without overflow.
inline index_t clamped_column(index_t row, index_t k, index_t limit) {
  if (k >= limit - row) return limit;
  return row + k < 0 ? 0 : row + k;
}

}  // namespace detail

/// A tensor of rank 1 gives a square matrix with its elements on the k-th diagonal (k > 0 is above the
/// main one) and zeros elsewhere. A matrix gives a copy of its k-th diagonal, which may be empty; the
/// view is diagonal(t, k).
///   diag(tensor({1, 2})) -> 1 0 / 0 2 · diag(t(2,3), 1) -> (2)
/// Throws ShapeError for any other rank. Source: NumPy's and PyTorch's diag.
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> diag(const Tensor<T>& t, index_t k = 0) {
  if (t.dim() == 1) return detail::matrix_of_diagonal("diag", t, k);
  if (t.dim() != 2) [[unlikely]]
    throw_shape_error("diag: a tensor of shape ", t.shape(), " has neither one dim nor two");
  return t.diagonal(k).clone();
}

/// diag of the elements in row-major order: a square matrix, whatever the rank.
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> diagflat(const Tensor<T>& t, index_t k = 0) {
  return detail::matrix_of_diagonal("diagflat", t.ravel(), k);
}

/// The lower triangle: a copy with zeros above the k-th diagonal of the last two dims.
///   tril(ones({2, 3})) -> 1 0 0 / 1 1 0
/// Throws ShapeError below rank 2. Source: NumPy's and PyTorch's tril.
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> tril(const Tensor<T>& t, index_t k = 0) {
  return detail::triangle_of("tril", t, [k](index_t row, index_t columns) {
    const index_t last = k == INT64_MAX ? k : k + 1;
    return detail::ColumnRange{0, detail::clamped_column(row, last, columns)};
  });
}
/// The upper triangle: a copy with zeros below the k-th diagonal of the last two dims.
///   triu(ones({2, 3})) -> 1 1 1 / 0 1 1
template <Element T>
[[nodiscard]] Tensor<std::remove_const_t<T>> triu(const Tensor<T>& t, index_t k = 0) {
  return detail::triangle_of("triu", t, [k](index_t row, index_t columns) {
    return detail::ColumnRange{detail::clamped_column(row, k, columns), columns};
  });
}

/// Ones on and below the k-th diagonal, zeros above. ValueError for a negative size. Source:
/// NumPy's tri.
template <Number T = float>
[[nodiscard]] Tensor<T> tri(index_t rows, index_t columns, index_t k = 0) {
  return tril(detail::make_filled("tri", Dims{rows, columns}, T{1}), k);
}
template <Number T = float>
[[nodiscard]] Tensor<T> tri(index_t rows) {
  return tri<T>(rows, rows);
}

/// eye of one argument.
template <Number T = float>
[[nodiscard]] Tensor<T> identity(index_t rows) {
  return detail::make_diagonal<T>("identity", rows, rows);
}

NDX_NAMESPACE_END
