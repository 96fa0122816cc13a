// Lines along one dim of a tensor, and their results: one at a time, or, where they lie side by side
// and their elements far apart, many together, so that memory is read in order.
#pragma once

#include <ndx/kernel/parallel_loop.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Most lines that are processed together. What is kept for each then stays in the L1 cache.
inline constexpr index_t kLinesTogether = 2048;

/// Calls line(offsets) for each coordinate of `shape`, in which the dim of the lines has size 1, or
/// columns(offsets, count, step) for lines side by side: those of the first operand 1 apart, of the
/// second `step` apart. Offsets are those of a line's first element in either. `bytes`: of a line.
template <class Line, class Columns>
void run_lines(DimsView shape, DimsView strides, DimsView other_strides, index_t line_stride,
               index_t bytes, const Line& line, const Columns& columns) {
  Offsets<2> offsets{};
  const Loop<2> lines = sort_for_memory(make_loop<2>(shape, {strides, other_strides}), offsets);
  if (is_empty(lines)) return;
  const bool side_by_side = lines.rank > 0 && line_stride != 1 && line_stride != -1 &&
                            lines.strides[0][lines.rank - 1] == 1 &&
                            lines.sizes[lines.rank - 1] >= 16;
  const auto run_part = [&](const Loop<2>& part, const Offsets<2>& at) {
    const Offsets<2> first{offsets[0] + at[0], offsets[1] + at[1]};
    if (!side_by_side) return for_each_coordinate(part, part.rank, first, line);
    const std::size_t inner = part.rank - 1;
    const index_t width = part.sizes[inner];
    const index_t step = part.strides[1][inner];
    for_each_coordinate(part, inner, first, [&](const Offsets<2>& of) {
      for (index_t begin = 0; begin < width; begin += kLinesTogether) {
        const index_t count = width - begin < kLinesTogether ? width - begin : kLinesTogether;
        columns({of[0] + begin, of[1] + begin * step}, count, step);
      }
    });
  };
  run_in_parts(lines, 0, bytes, run_part, side_by_side ? kPartGrain : 1);
}

}  // namespace kernel
NDX_NAMESPACE_END
