// nan_to_num replaces NaN and infinities by numbers.
#pragma once

#include <limits>

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/elementwise.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Replaces numbers, or components of complex numbers, that are not finite.
template <class T>
struct NanToNumber {
  T nan;
  T largest;
  T lowest;
  T operator()(const T& x) const {
    if constexpr (!std::is_integral_v<T>) {
      if (x != x) return nan;
      if (libm::isinf(x)) return x > 0 ? largest : lowest;
    }
    return x;
  }
  template <Complex Z>
  Z operator()(const Z& z) const {
    return Z((*this)(z.real()), (*this)(z.imag()));
  }
};

}  // namespace detail

/// Returns a copy in which NaN is replaced by `nan`, and infinities by `largest` and `lowest`: by
/// default 0 and the largest and lowest number of the type. Complex numbers are treated by
/// components. Integers stay as they are.
///   nan_to_num(tensor({1.0, 0.0}) / 0.0, 0.0, 9.0) -> 9 0
template <NumberTensor A, class T = detail::element_t<A>, class Part = detail::part_t<T>>
[[nodiscard]] Tensor<T> nan_to_num(
    const A& t, std::type_identity_t<Part> nan = Part{0},
    std::type_identity_t<Part> largest = std::numeric_limits<Part>::max(),
    std::type_identity_t<Part> lowest = std::numeric_limits<Part>::lowest()) {
  return detail::map_elements<T>("nan_to_num",
                                 detail::NanToNumber<computed_t<Part>>{nan, largest, lowest}, t);
}

NDX_NAMESPACE_END
