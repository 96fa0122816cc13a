// Broadcasting: computes the common shape of several shapes, and broadcasts a layout to a shape.
//
// Shapes are aligned at their last dims, a dim that is missing counts as size 1, and size 1 fits any size. A
// dim that is broadcast has stride 0, so that no element is copied and no kernel needs a special case.
// Source: NumPy's broadcasting rules.
#pragma once

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN

/// Replaces `shape` by the shape that it and `other` broadcast to. Returns false, and leaves `shape`
/// unspecified, if they do not broadcast.
inline bool broadcast_into(Dims& shape, DimsView other) {
  while (shape.size() < other.size()) shape.insert(0, 1);
  const std::size_t lead = shape.size() - other.size();
  for (std::size_t d = 0; d < other.size(); ++d) {
    index_t& size = shape[lead + d];
    if (size == 1) {
      size = other[d];
    } else if (other[d] != 1 && other[d] != size) {
      return false;
    }
  }
  return true;
}

namespace detail {

/// Appends shape k of `count` to a list: "(2), (3) and (4)".
NDX_COLD inline void append_shape(TextBuffer& list, DimsView shape, std::size_t k,
                                  std::size_t count) {
  if (k != 0) append_text(list, k + 1 == count ? " and " : ", ");
  append_dims(list, shape);
}

[[noreturn]] void throw_not_broadcastable(const char* call, std::initializer_list<DimsView> shapes)
    NDX_SYMBOL(throw_not_broadcastable);
#if NDX_DEFINES
NDX_COLD NDX_FUNC void throw_not_broadcastable(const char* call,
                                               std::initializer_list<DimsView> shapes) {
  TextBuffer list;
  for (std::size_t k = 0; k < shapes.size(); ++k)
    append_shape(list, shapes.begin()[k], k, shapes.size());
  throw_shape_error(call, ": shapes ", list, " cannot be broadcast together");
}
#endif

}  // namespace detail

/// Returns the shape that all shapes broadcast to. Throws ShapeError, which names each of them, if there is
/// none.
Dims broadcast_shapes(const char* call, std::initializer_list<DimsView> shapes)
    NDX_SYMBOL(broadcast_shapes);
#if NDX_DEFINES
NDX_FUNC Dims broadcast_shapes(const char* call, std::initializer_list<DimsView> shapes) {
  Dims common;
  for (const DimsView shape : shapes) {
    if (!broadcast_into(common, shape)) [[unlikely]]
      detail::throw_not_broadcastable(call, shapes);
  }
  checked_numel(call, common);
  return common;
}
#endif
inline Dims broadcast_shapes(const char* call, DimsView a, DimsView b) {
  return broadcast_shapes(call, {a, b});
}

/// Whether shape `from` broadcasts to shape `to`.
inline bool broadcasts_to(DimsView from, DimsView to) noexcept {
  if (from.size() > to.size()) return false;
  const std::size_t lead = to.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (from[d] != 1 && from[d] != to[lead + d]) return false;
  }
  return true;
}

/// Returns the strides of a layout of shape `from` broadcast to `shape`: 0 along every broadcast
/// dim. `from` must broadcast to `shape`.
inline Dims broadcast_strides(DimsView from, DimsView strides, DimsView shape) {
  Dims result = Dims::filled(shape.size(), 0);
  const std::size_t lead = shape.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (from[d] == shape[lead + d]) result[lead + d] = strides[d];
  }
  return result;
}

/// Returns the layout broadcast to `shape`. Throws ShapeError, which names both shapes, if it does not
/// broadcast.
Layout broadcast_layout(const char* call, const Layout& layout, DimsView shape)
    NDX_SYMBOL(broadcast_layout);
#if NDX_DEFINES
NDX_FUNC Layout broadcast_layout(const char* call, const Layout& layout, DimsView shape) {
  checked_numel(call, shape);
  if (!broadcasts_to(layout.shape, shape)) [[unlikely]] {
    throw_shape_error(call, ": shape ", layout.shape, " cannot be broadcast to ", shape);
  }
  return {Dims(shape), broadcast_strides(layout.shape, layout.strides, shape), layout.offset};
}
#endif

/// Returns the layout of a value for a target of this rank: leading dims of size 1 in excess of the rank are
/// removed.
inline Layout without_leading_ones(Layout value, std::size_t rank) {
  while (value.rank() > rank && value.shape[0] == 1) value.erase_dim(0);
  return value;
}

/// Returns the layout broadcast to the requested shape, in which -1 keeps the size of a dim. Throws
/// ShapeError if it does not broadcast, or if a -1 refers to a dim that it does not have.
/// Source: PyTorch's expand.
Layout expanded(const char* call, const Layout& layout, DimsView requested) NDX_SYMBOL(expanded);
#if NDX_DEFINES
NDX_FUNC Layout expanded(const char* call, const Layout& layout, DimsView requested) {
  Dims shape = requested;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != -1) continue;
    if (d + layout.rank() < shape.size()) [[unlikely]] {
      throw_shape_error(call, ": -1 in ", requested, " refers to a dim that shape ", layout.shape,
                        " does not have");
    }
    shape[d] = layout.shape[d + layout.rank() - shape.size()];
  }
  return broadcast_layout(call, layout, shape);
}
#endif

NDX_NAMESPACE_END
