// Prints an Explanation for an 80-column terminal: the terms as a table, the steps from source to
// result, and what the other rules would return.
//
// The text is meant to be read by people and compared in tests, so it depends on nothing but the
// explanation. Colours are optional and carry no meaning that the words do not have. The functions are templates, of
// which E is Explanation and Term is ExplainedTerm, so that only programs that print an explanation compile them.
#pragma once

#include <concepts>
#include <iosfwd>

#include <ndx/explain/columns.hpp>
#include <ndx/explain/explanation.hpp>

NDX_NAMESPACE_BEGIN

/// How an explanation is printed: as plain text, or with colours for a terminal. terminal_style
/// (io/text/terminal.hpp) says which of them a terminal supports.
enum class TextStyle : std::uint8_t { plain, colour };

namespace detail {

inline constexpr std::size_t kTerminal = 80;

/// Returns the colour, or no colour for plain text. The colours are those of the picture: one for
/// terms that make views, one for index tensors and masks, grey for dims that are removed.
inline Sgr sgr_of(TextStyle style, Sgr colour) noexcept {
  return style == TextStyle::colour ? colour : Sgr{};
}
inline Sgr sgr_of(TextStyle style, const ExplainedTerm& term) noexcept {
  const Sgr other = term.action == TermAction::select ? "90" : "36";
  return sgr_of(style, term.indexes ? "35" : other);
}

/// Text for some dims: "dim 1: 4", "dims 1-2: 7, 8", or "-" for none. More than four dims are
/// printed without sizes.
inline std::string dims_text(const DimRange& range, DimsView shape) {
  if (range.count == 0) return "-";
  const std::size_t last = range.first + range.count - 1;
  std::string text =
      range.count == 1 ? message("dim ", range.first) : message("dims ", range.first, "-", last);
  if (range.count > 4) return text;
  for (std::size_t d = range.first; d <= last; ++d)
    text += message(d == range.first ? ": " : ", ", shape[d]);
  return text;
}

/// Text for an integer, for example "selects index 3 (-1 + 4)".
template <class Term>
std::string select_text(const Term& term, index_t size) {
  const bool from_end = term.text[0] == '-';
  return message("selects index ", term.start,
                 from_end ? message(" (", term.text, " + ", size, ")") : "",
                 term.indexes ? ", as an index tensor" : "");
}

/// Text for the indices of a slice, for example "0, 2, 4" or "0, 2, … 98".
template <class Term>
std::string indices_text(const Term& slice) {
  const auto at = [&](index_t i) { return std::to_string(slice.start + i * slice.step); };
  if (slice.count > 4) return at(0) + ", " + at(1) + ", … " + at(slice.count - 1);
  std::string text = at(0);
  for (index_t i = 1; i < slice.count; ++i) text += message(", ", at(i));
  return text;
}

template <class Term>
std::string slice_text(const Term& term, index_t size) {
  if (term.count == size && (term.step == 1 || size < 2)) return "keeps all";
  if (term.count == size && term.step == -1) return "keeps all, in reverse";
  if (term.count == 0) return message("keeps none of ", size);
  return message("keeps ", term.count, " of ", size, ": ", indices_text(term));
}

}  // namespace detail

/// Describes what a term of the explanation does, in a few words: "keeps 2 of 5: 1, 3".
template <std::same_as<Explanation> E>
[[nodiscard]] std::string action_text(const E& e, const ExplainedTerm& term) {
  switch (term.action) {
    case TermAction::select:
      return detail::select_text(term, e.source.shape[term.source.first]);
    case TermAction::slice:
      return detail::slice_text(term, e.source.shape[term.source.first]);
    case TermAction::insert:
      return "inserts a dim of size 1";
    case TermAction::boolean:
      return message("inserts a dim of size ", term.count, ", as a mask");
    case TermAction::gather:
      return message("picks by indices of shape ", DimsView(term.shape));
    case TermAction::mask:
      return message("picks ", term.count, " by a mask of shape ", DimsView(term.shape));
    case TermAction::keep:
      break;
  }
  return term.source.count == 0 ? "covers no dims" : "keeps all";
}

namespace detail {

/// The table of terms: what each one takes, does and leaves.
template <class E>
std::string terms_table(const E& e, TextStyle style) {
  constexpr std::size_t kTermWidth = 16;
  Columns table(2, kTerminal, {kTermWidth, 14, 0, 14, 14});
  table.add({"term", "takes", "what it does", "in the view", "in the result"}, sgr_of(style, "1"));
  DimRange shared;  // result dims of the last index tensor, which the next one may share
  const auto add = [&](const ExplainedTerm& term, const std::string& name) {
    std::string result = dims_text(term.result, e.shape);
    if (term.indexes && term.result.count != 0) {
      if (term.result == shared) result = result.substr(0, result.find(':')) + " too";
      shared = term.result;
    }
    table.add({abbreviated(name, kTermWidth), dims_text(term.source, e.source.shape),
               action_text(e, term), dims_text(term.view, e.view.shape), result},
              sgr_of(style, term));
  };
  for (const ExplainedTerm& term : e.terms) add(term, term.text);
  if (e.rest.source.count != 0) add(e.rest, "(rest)");
  return table.text();
}

template <class E>
std::string index_shapes_text(const E& e) {
  if (e.index_shapes.size() == 1) return message("one, of shape ", DimsView(e.space));
  std::string text = "of shapes ";
  for (std::size_t i = 0; i < e.index_shapes.size(); ++i) {
    if (i != 0) text += i + 1 == e.index_shapes.size() ? " and " : ", ";
    text += message(DimsView(e.index_shapes[i]));
  }
  if (e.rule == IndexRule::outer) return text + ", each by itself";
  return message(text, ", broadcast together to ", DimsView(e.space));
}

/// Whether index tensors are separated only because integers count as index tensors.
inline bool integers_matter(const Explanation& e, const Separation& apart) {
  return apart.separated && (e.terms[apart.before].action == TermAction::select ||
                             e.terms[apart.after].action == TermAction::select);
}

template <class E>
std::string separated_text(const E& e, const Separation& apart) {
  const auto quoted = [&](std::size_t t) { return '\'' + abbreviated(e.terms[t].text, 20) + '\''; };
  const ExplainedTerm& by = e.terms[apart.by];
  const bool no_dim = by.action == TermAction::keep && by.source.count == 0;
  return message(integers_matter(e, apart) ? "integers count as index tensors, and " : "",
                 quoted(apart.by), " separates ", quoted(apart.before), " from ",
                 quoted(apart.after), no_dim ? " even where it covers no dims" : "",
                 ", so the index dims go in front");
}

}  // namespace detail

/// Where a rule puts the dims of the index tensors, and why: "the index dims always go in front".
template <std::same_as<Explanation> E>
[[nodiscard]] std::string placing_text(const E& e, const RuleOutcome& outcome) {
  const bool broadcast_rule =
      outcome.rule == IndexRule::views_first || outcome.rule == IndexRule::numpy;
  if (broadcast_rule && outcome.separation.separated)
    return detail::separated_text(e, outcome.separation);
  if (outcome.rule == IndexRule::vectorized) return "the index dims always go in front";
  std::size_t count = 0;
  for (const ExplainedTerm& term : e.terms)
    count += term.indexes && term.action != TermAction::select ? 1 : 0;
  if (outcome.rule == IndexRule::outer && count != 1)
    return "each index tensor replaces its own dim";
  const bool gone = outcome.rule == IndexRule::views_first &&
                    detail::integers_matter(e, e.outcome(IndexRule::numpy).separation);
  return message(gone ? "integers are applied first; " : "",
                 count == 1
                     ? "the index dims replace the indexed dims"
                     : "the index tensors are adjacent: their dims go where the first one is");
}

namespace detail {

inline std::string layout_text(const Layout& layout) {
  return message("shape ", DimsView(layout.shape), ", strides ", DimsView(layout.strides),
                 ", offset ", layout.offset);
}

/// The steps, one line each: view, index tensors, placing and result.
template <class E>
std::string steps_text(const E& e, TextStyle style) {
  Columns steps(2, kTerminal, {8, 0});
  if (e.is_view) {
    steps.add({"result", layout_text(e.view) + "; a view, no copy"}, sgr_of(style, "1;36"));
  } else {
    steps.add({"view", "x[" + e.view_expression + "]: " + layout_text(e.view)});
    steps.add({"indices", index_shapes_text(e)});
    steps.add({"placing", placing_text(e, e.outcome(e.rule))});
    steps.add({"result", message("shape ", DimsView(e.shape), "; a copy")}, sgr_of(style, "1;35"));
  }
  return steps.text();
}

template <class E>
std::string others_text(const E& e, TextStyle style) {
  bool differ = false;
  Columns others(2, kTerminal, {11, 24, 0});
  for (const RuleOutcome& outcome : e.rules) {
    if (outcome.rule == e.rule) continue;
    const std::string name = rule_name(outcome.rule);
    differ = differ || !outcome.same;
    if (!outcome.error.empty()) {
      others.add({name, "error", outcome.error.substr(name.size() + 2)}, sgr_of(style, "31"));
    } else {
      others.add({name, message(DimsView(outcome.shape)),
                  outcome.same ? "the same" : placing_text(e, outcome)},
                 sgr_of(style, outcome.same ? "90" : "33"));
    }
  }
  return differ ? message("By the other rules:\n", others.text())
                : "The other rules give the same.\n";
}

/// The title, for example "x[0] by index (views first), where x has shape (2, 3)". It takes two or
/// more lines if it is too long for one.
template <class E>
std::string title_text(const E& e, TextStyle style) {
  const std::string index = "x[" + e.expression + ']';
  const std::string how = message("by ", rule_name(e.rule), " (", rule_meaning(e.rule),
                                  "), where x has shape ", DimsView(e.source.shape));
  if (text_width(index) + 1 + text_width(how) <= kTerminal)
    return coloured(index, sgr_of(style, "1")) + ' ' + how + '\n';
  std::string text;
  for (const std::string& line : wrapped(index, kTerminal - 2))
    text += (text.empty() ? "" : "  ") + coloured(line, sgr_of(style, "1")) + '\n';
  for (const std::string& line : wrapped(how, kTerminal - 2)) text += "  " + line + '\n';
  return text;
}

}  // namespace detail

/// Returns the explanation as text: lines of at most 80 columns, each ending in a newline. In
/// colour, terms that make views are cyan, index tensors and masks magenta, dims that are removed
/// grey, and other rules that give something else yellow. operator<< writes plain text.
///   std::cout << to_string(explain(t, {0, idx}), terminal_style(1));
template <std::same_as<Explanation> E>
std::string to_string(const E& explanation, TextStyle style = TextStyle::plain) {
  std::string text = detail::title_text(explanation, style);
  if (!explanation.terms.empty() || explanation.rest.source.count != 0)
    text += '\n' + detail::terms_table(explanation, style);
  return text + '\n' + detail::steps_text(explanation, style) + '\n' +
         detail::others_text(explanation, style);
}

template <class Traits>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const Explanation& explanation) {
  return out << to_string(explanation);
}

NDX_NAMESPACE_END
