// Sequences of different lengths in one tensor, one in each slice of a batch: reverse_sequence reverses the first
// elements of each, tensor_scatter writes new ones at a place of each, as into the cache of a language model.
#pragma once

#include <vector>

#include <ndx/ops/arithmetic/arithmetic.hpp>
#include <ndx/ops/arithmetic/compare.hpp>
#include <ndx/ops/index/take.hpp>
#include <ndx/ops/index/view_scatter.hpp>
#include <ndx/ops/mask/where.hpp>
#include <ndx/ops/math/rounding.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns the numbers given for the sequences, which must be one for each.
template <IndexValues X>
Tensor<index_t> sequence_numbers(const char* call, const char* name, const X& given,
                                 index_t sequences) {
  const Tensor<index_t> numbers = index_tensor(call, given);
  if (!(numbers.shape() == Dims{sequences})) [[unlikely]]
    throw_shape_error(call, ": ", name, " of shape ", numbers.shape(), " for ", sequences,
                      " sequences; there must be one for each");
  return numbers;
}

inline void check_sequence_numbers(const char* call, const char* name,
                                   const Tensor<index_t>& numbers, index_t last) {
  const index_t wrong =
      find_first(numbers, [last](index_t number) { return number < 0 || number > last; });
  if (wrong >= 0) [[unlikely]]
    throw_index_error(call, ": ", name, " hold ", describe_element(numbers, wrong),
                      ", and must be from 0 to ", last);
}

/// Writes the update to the cache, whose element type it has. Errors name `call`.
template <class T, class U, class X>
void scatter_sequences(const char* call, const Tensor<T>& cache, const Tensor<U>& update,
                       const X& write_indices, Dim dim, bool circular) {
  const std::size_t place = wrap_dim(call, dim, cache.shape().size());
  if (place == 0) [[unlikely]]
    throw_value_error(call, ": dim 0 counts the sequences, and cannot be dim ", dim,
                      ", that of their elements");
  Dims shape = cache.shape();
  const index_t size = shape[place];
  if (update.shape().size() == shape.size() && update.shape()[place] <= size)
    shape[place] = update.shape()[place];
  if (!(update.shape() == shape)) [[unlikely]]
    throw_shape_error(call, ": an update of shape ", update.shape(),
                      " does not fit into a cache of shape ", cache.shape(), " along dim ", place);
  // Their type depends on X, so that the arithmetic is compiled only where this is called.
  auto first = sequence_numbers(call, "write_indices", write_indices, shape[0]);
  if (!circular) check_sequence_numbers(call, "write_indices", first, size - shape[place]);
  check_writable(call, cache.layout());
  if (update.numel() == 0) return;
  if (circular) first = remainder(first, size);  // before the sum, which could overflow
  std::vector<TensorIndex> terms(place, Slice());
  terms[0] = arange<index_t>(shape[0]).unsqueeze(1);
  terms.push_back(remainder(first.unsqueeze(1) + arange<index_t>(shape[place]), size));
  cache.index_put_(terms, update.movedim(static_cast<index_t>(place), 1));
}

}  // namespace detail

/// Returns a copy of t in which the first lengths[b] elements along `dim` are in reverse order, for each position b of
/// `batch_dim`. Elements behind them keep their place.
///   reverse_sequence(tensor({{1, 2, 3}, {4, 5, 6}}), {2, 3}, 1) -> 2 1 3 / 6 5 4
/// Throws ShapeError unless there is one length for each position of `batch_dim`, IndexError for a length that is
/// negative or larger than the dim and for a dim out of range, ValueError if both dims are one. Source: TensorFlow's
/// reverse_sequence and ONNX's ReverseSequence, where dim is 0 and batch_dim is 1 by default.
template <Element T, IndexValues X = detail::BracedIndices>
[[nodiscard]] Tensor<std::remove_const_t<T>> reverse_sequence(const Tensor<T>& t, const X& lengths,
                                                              Dim dim, Dim batch_dim = 0) {
  constexpr const char* call = "reverse_sequence";
  const std::size_t place = wrap_dim(call, dim, t.shape().size());
  const std::size_t batch = wrap_dim(call, batch_dim, t.shape().size());
  if (place == batch) [[unlikely]]
    throw_value_error(call, ": dim and batch_dim are both ", place);
  const index_t size = t.shape()[place];
  const index_t sequences = t.shape()[batch];
  // Their type depends on X, so that the arithmetic is compiled only where this is called.
  const auto given = detail::sequence_numbers(call, "lengths", lengths, sequences);
  detail::check_sequence_numbers(call, "lengths", given, size);
  Dims along_batch = Dims::filled(t.shape().size(), 1);
  Dims along_dim = along_batch;
  along_batch[batch] = sequences;
  along_dim[place] = size;
  const auto length = given.reshape(along_batch);
  const auto position = arange<index_t>(size).reshape(along_dim);
  return take_along_axis(t, where(position < length, length - 1 - position, position), dim);
}

/// Writes update[b] to cache[b] for each sequence b, from write_indices[b] on along `dim`. With `circular`, writing goes
/// on at the front of a sequence when its end is reached. Elements are converted. Returns the cache.
///   tensor_scatter_(zeros<int>({2, 3}), tensor({{7, 8}, {7, 8}}), {0, 2}, -1, true) -> 7 8 0 / 8 0 7
/// The shapes differ in `dim` alone, where the update is not larger; dim 0 counts the sequences. Throws ShapeError for
/// other shapes and unless there is one write index for each sequence; IndexError for a dim out of range and, without
/// `circular`, for an update that would begin before a sequence or end behind it; ValueError for dim 0 and if two
/// positions of the cache share an element. Source: ONNX's TensorScatter.
template <Element T, class U, IndexValues X = detail::BracedIndices>
  requires ReplacementFor<U, T>
Tensor<T> tensor_scatter_(const Tensor<T>& cache, const Tensor<U>& update, const X& write_indices,
                          Dim dim = -2, Flag circular = false) {
  Tensor<T> written = cache;  // before the first write, because it allocates above rank 6
  detail::scatter_sequences("tensor_scatter_", cache, update, write_indices, dim, circular);
  return written;
}
/// Writes to a copy of the cache, as tensor_scatter_ does to the cache, and returns the copy. Errors are those of
/// tensor_scatter_ but the last one.
///   tensor_scatter(tensor({{1, 2, 3}}), tensor({{7, 8}}), {1}, -1) -> 1 7 8
template <Element T, class U, IndexValues X = detail::BracedIndices>
  requires ReplacementFor<U, T>
[[nodiscard]] Tensor<std::remove_const_t<T>> tensor_scatter(const Tensor<T>& cache,
                                                            const Tensor<U>& update,
                                                            const X& write_indices, Dim dim = -2,
                                                            Flag circular = false) {
  const Tensor<std::remove_const_t<T>> copy = cache.clone();
  detail::scatter_sequences("tensor_scatter", copy, update, write_indices, dim, circular);
  return copy;
}

NDX_NAMESPACE_END
