// exp, log, sqrt and abs of each element.
//
// Integers and bools give double; floating-point and complex numbers keep their type. Outside a
// function's domain the result is NaN or infinite, as <cmath> has it; nothing throws.
#pragma once

#include <cmath>

#include <ndx/ops/elementwise.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The type in which a function of real numbers is computed for elements of type T.
template <class T>
using function_t = std::conditional_t<std::is_integral_v<T>, double, T>;

/// f of each element, brought to function_t first.
template <class F, class A>
auto map_function(const char* call, const F& f, const A& a) {
  using T = element_t<A>;
  using R = function_t<T>;
  return map_elements<R>(
      call, [f](const T& x) -> R { return f(convert_element<R>(x)); }, a);
}

}  // namespace detail

/// A fresh tensor of e^x, as all of these of the same shape.
template <NumberTensor A>
[[nodiscard]] auto exp(const A& a) {
  return detail::map_function(
      "exp",
      [](const auto& x) {
        using std::exp;  // complex numbers bring their own
        return exp(x);
      },
      a);
}

/// The natural logarithm: -inf of 0, NaN of a negative real.
template <NumberTensor A>
[[nodiscard]] auto log(const A& a) {
  return detail::map_function(
      "log",
      [](const auto& x) {
        using std::log;
        return log(x);
      },
      a);
}

/// NaN of a negative real.
template <NumberTensor A>
[[nodiscard]] auto sqrt(const A& a) {
  return detail::map_function(
      "sqrt",
      [](const auto& x) {
        using std::sqrt;
        return sqrt(x);
      },
      a);
}

/// The magnitude: integers keep their type, and their least value, which has no positive, stays;
/// complex numbers give the type of their parts.
template <NumberTensor A>
[[nodiscard]] auto abs(const A& a) {
  using T = detail::element_t<A>;
  using R = typename detail::PartOf<T>::type;
  return detail::map_elements<R>(
      "abs",
      [](const T& x) -> R {
        if constexpr (Boolean<T> || std::is_unsigned_v<T>) {
          return x;
        } else if constexpr (std::is_integral_v<T>) {
          const auto bits = static_cast<std::make_unsigned_t<T>>(x);
          return static_cast<T>(x < 0 ? std::uint64_t{0} - bits : std::uint64_t{bits});
        } else {
          using std::abs;
          return abs(x);
        }
      },
      a);
}

NDX_NAMESPACE_END
