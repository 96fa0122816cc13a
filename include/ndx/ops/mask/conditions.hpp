// compress, extract, place and putmask: NumPy's functions that read and write where a condition is
// true.
//
// A condition is bools in braces or any tensor of numbers, of which nonzero ones are true. It is not
// broadcast: it applies along one dim, or to all elements in row-major order. PyTorch's functions,
// whose masks are bools and are broadcast, are in masks.hpp.
#pragma once

#include <ndx/ops/mask/masks.hpp>
#include <ndx/ops/mask/where.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the condition as bools. A tensor of bools is returned as it is, without a copy.
template <ConditionValues C>
Tensor<const bool> truth(const char* call, const C& condition) {
  if constexpr (InBraces<C>) {
    return condition.tensor();
  } else if constexpr (Complex<element_t<C>>) {
    return map_elements<bool>(
        call, [](const auto& x) { return x != std::remove_cvref_t<decltype(x)>{}; }, condition);
  } else {
    return condition.template to<const bool>();
  }
}

/// Selects the slices along `dim` of t where the condition, which must have rank 1, is true.
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

/// Selects the elements where the condition is true, both read in row-major order.
template <class T>
Tensor<std::remove_const_t<T>> extract_elements(const char* call, const Tensor<T>& t,
                                                const Tensor<const bool>& condition) {
  if (condition.shape() == t.shape()) return writable_result(t.index({condition}));
  return compress_dim(call, t.ravel(), condition.ravel(), 0);
}

/// Returns the condition in the target's shape. Throws unless both have as many elements and the
/// target can be written.
template <class T>
Tensor<const bool> condition_like(const char* call, const Tensor<T>& target,
                                  const Tensor<const bool>& mask) {
  if (mask.numel() != target.numel()) [[unlikely]] {
    throw_shape_error(call, ": mask of shape ", mask.shape(), " has ", mask.numel(),
                      " elements, but the tensor of shape ", target.shape(), " has ",
                      target.numel());
  }
  check_writable(call, target.layout());
  return mask.reshape(target.shape());
}

/// Returns the first `count` values, repeated from the start if there are fewer. `values` must not be
/// empty.
template <class T>
Tensor<T> cycled(const Tensor<T>& values, index_t count) {
  const index_t size = values.numel();
  if (size >= count) return values.narrow(0, 0, count);
  if (size == 1) return values.expand({count});
  return values.expand({(count - 1) / size + 1, size}).reshape({-1}).narrow(0, 0, count);
}

template <class T>
void place_values(const Tensor<T>& t, const Tensor<const bool>& mask, const ValuesOf<T>& values) {
  const Tensor<const bool> condition = condition_like("place", t, mask);
  const index_t wanted = count_set(condition);
  if (wanted != 0 && values.numel() == 0) [[unlikely]]
    throw_value_error("place: no values for the ", wanted, " places where the mask is true");
  t.index_put_({condition}, cycled(values.ravel(), wanted));
}

template <class T>
void put_values(const Tensor<T>& t, const Tensor<const bool>& mask, const ValuesOf<T>& values) {
  const Tensor<const bool> condition = condition_like("putmask", t, mask);
  if (values.numel() == 1) {
    t.index_put_({condition}, values.view({}));
  } else if (values.numel() != 0) {
    const Tensor<const T> laid = cycled(values.ravel(), t.numel()).reshape(t.shape());
    t.index_put_({condition}, laid.index({condition}));
  }
}

}  // namespace detail

/// Selects the slices along `dim` where the condition, a tensor of numbers of rank 1, is nonzero.
/// Returns a fresh tensor. If the condition is shorter than the dim, the remaining slices are left
/// out.
///   compress(t(3,4), tensor({0, 1, 1}), 0) -> (2,4)
/// Throws IndexError for a dim out of range and for a condition that is true past the end of the dim,
/// ShapeError for a condition whose rank is not 1. Source: NumPy's compress, with the tensor as first
/// argument.
template <class T, ConditionValues C = detail::BracedMask>
[[nodiscard]] Tensor<std::remove_const_t<T>> compress(const Tensor<T>& t, const C& condition,
                                                      Dim dim) {
  const std::size_t place = wrap_dim("compress", dim, t.shape().size());
  return detail::compress_dim("compress", t, detail::truth("compress", condition), place);
}
/// Selects from the elements in row-major order if no dim is given.
template <class T, ConditionValues C = detail::BracedMask>
[[nodiscard]] Tensor<std::remove_const_t<T>> compress(const Tensor<T>& t, const C& condition) {
  return detail::compress_dim("compress", t.ravel(), detail::truth("compress", condition), 0);
}

/// Selects the elements where the condition is nonzero, both read in row-major order. Returns a fresh
/// tensor of rank 1. The shapes and even the sizes may differ, as for compress. Throws IndexError if
/// the condition is true past the last element. Source: NumPy's extract, with the tensor as first
/// argument.
///   extract(tensor({7, 8, 9}), tensor({1, 0, 1})) -> 7 9
template <class T, ConditionValues C = detail::BracedMask>
[[nodiscard]] Tensor<std::remove_const_t<T>> extract(const Tensor<T>& t, const C& condition) {
  return detail::extract_elements("extract", t, detail::truth("extract", condition));
}

/// Writes `values` in place to the positions of t where the mask is nonzero: the first value to the
/// first such position, and so on, starting again from the first value when they run out. The mask
/// has as many elements as t; both are read in row-major order. Values are a tensor of any shape, a
/// scalar or braces. If they overlap t, they are read as if they had been copied first. Returns t.
///   place(arange(6), arange(6) > 2, {-1, -2}) -> 0 1 2 -1 -2 -1
/// Throws ShapeError for a mask with another number of elements, ValueError if there is a position to
/// write but no value, or if two positions of t share an element. Source: NumPy's place;
/// masked_scatter_ is the variant that does not repeat its values.
template <class T, ConditionValues M = detail::BracedMask,
          class V = BracedValue<std::remove_const_t<T>>>
  requires ValueFor<V, std::remove_const_t<T>>
Tensor<T> place(const Tensor<T>& t, const M& mask, const V& values) {
  Tensor<T> written = t;  // before the first write, because it allocates above rank 6
  const Tensor<const bool> condition = detail::truth("place", mask);
  detail::place_values(t, condition, detail::ValueTensor<T>(values).get());
  return written;
}

/// Writes in place, to each position of t where the mask is nonzero, the value at the same row-major
/// position. Values start again when they run out, and surplus values are ignored. Nothing is written
/// if there are no values. Mask, values and overlap are those of place. Returns t.
///   putmask(arange(6), arange(6) > 2, {-1, -2}) -> 0 1 2 -2 -1 -2
/// Throws ShapeError and ValueError as place does, but not for missing values. Source: NumPy's
/// putmask.
template <class T, ConditionValues M = detail::BracedMask,
          class V = BracedValue<std::remove_const_t<T>>>
  requires ValueFor<V, std::remove_const_t<T>>
Tensor<T> putmask(const Tensor<T>& t, const M& mask, const V& values) {
  Tensor<T> written = t;  // before the first write, because it allocates above rank 6
  const Tensor<const bool> condition = detail::truth("putmask", mask);
  detail::put_values(t, condition, detail::ValueTensor<T>(values).get());
  return written;
}

NDX_NAMESPACE_END
