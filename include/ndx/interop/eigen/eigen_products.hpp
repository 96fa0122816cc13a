// matmul and tensordot: products of matrices, calculated by Eigen. Needs Eigen 3.
//
// Operands whose rows or columns are contiguous are multiplied in place, whatever their other
// strides; others are copied first. All dims before the last two are broadcast in a loop around
// Eigen's product.
#pragma once

#include <Eigen/Core>

#include <ndx/ops/linalg/matmul.hpp>
#include <ndx/ops/reduce/sum.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
using RowMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using ColumnMajor = Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor>;

/// The matrices of a tensor, which are its last two dims.
template <class T>
struct Matrices {
  Tensor<T> tensor;
  index_t rows;
  index_t columns;
  bool by_columns = false;  // whether columns are contiguous instead of rows
  index_t distance;         // between rows, or between columns

  explicit Matrices(const Tensor<T>& t) : tensor(t), rows(t.size(-2)), columns(t.size(-1)) {
    if (lies_dense(t.stride(-1), columns, t.stride(-2), rows)) {
      distance = t.stride(-2);
    } else if (lies_dense(t.stride(-2), rows, t.stride(-1), columns)) {
      by_columns = true;
      distance = t.stride(-1);
    } else {
      tensor = t.clone();
      distance = columns;
    }
    if ((by_columns ? columns : rows) <= 1) distance = by_columns ? rows : columns;
  }

  /// Calls call(map) with the matrix whose first element is at `offset`.
  template <class Call>
  void with(index_t offset, const Call& call) const {
    using Step = Eigen::OuterStride<>;
    const T* const first = tensor.data() + offset;
    if (by_columns) {
      call(Eigen::Map<const ColumnMajor<T>, 0, Step>(first, rows, columns, Step(distance)));
    } else {
      call(Eigen::Map<const RowMajor<T>, 0, Step>(first, rows, columns, Step(distance)));
    }
  }

 private:
  /// Returns whether the elements along one dim are contiguous and lines along the other do not
  /// overlap.
  static bool lies_dense(index_t step, index_t count, index_t distance, index_t lines) {
    return (step == 1 || count <= 1) && (distance >= count || lines <= 1);
  }
};

/// Multiplies by Eigen's products.
struct MultiplyByEigen {
  template <class T>
  using Factor = typename FactorOf<T>::type;

  /// Multiplies matrices of shapes (…, m, k) and (…, k, n) -> (…, m, n), with the leading dims
  /// broadcast.
  template <class T>
  static Tensor<T> multiply(const char* call, const Tensor<T>& a, const Tensor<T>& b) {
    const Matrices<T> left(a);
    const Matrices<T> right(b);
    const auto out =
        make_uninitialized<T>(call, shape_of_pairs(call, a, b, left.rows, right.columns));
    if (out.numel() == 0) return out;
    for_each_pair(out, left.tensor, right.tensor, [&](const Offsets<3>& at) {
      Eigen::Map<RowMajor<T>> product(out.data() + at[0], left.rows, right.columns);
      left.with(at[1], [&](const auto& x) {
        right.with(at[2], [&](const auto& y) { product.noalias() = x * y; });
      });
    });
    return out;
  }
};

/// Returns all dims that are not in `dims`, in ascending order.
inline Dims other_dims(DimsView dims, std::size_t rank) {
  Dims others;
  for (index_t d = 0; d < static_cast<index_t>(rank); ++d) {
    bool is_listed = false;
    for (const index_t dim : dims) is_listed = is_listed || dim == d;
    if (!is_listed) others.push_back(d);
  }
  return others;
}

/// Returns dims counted from the front. Throws IndexError for one out of range, ValueError for one
/// given twice.
inline Dims contracted_dims(const Dims& dims, std::size_t rank) {
  (void)ReducedDims(dims).bits("tensordot", rank);
  Dims wrapped = dims;
  for (index_t& dim : wrapped) dim = static_cast<index_t>(wrap_dim("tensordot", dim, rank));
  return wrapped;
}

}  // namespace detail

/// Does what matmul of <ndx/linalg.hpp> does by Eigen's product: floats are added in Eigen's order. It is the better match
/// for tensors, which is what makes programs that include both headers call it.
template <class T, class U>
  requires(NumberTensor<Tensor<T>> && NumberTensor<Tensor<U>>)
[[nodiscard]] auto matmul(const Tensor<T>& a, const Tensor<U>& b) {
  return detail::matmul_by<detail::MultiplyByEigen>(a, b);
}

/// Sums products over pairs of dims, one of `a` and one of `b`, which have equal sizes. Returns a
/// new tensor with the other dims of `a`, followed by those of `b`.
///   tensordot(a, b, {1, 2}, {0, 1}) of shapes (2,3,4) and (3,4,5) -> (2,5)
/// Throws IndexError for a dim out of range, ValueError for a dim given twice, ShapeError for lists
/// of different lengths and for pairs of different sizes. Source: NumPy's tensordot.
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto tensordot(const A& a, const B& b, const Dims& a_dims, const Dims& b_dims) {
  using P = promote_t<detail::element_t<A>, detail::element_t<B>>;
  const Dims from = detail::contracted_dims(a_dims, a.shape().size());
  const Dims to = detail::contracted_dims(b_dims, b.shape().size());
  if (from.size() != to.size()) [[unlikely]]
    throw_shape_error("tensordot: dims ", a_dims, " and ", b_dims, " are not as many");
  index_t inner = 1;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const index_t size = a.size(from[i]);
    if (size != b.size(to[i])) [[unlikely]]
      throw_shape_error("tensordot: dim ", from[i], " of shape ", a.shape(), " and dim ", to[i],
                        " of shape ", b.shape(), " differ in size");
    inner *= size;
  }
  Dims a_order = detail::other_dims(from, a.shape().size());
  Dims b_order = to;
  Dims shape;
  index_t rows = 1;
  index_t columns = 1;
  for (const index_t dim : a_order) {
    shape.push_back(a.size(dim));
    rows *= a.size(dim);
  }
  for (const index_t dim : detail::other_dims(to, b.shape().size())) {
    b_order.push_back(dim);
    shape.push_back(b.size(dim));
    columns *= b.size(dim);
  }
  for (const index_t dim : from) a_order.push_back(dim);
  return detail::product_of<detail::MultiplyByEigen, P>(
             "tensordot", a.permute(a_order).reshape({rows, inner}),
             b.permute(b_order).reshape({inner, columns}))
      .reshape(shape);
}

/// Sums products over the last `dims` dims of `a` and the first `dims` of `b`; with 0 dims, returns
/// all products.
///   tensordot(a, b) of shapes (2,3,4) and (3,4,5) -> (2,5)
/// Throws ShapeError if a tensor has fewer dims, and for dims of different sizes.
template <NumberTensor A, NumberTensor B>
[[nodiscard]] auto tensordot(const A& a, const B& b, index_t dims = 2) {
  if (dims < 0 || dims > a.dim() || dims > b.dim()) [[unlikely]]
    throw_shape_error("tensordot: ", dims, " dims of shapes ", a.shape(), " and ", b.shape());
  Dims last;
  Dims first;
  for (index_t d = 0; d < dims; ++d) {
    last.push_back(a.dim() - dims + d);
    first.push_back(d);
  }
  return tensordot(a, b, last, first);
}

NDX_NAMESPACE_END
