// Powers of e, logarithms, roots and angles that write to an existing tensor. The rules that all of
// them share are in ops/arithmetic/map_into.hpp.
#pragma once

#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/math/trigonometry.hpp>

NDX_NAMESPACE_BEGIN

/// Writes e^x.
template <class T, NumberTensor A>
void exp_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"exp_into", out}, detail::functions::natural_exp, a);
}

/// Writes 2^x.
template <class T, NumberTensor A>
void exp2_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"exp2_into", out}, detail::functions::exp_base_2, a);
}

/// Writes e^x - 1.
template <class T, NumberTensor A>
void expm1_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"expm1_into", out}, detail::functions::exp_minus_1, a);
}

/// Writes the natural logarithm.
template <class T, NumberTensor A>
void log_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"log_into", out}, detail::functions::natural_log, a);
}

/// Writes the logarithm to base 2.
template <class T, NumberTensor A>
void log2_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"log2_into", out}, detail::functions::log_base_2, a);
}

/// Writes the logarithm to base 10.
template <class T, NumberTensor A>
void log10_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"log10_into", out}, detail::functions::log_base_10, a);
}

/// Writes log(1 + x).
template <class T, NumberTensor A>
void log1p_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"log1p_into", out}, detail::functions::log_of_1_plus, a);
}

/// Writes the square root.
template <class T, NumberTensor A>
void sqrt_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"sqrt_into", out}, detail::functions::square_root, a);
}

/// Writes the cube root.
template <class T, RealTensor A>
void cbrt_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"cbrt_into", out}, detail::functions::cube_root, a);
}

/// Writes the logistic function 1/(1 + e^-x).
template <class T, RealTensor A>
void sigmoid_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"sigmoid_into", out}, detail::functions::logistic, a);
}

/// Writes x where it is positive, else 0.
template <class T, RealTensor A>
  requires(!Boolean<detail::element_t<A>>)
void relu_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::element_t<A>>(detail::Into{"relu_into", out}, detail::Rectify{}, a);
}

/// Writes the sine.
template <class T, NumberTensor A>
void sin_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"sin_into", out}, detail::functions::sine, a);
}

/// Writes the cosine.
template <class T, NumberTensor A>
void cos_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"cos_into", out}, detail::functions::cosine, a);
}

/// Writes the tangent.
template <class T, NumberTensor A>
void tan_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"tan_into", out}, detail::functions::tangent, a);
}

/// Writes the angle between -π/2 and π/2 whose sine is x.
template <class T, NumberTensor A>
void asin_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"asin_into", out}, detail::functions::arc_sine, a);
}

/// Writes the angle between 0 and π whose cosine is x.
template <class T, NumberTensor A>
void acos_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"acos_into", out}, detail::functions::arc_cosine, a);
}

/// Writes the angle between -π/2 and π/2 whose tangent is x.
template <class T, NumberTensor A>
void atan_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"atan_into", out}, detail::functions::arc_tangent, a);
}

/// Writes the hyperbolic sine.
template <class T, NumberTensor A>
void sinh_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"sinh_into", out}, detail::functions::hyperbolic_sine, a);
}

/// Writes the hyperbolic cosine.
template <class T, NumberTensor A>
void cosh_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"cosh_into", out}, detail::functions::hyperbolic_cosine, a);
}

/// Writes the hyperbolic tangent.
template <class T, NumberTensor A>
void tanh_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"tanh_into", out}, detail::functions::hyperbolic_tangent, a);
}

/// Writes the inverse of sinh.
template <class T, NumberTensor A>
void asinh_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"asinh_into", out}, detail::functions::area_sine, a);
}

/// Writes the inverse of cosh.
template <class T, NumberTensor A>
void acosh_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"acosh_into", out}, detail::functions::area_cosine, a);
}

/// Writes the inverse of tanh.
template <class T, NumberTensor A>
void atanh_into(const Tensor<T>& out, const A& a) {
  detail::map_function(detail::Into{"atanh_into", out}, detail::functions::area_tangent, a);
}

/// Writes the angle of the point (b, a), between -π and π.
template <class T, class A, class B>
  requires RealOperands<A, B>
void atan2_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::map_two_reals<detail::ArcTangent2>(detail::Into{"atan2_into", out}, a, b);
}

/// Writes sqrt(a² + b²), where the squares do not overflow.
template <class T, class A, class B>
  requires RealOperands<A, B>
void hypot_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::map_two_reals<detail::Hypotenuse>(detail::Into{"hypot_into", out}, a, b);
}

NDX_NAMESPACE_END
