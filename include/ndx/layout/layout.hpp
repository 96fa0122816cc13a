// Layout: where a tensor's elements are stored: shape, strides and offset, all in elements.
//
// Invariants, which every function in this folder maintains and all other code may rely on:
//   1. shape and strides have the same length, at most 64.
//   2. Every size is ≥ 0.
//   3. The product of the non-zero sizes fits index_t.
//   4. The offset, and the sum of |stride|·(size-1) over the dims with size > 1, fit index_t, even
//      if another size is 0.
//   5. In a tensor, every element lies within its storage; a layout without elements has offset 0.
// Every view is arithmetic on these numbers. A layout knows neither pointers nor element types; check_fits in
// storage/untyped.hpp checks whether it fits a memory. Source of the numbered form: rust-ndarray's dimension
// module.
#pragma once

#include <ndx/base/dims.hpp>
#include <ndx/layout/checked.hpp>

NDX_NAMESPACE_BEGIN

/// Shape, strides and offset in elements. See the invariants above.
struct Layout {
  Dims shape;
  Dims strides;
  index_t offset = 0;

  [[nodiscard]] std::size_t rank() const noexcept { return shape.size(); }

  /// Appends an innermost dim.
  NDX_ALWAYS_INLINE void push_dim(index_t size, index_t stride) {
    if (rank() >= kInlineRank) [[unlikely]]
      return push_dim_beyond(size, stride);
    shape.push_within(size);
    strides.push_within(stride);
  }
  /// Appends a dim where the lists may have to grow, which is rare.
  NDX_NOINLINE void push_dim_beyond(index_t size, index_t stride) {
    shape.push_back(size);
    strides.push_back(stride);
  }
  void insert_dim(std::size_t dim, index_t size, index_t stride) {
    shape.insert(dim, size);
    strides.insert(dim, stride);
  }
  void erase_dim(std::size_t dim) noexcept {
    shape.erase(dim);
    strides.erase(dim);
  }
};

/// Returns the product of the sizes, which invariant 3 keeps representable.
inline index_t numel(DimsView shape) noexcept {
  index_t product = 1;
  for (const index_t size : shape) product *= size;
  return product;
}
inline index_t numel(const Layout& layout) noexcept { return numel(DimsView(layout.shape)); }

inline bool is_empty(DimsView shape) noexcept {
  for (const index_t size : shape) {
    if (size == 0) return true;
  }
  return false;
}

/// Writes the row-major strides of a shape. Sizes of 0 count as 1, so that they do not make the
/// outer strides 0.
inline void write_row_major_strides(DimsView shape, Dims& strides) noexcept {
  index_t stride = 1;
  for (std::size_t d = shape.size(); d-- > 0;) {
    strides[d] = stride;
    stride *= shape[d] > 1 ? shape[d] : 1;
  }
}

/// Returns the row-major strides of a shape.
NDX_NOINLINE inline Dims contiguous_strides(DimsView shape) {
  Dims strides;
  strides.resize_unset(shape.size());
  write_row_major_strides(shape, strides);
  return strides;
}

/// Sets `layout`, which must have rank 0, to the row-major layout of a valid shape. The layout is built in
/// place, because a copy of it would stall the processor: a vector load has to wait for the scalar stores
/// just before it.
void set_row_major(Layout& layout, DimsView shape) NDX_SYMBOL(set_row_major);
#if NDX_DEFINES
NDX_NOINLINE NDX_FUNC void set_row_major(Layout& layout, DimsView shape) {
  for (const index_t size : shape) layout.push_dim(size, 1);
  write_row_major_strides(shape, layout.strides);
}
#endif

/// Returns the row-major layout of a shape. Throws ValueError for an invalid shape (negative size,
/// overflow, rank above 64).
Layout contiguous_layout(const char* call, DimsView shape) NDX_SYMBOL(contiguous_layout);
#if NDX_DEFINES
NDX_FUNC Layout contiguous_layout(const char* call, DimsView shape) {
  checked_numel(call, shape);
  Layout layout;
  set_row_major(layout, shape);
  return layout;
}
#endif

/// Returns the shape with broadcast dims (stride 0) reduced to size 1. Its number of elements is an upper
/// bound of the number of distinct elements.
inline Dims stored_shape(const Layout& layout) {
  Dims stored = layout.shape;
  for (std::size_t d = 0; d < stored.size(); ++d) {
    if (layout.strides[d] == 0 && stored[d] > 1) stored[d] = 1;
  }
  return stored;
}

/// Whether the elements are contiguous in row-major order. Dims of size 1 do not matter; an empty
/// layout is contiguous.
inline bool is_contiguous(DimsView shape, DimsView strides) noexcept {
  index_t expected = 1;
  bool in_order = true;
  for (std::size_t d = shape.size(); d-- > 0;) {
    if (shape[d] == 0) return true;
    if (shape[d] == 1) continue;
    in_order = in_order && strides[d] == expected;
    expected *= shape[d];
  }
  return in_order;
}
inline bool is_contiguous(const Layout& layout) noexcept {
  return is_contiguous(layout.shape, layout.strides);
}

/// The lowest and the highest offset of any element, both inclusive. Only a layout with elements has an
/// extent.
struct Extent {
  index_t low;
  index_t high;
};

inline Extent extent(const Layout& layout) noexcept {
  Extent reach{layout.offset, layout.offset};
  for (std::size_t d = 0; d < layout.rank(); ++d) {
    const index_t span = (layout.shape[d] - 1) * layout.strides[d];
    (span < 0 ? reach.low : reach.high) += span;
  }
  return reach;
}

/// Whether a layout with elements reaches more than `count` of them. An overlapping window has few, however
/// large the product of its sizes is.
inline bool exceeds(const Layout& layout, index_t count) noexcept {
  if (numel(layout) <= count) return false;
  const Extent reach = extent(layout);
  return reach.high - reach.low >= count;
}

/// Returns the layout with this shape, strides and offset. Throws ValueError if they violate
/// invariants 1 to 4.
Layout checked_layout(const char* call, DimsView shape, DimsView strides, index_t offset)
    NDX_SYMBOL(checked_layout);
#if NDX_DEFINES
NDX_FUNC Layout checked_layout(const char* call, DimsView shape, DimsView strides, index_t offset) {
  if (shape.size() != strides.size()) [[unlikely]] {
    throw_value_error(call, ": shape ", shape, " and strides ", strides, " differ in length");
  }
  checked_numel(call, shape);
  index_t reach = 0;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    const index_t span = checked_mul(call, shape[d] > 2 ? shape[d] - 1 : 1, strides[d]);
    reach = checked_add(call, reach, span < 0 ? checked_mul(call, span, -1) : span);
  }
  checked_add(call, reach, offset < 0 ? checked_mul(call, offset, -1) : offset);
  return {Dims(shape), Dims(strides), offset};
}
#endif

/// Returns the offset of the element with row-major index `linear`, relative to the first element.
inline index_t offset_of_linear(DimsView shape, DimsView strides, index_t linear) noexcept {
  index_t offset = 0;
  for (std::size_t d = shape.size(); d-- > 0 && linear != 0;) {
    offset += linear % shape[d] * strides[d];
    linear /= shape[d];
  }
  return offset;
}

NDX_NAMESPACE_END
