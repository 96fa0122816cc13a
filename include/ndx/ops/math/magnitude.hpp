// The magnitude of a complex number.
#pragma once

#include <ndx/base/types.hpp>
#include <ndx/kernel/math/libm.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

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
