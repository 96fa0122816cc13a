// Logic: & | ^ ~ on bools and on the bits of integers, and logical_and, or, xor, not on anything
// that is zero or not.
//
// && and || are not offered: they would have to look at both sides, which nobody expects of them.
#pragma once

#include <ndx/ops/arithmetic.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct And {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a & b);
  }
};
struct Or {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a | b);
  }
};
struct Xor {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return static_cast<T>(a ^ b);
  }
};

/// Op on whether the operands are not zero.
template <class Op>
struct OfTruth {
  template <class A, class B>
  bool operator()(const A& a, const B& b) const {
    return Op{}(a != A{}, b != B{});
  }
};

}  // namespace detail

/// Operands of & | ^: bools and integers.
template <class A, class B>
concept BitOperands = NumberOperands<A, B> && std::is_integral_v<result_t<A, B>>;

/// A tensor of bools or integers, and what & | ^ takes beside it.
template <class A, class V>
concept BitUpdateOperands = UpdateOperands<A, V> && std::is_integral_v<detail::target_t<A>> &&
                            std::is_integral_v<detail::element_t<V>>;

/// Bool with bool gives bool, an integer with an integer or a bool the integer that arithmetic
/// would. A fresh tensor of the operands' common shape, as all of these. ShapeError when there is
/// none.
template <class A, class B>
  requires BitOperands<A, B>
[[nodiscard]] auto operator&(const A& a, const B& b) {
  using R = result_t<A, B>;
  return detail::map_operands<R>("operator&", detail::In<detail::And, R>{}, a, b);
}
template <class A, class B>
  requires BitOperands<A, B>
[[nodiscard]] auto operator|(const A& a, const B& b) {
  using R = result_t<A, B>;
  return detail::map_operands<R>("operator|", detail::In<detail::Or, R>{}, a, b);
}
template <class A, class B>
  requires BitOperands<A, B>
[[nodiscard]] auto operator^(const A& a, const B& b) {
  using R = result_t<A, B>;
  return detail::map_operands<R>("operator^", detail::In<detail::Xor, R>{}, a, b);
}

/// In place; see += for overlap and errors.
template <class A, class V>
  requires BitUpdateOperands<A, V>
A operator&=(A&& target, const V& value) {
  using R = detail::update_t<detail::target_t<A>, V>;
  detail::update<detail::And, R>("operator&=", target, value);
  return std::forward<A>(target);
}
template <class A, class V>
  requires BitUpdateOperands<A, V>
A operator|=(A&& target, const V& value) {
  using R = detail::update_t<detail::target_t<A>, V>;
  detail::update<detail::Or, R>("operator|=", target, value);
  return std::forward<A>(target);
}
template <class A, class V>
  requires BitUpdateOperands<A, V>
A operator^=(A&& target, const V& value) {
  using R = detail::update_t<detail::target_t<A>, V>;
  detail::update<detail::Xor, R>("operator^=", target, value);
  return std::forward<A>(target);
}

/// True where the other is false; on integers, every bit turned.
template <NumberTensor A>
  requires std::is_integral_v<detail::element_t<A>>
[[nodiscard]] auto operator~(const A& a) {
  using T = detail::element_t<A>;
  return detail::map_elements<T>(
      "operator~",
      [](const T& x) {
        if constexpr (Boolean<T>) {
          return !x;
        } else {
          return static_cast<T>(~x);
        }
      },
      a);
}

/// True where x is zero.
template <NumberTensor A>
[[nodiscard]] Tensor<bool> logical_not(const A& a) {
  using T = detail::element_t<A>;
  return detail::map_elements<bool>("logical_not", [](const T& x) { return x == T{}; }, a);
}
template <NumberTensor A>
[[nodiscard]] Tensor<bool> operator!(const A& a) {
  return logical_not(a);
}

/// Of two tensors or a tensor and a number of any type: what is not zero is true.
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_and(const A& a, const B& b) {
  return detail::map_operands<bool>("logical_and", detail::OfTruth<detail::And>{}, a, b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_or(const A& a, const B& b) {
  return detail::map_operands<bool>("logical_or", detail::OfTruth<detail::Or>{}, a, b);
}
template <class A, class B>
  requires NumberOperands<A, B>
[[nodiscard]] Tensor<bool> logical_xor(const A& a, const B& b) {
  return detail::map_operands<bool>("logical_xor", detail::OfTruth<detail::Xor>{}, a, b);
}

NDX_NAMESPACE_END
