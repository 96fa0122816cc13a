// What to write instead of an expression that arrays do not have.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include <ndx/ndx.hpp>

namespace explorer {

inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && ndx::syntax::is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && ndx::syntax::is_space(text.back())) text.remove_suffix(1);
  return text;
}

/// Position of the first of `wanted` in [begin, end) outside of brackets; end if there is none.
inline std::size_t find_outside(std::string_view text, std::string_view wanted, std::size_t begin,
                                std::size_t end) {
  int depth = 0;
  for (std::size_t i = begin; i < end; ++i) {
    if (depth == 0 && wanted.find(text[i]) != std::string_view::npos) return i;
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
  }
  return end;
}

/// The operand in parentheses, unless it has no operator.
inline std::string wrapped(std::string_view text) {
  const std::string operand(trimmed(text));
  const bool plain = find_outside(operand, "=!<>|^&+-*%~ ", 0, operand.size()) == operand.size();
  return plain ? operand : "(" + operand + ")";
}

/// operands[0] operators[0] operands[1] …, in which the operators are comparisons, as comparisons of two
/// that are joined. In "x > 7 & x < 15" the operands are x, "7 & x" and 15: each that is cut at its &
/// belongs to two comparisons.
inline std::string unchained(const std::vector<std::string_view>& operands,
                             const std::vector<std::string_view>& operators) {
  std::string written;
  std::string left(trimmed(operands[0]));
  for (std::size_t i = 0; i < operators.size(); ++i) {
    const std::string_view operand = operands[i + 1];
    const bool is_last = i + 1 == operators.size();
    const std::size_t end = operand.size();
    const std::size_t cut = is_last ? end : find_outside(operand, "&|", 0, end);
    const bool has_cut = cut != end;
    written += "(" + left + " " + std::string(operators[i]) + " " +
               std::string(trimmed(operand.substr(0, cut))) + ")";
    if (is_last) break;
    written += has_cut ? std::string(" ") + operand[cut] + " " : " & ";
    left = trimmed(has_cut ? operand.substr(cut + 1) : operand);
  }
  return written;
}

}  // namespace explorer
