// Index expressions as text: parses the corpus' spelling into reference terms, and spells terms for
// failure messages.
//
// The grammar is written at the top of tests/data/numpy_corpus.txt. It has nothing to do with ndx's
// own parser.
#pragma once

#include <cctype>
#include <charconv>
#include <stdexcept>
#include <string>
#include <string_view>

#include "reference_terms.hpp"

namespace reference {

class ExpressionParser {
 public:
  explicit ExpressionParser(std::string_view text) : text_(text) {}

  RefTerms expression() {
    RefTerms terms;
    expect("[");
    while (!accept("]")) {
      terms.push_back(term());
      accept(",");
    }
    return terms;
  }

  Shape shape() {
    Shape result;
    expect("(");
    while (!accept(")")) {
      result.push_back(integer());
      accept(",");
    }
    return result;
  }

  std::string_view rest() const { return text_; }

 private:
  RefTerm term() {
    skip_spaces();
    if (accept("...")) return RefEllipsis{};
    if (accept("True")) return true;
    if (accept("False")) return false;
    if (accept("None")) return RefNewAxis{};
    if (accept("scalar(")) return scalar();
    if (accept("empty_mask")) return RefMask{shape(), {}};
    if (accept("empty")) return RefIndices{shape(), {}};
    if (text_.starts_with("[")) return array();
    return integer_or_slice();
  }

  RefTerm scalar() {
    RefTerm result;
    if (text_.starts_with("T") || text_.starts_with("F"))
      result = RefMask{{}, {boolean()}};
    else
      result = RefIndices{{}, {integer()}};
    expect(")");
    return result;
  }

  RefTerm array() {
    RefIndices indices;
    boolean_ = false;
    list(indices, 0);
    if (!boolean_) return indices;
    RefMask mask{indices.shape, {}};
    for (std::int64_t v : indices.values) mask.values.push_back(v != 0);
    return mask;
  }

  void list(RefIndices& into, std::size_t depth) {
    std::int64_t count = 0;
    if (into.shape.size() == depth) into.shape.push_back(-1);
    expect("[");
    while (!accept("]")) {
      if (text_.starts_with("[")) {
        list(into, depth + 1);
      } else if (text_.starts_with("T") || text_.starts_with("F")) {
        into.values.push_back(boolean() ? 1 : 0);
      } else {
        into.values.push_back(integer());
      }
      ++count;
      accept(",");
    }
    into.shape[depth] = count;
  }

  RefTerm integer_or_slice() {
    std::optional<std::int64_t> parts[3];
    int colons = 0;
    for (;;) {
      if (!text_.starts_with(":") && !text_.starts_with(",") && !text_.starts_with("]"))
        parts[colons] = integer();
      if (colons == 2 || !accept(":")) break;
      ++colons;
    }
    if (colons == 0) return *parts[0];
    return RefSlice{parts[0], parts[1], parts[2]};
  }

  bool boolean() {
    boolean_ = true;
    if (accept("True")) return true;
    expect("False");
    return false;
  }

  std::int64_t integer() {
    skip_spaces();
    std::int64_t value = 0;
    const auto [end, error] = std::from_chars(text_.data(), text_.data() + text_.size(), value);
    if (error != std::errc()) fail("an integer");
    text_.remove_prefix(static_cast<std::size_t>(end - text_.data()));
    return value;
  }

  bool accept(std::string_view token) {
    skip_spaces();
    if (!text_.starts_with(token)) return false;
    text_.remove_prefix(token.size());
    return true;
  }

  void expect(std::string_view token) {
    if (!accept(token)) fail(token);
  }

  void skip_spaces() {
    while (text_.starts_with(" ")) text_.remove_prefix(1);
  }

  [[noreturn]] void fail(std::string_view wanted) const {
    throw std::runtime_error("expected " + std::string(wanted) + " at: " + std::string(text_));
  }

  std::string_view text_;
  bool boolean_ = false;
};

inline RefTerms parse_terms(std::string_view text) { return ExpressionParser(text).expression(); }

inline std::string spell(const Shape& shape) {
  std::string text;
  for (std::int64_t n : shape) {
    if (!text.empty()) text += ',';
    text += std::to_string(n);
  }
  return "(" + text + ")";
}

template <class Leaf>
std::string spell_nested(const Shape& shape, std::size_t depth, std::size_t& next, Leaf leaf) {
  if (depth == shape.size()) return leaf(next++);
  std::string text;
  for (std::int64_t i = 0; i < shape[depth]; ++i) {
    if (i != 0) text += ',';
    text += spell_nested(shape, depth + 1, next, leaf);
  }
  return "[" + text + "]";
}

struct SpellTerm {
  std::string operator()(std::int64_t i) const { return std::to_string(i); }
  std::string operator()(bool b) const { return b ? "True" : "False"; }
  std::string operator()(RefNewAxis) const { return "None"; }
  std::string operator()(RefEllipsis) const { return "..."; }
  std::string operator()(const RefSlice& slice) const {
    const auto part = [](const auto& bound) { return bound ? std::to_string(*bound) : ""; };
    const std::string text = part(slice.start) + ":" + part(slice.stop);
    return slice.step ? text + ":" + part(slice.step) : text;
  }
  std::string operator()(const RefIndices& a) const {
    return array(a.shape, "empty", [&](std::size_t i) { return (*this)(a.values[i]); });
  }
  std::string operator()(const RefMask& a) const {
    return array(a.shape, "empty_mask", [&](std::size_t i) { return (*this)(a.values[i]); });
  }

 private:
  template <class Leaf>
  static std::string array(const Shape& shape, const std::string& empty, Leaf leaf) {
    if (shape.empty()) return std::string("scalar(").append(leaf(0)).append(")");
    if (element_count(shape) == 0) return empty + spell(shape);
    std::size_t next = 0;
    return spell_nested(shape, 0, next, leaf);
  }
};

inline std::string spell(const RefTerms& terms) {
  std::string text;
  for (const RefTerm& term : terms) {
    if (!text.empty()) text += ", ";
    text += std::visit(SpellTerm{}, term);
  }
  return "[" + text + "]";
}

}  // namespace reference
