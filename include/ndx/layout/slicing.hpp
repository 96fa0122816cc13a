// Selecting from and slicing a dim: arithmetic on one size, one stride and the offset.
//
// Nothing here throws: slices clamp as in Python, and the callers check integers, because only they know how
// to name the term in an error.
#pragma once

#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN

/// A slice start:stop:step resolved against a size: first index, number of elements, step.
struct SliceRange {
  index_t first;
  index_t count;
  index_t step;
};

/// Clamps a slice like Python's slice.indices. `start` and `stop` may have any value, and `step` any but 0.
/// A bound whose has_ flag is false is omitted; the sign of the step then decides at which end of the dim the
/// slice begins or ends.
inline SliceRange resolve_slice(bool has_start, index_t start, bool has_stop, index_t stop,
                                index_t step, index_t size) noexcept {
  const bool down = step < 0;
  const index_t lowest = down ? -1 : 0;
  const index_t highest = down ? size - 1 : size;
  const auto clamp = [&](index_t bound) {
    if (bound < 0) bound = bound < -size ? lowest : bound + size;
    return bound > highest ? highest : bound;
  };
  const index_t first = has_start ? clamp(start) : down ? highest : lowest;
  const index_t last = has_stop ? clamp(stop) : down ? lowest : highest;
  const index_t distance = down ? first - last : last - first;
  if (distance <= 0) return {first, 0, step};
  // The magnitude is unsigned, because the step may be INT64_MIN.
  const auto magnitude = static_cast<std::uint64_t>(step);
  const std::uint64_t pace = down ? ~magnitude + 1 : magnitude;
  const auto room = static_cast<std::uint64_t>(distance - 1);
  // Steps are usually powers of two, for which a shift avoids the division.
  const std::uint64_t more = (pace & (pace - 1)) == 0 ? room >> __builtin_ctzll(pace) : room / pace;
  return {first, static_cast<index_t>(more) + 1, step};
}

/// Returns the offset of the slice's first element from the first element of the dim, whose stride is
/// `stride`.
inline index_t sliced_offset(const SliceRange& range, index_t stride) noexcept {
  return range.count > 0 ? range.first * stride : 0;
}

/// Returns the stride of a sliced dim. With two or more elements, the product is a distance within the
/// layout. With fewer it could overflow; the stride is then not needed.
inline index_t sliced_stride(const SliceRange& range, index_t stride) noexcept {
  return range.count > 1 ? stride * range.step : stride;
}

/// Slices `dim` to `range`.
inline void slice_dim(Layout& layout, std::size_t dim, const SliceRange& range) noexcept {
  layout.offset += sliced_offset(range, layout.strides[dim]);
  layout.strides[dim] = sliced_stride(range, layout.strides[dim]);
  layout.shape[dim] = range.count;
}

/// Selects `index`, which must be in range, along `dim` and removes the dim.
inline void select_dim(Layout& layout, std::size_t dim, index_t index) noexcept {
  layout.offset += index * layout.strides[dim];
  layout.erase_dim(dim);
}

/// Writes the layout of select_dim to `selected`, which must have rank 0. This saves view creation a copy.
inline void select_dim(const Layout& layout, std::size_t dim, index_t index, Layout& selected) {
  selected.offset = layout.offset + index * layout.strides[dim];
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    if (d != dim) selected.push_dim(layout.shape[d], layout.strides[d]);
  }
}

NDX_NAMESPACE_END
