// Explanation: what an index does to a tensor, term by term, as plain data that outlives both.
//
// explain.hpp makes it, explain_text.hpp prints it, explain_svg.hpp draws it. Dims are counted from
// 0 and as the caller counts them; strides and offsets are in elements.
#pragma once

#include <array>
#include <string>
#include <vector>

#include <ndx/index/plan.hpp>

NDX_NAMESPACE_BEGIN

/// The name of the indexing call that follows a rule: "index", "numpy_index", "oindex", "vindex".
inline const char* rule_name(IndexRule rule) noexcept {
  constexpr const char* kNames[] = {"index", "numpy_index", "oindex", "vindex"};
  return kNames[static_cast<std::size_t>(rule)];
}

/// Dims first … first+count-1.
struct DimRange {
  std::size_t first = 0;
  std::size_t count = 0;

  friend bool operator==(const DimRange&, const DimRange&) = default;
};

enum class TermAction : std::uint8_t {
  select,   // an integer: picks one index; the dim goes
  slice,    // a slice: keeps the dim, or a part of it
  keep,     // an ellipsis, or dims that no term names: keeps them whole
  insert,   // None: a new dim of size 1
  boolean,  // True or False: a new dim of size 1 or 0, as a mask that stands for no dim
  gather,   // an index tensor
  mask,
};

struct ExplainedTerm {
  std::string text;  // as Python spells it
  TermAction action = TermAction::keep;
  DimRange source;  // of the tensor: the dims that the term consumes
  DimRange view;    // of the view: those that it leaves, or inserts
  DimRange
      result;  // of the result: where they go. Index tensors that are broadcast together share.
  Dims shape;  // of the index tensor or mask
  index_t start = 0;     // select: the index, counted from 0. slice: the first index,
  index_t count = 0;     // how many there are,
  index_t step = 0;      // and the distance between them. mask, boolean: count of what is true
  bool indexes = false;  // an index tensor, mask or bool; by NumPy's rule an integer beside one
};

/// Whether the index tensors are kept apart, and by what: terms by their places in the list.
struct Separation {
  bool separated = false;
  std::size_t before = 0;  // the last index tensor before …
  std::size_t by = 0;      // … the slice, None or ellipsis that separates it …
  std::size_t after = 0;   // … from this one
};

/// What one of the four rules gives for the same index.
struct RuleOutcome {
  IndexRule rule = IndexRule::views_first;
  Dims shape;             // of the result
  Separation separation;  // numpy, views_first: decides where the index tensors' dims go
  bool same = true;       // the very same result as by the rule that is explained
  std::string error;      // what the call would throw; empty if nothing
};

struct Explanation {
  IndexRule rule = IndexRule::views_first;
  Layout source;
  std::string expression;            // "[0, :, [0, 1]]"
  std::vector<ExplainedTerm> terms;  // one for each of the caller's
  ExplainedTerm rest;                // the dims after them, which no term names; often none

  std::string view_expression;  // the basic terms alone: "[0, :, :]"
  Layout view;                  // what they make of the source

  bool is_view = true;  // no index tensor, mask or bool: the result is the view, no copy
  std::vector<Dims>
      index_shapes;   // what each index tensor, mask and bool gives before broadcasting
  Dims space;         // what they give together: broadcast, or by oindex one by one
  Dims space_places;  // for each dim of the space its dim in the result
  Dims shape;         // of the result

  std::array<RuleOutcome, 4> rules;  // by all four rules, in the order of IndexRule

  /// For each element of the result, row-major, the row-major place of the element of the source
  /// that it shows. Only where neither has more than kMostCells elements; else `has_cells` is
  /// false.
  std::vector<index_t> cells;
  bool has_cells = false;

  static constexpr index_t kMostCells = 1024;

  [[nodiscard]] const RuleOutcome& outcome(IndexRule which) const noexcept {
    return rules[static_cast<std::size_t>(which)];
  }
};

NDX_NAMESPACE_END
