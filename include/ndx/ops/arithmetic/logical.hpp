// Bitwise & | ^ ~ for bools and integers, << and >> for integers, and logical_and, logical_or,
// logical_xor, logical_not for all numbers.
//
// Bits that are shifted out of the type are lost, as in NumPy. A count that is negative or at least
// the width of the type moves all of them out: the result is 0, or -1 for a negative number moved to
// the right. C++ leaves such counts undefined. A bool counts as an integer of the other operand's
// type; two bools are not shifted.
//
// && and || are not overloaded, because overloads would always evaluate both operands, which nobody
// expects.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Applies Op to the truth values of the operands (nonzero is true).
template <class Op>
struct OnTruthValues {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return Op{}(a != A{}, b != B{});
  }
};

template <class Op, class Call, class A, class B>
mapped_t<bool, Call> map_truth(Call call, const A& a, const B& b) {
  return map_elements<bool>(call, OnTruthValues<Op>{}, a, b);
}

struct IsZero {
  template <class T>
  bool operator()(const T& x) const {
    return x == T{};
  }
};

struct BitwiseNot {
  template <class T>
  T operator()(const T& x) const {
    if constexpr (Boolean<T>) {
      return !x;
    } else {
      return static_cast<T>(~x);
    }
  }
};

/// Whether `count` bits can be moved within a T.
template <class T, class Count>
constexpr bool is_within(Count count) {
  if constexpr (std::is_signed_v<Count>) {
    if (count < 0) return false;
  }
  return static_cast<std::uint64_t>(count) < 8 * sizeof(T);
}

/// Shifts left. The count keeps its own type, in which it may exceed a narrow R.
template <class R>
struct ShiftLeft {
  template <class A, class Count>
  R operator()(const A& a, const Count& count) const {
    const auto bits = static_cast<Wrapping<R>>(convert_element<R>(a));
    return is_within<R>(count) ? static_cast<R>(bits << count) : R{0};
  }
};
template <class R>
struct ShiftRight {
  template <class A, class Count>
  R operator()(const A& a, const Count& count) const {
    const R value = convert_element<R>(a);
    if (is_within<R>(count)) return static_cast<R>(value >> count);
    return static_cast<R>(value < R{0} ? -1 : 0);
  }
};

template <template <class> class Shift, class Call, class A, class B>
auto shift(Call call, const A& a, const B& count) {
  using R = result_t<A, B>;
  return map_elements<R>(call, Shift<R>{}, a, count);
}

/// Shifts in place, in the target's own type.
template <template <class> class Shift, class A, class V>
A shift_in_place(const char* call, std::remove_reference_t<A>& target, const V& count) {
  update_elements(call, Shift<std::remove_const_t<target_t<A>>>{}, target, count);
  return static_cast<A&&>(target);
}

}  // namespace detail

/// Operands of & | ^: bools and integers.
template <class A, class B>
concept BitOperands = NumberOperands<A, B> && std::is_integral_v<result_t<A, B>>;

/// A tensor A of bools or integers and a V such that `a &= v` compiles.
template <class A, class V>
concept BitUpdateOperands = UpdateOperands<A, V> && std::is_integral_v<detail::target_t<A>> &&
                            std::is_integral_v<detail::element_t<V>>;

/// Operands of << and >>: integers, or an integer and a bool.
template <class A, class B>
concept ShiftOperands = BitOperands<A, B> && !Boolean<result_t<A, B>>;

/// A tensor A of integers and a V such that `a <<= v` compiles.
template <class A, class V>
concept ShiftUpdateOperands = BitUpdateOperands<A, V> && !Boolean<detail::target_t<A>>;

/// Returns the bitwise and, as a fresh tensor of the operands' broadcast shape. | and ^ follow the
/// same rules. Two bools give bool; an integer and an integer or bool give the integer type that
/// arithmetic on them would give. Throws ShapeError if the shapes do not broadcast.
NDX_ENTRY_FUNCTION(operator&, BitOperands, operate<Reduce::BitwiseAnd>)
NDX_ENTRY_FUNCTION(operator|, BitOperands, operate<Reduce::BitwiseOr>)
NDX_ENTRY_FUNCTION(operator^, BitOperands, operate<Reduce::BitwiseXor>)

/// Combines in place. Overlap and errors are those of +=.
NDX_ENTRY_FUNCTION_IN_PLACE(operator&=, BitUpdateOperands, operate_on<Reduce::BitwiseAnd, A>)
NDX_ENTRY_FUNCTION_IN_PLACE(operator|=, BitUpdateOperands, operate_on<Reduce::BitwiseOr, A>)
NDX_ENTRY_FUNCTION_IN_PLACE(operator^=, BitUpdateOperands, operate_on<Reduce::BitwiseXor, A>)

/// Returns a·2^b for two tensors that broadcast, or a tensor and a scalar, in the integer type that
/// arithmetic on them gives, as a fresh tensor. Throws ShapeError if the shapes do not broadcast.
/// Source: NumPy's left_shift.
NDX_ENTRY_FUNCTION(operator<<, ShiftOperands, shift<detail::ShiftLeft>)
/// Returns the floor of a / 2^b. Source: NumPy's right_shift.
NDX_ENTRY_FUNCTION(operator>>, ShiftOperands, shift<detail::ShiftRight>)

/// Shifts in place. Overlap and errors are those of +=.
NDX_ENTRY_FUNCTION_IN_PLACE(operator<<=, ShiftUpdateOperands, shift_in_place<detail::ShiftLeft, A>)
NDX_ENTRY_FUNCTION_IN_PLACE(operator>>=, ShiftUpdateOperands, shift_in_place<detail::ShiftRight, A>)

/// Returns logical not for bools, bitwise not for integers.
template <NumberTensor A>
  requires std::is_integral_v<detail::element_t<A>>
[[nodiscard]] auto operator~(const A& a) {
  return detail::map_in_type<detail::BitwiseNot>("operator~", a);
}

/// Returns true where an element is zero.
///   logical_not(tensor({0, 2})) -> 1 0
[[nodiscard]] Tensor<bool> logical_not(const NumberTensor auto& a) {
  return detail::map_elements<bool>("logical_not", detail::IsZero{}, a);
}
[[nodiscard]] Tensor<bool> operator!(const NumberTensor auto& a) { return logical_not(a); }

/// Combines the truth values of two tensors, or a tensor and a scalar, of any number types. Nonzero is
/// true. Returns a fresh tensor of bools.
///   logical_and(tensor({0, 2}), tensor({1, 1})) -> 0 1
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_and(const A& a, const B& b) {
  return detail::map_truth<Reduce::BitwiseAnd>("logical_and", a, b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_or(const A& a, const B& b) {
  return detail::map_truth<Reduce::BitwiseOr>("logical_or", a, b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_xor(const A& a, const B& b) {
  return detail::map_truth<Reduce::BitwiseXor>("logical_xor", a, b);
}

NDX_NAMESPACE_END
