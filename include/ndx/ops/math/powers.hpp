// The computation of pow.
//
// Powers of integers are computed by repeated squaring, those of other numbers by the pow of vectors
// or of <cmath>. Some exponents of real numbers need only multiplications, divisions and roots, which
// take a fraction of the time of pow: 2, 3, 4, -1, -2, ½, -½, 1½ and 2½.
#pragma once

#include <limits>

#include <ndx/kernel/map/vector_rows.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/reduce/extremes.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Raises integers by repeated squaring, where products wrap around. The exponent is checked before
/// and is not negative.
struct Power : kernel::VectorForm<kernel::vectors::pow> {
  template <class T>
  T operator()(const T& base, const T& exponent) const {
    if constexpr (std::is_integral_v<T>) {
      auto left = static_cast<std::make_unsigned_t<T>>(exponent);
      T square = base;
      T result = left % 2 != 0 ? base : T{1};
      while ((left /= 2) != 0) {
        square = Reduce::Multiply{}(square, square);
        result = Reduce::Multiply{}(result, left % 2 != 0 ? square : T{1});
      }
      return result;
    } else {
      if constexpr (Complex<T>) {
        if (exponent == T{}) return T{1};  // NaN to the power of 0 is 1 too, as for real numbers
      }
      using libm::pow;
      return pow(base, exponent);
    }
  }
};

/// Throws ValueError if an integer would be raised to a negative power.
template <class Exponent>
void check_exponent(const char* call, const Exponent& exponent) {
  element_t<Exponent> least;
  if constexpr (is_tensor_v<Exponent>) {
    least = extreme_of_all<MinOf<Exponent>>(exponent);
  } else {
    least = exponent;
  }
  if (least < 0) [[unlikely]]
    throw_value_error(call, ": an integer raised to a negative power, ", index_t{least},
                      ", is no integer: convert one of the two to a floating-point type");
}

struct Square {
  using Pairs = kernel::pairs::Square;
  template <class T>
  T operator()(const T& x) const {
    return Reduce::Multiply{}(x, x);
  }
};
struct Cube {
  template <class T>
  T operator()(const T& x) const {
    return Reduce::Multiply{}(Square{}(x), x);
  }
};
struct FourthPower {
  template <class T>
  T operator()(const T& x) const {
    return Square{}(Square{}(x));
  }
};
/// x to the power of -2. x·x might overflow where the result does not.
struct InverseSquare {
  template <class T>
  T operator()(const T& x) const {
    return Square{}(T{1} / x);
  }
};
/// x to the power of ½: the square root, except that -inf gives inf and -0 gives 0.
struct RootPower : kernel::InstructionForm<kernel::vectors::sqrt> {
  template <class T>
  static T prepare(T x) {
    return detail::select(x < std::numeric_limits<T>::lowest(), -x, x + T{0});
  }
  template <class T>
  T operator()(const T& x) const {
    return libm::sqrt(prepare(x));
  }
};

struct InverseRootPower : RootPower {
  template <class T>
  static T finish(T root, T /*x*/) {
    return T{1} / root;
  }
  template <class T>
  T operator()(const T& x) const {
    return finish(RootPower{}(x), x);
  }
};
/// x to the power of 1½ or, with `squares`, of 2½. An intermediate product overflows or loses digits
/// below the normal numbers only where the result does.
template <bool squares>
struct RootMultiplePower : RootPower {
  template <class T>
  static T finish(T root, T x) {
    const T base = prepare(x);
    return squares ? base * base * root : base * root;
  }
  template <class T>
  T operator()(const T& x) const {
    return finish(RootPower{}(x), x);
  }
};

/// Converts an element to R, then applies F.
template <class F, class R>
struct ApplyConverted : kernel::VectorsOf<F, R> {
  using CallsOut = void;
  template <class X>
  R operator()(const X& x) const {
    return F{}(convert_element<R>(x));
  }
};

/// Raises to a power. Powers of reals that need no pow, which takes many times as long, are computed
/// without it.
template <class Call, class A, class B>
mapped_t<result_t<A, B>, Call> raise(Call call, const A& a, const B& b) {
  using R = result_t<A, B>;
  using Computed = computed_t<R>;
  if constexpr (Floating<R> && Real<B> && !Boolean<B> && !std::is_same_v<B, Computed>)
    return raise(call, a, convert_element<Computed>(b));
  if constexpr (std::is_integral_v<R> && Integer<B> && !std::is_same_v<B, R>) {
    if constexpr (std::is_signed_v<B>) check_exponent(name_of(call), b);
    check_held<R>(name_of(call), b);
    return raise(call, a, static_cast<R>(b));
  }
  if constexpr (!is_tensor_v<B> && !Boolean<B>) {
    const auto by = [&]<class F>(F /*stateless*/) {
      return map_elements<R>(call, In<F, Computed>{}, a);
    };
    if (b == convert_element<B>(2)) {
      if constexpr (Complex<R> && std::is_same_v<R, element_t<A>>)
        return map_elements<R>(call, Square{}, a);
      return by(Square{});
    }
    if constexpr (Real<R>) {
      if (b == convert_element<B>(3)) return by(Cube{});
      if (b == convert_element<B>(4)) return by(FourthPower{});
    }
    if constexpr (Floating<R>) {
      const auto exponent = convert_element<Computed>(b);
      if (exponent == Computed{-1})
        return map_elements<R>(call, In<Divide, Computed>{}, Computed{1}, a);
      if (exponent == Computed{-2}) return by(InverseSquare{});
      if (exponent == Computed{1} / 2) return by(RootPower{});
      if (exponent == Computed{-1} / 2) return by(InverseRootPower{});
      if (exponent == Computed{3} / 2) return by(RootMultiplePower<false>{});
      if (exponent == Computed{5} / 2) return by(RootMultiplePower<true>{});
    }
  }
  if constexpr (std::is_integral_v<R> && std::is_signed_v<element_t<B>>)
    check_exponent(name_of(call), b);
  check_held<R>(name_of(call), b);
  return operate<Power>(call, a, b);
}

}  // namespace detail
NDX_NAMESPACE_END
