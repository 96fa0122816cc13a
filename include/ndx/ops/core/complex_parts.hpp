// Views of the real or of the imaginary parts of complex numbers.
#pragma once

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A view of one part, 0 or 1, of each complex number.
template <class T>
auto part_view(const Tensor<T>& z, index_t part) {
  using Part = typename T::value_type;
  Layout layout = z.layout();
  layout.offset = 2 * layout.offset + part;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    if (z.numel() > 0 && layout.shape[d] > 1) layout.strides[d] *= 2;  // the others have no use
  }
  using Element = std::conditional_t<std::is_const_v<T>, const Part, Part>;
  return Tensor<Element>(z.storage(), std::move(layout));
}

}  // namespace detail
NDX_NAMESPACE_END
