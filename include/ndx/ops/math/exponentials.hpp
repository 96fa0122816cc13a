// Element-wise powers, exponentials, logarithms and absolute values.
//
// Integers and bools give double where the result is no integer; floating-point and complex numbers
// keep their type. Outside a function's domain the result is NaN or infinite, as in <cmath>, and
// nothing throws. Each function is a functor with a scalar form and, where the kernel has one, a
// vector form.
#pragma once

#include <ndx/kernel/map/vector_rows.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/kernel/math/saturated_math.hpp>
#include <ndx/ops/core/complex_parts.hpp>
#include <ndx/ops/math/powers.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Applies F to elements that are converted to function_t.
template <class F, class Call, class A>
auto map_function(Call call, const A& a) {
  using R = function_t<element_t<A>>;
  return map_elements<R>(call, ApplyConverted<F, computed_t<R>>{}, a);
}

namespace functions {  // unqualified calls find the functions of other complex types

// The functions that the standard library has under one name for real and complex numbers, each with
// its vector form.
#define NDX_ENTRY_FORM(Name, function, ...) \
  using libm::function;                     \
  struct Name : __VA_ARGS__ {               \
    template <class T>                      \
    T operator()(const T& x) const {        \
      return function(x);                   \
    }                                       \
  };
#define NDX_ENTRY(Name, function) \
  NDX_ENTRY_FORM(Name, function, kernel::VectorForm<kernel::vectors::function>)
#define NDX_ENTRY_LOG(Name, function) \
  NDX_ENTRY_FORM(Name, function, kernel::KnownForm<kernel::vectors::function, kernel::KnownLog>)
NDX_ENTRY_FORM(Sqrt, sqrt, kernel::InstructionForm<kernel::vectors::sqrt>)
NDX_ENTRY_LOG(Log, log)
NDX_ENTRY_LOG(Log10, log10)
NDX_ENTRY(Cbrt, cbrt)
NDX_ENTRY(Sin, sin)
NDX_ENTRY(Cos, cos)
NDX_ENTRY(Tan, tan)
NDX_ENTRY(Asin, asin)
NDX_ENTRY(Acos, acos)
NDX_ENTRY(Atan, atan)
NDX_ENTRY(Sinh, sinh)
NDX_ENTRY(Cosh, cosh)
NDX_ENTRY(Tanh, tanh)
NDX_ENTRY(Asinh, asinh)
NDX_ENTRY(Acosh, acosh)
NDX_ENTRY(Atanh, atanh)
#undef NDX_ENTRY_LOG
#undef NDX_ENTRY
#undef NDX_ENTRY_FORM

/// Computes 1/(1 + e^-x) from e^-|x|, which cannot overflow.
struct Sigmoid : kernel::ExpForm {
  template <class T>
  static T prepare(T x) {
    return -libm::abs(x);
  }
  template <class T>
  static T finish(T small, T x) {
    return (x < T{0} ? small : T{1}) / (T{1} + small);
  }
  template <class T>
  T operator()(const T& x) const {
    return finish(libm::exp(prepare(x)), x);
  }
};
using libm::exp;
struct Exp : kernel::ExpForm {
  using KnownForm::vectors;
  template <Complex C>
    requires requires { kernel::ExpForm::vectors(part_t<C>{}); }
  static constexpr kernel::ComplexExp vectors(C /*type*/) {
    return {};
  }
  template <class T>
  T operator()(const T& x) const {
    return exp(x);
  }
};
/// 2^x. Of a complex number it is e^(x ln 2).
struct Exp2 : kernel::KnownForm<kernel::vectors::exp2, kernel::KnownExp2> {
  template <class T>
  T operator()(const T& x) const {
    if constexpr (Complex<T>) {
      using Part = part_t<T>;
      constexpr auto log_2 = static_cast<Part>(0.693147180559945309417232121458176568L);
      return exp(T(x.real() * log_2, x.imag() * log_2));
    } else {
      return libm::exp2(x);
    }
  }
};
/// e^x - 1. Of a complex number x + iy its real component is expm1(x) cos y - 2 sin²(y / 2), which
/// loses no digits where both are small.
struct Expm1 : kernel::VectorForm<kernel::vectors::expm1> {
  template <class T>
  T operator()(const T& x) const {
    if constexpr (Complex<T>) {
      const auto half = libm::sin(x.imag() / 2);
      return T(libm::expm1(x.real()) * libm::cos(x.imag()) - 2 * half * half,
               libm::exp(x.real()) * libm::sin(x.imag()));
    } else {
      return libm::expm1(x);
    }
  }
};
/// The logarithm to base 2. Of a complex number it is log(x) / ln 2.
struct Log2 : kernel::KnownForm<kernel::vectors::log2, kernel::KnownLog> {
  template <class T>
  T operator()(const T& x) const {
    if constexpr (Complex<T>) {
      using Part = part_t<T>;
      constexpr auto log2_e = static_cast<Part>(1.442695040888963407359924681001892137L);
      const T natural = log(x);
      return T(natural.real() * log2_e, natural.imag() * log2_e);
    } else {
      return libm::log2(x);
    }
  }
};
/// log(1 + x) with all digits where x is near 0.
struct Log1p : kernel::VectorForm<kernel::vectors::log1p> {
  template <class T>
  T operator()(const T& x) const {
    if constexpr (Complex<T>) {
      const auto real = x.real();
      const auto imaginary = x.imag();
      const bool small = libm::abs(real) < part_t<T>(0.5) && libm::abs(imaginary) < part_t<T>(0.5);
      // |1 + x|² - 1 is computed from the small numbers, because 1 + x would lose their digits.
      const auto length = small ? libm::log1p(real * (2 + real) + imaginary * imaginary) / 2
                                : libm::log(libm::hypot(1 + real, imaginary));
      return T(length, libm::atan2(imaginary, 1 + real));
    } else {
      return libm::log1p(x);
    }
  }
};

}  // namespace functions

/// The absolute value. Integers are negated as unsigned ones, because the most negative one has no
/// opposite.
struct Absolute {
  template <class T>
  auto operator()(const T& x) const {
    if constexpr (std::is_integral_v<T>) {
      const auto bits = static_cast<std::make_unsigned_t<T>>(x);
      return static_cast<T>(x < 0 ? std::uint64_t{0} - bits : std::uint64_t{bits});
    } else {
      return libm::abs(x);
    }
  }
  static std::uint16_t of_bits(std::uint16_t half) { return half & 0x7FFFU; }
};

/// -1, 0 or 1. Of a complex number it is the number divided by its magnitude.
struct Sign {
  template <class T>
  T operator()(const T& x) const {
    if constexpr (Complex<T>) {
      return direction(x);
    } else {
      if constexpr (std::is_integral_v<T>) {
        return static_cast<T>(T{x > T{0}} - T{x < T{0}});
      } else {
        return detail::select(libm::abs(x) > T{0}, libm::copysign(T{1}, x), x) + T{0};  // -0 is 0
      }
    }
  }

 private:
  template <class T>
  static T direction(const T& z) {
    using Part = part_t<T>;
    const Part nan = std::numeric_limits<Part>::quiet_NaN();
    const bool infinite = libm::isinf(z.real());
    if (infinite && libm::isinf(z.imag())) return T(nan, nan);  // no direction
    const Part length = magnitude_of_parts(z.real(), z.imag());
    if (length == Part{0}) return T{};
    if (!libm::isinf(length)) return T(z.real() / length, z.imag() / length);
    if (z.real() != z.real() || z.imag() != z.imag()) return T(nan, nan);
    return infinite ? T(libm::copysign(Part{1}, z.real()), Part{0})
                    : T(Part{0}, libm::copysign(Part{1}, z.imag()));
  }
};

/// Returns the larger of x and 0. Comparisons with NaN are false, so NaN stays.
struct Rectify {
  template <class T>
  T operator()(const T& x) const {
    return x < T{0} ? T{0} : x;
  }
};

struct CopySign {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return libm::copysign(a, b);
  }
};

/// Applies Op to two operands. Integers are converted to double.
template <class Op, class Call, class A, class B>
auto map_two_reals(Call call, const A& a, const B& b) {
  using R = function_t<result_t<A, B>>;
  return map_elements<R>(call, In<Op, computed_t<R>>{}, as_operand<R>(a), as_operand<R>(b));
}

struct Hypotenuse : kernel::VectorForm<kernel::vectors::hypot> {
  template <class T>
  T operator()(const T& a, const T& b) const {
    return libm::hypot(a, b);
  }
};

/// Computes absolute values. Those of complex numbers are computed on whole vectors.
template <class Call, class A>
auto map_absolute(Call call, const A& a) {
  using T = element_t<A>;
  if constexpr (Complex<T>) {
    using R = part_t<T>;
    return map_elements<R>(call, In<Hypotenuse, R>{}, part_view(a, 0), part_view(a, 1));
  } else if constexpr (std::is_unsigned_v<T>) {  // bool is an unsigned type, too
    return map_elements<T>(call, Identity{}, a);
  } else {
    return map_elements<T>(call, Absolute{}, a);
  }
}

template <class Call, class A>
auto map_reciprocal(Call call, const A& a) {
  using T = function_t<element_t<A>>;
  return map_elements<T>(call, In<Divide, computed_t<T>>{}, computed_t<T>(1), a);
}

}  // namespace detail

// A row of this macro, here and in trigonometry.hpp, declares a function of one tensor: its name, the concept
// of the tensor, and what computes an element.
#define NDX_ENTRY_FUNCTION_OF_ELEMENT(name, Operand, Function)          \
  [[nodiscard]] auto name(const Operand auto& a) {                      \
    return detail::map_function<detail::functions::Function>(#name, a); \
  }

/// Returns e^x as a fresh tensor of the shape of `a`. All functions of one tensor return such a
/// tensor.
///   exp(tensor({0.0, 1.0})) -> 1 2.71828
NDX_ENTRY_FUNCTION_OF_ELEMENT(exp, NumberTensor, Exp)
/// Returns 2^x.
NDX_ENTRY_FUNCTION_OF_ELEMENT(exp2, NumberTensor, Exp2)
/// Returns e^x - 1 with all digits where x is near 0.
NDX_ENTRY_FUNCTION_OF_ELEMENT(expm1, NumberTensor, Expm1)

/// Returns the natural logarithm. log(0) is -inf, a negative real gives NaN.
NDX_ENTRY_FUNCTION_OF_ELEMENT(log, NumberTensor, Log)
/// Returns the logarithm to base 2.
NDX_ENTRY_FUNCTION_OF_ELEMENT(log2, NumberTensor, Log2)
/// Returns the logarithm to base 10.
NDX_ENTRY_FUNCTION_OF_ELEMENT(log10, NumberTensor, Log10)
/// Returns log(1 + x) with all digits where x is near 0.
NDX_ENTRY_FUNCTION_OF_ELEMENT(log1p, NumberTensor, Log1p)

/// Returns the square root. A negative real gives NaN.
///   sqrt(tensor({4, 9})) -> 2 3
NDX_ENTRY_FUNCTION_OF_ELEMENT(sqrt, NumberTensor, Sqrt)
/// Returns the cube root, of negative numbers too.
NDX_ENTRY_FUNCTION_OF_ELEMENT(cbrt, RealTensor, Cbrt)
/// Returns x·x in the type of x. Integers wrap around.
template <NumberTensor A>
[[nodiscard]] auto square(const A& a) {
  return detail::map_in_type<detail::Square>("square", a);
}
/// Returns 1/x. Integers give double.
[[nodiscard]] auto reciprocal(const NumberTensor auto& a) {
  return detail::map_reciprocal("reciprocal", a);
}
/// Returns the logistic function 1/(1 + e^-x).
///   sigmoid(tensor({0.0})) -> 0.5
NDX_ENTRY_FUNCTION_OF_ELEMENT(sigmoid, RealTensor, Sigmoid)

/// Returns x where it is positive, else 0, in the type of x. NaN stays NaN. Source: PyTorch's relu.
///   relu(tensor({-2, 0, 3})) -> 0 0 3
template <RealTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto relu(const A& a) {
  return detail::map_in_type<detail::Rectify>("relu", a);
}

/// Returns a to the power of b for two tensors that broadcast, or a tensor and a scalar. The result
/// has the type that arithmetic on them gives; integers wrap around. Throws ShapeError if the shapes
/// do not broadcast, ValueError for an integer to a negative integer power.
///   pow(tensor({2, 3}), 2) -> 4 9
template <class A, class B>
  requires(NumberOperands<A, B> && !BooleanOperands<A, B>)
[[nodiscard]] auto pow(const A& a, const B& b) {
  return detail::raise("pow", a, b);
}

/// Returns the absolute value. Integers keep their type; the most negative one has no positive
/// counterpart and stays negative. Complex numbers give the type of their components.
///   abs(tensor({-2, 3})) -> 2 3
template <NumberTensor A>
[[nodiscard]] auto abs(const A& a) {
  return detail::map_absolute("abs", a);
}

/// Returns -1, 0 or 1 in the type of x, and NaN for NaN. A complex number z gives z/|z|, as in NumPy
/// 2.
///   sign(tensor({-2, 0, 3})) -> -1 0 1
template <NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto sign(const A& a) {
  return detail::map_in_type<detail::Sign>("sign", a);
}

/// Returns |a| with the sign of b, even if b is 0 or NaN, for two tensors that broadcast, or a tensor
/// and a scalar. Integers give double. Throws ShapeError if the shapes do not broadcast.
template <class A, class B>
  requires RealOperands<A, B>
[[nodiscard]] auto copysign(const A& a, const B& b) {
  return detail::map_two_reals<detail::CopySign>("copysign", a, b);
}

NDX_NAMESPACE_END
