// Bitwise & | ^ ~ for bools and integers, and logical_and, logical_or, logical_xor, logical_not for
// all numbers.
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

#define NDX_ENTRY(name, Op)                                                                \
  NDX_COMPILE_ARITHMETIC(name, Tensor<bool>, calculate,                                    \
                         (const char* call, const Tensor<bool>& a, const Tensor<bool>& b), \
                         (call, a, b), Op, bool, Tensor<bool>, Tensor<bool>)
NDX_ENTRY(and_bools, Reduce::BitwiseAnd)
NDX_ENTRY(or_bools, Reduce::BitwiseOr)
NDX_ENTRY(xor_bools, Reduce::BitwiseXor)
#undef NDX_ENTRY

}  // namespace detail

/// Operands of & | ^: bools and integers.
template <class A, class B>
concept BitOperands = NumberOperands<A, B> && std::is_integral_v<result_t<A, B>>;

/// A tensor A of bools or integers and a V such that `a &= v` compiles.
template <class A, class V>
concept BitUpdateOperands = UpdateOperands<A, V> && std::is_integral_v<detail::target_t<A>> &&
                            std::is_integral_v<detail::element_t<V>>;

/// Returns the bitwise and, as a fresh tensor of the operands' broadcast shape. | and ^ follow the
/// same rules. Two bools give bool; an integer and an integer or bool give the integer type that
/// arithmetic on them would give. Throws ShapeError if the shapes do not broadcast.
template <class A, class B>
  requires BitOperands<A, B>
[[nodiscard]] auto operator&(const A& a, const B& b) {
  return detail::operate<Reduce::BitwiseAnd>("operator&", a, b);
}
template <class A, class B>
  requires BitOperands<A, B>
[[nodiscard]] auto operator|(const A& a, const B& b) {
  return detail::operate<Reduce::BitwiseOr>("operator|", a, b);
}
template <class A, class B>
  requires BitOperands<A, B>
[[nodiscard]] auto operator^(const A& a, const B& b) {
  return detail::operate<Reduce::BitwiseXor>("operator^", a, b);
}

/// Combines in place. Overlap and errors are those of +=.
template <class A, class V>
  requires BitUpdateOperands<A, V>
A operator&=(A&& target, const V& value) {
  return detail::operate_on<Reduce::BitwiseAnd, A>("operator&=", target, value);
}
template <class A, class V>
  requires BitUpdateOperands<A, V>
A operator|=(A&& target, const V& value) {
  return detail::operate_on<Reduce::BitwiseOr, A>("operator|=", target, value);
}
template <class A, class V>
  requires BitUpdateOperands<A, V>
A operator^=(A&& target, const V& value) {
  return detail::operate_on<Reduce::BitwiseXor, A>("operator^=", target, value);
}

/// Returns logical not for bools, bitwise not for integers.
template <NumberTensor A>
  requires std::is_integral_v<detail::element_t<A>>
[[nodiscard]] auto operator~(const A& a) {
  return detail::map_elements<detail::element_t<A>>("operator~", detail::BitwiseNot{}, a);
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
  return detail::map_operands<bool>("logical_and", detail::OnTruthValues<Reduce::BitwiseAnd>{}, a,
                                    b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_or(const A& a, const B& b) {
  return detail::map_operands<bool>("logical_or", detail::OnTruthValues<Reduce::BitwiseOr>{}, a, b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_xor(const A& a, const B& b) {
  return detail::map_operands<bool>("logical_xor", detail::OnTruthValues<Reduce::BitwiseXor>{}, a,
                                    b);
}

NDX_NAMESPACE_END
