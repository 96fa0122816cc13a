// Error messages that show an expression with a caret below the faulty character.
//
// The text may hold any bytes, because it can come from a file or a user: control characters are replaced,
// columns are counted in UTF-8 characters rather than bytes, and a long text is cut around the caret.
#pragma once

#include <ndx/base/message.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether a byte continues a UTF-8 character, that is, whether it is any byte of one but the first.
constexpr bool is_continuation(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Makes a byte printable: white space becomes a blank, other control characters become '?'.
constexpr char printable(char c) noexcept {
  if (c >= '\t' && c <= '\r') return ' ';
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20U || code == 0x7FU ? '?' : c;
}

/// Appends the two lines of point_at; `part` holds the text and the position.
NDX_COLD inline void append_caret(TextBuffer& lines, const PartWriter& part) {
  constexpr std::size_t kBefore = 48;
  constexpr std::size_t kShown = 72;
  const std::string_view text(static_cast<const char*>(part.data), part.size);
  const auto given = static_cast<std::size_t>(part.position);
  const std::size_t position = given < text.size() ? given : text.size();
  std::size_t begin = position > kBefore ? position - kBefore : 0;
  while (begin < position && is_continuation(text[begin])) ++begin;
  std::size_t end = text.size() - begin > kShown ? begin + kShown : text.size();
  while (end < text.size() && is_continuation(text[end])) ++end;

  append_text(lines, begin == 0 ? "  " : "  …");
  const std::size_t first = lines.size();
  append_text(lines, text.substr(begin, end - begin));
  for (std::size_t i = first; i < lines.size(); ++i) lines[i] = printable(lines[i]);
  append_text(lines, end < text.size() ? "…\n" : "\n");
  std::size_t before = begin == 0 ? 2 : 3;  // columns of the indent and the "…"
  for (std::size_t i = begin; i < position; ++i) before += is_continuation(text[i]) ? 0U : 1U;
  for (; before > 0; --before) append_text(lines, " ");
  append_text(lines, "^");
}

/// Returns the two lines of point_at as a part of a message.
inline PartWriter caret_part(std::string_view text, std::size_t position) {
  return {append_caret, text.data(), text.size(), static_cast<index_t>(position), nullptr};
}

}  // namespace detail

/// Returns two indented lines: `text`, and a caret below the character at byte `position`. A long text is
/// cut to the part around that character.
///     0, 1 2
///          ^
inline std::string point_at(std::string_view text, std::size_t position) {
  return message(detail::caret_part(text, position));
}

NDX_NAMESPACE_END
