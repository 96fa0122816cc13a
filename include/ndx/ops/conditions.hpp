// compress and extract, place and putmask: reading and writing where a condition holds, as NumPy
// has them.
//
// A condition is any tensor of numbers; what is not zero is true. It is not broadcast: it goes
// along one dim, or over all elements in row-major order. PyTorch's functions, whose masks are
// bools and broadcast, are in masks.hpp.
#pragma once

#include <ndx/ops/masks.hpp>
#include <ndx/ops/search.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A condition as bools: the tensor itself where it is that already.
template <NumberTensor C>
Tensor<const bool> truth(const char* call, const C& condition) {
  using T = element_t<C>;
  if constexpr (Boolean<T>) {
    return condition;
  } else {
    return map_elements<bool>(call, [](const T& x) { return x != T{}; }, condition);
  }
}

/// The slices of dim `dim` of t at which the condition, of rank 1, is true.
template <class T>
Tensor<std::remove_const_t<T>> compress_dim(const char* call, const Tensor<T>& t,
                                            const Tensor<const bool>& condition, std::size_t dim) {
  if (condition.dim() != 1) [[unlikely]]
    throw_shape_error(call, ": condition of shape ", condition.shape(), " must have rank 1");
  const index_t size = t.shape()[dim];
  const index_t given = condition.numel() < size ? condition.numel() : size;
  const auto beyond = condition.narrow(0, given, condition.numel() - given);
  if (any(beyond).item()) [[unlikely]] {
    throw_index_error(call, ": condition is true at ", size + flatnonzero(beyond).at(0),
                      ", out of bounds for dimension ", dim, " with size ", size);
  }
  std::vector<TensorIndex> terms(dim, Slice());
  terms.emplace_back(condition.narrow(0, 0, given));
  return writable_result(t.narrow(static_cast<index_t>(dim), 0, given).index(terms));
}

/// The condition over the elements of a target that is to be written, in the target's shape.
template <class T, NumberTensor C>
Tensor<const bool> condition_over(const char* call, const Tensor<T>& target, const C& condition) {
  if (condition.numel() != target.numel()) [[unlikely]] {
    throw_shape_error(call, ": mask of shape ", condition.shape(), " has ", condition.numel(),
                      " elements, but the tensor of shape ", target.shape(), " has ",
                      target.numel());
  }
  check_target(call, target);
  return truth(call, condition).reshape(target.shape());
}

/// The first `count` values, from the first again whenever they run out; there must be one.
template <class T>
Tensor<T> cycled(const Tensor<T>& values, index_t count) {
  const index_t size = values.numel();
  if (size >= count) return values.narrow(0, 0, count);
  if (size == 1) return values.expand({count});
  return values.expand({(count - 1) / size + 1, size}).reshape({-1}).narrow(0, 0, count);
}

}  // namespace detail

/// The slices of one dim at which the condition, a tensor of numbers of rank 1, is not zero: a
/// fresh tensor. The condition may be shorter than the dim; what it does not reach is left out.
///   compress(t(3,4), tensor({0, 1, 1}), 0) -> (2,4)
/// IndexError for a dim that is not there and for a condition that is true beyond the dim's size,
/// ShapeError for one of another rank than 1. Source: NumPy's compress, tensor first.
template <class T, NumberTensor C>
[[nodiscard]] Tensor<std::remove_const_t<T>> compress(const Tensor<T>& t, const C& condition,
                                                      index_t dim) {
  const std::size_t place = wrap_dim("compress", dim, t.shape().size());
  return detail::compress_dim("compress", t, detail::truth("compress", condition), place);
}
/// The same of the elements in row-major order.
template <class T, NumberTensor C>
[[nodiscard]] Tensor<std::remove_const_t<T>> compress(const Tensor<T>& t, const C& condition) {
  return detail::compress_dim("compress", t.ravel(), detail::truth("compress", condition), 0);
}

/// The elements at which the condition is not zero, both taken in row-major order: a fresh tensor
/// of rank 1. They need not have one shape, nor one size; see compress. IndexError where the
/// condition is true beyond the last element. Source: NumPy's extract, tensor first.
template <class T, NumberTensor C>
[[nodiscard]] Tensor<std::remove_const_t<T>> extract(const Tensor<T>& t, const C& condition) {
  const Tensor<const bool> mask = detail::truth("extract", condition);
  if (mask.shape() == t.shape()) return detail::writable_result(t.index({mask}));
  return detail::compress_dim("extract", t.ravel(), mask.ravel(), 0);
}

/// Writes into t, in place: the first of `values` at the first place where the mask is not zero,
/// and so on, from the first value again when they run out. Mask and t have as many elements, taken
/// in row-major order. Values are a tensor of any shape, a scalar or braces; overlap is as if all
/// had been copied first. Returns t.
///   place(counting(6), t > 2, {-1, -2}) -> 0 1 2 -1 -2 -1
/// ShapeError for a mask of another number of elements, ValueError when there is no value to write
/// or one element of t stands at several places. Source: NumPy's place; masked_scatter_ is the one
/// that does not repeat.
template <class T, NumberTensor M, class V = std::initializer_list<std::remove_const_t<T>>>
  requires ValueFor<V, std::remove_const_t<T>>
Tensor<T> place(const Tensor<T>& t, const M& mask, const V& values) {
  Tensor<T> written = t;  // made first: above rank 6 it allocates
  const Tensor<const bool> condition = detail::condition_over("place", t, mask);
  const index_t wanted = count_nonzero(condition).item();
  detail::with_value_tensor<T>(values, [&](const Tensor<const T>& given) {
    if (wanted != 0 && given.numel() == 0) [[unlikely]]
      throw_value_error("place: no values for the ", wanted, " places where the mask is true");
    t.index_put_({condition}, detail::cycled(given.ravel(), wanted));
  });
  return written;
}

/// Writes into t, in place: at each place where the mask is not zero the value of that place, both
/// counted in row-major order; values start again when they run out, and the rest of them is not
/// used. Without values nothing is written. Mask, values and overlap as for place. Returns t.
///   putmask(counting(6), t > 2, {-1, -2}) -> 0 1 2 -2 -1 -2
/// ShapeError and ValueError as place. Source: NumPy's putmask.
template <class T, NumberTensor M, class V = std::initializer_list<std::remove_const_t<T>>>
  requires ValueFor<V, std::remove_const_t<T>>
Tensor<T> putmask(const Tensor<T>& t, const M& mask, const V& values) {
  Tensor<T> written = t;  // made first: above rank 6 it allocates
  const Tensor<const bool> condition = detail::condition_over("putmask", t, mask);
  detail::with_value_tensor<T>(values, [&](const Tensor<const T>& given) {
    if (given.numel() == 1) {
      t.index_put_({condition}, given.view({}));
    } else if (given.numel() != 0) {
      const Tensor<const T> laid = detail::cycled(given.ravel(), t.numel()).reshape(t.shape());
      t.index_put_({condition}, laid.index({condition}));
    }
  });
  return written;
}

NDX_NAMESPACE_END
