// Copies elements from one layout to another, in parallel if an executor is installed.
//
// The caller merges the two layouts into one loop, sorted by the destination's strides
// (sort_for_memory). This function only splits the loop into parts and calls the kernel for each.
#pragma once

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/move/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// Copies elements of N bytes along the loop. Operand 0 of the loop is the destination, operand 1
/// the source.
template <std::size_t N>
void copy_in_parts(std::byte* to, const std::byte* from, const Loop<2>& loop,
                   kernel::Stores stores) {
  kernel::run_in_parts(loop, 0, N, [&](const Loop<2>& part, const Offsets<2>& at) {
    kernel::copy_strided<N>(to + kernel::bytes_of<N>(at[0]), from + kernel::bytes_of<N>(at[1]),
                            part, stores);
  });
}

}  // namespace detail
NDX_NAMESPACE_END
