// What an index would do, asked without a tensor.
#pragma once

#include <ndx/index/index_list.hpp>
#include <ndx/index/planner.hpp>

NDX_NAMESPACE_BEGIN

/// The shape that indexing a tensor of `shape` gives: result_shape({2, 3, 4}, {0, Slice(), idx}).
/// Masks are counted; the elements of integer index tensors are not looked at. Throws as index.
[[nodiscard]] inline Dims result_shape(const Dims& shape, IndexList terms,
                                       IndexRule rule = IndexRule::views_first) {
  const char* const call = "result_shape";
  return plan_index(call, rule, contiguous_layout(call, shape), terms.terms()).result_shape();
}

/// Whether indexing with these terms makes a fresh tensor, and not a view: whether an index tensor,
/// a mask or a bool is among them. Integer tensors of rank 0 are integers.
[[nodiscard]] inline bool would_copy(IndexList terms) noexcept {
  return detail::has_advanced(terms.terms());
}

NDX_NAMESPACE_END
