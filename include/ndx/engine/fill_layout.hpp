// Fills every element of a layout.
#pragma once

#include <ndx/kernel/move/fill.hpp>
#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Writes the N bytes at `value` to every element of a layout. The layout's first element is at
/// `first`; it must not overlap itself.
template <std::size_t N>
void fill_layout(std::byte* first, const Layout& layout, const std::byte* value,
                 kernel::Stores stores) {
  Offsets<1> offsets{};
  const Loop<1> loop = sort_for_memory(make_loop<1>(layout.shape, {layout.strides}), offsets);
  kernel::fill_strided<N>(first + kernel::bytes_of<N>(offsets[0]), value, loop, stores);
}

/// The same for `count` contiguous elements: all that new tensors need.
template <std::size_t N>
void fill_contiguous(std::byte* first, index_t count, const std::byte* value,
                     kernel::Stores stores) {
  kernel::fill_contiguous<N>(first, kernel::load<N>(value), count, stores);
  if (stores == kernel::Stores::streamed) kernel::finish_streaming();
}

}  // namespace detail
NDX_NAMESPACE_END
