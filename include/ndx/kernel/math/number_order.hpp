// The order of two numbers, for comparisons, extremes and sorting.
//
// Complex numbers are ordered by their real components and, where these are equal, by their imaginary
// components, as in NumPy.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// a < b, which is false if one of them is NaN. A complex number is NaN if one of its components is.
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

/// Whether a comes before b in sorted order. NaN counts as the largest, and two NaNs are equal.
/// Complex numbers without NaN come first, then those with an imaginary NaN, then those with a real
/// NaN, and last those with two NaNs. Among numbers of one of these kinds, the components that are
/// not NaN decide.
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
