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

/// Calls keep(d) for each dim of the view that no operand indexes, and replace(k) at the first dim
/// of operand k, from left to right.
template <class Keep, class Replace>
void for_each_view_dim(const IndexPlan& plan, Keep&& keep, Replace&& replace) {
  std::size_t next = 0;  // operand
  for (std::size_t d = 0; d < plan.view.rank();) {
    if (next < plan.operands.size() && plan.operands[next].view_dim == d) {
      replace(next);
      d += plan.operands[next++].dims;
    } else {
      keep(d++);
    }
  }
}

/// oindex: each operand's dims replace the dims that it indexes.
inline void place_outer(IndexPlan& plan) {
  SmallVector<std::size_t, 4> first;  // dim of the result, by operand
  for_each_view_dim(
      plan, [&](std::size_t d) { plan.push_view_dim(plan.view.shape[d], plan.view.strides[d]); },
      [&](std::size_t k) {
        first.push_back(plan.shape.size());
        for (const index_t size : plan.operands[k].shape()) plan.push_index_dim(size);
      });
  plan.reset_strides();
  for (std::size_t k = 0; k < plan.operands.size(); ++k)
    plan.place_operand(k, first[k], plan.operands[k].shape().size());
}

/// The other rules: the operands are broadcast together, and their dims come after the first
/// `before` dims of the view.
inline void place_broadcast(IndexPlan& plan, std::size_t before) {
  Dims index_shape;
  for (const IndexOperand& operand : plan.operands) {
    if (!broadcast_into(index_shape, operand.shape())) [[unlikely]]
      throw_not_broadcastable(plan);
  }
  const auto insert_index_dims = [&] {
    for (const index_t size : index_shape) plan.push_index_dim(size);
  };
  if (before == 0) insert_index_dims();
  std::size_t kept = 0;
  for_each_view_dim(
      plan,
      [&](std::size_t d) {
        plan.push_view_dim(plan.view.shape[d], plan.view.strides[d]);
        if (++kept == before) insert_index_dims();
      },
      [](std::size_t /*k*/) {});
  plan.reset_strides();
  for (std::size_t k = 0; k < plan.operands.size(); ++k)
    plan.place_operand(k, before, index_shape.size());
}

/// Places the operands of a walked plan as the rule says: with broadcasting, in place of the first
/// if adjacent, else in front.
inline void place_operands(IndexPlan& plan, IndexRule rule, const OperandPlaces& places) {
  if (rule == IndexRule::outer) {
    place_outer(plan);
  } else {
    const bool in_front = places.separated || rule == IndexRule::vectorized;
    place_broadcast(plan, in_front ? 0 : places.first);
  }
  checked_numel(plan.call, plan.shape);
}

/// The walk: fills the call, the view and the operands of a plan.
NDX_NOINLINE inline OperandPlaces walk_terms(const WalkInput& input, IndexPlan& plan) {
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
NDX_FUNC IndexPlan make_plan(const WalkInput& input) {
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
