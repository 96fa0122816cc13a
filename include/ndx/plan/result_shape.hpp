// result_shape and would_copy: they tell what an index returns without reading a tensor.
#pragma once

#include <ndx/grammar/terms/index_list.hpp>
#include <ndx/plan/planner.hpp>

NDX_NAMESPACE_BEGIN

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
