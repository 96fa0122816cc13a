// An index as Python writes it between the brackets of x[…], with the position of each term in the
// text.
#pragma once

#include <span>
#include <vector>

#include <ndx/grammar/caret.hpp>
#include <ndx/grammar/print.hpp>

NDX_NAMESPACE_BEGIN

/// For example "0, :, [0, 1]", whose terms begin at bytes 0, 3 and 6; "()" if there are none.
struct ExpressionText {
  std::string text;
  SmallVector<std::size_t, 8> begins;
};

NDX_COLD inline ExpressionText expression_text(std::span<const TensorIndex> terms) {
  ExpressionText expression;
  for (const TensorIndex& term : terms) {
    if (&term != terms.data()) detail::append(expression.text, ", ");
    expression.begins.push_back(expression.text.size());
    detail::append_term(expression.text, term);
  }
  if (terms.empty()) detail::append(expression.text, "()");
  return expression;
}

/// Prints the terms as text between the brackets of x[…].
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const std::vector<TensorIndex>& terms) {
  return out << expression_text(terms).text;
}

namespace detail {

/// The end of an error message about term `t`: two more lines, the expression and a caret below the
/// term. Empty if there is no such term.
NDX_COLD inline std::string place_of_term(std::span<const TensorIndex> terms, std::size_t t) {
  if (t >= terms.size()) return "";
  const ExpressionText expression = expression_text(terms);
  return message("\n", point_at(expression.text, expression.begins[t]));
}

}  // namespace detail
NDX_NAMESPACE_END
