// Element-wise maximum, minimum, fmax and fmin.
//
// maximum and minimum give NaN where an operand is NaN; fmax and fmin give the other operand.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/core/number_order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the larger, or smaller, of two numbers. If one is NaN, it returns NaN or, with
/// `skips_nan`, the other.
template <bool larger, bool skips_nan>
struct ExtremeOfTwo {
  // A scalar outside the range of the elements may be replaced by the bound of that range.
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

/// Returns the larger of each two elements, of two tensors that broadcast, or of a tensor and a
/// scalar, as a fresh tensor of the type that arithmetic on them gives. The result is NaN where
/// either is NaN. minimum returns the smaller. Throws ShapeError if the shapes do not broadcast, as
/// all functions here do.
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
/// Returns the larger, or for fmin the smaller, of each two elements. Where one is NaN, the result is
/// the other.
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
