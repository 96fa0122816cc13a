// WorkUnits: the independent parts of a plan's loop. BlockWalk: visits what some of them select,
// block by block.
//
// The units are tiles (tiles.hpp) if the plan repeats the same offsets; otherwise they are some
// positions, whose offsets are computed one block at a time. A gather can run ranges of units in
// parallel.
//
// Rows at random offsets defeat the hardware prefetcher, and each costs the latency of main memory.
// If the tensor exceeds the cache, the kernel therefore requests rows some positions ahead while it
// moves the current one. The offsets of the next block are computed before a block is moved, so that
// the last positions of a block can request the first rows of the next. For tensors that fit in the
// cache, the requests cost more than they save.
#pragma once

#include <ndx/engine/tiles.hpp>

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
        bytes_(static_cast<index_t>(element_bytes)),
        exceeds_cache_(exceeds(plan.view, kCacheBytes / bytes_)),
        tiles_(plan, loop, distance_for(loop.inner), bytes_) {}
  NDX_NOINLINE ~WorkUnits() = default;
  WorkUnits(const WorkUnits&) = delete;
  WorkUnits& operator=(const WorkUnits&) = delete;

  /// Number of independent work units.
  [[nodiscard]] index_t count() const noexcept {
    if (tiles_.count() != 0) return tiles_.count();
    const index_t positions = loop_.position_count();
    return positions / kUnit + (positions % kUnit != 0 ? 1 : 0);
  }
  /// Number of positions of all units.
  [[nodiscard]] double positions() const noexcept {
    return static_cast<double>(loop_.position_count()) *
           static_cast<double>(numel(DimsView(loop_.outer.sizes, loop_.outer.rank)));
  }
  /// The cost of moving the rows of some positions. Each row waits for memory if the tensor exceeds the
  /// cache.
  [[nodiscard]] UnitCost cost_of(double positions) const noexcept {
    const double row = static_cast<double>(numel(DimsView(loop_.inner.sizes, loop_.inner.rank))) *
                       static_cast<double>(bytes_);
    const double wait = exceeds_cache_ ? 2 : .4;
    return {positions * row, positions * (wait + .03 * row)};
  }
  /// Number of parts into which the units are split for the executor.
  [[nodiscard]] NDX_NOINLINE index_t parts() const noexcept {
    const index_t units = count();
    if (executor().run == nullptr || units < 2) return 1;
    return parts_for(units, cost_of(positions() / static_cast<double>(units)));
  }
  /// Whether the units are tiles.
  [[nodiscard]] bool are_tiles() const noexcept { return tiles_.count() != 0; }
  /// Number of offsets that are computed for the units: of the positions, or of the places of the tiles.
  [[nodiscard]] index_t offsets() const noexcept {
    return are_tiles() ? tiles_.count() : loop_.position_count();
  }
  /// Whether it is known without a look at the indices that no two units select the same element.
  [[nodiscard]] bool are_apart() const {
    return are_tiles() ? tiles_.are_apart() : loop_.is_one_mask();
  }

 private:
  friend class BlockWalk;
  friend class WriteParts;

  /// Positions of a unit: fewer than a block has, since threads share few long rows, too.
  static constexpr index_t kUnit = 64;

  /// Returns the prefetch distance in positions; 0 if the tensor fits in cache or its rows are not
  /// contiguous.
  [[nodiscard]] index_t distance_for(const Loop<2>& row) const {
    const bool contiguous = row.rank == 0 || (row.rank == 1 && row.strides[0][0] == 1);
    if (!contiguous || !exceeds_cache_) return 0;
    return kernel::prefetch_distance((row.rank == 0 ? 1 : row.sizes[0]) * bytes_);
  }

  const IndexPlan& plan_;
  IndexedLoop& loop_;
  kernel::IndexShape shape_;
  index_t bytes_;  // of an element
  bool exceeds_cache_;
  Tiles tiles_;
};

/// Visits everything that some work units select. Skipped positions are not part of any block.
///   for (BlockWalk walk(units, first, last); walk.next();) use(walk.indexed, walk.linear, walk.block)
class BlockWalk {
 public:
  /// Walks over work units first…last-1, or over all. If there is a range, it visits those whose
  /// offsets are in it: of positions without those of the outer dims, of tiles those of their places.
  NDX_NOINLINE BlockWalk(const WorkUnits& units, index_t first, index_t last,
                         const kernel::OffsetRange* range = nullptr)
      : units_(units),
        distance_(units.tiles_.distance()),
        selects_(range != nullptr || units.plan_.skips()),
        range_(range != nullptr ? *range : kernel::OffsetRange()) {
    const Tiles& tiles = units.tiles_;
    const IndexedLoop& loop = units.loop_;
    if (tiles.count() != 0) {
      start_ = first;
      end_ = last;
      one_by_one_ = !tiles.are_combined();
      // Tiles whose rows take at most 2048 cache lines (128 KB) stay in cache and are prefetched
      // whole.
      const index_t in_tile = tiles.tile().count;
      const bool whole = in_tile <= 16 * distance_;
      tiles_ahead_ = whole ? (distance_ + in_tile - 1) / in_tile : 1;
      if (one_by_one_ && whole) distance_ = in_tile;
      block = tiles.tile();
    } else {
      start_ = first * WorkUnits::kUnit;
      end_ = last < units.count() ? last * WorkUnits::kUnit : loop.position_count();
      outer_count_ = numel(DimsView(loop.outer.sizes, loop.outer.rank));
    }
    finds_ahead_ = units.tiles_.distance() != 0 && !units.plan_.skips() && outer_count_ == 1;
    outer_ = outer_count_;
  }
  explicit BlockWalk(const WorkUnits& units) : BlockWalk(units, 0, units.count()) {}
  BlockWalk(const BlockWalk&) = delete;
  BlockWalk& operator=(const BlockWalk&) = delete;
  ~BlockWalk() = default;

  /// Goes to the next block, which it stores in the members below. Returns false at the end. A block
  /// of offsets is given out in up to three blocks: the first prefetches the rows `distance_`
  /// positions ahead in itself, the second the first rows of the next block, the third none.
  NDX_NOINLINE bool next() {
    if (left_ != 0) linear += kernel::drop_front(block, block.count);
    while (left_ == 0) {
      if (!(one_by_one_ ? next_tile() : next_offsets())) return false;
    }
    index_t count = left_;
    block.ahead = nullptr;
    if (distance_ != 0 && !is_local_) {
      if (left_ > distance_) {
        count = left_ - distance_;
        block.ahead = block.offsets + distance_;
        block.ahead_from = 0;
      } else if (ahead_.count != 0) {
        if (ahead_.count < left_) count = ahead_.count;
        block.ahead = ahead_.offsets;
        block.ahead_from = ahead_.from;
        ahead_.count = 0;
      }
    }
    block.count = count;
    left_ -= count;
    return true;
  }

  index_t indexed;  // base of the block's offsets in the indexed tensor
  index_t linear;   // base of the block in the result or value
  kernel::IndexedBlock block;

 private:
  /// The offsets of one block, and the buffers that it may point into.
  struct BlockOffsets {
    kernel::BlockBuffers buffers;
    index_t table[kernel::kBlock];
    kernel::IndexedBlock block;
    index_t linear;
    index_t units;  // positions or tiles
  };
  /// The rows that follow a block: `count` offsets, relative to the block's base plus `from`
  /// elements.
  struct RowsAhead {
    const index_t* offsets;
    index_t count;
    index_t from;
  };

  /// Computes the places of up to `most` tiles from start_ on, and leaves out those that are not in the range.
  /// Returns for how many tiles it did that.
  index_t locate(index_t most) {
    units_.tiles_.locate(places_, start_, end_, most);
    const index_t located = places_.count;
    if (!selects_) return located;
    index_t kept[kernel::kBlock];
    places_.count = kernel::find_within(range_, places_.indexed, located, kept);
    for (index_t k = 0; k < places_.count; ++k) {
      places_.buffers.offsets[k] = kernel::read_index(places_.indexed + kept[k]);
      places_.linear[k] = places_.linear[kept[k]];
    }
    places_.indexed = places_.buffers.offsets;
    return located;
  }

  /// Goes to the next tile. The places of many tiles are computed together.
  bool next_tile() {
    const Tiles& tiles = units_.tiles_;
    while (tile_ == places_.count) {
      start_ += located_;
      if (start_ == end_) return false;
      located_ = locate(kernel::kBlock);
      tile_ = 0;
    }
    const index_t at = places_.indexed[tile_];
    // The fields are stored one by one: a copy of the block would have to wait for such a store.
    const kernel::IndexedBlock& tile = tiles.tile();
    block.offsets = tile.offsets;
    block.table = tile.table;
    left_ = tiles.count_in(start_ + tile_);
    ahead_.count = 0;
    if (tile_ + tiles_ahead_ < places_.count)
      ahead_ = {tile.offsets, tile.count, places_.indexed[tile_ + tiles_ahead_] - at};
    indexed = units_.plan_.view.offset + at;
    linear = places_.linear[tile_];
    ++tile_;
    return true;
  }

  /// Goes to the next coordinate of the outer dims, and after the last one to the next block of
  /// offsets.
  bool next_offsets() {
    if (++outer_ >= outer_count_) {
      if (!find_next()) return false;
      outer_ = 0;
    }
    const BlockOffsets& found = offsets_[here_];
    const Loop<2>& outer = units_.loop_.outer;
    block = found.block;
    left_ = block.count;
    is_local_ = distance_ != 0 && left_ != 0 && is_local(block);
    indexed = units_.plan_.view.offset;
    linear = found.linear;
    if (outer_ != 0) {
      const DimsView sizes(outer.sizes, outer.rank);
      indexed += offset_of_linear(sizes, DimsView(outer.strides[0], outer.rank), outer_);
      linear += offset_of_linear(sizes, DimsView(outer.strides[1], outer.rank), outer_);
    }
    return true;
  }

  /// Whether a block's elements seem to be so near each other that each cache line would be requested eight times,
  /// as where a window moves along a tensor: by a look at some of them.
  [[nodiscard]] bool is_local(const kernel::IndexedBlock& b) const {
    index_t low = b.offset(0);
    index_t high = low;
    for (index_t k = 1; k <= 4; ++k) {
      const index_t at = b.offset(k * (b.count - 1) / 4);
      low = at < low ? at : low;
      high = at > high ? at : high;
    }
    return (high - low) * units_.bytes_ <= kLineBytes / 8 * b.count;
  }

  /// Computes the next block of offsets, unless that was done ahead, and if the rows are prefetched
  /// also the one after it.
  bool find_next() {
    if (start_ == end_) return false;
    here_ = 1 - here_;
    if (!is_found_) find(offsets_[here_]);
    start_ += offsets_[here_].units;
    is_found_ = finds_ahead_ && start_ != end_;
    ahead_ = {};
    if (is_found_) {
      BlockOffsets& after = offsets_[1 - here_];
      find(after);
      ahead_ = {after.block.offsets, after.block.count, 0};
    }
    return true;
  }

  NDX_NOINLINE void find(BlockOffsets& found) {
    if (units_.tiles_.count() != 0) {
      combine_tiles(found);
    } else {
      find_positions(found);
    }
  }

  /// Computes the offsets of the positions from start_ on.
  void find_positions(BlockOffsets& found) const {
    locate(found, start_, kernel::kBlock);
    if (selects_) keep_selected(found);
  }

  /// Computes the offsets of up to `most` positions from `start` on.
  void locate(BlockOffsets& found, index_t start, index_t most) const {
    const IndexedLoop& loop = units_.loop_;
    const kernel::IndexShape& shape = units_.shape_;
    const index_t* const strides = loop.positions.strides[1];
    found.units = end_ - start < most ? end_ - start : most;
    found.block = {found.units,
                   kernel::block_offsets(shape, loop.operands.data(), loop.operands.size(), start,
                                         found.units, found.buffers),
                   0, nullptr};
    if (found.block.offsets == nullptr) [[unlikely]]
      loop.throw_out_of_bounds();
    found.linear = 0;
    if (loop.linear_is_equally_spaced) {
      found.block.step = kernel::inner_stride(shape, strides);
      found.linear = start * found.block.step;
    } else {
      kernel::strided_offsets(shape, strides, start, found.units, found.table);
      found.block.table = found.table;
    }
  }

  /// Leaves out the positions whose offsets are not in the range. If that leaves few, those of the next positions
  /// that are in it are added, because short blocks take longer and request too few rows ahead.
  NDX_NOINLINE void keep_selected(BlockOffsets& found) const {
    index_t count = 0;
    index_t kept[kernel::kBlock];
    // The block is copied, because the stores could change the fields of one that is referred to.
    const auto append = [&](const kernel::IndexedBlock all, index_t from, index_t n) {
      index_t* const offsets = found.buffers.offsets + count;
      index_t* const table = found.table + count;
      for (index_t k = 0; k < n; ++k) {
        offsets[k] = all.offset(kept[k]);
        table[k] = from + all.linear(kept[k]);
      }
      count += n;
    };
    const index_t first = kernel::find_within(range_, found.block.offsets, found.units, kept);
    if (first == found.units) return;
    append(found.block, 0, first);
    BlockOffsets after;
    while (count < kernel::kBlock * 3 / 8 && start_ + found.units != end_) {
      locate(after, start_ + found.units, kernel::kBlock - count);
      append(after.block, after.linear - found.linear,
             kernel::find_within(range_, after.block.offsets, after.units, kept));
      found.units += after.units;
    }
    if (found.block.table != nullptr || found.block.step != 0) found.block.table = found.table;
    found.block.offsets = found.buffers.offsets;
    found.block.count = count;
  }

  /// Combines as many of the small tiles from start_ on as a block has room for.
  void combine_tiles(BlockOffsets& found) {
    const Tiles& tiles = units_.tiles_;
    found.units = locate(kernel::kBlock / tiles.tile().count);
    found.block = tiles.tile();
    found.block.count *= places_.count;
    found.block.offsets = found.buffers.offsets;
    found.block.ahead_in_order = tiles.are_in_memory_order();
    tiles.repeat(found.buffers.offsets, places_.indexed, places_.count, tiles.tile().offsets);
    found.linear = 0;
    if (tiles.are_continuous() && !selects_) {
      found.linear = places_.linear[0];
    } else {
      found.block.table = found.table;
      tiles.repeat(found.table, places_.linear, places_.count, tiles.tile_linear());
    }
  }

  const WorkUnits& units_;
  index_t distance_;  // prefetch distance in positions, or 0
  bool selects_;      // whether some positions are left out
  kernel::OffsetRange range_;
  index_t start_;  // positions or tiles from here on are yet to be visited
  index_t end_;
  bool one_by_one_ = false;  // whether the units are tiles, each of which is a block
  bool finds_ahead_;         // whether offsets are computed one block ahead
  bool is_local_ = false;    // whether the current block of offsets is local, and so not prefetched
  bool is_found_ = false;    // whether that was done for the block at start_
  index_t outer_;            // number of the outer coordinate
  index_t outer_count_ = 1;
  index_t located_ = 0;  // number of tiles whose places were computed at start_
  index_t tile_ = 0;     // number of the next tile in places_
  index_t tiles_ahead_ = 0;

  index_t left_ =
      0;  // positions of the current block of offsets or tile that are yet to be given out
  RowsAhead ahead_{};

  std::size_t here_ = 0;
  BlockOffsets offsets_[2];  // the current block and the next one
  Tiles::Places places_;
};

}  // namespace detail
NDX_NAMESPACE_END
