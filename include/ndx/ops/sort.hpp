// sort and argsort: the elements along a dim in order, and where they came from.
//
// Each line is copied into a buffer of elements with their places and sorted there by the standard
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
    return arrange_lines(call, t, place, {0, line_length(t, place)}, [&](auto first, auto last) {
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

/// The elements along `dim` in ascending or descending order, and the index along `dim` of each:
///   sort(tensor({3, 1, 2})) -> values {1, 2, 3}, indices {1, 2, 0}
///   auto [values, indices] = sort(t, 0, true);
/// Fresh tensors of the shape of `t`. NaN counts as the largest: it comes last, or first when
/// descending. With `stable`, which is the default, equal elements keep their order, also when
/// descending; without it, their indices may come in any. A tensor of rank 0 counts as one of rank
/// 1. IndexError for a dim that is not there. Complex numbers do not compile.
/// Source: PyTorch's sort; NumPy's gives the values only.
template <RealTensor A>
[[nodiscard]] auto sort(const A& t, index_t dim = -1, bool descending = false, bool stable = true) {
  return detail::sort_lines("sort", t, dim, descending, stable);
}
template <ComplexTensor A, class... Rest>
void sort(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

/// The indices along `dim` that sort gives: take_along_axis(t, argsort(t, dim), dim) is sorted.
/// All else as sort.
template <RealTensor A>
[[nodiscard]] Tensor<index_t> argsort(const A& t, index_t dim = -1, bool descending = false,
                                      bool stable = true) {
  return detail::sort_lines("argsort", t, dim, descending, stable).indices;
}
template <ComplexTensor A, class... Rest>
void argsort(const A&, const Rest&...) = delete;  // complex numbers have no order: take their abs

NDX_NAMESPACE_END
