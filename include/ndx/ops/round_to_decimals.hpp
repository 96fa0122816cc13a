// Rounding to a number of decimals, as NumPy's round(x, decimals).
#pragma once

#include <ndx/base/libm.hpp>
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
    const T whole = libm::nearbyint(units);
    if (units - units != 0) return x;  // NaN, infinite, or without decimals
    if (whole == 0) return whole;      // 0 times an infinite power is NaN
    return coarse ? whole * power : whole / power;
  }
};
template <class T>
  requires std::is_integral_v<T>
struct RoundToDecimals<T> {
  std::uint64_t power;  // 0 if it has more than 64 bits
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
    return {decimals == 0 ? T{1} : libm::pow(T{10}, static_cast<T>(digits) + 1), coarse};
  }
}

template <class Call, class A>
auto map_round_to_decimals(Call call, const A& a, index_t decimals) {
  using T = element_t<A>;
  return map_elements<T>(call, make_round_to_decimals<computed_t<T>>(decimals), a);
}

}  // namespace detail

/// Rounds to the given number of decimals, halves to even; -1 rounds to tens, -2 to hundreds. Returns a
/// fresh tensor of the shape and element type of `a`. Integers change only if `decimals` is negative, and
/// wrap around. Complex numbers are rounded in both parts. Floats are computed as round(a·10ⁿ) / 10ⁿ, so
/// that 2.675 becomes 2.68; an element for which a·10ⁿ overflows stays as it is. Source: NumPy, which
/// gives inf for the latter.
///   round(tensor({1.25, 2.675}), 1) -> 1.2 2.7 · round(tensor({15, 249}), -1) -> 20 250
template <NumberTensor A>
  requires(!Boolean<detail::element_t<A>>)
[[nodiscard]] auto round(const A& a, Integer auto decimals) {
  return detail::map_round_to_decimals("round", a, detail::saturate_index(decimals));
}

NDX_NAMESPACE_END
