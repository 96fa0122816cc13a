// Access to single elements of a Tensor<T>: item, operator(), at, accessor.
//
// An element's offset is the sum of index times stride over the dims. at checks every index and
// lets negative ones count from the end; operator() does neither, except in checked builds
// (NDX_CHECKED), because inner loops of programs call it.
#pragma once

#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <std::size_t N>
NDX_ALWAYS_INLINE void check_index_count(const char* call, std::size_t rank) {
  if (N != rank) [[unlikely]] {
    throw_index_error(call, ": a tensor of rank ", rank, " takes ", rank, " indices, but ", N,
                      " were given");
  }
}

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
T& Tensor<T>::operator()(I... index) const {
  static_assert((Integer<I> && ...),
                "t(i, j) takes integers: write t[{i, j}] or t.index({i, j}) for other indices");
  if constexpr (NDX_CHECKED != 0)
    detail::check_index_count<sizeof...(I)>("operator()", layout_.rank());
  index_t offset = 0;
  std::size_t d = 0;
  [[maybe_unused]] const auto step = [&](index_t i) {
    if constexpr (NDX_CHECKED != 0) {
      if (i < 0 || i >= layout_.shape[d]) [[unlikely]] {
        throw_index_error("operator(): index ", i, " is out of bounds for dimension ", d,
                          " with size ", layout_.shape[d]);
      }
    }
    offset += i * layout_.strides[d++];
  };
  (step(static_cast<index_t>(index)), ...);
  return data()[offset];
}

template <Element T>
template <Real... I>
T& Tensor<T>::at(I... index) const {
  detail::check_index_count<sizeof...(I)>("at", layout_.rank());
  index_t offset = 0;
  std::size_t d = 0;
  [[maybe_unused]] const auto step = [&](index_t i) {
    offset += wrap_index("at", i, d, layout_.shape[d]) * layout_.strides[d];
    ++d;
  };
  (step(Count(index)), ...);
  return data()[offset];
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
