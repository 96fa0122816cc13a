// Formats the elements of a tensor as words, one per element, all in one common format, as NumPy
// does.
//
// This file knows element types and print options; print_tensor.hpp breaks the words into lines.
// The rules (number of digits, scientific notation or not, width) are those of NumPy's arrayprint,
// reimplemented.
#pragma once

#include <cstring>
#include <iosfwd>
#include <vector>

#include <ndx/io/text/decimal.hpp>
#include <ndx/io/text/print_options.hpp>
#include <ndx/kernel/math/libm.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

// Functions that depend on no element type are templates as well, so that they are compiled only if
// a tensor is printed.

/// Makes a width that of the longest text.
template <class Size>
void widen(Size& width, Size size) {
  if (size > width) width = size;
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
      widen(before, parts.whole.size() + (plus_ && parts.whole[0] != '-'));
      widen(after, parts.fraction.size());
      widen(exponent_digits_, exponent_text(parts.exponent, 2).size() - 2);
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
      largest = size > largest ? size : largest;
      smallest = size < smallest ? size : smallest;
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
      widen(width, words.back().size());
    }
    if constexpr (std::is_same_v<T, bool>) width = 5;  // " True" even if no element is False
    for (Word& word : words) word = pad_left(std::move(word), width);
  }
  return words;
}

}  // namespace detail
NDX_NAMESPACE_END
