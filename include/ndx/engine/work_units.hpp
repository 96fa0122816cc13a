// WorkUnits: splits a plan's loop into work units and runs them.
//
// The units are tiles (tiles.hpp) if the plan repeats the same offsets; otherwise they are blocks
// of positions, whose offsets are computed one block at a time. Units are independent, so a gather
// can run ranges of them in parallel. If the tensor exceeds the cache, the offsets of the next block
// are computed before a block is moved, so that its rows can be prefetched; two buffers of offsets
// alternate for that.
#pragma once

#include <ndx/base/executor.hpp>
#include <ndx/engine/tiles.hpp>
#include <ndx/kernel/move/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class WorkUnits {
 public:
  /// Keeps references: plan and loop must outlive this. Throws IndexError if an index of a tile is
  /// out of bounds.
  NDX_NOINLINE WorkUnits(const IndexPlan& plan, IndexedLoop& loop, std::size_t element_bytes)
      : plan_(plan),
        loop_(loop),
        shape_(loop.index_shape()),
        prefetcher_(plan, loop, element_bytes),
        tiles_(plan, loop, prefetcher_) {}
  NDX_NOINLINE ~WorkUnits() = default;
  WorkUnits(const WorkUnits&) = delete;
  WorkUnits& operator=(const WorkUnits&) = delete;

  /// Number of independent work units.
  [[nodiscard]] index_t count() const noexcept {
    return tiles_.count() != 0 ? tiles_.count() : loop_.blocks();
  }

  /// Whether the units are blocks of kernel::kBlock positions in order; the last one may have
  /// fewer.
  [[nodiscard]] bool are_blocks() const noexcept { return tiles_.count() == 0; }

  /// Calls the body for everything that work units first…last-1 select. Skipped positions are not
  /// part of any block.
  NDX_NOINLINE void run(index_t first, index_t last, const BlockBody& body) const {
    if (tiles_.count() != 0) return tiles_.run(first, last, body);
    const index_t end = last < loop_.blocks() ? last * kernel::kBlock : loop_.position_count();
    run_stream(first * kernel::kBlock, end, body);
  }

  /// Calls the body for everything, split into `parts` parts that may run in parallel. Each part
  /// ends with a store fence if its stores are streamed.
  NDX_NOINLINE void run_in_parts(index_t parts, const BlockBody& body,
                                 kernel::Stores stores) const {
    run_parts(count(), parts, [&](index_t first, index_t last) {
      run(first, last, body);
      if (stores == kernel::Stores::streamed) kernel::finish_streaming();
    });
  }

 private:
  /// The offsets of one block and the buffers that they may point into.
  struct BlockOffsets {
    kernel::BlockBuffers buffers;
    index_t table[kernel::kBlock];
    const index_t* offsets;
    index_t count;
  };

  void run_stream(index_t first, index_t last, const BlockBody& body) const {
    BlockOffsets double_buffer[2];
    BlockOffsets* here = &double_buffer[0];
    BlockOffsets* other = &double_buffer[1];
    const bool prefetches = prefetcher_.distance() != 0 && !plan_.skips() && loop_.outer.rank == 0;
    const index_t most = offsets_in_place() ? last - first : kernel::kBlock;
    for (index_t start = first; start < last; start += most) {
      const index_t after = start + most;
      NextBlock next{};
      if (start == first || !prefetches) find(*here, start, last, most);
      if (prefetches && after < last) {
        find(*other, after, last, most);
        prefetch_indices(after + 2 * most);
        next = {other->offsets, other->count, 0};
      }
      move(*here, start, next, body);
      if (prefetches) std::swap(here, other);
    }
  }

  /// Whether the offsets of all positions can be used in place: there is one index tensor, it has
  /// been checked, and its values are the offsets.
  [[nodiscard]] bool offsets_in_place() const {
    if (loop_.operands.size() != 1 || shape_.walked != nullptr || !loop_.linear_is_equally_spaced)
      return false;
    return !plan_.skips() && kernel::are_offsets(shape_, loop_.operands[0]);
  }

  /// Computes the offsets of up to `most` positions from `start` on, but none beyond `last`.
  NDX_NOINLINE void find(BlockOffsets& found, index_t start, index_t last, index_t most) const {
    found.count = last - start < most ? last - start : most;
    found.offsets = kernel::block_offsets(shape_, loop_.operands.data(), loop_.operands.size(),
                                          start, found.count, found.buffers);
    if (found.offsets == nullptr) [[unlikely]]
      loop_.throw_out_of_bounds();
  }

  /// Prefetches the index values of the block at `start`, for index tensors that are read
  /// contiguously.
  void prefetch_indices(index_t start) const {
    for (const kernel::IndexStream& operand : loop_.operands) {
      if (!operand.equally_spaced || kernel::inner_stride(shape_, operand.strides) != 1) continue;
      const auto bytes = static_cast<index_t>(integer_bytes(operand.dtype));
      for (index_t at = 0; at < kernel::kBlock * bytes; at += kLineBytes)
        kernel::prefetch_line(operand.data, start * bytes + at);
    }
  }

  /// Calls the body with the block at `start`, without skipped positions, for each coordinate of
  /// the outer dims.
  void move(BlockOffsets& found, index_t start, const NextBlock& next,
            const BlockBody& body) const {
    const index_t* const linear = loop_.positions.strides[1];
    kernel::IndexedBlock block{found.count, found.offsets, 0, nullptr};
    index_t on = 0;
    if (loop_.linear_is_equally_spaced && !plan_.skips()) {
      block.step = kernel::inner_stride(shape_, linear);
      on = start * block.step;
    } else {
      kernel::strided_offsets(shape_, linear, start, found.count, found.table);
      block.table = found.table;
    }
    if (plan_.skips()) {
      block.count =
          kernel::keep_unskipped(found.offsets, found.buffers.offsets, found.table, found.count);
      block.offsets = found.buffers.offsets;
      if (block.count == 0) return;
    }
    const auto visit = [&](const Offsets<2>& at) {
      prefetcher_.move(body, at[0], at[1], block, next);
    };
    kernel::for_each_coordinate(loop_.outer, loop_.outer.rank, {plan_.view.offset, on},
                                kernel::Visitor<2>(visit));
  }

  const IndexPlan& plan_;
  IndexedLoop& loop_;
  kernel::IndexShape shape_;
  Prefetcher prefetcher_;
  Tiles tiles_;
};

}  // namespace detail
NDX_NAMESPACE_END
