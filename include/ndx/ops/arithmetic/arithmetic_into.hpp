// Arithmetic, rounding and bit operations that write to an existing tensor. The rules that all of
// them share are in ops/arithmetic/map_into.hpp.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/clamp.hpp>
#include <ndx/ops/arithmetic/lerp.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/arithmetic/shift.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/real_imag.hpp>
#include <ndx/ops/math/round_to_decimals.hpp>
#include <ndx/ops/math/rounding.hpp>

NDX_NAMESPACE_BEGIN

/// Writes a + b.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void add_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<Reduce::Add>(detail::Into{"add_into", out}, a, b);
}

/// Writes a - b. Bools have no difference.
template <class T, class A, class B>
  requires(NumberOperands<A, B> && !BooleanOperands<A, B>)
void subtract_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<detail::Subtract>(detail::Into{"subtract_into", out}, a, b);
}

/// Writes a · b.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void multiply_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<Reduce::Multiply>(detail::Into{"multiply_into", out}, a, b);
}

/// Writes a / b. The quotient of integers is a double; an `out` of integers receives it without its
/// fraction.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void divide_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<detail::Divide>(detail::Into{"divide_into", out}, a, b);
}

/// Writes the floor of a / b.
template <class T, class A, class B>
  requires DivisionOperands<A, B>
void floor_divide_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::divide_down<detail::FloorDivide>(detail::Into{"floor_divide_into", out}, a, b);
}

/// Writes a % b, which is a - floor_divide(a, b)·b and has the sign of b.
template <class T, class A, class B>
  requires DivisionOperands<A, B>
void remainder_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::divide_down<detail::Remainder>(detail::Into{"remainder_into", out}, a, b);
}

/// Writes the remainder with the sign of a.
template <class T, class A, class B>
  requires DivisionOperands<A, B>
void fmod_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<detail::Fmod>(detail::Into{"fmod_into", out}, a, b);
}

/// Writes a to the power of b. Throws ValueError for an integer to a negative integer power.
template <class T, class A, class B>
  requires(NumberOperands<A, B> && !BooleanOperands<A, B>)
void pow_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::raise(detail::Into{"pow_into", out}, a, b);
}

/// Writes -a. Unsigned integers wrap around.
template <class T, NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
void negative_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::element_t<A>>(detail::Into{"negative_into", out}, detail::Negate{},
                                             a);
}

/// Writes a·a. Integers wrap around.
template <class T, NumberTensor A>
void square_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::element_t<A>>(detail::Into{"square_into", out}, detail::Square{}, a);
}

/// Writes 1/a.
template <class T, NumberTensor A>
void reciprocal_into(const Tensor<T>& out, const A& a) {
  detail::map_reciprocal(detail::Into{"reciprocal_into", out}, a);
}

/// Writes the absolute values.
template <class T, NumberTensor A>
void abs_into(const Tensor<T>& out, const A& a) {
  detail::map_absolute(detail::Into{"abs_into", out}, a);
}

/// Writes -1, 0 or 1, or z/|z| of a complex number z.
template <class T, NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
void sign_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::element_t<A>>(detail::Into{"sign_into", out}, detail::Sign{}, a);
}

/// Writes the largest whole number that is not larger.
template <class T, RealTensor A>
void floor_into(const Tensor<T>& out, const A& a) {
  detail::map_rounding<detail::RoundDown>(detail::Into{"floor_into", out}, a);
}

/// Writes the smallest whole number that is not smaller.
template <class T, RealTensor A>
void ceil_into(const Tensor<T>& out, const A& a) {
  detail::map_rounding<detail::RoundUp>(detail::Into{"ceil_into", out}, a);
}

/// Writes the nearest whole number, or the even one of two that are equally near.
template <class T, NumberTensor A>
void round_into(const Tensor<T>& out, const A& a) {
  detail::map_rounding<detail::RoundToNearest>(detail::Into{"round_into", out}, a);
}
/// Rounds to a number of decimals.
template <class T, NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
void round_into(const Tensor<T>& out, const A& a, Integer auto decimals) {
  detail::map_round_to_decimals(detail::Into{"round_into", out}, a,
                                detail::saturate_index(decimals));
}

/// Writes the elements without their fractions.
template <class T, RealTensor A>
void trunc_into(const Tensor<T>& out, const A& a) {
  detail::map_rounding<detail::RoundToZero>(detail::Into{"trunc_into", out}, a);
}

/// Writes the larger of each two elements, or NaN where either is NaN.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void maximum_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<detail::Maximum>(detail::Into{"maximum_into", out}, a, b);
}

/// Writes the smaller of each two elements, or NaN where either is NaN.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void minimum_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<detail::Minimum>(detail::Into{"minimum_into", out}, a, b);
}

/// Writes the larger of each two elements, or the other one where one is NaN.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void fmax_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<detail::NumberMaximum>(detail::Into{"fmax_into", out}, a, b);
}

/// Writes the smaller of each two elements, or the other one where one is NaN.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void fmin_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<detail::NumberMinimum>(detail::Into{"fmin_into", out}, a, b);
}

/// Writes each element moved into low … high: minimum(maximum(t, low), high). One of the two may be
/// None.
template <class T, NumberTensor A, class Low, class High = NoneType>
  requires detail::ClampBounds<A, Low, High>
void clamp_into(const Tensor<T>& out, const A& t, const Low& low, const High& high = None) {
  detail::map_clamp(detail::Into{"clamp_into", out}, t, low, high);
}

/// Writes each element moved by one bound. The names are PyTorch's.
template <class T, NumberTensor A, class Low>
  requires NumberOperands<A, Low>
void clamp_min_into(const Tensor<T>& out, const A& t, const Low& low) {
  detail::map_clamp(detail::Into{"clamp_min_into", out}, t, low, None);
}
template <class T, NumberTensor A, class High>
  requires NumberOperands<A, High>
void clamp_max_into(const Tensor<T>& out, const A& t, const High& high) {
  detail::map_clamp(detail::Into{"clamp_max_into", out}, t, None, high);
}

/// Does what clamp_into does. The name is NumPy's.
template <class T, NumberTensor A, class Low, class High = NoneType>
  requires detail::ClampBounds<A, Low, High>
void clip_into(const Tensor<T>& out, const A& t, const Low& low, const High& high = None) {
  detail::map_clamp(detail::Into{"clip_into", out}, t, low, high);
}

/// Writes a & b for bools and integers.
template <class T, class A, class B>
  requires BitOperands<A, B>
void bitwise_and_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<Reduce::BitwiseAnd>(detail::Into{"bitwise_and_into", out}, a, b);
}

/// Writes a | b for bools and integers.
template <class T, class A, class B>
  requires BitOperands<A, B>
void bitwise_or_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<Reduce::BitwiseOr>(detail::Into{"bitwise_or_into", out}, a, b);
}

/// Writes a ^ b for bools and integers.
template <class T, class A, class B>
  requires BitOperands<A, B>
void bitwise_xor_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::operate<Reduce::BitwiseXor>(detail::Into{"bitwise_xor_into", out}, a, b);
}

/// Writes ~a: logical not for bools, bitwise not for integers.
template <class T, NumberTensor A>
  requires std::is_integral_v<detail::element_t<A>>
void bitwise_not_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::element_t<A>>(detail::Into{"bitwise_not_into", out},
                                             detail::BitwiseNot{}, a);
}

/// Writes a·2^count for integers.
template <class T, class A, class B>
  requires ShiftOperands<A, B>
void left_shift_into(const Tensor<T>& out, const A& a, const B& count) {
  detail::shift<detail::ShiftLeft>(detail::Into{"left_shift_into", out}, a, count);
}

/// Writes the floor of a / 2^count for integers.
template <class T, class A, class B>
  requires ShiftOperands<A, B>
void right_shift_into(const Tensor<T>& out, const A& a, const B& count) {
  detail::shift<detail::ShiftRight>(detail::Into{"right_shift_into", out}, a, count);
}

/// Writes |a| with the sign of b.
template <class T, class A, class B>
  requires RealOperands<A, B>
void copysign_into(const Tensor<T>& out, const A& a, const B& b) {
  detail::map_two_reals<detail::CopySign>(detail::Into{"copysign_into", out}, a, b);
}

/// Writes a + weight·(b - a).
template <class T, class A, class B, class W>
  requires InterpolationOperands<A, B, W>
void lerp_into(const Tensor<T>& out, const A& a, const B& b, const W& weight) {
  detail::interpolate(detail::Into{"lerp_into", out}, a, b, weight);
}

/// Writes the conjugates.
template <class T, NumberTensor A>
void conj_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::element_t<A>>(detail::Into{"conj_into", out}, detail::Conjugate{},
                                             a);
}

/// Writes the real components.
template <class T, NumberTensor A>
void real_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::part_t<detail::element_t<A>>>(detail::Into{"real_into", out},
                                                             detail::RealPart{}, a);
}

/// Writes the imaginary components, which are 0 for real numbers.
template <class T, NumberTensor A>
void imag_into(const Tensor<T>& out, const A& a) {
  detail::map_elements<detail::part_t<detail::element_t<A>>>(detail::Into{"imag_into", out},
                                                             detail::ImaginaryPart{}, a);
}

/// Writes the angles from the positive real axis.
template <class T, NumberTensor A>
void angle_into(const Tensor<T>& out, const A& a) {
  detail::map_angle(detail::Into{"angle_into", out}, a);
}

NDX_NAMESPACE_END
