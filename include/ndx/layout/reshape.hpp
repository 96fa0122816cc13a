// Reshaping: resolves -1 in a requested shape, and finds the strides of a view of that shape.
//
// A view is possible if each requested dim lies within dims of the source that are contiguous with each
// other. Both functions know only sizes and strides; the caller makes the copy if there is no view.
#pragma once

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN

/// Returns the requested shape, in which a -1 is replaced by the size that is left over. Throws ShapeError if
/// there is more than one -1 or the numbers of elements differ.
Dims resolve_reshape(const char* call, DimsView source, DimsView requested)
    NDX_SYMBOL(resolve_reshape);
#if NDX_DEFINES
NDX_FUNC Dims resolve_reshape(const char* call, DimsView source, DimsView requested) {
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
    throw_shape_error(call, ": a tensor of shape ", source, " cannot be reshaped to ", requested);
  }
  return shape;
}
#endif

namespace detail {

/// Adjacent source dims that can be traversed as one dim of `size` elements, `stride` apart.
struct Run {
  index_t size;
  index_t stride;
};

/// Merges adjacent source dims that are contiguous with each other. Dims of size 1 are left out.
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

/// Sets `result` to the layout of a view of shape `shape`, which must have as many elements as `layout`; the
/// view has them in the same row-major order. Returns false if only a copy can have that shape, because a
/// requested dim would span two runs that are not contiguous with each other.
bool reshape_as_view(const Layout& layout, DimsView shape, Layout& result)
    NDX_SYMBOL(reshape_as_view);
#if NDX_DEFINES
NDX_FUNC bool reshape_as_view(const Layout& layout, DimsView shape, Layout& result) {
  result.offset = layout.offset;
  result.shape = shape;
  if (is_empty(shape)) {
    result.strides = contiguous_strides(shape);
    return true;
  }
  const auto runs = detail::contiguous_runs(layout);
  result.strides = Dims::filled(shape.size(), 1);
  // The requested dims take their elements from the runs, both from the innermost one outwards. A dim must
  // divide what is left of its run.
  std::size_t run = runs.size();
  index_t left = 1;    // elements of the current run not yet assigned to a dim
  index_t stride = 1;  // of the next dim to be assigned
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
#endif

NDX_NAMESPACE_END
