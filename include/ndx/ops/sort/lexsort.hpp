// lexsort sorts by several keys: it sorts by the least important one first, and the stable sort by each
// further key keeps that order among equal ones.
#pragma once

#include <tuple>

#include <ndx/ops/index/take.hpp>
#include <ndx/ops/shape/join.hpp>
#include <ndx/ops/sort/sort.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Sorts an order of the elements, stably, by one more key. `order` is undefined before the first key.
template <class T>
void sort_by_key(const Tensor<T>& key, index_t dim, index_t number, Tensor<index_t>& order) {
  if (number == 0) {
    order = sort_lines("lexsort", key, dim, false, false).indices;
    return;
  }
  if (!(key.shape() == order.shape())) [[unlikely]]
    throw_shape_error("lexsort: key ", number, " has shape ", key.shape(), ", but key 0 has shape ",
                      order.shape());
  const auto sorted = gather(key, dim, order);
  order = gather(order, dim, argsort(sorted, dim));
}

template <class T>
Tensor<index_t> lexsort_by(Parts<T> keys, index_t dim) {
  if (keys.empty()) [[unlikely]]
    throw_value_error("lexsort: there must be at least one key");
  Tensor<index_t> order;
  index_t number = 0;
  for (const Tensor<T>& key : keys) sort_by_key(key, dim, number++, order);
  return order;
}

}  // namespace detail

/// Returns the order of elements that are sorted along `dim` by several keys, of which the last is the
/// most important. The keys are tensors of one shape in braces or in a range, tensors of different types
/// in a std::tuple, or the slices t[0], t[1], … of one tensor.
///   lexsort({tensor({1, 2, 1, 0}), tensor({5, 4, 4, 5})})   -> 2 1 3 0
///   lexsort(std::tuple(names, dates)) · lexsort(t(2,5)) -> (5)
///   x.index({lexsort({second, first})})                     x sorted by `first`, ties by `second`
/// The result is a fresh tensor of indices along `dim`, of the shape of a key. Equal elements keep their
/// order, and NaN counts as the largest. Throws ShapeError if the keys' shapes differ, ValueError if there
/// is no key, IndexError for a dim out of range. Source: NumPy's lexsort.
template <TensorRange R>
[[nodiscard]] Tensor<index_t> lexsort(const R& keys, Dim dim = -1) {
  return detail::lexsort_by(detail::parts_of(keys), dim);
}
template <class T>
[[nodiscard]] Tensor<index_t> lexsort(std::initializer_list<Tensor<T>> keys, Dim dim = -1) {
  return detail::lexsort_by(detail::parts_of(keys), dim);
}
template <NumberTensor A>
[[nodiscard]] Tensor<index_t> lexsort(const A& keys, Dim dim = -1) {
  return lexsort(keys.unbind(0), dim);
}
template <class... A>
  requires(NumberTensor<std::remove_cvref_t<A>> && ...)
[[nodiscard]] Tensor<index_t> lexsort(const std::tuple<A...>& keys, Dim dim = -1) {
  static_assert(sizeof...(A) > 0, "there must be at least one key");
  Tensor<index_t> order;
  index_t number = 0;
  std::apply([&](const A&... key) { (detail::sort_by_key(key, dim, number++, order), ...); }, keys);
  return order;
}

NDX_NAMESPACE_END
