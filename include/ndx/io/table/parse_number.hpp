// Converts the text of a field to a number, as NumPy's loadtxt does.
#pragma once

#include <charconv>
#include <clocale>
#include <cstdlib>
#include <string>
#include <string_view>

#include <ndx/base/convert.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Converts digits by the C library, which knows numbers beyond the largest and the smallest one of a type: they
/// become infinity and 0. Returns whether all of the text is a number.
template <class F>
bool parse_by_c_library(std::string text, F& to) {
  if (text.empty() || text[0] == '+' ||
      text.find_first_not_of("+-.0123456789abefinityABEFINITY") != text.npos)
    return false;
  // strtod reads the decimal point of the C locale that is set.
  const std::size_t point = text.find('.');
  if (point != text.npos) text.replace(point, 1, std::localeconv()->decimal_point);
  char* end = nullptr;
  if constexpr (std::is_same_v<F, float>) {
    to = std::strtof(text.c_str(), &end);
  } else if constexpr (std::is_same_v<F, double>) {
    to = std::strtod(text.c_str(), &end);
  } else {
    to = std::strtold(text.c_str(), &end);
  }
  return end == text.c_str() + text.size();
}

/// Converts the number of type T that begins at `first`. Returns where it ends, or null for all that
/// std::from_chars does not read, such as a number that is out of range.
template <class T>
const char* parse_next_number(const char* first, const char* last, T& to) {
  computed_t<T> value{};
  if constexpr (Integer<T> || requires { std::from_chars(first, last, value); }) {
    const std::from_chars_result result = std::from_chars(first, last, value);
    if (result.ec != std::errc()) return nullptr;
    to = T(value);
    return result.ptr;
  }
  return nullptr;  // libc++ up to 19 has std::from_chars for integers alone
}

/// Converts the text to a number, rounded to the nearest. Returns null, or what is wrong with the text.
template <class T>
const char* parse_number(std::string_view text, T& to) {
  if (text.size() > 1 && text[0] == '+' && text[1] != '-') text.remove_prefix(1);
  const char* const last = text.data() + text.size();
  if (parse_next_number(text.data(), last, to) == last) return nullptr;
  if constexpr (Integer<T>) {
    const std::size_t sign = text.starts_with('-') ? 1 : 0;
    const bool has_digits =
        text.size() > sign && text.find_first_not_of("0123456789", sign) == text.npos;
    if (has_digits) return " is out of range for ";
  } else {
    computed_t<T> value{};
    if (parse_by_c_library(std::string(text), value)) {
      to = T(value);
      return nullptr;
    }
  }
  return " is not a number of type ";
}

}  // namespace detail
NDX_NAMESPACE_END
