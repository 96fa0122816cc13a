// The terms of an index as the expression that Python spells, and the place of each term in it.
#pragma once

#include <span>

#include <ndx/index/caret.hpp>
#include <ndx/index/print.hpp>

NDX_NAMESPACE_BEGIN

/// "[0, :, [0, 1]]", and the bytes at which its terms begin: 1, 4, 7.
struct ExpressionText {
  std::string text;
  SmallVector<std::size_t, 8> begins;
};

NDX_COLD inline ExpressionText expression_text(std::span<const TensorIndex> terms) {
  ExpressionText expression{"[", {}};
  for (const TensorIndex& term : terms) {
    if (&term != terms.data()) expression.text += ", ";
    expression.begins.push_back(expression.text.size());
    expression.text += to_string(term);
  }
  expression.text += ']';
  return expression;
}

namespace detail {

/// What a message about term `t` ends with: two more lines, the expression and a caret below the
/// term. Nothing when there is no such term.
NDX_COLD inline std::string place_of_term(std::span<const TensorIndex> terms, std::size_t t) {
  if (t >= terms.size()) return "";
  const ExpressionText expression = expression_text(terms);
  return message("\n", point_at(expression.text, expression.begins[t]));
}

}  // namespace detail
NDX_NAMESPACE_END
