// diff computes the differences of neighbours along a dim.
#pragma once

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Computes b - a, or for bools whether they differ.
template <class T>
using Difference = std::conditional_t<Boolean<T>, Compare<NotEqual, T, T, T>, In<Subtract, T>>;

template <class T>
Tensor<std::remove_const_t<T>> neighbour_differences(const Tensor<T>& t, std::size_t place) {
  const auto dim = static_cast<index_t>(place);
  const index_t size = t.shape()[place];
  const index_t left = size > 0 ? size - 1 : 0;
  using V = std::remove_const_t<T>;
  return map_elements<V>("diff", Difference<computed_t<V>>{}, t.narrow(dim, size - left, left),
                         t.narrow(dim, 0, left));
}

}  // namespace detail

/// Computes t[1:] - t[:-1] along `dim`, n times. Returns a fresh tensor whose `dim` is shorter by n,
/// but not below 0. The element type stays: integers wrap around, and bools give whether they differ.
/// Throws IndexError for a dim out of range, ValueError for a negative n. Source: NumPy's diff.
///   diff(tensor({1, 4, 9})) -> {3, 5} · diff(tensor({1, 4, 9}), 2) -> {2}
template <NumberTensor A>
[[nodiscard]] auto diff(const A& t, Count n = 1, Dim dim = -1) {
  using T = detail::element_t<A>;
  const std::size_t place = wrap_dim("diff", dim, t.shape().size());
  if (n < 0) [[unlikely]]
    throw_value_error("diff: n ", n, " is negative");
  Tensor<T> result = n == 0 ? t.clone() : detail::neighbour_differences(t, place);
  for (index_t i = 1; i < n && result.shape()[place] > 0; ++i)
    result = detail::neighbour_differences(result, place);
  return result;
}

NDX_NAMESPACE_END
