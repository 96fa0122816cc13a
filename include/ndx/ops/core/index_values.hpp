// Converts the indices that functions accept (scalars, tensors and lists of any integer type) to
// tensors, and describes wrong ones in error messages.
//
// Functions that compute with indices take them as 64-bit integers, from index_tensor. Functions that
// only plan a gather keep the given type, from untyped_indices, so that index tensors are not copied.
#pragma once

#include <ndx/ops/core/promote.hpp>
#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// A tensor of integers.
template <class X>
concept IndexTensor = detail::is_tensor_v<X> && Integer<detail::element_t<X>>;

namespace detail {

/// Indices in braces, nested to any depth: take(t, {{0, 2}, {1, 1}}, 1). Refers to the braces, which
/// live until the end of the full expression.
class BracedIndices {
 public:
  BracedIndices(std::initializer_list<NestedList<DimsItem>> values) noexcept : values_(values) {}

  /// Throws ShapeError if lists of one depth differ in length. It is a template so that only
  /// callers compile it.
  template <class I = index_t>
  [[nodiscard]] Tensor<I> tensor() const {
    return from_nested<I>(NestedList<DimsItem>(values_), "indices");
  }

 private:
  std::initializer_list<NestedList<DimsItem>> values_;
};

}  // namespace detail

/// Types that functions accept as indices: one integer, an index tensor, or a vector, array or span
/// of integers. A function template <IndexValues X = detail::BracedIndices> also accepts braces, from
/// which no type is deduced: take(t, {0, 2}, 1).
template <class X>
concept IndexValues = Integer<X> || IndexTensor<X> || std::is_same_v<X, detail::BracedIndices> ||
                      (IntegerRange<X> && !detail::is_tensor_v<X>);

namespace detail {

/// Whether X is a subscript of an index tensor, such as i[0], or an indexed view of one. Functions read it
/// to a tensor first.
template <class X>
inline constexpr bool is_index_part_v = false;
template <Integer I>
inline constexpr bool is_index_part_v<Subscript<I>> = true;
template <Integer I>
inline constexpr bool is_index_part_v<BasicSubscript<I>> = true;
template <Integer I>
inline constexpr bool is_index_part_v<IndexedView<I>> = true;

}  // namespace detail

/// Types that cannot be an index.
template <class X>
concept NoIndexValues = !IndexValues<X> && !detail::is_index_part_v<X>;

namespace detail {

/// Refuses indices of another type. It returns `auto`, so that the compiler reports this message
/// before errors about the use of the result.
template <class X>
auto refuse_indices() {
  static_assert(kNever<X>, "indices are integers: convert them with .to<index_t>()");
  return refused<X>();
}

/// Returns the row-major position of the first element for which `wrong` holds, or -1 if there is
/// none. Each stored element is checked once: along repeated dims the first one has coordinate 0.
template <class T, class Wrong>
index_t find_first(const Tensor<T>& t, const Wrong& wrong) {
  const Dims positions = contiguous_strides(t.shape());
  const Loop<2> rows = make_loop<2>(stored_shape(t.layout()), {t.strides(), positions});
  if (is_empty(rows)) return -1;
  kernel::RowWalk<2> row(rows);
  do {
    for (index_t i = 0; i < row.count; ++i) {
      if (wrong(t.data()[row.at[0] + i * row.step[0]])) return row.at[1] + i * row.step[1];
    }
  } while (row.next());
  return -1;
}

/// Formats the element at a row-major position for an error message: "7 at [1, 2]", or "7" in a
/// tensor of rank 0.
template <class T>
NDX_COLD std::string describe_element(const Tensor<T>& t, index_t position) {
  const T& element = t.data()[offset_of_linear(t.shape(), t.strides(), position)];
  return message(element, coordinates_text(" at ", t.shape(), position));
}

/// Converts to 64-bit integers. Returns t itself if it has that type already. Throws IndexError for a
/// uint64 that does not fit, which would otherwise become negative.
template <class I>
Tensor<index_t> to_indices(const char* call, const Tensor<I>& t) {
  if constexpr (std::is_unsigned_v<I> && sizeof(I) == sizeof(index_t)) {
    const auto too_large = [](I value) { return value > static_cast<I>(INT64_MAX); };
    const index_t wrong = find_first(t, too_large);
    if (wrong >= 0) [[unlikely]]
      throw_index_error(call, ": index ", describe_element(t, wrong),
                        " is beyond the size of any dimension");
  }
  return t.template to<index_t>();
}

/// Returns indices of any accepted kind as a tensor of 64-bit integers.
template <IndexValues X>
Tensor<index_t> index_tensor(const char* call, const X& indices) {
  if constexpr (is_tensor_v<X>) {
    return to_indices(call, indices);
  } else if constexpr (Integer<X> && (std::is_signed_v<X> || sizeof(X) < sizeof(index_t))) {
    return full<index_t>({}, index_t{indices});
  } else if constexpr (Integer<X>) {
    return to_indices(call, full<X>({}, indices));
  } else if constexpr (std::is_same_v<X, BracedIndices>) {
    return indices.tensor();
  } else {
    using I = std::remove_cvref_t<decltype(*indices.data())>;
    const TensorIndex copy(indices);
    return to_indices(call, Tensor<I>(copy.tensor().storage, Layout(copy.tensor().layout)));
  }
}

/// Returns the indices for a plan, in their own integer type. A tensor is shared, everything else is
/// copied.
template <IndexValues X>
UntypedTensor untyped_indices(const X& indices) {
  if constexpr (is_tensor_v<X>) {
    return indices.untyped();
  } else if constexpr (Integer<X>) {
    return full<std::remove_cv_t<X>>({}, indices).untyped();
  } else if constexpr (std::is_same_v<X, BracedIndices>) {
    return indices.tensor().untyped();
  } else {
    return TensorIndex(indices).tensor();
  }
}

}  // namespace detail
NDX_NAMESPACE_END
