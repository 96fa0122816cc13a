// Views that rearrange dims without moving elements: permute, move, squeeze, flip, diagonal, windows,
// reshape. A view of another shape is possible if each requested dim lies within dims of the source that are
// contiguous with each other.
//
// Each function takes a layout and returns another one over the same memory. Dims may be negative and are
// checked here. `call` is the function name that error messages begin with.
#pragma once

#include <ndx/layout/layout.hpp>
#include <ndx/layout/slicing.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Returns a number in which bit d is set if `dims` name dim d. Throws IndexError for a dim out of range,
/// ValueError for one that is named twice.
inline std::uint64_t dim_bits(const char* call, DimsView dims, std::size_t rank) {
  std::uint64_t bits = 0;
  for (const index_t named : dims) {
    const std::size_t dim = wrap_dim(call, named, rank);
    if (((bits >> dim) & 1) != 0) [[unlikely]]
      throw_value_error(call, ": dims ", dims, " name dim ", dim, " twice");
    bits |= std::uint64_t{1} << dim;
  }
  return bits;
}

}  // namespace detail

/// Permutes the dims into `order`. Throws IndexError for a dim out of range, ShapeError if `order` does not
/// have as many dims as the layout, ValueError for a dim that is named twice.
Layout permuted(const char* call, const Layout& layout, DimsView order) NDX_SYMBOL(permuted);
#if NDX_DEFINES
NDX_FUNC Layout permuted(const char* call, const Layout& layout, DimsView order) {
  if (order.size() != layout.rank()) [[unlikely]] {
    throw_shape_error(call, ": order ", order, " must name each of the ", layout.rank(),
                      " dims once");
  }
  Layout result;
  result.offset = layout.offset;
  std::uint64_t seen = 0;
  for (const index_t named : order) {
    const std::size_t dim = wrap_dim(call, named, layout.rank());
    const std::uint64_t bit = std::uint64_t{1} << dim;
    if ((seen & bit) != 0) [[unlikely]] {
      throw_value_error(call, ": order ", order, " names dim ", dim, " twice");
    }
    seen |= bit;
    result.push_dim(layout.shape[dim], layout.strides[dim]);
  }
  return result;
}
#endif

/// Swaps dims `a` and `b`. Throws IndexError for a dim out of range.
Layout transposed(const char* call, Layout layout, index_t a, index_t b) NDX_SYMBOL(transposed);
#if NDX_DEFINES
NDX_FUNC Layout transposed(const char* call, Layout layout, index_t a, index_t b) {
  const std::size_t first = wrap_dim(call, a, layout.rank());
  const std::size_t second = wrap_dim(call, b, layout.rank());
  std::swap(layout.shape[first], layout.shape[second]);
  std::swap(layout.strides[first], layout.strides[second]);
  return layout;
}
#endif

/// Moves the dims `from` to the positions `to`; the other dims keep their order. Throws IndexError for a dim
/// out of range, ShapeError if the two lists differ in length, ValueError if a dim is named twice.
Layout moved(const char* call, const Layout& layout, DimsView from, DimsView to) NDX_SYMBOL(moved);
#if NDX_DEFINES
NDX_FUNC Layout moved(const char* call, const Layout& layout, DimsView from, DimsView to) {
  if (from.size() != to.size()) [[unlikely]] {
    throw_shape_error(call, ": ", from.size(), " source dims, but ", to.size(),
                      " destination dims");
  }
  Dims order = Dims::filled(layout.rank(), -1);
  std::uint64_t taken = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const std::size_t source = wrap_dim(call, from[i], layout.rank());
    const std::size_t place = wrap_dim(call, to[i], layout.rank());
    if (order[place] != -1 || ((taken >> source) & 1) != 0) [[unlikely]] {
      throw_value_error(call, ": dims ", from, " to ", to, " name a dim twice");
    }
    order[place] = static_cast<index_t>(source);
    taken |= std::uint64_t{1} << source;
  }
  std::size_t next = 0;
  for (index_t& source : order) {
    if (source != -1) continue;
    while (((taken >> next) & 1) != 0) ++next;
    source = static_cast<index_t>(next++);
  }
  return permuted(call, layout, order);
}
#endif

/// Removes all dims of size 1.
Layout squeezed(const Layout& layout) NDX_SYMBOL(squeezed);
#if NDX_DEFINES
NDX_FUNC Layout squeezed(const Layout& layout) {
  Layout result;
  result.offset = layout.offset;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    if (layout.shape[d] != 1) result.push_dim(layout.shape[d], layout.strides[d]);
  }
  return result;
}
#endif

/// Removes each of the given dims that has size 1 and keeps those that do not, like PyTorch. A layout of rank
/// 0 accepts dims 0 and -1. Throws IndexError for a dim out of range, ValueError for a dim given twice.
Layout squeezed(const char* call, const Layout& layout, DimsView dims) NDX_SYMBOL(squeezed_dims);
#if NDX_DEFINES
NDX_FUNC Layout squeezed(const char* call, const Layout& layout, DimsView dims) {
  const auto bits = detail::dim_bits(call, dims, layout.rank() == 0 ? 1 : layout.rank());
  Layout result;
  result.offset = layout.offset;
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    if (((bits >> d) & 1) == 0 || layout.shape[d] != 1)
      result.push_dim(layout.shape[d], layout.strides[d]);
  }
  return result;
}
#endif

/// Inserts a dim of size 1 at position `dim` of the result. Throws IndexError if the position is out of
/// range, ValueError if the rank is already 64.
Layout unsqueezed(const char* call, Layout layout, index_t dim) NDX_SYMBOL(unsqueezed);
#if NDX_DEFINES
NDX_FUNC Layout unsqueezed(const char* call, Layout layout, index_t dim) {
  const std::size_t place = wrap_dim(call, dim, layout.rank() + 1);
  if (layout.rank() == kMaxRank) [[unlikely]] {
    throw_value_error(call, ": rank ", kMaxRank + 1, " is more than the maximum rank, ", kMaxRank);
  }
  layout.insert_dim(place, 1, 0);
  return layout;
}
#endif

/// Reverses the named dims. Throws IndexError for a dim out of range, ValueError if a dim is named twice.
Layout flipped(const char* call, Layout layout, DimsView dims) NDX_SYMBOL(flipped);
#if NDX_DEFINES
NDX_FUNC Layout flipped(const char* call, Layout layout, DimsView dims) {
  const auto bits = detail::dim_bits(call, dims, layout.rank());
  for (std::size_t dim = 0; dim < layout.rank(); ++dim) {
    if (((bits >> dim) & 1) == 0) continue;
    if (layout.shape[dim] > 0) layout.offset += (layout.shape[dim] - 1) * layout.strides[dim];
    layout.strides[dim] = -layout.strides[dim];
  }
  return layout;
}
#endif

/// Reverses all dims.
Layout flipped(const Layout& layout) NDX_SYMBOL(flipped_all);
#if NDX_DEFINES
NDX_FUNC Layout flipped(const Layout& layout) {
  Dims dims;
  for (std::size_t d = 0; d < layout.rank(); ++d) dims.push_back(static_cast<index_t>(d));
  return flipped("flip", layout, dims);
}
#endif

/// Rotates by `times` quarter turns from the first towards the second of two dims. Throws ShapeError for
/// another number of dims than two, ValueError for one dim twice, IndexError for one out of range.
Layout rotated(const char* call, Layout layout, index_t times, DimsView dims) NDX_SYMBOL(rotated);
#if NDX_DEFINES
NDX_FUNC Layout rotated(const char* call, Layout layout, index_t times, DimsView dims) {
  if (dims.size() != 2) [[unlikely]]
    throw_shape_error(call, ": dims ", dims, " must be two");
  layout = flipped(call, flipped(call, std::move(layout), dims), dims);  // checks the dims
  const index_t turns = (times % 4 + 4) % 4;
  if (turns >= 2) layout = flipped(call, std::move(layout), dims);
  if (turns % 2 == 1) {
    layout = flipped(call, std::move(layout), Dims{dims[1]});
    layout = transposed(call, std::move(layout), dims[0], dims[1]);
  }
  return layout;
}
#endif

/// Returns the diagonal: the elements whose coordinates along `dim1` and `dim2` differ by `shift`
/// (dim2 − dim1). The diagonal becomes the last dim. Throws IndexError for a dim out of range, ValueError if
/// dim1 and dim2 are the same dim.
Layout diagonal_of(const char* call, Layout layout, index_t shift, index_t dim1, index_t dim2)
    NDX_SYMBOL(diagonal_of);
#if NDX_DEFINES
NDX_FUNC Layout diagonal_of(const char* call, Layout layout, index_t shift, index_t dim1,
                            index_t dim2) {
  const std::size_t rows = wrap_dim(call, dim1, layout.rank());
  const std::size_t columns = wrap_dim(call, dim2, layout.rank());
  if (rows == columns) [[unlikely]]
    throw_value_error(call, ": dim1 and dim2 are both dim ", rows);
  const index_t row_room =
      layout.shape[rows] +
      (shift < 0 ? (shift < -layout.shape[rows] ? -layout.shape[rows] : shift) : 0);
  const index_t column_room =
      shift > layout.shape[columns] ? 0 : layout.shape[columns] - (shift > 0 ? shift : 0);
  const index_t length = row_room < column_room ? row_room : column_room;
  const index_t stride = length > 1 ? layout.strides[rows] + layout.strides[columns] : 1;
  if (length > 0)
    layout.offset += shift > 0 ? shift * layout.strides[columns] : -shift * layout.strides[rows];
  layout.erase_dim(rows > columns ? rows : columns);
  layout.erase_dim(rows > columns ? columns : rows);
  layout.push_dim(length, stride);
  return layout;
}
#endif

/// Returns windows of `size` elements along `dim`, one every `step` elements. `dim` becomes the number of the
/// window, and a new last dim counts within a window. Windows overlap if step < size. Throws IndexError for a
/// dim out of range, ValueError if no window of this size fits or step < 1.
Layout unfolded(const char* call, Layout layout, index_t dim, index_t size, index_t step)
    NDX_SYMBOL(unfolded);
#if NDX_DEFINES
NDX_FUNC Layout unfolded(const char* call, Layout layout, index_t dim, index_t size, index_t step) {
  const std::size_t place = wrap_dim(call, dim, layout.rank());
  if (size < 0 || size > layout.shape[place]) [[unlikely]] {
    throw_value_error(call, ": window of size ", size, " does not fit dim ", place, " with size ",
                      layout.shape[place]);
  }
  if (step <= 0) [[unlikely]]
    throw_value_error(call, ": step ", step, " must be positive");
  const index_t stride = layout.strides[place];
  const index_t windows = checked_add(call, (layout.shape[place] - size) / step, 1);
  layout.shape[place] = windows;
  layout.strides[place] = windows > 1 ? stride * step : stride;
  layout.push_dim(size, stride);
  checked_numel(call, layout.shape);
  return layout;
}
#endif

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

/// Sets `result` to the layout with the requested shape, in which one size may be -1. Returns true if it is a
/// view of the same memory, false if it is that of a row-major copy, because only that can have the shape.
/// Throws as resolve_reshape does.
bool reshaped(const char* call, const Layout& layout, DimsView requested, Layout& result)
    NDX_SYMBOL(reshaped);
/// Returns the view with the requested shape. Throws as resolve_reshape does, and ShapeError if only a copy
/// can have this shape.
Layout viewed(const char* call, const Layout& layout, DimsView requested) NDX_SYMBOL(viewed);
/// Returns the shape in which the dims first…last are one dim. Rank 0 is treated as shape (1). Throws
/// IndexError for a dim out of range, ValueError if `first` comes after `last`.
Dims flattened_shape(const char* call, DimsView shape, index_t first, index_t last)
    NDX_SYMBOL(flattened_shape);
#if NDX_DEFINES
NDX_FUNC bool reshaped(const char* call, const Layout& layout, DimsView requested, Layout& result) {
  const Dims shape = resolve_reshape(call, layout.shape, requested);
  if (reshape_as_view(layout, shape, result)) return true;
  result = contiguous_layout(call, shape);
  return false;
}

NDX_FUNC Layout viewed(const char* call, const Layout& layout, DimsView requested) {
  Layout view;
  if (!reshaped(call, layout, requested, view)) [[unlikely]] {
    throw_shape_error(call, ": shape ", layout.shape, " with strides ", layout.strides,
                      " cannot be viewed as shape ", view.shape, " without a copy; use reshape");
  }
  return view;
}

NDX_FUNC Dims flattened_shape(const char* call, DimsView shape, index_t first, index_t last) {
  const std::size_t rank = shape.empty() ? 1 : shape.size();
  const std::size_t start = wrap_dim(call, first, rank);
  const std::size_t end = wrap_dim(call, last, rank);
  if (start > end) [[unlikely]]
    throw_value_error(call, ": start dim ", start, " comes after end dim ", end);
  if (shape.empty()) return Dims{1};
  Dims result;
  for (std::size_t d = 0; d < rank; ++d) {
    if (d > start && d <= end) {
      result.back() *= shape[d];
    } else {
      result.push_back(shape[d]);
    }
  }
  return result;
}
#endif

/// Keeps `length` elements of dim `dim` from `start` on, which counts from the end if it is negative. Throws
/// IndexError for a dim out of range, and if the elements are not all there.
Layout narrowed(const char* call, const Layout& layout, index_t dim, index_t start, index_t length)
    NDX_SYMBOL(narrowed);
#if NDX_DEFINES
NDX_FUNC Layout narrowed(const char* call, const Layout& layout, index_t dim, index_t start,
                         index_t length) {
  const std::size_t place = wrap_dim(call, dim, layout.rank());
  const index_t size = layout.shape[place];
  const index_t first = start + (start < 0 ? size : 0);
  if (first < 0 || first > size || length < 0 || length > size - first) [[unlikely]] {
    throw_index_error(call, ": start ", start, " and length ", length,
                      " are out of bounds for dimension ", place, " with size ", size);
  }
  Layout result = layout;
  slice_dim(result, place, {first, length, 1});
  return result;
}
#endif

NDX_NAMESPACE_END
