// The order of two numbers. Complex numbers are ordered by their real parts and, where these are
// equal, by their imaginary parts, as in NumPy.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// a < b, which is false if one of them is NaN. A complex number is NaN if one of its parts is.
template <class A, class B>
NDX_ALWAYS_INLINE constexpr bool is_less(const A& a, const B& b) {
  if constexpr (Complex<A>) {
    if (a != a || b != b) return false;
    return a.real() < b.real() || (a.real() == b.real() && a.imag() < b.imag());
  } else {
    return a < b;
  }
}

/// a <= b, which is false if one of them is NaN.
template <class A, class B>
NDX_ALWAYS_INLINE constexpr bool is_less_or_equal(const A& a, const B& b) {
  if constexpr (Complex<A>) {
    return is_less(a, b) || a == b;
  } else {
    return a <= b;
  }
}

/// Whether a comes before b when they are sorted. NaN counts as the largest; two NaNs are equal. Of
/// complex numbers those without NaN come first, then those whose imaginary part is NaN, then those
/// whose real part is NaN, and last those of two NaNs: each group in the order of what is a number.
template <class T>
NDX_ALWAYS_INLINE constexpr bool comes_before(const T& a, const T& b) {
  if constexpr (Complex<T>) {
    const auto nans = [](const T& z) {
      return 2 * static_cast<int>(z.real() != z.real()) + static_cast<int>(z.imag() != z.imag());
    };
    if (nans(a) != nans(b)) return nans(a) < nans(b);
    if (comes_before(a.real(), b.real())) return true;
    return !comes_before(b.real(), a.real()) && comes_before(a.imag(), b.imag());
  } else if constexpr (Floating<T>) {
    return a < b || (b != b && a == a);
  } else {
    return a < b;
  }
}

}  // namespace detail
NDX_NAMESPACE_END
