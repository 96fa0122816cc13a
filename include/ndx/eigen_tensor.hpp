// Eigen's tensors: tensors as those of unsupported/Eigen/CXX11/Tensor, and back. Needs Eigen 3.
//
// Eigen's tensors have no strides: they are row-major or column-major by their type. So a tensor of
// ndx is mapped only if it is contiguous, and borrowing computes the strides from the type.
#pragma once

#include <memory>
#include <type_traits>

#include <unsupported/Eigen/CXX11/Tensor>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether M is an Eigen::Tensor, TensorFixedSize or TensorMap.
template <class M>
inline constexpr bool is_eigen_tensor = false;
template <class T, int rank, int options, class Index>
inline constexpr bool is_eigen_tensor<Eigen::Tensor<T, rank, options, Index>> = true;
template <class T, class Sizes, int options, class Index>
inline constexpr bool is_eigen_tensor<Eigen::TensorFixedSize<T, Sizes, options, Index>> = true;
template <class Plain, int options, template <class> class MakePointer>
inline constexpr bool is_eigen_tensor<Eigen::TensorMap<Plain, options, MakePointer>> = true;

/// Whether M is an Eigen::TensorMap, which does not own its elements.
template <class M>
inline constexpr bool is_eigen_tensor_map = false;
template <class Plain, int options, template <class> class MakePointer>
inline constexpr bool is_eigen_tensor_map<Eigen::TensorMap<Plain, options, MakePointer>> = true;

template <class M>
Dims eigen_tensor_shape(const M& m) {
  Dims shape;
  // std::uint8_t converts without narrowing to the index types of all of Eigen's classes.
  for (std::uint8_t d = 0; d < m.rank(); ++d) shape.push_back(static_cast<index_t>(m.dimension(d)));
  return shape;
}

/// Returns the strides of M, which are row-major or column-major by its type.
template <class M>
Dims eigen_tensor_strides(DimsView shape) {
  if constexpr (int{M::Layout} == int{Eigen::RowMajor}) {
    return contiguous_strides(shape);
  } else {
    Dims strides;
    index_t stride = 1;
    for (const index_t size : shape) {
      strides.push_back(stride);
      stride *= size > 1 ? size : 1;
    }
    return strides;
  }
}

}  // namespace detail

/// Returns a tensor of rank `Rank` as a row-major Eigen::TensorMap, which is valid while the memory
/// lives. The map is read-only if the elements are const.
///   as_eigen_tensor<2>(c) = as_eigen_tensor<3>(a).maximum(Eigen::array<int, 1>{0});
/// Throws ShapeError for another rank, ValueError for strides that are not row-major.
template <std::size_t Rank, Element T>
[[nodiscard]] auto as_eigen_tensor(const Tensor<T>& tensor) {
  using Plain = Eigen::Tensor<std::remove_const_t<T>, static_cast<int>(Rank), Eigen::RowMajor>;
  using Map = Eigen::TensorMap<std::conditional_t<std::is_const_v<T>, const Plain, Plain>>;
  if (tensor.shape().size() != Rank) [[unlikely]]
    throw_shape_error("as_eigen_tensor: asked for rank ", Rank, " of shape ", tensor.shape());
  if (!tensor.is_contiguous()) [[unlikely]]
    throw_value_error("as_eigen_tensor: shape ", tensor.shape(), " with strides ", tensor.strides(),
                      " is not contiguous; map t.contiguous()");
  typename Plain::Dimensions sizes;
  for (std::size_t d = 0; d < Rank; ++d)
    sizes[d] = static_cast<Eigen::DenseIndex>(tensor.shape()[d]);
  return Map(tensor.data(), sizes);
}
template <std::size_t Rank, Element T>
auto as_eigen_tensor(const Tensor<T>&& /*tensor*/) {
  return detail::refuse_temporary<Tensor<T>>();
}

/// Makes a tensor on the elements of an Eigen::Tensor, a TensorFixedSize or a TensorMap, row-major
/// or column-major. They are not copied and must outlive all views of the tensor, which is
/// read-only for a const object.
template <class M>
  requires detail::is_eigen_tensor<std::remove_cvref_t<M>>
[[nodiscard]] auto borrow_eigen(M&& m) {
  using Plain = std::remove_cvref_t<M>;
  static_assert(std::is_lvalue_reference_v<M> || detail::is_eigen_tensor_map<Plain>,
                "the tensor would be gone: give it a name first, or move it into from_eigen");
  const Dims shape = detail::eigen_tensor_shape(m);
  return borrow(m.data(), shape, detail::eigen_tensor_strides<Plain>(shape));
}

/// Makes a tensor that takes over an Eigen::Tensor, which is moved in; its elements are not copied.
template <class T, int rank, int options, class Index>
[[nodiscard]] Tensor<T> from_eigen(Eigen::Tensor<T, rank, options, Index>&& m) {
  using Plain = Eigen::Tensor<T, rank, options, Index>;
  auto owner = std::make_unique<Plain>(std::move(m));
  const Dims shape = detail::eigen_tensor_shape(*owner);
  const Dims strides = detail::eigen_tensor_strides<Plain>(shape);
  Plain* const kept = owner.release();  // adopt calls the deleter even if it throws
  return adopt(kept->data(), shape, strides, [kept] { delete kept; });
}

/// Evaluates an expression of Eigen's tensors into a new tensor, in Eigen's order of elements:
///   auto c = from_eigen(as_eigen_tensor<3>(a).exp() + 1.0f);
template <class Derived>
[[nodiscard]] auto from_eigen(const Eigen::TensorBase<Derived, Eigen::ReadOnlyAccessors>& m) {
  using Traits = Eigen::internal::traits<Derived>;
  using T = std::remove_const_t<typename Traits::Scalar>;
  return from_eigen(Eigen::Tensor<T, Traits::NumDimensions, Traits::Layout>(m));
}

NDX_NAMESPACE_END
