// Element-wise rounding, also to a number of decimals, and division with a remainder: floor, ceil,
// round, trunc, floor_divide, remainder (the operator %) and fmod.
//
// The sign of a remainder is that of the divisor, as in Python: t % 2 is 0 or 1 for negative t too.
// fmod has the sign of the dividend, as C++'s % of integers. An integer divided by 0 gives 0, as in
// NumPy. One scalar that divides many integers is replaced by a multiplication
// (kernel/math/integer_division.hpp).
#pragma once

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/map/vector_rows.hpp>
#include <ndx/kernel/math/float_remainder.hpp>
#include <ndx/kernel/math/integer_division.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/arithmetic/arithmetic.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Rounds by F a real number or each component of a complex one.
template <class F, class T>
struct Rounded : kernel::VectorsOf<F, T> {
  T operator()(const T& x) const {
    if constexpr (Complex<T>) {
      return T(F{}(x.real()), F{}(x.imag()));
    } else {
      return F{}(x);
    }
  }
};
template <class F, class Call, class A>
auto map_rounding(Call call, const A& a) {
  using T = element_t<A>;
  if constexpr (std::is_integral_v<T>) {
    return map_elements<T>(call, Identity{}, a);
  } else {
    return map_elements<T>(call, Rounded<F, computed_t<T>>{}, a);
  }
}

#define NDX_ENTRY(Name, function)                                    \
  struct Name : kernel::InstructionForm<kernel::vectors::function> { \
    template <class T>                                               \
    T operator()(T x) const {                                        \
      return libm::function(x);                                      \
    }                                                                \
  };
NDX_ENTRY(RoundDown, floor)
NDX_ENTRY(RoundUp, ceil)
NDX_ENTRY(RoundToZero, trunc)
#undef NDX_ENTRY
struct RoundToNearest {
  template <class T>
  T operator()(T x) const {
    return libm::nearbyint(x);
  }
};

/// Rounds to multiples of 1 / power or, if kCoarse, of the power itself, which is a power of ten.
/// There are no branches, so that compilers vectorise it.
template <class T, bool kCoarse>
struct RoundToDecimals {
  T power;

  T operator()(const T& x) const {
    const T units = kCoarse ? x / power : x * power;
    const T whole = libm::nearbyint(units);
    const T rounded = kCoarse ? whole * power : whole / power;
    const T finite =
        detail::select(whole == 0, whole, rounded);        // 0 times an infinite power is NaN
    return detail::select(units - units != 0, x, finite);  // NaN, infinite, without decimals
  }
};
/// Rounds integers by their magnitude in 64 bits, halves to even.
template <class T>
  requires std::is_integral_v<T>
struct RoundToDecimals<T, true> {
  std::uint64_t power;  // 0 if it needs more than 64 bits

  T operator()(T x) const {
    if (power == 0) return 0;
    const auto bits = static_cast<std::uint64_t>(x);
    const std::uint64_t size = x < 0 ? 0 - bits : bits;
    const std::uint64_t units = size / power;
    const std::uint64_t rest = size % power;
    const std::uint64_t half = power / 2;
    const bool is_up = rest > half || (rest == half && units % 2 == 1);
    const std::uint64_t rounded = (units + (is_up ? 1 : 0)) * power;
    return static_cast<T>(x < 0 ? 0 - rounded : rounded);
  }
};
template <Complex Z, bool kCoarse>
struct RoundToDecimals<Z, kCoarse> {
  RoundToDecimals<typename Z::value_type, kCoarse> part;

  Z operator()(const Z& x) const { return {part(x.real()), part(x.imag())}; }
};

/// Returns the function that rounds to `decimals`, which are negative if kCoarse.
template <class T, bool kCoarse>
RoundToDecimals<T, kCoarse> make_round_to_decimals(index_t decimals) {
  const index_t digits = kCoarse ? 0 - (decimals + 1) : decimals - 1;  // minus 1: no overflow
  if constexpr (std::is_integral_v<T>) {
    std::uint64_t power = digits < 19 ? 10 : 0;
    for (index_t i = 0; power != 0 && i < digits; ++i) power *= 10;
    return {power};
  } else if constexpr (Complex<T>) {
    return {make_round_to_decimals<typename T::value_type, kCoarse>(decimals)};
  } else {
    return {decimals == 0 ? T{1} : libm::pow(T{10}, static_cast<T>(digits) + 1)};
  }
}

template <class Call, class A>
auto map_round_to_decimals(Call call, const A& a, index_t decimals) {
  using T = element_t<A>;
  using C = computed_t<T>;
  if (decimals < 0) return map_elements<T>(call, make_round_to_decimals<C, true>(decimals), a);
  if constexpr (std::is_integral_v<T>) {
    return map_elements<T>(call, Identity{}, a);
  } else {
    return map_elements<T>(call, make_round_to_decimals<C, false>(decimals), a);
  }
}

/// Whether a / b is undefined for some integer a: b is 0, or it is -1, by which the most negative
/// integer cannot be divided.
template <class T>
bool divides_badly(T b) {
  if constexpr (std::is_signed_v<T>) {
    return b == T{0} || b == T{-1};
  } else {
    return b == T{0};
  }
}

/// The vector forms of Op: kernel/math/float_remainder.hpp for floats and doubles,
/// kernel/math/integer_division.hpp for integers. Both need sums that are rounded as they are
/// written.
template <class Op>
struct RestForm {
  static constexpr auto kWideScalars = WideScalars::refused;
#if NDX_EXACT_FLOATS
  template <class T>
    requires(std::is_same_v<T, float> || std::is_same_v<T, double>)
  static constexpr kernel::OfRests<Op> vectors(T /*type*/) {
    return {};
  }
  template <Integer T>
  static constexpr kernel::OfQuotients<Op> vectors(T /*type*/) {
    return {};
  }
#endif
};

/// The remainder of a division that rounds the quotient towards 0.
///
/// This struct and the two after it have three forms of one operation: operator() for one pair;
/// of_rest, which is given the remainder that std::fmod returns; and of_quotient, which is given
/// the quotient rounded to nearest, and the remainder of that, which may have either sign.
struct Fmod : RestForm<Fmod> {
  template <class T>
  static NDX_ALWAYS_INLINE T of_rest(T rest, T /*a*/, T /*b*/) {
    return rest;
  }
  template <class T>
  static NDX_ALWAYS_INLINE T of_quotient(T /*nearest*/, T rest, T a, T b) {
    const bool other_sign = (rest != T{0}) & ((rest < T{0}) != (a < T{0}));
    return rest + detail::select(other_sign, libm::copysign(libm::abs(b), a), T{0});
  }
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (std::is_integral_v<T>) {
      return divides_badly(b) ? T{0} : static_cast<T>(a % b);
    } else {
      return libm::fmod(a, b);
    }
  }
};

/// The remainder of a division that rounds the quotient down, which has the sign of the divisor.
struct Remainder : RestForm<Remainder> {
  template <class T>
  static NDX_ALWAYS_INLINE T of_rest(T rest, T /*a*/, T b) {
    const bool other_sign = (rest < T{0}) != (b < T{0});
    const T of_same_sign = detail::select(other_sign, rest + b, rest);
    return detail::select(rest == T{0}, libm::copysign(T{0}, b), of_same_sign);
  }
  template <class T>
  static NDX_ALWAYS_INLINE T of_quotient(T /*nearest*/, T rest, T /*a*/, T b) {
    const bool other_sign = (rest != T{0}) & ((rest < T{0}) != (b < T{0}));
    return rest + detail::select(other_sign, b, T{0});
  }
  template <class T>
  T operator()(const T& a, const T& b) const {
    const T rest = Fmod{}(a, b);
    if constexpr (std::is_floating_point_v<T>) {
      return of_rest(rest, a, b);
    } else {
      return rest != T{0} && (rest < T{0}) != (b < T{0}) ? static_cast<T>(rest + b) : rest;
    }
  }
};

/// The quotient rounded down.
struct FloorDivide : RestForm<FloorDivide> {
  /// Returns the quotient that belongs to Remainder, because floor(a / b) can be one off by rounding.
  /// Source: Python's float.__floordiv__.
  template <class T>
  static NDX_ALWAYS_INLINE T of_rest(T rest, T a, T b) {
    const bool other_sign = (rest != T{0}) & ((rest < T{0}) != (b < T{0}));
    const T quotient = (a - rest) / b - detail::select(other_sign, T{1}, T{0});
    const T whole =
        detail::select(quotient == T{0}, libm::copysign(T{0}, a / b), libm::nearbyint(quotient));
    return detail::select(b == T{0}, a / b, whole);
  }
  template <class T>
  static NDX_ALWAYS_INLINE T of_quotient(T nearest, T rest, T /*a*/, T b) {
    const bool other_sign = (rest != T{0}) & ((rest < T{0}) != (b < T{0}));
    return nearest - detail::select(other_sign, T{1}, T{0});
  }
  template <class T>
  T operator()(const T& a, const T& b) const {
    if constexpr (std::is_integral_v<T>) {
      if (divides_badly(b)) return b == T{0} ? T{0} : Subtract{}(T{0}, a);
      const bool inexact = a % b != 0;
      return static_cast<T>(a / b - static_cast<T>(inexact && (a < T{0}) != (b < T{0})));
    } else {
      return of_rest(libm::fmod(a, b), a, b);
    }
  }
};

/// Computes Op, which is FloorDivide or Remainder, by a number.
template <class Op, class R>
struct ByNumber {
  kernel::DivideByNumber<R> by;
  template <class X>
  R operator()(const X& x) const {
    if constexpr (std::is_same_v<Op, FloorDivide>) {
      return by.quotient(convert_element<R>(x));
    } else {
      return by.rest(convert_element<R>(x));
    }
  }
};

/// Does what operate does, in less time if one number divides integers.
template <class Op, class Call, class A, class B>
auto divide_down(Call call, const A& a, const B& b) {
  using R = result_t<A, B>;
  if constexpr (is_tensor_v<A> && !is_tensor_v<B> && std::is_integral_v<R>) {
    if constexpr (kernel::DivideByNumber<R>::kDefined) {
      const R divisor = as_operand_of<Op, R>(name_of(call), b);
      if (divisor > R{1})
        return map_elements<R>(call, ByNumber<Op, R>{kernel::DivideByNumber<R>(divisor)}, a);
    }
  }
  return operate<Op>(call, a, b);
}

/// Divides in place if one number divides integers, and returns whether it did.
template <class Op, class T, class V>
bool divide_down_in_place(const char* call, const Tensor<T>& target, const V& value) {
  if constexpr (!is_tensor_v<V> && std::is_integral_v<T> && std::is_same_v<T, update_t<T, V>>) {
    if constexpr (kernel::DivideByNumber<T>::kDefined) {
      const T divisor = as_operand_of<Op, T>(call, value);
      if (divisor > T{1}) {
        check_writable(call, target.layout());
        update_into(ByNumber<Op, T>{kernel::DivideByNumber<T>(divisor)}, target);
        return true;
      }
    }
  }
  return false;
}

}  // namespace detail

/// Operands of floor_divide, remainder and fmod: real numbers, but not two bools.
template <class A, class B>
concept DivisionOperands = RealOperands<A, B> && !BooleanOperands<A, B>;

/// Returns the largest whole number that is not larger, as a fresh tensor of the shape and element
/// type of `a`. ceil, round and trunc return such a tensor too.
///   floor(tensor({1.7, -1.2})) -> 1 -2
[[nodiscard]] auto floor(const RealTensor auto& a) {
  return detail::map_rounding<detail::RoundDown>("floor", a);
}
/// Returns the smallest whole number that is not smaller.
[[nodiscard]] auto ceil(const RealTensor auto& a) {
  return detail::map_rounding<detail::RoundUp>("ceil", a);
}
/// Returns the nearest whole number, or the even one of two that are equally near: round(2.5) is 2.
/// Complex numbers are rounded in both components.
///   round(tensor({0.5, 1.5, 2.4})) -> 0 2 2
[[nodiscard]] auto round(const NumberTensor auto& a) {
  return detail::map_rounding<detail::RoundToNearest>("round", a);
}
/// Rounds to the given number of decimals, halves to even; -1 rounds to tens, -2 to hundreds. Returns
/// a fresh tensor of the shape and element type of `a`. Integers change only if `decimals` is
/// negative, and wrap around. Complex numbers are rounded in both components. Floats are computed as
/// round(a·10ⁿ) / 10ⁿ, so that 2.675 becomes 2.68; an element for which a·10ⁿ overflows stays as it
/// is. Source: NumPy, which gives inf for the latter.
///   round(tensor({1.25, 2.675}), 1) -> 1.2 2.7 · round(tensor({15, 249}), -1) -> 20 250
template <NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto round(const A& a, Integer auto decimals) {
  return detail::map_round_to_decimals("round", a, detail::saturate_index(decimals));
}
/// Returns the elements without their fractions.
[[nodiscard]] auto trunc(const RealTensor auto& a) {
  return detail::map_rounding<detail::RoundToZero>("trunc", a);
}

/// Returns the floor of a / b, in the type that arithmetic on them gives, for two tensors that
/// broadcast, or a tensor and a scalar. Throws ShapeError if the shapes do not broadcast.
///   floor_divide(tensor({7, -7}), 2) -> 3 -4
NDX_ENTRY_FUNCTION(floor_divide, DivisionOperands, divide_down<detail::FloorDivide>)
/// Returns a - floor_divide(a, b)·b, which has the sign of b. A floating-point b of 0 gives NaN.
///   remainder(tensor({7, -7}), 3) -> 1 2
NDX_ENTRY_FUNCTION(remainder, DivisionOperands, divide_down<detail::Remainder>)
NDX_ENTRY_FUNCTION(operator%, DivisionOperands, divide_down<detail::Remainder>)
/// Computes the remainder in place. Overlap and errors are those of +=.
template <class A, class V>
  requires(UpdateOperands<A, V> && DivisionOperands<std::remove_cvref_t<A>, V>)
A operator%=(A&& target, const V& value) {
  if (detail::divide_down_in_place<detail::Remainder>("operator%=", target, value))
    return static_cast<A&&>(target);
  return detail::operate_on<detail::Remainder, A>("operator%=", target, value);
}
/// Returns the remainder with the sign of a.
///   fmod(tensor({7, -7}), 3) -> 1 -1
NDX_ENTRY_FUNCTION(fmod, DivisionOperands, operate<detail::Fmod>)

NDX_NAMESPACE_END
