// What an index does, as a struct, as text and as a picture; expressions as text.
#include <sstream>

#include <ndx/explain.hpp>
#include <ndx/indexed.hpp>
#include <ndx/io/text/parse_index.hpp>
#include <ndx/io/text/terminal.hpp>

#include "public_functions.hpp"

namespace ndx_test {

void add_explanations(Registry& add) {
  add("explain", [](Arguments& a) { a.see(ndx::explain(a.floats, a.terms, a.rule).shape); });
  add("explain a part", [](Arguments& a) {
    a.see(ndx::explain(a.floats[a.slice], {ndx::Ellipsis, a.index}, a.rule).shape);
  });
  add("explain a shape",
      [](Arguments& a) { a.see(ndx::explain(a.shape, {a.mask}, a.rule).shape); });
  add("explain an indexed view",
      [](Arguments& a) { a.see(ndx::explain(a.floats.indexed({a.index}).indexed({a.few}))); });
  add("Explanation::outcome", [](Arguments& a) {
    const ndx::Explanation explanation = ndx::explain(a.floats, a.terms);
    a.see(explanation.outcome(a.rule).shape);
  });
  add("action_text", [](Arguments& a) {
    const ndx::Explanation explanation = ndx::explain(a.floats, {a.index, a.slice, a.position});
    for (const ndx::ExplainedTerm& term : explanation.terms)
      a.see(ndx::action_text(explanation, term));
  });
  add("placing_text", [](Arguments& a) {
    const ndx::Explanation explanation = ndx::explain(a.floats, {a.index, a.slice, a.position});
    a.see(ndx::placing_text(explanation, explanation.outcome(a.rule)));
  });
  add("rule_name", [](Arguments& a) { a.see(ndx::rule_name(a.rule)); });
  add("rule_meaning", [](Arguments& a) { a.see(ndx::rule_meaning(a.rule)); });
  add("to_string of an explanation",
      [](Arguments& a) { a.see(ndx::to_string(ndx::explain(a.floats, a.terms, a.rule))); });
  add("terminal_style", [](Arguments& a) { a.see(static_cast<int>(ndx::terminal_style(1))); });
  add("operator<< of an explanation", [](Arguments& a) {
    std::ostringstream out;
    out.exceptions(std::ios::badbit);
    out << ndx::explain(a.floats, {a.index, a.slice, a.position});
  });
  add("to_svg", [](Arguments& a) { a.see(ndx::to_svg(ndx::explain(a.list, {a.row_mask}))); });
  add("expression_text", [](Arguments& a) { a.see(ndx::expression_text(a.terms).text); });
  add("parse_index", [](Arguments& a) { a.see(ndx::parse_index(a.text)); });
  add("parse_index with a resolver", [](Arguments& a) {
    a.see(
        ndx::parse_index("@rows, 1:", [&](std::string_view) { return ndx::TensorIndex(a.index); }));
  });
  add("parse_index of a file",
      [](Arguments& a) { a.see(ndx::parse_index("@'" + a.index_file + "', ...")); });
}

}  // namespace ndx_test
