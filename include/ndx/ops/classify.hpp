// Which elements are NaN, infinite or finite, and NaN replaced by numbers.
#pragma once

#include <cmath>
#include <limits>

#include <ndx/ops/elementwise.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Test of each element, or of the parts of a complex one, of which `any` is enough or all must
/// pass. Integers and bools are finite numbers.
template <class Test, class A>
Tensor<bool> classify(const char* call, bool whole_number, bool any, Test test, const A& t) {
  using T = element_t<A>;
  return map_elements<bool>(
      call,
      [=](const T& x) {
        if constexpr (Complex<T>) {
          const bool real = test(x.real());
          const bool imaginary = test(x.imag());
          return any ? real || imaginary : real && imaginary;
        } else if constexpr (std::is_integral_v<T>) {
          return whole_number;
        } else {
          return test(x);
        }
      },
      t);
}

}  // namespace detail

/// True where an element is NaN, or a part of it is. Returns a fresh tensor of bools of t's shape;
/// the same holds for the other functions.
template <NumberTensor A>
[[nodiscard]] Tensor<bool> isnan(const A& t) {
  return detail::classify("isnan", false, true, [](auto x) { return x != x; }, t);
}
/// True where an element, or a part of it, is infinite.
template <NumberTensor A>
[[nodiscard]] Tensor<bool> isinf(const A& t) {
  return detail::classify("isinf", false, true, [](auto x) { return std::isinf(x); }, t);
}
/// True where an element, with all its parts, is neither infinite nor NaN.
template <NumberTensor A>
[[nodiscard]] Tensor<bool> isfinite(const A& t) {
  return detail::classify("isfinite", true, false, [](auto x) { return std::isfinite(x); }, t);
}
/// True where the sign is negative: of -0.0 and of a NaN with a sign too.
template <RealTensor A>
[[nodiscard]] Tensor<bool> signbit(const A& t) {
  using T = detail::element_t<A>;
  return detail::map_elements<bool>(
      "signbit",
      [](const T& x) {
        if constexpr (std::is_floating_point_v<T>) {
          return std::signbit(x);
        } else {
          return x < T{0};
        }
      },
      t);
}

/// A copy in which NaN is replaced by `nan`, and infinities by `largest` and `lowest`: by default 0
/// and the largest and lowest number of the type.
template <class T>
  requires std::is_floating_point_v<T>
[[nodiscard]] Tensor<T> nan_to_num(
    const Tensor<T>& t, std::type_identity_t<T> nan = 0,
    std::type_identity_t<T> largest = std::numeric_limits<T>::max(),
    std::type_identity_t<T> lowest = std::numeric_limits<T>::lowest()) {
  return detail::map_elements<T>(
      "nan_to_num",
      [=](const T& x) {
        if (x != x) return nan;
        if (std::isinf(x)) return x > 0 ? largest : lowest;
        return x;
      },
      t);
}

NDX_NAMESPACE_END
