// Explanations of random expressions against the reference evaluator: the shapes that all four
// rules give, the cells and their order, in the fields and in the picture; and text that fits a
// terminal.
#include <sstream>

#include <gtest/gtest.h>

#include <ndx/explain.hpp>
#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/svg_cells.hpp"
#include "support/to_ndx.hpp"

namespace explain_property_test {

using namespace reference;

constexpr int kRounds = 500;

/// Whether the reference can work out the outer product of the index arrays in a blink.
bool outer_is_small(const RefTerms& terms) {
  std::size_t product = 1;
  for (const RefTerm& term : terms) {
    const auto* const indices = std::get_if<RefIndices>(&term);
    const auto* const mask = std::get_if<RefMask>(&term);
    if (indices != nullptr) product *= 1 + indices->values.size();
    if (mask != nullptr) product *= 1 + mask->values.size();
  }
  return product <= 400;
}

/// 0, 1, 2, … in that shape.
RefTensor places_of(const Shape& shape) {
  RefTensor result{shape, {}};
  for (std::size_t i = 0; i < element_count(shape); ++i)
    result.values.push_back(static_cast<std::int64_t>(i));
  return result;
}

std::string check_outcome(const ndx::RuleOutcome& outcome, const Expected& expected,
                          const Expected& explained) {
  if (outcome.error.empty() != (expected.faults == 0))
    return "says error \"" + outcome.error + "\", expected " + describe(expected.faults);
  if (expected.faults != 0) return outcome.same ? "says that an error is the same result" : "";
  if (to_shape(outcome.shape) != expected.where.shape)
    return "has shape " + spell(to_shape(outcome.shape)) + " instead of " +
           spell(expected.where.shape);
  const bool equal = expected.where.shape == explained.where.shape &&
                     expected.where.values == explained.where.values;
  if (outcome.same && !equal) return "says that another result is the same";
  return "";
}

std::string check_picture(const ndx::Explanation& e, const RefTensor& where) {
  const std::vector<svg::Cell> cells = svg::source_cells(xml::read(ndx::to_svg(e)));
  if (cells.empty()) return "";
  std::vector<svg::Place> selection;
  for (std::int64_t place : where.values) {
    svg::Place indices;
    for (std::size_t d = e.source.shape.size(); d-- > 0; place /= e.source.shape[d])
      indices.insert(indices.begin(), place % e.source.shape[d]);
    selection.push_back(indices);
  }
  return svg::selection(cells) == selection ? "" : "draws other cells or another order";
}

std::string check_text(const ndx::Explanation& e) {
  std::istringstream lines(to_string(e));
  for (std::string line; std::getline(lines, line);)
    if (ndx::detail::text_width(line) > 80) return "prints a line that is too wide: " + line;
  return "";
}

/// Explains once; an empty string when all is as the reference says.
std::string check_explanation(RandomExpressions& random, int& drawn) {
  const Sample<int> source(random.strided(random.shape(), true));
  const Shape& shape = source.view().shape;
  const RefTerms terms = random.terms(shape);
  const auto rule = static_cast<RefRule>(random.below(4));
  if (!outer_is_small(terms)) return "";
  const auto said = [&](const std::string& what) {
    return what.empty() ? what
                        : what + "\n  source " + spell(source.view()) + "\n  expression " +
                              spell(terms) + " by " + kRuleNames[static_cast<std::size_t>(rule)];
  };
  const RefTensor places = places_of(shape);
  const Expected expected(places, terms, rule);
  const auto indices = ToNdx(random.seed())(terms);
  ndx::Explanation e;
  const RefFaults thrown = fault_of(
      [&] { e = ndx::explain(source.tensor(), indices, static_cast<ndx::IndexRule>(rule)); });
  if (!expected.allows(thrown))
    return said("threw " + describe(thrown) + " instead of " + describe(expected.faults));
  if (thrown != 0) return "";

  if (e.is_view == any_advanced(terms)) return said("takes a view for a copy or a copy for a view");
  if (to_shape(e.shape) != expected.where.shape) return said("has the wrong shape");
  for (const RefRule other :
       {RefRule::index, RefRule::numpy_index, RefRule::oindex, RefRule::vindex}) {
    const std::string wrong = check_outcome(e.outcome(static_cast<ndx::IndexRule>(other)),
                                            Expected(places, terms, other), expected);
    if (!wrong.empty())
      return said(wrong + " (rule " + kRuleNames[static_cast<std::size_t>(other)] + ")");
  }
  if (e.has_cells && e.cells != expected.where.values) return said("has other cells");
  if (e.has_cells) ++drawn;
  if (std::string wrong = check_picture(e, expected.where); !wrong.empty()) return said(wrong);
  return said(check_text(e));
}

TEST(ExplainProperty, ExplanationsAreAsTheReferenceSays) {
  constexpr std::uint64_t seed = 20261122;
  RandomExpressions random(seed);
  int drawn = 0;
  for (int round = 0; round < kRounds; ++round)
    ASSERT_EQ(check_explanation(random, drawn), "") << "seed " << seed << ", round " << round;
  EXPECT_GT(drawn, kRounds / 2);
}

}  // namespace explain_property_test
