// Explanation: what an index does to a tensor, term by term, as plain data that refers to neither.
//
// explain_index.hpp makes it, to_text.hpp prints it and to_svg.hpp draws it. Dims are counted from
// 0, as the caller counts them; strides and offsets are in elements.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <ndx/plan/options.hpp>

NDX_NAMESPACE_BEGIN

/// The method that follows a rule: "index", "numpy_index", "oindex", "vindex".
inline const char* rule_name(IndexRule rule) noexcept {
  return detail::method_name(rule, detail::Method::read);
}
/// The meaning of a rule in a word or two: "views first", "NumPy's rule", "outer", "vectorised".
inline const char* rule_meaning(IndexRule rule) noexcept {
  constexpr const char* kMeanings[] = {"views first", "NumPy's rule", "outer", "vectorised"};
  return kMeanings[static_cast<std::size_t>(rule)];
}

/// The dims first … first+count-1.
struct DimRange {
  std::size_t first = 0;
  std::size_t count = 0;

  friend bool operator==(const DimRange&, const DimRange&) = default;
};

/// How a term changes the dims that it takes.
enum class TermAction : std::uint8_t {
  select,   // an integer: selects one index, removes the dim
  slice,    // a slice: keeps the dim, or some of its indices
  keep,     // an ellipsis, or dims that no term indexes: keeps them whole
  insert,   // None: a new dim of size 1
  boolean,  // True or False: a new dim of size 1 or 0, like a mask of rank 0
  gather,   // an index tensor
  mask,
};

/// One term of an index: the dims that it takes, and what becomes of them.
struct ExplainedTerm {
  std::string text;                      // as Python spells it
  TermAction action = TermAction::keep;  // what the term does
  DimRange source;                       // dims of the tensor that the term consumes
  DimRange view;                         // dims of the view that it keeps or inserts
  DimRange result;       // dims of the result that these become; broadcast index tensors share them
  Dims shape;            // shape of the index tensor or mask
  index_t start = 0;     // select: the index, counted from 0. slice: the first index
  index_t count = 0;     // select: 1. slice: number of indices. mask, boolean: number of trues
  index_t step = 0;      // slice: its step
  bool indexes = false;  // an index tensor, mask or bool; by NumPy's rule an integer beside one
};

/// Whether the index tensors are separated, and by which term. Terms are given by their position in
/// the list.
struct Separation {
  bool separated = false;
  std::size_t before = 0;  // the last index tensor before the separation
  std::size_t by = 0;      // the slice, None or ellipsis that separates
  std::size_t after = 0;   // the first index tensor after it
};

/// The result of the index under one of the four rules.
struct RuleOutcome {
  /// The rule that returns it.
  IndexRule rule = IndexRule::views_first;
  Dims shape;             // shape of the result
  Separation separation;  // numpy, views_first: decides where the index tensors' dims go
  bool same = true;       // whether the result equals that of the explained rule
  std::string error;      // message of the error that the rule would throw; empty if none
};

/// The effect of an index, as explain returns it: the terms, the view that they make, the result,
/// and what the other rules would return.
struct Explanation {
  IndexRule rule = IndexRule::views_first;  // the rule that is explained
  /// The layout of the tensor that is indexed.
  Layout source;
  std::string expression;            // "0, :, [0, 1]"
  std::vector<ExplainedTerm> terms;  // one per term of the caller
  ExplainedTerm rest;                // the trailing dims that no term indexes; often none

  std::string view_expression;  // the basic terms alone: "0, :, :"
  Layout view;                  // its layout

  bool is_view = true;             // no index tensor, mask or bool: the result is the view, no copy
  std::vector<Dims> index_shapes;  // shape of each index tensor, mask or bool before broadcasting
  Dims space;                      // the index shape: these, broadcast or (oindex) concatenated
  Dims space_places;               // for each dim of `space`, its dim in the result
  Dims shape;                      // shape of the result

  std::array<RuleOutcome, 4> rules;  // all four rules, in the order of IndexRule

  /// For each element of the result, in row-major order, the row-major position of its element in
  /// the source. It is filled only if neither has more than kMostCells elements; otherwise
  /// `has_cells` is false.
  std::vector<index_t> cells;
  bool has_cells = false;

  /// The largest number of elements for which `cells` is filled.
  static constexpr index_t kMostCells = 1024;

  /// Returns the outcome of a rule.
  [[nodiscard]] const RuleOutcome& outcome(IndexRule which) const noexcept {
    return rules[static_cast<std::size_t>(which)];
  }
};

NDX_NAMESPACE_END
