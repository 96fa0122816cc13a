// Writes an index as Python does between the brackets of x[…], and knows where each term begins, so that
// error messages can point at the faulty term.
#pragma once

#include <vector>

#include <ndx/grammar/terms/terms.hpp>
#include <ndx/grammar/text/caret.hpp>
#include <ndx/grammar/text/print_terms.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

/// Appends term t, after a comma unless it is the first. Returns the byte at which it begins.
NDX_COLD inline std::size_t append_item(TextBuffer& text, Terms terms, std::size_t t) {
  if (t != 0) append_text(text, ", ");
  const std::size_t begin = text.size();
  append_term(text, terms[t]);
  return begin;
}

}  // namespace detail

/// The text of an index, and the byte at which each term begins: "0, :, [0, 1]" begins its terms at bytes 0,
/// 3 and 6. The text is "()" if there are no terms.
struct ExpressionText {
  std::string text;
  SmallVector<std::size_t, 8> begins;
};

NDX_COLD inline ExpressionText expression_text(detail::Terms terms) {
  ExpressionText expression;
  detail::TextBuffer text;
  for (std::size_t t = 0; t < terms.size(); ++t)
    expression.begins.push_back(detail::append_item(text, terms, t));
  if (terms.empty()) detail::append_text(text, "()");
  expression.text.assign(text.data(), text.size());
  return expression;
}

/// Prints the terms as text between the brackets of x[…].
template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const std::vector<TensorIndex>& terms) {
  return out << expression_text(terms).text;
}

namespace detail {

NDX_COLD inline void append_place(TextBuffer& text, const PartWriter& part) {
  const Terms terms(static_cast<const TensorIndex*>(part.data), part.size);
  const auto place = static_cast<std::size_t>(part.position);
  if (place >= terms.size()) return;
  TextBuffer expression;
  std::size_t begin = 0;
  for (std::size_t t = 0; t < terms.size(); ++t) {
    const std::size_t item = append_item(expression, terms, t);
    if (t == place) begin = item;
  }
  append_text(text, "\n");
  append_caret(text, caret_part(text_of(expression), begin));
}
/// Returns the end of an error message about term `t`: two more lines, the expression and a caret below the
/// term. It is empty if there is no such term.
inline PartWriter place_of_term(Terms terms, std::size_t t) {
  return {append_place, terms.data(), terms.size(), static_cast<index_t>(t), nullptr};
}

}  // namespace detail
NDX_NAMESPACE_END
