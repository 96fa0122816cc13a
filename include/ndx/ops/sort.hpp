// sort and argsort: the elements along a dim in order, and their indices.
//
// Each line is copied into a buffer of elements with their indices and sorted there by the standard
// library.
#pragma once

#include <algorithm>

#include <ndx/ops/order.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

template <class T>
ValuesAndIndices<std::remove_const_t<T>> sort_lines(const char* call, const Tensor<T>& t,
                                                    index_t dim, bool descending, bool stable) {
  const std::size_t place = line_dim(call, t, dim);
  const auto by = [&]<class Order>(Order order) {
    return rearrange_lines(call, t, place, {0, line_length(t, place)}, [&](auto first, auto last) {
      if (stable) {
        std::stable_sort(first, last, order);
      } else {
        std::sort(first, last, order);
      }
    });
  };
  return descending ? by(Descending{}) : by(Ascending{});
}

}  // namespace detail

/// Sorts the elements along `dim` in ascending or descending order. Returns them and their indices
/// along `dim`:
///   sort(tensor({3, 1, 2})) -> values {1, 2, 3}, indices {1, 2, 0}
///   auto [values, indices] = sort(t, 0, true);
/// Both are fresh tensors of the shape of `t`. NaN counts as the largest: it comes last, or first
/// in descending order. With `stable`, the default, equal elements keep their order, also in
/// descending order; without it, their indices may come in any order. A tensor of rank 0 is treated
/// as rank 1. Throws IndexError for a dim out of range. Complex numbers do not compile. Source:
/// PyTorch's sort; NumPy's returns the values only.
template <RealTensor A>
[[nodiscard]] auto sort(const A& t, index_t dim = -1, bool descending = false, bool stable = true) {
  return detail::sort_lines("sort", t, dim, descending, stable);
}
template <ComplexTensor A, class... Rest>
void sort(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

/// The indices along `dim` that sort returns: take_along_axis(t, argsort(t, dim), dim) is sorted.
/// Otherwise as sort.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argsort(const A& t, index_t dim = -1, bool descending = false,
                                      bool stable = true) {
  return detail::sort_lines("argsort", t, dim, descending, stable).indices;
}
template <ComplexTensor A, class... Rest>
void argsort(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

NDX_NAMESPACE_END
