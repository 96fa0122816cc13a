// The operators << and >> of integers, which move bits to the left and to the right.
//
// Bits that leave the type are lost, as in NumPy. A count that is negative or at least the width of
// the type moves all of them out: the result is 0, or -1 for a negative number moved to the right.
// C++ leaves such counts undefined. A bool counts as an integer of the other operand's type; two
// bools are not shifted.
#pragma once

#include <ndx/ops/arithmetic/logical.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

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
  return map_operands<R>(call, Shift<R>{}, a, count);
}

/// Shifts in place, in the target's own type.
template <template <class> class Shift, class A, class V>
A shift_in_place(const char* call, std::remove_reference_t<A>& target, const V& count) {
  update_elements(call, Shift<std::remove_const_t<target_t<A>>>{}, target, count);
  return static_cast<A&&>(target);
}

}  // namespace detail

/// Operands of << and >>: integers, or an integer and a bool.
template <class A, class B>
concept ShiftOperands = BitOperands<A, B> && !Boolean<result_t<A, B>>;

/// A tensor A of integers and a V such that `a <<= v` compiles.
template <class A, class V>
concept ShiftUpdateOperands = BitUpdateOperands<A, V> && !Boolean<detail::target_t<A>>;

/// Returns a·2^count for two tensors that broadcast, or a tensor and a scalar, in the integer type
/// that arithmetic on them gives, as a fresh tensor. Throws ShapeError if the shapes do not
/// broadcast. Source: NumPy's left_shift.
template <class A, class B>
  requires ShiftOperands<A, B>
[[nodiscard]] auto operator<<(const A& a, const B& count) {
  return detail::shift<detail::ShiftLeft>("operator<<", a, count);
}
/// Returns the floor of a / 2^count. Source: NumPy's right_shift.
template <class A, class B>
  requires ShiftOperands<A, B>
[[nodiscard]] auto operator>>(const A& a, const B& count) {
  return detail::shift<detail::ShiftRight>("operator>>", a, count);
}

/// Shifts in place. Overlap and errors are those of +=.
template <class A, class V>
  requires ShiftUpdateOperands<A, V>
A operator<<=(A&& target, const V& count) {
  return detail::shift_in_place<detail::ShiftLeft, A>("operator<<=", target, count);
}
template <class A, class V>
  requires ShiftUpdateOperands<A, V>
A operator>>=(A&& target, const V& count) {
  return detail::shift_in_place<detail::ShiftRight, A>("operator>>=", target, count);
}

NDX_NAMESPACE_END
