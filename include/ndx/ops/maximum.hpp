// Element-wise maximum, minimum, fmax, fmin and clamp.
//
// maximum, minimum and clamp give NaN where an operand is NaN; fmax and fmin give the other one.
#pragma once

#include <ndx/ops/arithmetic.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

struct Maximum {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a > b || a != a ? a : b;
  }
};
struct Minimum {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a < b || a != a ? a : b;
  }
};
struct NumberMaximum {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a >= b || b != b ? a : b;
  }
};
struct NumberMinimum {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return a <= b || b != b ? a : b;
  }
};

}  // namespace detail

/// Operands that can be ordered: two tensors of real numbers, or one and a scalar.
template <class A, class B>
concept RealOperands = NumberOperands<A, B> && Real<result_t<A, B>>;

/// The larger of each two elements, of two tensors that broadcast, or of a tensor and a scalar.
/// Returns a fresh tensor of the type that arithmetic on them gives. NaN where either is NaN. Throws
/// ShapeError if the shapes do not broadcast. The same holds for the other functions.
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto maximum(const A& a, const B& b) {
  return detail::operate<detail::Maximum>("maximum", a, b);
}
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto minimum(const A& a, const B& b) {
  return detail::operate<detail::Minimum>("minimum", a, b);
}
/// Where one of two elements is NaN, the other one.
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto fmax(const A& a, const B& b) {
  return detail::operate<detail::NumberMaximum>("fmax", a, b);
}
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto fmin(const A& a, const B& b) {
  return detail::operate<detail::NumberMinimum>("fmin", a, b);
}

/// Each element moved into low … high, each of which is a scalar or a tensor that broadcasts:
/// minimum(maximum(t, low), high). So where low is above high it is high.
template <RealTensor A, class Low, class High>
  requires(RealOperands<A, Low> && RealOperands<A, High>)
[[nodiscard]] auto clamp(const A& t, const Low& low, const High& high) {
  if constexpr (Scalar<Low> && Scalar<High>) {
    using T = detail::element_t<A>;
    using R = promote_scalar_t<promote_scalar_t<T, Low>, High>;
    return detail::map_elements<R>(
        "clamp",
        [from = convert_element<R>(low), to = convert_element<R>(high)](const T& x) {
          return detail::Minimum{}(detail::Maximum{}(convert_element<R>(x), from), to);
        },
        t);
  } else {
    return detail::operate<detail::Minimum>(
        "clamp", detail::operate<detail::Maximum>("clamp", t, low), high);
  }
}
/// NumPy's name of clamp.
template <RealTensor A, class Low, class High>
  requires(RealOperands<A, Low> && RealOperands<A, High>)
[[nodiscard]] auto clip(const A& t, const Low& low, const High& high) {
  return clamp(t, low, high);
}

NDX_NAMESPACE_END
