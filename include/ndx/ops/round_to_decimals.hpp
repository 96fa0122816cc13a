// Rounding to a number of decimals, as NumPy's round(x, decimals).
#pragma once

#include <cmath>

#include <ndx/ops/rounding.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Rounds to multiples of a power of ten: of 1 / power, or, if `coarse`, of the power itself.
template <class T>
struct RoundToDecimals {
  T power;
  bool coarse;

  T operator()(const T& x) const {
    const T units = coarse ? x / power : x * power;
    const T whole = std::nearbyint(units);
    if (units - units != 0) return x;  // so large that it has no decimals; NaN; infinite
    if (whole == 0) return whole;      // the power may be infinite
    return coarse ? whole * power : whole / power;
  }
};
template <class T>
  requires std::is_integral_v<T>
struct RoundToDecimals<T> {
  std::uint64_t power;  // 0: more than twice any integer
  bool coarse;

  T operator()(T x) const {
    if (!coarse) return x;
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
template <Complex Z>
struct RoundToDecimals<Z> : RoundToDecimals<typename Z::value_type> {
  Z operator()(const Z& x) const {
    const RoundToDecimals<typename Z::value_type>& part = *this;
    return {part(x.real()), part(x.imag())};
  }
};

template <class T>
RoundToDecimals<T> make_round_to_decimals(index_t decimals) {
  const bool coarse = decimals < 0;
  const index_t digits = coarse ? 0 - (decimals + 1) : decimals - 1;  // less one: no overflow
  if constexpr (std::is_integral_v<T>) {
    std::uint64_t power = digits < 19 ? 10 : 0;
    for (index_t i = 0; power != 0 && i < digits; ++i) power *= 10;
    return {power, coarse};
  } else if constexpr (Complex<T>) {
    return {make_round_to_decimals<typename T::value_type>(decimals)};
  } else {
    return {decimals == 0 ? T{1} : std::pow(T{10}, static_cast<T>(digits) + 1), coarse};
  }
}

}  // namespace detail

/// The nearest number with so many decimals, of two the one whose last digit is even; a negative number
/// of decimals rounds to tens, hundreds and so on. Returns a fresh tensor of the shape and element type
/// of `a`. Integers without decimals stay, those beyond their type wrap around. Of complex numbers, both
/// parts. Computed as NumPy does, round(a·10ⁿ) / 10ⁿ, so that 2.675 is rounded to 2.68; but what has no
/// such decimals stays, where NumPy may give inf.
///   round(tensor({1.25, 2.675}), 1) -> 1.2 2.7 · round(tensor({15, 249}), -1) -> 20 250
template <NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto round(const A& a, Integer auto decimals) {
  using T = detail::element_t<A>;
  return detail::map_elements<T>(
      "round", detail::make_round_to_decimals<computed_t<T>>(detail::saturate_index(decimals)), a);
}

NDX_NAMESPACE_END
