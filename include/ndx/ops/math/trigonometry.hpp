// Element-wise trigonometric and hyperbolic functions and their inverses. Angles are in radians.
//
// Types and domains are those of ops/math/exponentials.hpp: integers give double, and the result is
// NaN outside the domain.
#pragma once

#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/math/exponentials.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct ArcTangent2 : kernel::VectorForm<kernel::vectors::atan2> {
  template <class T>
  T operator()(const T& y, const T& x) const {
    return libm::atan2(y, x);
  }
};

}  // namespace detail

/// Returns the sine, the cosine or the tangent, as a fresh tensor of the shape of `a`. All functions
/// of one tensor return such a tensor.
[[nodiscard]] auto sin(const NumberTensor auto& a) {
  return detail::map_function("sin", detail::functions::sine, a);
}
[[nodiscard]] auto cos(const NumberTensor auto& a) {
  return detail::map_function("cos", detail::functions::cosine, a);
}
[[nodiscard]] auto tan(const NumberTensor auto& a) {
  return detail::map_function("tan", detail::functions::tangent, a);
}

/// Returns the angle between -π/2 and π/2 whose sine is x, or NaN where |x| > 1.
[[nodiscard]] auto asin(const NumberTensor auto& a) {
  return detail::map_function("asin", detail::functions::arc_sine, a);
}
/// Returns the angle between 0 and π whose cosine is x, or NaN where |x| > 1.
[[nodiscard]] auto acos(const NumberTensor auto& a) {
  return detail::map_function("acos", detail::functions::arc_cosine, a);
}
/// Returns the angle between -π/2 and π/2 whose tangent is x.
[[nodiscard]] auto atan(const NumberTensor auto& a) {
  return detail::map_function("atan", detail::functions::arc_tangent, a);
}

/// The hyperbolic functions and their inverses return such tensors as sin does.
[[nodiscard]] auto sinh(const NumberTensor auto& a) {
  return detail::map_function("sinh", detail::functions::hyperbolic_sine, a);
}
[[nodiscard]] auto cosh(const NumberTensor auto& a) {
  return detail::map_function("cosh", detail::functions::hyperbolic_cosine, a);
}
[[nodiscard]] auto tanh(const NumberTensor auto& a) {
  return detail::map_function("tanh", detail::functions::hyperbolic_tangent, a);
}
[[nodiscard]] auto asinh(const NumberTensor auto& a) {
  return detail::map_function("asinh", detail::functions::area_sine, a);
}
/// Returns the inverse of cosh, or NaN where x < 1.
[[nodiscard]] auto acosh(const NumberTensor auto& a) {
  return detail::map_function("acosh", detail::functions::area_cosine, a);
}
/// Returns the inverse of tanh, which is infinite where |x| is 1, and NaN where it is larger.
[[nodiscard]] auto atanh(const NumberTensor auto& a) {
  return detail::map_function("atanh", detail::functions::area_tangent, a);
}

/// Returns the angle of the point (x, y), between -π and π, for two tensors that broadcast, or a
/// tensor and a scalar. Integers give double. Throws ShapeError if the shapes do not broadcast.
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto atan2(const A& y, const B& x) {
  return detail::map_two_reals<detail::ArcTangent2>("atan2", y, x);
}
/// Returns sqrt(a² + b²), where the squares do not overflow. Operands and errors are those of atan2.
///   hypot(tensor({3.0}), tensor({4.0})) -> 5
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto hypot(const A& a, const B& b) {
  return detail::map_two_reals<detail::Hypotenuse>("hypot", a, b);
}

NDX_NAMESPACE_END
