// std::span: contiguous tensors as spans, and spans as tensors; neither owns memory.
#pragma once

#include <span>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Returns the elements of a row-major tensor of any rank as a span, which is valid while their
/// memory lives. Throws ValueError for other strides; take a span of t.contiguous(), which copies
/// the elements, or iterate over the tensor, which is a random access range with any strides.
template <Element T>
[[nodiscard]] std::span<T> as_span(const Tensor<T>& tensor) {
  if (!tensor.is_contiguous()) [[unlikely]] {
    throw_value_error("as_span: shape ", tensor.shape(), " with strides ", tensor.strides(),
                      " is not contiguous; take a span of t.contiguous()");
  }
  return {tensor.data(), static_cast<std::size_t>(tensor.numel())};
}
template <Element T>
std::span<T> as_span(const Tensor<T>&& /*tensor*/) {
  return detail::refuse_temporary<std::span<T>>();
}

/// Makes a tensor of rank 1 on the span's elements, which are not copied and must outlive all its
/// views. Const elements give the read-only Tensor<const T>. Throws ValueError if they are
/// misaligned.
template <Element T, std::size_t N>
[[nodiscard]] Tensor<T> borrow(std::span<T, N> elements) {
  return borrow(elements.data(), Dims{elements.size()});
}
/// Makes a row-major tensor of the given shape on the span's elements. Throws ValueError if the
/// span has fewer elements.
template <Element T, std::size_t N>
[[nodiscard]] Tensor<T> borrow(std::span<T, N> elements, const Dims& shape) {
  const index_t count = checked_numel("borrow", shape);
  if (count > static_cast<index_t>(elements.size())) [[unlikely]] {
    throw_value_error("borrow: shape ", shape, " needs ", count, " elements, but the span has ",
                      elements.size());
  }
  return borrow(elements.data(), shape);
}

NDX_NAMESPACE_END
