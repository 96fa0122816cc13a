// Fills every element of a layout with one value.
//
// The dims are visited in the order of their strides and merged where they can be, so that a layout
// that is contiguous in any order of its dims is filled as one row.
#pragma once

#include <ndx/kernel/move/fill.hpp>
#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes the N bytes at `value` to every element of a layout, which must not overlap itself.
/// `first` is the address of its element at index (0, …, 0).
template <std::size_t N>
void fill_layout(std::byte* first, const Layout& layout, const std::byte* value,
                 kernel::Stores stores) {
  Offsets<1> offsets{};
  const Loop<1> loop = sort_for_memory(make_loop<1>(layout.shape, {layout.strides}), offsets);
  kernel::fill_strided<N>(first + kernel::bytes_of<N>(offsets[0]), value, loop, stores);
}

/// Writes the N bytes at `value` to `count` contiguous elements, which is what new tensors need.
template <std::size_t N>
void fill_contiguous(std::byte* first, index_t count, const std::byte* value,
                     kernel::Stores stores) {
  kernel::fill_contiguous<N>(first, kernel::load<N>(value), count, stores);
  if (stores == kernel::Stores::streamed) kernel::finish_streaming();
}

}  // namespace detail
NDX_NAMESPACE_END
