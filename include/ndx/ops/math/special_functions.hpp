// Special functions, activation functions of neural networks, functions of the parts of a number, and others that
// most programs do not need.
//
// Types are those of ops/math/exponentials.hpp: integers and bools give double, floating-point numbers keep their
// type. Outside a function's domain the result is NaN or infinite, and nothing throws.
#pragma once

#include <cmath>
#include <limits>

#include <ndx/ops/math/classify.hpp>
#include <ndx/ops/math/exponentials.hpp>
#include <ndx/ops/math/rounding.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
inline constexpr T log_of_2 = static_cast<T>(0.693147180559945309417232121458176568L);
template <class T>
inline constexpr T pi = static_cast<T>(3.141592653589793238462643383279502884L);

// std::lgamma stores the sign of Γ(x) in a global variable, which is a race between threads.
#if defined(_WIN32)
using std::lgamma;
#else
inline float lgamma(float x) {
  int sign;
  return ::lgammaf_r(x, &sign);
}
inline double lgamma(double x) {
  int sign;
  return ::lgamma_r(x, &sign);
}
inline long double lgamma(long double x) {
  int sign;
  return ::lgammal_r(x, &sign);
}
#endif

namespace functions {

// A row of this macro is a function of one number x, of type T.
#define NDX_ENTRY(Name, value)       \
  struct Name {                      \
    template <class T>               \
    T operator()(const T& x) const { \
      return value;                  \
    }                                \
  };
NDX_ENTRY(ErrorFunction, std::erf(x))
NDX_ENTRY(ComplementaryErrorFunction, std::erfc(x))
NDX_ENTRY(LogGamma, detail::lgamma(x))
NDX_ENTRY(InverseSquareRoot, T{1} / libm::sqrt(x))
NDX_ENTRY(ToRadians, x*(pi<T> / T{180}))
NDX_ENTRY(ToDegrees, x*(T{180} / pi<T>))
NDX_ENTRY(Silu, x / (T{1} + libm::exp(-x)))
#undef NDX_ENTRY

/// x Φ(x), where Φ is the distribution function of the normal distribution.
struct Gelu {
  template <class T>
  T operator()(const T& x) const {
    constexpr auto root_of_half = static_cast<T>(0.707106781186547524400844362104849039L);
    return x * (std::erfc(-x * root_of_half) / T{2});
  }
};
struct ApproximateGelu {
  template <class T>
  T operator()(const T& x) const {
    constexpr auto root_of_2_over_pi = static_cast<T>(0.797884560802865355879892119868763737L);
    return x / T{2} *
           (T{1} + libm::tanh(root_of_2_over_pi * (x + static_cast<T>(0.044715L) * x * x * x)));
  }
};

}  // namespace functions

/// log(1 + e^(b x)) / b without overflow.
template <class T>
struct Softplus {
  T beta;
  template <class X>
  T operator()(const X& x) const {
    const T scaled = beta * convert_element<T>(x);
    return ((scaled > T{0} ? scaled : T{0}) + libm::log1p(libm::exp(-libm::abs(scaled)))) / beta;
  }
};

/// log(e^a + e^b) without overflow.
struct LogAddExp {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if (a == b) return a + log_of_2<T>;  // also for equal infinities, which have no difference
    const T larger = a > b ? a : b;
    return larger + libm::log1p(libm::exp(-libm::abs(a - b)));
  }
};
struct LogAddExp2 {
  template <class T>
  T operator()(const T& a, const T& b) const {
    if (a == b) return a + T{1};
    const T larger = a > b ? a : b;
    return larger + libm::log1p(libm::exp2(-libm::abs(a - b))) / log_of_2<T>;
  }
};
struct XLogY {
  template <class T>
  T operator()(const T& x, const T& y) const {
    return x == T{0} && y == y ? T{0} : x * libm::log(y);
  }
};
struct Heaviside {
  template <class T>
  T operator()(const T& x, const T& at_zero) const {
    if (x == T{0}) return at_zero;
    return x != x ? x : x < T{0} ? T{0} : T{1};
  }
};
struct NextAfter {
  template <class T>
  T operator()(const T& x, const T& towards) const {
    return std::nextafter(x, towards);
  }
};

/// The integer part of a number, towards 0, and what is left.
struct WholePart {
  template <class T>
  T operator()(const T& x) const {
    return libm::trunc(x);
  }
};
struct FractionalPart {
  template <class T>
  T operator()(const T& x) const {
    return libm::copysign(libm::isinf(x) ? T{0} : x - libm::trunc(x), x);
  }
};
struct Mantissa {
  template <class T>
  T operator()(const T& x) const {
    int exponent = 0;
    return std::frexp(x, &exponent);
  }
};
template <class T>
struct Exponent {
  template <class X>
  std::int32_t operator()(const X& x) const {
    const T number = convert_element<T>(x);
    int exponent = 0;
    if (libm::isfinite(number)) static_cast<void>(std::frexp(number, &exponent));
    return exponent;
  }
};
/// x·2^exponent. Exponents beyond those of an int give what the nearest int gives: 0 or infinity.
template <class T>
struct TimesPowerOfTwo {
  template <class X, class E>
  T operator()(const X& x, const E& exponent) const {
    constexpr int most = std::numeric_limits<int>::max();
    const bool is_negative = exponent < E{0};
    const auto bits = static_cast<std::uint64_t>(exponent);
    const std::uint64_t size = is_negative ? std::uint64_t{0} - bits : bits;
    const int bounded = size > std::uint64_t{most} ? most : static_cast<int>(size);
    return std::ldexp(convert_element<T>(x), is_negative ? -bounded : bounded);
  }
};

/// Converts an operand of integers to R first, so that their types need no loops of their own.
template <class R, class X>
decltype(auto) converted_operand(const X& x) {
  if constexpr (is_tensor_v<X> && std::is_integral_v<element_t<X>>) {
    return x.template to<R>();
  } else {
    return as_operand<R>(x);
  }
}
template <class Op, class A, class B>
auto map_converted(const char* call, const A& a, const B& b) {
  using R = function_t<result_t<A, B>>;
  return map_elements<R>(call, In<Op, computed_t<R>>{}, converted_operand<R>(a),
                         converted_operand<R>(b));
}

inline constexpr auto test_positive_infinity = [](auto x) { return libm::isinf(x) && x > 0; };
inline constexpr auto test_negative_infinity = [](auto x) { return libm::isinf(x) && x < 0; };
using IsPositiveInfinity = Classify<test_positive_infinity, false>;
using IsNegativeInfinity = Classify<test_negative_infinity, false>;

}  // namespace detail

/// Returns the error function 2/√π ∫ e^(-t²) dt from 0 to x, as a fresh tensor of the shape of `a`. All functions of
/// one tensor return such a tensor. Source: SciPy's and PyTorch's erf.
///   erf(tensor({0.0, 1.0})) -> 0 0.842701
NDX_ENTRY_FUNCTION_OF_ELEMENT(erf, RealTensor, ErrorFunction)
/// Returns 1 - erf(x) with all digits where erf(x) is near 1.
///   erfc(tensor({0.0})) -> 1
NDX_ENTRY_FUNCTION_OF_ELEMENT(erfc, RealTensor, ComplementaryErrorFunction)
/// Returns the logarithm of |Γ(x)|, which is infinite at 0 and at negative integers. Source: PyTorch's lgamma, SciPy's
/// gammaln.
///   lgamma(tensor({1, 5})) -> 0 3.17805
NDX_ENTRY_FUNCTION_OF_ELEMENT(lgamma, RealTensor, LogGamma)
/// Returns 1/√x. rsqrt(0) is infinite, a negative number gives NaN. Source: PyTorch's rsqrt.
///   rsqrt(tensor({4.0})) -> 0.5
NDX_ENTRY_FUNCTION_OF_ELEMENT(rsqrt, RealTensor, InverseSquareRoot)
/// Returns an angle in radians, given in degrees.
///   deg2rad(tensor({180})) -> 3.14159
NDX_ENTRY_FUNCTION_OF_ELEMENT(deg2rad, RealTensor, ToRadians)
/// Returns an angle in degrees, given in radians.
///   rad2deg(tensor({0.0})) -> 0
NDX_ENTRY_FUNCTION_OF_ELEMENT(rad2deg, RealTensor, ToDegrees)

/// Returns x·sigmoid(x), which is also called swish. Source: PyTorch's silu.
///   silu(tensor({0.0, 1.0})) -> 0 0.731059
NDX_ENTRY_FUNCTION_OF_ELEMENT(silu, RealTensor, Silu)
/// Returns x·Φ(x), where Φ is the distribution function of the normal distribution, or with `approximate` the formula
/// with tanh. Source: PyTorch's and JAX's gelu; JAX approximates by default.
///   gelu(tensor({0.0, 1.0})) -> 0 0.841345
template <RealTensor A>
[[nodiscard]] auto gelu(const A& a, Flag approximate = false) {
  return approximate ? detail::map_function<detail::functions::ApproximateGelu>("gelu", a)
                     : detail::map_function<detail::functions::Gelu>("gelu", a);
}
/// Returns log(1 + e^(βx))/β, a smooth relu. It does not overflow, and is exact where PyTorch's returns x beyond a
/// threshold. Source: PyTorch's softplus.
///   softplus(tensor({0.0, 1000.0})) -> 0.693147 1000
template <RealTensor A>
[[nodiscard]] auto softplus(const A& a, double beta = 1) {
  using R = detail::function_t<detail::element_t<A>>;
  using C = computed_t<R>;
  return detail::map_elements<R>("softplus", detail::Softplus<C>{static_cast<C>(beta)}, a);
}

// A row of this macro defines a function of two tensors that broadcast, or of a tensor and a scalar.
#define NDX_ENTRY_FUNCTION_OF_TWO(name, Op)                \
  template <class A, class B>                              \
    requires RealOperands<A, B>                            \
  [[nodiscard]] auto name(const A& a, const B& b) {        \
    return detail::map_converted<detail::Op>(#name, a, b); \
  }
/// Returns log(e^a + e^b) without overflow, for two tensors that broadcast, or a tensor and a scalar. Integers give
/// double. Throws ShapeError if the shapes do not broadcast. So do all functions of two operands. Source: NumPy.
///   logaddexp(tensor({0.0}), 0.0) -> 0.693147
NDX_ENTRY_FUNCTION_OF_TWO(logaddexp, LogAddExp)
/// Returns log2(2^a + 2^b) without overflow.
///   logaddexp2(tensor({3.0}), 3.0) -> 4
NDX_ENTRY_FUNCTION_OF_TWO(logaddexp2, LogAddExp2)
/// Returns a·log(b), and 0 where a is 0 and b is not NaN. Source: SciPy's and PyTorch's xlogy.
///   xlogy(tensor({0.0, 2.0}), tensor({0.0, 1.0})) -> 0 0
NDX_ENTRY_FUNCTION_OF_TWO(xlogy, XLogY)
/// Returns 0 where a is negative, b where it is 0, 1 where it is positive and NaN where it is NaN. Source: NumPy.
///   heaviside(tensor({-1.5, 0.0, 2.0}), 0.5) -> 0 0.5 1
NDX_ENTRY_FUNCTION_OF_TWO(heaviside, Heaviside)
#undef NDX_ENTRY_FUNCTION_OF_TWO
/// Returns the number next to a in the direction of b, in the type of the result: float, double or long double. The
/// 16-bit types do not compile. Source: NumPy.
///   nextafter(tensor({1.0}), 2.0) > 1.0 -> 1
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto nextafter(const A& a, const B& b) {
  using R = detail::function_t<result_t<A, B>>;
  static_assert(sizeof(R) > 2,
                "nextafter computes in float, whose next number is no number of 16 bits: write "
                "nextafter(a.to<float>(), b.to<float>())");
  return detail::map_converted<detail::NextAfter>("nextafter", a, b);
}

/// The `fraction` and the `whole` of numbers, both with the sign of the number: their sum is the number.
template <class T>
struct FractionAndWhole {
  Tensor<T> fraction;
  Tensor<T> whole;
};
/// Returns the fractional and the integer parts. The fraction of an infinity is 0. Source: NumPy's modf.
///   modf(tensor({2.5, -0.25})).fraction -> 0.5 -0.25
template <RealTensor A>
[[nodiscard]] auto modf(const A& a) {
  using R = detail::function_t<detail::element_t<A>>;
  return FractionAndWhole<R>{detail::map_function<detail::FractionalPart>("modf", a),
                             detail::map_function<detail::WholePart>("modf", a)};
}

/// Numbers as mantissa·2^exponent, where |mantissa| is at least 1/2 and less than 1.
template <class T>
struct MantissaAndExponent {
  Tensor<T> mantissa;
  Tensor<std::int32_t> exponent;
};
/// Returns mantissas and exponents. Both are 0 for 0; infinities and NaN have exponent 0 and are their mantissas.
/// Source: NumPy's frexp.
///   frexp(tensor({8.0, -0.75})).exponent -> 4 0
template <RealTensor A>
[[nodiscard]] auto frexp(const A& a) {
  using R = detail::function_t<detail::element_t<A>>;
  return MantissaAndExponent<R>{
      detail::map_function<detail::Mantissa>("frexp", a),
      detail::map_elements<std::int32_t>("frexp", detail::Exponent<computed_t<R>>{}, a)};
}
/// Returns a·2^exponent for a tensor and a tensor of integers that broadcast, or an integer. Throws ShapeError if the
/// shapes do not broadcast. Source: NumPy's ldexp.
///   ldexp(tensor({0.5, 3.0}), tensor({4, -1})) -> 8 1.5
template <RealTensor A, class B>
  requires(RealOperands<A, B> && std::is_integral_v<detail::element_t<B>> &&
           !Boolean<detail::element_t<B>>)
[[nodiscard]] auto ldexp(const A& a, const B& exponent) {
  using R = detail::function_t<detail::element_t<A>>;
  return detail::map_elements<R>("ldexp", detail::TimesPowerOfTwo<computed_t<R>>{},
                                 detail::converted_operand<R>(a), exponent);
}

/// The `quotient` of a division, rounded down, and the `remainder`: what is left of the dividend.
template <class T>
struct QuotientAndRemainder {
  Tensor<T> quotient;
  Tensor<T> remainder;
};
/// Returns floor_divide(a, b) and remainder(a, b). Operands, types and errors are those of both. Source: NumPy's and
/// Python's divmod.
///   divmod(tensor({7, -7}), 3).quotient -> 2 -3
template <class A, class B>
  requires DivisionOperands<A, B>
[[nodiscard]] auto divmod(const A& a, const B& b) {
  auto quotient = floor_divide(a, b);
  return QuotientAndRemainder<detail::element_t<decltype(quotient)>>{quotient, remainder(a, b)};
}

/// Returns true where an element is the positive, or the negative, infinity, as a fresh tensor of bools. Source: NumPy.
///   isposinf(tensor({1.0, -1.0}) / 0.0) -> 1 0
[[nodiscard]] Tensor<bool> isposinf(const RealTensor auto& t) {
  return detail::map_elements<bool>("isposinf", detail::IsPositiveInfinity{}, t);
}
[[nodiscard]] Tensor<bool> isneginf(const RealTensor auto& t) {
  return detail::map_elements<bool>("isneginf", detail::IsNegativeInfinity{}, t);
}

NDX_NAMESPACE_END
