// Lines along one dim of a tensor, and their results: one at a time, or, where they lie side by side
// and their elements far apart, many together, so that memory is read in order.
#pragma once

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/move/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Most lines that are processed together. What is kept for each then stays in the L1 cache.
inline constexpr index_t kLinesTogether = 2048;

/// Calls columns(offsets, count, steps) for up to `most` lines along the innermost dim, `steps` apart;
/// the loop must have a dim. Offsets are those of a line's first element in either operand. `bytes`: of
/// a line.
template <class Columns>
void run_together(const Loop<2>& lines, const Offsets<2>& start, index_t bytes, index_t most,
                  const Columns& columns) {
  const std::size_t inner = lines.rank - 1;
  const auto run_part = [&](const Loop<2>& part, const Offsets<2>& at) {
    const index_t width = part.sizes[inner];
    const Offsets<2> steps{part.strides[0][inner], part.strides[1][inner]};
    const Offsets<2> first{start[0] + at[0], start[1] + at[1]};
    for_each_coordinate(part, inner, first, [&](const Offsets<2>& of) {
      for (index_t begin = 0; begin < width; begin += most) {
        const index_t count = width - begin < most ? width - begin : most;
        columns({of[0] + begin * steps[0], of[1] + begin * steps[1]}, count, steps);
      }
    });
  };
  run_in_parts(lines, 0, bytes, run_part, kPartGrain);
}

/// Calls line(offsets) for each coordinate of `shape`, in which the dim of the lines has size 1, or
/// columns(offsets, count, step) for lines side by side: those of the first operand 1 apart, of the
/// second `step` apart.
template <class Line, class Columns>
void run_lines(DimsView shape, DimsView strides, DimsView other_strides, index_t line_stride,
               index_t bytes, const Line& line, const Columns& columns) {
  Offsets<2> offsets{};
  const Loop<2> lines = sort_for_memory(make_loop<2>(shape, {strides, other_strides}), offsets);
  if (is_empty(lines)) return;
  const bool side_by_side = lines.rank > 0 && line_stride != 1 && line_stride != -1 &&
                            lines.strides[0][lines.rank - 1] == 1 &&
                            lines.sizes[lines.rank - 1] >= 16;
  if (side_by_side)
    return run_together(lines, offsets, bytes, kLinesTogether,
                        [&](const Offsets<2>& at, index_t count, const Offsets<2>& steps) {
                          columns(at, count, steps[1]);
                        });
  const auto run_part = [&](const Loop<2>& part, const Offsets<2>& at) {
    for_each_coordinate(part, part.rank, {offsets[0] + at[0], offsets[1] + at[1]}, line);
  };
  run_in_parts(lines, 0, bytes, run_part, 1);
}

/// Room for short dense lines, copied side by side: what is done with them is then done row by row, with
/// vectors, where a call for each line would take longer than the line.
template <class In>
class InterleavedLines {
 public:
  /// Elements of the longest line, beyond which calls are as fast.
  static constexpr index_t kLongest = sizeof(In) == 1 ? 192 : sizeof(In) <= 4 ? 128 : 64;
  static constexpr index_t kMost = 64;  // lines

  /// Copies `lines` lines of `count` elements, `step` apart. Element i of line k is then the one at
  /// i·lines + k of what is returned.
  const In* copy(const In* from, index_t count, index_t lines, index_t step) {
    Loop<2> loop;
    loop.push_inner(count, {lines, 1});
    loop.push_inner(lines, {1, step});
    copy_strided<sizeof(In)>(bytes_, reinterpret_cast<const std::byte*>(from), loop);
    return reinterpret_cast<const In*>(bytes_);
  }

 private:
  alignas(64) std::byte bytes_[sizeof(In) * kLongest * kMost];
};

}  // namespace kernel
NDX_NAMESPACE_END
