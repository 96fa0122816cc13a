// Element-wise exp, log, sqrt and abs.
//
// Integers and bools give double, except for abs; floating-point and complex numbers keep their
// type. Outside a function's domain the result is NaN or infinite, as in <cmath>; nothing throws.
#pragma once

#include <cmath>

#include <ndx/ops/elementwise.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The type in which a real function is computed for elements of type T.
template <class T>
using function_t = std::conditional_t<std::is_integral_v<T>, double, T>;

/// Converts an element to function_t, then applies F.
template <class F, class T>
struct ApplyConverted {
  using CallsOut = void;
  function_t<T> operator()(const T& x) const { return F{}(convert_element<function_t<T>>(x)); }
};

template <class F, class A>
auto map_function(const char* call, F /*stateless*/, const A& a) {
  using T = element_t<A>;
  return map_elements<function_t<T>>(call, ApplyConverted<F, T>{}, a);
}

namespace functions {  // unqualified calls, so that complex types can bring their own

using std::exp;
using std::log;
using std::sqrt;
inline constexpr auto natural_exp = [](const auto& x) { return exp(x); };
inline constexpr auto natural_log = [](const auto& x) { return log(x); };
inline constexpr auto square_root = [](const auto& x) { return sqrt(x); };

}  // namespace functions
}  // namespace detail

/// Returns a fresh tensor of e^x, of the shape of `a`. The same holds for the other functions.
template <NumberTensor A>
[[nodiscard]] auto exp(const A& a) {
  return detail::map_function("exp", detail::functions::natural_exp, a);
}

/// The natural logarithm. log(0) is -inf, a negative real gives NaN.
template <NumberTensor A>
[[nodiscard]] auto log(const A& a) {
  return detail::map_function("log", detail::functions::natural_log, a);
}

/// The square root. A negative real gives NaN.
template <NumberTensor A>
[[nodiscard]] auto sqrt(const A& a) {
  return detail::map_function("sqrt", detail::functions::square_root, a);
}

/// The absolute value. Integers keep their type; the most negative one has no positive counterpart
/// and stays negative. Complex numbers give the type of their parts.
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
