// Views of the real or the imaginary components of complex numbers, and their magnitudes.
//
// std::complex<T> is stored as two T, so a component is a view of T with strides twice as large.
#pragma once

#include <ndx/kernel/math/libm.hpp>
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

/// Computes √(x² + y²) within two units in the last place. std::hypot takes ten times as long, so it
/// is called only for numbers whose squares may overflow or lose digits, and for infinities and NaN.
template <class T>
T magnitude_of_parts(T x, T y) {
  if constexpr (std::is_same_v<T, float> || std::is_same_v<T, double>) {
    const double square = static_cast<double>(x) * static_cast<double>(x) +
                          static_cast<double>(y) * static_cast<double>(y);
    if (square > 0x1p-960 && square < 0x1p1000) return static_cast<T>(libm::sqrt(square));
  }
  return libm::hypot(x, y);
}

}  // namespace detail
NDX_NAMESPACE_END
