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

/// Position of the first of `wanted` outside of brackets; npos if there is none.
inline std::size_t find_outside(std::string_view text, std::string_view wanted) {
  int depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (depth == 0 && wanted.find(text[i]) != std::string_view::npos) return i;
    if (text[i] == '[' || text[i] == '(') ++depth;
    if (text[i] == ']' || text[i] == ')') --depth;
  }
  return std::string_view::npos;
}

/// The operand in parentheses, unless it has no operator.
inline std::string wrapped(std::string_view text) {
  const std::string operand(trimmed(text));
  return find_outside(operand, "=!<>|^&+-*%~ ") == std::string::npos ? operand
                                                                     : "(" + operand + ")";
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
    const std::size_t cut = is_last ? std::string_view::npos : find_outside(operand, "&|");
    const bool has_cut = cut != std::string_view::npos;
    written += "(" + left + " " + std::string(operators[i]) + " " +
               std::string(trimmed(operand.substr(0, cut))) + ")";
    if (is_last) break;
    written += has_cut ? std::string(" ") + operand[cut] + " " : " & ";
    left = trimmed(has_cut ? operand.substr(cut + 1) : operand);
  }
  return written;
}

}  // namespace explorer
