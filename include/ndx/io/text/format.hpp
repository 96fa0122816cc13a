// Formats the elements of a tensor as words, one per element, all in one common format, as NumPy
// does.
//
// This file knows element types and PrintOptions, whose defaults are NumPy's; print_tensor.hpp
// breaks the words into lines. The rules (number of digits, scientific notation or not, width) are
// those of NumPy's arrayprint, reimplemented. Numbers are split at the decimal point, because NumPy
// aligns printed columns there. std::to_chars finds their digits where the standard library has it;
// older versions of libc++ lack it for floating-point types and use the C library instead.
#pragma once

#include <charconv>
#include <cstring>
#include <iosfwd>
#include <string>
#include <vector>
#if defined(_LIBCPP_VERSION) && _LIBCPP_VERSION < 14000  // for print_number
#include <cstdio>
#include <cstdlib>
#endif

#include <ndx/base/atomic.hpp>
#include <ndx/base/bit_cast.hpp>
#include <ndx/base/error.hpp>
#include <ndx/kernel/math/libm.hpp>
#include <ndx/ops/core/algorithm.hpp>

NDX_NAMESPACE_BEGIN

/// Options for printing, with the names and the defaults of NumPy's.
struct PrintOptions {
  index_t precision = 8;     // maximum number of digits after the decimal point
  index_t threshold = 1000;  // tensors with more elements are summarised
  index_t edge_items = 3;    // items shown at both ends of each dim of a summarised tensor
  index_t line_width = 75;   // line length at which rows are wrapped
  bool suppress = false;     // whether small numbers never cause scientific notation
};

namespace detail {

/// The process-wide defaults. Each option is an atomic of its own, so that no lock is needed.
struct DefaultPrintOptions {
  Atomic<index_t> precision{PrintOptions().precision};
  Atomic<index_t> threshold{PrintOptions().threshold};
  Atomic<index_t> edge_items{PrintOptions().edge_items};
  Atomic<index_t> line_width{PrintOptions().line_width};
  Atomic<bool> suppress{PrintOptions().suppress};
};

struct PrintOptionsByOtherNames {
  double precision = 0;
  double threshold = 0;
  double edge_items = 0;
  double edgeitems = 0;
  double line_width = 0;
  double linewidth = 0;
  bool suppress = false;
};

inline DefaultPrintOptions& default_print_options() {
  static DefaultPrintOptions options;
  return options;
}

/// Throws ValueError for a negative option.
inline void check_print_options(const char* call, const PrintOptions& options) {
  const auto check = [call](const char* name, index_t value) {
    if (value < 0) throw_value_error(call, ": ", name, " is ", value, ", but cannot be negative");
  };
  check("precision", options.precision);
  check("threshold", options.threshold);
  check("edge_items", options.edge_items);
  check("line_width", options.line_width);
}

}  // namespace detail

/// Refuses the name set_printoptions, which NumPy and PyTorch use, and their names of the options:
/// a call does not compile, and the message names set_print_options.
template <class Never = void>
void set_printoptions(const detail::PrintOptionsByOtherNames& /*options*/) {
  static_assert(detail::kNever<Never>, "write set_print_options({.precision = 3})");
}

/// Returns the process-wide options, which operator<< and to_string(tensor) use.
inline PrintOptions print_options() {
  const detail::DefaultPrintOptions& options = detail::default_print_options();
  return {options.precision.get(), options.threshold.get(), options.edge_items.get(),
          options.line_width.get(), options.suppress.get()};
}

/// Sets the process-wide options (code compiled with other flags has its own copy, see abi_tag()).
/// Other threads may print at the same time: of each option, they see either the old or the new
/// value. Throws ValueError for a negative option.
inline void set_print_options(const PrintOptions& options) {
  detail::check_print_options("set_print_options", options);
  detail::DefaultPrintOptions& defaults = detail::default_print_options();
  defaults.precision.set(options.precision);
  defaults.threshold.set(options.threshold);
  defaults.edge_items.set(options.edge_items);
  defaults.line_width.set(options.line_width);
  defaults.suppress.set(options.suppress);
}

namespace detail {

// Functions that depend on no element type are templates as well, so that they are compiled only if
// a tensor is printed.

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

template <class Text>
Text pad_left(Text text, std::size_t width) {
  if (text.size() < width) text.insert(0, width - text.size(), ' ');
  return text;
}

template <Floating F>
bool is_finite(F value) {
  return libm::isfinite(computed_t<F>{value});
}

/// Returns "nan", "inf" or "-inf"; with `plus`, nan and inf get a '+' sign.
template <Floating F>
std::string nonfinite_text(F value, bool plus) {
  const std::string sign = value < 0 ? "-" : plus ? "+" : "";
  return sign + (value != value ? "nan" : "inf");
}

/// The common format of all floating-point numbers of a tensor.
template <Floating F>
class FloatFormat {
 public:
  /// Positive numbers are written with a sign if `plus` is set, as imaginary parts are.
  FloatFormat(const std::vector<F>& values, const PrintOptions& options, bool plus)
      : plus_(plus), places_(static_cast<std::size_t>(options.precision)) {
    scientific_ = needs_exponent(values, options.suppress);
    std::size_t before = 0;
    std::size_t after = 0;
    for (const F value : values) {
      if (!is_finite(value)) continue;
      const DecimalParts parts = split(value);
      before = std::max(before, parts.whole.size() + (plus_ && parts.whole[0] != '-'));
      after = std::max(after, parts.fraction.size());
      exponent_digits_ = std::max(exponent_digits_, exponent_text(parts.exponent, 2).size() - 2);
    }
    places_ = after;
    width_ = before + 1 + after + (scientific_ ? exponent_digits_ + 2 : 0);
    for (const F value : values) {
      // "nan" needs room for a sign if there is `plus`.
      if (!is_finite(value)) width_ = std::max<std::size_t>(width_, plus_ || value < 0 ? 4 : 3);
    }
  }

  /// Formats one number, padded to the common width.
  [[nodiscard]] std::string operator()(F value) const {
    if (!is_finite(value)) return pad_left(nonfinite_text(value, plus_), width_);
    auto parts = split(value);
    // If the common format has more digits than identify the number, the digits come from its exact
    // binary value: all of them in scientific form, otherwise only those before the point.
    if (scientific_ && parts.fraction.size() < places_) {
      parts = rounded(value, std::chars_format::scientific, places_);
    } else if (!scientific_ && parts.fraction.empty()) {
      parts = rounded(value, std::chars_format::fixed, 0);
    }
    if (plus_ && parts.whole[0] != '-') parts.whole.insert(0, 1, '+');
    parts.fraction.resize(places_, scientific_ ? '0' : ' ');
    auto text = parts.whole + '.' + parts.fraction;
    if (scientific_) text += exponent_text(parts.exponent, exponent_digits_);
    return pad_left(std::move(text), width_);
  }

 private:
  /// Returns whether the numbers are too large, too small or too far apart to be written without an
  /// exponent.
  static bool needs_exponent(const std::vector<F>& values, bool suppress) {
    using Computed = computed_t<F>;
    Computed largest{0};
    Computed smallest = std::numeric_limits<Computed>::infinity();
    for (const F value : values) {
      const Computed size = libm::abs(Computed{value});
      if (!is_finite(value) || size == Computed{0}) continue;
      largest = std::max(largest, size);
      smallest = std::min(smallest, size);
    }
    if (largest == Computed{0}) return false;
    if (largest >= Computed{1e8}) return true;
    return !suppress && (static_cast<long double>(smallest) < static_cast<long double>(0.0001) ||
                         static_cast<F>(largest) / static_cast<F>(smallest) > F{1000});
  }

  [[nodiscard]] DecimalParts split(F value) const {
    return scientific_ ? scientific(value, places_) : positional(value, places_);
  }

  bool plus_ = false;
  bool scientific_ = false;
  std::size_t places_ = 0;
  std::size_t exponent_digits_ = 2;
  std::size_t width_ = 0;
};

/// Formats a single number as print(x) shows a NumPy scalar: all digits that identify it, with an
/// exponent from 1e16 on and below 1e-4. Without an exponent, at least `least` digits follow the
/// point. If no digits follow it, the point is left out.
template <Floating F>
std::string scalar_text(F value, std::size_t least, bool plus = false) {
  if (!is_finite(value)) return nonfinite_text(value, plus);
  const auto size = static_cast<long double>(libm::abs(computed_t<F>{value}));
  const bool exponent = size != 0 && (size >= 1e16L || size < static_cast<long double>(0.0001));
  auto parts = exponent ? shortest_scientific(value) : positional(value, SIZE_MAX);
  if (!exponent && parts.fraction.size() < least) parts.fraction.resize(least, '0');
  auto text = (plus && parts.whole[0] != '-' ? "+" : "") + parts.whole;
  if (!parts.fraction.empty()) text += '.' + parts.fraction;
  return exponent ? text + exponent_text(parts.exponent, 2) : text;
}

/// Returns the text of a complex number: "(1.5-2j)", or "2j" if the real part is a positive zero.
template <Complex Z>
std::string complex_scalar_text(const Z& value) {
  const auto real = value.real();
  if (real == 0 && !libm::signbit(real)) return scalar_text(value.imag(), 0) + 'j';
  return '(' + scalar_text(real, 0) + scalar_text(value.imag(), 0, true) + "j)";
}

/// Joins both parts, with 'j' before the padding of the imaginary part: "1.5-2.j ".
template <class Text>
Text join_complex(const Text& real, Text imag) {
  const std::size_t end = imag.find_last_not_of(' ') + 1;
  return real + imag.insert(end, 1, 'j');
}

/// A type that has its own operator<<.
template <class T>
concept Streamable = requires(std::basic_ostream<char>& out, const T& value) { out << value; };

/// A stream buffer that collects characters one by one. It does not override xsputn, because
/// <iosfwd> does not declare std::streamsize. It is a template, so that <ostream> is needed only if
/// an element type has an operator<<, which needs that header anyway.
template <class Char>
class StringBuffer : public std::basic_streambuf<Char> {
 public:
  [[nodiscard]] const std::basic_string<Char>& text() const noexcept { return text_; }

 protected:
  using typename std::basic_streambuf<Char>::int_type;
  int_type overflow(int_type c) override {
    if (std::char_traits<Char>::eq_int_type(c, std::char_traits<Char>::eof())) return 0;
    text_ += std::char_traits<Char>::to_char_type(c);
    return c;
  }

 private:
  std::basic_string<Char> text_;
};

template <class Char, class T>
std::basic_string<Char> streamed_text(const T& value) {
  StringBuffer<Char> buffer;
  std::basic_ostream<Char> out(&buffer);
  out << value;
  return buffer.text();
}

/// Returns the bytes of a value in NumPy's format for void: "b'\\x01\\xFF'".
template <class T>
std::string bytes_text(const T& value) {
  unsigned char bytes[sizeof(T)];
  std::memcpy(bytes, &value, sizeof(T));
  std::string text = "b'";
  for (const unsigned char byte : bytes) {
    text += "\\x";
    text += "0123456789ABCDEF"[byte >> 4];
    text += "0123456789ABCDEF"[byte & 15];
  }
  return text + "'";
}

/// Formats an element that needs no common format: an integer (characters and enumerations are
/// written as numbers), or a type that ndx does not know.
template <class T>
std::string plain_text(const T& value) {
  if constexpr (std::is_same_v<T, bool>) {
    return value ? "True" : "False";
  } else if constexpr (std::is_integral_v<T>) {
    using Wide = std::conditional_t<std::is_signed_v<T>, long long, unsigned long long>;
    return std::to_string(static_cast<Wide>(value));
  } else if constexpr (Streamable<T>) {
    return streamed_text<char>(value);
  } else if constexpr (std::is_enum_v<T>) {
    return plain_text(static_cast<std::underlying_type_t<T>>(value));
  } else {
    return bytes_text(value);
  }
}

/// Formats the only element of a tensor of rank 0.
template <class T>
std::string scalar_word(const T& value) {
  if constexpr (Floating<T>) {
    return scalar_text(value, 1);
  } else if constexpr (Complex<T>) {
    return complex_scalar_text(value);
  } else {
    return plain_text(value);
  }
}

/// Formats the elements as words of equal width, numbers aligned at the decimal point.
template <class T, class Word = std::string>
std::vector<Word> format_elements(const std::vector<T>& values, const PrintOptions& options) {
  std::vector<Word> words;
  words.reserve(values.size());
  if constexpr (Floating<T>) {
    const FloatFormat<T> format(values, options, false);
    for (const T value : values) words.push_back(format(value));
  } else if constexpr (Complex<T>) {
    std::vector<typename T::value_type> real;
    std::vector<typename T::value_type> imag;
    for (const T& value : values) {
      real.push_back(value.real());
      imag.push_back(value.imag());
    }
    const FloatFormat real_format(real, options, false);
    const FloatFormat imag_format(imag, options, true);
    for (std::size_t i = 0; i < values.size(); ++i)
      words.push_back(join_complex(real_format(real[i]), imag_format(imag[i])));
  } else {
    std::size_t width = 0;
    for (const T& value : values) {
      words.push_back(plain_text(value));
      width = std::max(width, words.back().size());
    }
    if constexpr (std::is_same_v<T, bool>) width = 5;  // " True" even if no element is False
    for (Word& word : words) word = pad_left(std::move(word), width);
  }
  return words;
}

}  // namespace detail
NDX_NAMESPACE_END
