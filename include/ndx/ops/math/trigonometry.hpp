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
NDX_ENTRY_FUNCTION_OF_ELEMENT(sin, NumberTensor, Sin)
NDX_ENTRY_FUNCTION_OF_ELEMENT(cos, NumberTensor, Cos)
NDX_ENTRY_FUNCTION_OF_ELEMENT(tan, NumberTensor, Tan)

/// Returns the angle between -π/2 and π/2 whose sine is x, or NaN where |x| > 1.
NDX_ENTRY_FUNCTION_OF_ELEMENT(asin, NumberTensor, Asin)
/// Returns the angle between 0 and π whose cosine is x, or NaN where |x| > 1.
NDX_ENTRY_FUNCTION_OF_ELEMENT(acos, NumberTensor, Acos)
/// Returns the angle between -π/2 and π/2 whose tangent is x.
NDX_ENTRY_FUNCTION_OF_ELEMENT(atan, NumberTensor, Atan)

/// The hyperbolic functions and their inverses return such tensors as sin does.
NDX_ENTRY_FUNCTION_OF_ELEMENT(sinh, NumberTensor, Sinh)
NDX_ENTRY_FUNCTION_OF_ELEMENT(cosh, NumberTensor, Cosh)
NDX_ENTRY_FUNCTION_OF_ELEMENT(tanh, NumberTensor, Tanh)
NDX_ENTRY_FUNCTION_OF_ELEMENT(asinh, NumberTensor, Asinh)
/// Returns the inverse of cosh, or NaN where x < 1.
NDX_ENTRY_FUNCTION_OF_ELEMENT(acosh, NumberTensor, Acosh)
/// Returns the inverse of tanh, which is infinite where |x| is 1, and NaN where it is larger.
NDX_ENTRY_FUNCTION_OF_ELEMENT(atanh, NumberTensor, Atanh)

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
