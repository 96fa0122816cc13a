// one_hot encodes classes as rows of zeros with a single one, or with other values and along another
// dim.
//
// The result is filled with `off`, and `on` is written along the new dim by the plan of
// put_along_axis, so that bounds policies apply to classes as to any index.
#pragma once

#include <ndx/ops/index/scatter.hpp>

NDX_NAMESPACE_BEGIN

/// Options of one_hot, which returns a tensor of T.
///   one_hot<float>(classes, 3, {.dim = 0, .on = 5, .off = -1})
template <NumberElement T>
struct OneHotOptions {
  index_t dim = -1;              // dim of the result along which the classes are counted
  T on = convert_element<T>(1);  // value at the class
  T off{};                       // value elsewhere
  /// Treatment of a class outside 0…num_classes-1. raise throws, even if it is negative (PyTorch).
  /// drop counts -num_classes…-1 from the end and writes no `on` for any other class (ONNX).
  /// drop_negative writes no `on` for negative classes either (JAX). wrap, clip and wrap_clip move
  /// the class inside.
  Bounds bounds = Bounds::raise;
};

namespace detail {

/// Returns one more than the largest class, and at least 1.
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

/// Throws IndexError for a class that is negative or too large.
template <class I>
void check_classes(const Tensor<I>& classes, index_t count) {
  const auto outside = [count](I c) {
    return std::cmp_less(c, 0) || std::cmp_greater_equal(c, count);
  };
  const index_t wrong = find_first(classes, outside);
  if (wrong < 0) [[likely]]
    return;
  const auto negative = [](I c) { return std::cmp_less(c, 0); };
  const index_t below = find_first(classes, negative);
  if (below >= 0)
    throw_index_error("one_hot: class ", describe_element(classes, below), " is negative");
  throw_index_error("one_hot: class ", describe_element(classes, wrong), " is out of bounds for ",
                    count, " classes");
}

template <class T, class I>
Tensor<T> encode_classes(const Tensor<I>& classes, index_t num_classes,
                         const OneHotOptions<T>& options, bool caller_checks = kCallerChecks) {
  const std::size_t dim = wrap_dim("one_hot", options.dim, classes.shape().size() + 1);
  if (num_classes < 1 && num_classes != -1) [[unlikely]]
    throw_value_error("one_hot: num_classes ", num_classes, " must be positive, or -1");
  const index_t count = num_classes == -1 ? classes_needed(classes) : num_classes;
  const bool checked = options.bounds == Bounds::raise || options.bounds == Bounds::raise_negative;
  if (checked) check_classes(classes, count);
  UntypedTensor indices = classes.untyped();
  indices.layout.insert_dim(dim, 1, 0);
  Dims shape = classes.shape();
  shape.insert(dim, count);
  const auto result = make_uninitialized<T>("one_hot", shape).fill_(options.off);
  return write_with(plan_along_axis("one_hot", result.layout(), options.dim, indices), result,
                    ValueTensor<T>(options.on).get(),
                    {.bounds = checked ? Bounds::assume : options.bounds}, caller_checks);
}

}  // namespace detail

/// Encodes each class as `num_classes` numbers: 1 at the class, 0 elsewhere. Shape (2,3) -> (2,3,C).
///   one_hot(tensor({0, 2}), 3)                                  -> 1 0 0 / 0 0 1
///   one_hot<float>(tensor({0, 2}), 3, {.dim = 0, .on = 5.f})    -> 5 0 / 0 0 / 0 5
/// Returns a fresh tensor of index_t unless another type is given. With num_classes -1, C is the
/// largest class plus one. Throws IndexError for a class that is too large or negative (it does not
/// count from the end unless options.bounds says so) and for a dim out of range. Throws ValueError
/// for any other num_classes below 1, for -1 if there are no classes, and for Bounds::fill. Source:
/// PyTorch's one_hot; the options are those of ONNX's OneHot, whose rule for classes is .bounds =
/// Bounds::drop.
template <NumberElement T = index_t, Integer I>
[[nodiscard]] Tensor<T> one_hot(const Tensor<I>& classes, Count num_classes = -1,
                                const OneHotOptions<T>& options = {}) {
  return detail::encode_classes(classes, num_classes, options);
}
template <NumberElement T = index_t>
[[nodiscard]] Tensor<T> one_hot(const detail::BracedIndices& classes, Count num_classes = -1,
                                const OneHotOptions<T>& options = {}) {
  return one_hot<T>(classes.tensor(), num_classes, options);
}
template <NumberElement T = index_t, Integer I>
[[nodiscard]] Tensor<T> one_hot(Subscript<I>&& classes, Count num_classes = -1,
                                const OneHotOptions<T>& options = {}) {
  return one_hot<T>(Tensor<I>(std::move(classes)), num_classes, options);
}
template <NumberElement T = index_t, Integer I>
[[nodiscard]] Tensor<T> one_hot(const IndexedView<I>& classes, Count num_classes = -1,
                                const OneHotOptions<T>& options = {}) {
  return one_hot<T>(classes.read(), num_classes, options);
}

NDX_NAMESPACE_END
