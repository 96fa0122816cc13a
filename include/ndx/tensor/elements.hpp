// Access to single elements of a Tensor<T>: item, operator(), at, accessor.
//
// An element's offset is the sum of index times stride over the dims. at checks every index and
// lets negative ones count from the end; operator() does neither, except in checked builds
// (NDX_CHECKED), because inner loops of programs call it.
#pragma once

#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the only element of a tensor. Throws ValueError in the name of `call` unless there is
/// exactly one.
template <class T>
const T& only_element(const char* call, const Tensor<T>& t) {
  if (t.numel() != 1) [[unlikely]]
    throw_value_error(call, ": a tensor of shape ", t.shape(),
                      " does not have exactly one element");
  return *t.data();
}

}  // namespace detail

template <Element T>
index_t Tensor<T>::size(Dim dim) const {
  return layout_.shape[wrap_dim("size", dim, layout_.rank())];
}

template <Element T>
index_t Tensor<T>::stride(Dim dim) const {
  return layout_.strides[wrap_dim("stride", dim, layout_.rank())];
}

template <Element T>
auto Tensor<T>::item() const -> value_type {
  return detail::only_element("item", *this);
}

template <Element T>
template <class... I>
NDX_ACCESS T& Tensor<T>::operator()(I... index) const {
  static_assert((Integer<I> && ...),
                "t(i, j) takes integers: write t[{i, j}] or t.index({i, j}) for other indices");
  T* const first = reinterpret_cast<T*>(storage_.data()) + layout_.offset;
  return first[detail::element_offset<detail::ElementAccess::call>(
      std::index_sequence_for<I...>(), layout_.shape.data(), layout_.shape.end(),
      layout_.strides.data(), static_cast<index_t>(index)...)];
}

template <Element T>
template <Real... I>
NDX_ACCESS T& Tensor<T>::at(I... index) const {
  T* const first = reinterpret_cast<T*>(storage_.data()) + layout_.offset;
  return first[detail::element_offset<detail::ElementAccess::at>(
      std::index_sequence_for<I...>(), layout_.shape.data(), layout_.shape.end(),
      layout_.strides.data(), static_cast<index_t>(Count(index))...)];
}

template <Element T>
template <std::size_t N>
  requires(N > 0)
TensorAccessor<T, N> Tensor<T>::accessor() const {
  if (N != layout_.rank()) [[unlikely]] {
    throw_shape_error("accessor: asked for rank ", N, " of a tensor of rank ", layout_.rank());
  }
  return TensorAccessor<T, N>(data(), layout_.shape.data(), layout_.strides.data());
}

NDX_NAMESPACE_END
