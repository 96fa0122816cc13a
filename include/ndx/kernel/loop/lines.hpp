// Visits the lines along one dim of a tensor together with their results, for reductions, scans and
// sorts.
//
// If the elements of a line are far apart, but the lines are adjacent in memory, visiting line by
// line would read one element of each cache line at a time. Up to 2048 adjacent lines are then
// processed together, row by row, so that memory is read in order. The loops know offsets and
// strides; the callers supply what is done with a line.
#pragma once

#include <ndx/kernel/loop/parallel_loop.hpp>
#include <ndx/kernel/move/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Most lines that are processed together. The state that is kept for each line then stays in the
/// L1 cache.
inline constexpr index_t kLinesTogether = 2048;

/// Calls columns(offsets, count, steps) for up to `most` lines that are adjacent along the
/// innermost dim of the loop, `steps` apart. The loop must have a dim. Offsets are those of the
/// first line's first element in both operands. `bytes` is the size of a line, which decides how
/// the work is split among threads.
template <class Columns>
void run_together(const Loop<2>& lines, const Offsets<2>& start, index_t bytes, index_t most,
                  const Columns& columns) {
  const std::size_t inner = lines.rank - 1;
  const auto run_part = [&](const Loop<2>& part, const Offsets<2>& at) {
    const index_t width = part.sizes[inner];
    const Offsets<2> steps{part.strides[0][inner], part.strides[1][inner]};
    const Offsets<2> first{start[0] + at[0], start[1] + at[1]};
    Walk<2> walk(part, inner, first);
    do {
      for (index_t begin = 0; begin < width; begin += most) {
        const index_t count = width - begin < most ? width - begin : most;
        columns({walk.at[0] + begin * steps[0], walk.at[1] + begin * steps[1]}, count, steps);
      }
    } while (walk.next());
  };
  run_in_parts(lines, 0, bytes, run_part, kPartGrain);
}

/// Calls line(offsets) for each coordinate of `shape`, in which the dim of the lines has size 1. If
/// the lines of the first operand are adjacent and not contiguous, it calls columns(offsets, count,
/// step) instead, for `count` lines at once: 1 apart in the first operand and `step` apart in the
/// second. If `line` cuts each line into several parts, the lines are visited one after another: adjacent ones only if
/// `cuts_adjacent`, which says that `columns` gives the same results.
template <class Line, class Columns>
void run_lines(DimsView shape, DimsView strides, DimsView other_strides, index_t line_stride,
               index_t bytes, const Line& line, const Columns& columns, index_t parts = 1,
               bool cuts_adjacent = true) {
  Offsets<2> offsets{};
  const Loop<2> lines = sort_for_memory(make_loop<2>(shape, {strides, other_strides}), offsets);
  if (is_empty(lines)) return;
  const bool are_adjacent = (parts == 1 || !cuts_adjacent) && lines.rank > 0 && line_stride != 1 &&
                            line_stride != -1 && lines.strides[0][lines.rank - 1] == 1 &&
                            lines.sizes[lines.rank - 1] >= 16;
  if (are_adjacent)
    return run_together(lines, offsets, bytes, kLinesTogether,
                        [&](const Offsets<2>& at, index_t count, const Offsets<2>& steps) {
                          columns(at, count, steps[1]);
                        });
  const auto run_part = [&](const Loop<2>& part, const Offsets<2>& at) {
    Walk<2> walk(part, part.rank, {offsets[0] + at[0], offsets[1] + at[1]});
    do line(walk.at);
    while (walk.next());
  };
  run_in_parts(lines, 0, parts == 1 ? bytes : 0, run_part, 1);
}

/// A buffer for short dense lines, which are copied so that element i of all lines is contiguous.
/// They are then processed row by row with vectors, where a call for each line would take longer
/// than the line itself.
template <class In>
class InterleavedLines {
 public:
  /// Elements of the longest line; beyond it, a call for each line is as fast.
  static constexpr index_t kLongest = sizeof(In) == 1 ? 192 : sizeof(In) <= 4 ? 128 : 64;
  static constexpr index_t kMost = 64;  // lines

  /// Copies `lines` lines of `count` elements that are `step` apart. Returns the buffer, in which
  /// element i of line k is at i·lines + k.
  const In* copy(const In* from, index_t count, index_t lines, index_t step) {
    Loop<2> loop;
    loop.push_inner(count, {lines, 1});
    loop.push_inner(lines, {1, step});
    copy_cached<sizeof(In)>(bytes_, reinterpret_cast<const std::byte*>(from), loop);
    return reinterpret_cast<const In*>(bytes_);
  }

 private:
  alignas(64) std::byte bytes_[sizeof(In) * kLongest * kMost];
};

}  // namespace kernel
NDX_NAMESPACE_END
