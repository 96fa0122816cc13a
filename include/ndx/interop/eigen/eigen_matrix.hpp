// Converts between tensors and Eigen's matrices and arrays. Needs Eigen 3.
//
// A Tensor<Eigen::half> or Tensor<Eigen::bfloat16> can be moved and indexed, but has no arithmetic:
// from_eigen(m).to<float16>() has, and t.to<Eigen::half>() converts back.
#pragma once

#include <memory>
#include <type_traits>

#include <Eigen/Core>

#include <ndx/tensor.hpp>
#include <ndx/tensor/half_elements.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
using RowMajorMatrix =
    Eigen::Matrix<std::remove_const_t<T>, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
template <class T>
using RowMajorArray =
    Eigen::Array<std::remove_const_t<T>, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

template <class T, class Plain>
using EigenMap = Eigen::Map<std::conditional_t<std::is_const_v<T>, const Plain, Plain>,
                            Eigen::Unaligned, Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>>;

/// Returns a map of type `Plain`, which is row-major; a tensor of rank 1 is a column.
template <class Plain, class T>
EigenMap<T, Plain> map_as_eigen(const char* call, const Tensor<T>& tensor) {
  const index_t rank = tensor.dim();
  if (rank != 1 && rank != 2) [[unlikely]] {
    throw_shape_error(call, ": shape ", tensor.shape(), " is neither a vector nor a matrix");
  }
  const bool is_matrix = rank == 2;
  return {tensor.data(),
          tensor.size(0),
          is_matrix ? tensor.size(1) : 1,
          {tensor.stride(0), is_matrix ? tensor.stride(1) : 1}};
}

/// Returns the shape of an expression: one dim if its type is a vector, otherwise two.
template <class Derived>
Dims eigen_shape(const Eigen::DenseBase<Derived>& m) {
  if constexpr (Derived::IsVectorAtCompileTime) {
    return {m.size()};
  } else {
    return {m.rows(), m.cols()};
  }
}

/// An object with elements in memory: a matrix, an array, a block or a map of one.
template <class M>
concept EigenInMemory = std::is_base_of_v<Eigen::DenseBase<M>, M> && requires(M& m) {
  m.data();
  m.rowStride();
};

/// Whether M is a matrix or an array that owns its memory.
template <class M>
inline constexpr bool is_eigen_owner = std::is_base_of_v<Eigen::PlainObjectBase<M>, M>;

template <class Derived>
Dims eigen_strides(const Derived& m) {
  if constexpr (Derived::IsVectorAtCompileTime) {
    return {m.innerStride()};
  } else {
    return {m.rowStride(), m.colStride()};
  }
}

}  // namespace detail

/// Returns an Eigen::Map of a matrix on a tensor of rank 2, or of rank 1 as a column, with the
/// strides of the tensor. For const elements, the map cannot be written. It is valid as long as the
/// memory.
///   as_eigen(c).noalias() = as_eigen(a) * as_eigen(b);
/// Throws ShapeError for another rank.
template <Element T>
[[nodiscard]] auto as_eigen(const Tensor<T>& tensor) {
  return detail::map_as_eigen<detail::RowMajorMatrix<T>>("as_eigen", tensor);
}
template <Element T>
auto as_eigen(const Tensor<T>&& /*tensor*/) {
  return detail::refuse_temporary<Tensor<T>>();
}

/// Returns an Eigen::Map of an Eigen::Array, whose operators work element by element, as as_eigen
/// does. Throws ShapeError for another rank than 1 and 2.
template <Element T>
[[nodiscard]] auto as_eigen_array(const Tensor<T>& tensor) {
  return detail::map_as_eigen<detail::RowMajorArray<T>>("as_eigen_array", tensor);
}
template <Element T>
auto as_eigen_array(const Tensor<T>&& /*tensor*/) {
  return detail::refuse_temporary<Tensor<T>>();
}

/// Returns a tensor on the elements of a matrix, an array, a block or a map, which are not copied
/// and must outlive all views of the tensor. Its rank is 1 for the type of a vector, otherwise 2.
/// It is read-only for a const object.
template <class M>
  requires detail::EigenInMemory<std::remove_cvref_t<M>>
[[nodiscard]] auto borrow_eigen(M&& m) {
  static_assert(std::is_lvalue_reference_v<M> || !detail::is_eigen_owner<std::remove_cvref_t<M>>,
                "the matrix would be gone: give it a name first, or move it into from_eigen");
  return borrow(m.data(), detail::eigen_shape(m), detail::eigen_strides(m));
}

/// Returns a new tensor with the value of a matrix, an array or an expression, which is evaluated
/// into row-major order:
///   auto c = from_eigen(as_eigen(a) * as_eigen(b));
template <class Derived>
[[nodiscard]] Tensor<typename Derived::Scalar> from_eigen(const Eigen::DenseBase<Derived>& m) {
  using T = typename Derived::Scalar;
  const auto tensor = empty<T>(detail::eigen_shape(m));
  if constexpr (std::is_base_of_v<Eigen::MatrixBase<Derived>, Derived>) {
    Eigen::Map<detail::RowMajorMatrix<T>>(tensor.data(), m.rows(), m.cols()).noalias() =
        m.derived();
  } else {
    Eigen::Map<detail::RowMajorArray<T>>(tensor.data(), m.rows(), m.cols()) = m.derived();
  }
  return tensor;
}
/// Takes over a matrix or an array that is moved in, without a copy. The tensor has its strides.
template <class Derived>
[[nodiscard]] Tensor<typename Derived::Scalar> from_eigen(Eigen::PlainObjectBase<Derived>&& m) {
  auto owner = std::make_unique<Derived>(std::move(m.derived()));
  Derived* const kept = owner.release();  // adopt calls the deleter also if it throws
  return adopt(kept->data(), detail::eigen_shape(*kept), detail::eigen_strides(*kept),
               [kept] { delete kept; });
}

NDX_NAMESPACE_END
