// A scalar beside a tensor, converted to the type of the result.
//
// An integer that this type cannot hold wraps around. For sums and products that is right, because
// their results wrap around too. A function for which it is wrong refuses such an integer.
#pragma once

#include <limits>

#include <ndx/base/convert.hpp>
#include <ndx/base/dtype.hpp>
#include <ndx/base/error.hpp>
#include <ndx/ops/core/promote.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Converts a scalar to R and returns a tensor as it is, so that fewer instances of the loops are
/// compiled.
template <class R, class X>
decltype(auto) as_operand(const X& x) {
  if constexpr (is_tensor_v<X>) {
    return (x);
  } else {
    return convert_element<computed_t<R>>(convert_element<R>(x));
  }
}

/// Whether elements of the integer type R can hold the integer x.
template <class R, class X>
constexpr bool is_held(const X& x) {
  const auto held = static_cast<R>(x);
  return static_cast<X>(held) == x && (held < R{0}) == (x < X{0});
}

/// Treatment of an integer that elements of the result cannot hold. A function without kWideScalars
/// lets it wrap around.
enum class WideScalars : std::uint8_t {
  refused,
  lowered,  // too large: counts as the largest element; too small: refused
  raised,   // too small: counts as the lowest element; too large: refused
};

NDX_COLD inline void throw_too_wide(const char* call, DType type, bool negative,
                                    std::uint64_t magnitude) {
  throw_value_error(call, ": elements of ", dtype_name(type), " cannot hold ", negative ? "-" : "",
                    magnitude, ": convert the tensor to a wider type first");
}

/// Converts a scalar for the function Op, as its kWideScalars says. Throws ValueError if that refuses
/// it.
template <class Op, class R, class X>
decltype(auto) as_operand_of(const char* call, const X& x) {
  if constexpr (requires { Op::kWideScalars; } && std::is_integral_v<R> && std::is_integral_v<X>) {
    if (!is_held<R>(x)) [[unlikely]] {
      const bool negative = x < X{0};
      if (Op::kWideScalars == (negative ? WideScalars::raised : WideScalars::lowered))
        return negative ? std::numeric_limits<R>::min() : std::numeric_limits<R>::max();
      const auto bits = static_cast<std::uint64_t>(x);
      throw_too_wide(call, dtype_of<R>(), negative, negative ? std::uint64_t{0} - bits : bits);
    }
    return static_cast<R>(x);
  } else {
    return as_operand<R>(x);
  }
}

struct RefusesWideScalars {
  static constexpr auto kWideScalars = WideScalars::refused;
};
/// Throws ValueError for an integer that elements of R cannot hold.
template <class R, class X>
void check_held(const char* call, const X& x) {
  static_cast<void>(as_operand_of<RefusesWideScalars, R>(call, x));
}

}  // namespace detail
NDX_NAMESPACE_END
