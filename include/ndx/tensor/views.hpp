// The views of a Tensor<T> that need more than one function of layout/: reshape, select, split and
// others.
//
// Each computes a layout from the tensor's own and returns a tensor of that layout on the same
// storage. Dims and indices are checked here, so that a message names the method.
#pragma once

#include <ndx/layout/rearrange.hpp>
#include <ndx/tensor/tensor_class.hpp>

NDX_NAMESPACE_BEGIN

template <Element T>
Tensor<T> Tensor<T>::reshape(const Dims& shape) const {
  const Dims resolved = resolve_reshape("reshape", layout_.shape, shape);
  Layout layout;
  if (reshape_as_view(layout_, resolved, layout)) return with(std::move(layout));
  return clone().view(resolved);
}

template <Element T>
Tensor<T> Tensor<T>::view(const Dims& shape) const {
  const Dims resolved = resolve_reshape("view", layout_.shape, shape);
  Layout layout;
  if (!reshape_as_view(layout_, resolved, layout)) [[unlikely]] {
    throw_shape_error("view: shape ", layout_.shape, " with strides ", layout_.strides,
                      " cannot be viewed as shape ", resolved, " without a copy; use reshape");
  }
  return with(std::move(layout));
}

template <Element T>
Tensor<T> Tensor<T>::flatten(Dim start, Dim end) const {
  if (layout_.rank() == 0) {
    wrap_dim("flatten", start, 1);
    wrap_dim("flatten", end, 1);
    return reshape({1});
  }
  const std::size_t first = wrap_dim("flatten", start, layout_.rank());
  const std::size_t last = wrap_dim("flatten", end, layout_.rank());
  if (first > last) [[unlikely]]
    throw_value_error("flatten: start dim ", first, " comes after end dim ", last);
  Dims shape;
  for (std::size_t d = 0; d < layout_.rank(); ++d) {
    if (d > first && d <= last) {
      shape.back() *= layout_.shape[d];
    } else {
      shape.push_back(layout_.shape[d]);
    }
  }
  return reshape(shape);
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
  Dims dims;
  for (std::size_t d = 0; d < layout_.rank(); ++d) dims.push_back(static_cast<index_t>(d));
  return with(flipped("flip", layout_, dims));
}

template <Element T>
Tensor<T> Tensor<T>::select(Dim dim, Count index) const {
  const std::size_t place = wrap_dim("select", dim, layout_.rank());
  const index_t at = wrap_index("select", index, place, layout_.shape[place]);
  return Tensor(storage_, [&](Layout& view) { select_dim(layout_, place, at, view); });
}

template <Element T>
Tensor<T> Tensor<T>::narrow(Dim dim, Count start, Count length) const {
  const std::size_t place = wrap_dim("narrow", dim, layout_.rank());
  const index_t size = layout_.shape[place];
  const index_t first = start + (start < 0 ? size : 0);
  if (first < 0 || first > size || length < 0 || length > size - first) [[unlikely]] {
    throw_index_error("narrow: start ", start, " and length ", length,
                      " are out of bounds for dimension ", place, " with size ", size);
  }
  Layout layout = layout_;
  slice_dim(layout, place, {first, length, 1});
  return with(std::move(layout));
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

template <Element T>
std::vector<Tensor<T>> Tensor<T>::unbind(Dim dim) const {
  const std::size_t place = wrap_dim("unbind", dim, layout_.rank());
  std::vector<Tensor> parts;
  checked_reserve("unbind", parts, layout_.shape[place]);
  for (index_t i = 0; i < layout_.shape[place]; ++i) parts.push_back(select(dim, i));
  return parts;
}

template <Element T>
std::vector<Tensor<T>> Tensor<T>::split_evenly(index_t size, index_t dim) const {
  const std::size_t place = wrap_dim("split", dim, layout_.rank());
  if (size < 1) [[unlikely]]
    throw_value_error("split: size ", size, " must be positive");
  const index_t total = layout_.shape[place];
  std::vector<Tensor> parts;
  checked_reserve("split", parts, total == 0 ? 1 : (total - 1) / size + 1);
  index_t start = 0;
  do {  // a do-while loop, because a dim of size 0 gives one empty part
    const index_t length = size < total - start ? size : total - start;
    parts.push_back(narrow(dim, start, length));
    start += length;
  } while (start < total);
  return parts;
}

template <Element T>
std::vector<Tensor<T>> Tensor<T>::split(const Dims& sizes, Dim dim) const {
  const std::size_t place = wrap_dim("split", dim, layout_.rank());
  index_t total = 0;
  for (const index_t size : sizes) {
    if (size < 0) [[unlikely]]
      throw_value_error("split: size ", size, " is negative");
    total = checked_add("split", total, size);
  }
  if (total != layout_.shape[place]) [[unlikely]] {
    throw_value_error("split: sizes ", sizes, " do not add up to ", layout_.shape[place],
                      ", the size of dimension ", place);
  }
  std::vector<Tensor> parts;
  parts.reserve(sizes.size());
  index_t start = 0;
  for (const index_t size : sizes) {
    parts.push_back(narrow(dim, start, size));
    start += size;
  }
  return parts;
}

template <Element T>
std::vector<Tensor<T>> Tensor<T>::chunk(Count chunks, Dim dim) const {
  const index_t total = layout_.shape[wrap_dim("chunk", dim, layout_.rank())];
  if (chunks < 1) [[unlikely]]
    throw_value_error("chunk: ", chunks, " chunks; there must be at least one");
  if (total != 0) return split_evenly(total / chunks + (total % chunks != 0 ? 1 : 0), dim);
  std::vector<Tensor> parts;
  checked_reserve("chunk", parts, chunks);
  for (index_t k = 0; k < chunks; ++k) parts.push_back(narrow(dim, 0, 0));
  return parts;
}

NDX_NAMESPACE_END
