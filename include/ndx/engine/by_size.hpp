// The engine's functions for elements of N bytes, whatever their type: gathers, scatters, fills and
// copies.
//
// Elements that are only moved need no type, so one function serves all types of a size. The
// compiled library contains these functions for the common sizes; other sizes are compiled where
// they are used.
#pragma once

#include <ndx/engine/execute.hpp>
#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/move/copy.hpp>

NDX_NAMESPACE_BEGIN

// Copies elements from one layout to another, in parallel if an executor is installed.
//
// The caller merges the two layouts into one loop, sorted by the destination's strides
// (sort_for_memory). This function only splits the loop into parts and calls the kernel for each.

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

namespace detail {

NDX_COMPILE_SIZES(void, gather,
                  (const IndexPlan& plan, const std::byte* base, std::byte* result,
                   const std::byte* fill, kernel::Stores stores),
                  (plan, base, result, fill, stores))
NDX_COMPILE_SIZES(void, gather_into,
                  (const IndexPlan& plan, const std::byte* base, const UntypedTensor& out,
                   const std::byte* fill, kernel::Stores stores),
                  (plan, base, out, fill, stores))
NDX_COMPILE_SIZES(void, scatter,
                  (const IndexPlan& plan, const Storage& target, const std::byte* value,
                   DimsView strides),
                  (plan, target, value, strides))
NDX_COMPILE_SIZES(void, scatter_scalar,
                  (const IndexPlan& plan, const Storage& target, const std::byte* value),
                  (plan, target, value))
NDX_COMPILE_SIZES(void, fill_contiguous,
                  (std::byte * first, index_t count, const std::byte* value, kernel::Stores stores),
                  (first, count, value, stores))
NDX_COMPILE_SIZES(void, fill_layout,
                  (std::byte * first, const Layout& layout, const std::byte* value,
                   kernel::Stores stores),
                  (first, layout, value, stores))
NDX_COMPILE_SIZES(void, copy_in_parts,
                  (std::byte * to, const std::byte* from, const Loop<2>& loop,
                   kernel::Stores stores),
                  (to, from, loop, stores))

}  // namespace detail

NDX_NAMESPACE_END
