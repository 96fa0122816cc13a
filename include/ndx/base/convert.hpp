// convert_element: converts between element types. The result is defined for every value.
//
// A float that becomes an integer is truncated towards zero and saturates; NaN becomes 0. An integer that
// becomes a narrower integer wraps. Any nonzero value becomes the bool true. A real number that becomes
// complex has the imaginary part 0; a complex number does not become real.
#pragma once

#include <limits>

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN

/// A floating-point type of another library or of the compiler, with 16 bits and this precision. Types with
/// a precision of 11 are std::float16_t, _Float16 and Eigen::half; types with 8 are std::bfloat16_t and
/// Eigen::bfloat16.
template <class T, int precision>
concept ForeignHalf = sizeof(T) == 2 && !std::is_array_v<T> && !std::is_integral_v<T> && !Half<T> &&
                      std::is_trivially_copyable_v<T> &&
                      (std::numeric_limits<T>::digits == precision
#if NDX_HAS_FLOAT16
                       || (std::is_same_v<T, _Float16> && precision == 11)
#endif
                      );

namespace detail {

/// A foreign type of 16 bits. Its numbers are converted as if they were float16 or bfloat16.
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

/// ConvertibleElement as a constant, for static_asserts. If they named the concept itself, clang would explain
/// each part of it below the message.
template <class From, class To>
inline constexpr bool kConverts = ConvertibleElement<From, To>;

/// 2^digits of To. Every floating-point type holds this number exactly; the largest To may be rounded.
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

/// Returns `value` truncated towards zero; the nearest To if it is out of range; 0 if it is NaN.
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

/// Returns `value` as a To. Integers wrap, as in NumPy. A float that is out of the range of an integer type
/// saturates, and NaN gives 0; in C++ these conversions are undefined behaviour.
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

/// Returns the number that an element-wise function returns to store `value` in elements of type To. If that
/// number is then converted to To, `value` has been rounded only once.
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
