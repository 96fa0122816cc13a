// Text concatenated from parts: words, integers, dims. Error messages and printed indices are made of it.
//
// This code is cold, but it is compiled into every translation unit that can throw. One function therefore
// builds all texts, from C's variable arguments: a call passes its parts in registers, together with a
// letter for each part that tells its type. A text is a TextBuffer until it is returned, because each
// function of std::string that is used would be compiled, too.
#pragma once

#include <cstdarg>
#include <string>
#include <string_view>

#include <ndx/base/dims.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A text that is being written.
using TextBuffer = SmallVector<char, 240>;

inline std::string_view text_of(const TextBuffer& text) { return {text.data(), text.size()}; }

/// Text and dims as plain structs, which can be variable arguments.
struct CharRun {
  const char* data;
  std::size_t size;
};
struct DimsRun {
  const index_t* data;
  std::size_t size;
};

/// A part of any other kind: the function that appends it, and the data that this function reads. It refers
/// to that data, so it is made in the call that it is passed to.
struct PartWriter {
  void (*write)(TextBuffer& text, const PartWriter& part);
  const void* data;
  std::size_t size;
  index_t position;
  const char* before;
};

/// Converts a part to one of six types: words, text, a signed or an unsigned integer, dims, or a
/// pointer to a PartWriter, which lives as long as the call.
template <class Part>
NDX_ALWAYS_INLINE auto text_part(const Part& part) {
  if constexpr (Integer<Part>) {
    return static_cast<std::conditional_t<std::is_signed_v<Part>, index_t, std::uint64_t>>(part);
  } else if constexpr (std::is_same_v<Part, Dim> || std::is_same_v<Part, Count>) {
    return static_cast<index_t>(part);
  } else if constexpr (std::is_convertible_v<const Part&, const char*>) {
    return static_cast<const char*>(part);
  } else if constexpr (std::is_same_v<Part, PartWriter>) {
    return &part;
  } else if constexpr (std::is_same_v<Part, TextBuffer>) {
    return CharRun{part.data(), part.size()};
  } else if constexpr (std::is_convertible_v<const Part&, std::string_view>) {
    const std::string_view text(part);
    return CharRun{text.data(), text.size()};
  } else {
    const DimsView dims(part);
    return DimsRun{dims.data(), dims.size()};
  }
}

/// Converts a literal. The template above would be compiled once for each length of literals.
NDX_ALWAYS_INLINE const char* text_part(const char* words) { return words; }

/// Returns the letter that tells append_list the type of a part.
template <class Part>
constexpr char letter_of_part() {
  if (std::is_same_v<Part, const char*>) return 'w';
  if (std::is_same_v<Part, CharRun>) return 't';
  if (std::is_same_v<Part, index_t>) return 'i';
  if (std::is_same_v<Part, const PartWriter*>) return 'p';
  return std::is_same_v<Part, std::uint64_t> ? 'u' : 'd';
}
template <class... Parts>
inline constexpr char kLettersOfParts[] = {letter_of_part<Parts>()..., '\0'};

inline void append_text(TextBuffer& text, std::string_view more) {
  text.append(more.data(), more.size());
}
/// Appends a literal. Such a call passes two arguments and makes no std::string_view.
NDX_COLD inline void append_text(TextBuffer& text, const char* words) {
  text.append(words, std::strlen(words));
}

/// Appends an integer. If it is negative, `value` holds its bits.
NDX_COLD inline void append_integer(TextBuffer& text, std::uint64_t value, bool negative) {
  char digits[21];
  std::size_t first = sizeof digits;
  if (negative) value = 0 - value;
  do {
    digits[--first] = static_cast<char>('0' + value % 10);
    value /= 10;
  } while (value != 0);
  if (negative) digits[--first] = '-';
  text.append(digits + first, sizeof digits - first);
}

inline void append_number(TextBuffer& text, index_t value) {
  append_integer(text, static_cast<std::uint64_t>(value), value < 0);
}

/// Appends dims as a tuple, but without the trailing comma of a 1-tuple: "(2, 3)", "(3)", "()".
NDX_COLD inline void append_dims(TextBuffer& text, DimsView dims) {
  append_text(text, "(");
  for (std::size_t d = 0; d < dims.size(); ++d) {
    if (d != 0) append_text(text, ", ");
    append_number(text, dims[d]);
  }
  append_text(text, ")");
}

/// Appends parts, of which each has a letter: w words, t text, d dims, i a signed integer, u an unsigned
/// integer, p a pointer to a PartWriter. join_parts returns the text of its parts.
void append_list(TextBuffer& text, const char* letters, std::va_list parts) NDX_SYMBOL(append_list);
std::string join_parts(const char* letters, ...) NDX_SYMBOL(join_parts);
#if NDX_DEFINES
NDX_COLD NDX_FUNC void append_list(TextBuffer& text, const char* letters, std::va_list parts) {
  for (; *letters != '\0'; ++letters) {
    if (*letters == 'w') {
      append_text(text, va_arg(parts, const char*));
    } else if (*letters == 't') {
      const auto more = va_arg(parts, CharRun);
      append_text(text, {more.data, more.size});
    } else if (*letters == 'd') {
      const auto dims = va_arg(parts, DimsRun);
      append_dims(text, {dims.data, dims.size});
    } else if (*letters == 'i') {
      append_number(text, va_arg(parts, index_t));
    } else if (*letters == 'p') {
      const auto* const part = va_arg(parts, const PartWriter*);
      part->write(text, *part);
    } else {
      append_integer(text, va_arg(parts, std::uint64_t), false);
    }
  }
}
NDX_COLD NDX_FUNC std::string join_parts(const char* letters, ...) {
  TextBuffer text;
  std::va_list parts;
  va_start(parts, letters);
  append_list(text, letters, parts);
  va_end(parts);
  return {text.data(), text.size()};
}
#endif

}  // namespace detail

/// Concatenates text, integers and dims: message("size ", 3, " of ", shape).
template <class... Parts>
std::string message(const Parts&... parts) {
  return detail::join_parts(detail::kLettersOfParts<decltype(detail::text_part(parts))...>,
                            detail::text_part(parts)...);
}

namespace detail {

/// Appends the coordinates of a position; `part` holds the shape, the position and the words before it.
NDX_COLD inline void append_coordinates(TextBuffer& text, const PartWriter& part) {
  const DimsView shape(static_cast<const index_t*>(part.data), part.size);
  if (shape.empty()) return;
  append_text(text, part.before);
  append_text(text, "[");
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (d != 0) append_text(text, ", ");
    index_t inner = 1;
    for (std::size_t e = d + 1; e < shape.size(); ++e) inner *= shape[e];
    append_number(text, part.position / inner % shape[d]);
  }
  append_text(text, "]");
}
/// Returns the words `before` and the coordinates of a row-major position, " at [1, 2]", as a part of a
/// message. It is empty for rank 0.
inline PartWriter coordinates_text(const char* before, DimsView shape, index_t position) {
  return {append_coordinates, shape.data(), shape.size(), position, before};
}

/// Returns the text of a caller or a file in quotation marks, made safe for a message: it shows at most 40
/// characters, and a '?' for each that is not printable.
NDX_COLD inline std::string quoted(std::string_view text, char mark = '\'') {
  constexpr std::size_t kMaxShown = 40;
  TextBuffer shown;
  shown.push_back(mark);
  for (const char c : text.substr(0, kMaxShown)) shown.push_back(c >= ' ' && c <= '~' ? c : '?');
  if (text.size() > kMaxShown) append_text(shown, "...");
  shown.push_back(mark);
  return {shown.data(), shown.size()};
}

/// Returns a list of names for messages, such as those that a file has: 'a', 'b'. name(i) is one of the
/// `count` names, of which at most ten are shown.
template <class Name>
NDX_COLD std::string quoted_list(std::size_t count, const Name& name) {
  constexpr std::size_t kMaxShown = 10;
  std::string shown = count == 0 ? "none" : "";
  for (std::size_t i = 0; i < count && i < kMaxShown; ++i)
    shown.append(i == 0 ? "" : ", ").append(detail::quoted(name(i)));
  return shown.append(count > kMaxShown ? ", ..." : "");
}

}  // namespace detail

NDX_NAMESPACE_END
