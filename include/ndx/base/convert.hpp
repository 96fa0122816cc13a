// convert_element: converts between element types; the result is defined for every value.
//
// Float to integer truncates towards zero and saturates, NaN becomes 0. Integer to a narrower
// integer wraps. To bool: any nonzero value is true. Real to complex sets the imaginary part to 0;
// complex to real is refused.
#pragma once

#include <limits>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// A floating-point type of another library or of the compiler, with 16 bits and this precision:
/// std::float16_t, _Float16, Eigen::half (11); std::bfloat16_t, Eigen::bfloat16 (8).
template <class T, int precision>
concept ForeignHalf = sizeof(T) == 2 && !std::is_array_v<T> && !std::is_integral_v<T> && !Half<T> &&
                      std::is_trivially_copyable_v<T> &&
                      (std::numeric_limits<T>::digits == precision
#if NDX_HAS_FLOAT16
                       || (std::is_same_v<T, _Float16> && precision == 11)
#endif
                      );

namespace detail {

/// A foreign type of 16 bits, whose numbers are converted as those of float16 or bfloat16.
template <class T>
concept AnyForeignHalf = ForeignHalf<T, 11> || ForeignHalf<T, 8>;
template <class T>
using same_half_t = std::conditional_t<ForeignHalf<T, 11>, float16, bfloat16>;

}  // namespace detail

/// Whether elements of type From can be written into a tensor of type To.
template <class From, class To>
concept ConvertibleElement =
    std::is_same_v<From, To> || (Real<From> && Number<To>) || (Complex<From> && Complex<To>) ||
    (detail::AnyForeignHalf<From> && (Number<To> || detail::AnyForeignHalf<To>)) ||
    (Real<From> && detail::AnyForeignHalf<To>) || (Float8<From> && Number<To>);

namespace detail {

/// ConvertibleElement for a static_assert, below which clang would explain each part of a concept.
template <class From, class To>
inline constexpr bool kConverts = ConvertibleElement<From, To>;

/// 2^digits of To, which is exact in every floating type; the largest To may not be.
template <class To, class From>
inline constexpr From limit_of =
    static_cast<From>(To{1} << (std::numeric_limits<To>::digits - 1)) * From{2};

/// Whether the integer part of `value` is a To.
template <class To, class From>
constexpr bool fits_integer(From value) {
  constexpr From limit = limit_of<To, From>;
  if constexpr (std::is_signed_v<To>) return (value >= -limit) & (value < limit);
  return (value > From{-1}) & (value < limit);
}

template <class To, class From>
constexpr To saturate(From value) {
  constexpr From limit = limit_of<To, From>;
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

/// Returns `value` as a To. Source: SEMANTICS rule 9. Integers wrap as in NumPy; saturation and NaN
/// to 0 define the float conversions that are undefined behaviour in C++.
template <class To, class From>
  requires ConvertibleElement<From, To>
constexpr To convert_element(From value) {
  if constexpr (std::is_same_v<To, From>) {
    return value;
  } else if constexpr (Float8<From>) {
    return convert_element<To>(static_cast<float>(value));
  } else if constexpr (detail::AnyForeignHalf<From>) {
    return convert_element<To>(detail::same_half_t<From>(value));
  } else if constexpr (detail::AnyForeignHalf<To>) {
    return static_cast<To>(convert_element<detail::same_half_t<To>>(value));
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

namespace detail {

/// What an element-wise function returns to store `value` in elements of type To: a number that is
/// converted to To without rounding twice.
template <class To, class From>
constexpr computed_t<To> result_element(From value) {
  if constexpr (Half<To>) {
    return To::float_to_round(value);
  } else {
    return convert_element<To>(value);
  }
}

}  // namespace detail
NDX_NAMESPACE_END
