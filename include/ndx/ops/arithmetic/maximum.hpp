// Element-wise maximum, minimum, fmax and fmin.
//
// maximum and minimum give NaN where an operand is NaN; fmax and fmin give the other one.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/core/number_order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The larger of two numbers, or the smaller. NaN if either is NaN or, if `skips_nan`, the other one.
template <bool larger, bool skips_nan>
struct ExtremeOfTwo {
  // Beyond all that elements can be, the other bound is as good.
  static constexpr auto kWideScalars = larger ? WideScalars::raised : WideScalars::lowered;
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (skips_nan)
      return (larger ? is_less_or_equal(b, a) : is_less_or_equal(a, b)) || b != b ? a : b;
    return (larger ? is_less(b, a) : is_less(a, b)) || a != a ? a : b;
  }
};
using Maximum = ExtremeOfTwo<true, false>;
using Minimum = ExtremeOfTwo<false, false>;
using NumberMaximum = ExtremeOfTwo<true, true>;
using NumberMinimum = ExtremeOfTwo<false, true>;

}  // namespace detail

/// The larger of each two elements, of two tensors that broadcast, or of a tensor and a scalar.
/// Returns a fresh tensor of the type that arithmetic on them gives. NaN where either is NaN. Throws
/// ShapeError if the shapes do not broadcast. The same holds for the other functions.
///   maximum(tensor({1, 5}), tensor({3, 2})) -> 3 5
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] auto maximum(const A& a, const B& b) {
  return detail::operate<detail::Maximum>("maximum", a, b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] auto minimum(const A& a, const B& b) {
  return detail::operate<detail::Minimum>("minimum", a, b);
}
/// Where one of two elements is NaN, the other one.
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] auto fmax(const A& a, const B& b) {
  return detail::operate<detail::NumberMaximum>("fmax", a, b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] auto fmin(const A& a, const B& b) {
  return detail::operate<detail::NumberMinimum>("fmin", a, b);
}

NDX_NAMESPACE_END
