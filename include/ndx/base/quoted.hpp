// Text of callers and names from files, as messages show them.
#pragma once

#include <string>
#include <string_view>

#include <ndx/base/text.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Text of a caller or a file between quotation marks, made safe for a message: printable characters only, at
/// most 40 of them.
NDX_COLD inline std::string quoted(std::string_view text, char mark = '\'') {
  constexpr std::size_t kMaxShown = 40;
  TextBuffer shown;
  shown.push_back(mark);
  for (const char c : text.substr(0, kMaxShown)) shown.push_back(c >= ' ' && c <= '~' ? c : '?');
  if (text.size() > kMaxShown) append_text(shown, "...");
  shown.push_back(mark);
  return {shown.data(), shown.size()};
}

/// What a file has, for messages: 'a', 'b', at most ten of `count` names, name(i) being one of them.
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
