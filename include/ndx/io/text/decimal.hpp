// Converts floating-point numbers to decimal digits: either the shortest digits that identify the
// number within its type, or a given number of digits, correctly rounded.
//
// This file knows numbers and text, but no tensors. Results are split at the decimal point, because
// NumPy aligns printed columns there. std::to_chars does the work where the standard library has
// it; older versions of libc++ lack it for floating-point types and use the C library instead.
#pragma once

#include <charconv>
#include <string>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000  // for print_number
#include <cstdio>
#include <cstdlib>
#endif

#include <ndx/base/bit_cast.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// The number whole.fraction·10^exponent. The fraction has no trailing zeros.
struct DecimalParts {
  std::string whole;     // includes the minus sign
  std::string fraction;  // may be empty
  int exponent = 0;
};

template <class Text>
void trim_zeros(Text& fraction) {
  while (!fraction.empty() && fraction.back() == '0') fraction.pop_back();
}

// Functions that depend on no type are templates as well, so that they are compiled only if a
// number is printed.

/// Splits the output of std::to_chars, such as "-1.25e-07" or "0.5".
template <class Text = std::string>
DecimalParts split_decimal(const char* first, const char* last) {
  const Text text(first, last);
  const std::size_t e = text.find('e');
  const Text mantissa = text.substr(0, e);
  const std::size_t point = mantissa.find_first_of(".,");  // "," in some locales of C
  DecimalParts parts;
  parts.whole = mantissa.substr(0, point);
  if (point != std::string::npos) parts.fraction = mantissa.substr(point + 1);
  trim_zeros(parts.fraction);
  if (e != std::string::npos) {
    const char* digits = text.data() + e + 1;
    if (*digits == '+') ++digits;
    std::from_chars(digits, text.data() + text.size(), parts.exponent);
  }
  return parts;
}

#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000  // std::to_chars lacks these types
/// Returns a finite number as printf writes it.
inline std::string print_number(long double value, std::chars_format form, int places) {
  const char* const how = form == std::chars_format::fixed ? "%.*Lf" : "%.*Le";
  const int size = std::snprintf(nullptr, 0, how, places, value);
  std::string text(static_cast<std::size_t>(size), '\0');
  std::snprintf(text.data(), text.size() + 1, how, places, value);
  return text;
}

/// Returns a finite number as d.ddd·10^e, with the fewest digits that read back as the number.
template <Floating F>
DecimalParts shortest_scientific(F value) {
  for (int places = 0;; ++places) {
    const auto text =
        print_number(static_cast<long double>(value), std::chars_format::scientific, places);
    if (static_cast<F>(std::strtold(text.c_str(), nullptr)) == value)
      return split_decimal(text.data(), text.data() + text.size());
  }
}

/// Returns a finite number, correctly rounded to `places` digits after the point.
template <Floating F>
DecimalParts rounded(F value, std::chars_format form, std::size_t places) {
  const auto text = print_number(static_cast<long double>(value), form, static_cast<int>(places));
  return split_decimal(text.data(), text.data() + text.size());
}
#else
/// Returns a finite number as d.ddd·10^e, with the fewest digits that identify it.
template <Floating F>
DecimalParts shortest_scientific(F value) {
  char buffer[64];
  const auto end =
      std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific).ptr;
  return split_decimal(buffer, end);
}

/// Returns a finite number, correctly rounded to `places` digits after the point.
template <Floating F>
DecimalParts rounded(F value, std::chars_format form, std::size_t places) {
  std::string buffer(places + 64, '\0');
  for (;;) {
    char* const begin = buffer.data();
    const auto result = std::to_chars(begin, begin + buffer.size(), computed_t<F>{value}, form,
                                      static_cast<int>(places));
    if (result.ec == std::errc()) return split_decimal(begin, result.ptr);
    buffer.resize(2 * buffer.size());
  }
}
#endif

/// Returns the number that the digits denote.
template <class Parts>
double read_decimal(const Parts& parts) {
  double value = std::stod(parts.whole + parts.fraction);
  int exponent = parts.exponent - static_cast<int>(parts.fraction.size());
  for (; exponent > 0; --exponent) value *= 10;
  for (; exponent < 0; ++exponent) value /= 10;
  return value;
}

/// Returns the shortest digits of a 16-bit number, a type that std::to_chars does not support. Adds
/// digits until they read back as the number. A number half way between two decimals rounds to the
/// even one. If the even one reads back as another number, which can happen at a power of two, the
/// next larger float is rounded instead, so that the half rounds away from zero.
template <Half F>
DecimalParts shortest_scientific(F value) {
  const float exact = value;
  const float larger = detail::bit_cast<float>(detail::bit_cast<std::uint32_t>(exact) + 1);
  for (std::size_t places = 0;; ++places) {
    for (const float number : {exact, larger}) {
      DecimalParts parts = rounded(number, std::chars_format::scientific, places);
      if (static_cast<F>(read_decimal(parts)) == value) return parts;
    }
  }
}

/// Returns a finite number as d.ddd·10^e with at most `places` digits after the point.
template <Floating F>
DecimalParts scientific(F value, std::size_t places) {
  const auto parts = shortest_scientific(value);
  if (parts.fraction.size() <= places) return parts;
  return rounded(value, std::chars_format::scientific, places);
}

/// Returns a finite number without an exponent, with at most `places` digits after the point.
/// Digits before the point that are not needed to identify the number are zeros.
template <Floating F>
DecimalParts positional(F value, std::size_t places) {
  using Parts = decltype(shortest_scientific(value));
  const Parts shortest = shortest_scientific(value);
  const bool negative = shortest.whole[0] == '-';
  auto digits = shortest.whole.substr(negative ? 1 : 0) + shortest.fraction;
  if (shortest.exponent < 0) digits.insert(0, static_cast<std::size_t>(-shortest.exponent), '0');
  const std::size_t point =
      shortest.exponent < 0 ? 1 : static_cast<std::size_t>(shortest.exponent) + 1;
  if (digits.size() < point) digits.append(point - digits.size(), '0');
  Parts parts{negative ? "-" : "", digits.substr(point)};
  parts.whole.append(digits, 0, point);
  trim_zeros(parts.fraction);
  if (parts.fraction.size() <= places) return parts;
  return rounded(value, std::chars_format::fixed, places);
}

/// Returns an exponent such as "e+07": its sign and at least `least` digits.
template <class Text = std::string>
Text exponent_text(int exponent, std::size_t least) {
  Text digits = std::to_string(exponent < 0 ? -exponent : exponent);
  if (digits.size() < least) digits.insert(0, least - digits.size(), '0');
  return (exponent < 0 ? "e-" : "e+") + digits;
}

}  // namespace detail
NDX_NAMESPACE_END
