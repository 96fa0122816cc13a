// explain: describes what a combined index does, without running it.
//
// Most facts come from the plan: the view, the operands and the dims of the result. But a plan does
// not record which term gave what, so a second walk over the terms describes each of them. All four
// rules are planned, so that the explanation can say which of them would give something else. What
// walks and plans is a template of the result, so that only a program that asks for an explanation
// compiles it.
#pragma once

#include <concepts>

#include <ndx/engine/execute.hpp>
#include <ndx/explain/explanation.hpp>
#include <ndx/grammar/terms/index_list.hpp>
#include <ndx/plan/planner.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Finds the term that separates the index tensors, between the two terms that the walk found.
inline Separation find_separation(const WalkInput& in, const OperandPlaces& places,
                                  std::size_t ellipsis_dims) {
  if (!places.separated) return {};
  std::size_t by = places.before + 1;
  const auto separates = [&](const TensorIndex& term) {
    const bool dots = term.kind() == TensorIndex::Kind::ellipsis;
    return !is_integer(term) && (!dots || in.rule == IndexRule::numpy || ellipsis_dims != 0);
  };
  while (!separates(in.terms[by])) ++by;
  return {true, places.before, by, places.after};
}

/// Returns the dims of the result that operands supply, or those that they do not, in ascending
/// order.
inline Dims result_dims(const IndexPlan& plan, bool supplied) {
  Dims dims;
  for (std::size_t d = 0; d < plan.result_shape().size(); ++d) {
    if (((plan.index_dims >> d & 1) != 0) == supplied) dims.push_back(static_cast<index_t>(d));
  }
  return dims;
}

/// Makes an explanation; Result is Explanation.
template <class Result>
class Explainer {
 public:
  Explainer(IndexRule rule, const Layout& source, Terms terms)
      : terms_(terms), plan_(plan_index("explain", rule, source, terms)) {
    made_.rule = rule;
    made_.source = source;
  }

  Result run() {
    check_elements();
    describe_result();
    describe_terms();
    for (std::size_t r = 0; r < made_.rules.size(); ++r) ask(made_.rules[r], IndexRule(r));
    find_cells();
    return std::move(made_);
  }

 private:
  /// Checks the elements of index tensors, which planning does not read.
  void check_elements() const {
    if (plan_.is_copied()) IndexedLoop(plan_, contiguous_strides(plan_.shape)).check_all();
  }

  void describe_result() {
    made_.expression = expression_text(terms_).text;
    made_.view = plan_.view;
    if (is_empty(made_.view.shape)) made_.view.offset = 0;
    made_.is_view = plan_.is_view();
    made_.shape = plan_.result_shape();
    made_.space_places = result_dims(plan_, true);
    for (const index_t d : made_.space_places)
      made_.space.push_back(made_.shape[static_cast<std::size_t>(d)]);
    std::size_t used = 0;
    for (const TensorIndex& term : terms_) used += consumed_dims(term);
    ellipsis_dims_ = made_.source.rank() - used;
  }

  void describe_terms() {
    kept_places_ = result_dims(plan_, false);
    for (const TensorIndex& term : terms_) {
      made_.terms.push_back(describe(term));
      if (!made_.view_expression.empty()) made_.view_expression += ", ";
      made_.view_expression += basic_text(term);
    }
    if (terms_.empty()) made_.view_expression = "()";
    take_dims(made_.rest, made_.source.rank() - cursor_);
  }

  ExplainedTerm describe(const TensorIndex& term) {
    ExplainedTerm told;
    told.text = to_string(term);
    if (is_advanced(term)) {
      describe_operand(told, plan_.operands[next_operand_++]);
    } else if (is_integer(term)) {
      describe_integer(told, term);
    } else if (term.kind() == TensorIndex::Kind::slice) {
      told.action = TermAction::slice;
      const SliceRange range = resolve(term.slice(), made_.source.shape[cursor_]);
      told.start = range.first;
      told.count = range.count;
      told.step = range.step;
      take_dims(told, 1);
    } else if (term.kind() == TensorIndex::Kind::none) {
      told.action = TermAction::insert;
      told.source = {cursor_, 0};
      keep_dims(told, 1);
    } else {
      take_dims(told, ellipsis_dims_);
    }
    return told;
  }

  void describe_integer(ExplainedTerm& told, const TensorIndex& term) {
    told.action = TermAction::select;
    const bool tensor = term.kind() == TensorIndex::Kind::tensor;
    const index_t index = tensor ? integer_value(term.tensor()) : term.integer();
    told.start = index < 0 ? index + made_.source.shape[cursor_] : index;
    told.count = 1;
    told.source = {cursor_++, 1};
    told.view = {view_dim_, 0};
    told.indexes = made_.rule == IndexRule::numpy && !plan_.is_view();
    if (told.indexes) made_.index_shapes.emplace_back();
  }

  void describe_operand(ExplainedTerm& told, const IndexOperand& operand) {
    const bool boolean = operand.kind == IndexOperand::Kind::boolean;
    const bool mask = operand.kind == IndexOperand::Kind::mask;
    told.action = boolean ? TermAction::boolean : mask ? TermAction::mask : TermAction::gather;
    told.source = {cursor_, boolean ? 0u : operand.dims};
    told.view = {view_dim_, operand.dims};
    if (!boolean) told.shape = operand.tensor->layout.shape;
    told.count = operand.count;
    told.indexes = true;
    // Index tensors that are broadcast together share the whole index shape. Under oindex each has
    // its own dims of it.
    const bool outer = made_.rule == IndexRule::outer;
    const std::size_t own = outer ? operand.shape().size() : made_.space.size();
    told.result = {static_cast<std::size_t>(made_.space_places[outer ? index_dim_ : 0]), own};
    index_dim_ += own;
    made_.index_shapes.push_back(operand.shape());
    cursor_ += told.source.count;
    view_dim_ += told.view.count;
  }

  void take_dims(ExplainedTerm& told, std::size_t count) {
    told.source = {cursor_, count};
    cursor_ += count;
    keep_dims(told, count);
  }

  /// Records that the term keeps `count` dims of the view. They are adjacent in the result too,
  /// because the dims of index tensors are inserted only between terms.
  void keep_dims(ExplainedTerm& told, std::size_t count) {
    told.view = {view_dim_, count};
    if (count != 0) told.result = {static_cast<std::size_t>(kept_places_[kept_]), count};
    kept_ += count;
    view_dim_ += count;
  }

  static std::string basic_text(const TensorIndex& term) {
    if (!is_advanced(term)) return to_string(term);
    std::string text = consumed_dims(term) == 0 ? "None" : ":";
    for (std::size_t d = 1; d < consumed_dims(term); ++d) text += ", :";
    return text;
  }

  void ask(RuleOutcome& outcome, IndexRule rule) const {
    outcome.rule = rule;
    IndexPlan plan;
    const WalkInput input{rule_name(rule), rule, Bounds::raise, made_.source, terms_};
    try {
      const OperandPlaces places = walk_terms(input, plan);
      outcome.separation = find_separation(input, places, ellipsis_dims_);
      if (plan.is_copied()) place_operands(plan, rule, places);
      outcome.shape = plan.result_shape();
      // Comparing the shapes and the places of the index dims is enough: with more than one index
      // tensor of rank 1 or more, oindex gives more dims than broadcasting does.
      outcome.same = plan.index_dims == plan_.index_dims && outcome.shape == made_.shape;
    } catch (const std::logic_error& error) {
      outcome.same = false;
      const std::string said = error.what();
      outcome.error = said.substr(0, said.find('\n'));
    }
  }

  /// Finds the source element of each element of the result: indexes a tensor of the source's shape
  /// that holds 0, 1, 2, …
  void find_cells() {
    made_.has_cells = numel(made_.source) <= Result::kMostCells &&
                      numel(DimsView(made_.shape)) <= Result::kMostCells;
    if (!made_.has_cells) return;
    const Layout packed{made_.source.shape, contiguous_strides(made_.source.shape), 0};
    const IndexPlan plan = plan_index("explain", made_.rule, packed, terms_);
    made_.cells.resize(static_cast<std::size_t>(numel(DimsView(made_.shape))));
    if (plan.is_view()) {
      const Layout& view = plan.view;
      for (std::size_t i = 0; i < made_.cells.size(); ++i)
        made_.cells[i] =
            view.offset + offset_of_linear(view.shape, view.strides, static_cast<index_t>(i));
    } else {
      std::vector<index_t> places(static_cast<std::size_t>(numel(packed)));
      for (std::size_t i = 0; i < places.size(); ++i) places[i] = static_cast<index_t>(i);
      gather<sizeof(index_t)>(plan, reinterpret_cast<const std::byte*>(places.data()),
                              reinterpret_cast<std::byte*>(made_.cells.data()), nullptr);
    }
  }

  Terms terms_;
  const IndexPlan plan_;
  Result made_;
  Dims kept_places_;
  std::size_t ellipsis_dims_ = 0;  // number of dims that an ellipsis takes, or that no term indexes
  std::size_t cursor_ = 0;         // next dim of the source
  std::size_t view_dim_ = 0;       // next dim of the view
  std::size_t kept_ = 0;           // number of view dims before it that no operand indexes
  std::size_t next_operand_ = 0;   // index into plan_.operands
  std::size_t index_dim_ = 0;      // oindex: next dim of the index shape
};

}  // namespace detail

/// Describes what t.index(indices) does, or the same index under another of the four rules: for
/// each term the dims that it consumes and where they go; the view that the basic terms make; the
/// shape that the index tensors give; the shape of the result; and what the other rules would
/// return. Print the explanation, draw it with to_svg, or read its fields:
///   std::cout << explain(t, {0, Slice(), idx});
///   explain(t, {0, Slice(), idx}, IndexRule::numpy).shape
/// Reads the index tensors but no element of t, and keeps no reference to either. Throws what the
/// call itself would throw, with "explain" as the name of the call.
template <class T>
[[nodiscard]] Explanation explain(const Tensor<T>& t, IndexList indices,
                                  IndexRule rule = IndexRule::views_first) {
  return detail::Explainer<Explanation>(rule, t.layout(), indices.terms()).run();
}
template <class T>
[[nodiscard]] Explanation explain(Subscript<T>&& part, IndexList indices,
                                  IndexRule rule = IndexRule::views_first) {
  return explain(Tensor<T>(std::move(part)), indices, rule);
}

/// Describes an index of a row-major tensor of the given shape: explain({2, 3, 4}, {0, Slice(),
/// idx}).
template <std::same_as<Explanation> Result = Explanation>
[[nodiscard]] Result explain(const Dims& shape, IndexList indices,
                             IndexRule rule = IndexRule::views_first) {
  return detail::Explainer<Result>(rule, contiguous_layout("explain", shape), indices.terms())
      .run();
}

NDX_NAMESPACE_END
