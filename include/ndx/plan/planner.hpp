// The planner: turns a layout and an index into an IndexPlan.
//
// One walk over the terms makes the view and records the operands (term_walk.hpp). Placing them is
// the rest: which dims the result has, in which order, and along which of them each operand varies.
// Source: SEMANTICS §2; NEP 21.
#pragma once

#include <ndx/layout/broadcast.hpp>
#include <ndx/plan/term_walk.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

[[noreturn]] NDX_COLD inline void throw_not_broadcastable(const IndexPlan& plan) {
  TextBuffer shapes;
  for (std::size_t k = 0; k < plan.operands.size(); ++k)
    append_shape(shapes, plan.operands[k].shape(), k, plan.operands.size());
  throw_shape_error(plan.call, ": index tensors of shapes ", shapes,
                    " cannot be broadcast together");
}

/// Places the operands of a walked plan. oindex: the dims of each replace those that it indexes. The
/// other rules: they are broadcast together, and their dims come in place of those of the first if
/// adjacent, else in front.
inline void place_operands(IndexPlan& plan, IndexRule rule, const OperandPlaces& places) {
  const bool outer = rule == IndexRule::outer;
  Dims index_shape;  // of all operands; with oindex it has no dims
  for (std::size_t k = 0; !outer && k < plan.operands.size(); ++k) {
    if (!broadcast_into(index_shape, plan.operands[k].shape())) [[unlikely]]
      throw_not_broadcastable(plan);
  }
  const bool in_front = places.separated || rule == IndexRule::vectorized;
  const std::size_t before = in_front ? 0 : places.first;

  Dims first;  // dim of the result, by operand
  for (std::size_t d = 0;;) {
    const std::size_t next = first.size();  // operand
    const bool indexed = next < plan.operands.size() && plan.operands[next].view_dim == d;
    DimsView supplied;  // dims that come before view dim d
    if (outer) {
      if (indexed) supplied = plan.operands[next].shape();
    } else if (plan.shape.size() == before) {
      supplied = index_shape;
    }
    if (indexed) first.push_back(static_cast<index_t>(outer ? plan.shape.size() : before));
    plan.push_index_dims(supplied);
    if (d == plan.view.rank()) break;
    if (indexed) {
      d += plan.operands[next].dims;
    } else {
      plan.push_view_dim(plan.view.shape[d], plan.view.strides[d]);
      ++d;
    }
  }
  plan.reset_strides();
  for (std::size_t k = 0; k < plan.operands.size(); ++k)
    plan.place_operand(k, static_cast<std::size_t>(first[k]),
                       outer ? plan.operands[k].shape().size() : index_shape.size());
  checked_numel(plan.call, plan.shape);
}

/// The walk: fills the call, the view and the operands of a plan.
inline OperandPlaces walk_terms(const WalkInput& input, IndexPlan& plan) {
  plan.call = input.call;
  plan.terms = input.terms;
  plan.bounds = input.bounds;
  plan.checked = input.checked;
  PlanWalk walk(input, plan);
  walk.run();
  return walk.places();
}

IndexPlan make_plan(const WalkInput& input) NDX_SYMBOL(make_plan);
#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC IndexPlan make_plan(const WalkInput& input) {
  IndexPlan plan;
  const OperandPlaces places = walk_terms(input, plan);
  if (plan.is_copied()) place_operands(plan, input.rule, places);
  return plan;
}
#endif

}  // namespace detail

/// Plans what `terms` do, by `rule`, to a tensor of layout `source`. `call` begins error messages.
/// Throws IndexError (an integer out of bounds, too many indices, a second ellipsis, a mask that
/// does not match), ShapeError (index tensors that do not broadcast), ValueError (step 0, rank
/// above 64, a result too large). Does not read the elements of integer index tensors; masks are
/// counted.
inline IndexPlan plan_index(const char* call, IndexRule rule, const Layout& source,
                            detail::Terms terms, Bounds bounds = Bounds::raise) {
  return detail::make_plan({call, rule, bounds, source, terms});
}

NDX_NAMESPACE_END
