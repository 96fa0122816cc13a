// Reshaping: the -1 of a requested shape, and whether the strides let a view take it.
#pragma once

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN

/// The requested shape with its one -1 replaced by what is left over. ShapeError when it cannot
/// hold `count` elements.
inline Dims resolve_reshape(const char* call, DimsView source, DimsView requested) {
  Dims shape = requested;
  std::size_t unknown = shape.size();
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] != -1) continue;
    if (unknown != shape.size()) [[unlikely]] {
      throw_shape_error(call, ": shape ", requested, " has more than one -1");
    }
    unknown = d;
    shape[d] = 1;
  }
  const index_t known = checked_numel(call, shape);
  const index_t count = numel(source);
  if (unknown != shape.size() && known != 0 && count % known == 0) {
    shape[unknown] = count / known;
  } else if (known != count || unknown != shape.size()) [[unlikely]] {
    throw_shape_error(call, ": a tensor of shape ", source, " cannot take shape ", requested);
  }
  return shape;
}

namespace detail {

/// A run of source dims that is traversed as one dim of `size` elements `stride` apart.
struct Run {
  index_t size;
  index_t stride;
};

/// The source's dims of size > 1 merged wherever one continues the other.
inline SmallVector<Run, kInlineRank> contiguous_runs(const Layout& layout) {
  SmallVector<Run, kInlineRank> runs;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    const index_t size = layout.shape[d];
    const index_t stride = layout.strides[d];
    if (size == 1) continue;
    if (!runs.empty() && runs.back().stride == size * stride) {
      runs.back() = {runs.back().size * size, stride};
    } else {
      runs.push_back({size, stride});
    }
  }
  return runs;
}

}  // namespace detail

/// Gives `result` the strides under which the elements of `layout`, in row-major order, have
/// `shape`, which must have as many elements. False when only a copy can: a dim of the shape would
/// span two runs that do not continue each other.
inline bool reshape_as_view(const Layout& layout, DimsView shape, Layout& result) {
  result.offset = layout.offset;
  result.shape = shape;
  if (is_empty(shape)) {
    result.strides = contiguous_strides(shape);
    return true;
  }
  const auto runs = detail::contiguous_runs(layout);
  result.strides = Dims::filled(shape.size(), 1);
  std::size_t run = runs.size();
  index_t left = 1;    // elements of the current run that no dim has taken yet
  index_t stride = 1;  // of the next dim taken from it
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (left == 1 && shape[d] != 1) {
      --run;
      left = runs[run].size;
      stride = runs[run].stride;
    }
    if (left % shape[d] != 0) return false;
    result.strides[d] = stride;
    left /= shape[d];
    stride = left == 1 ? stride : stride * shape[d];
  }
  return true;
}

NDX_NAMESPACE_END
