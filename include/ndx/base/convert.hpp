// convert_element: from one element type to another, defined for every value.
//
// Float to integer truncates towards zero, saturates and turns NaN into 0; integer to a narrower
// integer wraps; anything but zero is true; a real becomes a complex number, a complex number never
// becomes a real one.
#pragma once

#include <limits>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// Whether elements of type From may be written into a tensor of type To.
template <class From, class To>
concept ConvertibleElement =
    std::is_same_v<From, To> || (Real<From> && Number<To>) || (Complex<From> && Complex<To>);

namespace detail {

template <class To, class From>
constexpr To saturate(From value) {
  // 2^digits is exact in any floating type, while the largest To may not be.
  constexpr From limit =
      static_cast<From>(To{1} << (std::numeric_limits<To>::digits - 1)) * From{2};
  if (!(value == value)) return To{0};
  if (value >= limit) return std::numeric_limits<To>::max();
  if constexpr (std::is_signed_v<To>) {
    if (value < -limit) return std::numeric_limits<To>::min();
  } else {
    if (value <= From{-1}) return To{0};
  }
  return static_cast<To>(value);
}

}  // namespace detail

/// `value` as a To. Source: SEMANTICS rule 9; the wrap and the saturation are what NumPy and x86
/// agree on, made portable.
template <class To, class From>
  requires ConvertibleElement<From, To>
constexpr To convert_element(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (Boolean<To>) {
    return value != From{};
  } else if constexpr (Complex<To>) {
    using Part = typename To::value_type;
    if constexpr (Complex<From>) {
      return To(static_cast<Part>(value.real()), static_cast<Part>(value.imag()));
    } else {
      return To(static_cast<Part>(value), Part{});
    }
  } else if constexpr (Floating<From> && std::is_integral_v<To>) {
    return detail::saturate<To>(value);
  } else {
    return static_cast<To>(value);
  }
}

NDX_NAMESPACE_END
