// Blocks: in which order the positions of a loop are worked on, and what is fetched meanwhile.
//
// There are two ways. Usually offsets are made for one block of positions after another. Where the
// same offsets serve again and again, beside slices or where one index tensor runs through the
// leading dims and another through the trailing ones (x[:, i], x[:, :, i, j], x[ix_(i, j)]), they
// are made once, and moved as a tile from place to place. Either way, of a tensor that no cache
// holds what comes next is fetched ahead, by exact address.
#pragma once

#include <ndx/index/indexed_loop.hpp>
#include <ndx/kernel/indexed_block.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A tensor larger than this is not in the caches.
inline constexpr index_t kFarBytes = index_t{16} << 20;

inline bool is_far(const IndexPlan& plan, std::size_t element_bytes) {
  return numel(plan.view) > kFarBytes / static_cast<index_t>(element_bytes);
}

/// What is done with a block: f(indexed offset, linear offset, block), f outliving this.
class BlockBody {
 public:
  template <class F>
  explicit BlockBody(const F& f) noexcept
      : f_(&f),
        call_([](const void* of, index_t at, index_t on, const kernel::IndexedBlock& block) {
          (*static_cast<const F*>(of))(at, on, block);
        }) {}
  void operator()(index_t at, index_t on, const kernel::IndexedBlock& block) const {
    call_(f_, at, on, block);
  }

 private:
  const void* f_;
  void (*call_)(const void*, index_t, index_t, const kernel::IndexedBlock&);
};

class Blocks {
 public:
  /// All three must outlive this. IndexError if the offsets of tiles are out of bounds.
  Blocks(const IndexPlan& plan, IndexedLoop& loop, std::size_t element_bytes)
      : plan_(plan), loop_(loop), space_(loop.space()) {
    if (is_far(plan, element_bytes)) ahead_ = positions_ahead(static_cast<index_t>(element_bytes));
    if (!plan.skips()) choose_tiles();
  }

  /// What may be worked on at the same time is pieces.
  [[nodiscard]] index_t pieces() const noexcept { return tiled() ? tiles_ : loop_.blocks(); }

  /// Calls the body for everything that the pieces first…last-1 select. No block has a position
  /// that is skipped.
  void run(index_t first, index_t last, const BlockBody& body) const {
    if (tiled()) return run_tiles(first, last, body);
    const index_t end = last * kernel::kBlock;
    const index_t positions = loop_.positions();
    run_stream(first * kernel::kBlock, end < positions ? end : positions, body);
  }

 private:
  /// The offsets of a tile take no more than 1 MB.
  static constexpr index_t kMostInTile = index_t{1} << 17;
  /// Leading index tensors are worth walking on their own from so many trailing positions.
  static constexpr index_t kLeastInTile = 16;
  /// So many lines are under way at a time.
  static constexpr index_t kLinesAhead = 128;

  [[nodiscard]] bool tiled() const noexcept { return tiles_ != 0; }

  /// 0 for rows that do not lie in one piece: they are not fetched ahead.
  [[nodiscard]] index_t positions_ahead(index_t element_bytes) const {
    const StridedLoop<2>& row = loop_.inner;
    if (row.rank() > 1 || (row.rank() == 1 && row.strides[0][0] != 1)) return 0;
    const index_t bytes = element_bytes * (row.rank() == 0 ? 1 : row.sizes[0]);
    return kLinesAhead / kernel::lines_of_row(bytes);
  }

  // Tiles -----------------------------------------------------------------------------------------

  void choose_tiles() {
    std::size_t split = space_.rank == 0 ? 0 : space_.rank - 1;
    while (split != 0 && !is_split(split)) --split;
    const index_t in_tile = count_from(split);
    const index_t tiles = numel(DimsView(loop_.outer.sizes)) * (loop_.positions() / in_tile);
    if (tiles < 2 || in_tile > kMostInTile) return;
    make_places(split);
    make_tile(split, in_tile);
    tiles_ = tiles;
  }

  /// Positions of the space's dims from `split` on.
  [[nodiscard]] index_t count_from(std::size_t split) const noexcept {
    index_t count = 1;
    for (std::size_t d = split; d < space_.rank; ++d) count *= space_.sizes[d];
    return count;
  }

  /// Whether an operand does not vary along dims first…last-1.
  static bool stands_still(const kernel::IndexOperand& operand, std::size_t first,
                           std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      if (operand.strides[d] != 0) return false;
    }
    return true;
  }

  /// Whether some operands vary along the dims before `split` alone and the others along those from
  /// it on.
  [[nodiscard]] bool is_split(std::size_t split) const {
    const index_t in_tile = count_from(split);
    bool trailing = false;
    for (const kernel::IndexOperand& operand : loop_.operands) {
      if (stands_still(operand, 0, split)) {
        trailing = true;
      } else if (!stands_still(operand, split, space_.rank)) {
        return false;
      }
    }
    return trailing && in_tile >= kLeastInTile && in_tile <= kMostInTile;
  }

  /// Where tiles stand: the outer dims, then the space's before `split`.
  void make_places(std::size_t split) {
    const std::size_t outer = loop_.outer.rank();
    for (std::size_t d = 0; d < outer; ++d)
      push_place(loop_.outer.sizes[d], loop_.outer.strides[0][d], loop_.outer.strides[1][d]);
    for (std::size_t d = 0; d < split; ++d)
      push_place(space_.sizes[d], space_.walked == nullptr ? 0 : space_.walked[d],
                 loop_.linear_strides[d]);
    const std::size_t rank = outer + split;
    leading_strides_.resize(loop_.operands.size() * rank);
    for (const kernel::IndexOperand& operand : loop_.operands) {
      if (stands_still(operand, 0, split)) continue;
      index_t* const strides = leading_strides_.data() + leading_.size() * rank;
      for (std::size_t d = 0; d < rank; ++d)
        strides[d] = d < outer ? 0 : operand.strides[d - outer];
      leading_.push_back(operand);
      leading_.back().strides = strides;
      leading_.back().even = kernel::is_even(places(), strides);
    }
  }
  void push_place(index_t size, index_t indexed, index_t linear) {
    place_sizes_.push_back(size);
    place_indexed_.push_back(indexed);
    place_linear_.push_back(linear);
  }
  [[nodiscard]] kernel::IndexSpace places() const noexcept {
    return {place_sizes_.size(), place_sizes_.data(), place_indexed_.data()};
  }

  /// The offsets within a tile, from the space's dims from `split` on.
  void make_tile(std::size_t split, index_t in_tile) {
    kernel::IndexSpace space{space_.rank - split, space_.sizes + split, nullptr};
    for (std::size_t d = split; space_.walked != nullptr && d < space_.rank; ++d) {
      if (space_.walked[d] != 0) space.walked = space_.walked + split;
    }
    SmallVector<kernel::IndexOperand, 4> trailing;
    for (const kernel::IndexOperand& operand : loop_.operands) {
      if (!stands_still(operand, 0, split)) continue;
      trailing.push_back(operand);
      trailing.back().strides += split;
      trailing.back().even = kernel::is_even(space, trailing.back().strides);
    }
    const index_t* const linear = loop_.linear_strides.data() + split;
    tile_ = {in_tile, nullptr, kernel::inner_stride(space, linear), nullptr};
    const bool even = kernel::is_even(space, linear);
    const index_t bytes = in_tile * static_cast<index_t>(sizeof(index_t));
    offsets_ = Storage::allocate(even ? bytes : 2 * bytes);
    auto* const offsets = reinterpret_cast<index_t*>(offsets_.data());
    make_offsets(space, trailing, in_tile, offsets);
    tile_.offsets = offsets;
    if (even) return;
    kernel::strided_offsets(space, linear, 0, in_tile, offsets + in_tile);
    tile_.table = offsets + in_tile;
  }

  void make_offsets(const kernel::IndexSpace& space,
                    const SmallVector<kernel::IndexOperand, 4>& operands, index_t count,
                    index_t* out) const {
    kernel::BlockBuffers buffers;
    for (index_t start = 0; start < count; start += kernel::kBlock) {
      const index_t n = count - start < kernel::kBlock ? count - start : kernel::kBlock;
      const index_t* const made =
          kernel::block_offsets(space, operands.data(), operands.size(), start, n, buffers);
      if (made == nullptr) [[unlikely]]
        loop_.throw_out_of_bounds();
      std::memcpy(out + start, made, static_cast<std::size_t>(n) * sizeof(index_t));
    }
  }

  void run_tiles(index_t first, index_t last, const BlockBody& body) const {
    kernel::BlockBuffers buffers;
    index_t linear[kernel::kBlock];
    const index_t distance = tile_.count < 4 * ahead_ ? tile_.count : ahead_;
    // Small tiles are fetched several ahead.
    const index_t next = ahead_ == 0 ? 1 : (4 * ahead_ + tile_.count - 1) / tile_.count;
    for (index_t start = first; start < last; start += kernel::kBlock) {
      const index_t n = last - start < kernel::kBlock ? last - start : kernel::kBlock;
      const index_t* const indexed = place_offsets(start, n, buffers);
      kernel::strided_offsets(places(), place_linear_.data(), start, n, linear);
      for (index_t t = 0; t < n; ++t) {
        const index_t at = plan_.view.offset + indexed[t];
        const Next after{tile_.offsets, t + next < n ? tile_.count : 0,
                         t + next < n ? indexed[t + next] - indexed[t] : 0};
        move(body, at, linear[t], tile_, distance, after);
      }
    }
  }

  [[nodiscard]] const index_t* place_offsets(index_t start, index_t n,
                                             kernel::BlockBuffers& buffers) const {
    if (leading_.empty()) {
      kernel::strided_offsets(places(), place_indexed_.data(), start, n, buffers.offsets);
      return buffers.offsets;
    }
    const index_t* const made =
        kernel::block_offsets(places(), leading_.data(), leading_.size(), start, n, buffers);
    if (made == nullptr) [[unlikely]]
      loop_.throw_out_of_bounds();
    return made;
  }

  // Blocks one after the other --------------------------------------------------------------------

  /// Room for the offsets of a block, and where they are.
  struct Room {
    kernel::BlockBuffers buffers;
    const index_t* offsets;
    index_t count;
  };

  void fill(Room& room, index_t start, index_t last) const {
    room.count = last - start < kernel::kBlock ? last - start : kernel::kBlock;
    room.offsets = kernel::block_offsets(space_, loop_.operands.data(), loop_.operands.size(),
                                         start, room.count, room.buffers);
    if (room.offsets == nullptr) [[unlikely]]
      loop_.throw_out_of_bounds();
  }

  void run_stream(index_t first, index_t last, const BlockBody& body) const {
    Room rooms[2];
    index_t table[kernel::kBlock];
    const bool skips = plan_.skips();
    const bool looks_ahead = ahead_ != 0 && !skips && loop_.outer.rank() == 0;
    const index_t* const linear = loop_.linear_strides.data();
    std::size_t here = 0;
    fill(rooms[here], first, last);
    for (index_t start = first; start < last; start += kernel::kBlock) {
      Room& room = rooms[here];
      Next next{};
      if (looks_ahead && start + kernel::kBlock < last) {
        fill(rooms[1 - here], start + kernel::kBlock, last);
        next = {rooms[1 - here].offsets, rooms[1 - here].count, 0};
        here = 1 - here;
      } else if (start != first && !looks_ahead) {
        fill(room, start, last);
      }
      kernel::IndexedBlock block{room.count, room.offsets, 0, nullptr};
      index_t on = 0;
      if (loop_.linear_is_even) {
        block.step = kernel::inner_stride(space_, linear);
        on = start * block.step;
      }
      if (skips || !loop_.linear_is_even) {
        kernel::strided_offsets(space_, linear, start, room.count, table);
        block.table = table;
        on = 0;
      }
      if (skips) {
        block.count = kernel::keep_unskipped(room.offsets, room.buffers.offsets, table, room.count);
        block.offsets = room.buffers.offsets;
        if (block.count == 0) continue;
      }
      const kernel::Loop<2> outer = kernel_loop(loop_.outer);
      kernel::for_each_coordinate(outer, outer.rank, kernel::Offsets<2>{{plan_.view.offset, on}},
                                  [&](const kernel::Offsets<2>& at) {
                                    move(body, at.at[0], at.at[1], block, ahead_, next);
                                  });
    }
  }

  // Fetching ahead --------------------------------------------------------------------------------

  /// What is moved after a block: so many positions, counted from so many elements further.
  struct Next {
    const index_t* offsets;
    index_t count;
    index_t from;
  };

  /// The block in up to three parts: the rows fetched meanwhile are `distance` positions ahead in
  /// the block itself, then those of what comes next, then none.
  void move(const BlockBody& body, index_t at, index_t on, const kernel::IndexedBlock& block,
            index_t distance, const Next& next) const {
    if (ahead_ == 0) return body(at, on, block);
    const index_t near = block.count > distance ? block.count - distance : 0;
    const index_t left = block.count - near;
    const index_t fetching = left < next.count ? left : next.count;
    part(body, at, on, block, 0, near, block.offsets + distance, 0);
    part(body, at, on, block, near, fetching, next.offsets, next.from);
    part(body, at, on, block, near + fetching, left - fetching, nullptr, 0);
  }

  static void part(const BlockBody& body, index_t at, index_t on, kernel::IndexedBlock block,
                   index_t first, index_t count, const index_t* ahead, index_t ahead_from) {
    if (count == 0) return;
    block.count = count;
    block.offsets += first;
    block.ahead = ahead;
    block.ahead_from = ahead_from;
    if (block.table != nullptr) {
      block.table += first;
    } else {
      on += first * block.step;
    }
    body(at, on, block);
  }

  const IndexPlan& plan_;
  IndexedLoop& loop_;
  kernel::IndexSpace space_;
  index_t ahead_ = 0;  // positions that rows are fetched ahead, 0 for not at all
  // Of tiles.
  index_t tiles_ = 0;  // 0: blocks one after the other
  kernel::IndexedBlock tile_{};
  Storage offsets_;
  Dims place_sizes_;
  Dims place_indexed_;
  Dims place_linear_;
  SmallVector<kernel::IndexOperand, 4> leading_;
  SmallVector<index_t, 4 * kInlineRank> leading_strides_;
};

}  // namespace detail
NDX_NAMESPACE_END
