// one_hot: encodes classes as rows of zeros with a single one.
#pragma once

#include <ndx/ops/index_values.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// One more than the largest class; negative classes have been refused before.
template <class I>
index_t classes_needed(const Tensor<I>& classes) {
  if (classes.numel() == 0) [[unlikely]]
    throw_value_error("one_hot: cannot infer num_classes from an empty tensor; specify it");
  index_t largest = 0;
  Layout once = classes.layout();
  once.shape = stored_shape(once);
  const Tensor<I> stored(classes.storage(), std::move(once));
  for (const I c : stored) {
    if (saturate_index(c) > largest) largest = saturate_index(c);
  }
  return checked_add("one_hot", largest, 1);
}

}  // namespace detail

/// Encodes each class as `num_classes` integers: 1 at the class, 0 elsewhere. Shape (2,3) ->
/// (2,3,C).
///   one_hot(tensor({0, 2}), 3) -> 1 0 0 / 0 0 1
/// With num_classes -1, C is the largest class plus one. Throws IndexError for a class that is too
/// large or negative (it does not count from the end). Throws ValueError for any other num_classes
/// below 1, and for -1 if there are no classes. Source: PyTorch's one_hot.
template <Integer I>
[[nodiscard]] Tensor<index_t> one_hot(const Tensor<I>& classes, index_t num_classes = -1) {
  if (num_classes < 1 && num_classes != -1) [[unlikely]]
    throw_value_error("one_hot: num_classes ", num_classes, " must be positive, or -1");
  const index_t negative = detail::find_first(classes, [](I c) { return std::cmp_less(c, 0); });
  if (negative >= 0) [[unlikely]]
    throw_index_error("one_hot: class ", detail::describe_element(classes, negative),
                      " is negative");
  const index_t count = num_classes == -1 ? detail::classes_needed(classes) : num_classes;
  const index_t wrong =
      detail::find_first(classes, [&](I c) { return std::cmp_greater_equal(c, count); });
  if (wrong >= 0) [[unlikely]] {
    throw_index_error("one_hot: class ", detail::describe_element(classes, wrong),
                      " is out of bounds for ", count, " classes");
  }
  Dims shape = classes.shape();
  shape.push_back(count);
  const Tensor<index_t> result = detail::make_uninitialized<index_t>("one_hot", shape).fill_(0);
  index_t* row = result.data();
  for (const I c : classes) {
    row[static_cast<index_t>(c)] = 1;
    row += count;
  }
  return result;
}

NDX_NAMESPACE_END
