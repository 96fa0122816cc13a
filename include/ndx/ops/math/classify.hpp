// isnan, isinf, isfinite and signbit tell which elements are NaN, infinite, finite or negative;
// nan_to_num replaces NaN and infinities by numbers.
#pragma once

#include <limits>

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/elementwise.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Tests an element or the components of a complex one. With `all`, both components must pass;
/// otherwise one is enough. `all` is set for the test that finite numbers pass, and therefore
/// integers and bools pass it too.
template <const auto& test, bool all>
struct Classify {
  template <class T>
  bool operator()(const T& x) const {
    if constexpr (Complex<T>) {
      return all ? test(x.real()) && test(x.imag()) : test(x.real()) || test(x.imag());
    } else if constexpr (std::is_integral_v<T>) {
      return all;
    } else {
      return test(x);
    }
  }
};

inline constexpr auto test_nan = [](auto x) { return x != x; };
inline constexpr auto test_infinite = [](auto x) { return libm::isinf(x); };
inline constexpr auto test_finite = [](auto x) { return libm::isfinite(x); };
using IsNan = Classify<test_nan, false>;
using IsInfinite = Classify<test_infinite, false>;
using IsFinite = Classify<test_finite, true>;

struct SignBit {
  template <class T>
  bool operator()(const T& x) const {
    if constexpr (std::is_floating_point_v<T> && sizeof(T) <= 8) {
      using Bits = std::conditional_t<sizeof(T) == 4, std::int32_t, std::int64_t>;
      return detail::bit_cast<Bits>(x) < 0;  // vectorised, unlike std::signbit
    } else if constexpr (std::is_floating_point_v<T>) {
      return libm::signbit(x);
    } else {
      return x < T{0};
    }
  }
};

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

/// Returns true where an element, or a component of it, is NaN, as a fresh tensor of bools of t's
/// shape. All functions here return such a tensor.
///   isnan(tensor({1.0, 0.0}) / 0.0) -> 0 1
[[nodiscard]] Tensor<bool> isnan(const NumberTensor auto& t) {
  return detail::map_elements<bool>("isnan", detail::IsNan{}, t);
}
/// Returns true where an element, or a component of it, is infinite.
[[nodiscard]] Tensor<bool> isinf(const NumberTensor auto& t) {
  return detail::map_elements<bool>("isinf", detail::IsInfinite{}, t);
}
/// Returns true where an element, with all its components, is neither infinite nor NaN.
[[nodiscard]] Tensor<bool> isfinite(const NumberTensor auto& t) {
  return detail::map_elements<bool>("isfinite", detail::IsFinite{}, t);
}
/// Returns true where the sign is negative, which includes -0.0 and a NaN with a sign.
[[nodiscard]] Tensor<bool> signbit(const RealTensor auto& t) {
  return detail::map_elements<bool>("signbit", detail::SignBit{}, t);
}

/// Returns a copy in which NaN is replaced by `nan`, and infinities by `largest` and `lowest`: by
/// default 0 and the largest and lowest number of the type. Complex numbers are treated by
/// components. Integers stay as they are.
///   nan_to_num(tensor({1.0, 0.0}) / 0.0, 0.0, 9.0) -> 9 0
template <NumberTensor A, class T = detail::element_t<A>, class Part = detail::part_t<T>>
[[nodiscard]] Tensor<T> nan_to_num(
    const A& t, std::type_identity_t<Part> nan = Part{0},
    std::type_identity_t<Part> largest = std::numeric_limits<Part>::max(),
    std::type_identity_t<Part> lowest = std::numeric_limits<Part>::lowest()) {
  if constexpr (std::is_integral_v<T>) {
    return detail::map_elements<T>("nan_to_num", detail::Identity{}, t);
  } else {
    return detail::map_elements<T>("nan_to_num",
                                   detail::NanToNumber<computed_t<Part>>{nan, largest, lowest}, t);
  }
}

NDX_NAMESPACE_END
