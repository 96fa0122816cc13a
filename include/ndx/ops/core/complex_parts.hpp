// Views of the real or the imaginary components of complex numbers.
//
// std::complex<T> is stored as two T, so a component is a view of T with strides twice as large.
#pragma once

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns a view of one component, 0 (real) or 1 (imaginary), of each complex number.
template <class T>
auto part_view(const Tensor<T>& z, index_t part) {
  using Part = typename T::value_type;
  Layout layout = z.layout();
  layout.offset = 2 * layout.offset + part;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    if (z.numel() > 0 && layout.shape[d] > 1) layout.strides[d] *= 2;  // others are unused
  }
  using Element = std::conditional_t<std::is_const_v<T>, const Part, Part>;
  return Tensor<Element>(z.storage(), std::move(layout));
}

}  // namespace detail
NDX_NAMESPACE_END
