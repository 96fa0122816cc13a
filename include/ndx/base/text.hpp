// Text concatenated from parts: words, integers, dims. Used for error messages and printed indices.
//
// Cold code that is compiled into every translation unit that can throw: one non-template function
// therefore builds all texts.
#pragma once

#include <string>
#include <string_view>

#include <ndx/base/dims.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// One part of a text. Non-owning: valid for the duration of the call.
class TextPart {
 public:
  TextPart(const char* words) noexcept : kind_(Kind::words), words_(words) {}
  TextPart(std::string_view text) noexcept : kind_(Kind::text), text_(text) {}
  TextPart(const std::string& text) noexcept : kind_(Kind::text), text_(text) {}
  TextPart(DimsView dims) noexcept : kind_(Kind::dims), dims_(dims) {}
  template <Integer I>
  TextPart(I value) noexcept
      : kind_(std::is_signed_v<I> ? Kind::integer : Kind::natural),
        integer_(static_cast<std::uint64_t>(value)) {}

  NDX_COLD void append_to(std::string& text) const {
    switch (kind_) {
      case Kind::words:
        return append_text(text, words_);
      case Kind::text:
        return append_text(text, text_);
      case Kind::integer:
        return append_integer(text, integer_, static_cast<index_t>(integer_) < 0);
      case Kind::natural:
        return append_integer(text, integer_, false);
      case Kind::dims:
        return append_dims(text);
    }
  }

 private:
  enum class Kind : std::uint8_t { words, text, integer, natural, dims };

  /// The only place that changes a text: every function of std::string that is used is compiled.
  NDX_COLD static void append_text(std::string& text, std::string_view more) {
    text.append(more.data(), more.size());
  }

  NDX_COLD static void append_integer(std::string& text, std::uint64_t value, bool negative) {
    char digits[21];
    std::size_t first = sizeof digits;
    if (negative) value = 0 - value;
    do {
      digits[--first] = static_cast<char>('0' + value % 10);
      value /= 10;
    } while (value != 0);
    if (negative) digits[--first] = '-';
    append_text(text, {digits + first, sizeof digits - first});
  }

  /// Appends dims as a tuple, but without the trailing comma of a 1-tuple: "(2, 3)", "(3)", "()".
  NDX_COLD void append_dims(std::string& text) const {
    append_text(text, "(");
    for (std::size_t d = 0; d < dims_.size(); ++d) {
      if (d != 0) append_text(text, ", ");
      TextPart(dims_[d]).append_to(text);
    }
    append_text(text, ")");
  }

  Kind kind_;
  union {
    const char* words_;
    std::string_view text_;
    std::uint64_t integer_;
    DimsView dims_;
  };
};

void append(std::string& text, std::initializer_list<TextPart> parts) NDX_SYMBOL(append);
std::string join(std::initializer_list<TextPart> parts) NDX_SYMBOL(join);
#if NDX_DEFINES
NDX_COLD NDX_FUNC void append(std::string& text, std::initializer_list<TextPart> parts) {
  for (const TextPart& part : parts) part.append_to(text);
}
NDX_COLD NDX_FUNC std::string join(std::initializer_list<TextPart> parts) {
  std::string text;
  append(text, parts);
  return text;
}
#endif

}  // namespace detail

/// Concatenates text, integers and dims: message("size ", 3, " of ", shape).
template <class... Parts>
std::string message(const Parts&... parts) {
  return detail::join({detail::TextPart(parts)...});
}

namespace detail {

/// The coordinates of a row-major position after `before`: " at [1, 2]"; nothing for rank 0.
NDX_COLD inline std::string coordinates_text(const char* before, DimsView shape, index_t position) {
  std::string coordinates;
  for (std::size_t d = shape.size(); d-- > 0; position /= shape[d])
    coordinates = message(position % shape[d], coordinates.empty() ? "" : ", ", coordinates);
  return shape.empty() ? "" : message(before, "[", coordinates, "]");
}

}  // namespace detail

NDX_NAMESPACE_END
