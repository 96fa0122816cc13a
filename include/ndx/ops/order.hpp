// Shared by sorting, selecting and searching: the order of two elements, and a loop that copies
// each line of a tensor along a dim into a buffer and rearranges it there.
#pragma once

#include <limits>
#include <vector>

#include <ndx/ops/elementwise.hpp>
#include <ndx/tensor/create.hpp>

NDX_NAMESPACE_BEGIN

/// Elements of a tensor and their indices along a dim: take_along_axis(t, indices, dim) gives the
/// values.
template <class T>
struct ValuesAndIndices {
  Tensor<T> values;
  Tensor<index_t> indices;
};

namespace detail {

/// Whether a comes before b in ascending order. NaN counts as the largest; two NaNs are equal.
template <class T>
NDX_ALWAYS_INLINE bool comes_before(const T& a, const T& b) {
  if constexpr (Floating<T>) {
    return a < b || (b != b && a == a);
  } else {
    return a < b;
  }
}

/// What comes before, and after, every number.
template <class T>
constexpr T smallest_element() {
  if constexpr (Floating<T>) return -std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::lowest();
}
template <class T>
constexpr T largest_element() {
  if constexpr (Floating<T>) return std::numeric_limits<T>::infinity();
  return std::numeric_limits<T>::max();
}

/// An element of a line and its index along the line.
template <class T>
struct IndexedValue {
  T value;
  index_t index;
};

struct Ascending {
  template <class T>
  bool operator()(const IndexedValue<T>& a, const IndexedValue<T>& b) const {
    return comes_before(a.value, b.value);
  }
};
struct Descending {
  template <class T>
  bool operator()(const IndexedValue<T>& a, const IndexedValue<T>& b) const {
    return comes_before(b.value, a.value);
  }
};
/// Breaks ties by index: selection then does not depend on the algorithm.
template <class Order>
struct BreakTiesByIndex {
  template <class T>
  bool operator()(const IndexedValue<T>& a, const IndexedValue<T>& b) const {
    return Order{}(a, b) || (!Order{}(b, a) && a.index < b.index);
  }
};

/// Calls visit(from, to) with the offsets of the first elements of each line along `dim`, in `t`
/// and in `result`. Their shapes may differ in `dim` only. Does nothing if either has no elements.
template <class Visit>
void for_each_line(const Layout& t, const Layout& result, std::size_t dim, Visit&& visit) {
  if (is_empty(t.shape) || is_empty(result.shape)) return;
  Dims shape = t.shape;
  shape[dim] = 1;
  const Loop<2> lines = make_loop<2>(shape, {t.strides, result.strides});
  kernel::for_each_coordinate(lines, lines.rank, {},
                              [&](const Offsets<2>& at) { visit(at[0], at[1]); });
}

/// The dim that lines run along. A tensor of rank 0 is treated as rank 1, as in PyTorch.
template <class T>
std::size_t line_dim(const char* call, const Tensor<T>& t, index_t dim) {
  if (t.dim() == 0 && (dim == 0 || dim == -1)) return 0;
  return wrap_dim(call, dim, t.shape().size());
}
template <class T>
index_t line_length(const Tensor<T>& t, std::size_t dim) {
  return t.dim() == 0 ? 1 : t.shape()[dim];
}

/// The range of items of a rearranged line that is kept.
struct KeptRange {
  index_t first;
  index_t count;
};

/// Copies each line along `dim` into a buffer, calls arrange(first, last) to reorder it, and stores
/// the kept items: shape (2,5,3) with two kept along dim 1 -> (2,2,3).
template <class T, class Arrange>
ValuesAndIndices<std::remove_const_t<T>> rearrange_lines(const char* call, const Tensor<T>& t,
                                                         std::size_t dim, KeptRange kept,
                                                         const Arrange& arrange) {
  using V = std::remove_const_t<T>;
  if (t.dim() == 0) {
    const auto line = rearrange_lines(call, t.unsqueeze(0), dim, kept, arrange);
    return kept.count == 1 ? ValuesAndIndices<V>{line.values.squeeze(), line.indices.squeeze()}
                           : line;
  }
  Dims shape = t.shape();
  shape[dim] = kept.count;
  const ValuesAndIndices<V> result{make_uninitialized<V>(call, shape),
                                   make_uninitialized<index_t>(call, shape)};
  const index_t from_step = t.strides()[dim];
  const index_t to_step = result.values.strides()[dim];
  using Item = IndexedValue<computed_t<V>>;
  std::vector<Item> items(checked_size<Item>(result.values.numel() == 0 ? 0 : t.shape()[dim]));
  for_each_line(t.layout(), result.values.layout(), dim, [&](index_t from, index_t to) {
    index_t place = 0;
    for (Item& item : items) {
      item = {kernel::element(t.data() + from, place * from_step), place};
      ++place;
    }
    arrange(items.begin(), items.end());
    V* value = result.values.data() + to;
    index_t* index = result.indices.data() + to;
    for (index_t i = 0; i < kept.count; ++i) {
      const Item& item = items[static_cast<std::size_t>(kept.first + i)];
      kernel::set_element(value, i * to_step, item.value);
      index[i * to_step] = item.index;
    }
  });
  return result;
}

}  // namespace detail
NDX_NAMESPACE_END
