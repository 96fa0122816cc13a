// group_by brings the positions of equal labels together, for work on the elements of one label after
// another.
#pragma once

#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/sort/set_operations.hpp>

NDX_NAMESPACE_BEGIN

/// The positions of each distinct label. The k-th label is that of the elements
/// order[starts[k]] … order[starts[k + 1] - 1].
template <class T>
struct PositionsByLabel {
  Tensor<index_t> order;   // positions of the elements, those of one label together
  Tensor<index_t> starts;  // where each label begins in `order`, and last the number of elements
  Tensor<T> labels;        // the distinct labels, ascending
};
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const PositionsByLabel<T>& /*result*/) {
  static_assert(detail::kNever<T>,
                "several tensors are printed one by one: write group_by(labels).labels");
  return out;
}

namespace detail {

/// Finds the positions of the labels in a tensor of rank 1.
template <class T>
PositionsByLabel<std::remove_const_t<T>> positions_by_label(const Tensor<T>& labels) {
  const auto sorted = sort(labels);
  const auto runs = unique_consecutive(sorted.values, {.return_index = true});
  return {sorted.indices, cat({runs.index, full<index_t>({1}, labels.numel())}), runs.values};
}

}  // namespace detail

/// Returns the row-major positions of the elements in the order of their labels, where each label
/// begins, and the distinct labels. Positions of one label ascend. NaNs are one label, the last.
///   group_by(tensor({7, 3, 7, 5})).order   -> 1 3 0 2
///   group_by(tensor({7, 3, 7, 5})).starts  -> 0 1 2 4
///   group_by(tensor({7, 3, 7, 5})).labels  -> 3 5 7
/// Shapes: order (labels.numel()), labels (number of distinct ones), starts (one more).
template <NumberTensor A>
[[nodiscard]] auto group_by(const A& labels) {
  return detail::positions_by_label(labels.ravel());
}

NDX_NAMESPACE_END
