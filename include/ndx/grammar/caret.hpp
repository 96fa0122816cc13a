// Error messages: an expression with a caret below the faulty character.
#pragma once

#include <ndx/base/text.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Whether a byte is a UTF-8 continuation byte: any byte of a character but the first.
constexpr bool is_continuation(char c) noexcept {
  return (static_cast<unsigned char>(c) & 0xC0U) == 0x80U;
}

/// Makes a byte printable: white space becomes a blank, other control characters '?'.
constexpr char printable(char c) noexcept {
  if (c >= '\t' && c <= '\r') return ' ';
  const auto code = static_cast<unsigned char>(c);
  return code < 0x20U || code == 0x7FU ? '?' : c;
}

}  // namespace detail

/// Two indented lines: `text`, and a caret below the character at byte `position`. A long text is
/// cut to the part around that character.
///     0, 1 2
///          ^
NDX_COLD inline std::string point_at(std::string_view text, std::size_t position) {
  constexpr std::size_t kBefore = 48;
  constexpr std::size_t kShown = 72;
  if (position > text.size()) position = text.size();
  std::size_t begin = position > kBefore ? position - kBefore : 0;
  while (begin < position && detail::is_continuation(text[begin])) ++begin;
  std::size_t end = text.size() - begin > kShown ? begin + kShown : text.size();
  while (end < text.size() && detail::is_continuation(text[end])) ++end;

  const std::string_view indent = begin == 0 ? "  " : "  …";
  std::string lines;
  detail::append(lines, indent, std::string_view(text.data() + begin, end - begin),
                 end < text.size() ? "…" : "", "\n");
  char* const shown = lines.data() + indent.size();
  std::size_t before = begin == 0 ? 2 : 3;  // columns of the indent and the "…"
  for (std::size_t i = begin; i < end; ++i) {
    shown[i - begin] = detail::printable(text[i]);
    if (i < position && !detail::is_continuation(text[i])) ++before;
  }
  static constexpr std::string_view kBlanks = "                                                   ";
  static_assert(kBlanks.size() >= kBefore + 3);
  detail::append(lines, kBlanks.substr(0, before), "^");
  return lines;
}

NDX_NAMESPACE_END
