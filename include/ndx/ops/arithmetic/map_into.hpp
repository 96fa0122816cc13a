// Element-wise functions and operators that write to an existing tensor instead of a fresh one:
// add_into(out, a, b) for a + b, exp_into(out, x) for exp(x), and so on.
//
// All of them follow these rules:
//  - `out` has exactly the shape of the result; its strides are free. Throws ShapeError otherwise.
//  - Results are computed as by the function without _into, then converted to out's element type as by
//    copy_: a fraction is cut off, an integer wraps, anything but 0 is true. Complex results do not compile
//    for an `out` of real numbers.
//  - Up to rank 6 nothing is allocated unless an operand overlaps `out`. Such an operand is read as if it
//    had been copied, and it is copied unless it is the same view as `out`.
//  - Throws ValueError if two positions of `out` share an element (as after expand). On error `out` is
//    unchanged.
//  - Scalar operands are those of the function without _into.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/arithmetic/equal.hpp>
#include <ndx/ops/arithmetic/lerp.hpp>
#include <ndx/ops/arithmetic/logical.hpp>
#include <ndx/ops/arithmetic/maximum.hpp>
#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/math/classify.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/real_imag.hpp>
#include <ndx/ops/math/rounding.hpp>
#include <ndx/ops/math/trigonometry.hpp>

NDX_NAMESPACE_BEGIN

/// Computes out = f(a, b, …) for each element of one or more tensors, which are broadcast. f may be
/// called in any order, and by several threads. It receives elements of 16 bits as floats. An
/// exception that f throws reaches the caller, after which any of the elements may have been written.
///   map_into(out, [](float x, float y) { return x * x + y * y; }, a, b)
template <class T, class F, class A, class... B>
  requires(std::is_invocable_v<const F&, const computed_t<A>&, const computed_t<B>&...>)
void map_into(const Tensor<T>& out, const F& f, const Tensor<A>& a, const Tensor<B>&... b) {
  using R = std::remove_cvref_t<
      std::invoke_result_t<const F&, const computed_t<A>&, const computed_t<B>&...>>;
  detail::map_elements<R>(detail::Into{"map_into", out}, f, a, b...);
}

// Each row below declares a function of one or two operands: its name, the concept of the operands,
// and the call that computes the results, in which `into` says where they go.
#define NDX_ENTRY_FUNCTION_OF_ONE(name, Operand, ...) \
  template <class T, Operand A>                       \
  void name(const Tensor<T>& out, const A& a) {       \
    using namespace detail;                           \
    const Into into{#name, out};                      \
    __VA_ARGS__;                                      \
  }
#define NDX_ENTRY_FUNCTION_OF_TWO(name, Operands, ...)      \
  template <class T, class A, class B>                      \
    requires Operands<A, B>                                 \
  void name(const Tensor<T>& out, const A& a, const B& b) { \
    using namespace detail;                                 \
    const Into into{#name, out};                            \
    __VA_ARGS__;                                            \
  }

/// Writes a + b.
NDX_ENTRY_FUNCTION_OF_TWO(add_into, NumberOperands, operate<Reduce::Add>(into, a, b))
/// Writes a - b. Bools have no difference.
NDX_ENTRY_FUNCTION_OF_TWO(subtract_into, detail::NoBoolOperands, operate<Subtract>(into, a, b))
/// Writes a · b.
NDX_ENTRY_FUNCTION_OF_TWO(multiply_into, NumberOperands, operate<Reduce::Multiply>(into, a, b))
/// Writes a / b. The quotient of integers is a double; an `out` of integers receives it without its
/// fraction.
NDX_ENTRY_FUNCTION_OF_TWO(divide_into, NumberOperands, operate<Divide>(into, a, b))
/// Writes the floor of a / b.
NDX_ENTRY_FUNCTION_OF_TWO(floor_divide_into, DivisionOperands, divide_down<FloorDivide>(into, a, b))
/// Writes a % b, which is a - floor_divide(a, b)·b and has the sign of b.
NDX_ENTRY_FUNCTION_OF_TWO(remainder_into, DivisionOperands, divide_down<Remainder>(into, a, b))
/// Writes the remainder with the sign of a.
NDX_ENTRY_FUNCTION_OF_TWO(fmod_into, DivisionOperands, operate<Fmod>(into, a, b))
/// Writes a to the power of b. Throws ValueError for an integer to a negative integer power.
NDX_ENTRY_FUNCTION_OF_TWO(pow_into, detail::NoBoolOperands, raise(into, a, b))

/// Writes the larger of each two elements, or NaN where either is NaN.
NDX_ENTRY_FUNCTION_OF_TWO(maximum_into, NumberOperands, operate<Maximum>(into, a, b))
/// Writes the smaller of each two elements, or NaN where either is NaN.
NDX_ENTRY_FUNCTION_OF_TWO(minimum_into, NumberOperands, operate<Minimum>(into, a, b))
/// Writes the larger of each two elements, or the other one where one is NaN.
NDX_ENTRY_FUNCTION_OF_TWO(fmax_into, NumberOperands, operate<NumberMaximum>(into, a, b))
/// Writes the smaller of each two elements, or the other one where one is NaN.
NDX_ENTRY_FUNCTION_OF_TWO(fmin_into, NumberOperands, operate<NumberMinimum>(into, a, b))

/// Writes a & b for bools and integers.
NDX_ENTRY_FUNCTION_OF_TWO(bitwise_and_into, BitOperands, operate<Reduce::BitwiseAnd>(into, a, b))
/// Writes a | b for bools and integers.
NDX_ENTRY_FUNCTION_OF_TWO(bitwise_or_into, BitOperands, operate<Reduce::BitwiseOr>(into, a, b))
/// Writes a ^ b for bools and integers.
NDX_ENTRY_FUNCTION_OF_TWO(bitwise_xor_into, BitOperands, operate<Reduce::BitwiseXor>(into, a, b))
/// Writes a·2^b for integers.
NDX_ENTRY_FUNCTION_OF_TWO(left_shift_into, ShiftOperands, shift<ShiftLeft>(into, a, b))
/// Writes the floor of a / 2^b for integers.
NDX_ENTRY_FUNCTION_OF_TWO(right_shift_into, ShiftOperands, shift<ShiftRight>(into, a, b))

/// Writes |a| with the sign of b.
NDX_ENTRY_FUNCTION_OF_TWO(copysign_into, RealOperands, map_two_reals<CopySign>(into, a, b))
/// Writes the angle of the point (b, a), between -π and π.
NDX_ENTRY_FUNCTION_OF_TWO(atan2_into, RealOperands, map_two_reals<ArcTangent2>(into, a, b))
/// Writes sqrt(a² + b²), where the squares do not overflow.
NDX_ENTRY_FUNCTION_OF_TWO(hypot_into, RealOperands, map_two_reals<Hypotenuse>(into, a, b))

/// Writes a == b.
NDX_ENTRY_FUNCTION_OF_TWO(equal_into, EqualityOperands, compare<Equal>(into, a, b))
/// Writes a != b.
NDX_ENTRY_FUNCTION_OF_TWO(not_equal_into, EqualityOperands, compare<NotEqual>(into, a, b))
/// Writes a < b.
NDX_ENTRY_FUNCTION_OF_TWO(less_into, NumberOperands, compare<Less>(into, a, b))
/// Writes a <= b.
NDX_ENTRY_FUNCTION_OF_TWO(less_equal_into, NumberOperands, compare<LessEqual>(into, a, b))
/// Writes a > b.
NDX_ENTRY_FUNCTION_OF_TWO(greater_into, NumberOperands, compare<Less>(into, b, a))
/// Writes a >= b.
NDX_ENTRY_FUNCTION_OF_TWO(greater_equal_into, NumberOperands, compare<LessEqual>(into, b, a))
/// Writes logical_and(a, b), where nonzero is true.
NDX_ENTRY_FUNCTION_OF_TWO(logical_and_into, NumberOperands,
                          map_truth<Reduce::BitwiseAnd>(into, a, b))
/// Writes logical_or(a, b), where nonzero is true.
NDX_ENTRY_FUNCTION_OF_TWO(logical_or_into, NumberOperands, map_truth<Reduce::BitwiseOr>(into, a, b))
/// Writes logical_xor(a, b), where nonzero is true.
NDX_ENTRY_FUNCTION_OF_TWO(logical_xor_into, NumberOperands,
                          map_truth<Reduce::BitwiseXor>(into, a, b))

/// Writes -a. Unsigned integers wrap around.
NDX_ENTRY_FUNCTION_OF_ONE(negative_into, detail::NoBools, map_in_type<Negate>(into, a))
/// Writes a·a. Integers wrap around.
NDX_ENTRY_FUNCTION_OF_ONE(square_into, NumberTensor, map_in_type<Square>(into, a))
/// Writes 1/a.
NDX_ENTRY_FUNCTION_OF_ONE(reciprocal_into, NumberTensor, map_reciprocal(into, a))
/// Writes the absolute values.
NDX_ENTRY_FUNCTION_OF_ONE(abs_into, NumberTensor, map_absolute(into, a))
/// Writes -1, 0 or 1, or z/|z| of a complex number z.
NDX_ENTRY_FUNCTION_OF_ONE(sign_into, detail::NoBools, map_in_type<Sign>(into, a))
/// Writes x where it is positive, else 0.
NDX_ENTRY_FUNCTION_OF_ONE(relu_into, detail::RealNumbers, map_in_type<Rectify>(into, a))
/// Writes ~a: logical not for bools, bitwise not for integers.
NDX_ENTRY_FUNCTION_OF_ONE(bitwise_not_into, detail::BitTensor, map_in_type<BitwiseNot>(into, a))
/// Writes true where an element is zero.
NDX_ENTRY_FUNCTION_OF_ONE(logical_not_into, NumberTensor, map_elements<bool>(into, IsZero{}, a))

/// Writes the largest whole number that is not larger.
NDX_ENTRY_FUNCTION_OF_ONE(floor_into, RealTensor, map_rounding<RoundDown>(into, a))
/// Writes the smallest whole number that is not smaller.
NDX_ENTRY_FUNCTION_OF_ONE(ceil_into, RealTensor, map_rounding<RoundUp>(into, a))
/// Writes the nearest whole number, or the even one of two that are equally near.
NDX_ENTRY_FUNCTION_OF_ONE(round_into, NumberTensor, map_rounding<RoundToNearest>(into, a))
/// Writes the elements without their fractions.
NDX_ENTRY_FUNCTION_OF_ONE(trunc_into, RealTensor, map_rounding<RoundToZero>(into, a))

/// Writes e^x.
NDX_ENTRY_FUNCTION_OF_ONE(exp_into, NumberTensor, map_function<functions::Exp>(into, a))
/// Writes 2^x.
NDX_ENTRY_FUNCTION_OF_ONE(exp2_into, NumberTensor, map_function<functions::Exp2>(into, a))
/// Writes e^x - 1.
NDX_ENTRY_FUNCTION_OF_ONE(expm1_into, NumberTensor, map_function<functions::Expm1>(into, a))
/// Writes the natural logarithm.
NDX_ENTRY_FUNCTION_OF_ONE(log_into, NumberTensor, map_function<functions::Log>(into, a))
/// Writes the logarithm to base 2.
NDX_ENTRY_FUNCTION_OF_ONE(log2_into, NumberTensor, map_function<functions::Log2>(into, a))
/// Writes the logarithm to base 10.
NDX_ENTRY_FUNCTION_OF_ONE(log10_into, NumberTensor, map_function<functions::Log10>(into, a))
/// Writes log(1 + x).
NDX_ENTRY_FUNCTION_OF_ONE(log1p_into, NumberTensor, map_function<functions::Log1p>(into, a))
/// Writes the square root.
NDX_ENTRY_FUNCTION_OF_ONE(sqrt_into, NumberTensor, map_function<functions::Sqrt>(into, a))
/// Writes the cube root.
NDX_ENTRY_FUNCTION_OF_ONE(cbrt_into, RealTensor, map_function<functions::Cbrt>(into, a))
/// Writes the logistic function 1/(1 + e^-x).
NDX_ENTRY_FUNCTION_OF_ONE(sigmoid_into, RealTensor, map_function<functions::Sigmoid>(into, a))

/// Writes the sine.
NDX_ENTRY_FUNCTION_OF_ONE(sin_into, NumberTensor, map_function<functions::Sin>(into, a))
/// Writes the cosine.
NDX_ENTRY_FUNCTION_OF_ONE(cos_into, NumberTensor, map_function<functions::Cos>(into, a))
/// Writes the tangent.
NDX_ENTRY_FUNCTION_OF_ONE(tan_into, NumberTensor, map_function<functions::Tan>(into, a))
/// Writes the angle between -π/2 and π/2 whose sine is x.
NDX_ENTRY_FUNCTION_OF_ONE(asin_into, NumberTensor, map_function<functions::Asin>(into, a))
/// Writes the angle between 0 and π whose cosine is x.
NDX_ENTRY_FUNCTION_OF_ONE(acos_into, NumberTensor, map_function<functions::Acos>(into, a))
/// Writes the angle between -π/2 and π/2 whose tangent is x.
NDX_ENTRY_FUNCTION_OF_ONE(atan_into, NumberTensor, map_function<functions::Atan>(into, a))
/// Writes the hyperbolic sine.
NDX_ENTRY_FUNCTION_OF_ONE(sinh_into, NumberTensor, map_function<functions::Sinh>(into, a))
/// Writes the hyperbolic cosine.
NDX_ENTRY_FUNCTION_OF_ONE(cosh_into, NumberTensor, map_function<functions::Cosh>(into, a))
/// Writes the hyperbolic tangent.
NDX_ENTRY_FUNCTION_OF_ONE(tanh_into, NumberTensor, map_function<functions::Tanh>(into, a))
/// Writes the inverse of sinh.
NDX_ENTRY_FUNCTION_OF_ONE(asinh_into, NumberTensor, map_function<functions::Asinh>(into, a))
/// Writes the inverse of cosh.
NDX_ENTRY_FUNCTION_OF_ONE(acosh_into, NumberTensor, map_function<functions::Acosh>(into, a))
/// Writes the inverse of tanh.
NDX_ENTRY_FUNCTION_OF_ONE(atanh_into, NumberTensor, map_function<functions::Atanh>(into, a))

/// Writes the conjugates.
NDX_ENTRY_FUNCTION_OF_ONE(conj_into, NumberTensor, map_in_type<Conjugate>(into, a))
/// Writes the real components.
NDX_ENTRY_FUNCTION_OF_ONE(real_into, NumberTensor, map_part<RealPart>(into, a))
/// Writes the imaginary components, which are 0 for real numbers.
NDX_ENTRY_FUNCTION_OF_ONE(imag_into, NumberTensor, map_part<ImaginaryPart>(into, a))
/// Writes the angles from the positive real axis.
NDX_ENTRY_FUNCTION_OF_ONE(angle_into, NumberTensor, map_angle(into, a))

/// Writes true where an element, or a component of it, is NaN.
NDX_ENTRY_FUNCTION_OF_ONE(isnan_into, NumberTensor, map_elements<bool>(into, IsNan{}, a))
/// Writes true where an element, or a component of it, is infinite.
NDX_ENTRY_FUNCTION_OF_ONE(isinf_into, NumberTensor, map_elements<bool>(into, IsInfinite{}, a))
/// Writes true where an element, with all its components, is neither infinite nor NaN.
NDX_ENTRY_FUNCTION_OF_ONE(isfinite_into, NumberTensor, map_elements<bool>(into, IsFinite{}, a))
/// Writes true where the sign is negative.
NDX_ENTRY_FUNCTION_OF_ONE(signbit_into, RealTensor, map_elements<bool>(into, SignBit{}, a))

#undef NDX_ENTRY_FUNCTION_OF_TWO
#undef NDX_ENTRY_FUNCTION_OF_ONE

/// Rounds to a number of decimals.
template <class T, NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
void round_into(const Tensor<T>& out, const A& a, Integer auto decimals) {
  detail::map_round_to_decimals(detail::Into{"round_into", out}, a,
                                detail::saturate_index(decimals));
}

/// Writes each element moved into low … high: minimum(maximum(t, low), high). One of the two may be
/// None.
template <class T, NumberTensor A, class Low, class High = NoneType>
  requires detail::ClampBounds<A, Low, High>
void clamp_into(const Tensor<T>& out, const A& t, const Low& low, const High& high = None) {
  detail::map_clamp(detail::Into{"clamp_into", out}, t, low, high);
}
/// Does what clamp_into does. The name is NumPy's.
template <class T, NumberTensor A, class Low, class High = NoneType>
  requires detail::ClampBounds<A, Low, High>
void clip_into(const Tensor<T>& out, const A& t, const Low& low, const High& high = None) {
  detail::map_clamp(detail::Into{"clip_into", out}, t, low, high);
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

/// Writes a + weight·(b - a).
template <class T, class A, class B, class W>
  requires InterpolationOperands<A, B, W>
void lerp_into(const Tensor<T>& out, const A& a, const B& b, const W& weight) {
  detail::interpolate(detail::Into{"lerp_into", out}, a, b, weight);
}

/// Writes true where |a - b| <= atol + rtol·|b|.
template <class T, class A, class B>
  requires NumberOperands<A, B>
void isclose_into(const Tensor<T>& out, const A& a, const B& b, double rtol = 1e-5,
                  double atol = 1e-8, bool equal_nan = false) {
  detail::compare_within(detail::Into{"isclose_into", out}, a, b,
                         detail::Tolerance{rtol, atol, equal_nan});
}

/// Writes the elements with NaN replaced by `nan`, and infinities by `largest` and `lowest`.
template <class T, NumberTensor A, class U = detail::element_t<A>, class Part = detail::part_t<U>>
void nan_to_num_into(const Tensor<T>& out, const A& t, std::type_identity_t<Part> nan = Part{0},
                     std::type_identity_t<Part> largest = std::numeric_limits<Part>::max(),
                     std::type_identity_t<Part> lowest = std::numeric_limits<Part>::lowest()) {
  detail::map_elements<U>(detail::Into{"nan_to_num_into", out},
                          detail::NanToNumber<computed_t<Part>>{nan, largest, lowest}, t);
}

/// Writes a where the condition is nonzero, else b.
template <class T, ConditionValues C = detail::BracedMask, class A, class B>
  requires ChoiceOperands<A, B>
void where_into(const Tensor<T>& out, const C& condition, const A& a, const B& b) {
  detail::choose(detail::Into{"where_into", out}, detail::unbraced(condition), a, b);
}

/// Writes the elements of t with `value`, a scalar or a tensor of rank 0, where the mask is true.
template <class T, class U, MaskValues M = detail::BracedMask, FillFor<U> V>
void masked_fill_into(const Tensor<T>& out, const Tensor<U>& t, const M& mask, const V& value) {
  const auto& own = detail::mask_tensor(mask);
  using Number = std::remove_const_t<U>;
  detail::map_elements<Number>(detail::Into{"masked_fill_into", out}, detail::Choose<Number>{}, own,
                               detail::fill_element<Number>("masked_fill_into", value), t);
}

NDX_NAMESPACE_END
