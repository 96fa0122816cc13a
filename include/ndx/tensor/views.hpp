// The views of a Tensor<T> that need more than one function of layout/: reshape, select, split and
// others.
//
// Each computes a layout from the tensor's own and returns a tensor of that layout on the same
// storage. Dims and indices are checked here, so that a message names the method.
#pragma once

#include <ndx/layout/rearrange.hpp>
#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN

namespace detail {

template <class T>
Tensor<T> reshape_or_copy(const Tensor<T>& t, const Dims& shape) {
  Layout layout;
  const bool is_view = reshaped("reshape", t.layout(), shape, layout);
  return {is_view ? t.storage() : t.clone().storage(), std::move(layout)};
}

}  // namespace detail

template <Element T>
Tensor<T> Tensor<T>::reshape(const Dims& shape) const {
  return detail::reshape_or_copy(*this, shape);
}

template <Element T>
Tensor<T> Tensor<T>::view(const Dims& shape) const {
  return with(viewed("view", layout_, shape));
}

template <Element T>
Tensor<T> Tensor<T>::flatten(Dim start, Dim end) const {
  return reshape(flattened_shape("flatten", layout_.shape, start, end));
}

template <Element T>
Tensor<T> Tensor<T>::transpose() const {
  Dims order;
  for (std::size_t d = layout_.rank(); d-- > 0;) order.push_back(static_cast<index_t>(d));
  return with(permuted("transpose", layout_, order));
}

template <Element T>
Tensor<T> Tensor<T>::transpose(const Dims& order) const {
  return with(permuted("transpose", layout_, order));
}

template <Element T>
Tensor<T> Tensor<T>::flip() const {
  return with(flipped(layout_));
}

template <Element T>
Tensor<T> Tensor<T>::select(Dim dim, Count index) const {
  const std::size_t place = wrap_dim("select", dim, layout_.rank());
  const index_t at = wrap_index("select", index, place, layout_.shape[place]);
  return Tensor(storage_, [&](Layout& view) { select_dim(layout_, place, at, view); });
}

template <Element T>
Tensor<T> Tensor<T>::narrow(Dim dim, Count start, Count length) const {
  return with(narrowed("narrow", layout_, dim, start, length));
}

template <Element T>
Tensor<T> Tensor<T>::slice(Dim dim, const Slice& slice) const {
  const std::size_t place = wrap_dim("slice", dim, layout_.rank());
  if (slice.step.value_or(1) == 0) [[unlikely]]
    throw_value_error("slice: slice step cannot be zero");
  Layout layout = layout_;
  slice_dim(layout, place, resolve(slice, layout_.shape[place]));
  return with(std::move(layout));
}

template <Element T>
Tensor<T> Tensor<T>::as_strided(const Dims& shape, const Dims& strides, Count offset) const {
  Layout layout = checked_layout("as_strided", shape, strides, offset);
  check_fits("as_strided", layout, sizeof(T), storage_.bytes());
  return with(std::move(layout));
}

namespace detail {

template <class T>
std::vector<Tensor<T>> unbind_dim(const Tensor<T>& t, index_t dim) {
  const std::size_t place = wrap_dim("unbind", dim, t.shape().size());
  std::vector<Tensor<T>> parts;
  checked_reserve("unbind", parts, t.shape()[place]);
  for (index_t i = 0; i < t.shape()[place]; ++i) {
    parts.emplace_back(t.storage(), [&](Layout& view) { select_dim(t.layout(), place, i, view); });
  }
  return parts;
}

/// Appends a part of t along dim `place`, which has these elements. The view is made in place, because moving
/// one would take longer.
template <class T>
void append_part(std::vector<Tensor<T>>& parts, const Tensor<T>& t, std::size_t place,
                 index_t start, index_t length) {
  parts.emplace_back(t.storage(), [&](Layout& view) {
    view = t.layout();
    slice_dim(view, place, {start, length, 1});
  });
}

template <class T>
std::vector<Tensor<T>> split_evenly(const Tensor<T>& t, index_t size, index_t dim) {
  const std::size_t place = wrap_dim("split", dim, t.shape().size());
  if (size < 1) [[unlikely]]
    throw_value_error("split: size ", size, " must be positive");
  const index_t total = t.shape()[place];
  std::vector<Tensor<T>> parts;
  checked_reserve("split", parts, total == 0 ? 1 : (total - 1) / size + 1);
  index_t start = 0;
  do {  // a do-while loop, because a dim of size 0 gives one empty part
    const index_t length = size < total - start ? size : total - start;
    append_part(parts, t, place, start, length);
    start += length;
  } while (start < total);
  return parts;
}

template <class T>
std::vector<Tensor<T>> split_by_sizes(const Tensor<T>& t, const Dims& sizes, index_t dim) {
  const std::size_t place = wrap_dim("split", dim, t.shape().size());
  index_t total = 0;
  for (const index_t size : sizes) {
    if (size < 0) [[unlikely]]
      throw_value_error("split: size ", size, " is negative");
    total = checked_add("split", total, size);
  }
  if (total != t.shape()[place]) [[unlikely]] {
    throw_value_error("split: sizes ", sizes, " do not add up to ", t.shape()[place],
                      ", the size of dimension ", place);
  }
  std::vector<Tensor<T>> parts;
  parts.reserve(sizes.size());
  index_t start = 0;
  for (const index_t size : sizes) {
    append_part(parts, t, place, start, size);
    start += size;
  }
  return parts;
}

template <class T>
std::vector<Tensor<T>> split_in_chunks(const Tensor<T>& t, index_t chunks, index_t dim) {
  const std::size_t place = wrap_dim("chunk", dim, t.shape().size());
  const index_t total = t.shape()[place];
  if (chunks < 1) [[unlikely]]
    throw_value_error("chunk: ", chunks, " chunks; there must be at least one");
  if (total != 0) return split_evenly(t, total / chunks + (total % chunks != 0 ? 1 : 0), dim);
  std::vector<Tensor<T>> parts;
  checked_reserve("chunk", parts, chunks);
  for (index_t k = 0; k < chunks; ++k) append_part(parts, t, place, 0, 0);
  return parts;
}

}  // namespace detail

template <Element T>
std::vector<Tensor<T>> Tensor<T>::unbind(Dim dim) const {
  return detail::unbind_dim(*this, dim);
}
template <Element T>
std::vector<Tensor<T>> Tensor<T>::split(const Dims& sizes, Dim dim) const {
  return detail::split_by_sizes(*this, sizes, dim);
}
template <Element T>
std::vector<Tensor<T>> Tensor<T>::split_evenly(index_t size, index_t dim) const {
  return detail::split_evenly(*this, size, dim);
}
template <Element T>
std::vector<Tensor<T>> Tensor<T>::chunk(Count chunks, Dim dim) const {
  return detail::split_in_chunks(*this, chunks, dim);
}

NDX_NAMESPACE_END
