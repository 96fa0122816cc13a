// Broadcasting: two shapes into one, and a layout stretched to a shape by strides of 0.
#pragma once

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN

/// Widens `shape` so that `other` broadcasts to it too. False, with `shape` unspecified, when they
/// do not fit.
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

[[noreturn]] NDX_COLD inline void refuse_broadcast(const char* call,
                                                   std::initializer_list<DimsView> shapes) {
  std::string list;
  for (const DimsView& shape : shapes) {
    list += &shape == shapes.begin() ? "" : &shape + 1 == shapes.end() ? " and " : ", ";
    list += message(shape);
  }
  throw_shape_error(call, ": shapes ", list, " cannot be broadcast together");
}

}  // namespace detail

/// The common shape of all, or ShapeError naming each.
inline Dims broadcast_shapes(const char* call, std::initializer_list<DimsView> shapes) {
  Dims common;
  for (const DimsView shape : shapes) {
    if (!broadcast_into(common, shape)) [[unlikely]]
      detail::refuse_broadcast(call, shapes);
  }
  checked_numel(call, common);
  return common;
}
inline Dims broadcast_shapes(const char* call, DimsView a, DimsView b) {
  return broadcast_shapes(call, {a, b});
}

/// Whether a tensor of shape `from` may stand where one of shape `to` is wanted.
inline bool broadcasts_to(DimsView from, DimsView to) noexcept {
  if (from.size() > to.size()) return false;
  const std::size_t lead = to.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (from[d] != 1 && from[d] != to[lead + d]) return false;
  }
  return true;
}

/// Strides of a layout stretched to `shape`, to which its own shape must broadcast: 0 along every
/// stretched dim.
inline Dims broadcast_strides(DimsView from, DimsView strides, DimsView shape) {
  Dims result = Dims::filled(shape.size(), 0);
  const std::size_t lead = shape.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d) {
    if (from[d] == shape[lead + d]) result[lead + d] = strides[d];
  }
  return result;
}

/// The layout stretched to `shape`, or ShapeError naming both.
inline Layout broadcast_layout(const char* call, const Layout& layout, DimsView shape) {
  checked_numel(call, shape);
  if (!broadcasts_to(layout.shape, shape)) [[unlikely]] {
    throw_shape_error(call, ": shape ", layout.shape, " cannot be broadcast to ", shape);
  }
  return {Dims(shape), broadcast_strides(layout.shape, layout.strides, shape), layout.offset};
}

/// As broadcast_layout, with -1 for a size that stays as it is (PyTorch's expand).
inline Layout expanded(const char* call, const Layout& layout, DimsView requested) {
  Dims shape = requested;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != -1) continue;
    if (d + layout.rank() < shape.size()) [[unlikely]] {
      throw_shape_error(call, ": -1 in ", requested, " stands for a dim that shape ", layout.shape,
                        " does not have");
    }
    shape[d] = layout.shape[d + layout.rank() - shape.size()];
  }
  return broadcast_layout(call, layout, shape);
}

NDX_NAMESPACE_END
