// Rounding to a number of decimals, as by NumPy's round(x, decimals).
#pragma once

#include <ndx/base/bit_cast.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/math/rounding.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

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
/// Rounds integers by their magnitude in 64 bits, halves to even. Only coarse rounding changes
/// them.
template <class T, bool kCoarse>
  requires std::is_integral_v<T>
struct RoundToDecimals<T, kCoarse> {
  std::uint64_t power;  // 0 if it needs more than 64 bits

  T operator()(T x) const {
    if (!kCoarse) return x;
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
  return map_elements<T>(call, make_round_to_decimals<C, false>(decimals), a);
}

}  // namespace detail

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

NDX_NAMESPACE_END
