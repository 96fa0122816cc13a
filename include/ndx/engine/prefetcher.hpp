// Prefetcher: runs a kernel on blocks and prefetches the rows that come next, for tensors that
// exceed the cache.
//
// Rows at random offsets defeat the hardware prefetcher, and each costs the latency of main memory.
// The offsets of the block at hand and of the next block are known, so the kernel can request rows
// some positions ahead while it moves the current one. About 128 cache lines are kept in flight.
// For tensors that fit in the cache, the requests cost more than they save.
#pragma once

#include <ndx/base/function_ref.hpp>
#include <ndx/engine/indexed_loop.hpp>
#include <ndx/kernel/index/indexed_block.hpp>
#include <ndx/storage/cache.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

inline bool exceeds_cache(const IndexPlan& plan, std::size_t element_bytes) {
  return numel(plan.view) > kCacheBytes / static_cast<index_t>(element_bytes);
}

/// Prefetch distance in positions for rows of `row_bytes` bytes.
inline index_t prefetch_distance(index_t row_bytes) noexcept {
  constexpr index_t kLines = 128;  // requested ahead
  return kLines / kernel::lines_of_row(row_bytes);
}

/// Processes a block: f(indexed offset, linear offset, block).
using BlockBody = FunctionRef<void(index_t, index_t, const kernel::IndexedBlock&)>;

/// The rows that follow a block: `count` offsets, relative to the block's base plus `from`
/// elements.
struct NextBlock {
  const index_t* offsets;
  index_t count;
  index_t from;
};

class Prefetcher {
 public:
  Prefetcher(const IndexPlan& plan, const IndexedLoop& loop, std::size_t element_bytes) {
    const Loop<2>& row = loop.inner;
    const bool contiguous = row.rank == 0 || (row.rank == 1 && row.strides[0][0] == 1);
    if (!contiguous || !exceeds_cache(plan, element_bytes)) return;
    const index_t length = row.rank == 0 ? 1 : row.sizes[0];
    distance_ = prefetch_distance(length * static_cast<index_t>(element_bytes));
  }

  /// Prefetch distance in positions; 0 if the tensor fits in cache or its rows are not contiguous.
  [[nodiscard]] index_t distance() const noexcept { return distance_; }

  /// Calls the body with a block and prefetches at the default distance.
  void move(const BlockBody& body, index_t at, index_t on, const kernel::IndexedBlock& block,
            const NextBlock& next) const {
    move(body, at, on, block, next, distance_);
  }

  /// Calls the body with up to three parts of the block. The first part prefetches the rows
  /// `distance` positions ahead in the same block, the second the rows of `next`, the third none.
  NDX_NOINLINE void move(const BlockBody& body, index_t at, index_t on,
                         const kernel::IndexedBlock& block, const NextBlock& next,
                         index_t distance) const {
    if (distance_ == 0) return body(at, on, block);
    const index_t near = block.count > distance ? block.count - distance : 0;
    const index_t left = block.count - near;
    const index_t fetching = left < next.count ? left : next.count;
    const NextBlock parts[] = {{block.offsets + distance, near, 0},
                               {next.offsets, fetching, next.from},
                               {nullptr, left - fetching, 0}};
    kernel::IndexedBlock part = block;
    for (const NextBlock& ahead : parts) {
      if (ahead.count == 0) continue;
      part.count = ahead.count;
      part.ahead = ahead.offsets;
      part.ahead_from = ahead.from;
      body(at, on, part);
      on += kernel::drop_front(part, ahead.count);
    }
  }

 private:
  index_t distance_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
