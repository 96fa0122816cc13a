// The planner: turns a layout and an index into an IndexPlan. result_shape and would_copy tell what an
// index returns without reading a tensor.
//
// The walk in term_walk.hpp makes the view and records the operands. This header places the operands: it
// decides which dims the result has, in which order, and along which of them each operand varies. Sources:
// PyTorch's and NumPy's combined indexing, which examples/guide/rules.md compares; NEP 21.
#pragma once

#include <ndx/grammar/terms/index_list.hpp>
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

/// Places the operands of a plan after the walk. Under the outer rule, the dims of each operand replace the
/// dims that it indexes. Under the other rules, the operands are broadcast together; their dims replace
/// those of the first operand if the operands are adjacent, and go in front otherwise. vindex always puts
/// them in front.
inline void place_operands(IndexPlan& plan, IndexRule rule, const OperandPlaces& places) {
  const bool outer = rule == IndexRule::outer;
  Dims index_shape;  // shape that all operands broadcast to; stays empty under the outer rule
  for (std::size_t k = 0; !outer && k < plan.operands.size(); ++k) {
    if (!broadcast_into(index_shape, plan.operands[k].shape())) [[unlikely]]
      throw_not_broadcastable(plan);
  }
  const bool in_front = places.separated || rule == IndexRule::vectorized;
  const std::size_t before = in_front ? 0 : places.first;

  // d counts the dims of the view. Each round inserts the dims that operands supply before dim d, then appends
  // dim d itself, or skips the dims that the next operand indexes.
  Dims first;  // by operand: the first dim of the result along which it is placed
  for (std::size_t d = 0;;) {
    const std::size_t next = first.size();  // the next operand to place
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

/// Walks over the terms: fills the call, the view and the operands of a plan. Returns where the operands
/// are.
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

/// Plans how `terms` index a tensor of layout `source` under `rule`. Error messages begin with `call`. The
/// plan counts the true elements of masks, but does not read the elements of integer index tensors.
/// Throws IndexError (an integer out of bounds, too many indices, a second ellipsis, a mask that
/// does not match), ShapeError (index tensors that do not broadcast), ValueError (step 0, rank
/// above 64, a result too large).
inline IndexPlan plan_index(const char* call, IndexRule rule, const Layout& source,
                            detail::Terms terms, Bounds bounds = Bounds::raise) {
  return detail::make_plan({call, rule, bounds, source, terms});
}

/// Returns the shape of the result of indexing a tensor of shape `shape`:
///   result_shape({2, 3, 4}, {0, Slice(), idx})
/// The true elements of masks are counted; the elements of integer index tensors are not checked. Throws
/// as index does.
[[nodiscard]] inline Dims result_shape(const Dims& shape, IndexList terms,
                                       IndexRule rule = IndexRule::views_first) {
  const char* const call = "result_shape";
  return plan_index(call, rule, contiguous_layout(call, shape), terms).result_shape();
}

/// Returns whether indexing with these terms returns a new tensor instead of a view. It does if an index
/// tensor, a mask or a bool is among them. An integer tensor of rank 0 counts as an integer.
[[nodiscard]] inline bool would_copy(IndexList terms) noexcept {
  return detail::has_advanced(terms);
}

NDX_NAMESPACE_END
