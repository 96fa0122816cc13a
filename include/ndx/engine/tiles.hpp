// Tiles: one pattern of offsets, reused at many base offsets.
//
// Offsets repeat if there are slices before the index tensors, or if one index tensor
// varies along the leading dims and another along the trailing ones, as in x[:, i], x[:, :, i, j]
// and x[ix_(i, j)]. They are computed once, as a tile; the outer dims and the leading index tensors
// give the base offset of each repetition. The offsets of x[:, i] are thus computed once, and not
// for every row of x.
//
// Small tiles are too short for a block, so several are processed together. run_combined copies
// tiles into a block and adds each base to the tile's offsets. If no index tensor gives the bases
// and the tensor fits in the cache, the tile itself is made of several tiles along the innermost
// dim (join).
#pragma once

#include <ndx/engine/prefetcher.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class Tiles {
 public:
  /// Makes no tiles (count() is 0) if they would not help. Keeps references: all three arguments
  /// must outlive this. Throws IndexError if an index of the tile is out of bounds.
  Tiles(const IndexPlan& plan, IndexedLoop& loop, const Prefetcher& prefetcher)
      : plan_(plan), loop_(loop), prefetcher_(prefetcher), shape_(loop.index_shape()) {
    const bool one_place = loop.outer.rank == 0 && shape_.rank <= 1;
    if (plan.skips() || one_place) return;
    std::size_t split = shape_.rank == 0 ? 0 : shape_.rank - 1;
    while (split != 0 && !is_split(split)) --split;
    const index_t in_tile = count_from(split);
    const index_t count =
        numel(DimsView(loop.outer.sizes, loop.outer.rank)) * (loop.position_count() / in_tile);
    if (count < 2 || in_tile > kMaxInTile) return;
    count_ = count;
    make(split, in_tile);
  }

  [[nodiscard]] index_t count() const noexcept { return count_; }

  /// Calls the body for tiles first…last-1.
  void run(index_t first, index_t last, const BlockBody& body) const {
    const bool far = prefetcher_.distance() != 0;
    if (tile_.count <= (far ? kMaxCombined : kMaxCombinedInCache))
      return run_combined(first, last, body);
    // Tiles whose rows take at most 2048 cache lines (128 KB) stay in cache and are prefetched
    // whole.
    const bool whole = tile_.count <= 16 * prefetcher_.distance();
    const index_t distance = whole ? tile_.count : prefetcher_.distance();
    const index_t next = whole ? (prefetcher_.distance() + tile_.count - 1) / tile_.count : 1;
    Places places;
    kernel::IndexedBlock tile = tile_;
    index_t in_dim = first % in_dim_;
    for (index_t start = first; start < last; start += places.count) {
      locate(places, start, last, kernel::kBlock);
      for (index_t t = 0; t < places.count; ++t) {
        const index_t at = places.indexed[t];
        NextBlock after{tile_.offsets, 0, 0};
        if (t + next < places.count)
          after = {tile_.offsets, tile_.count, places.indexed[t + next] - at};
        const bool is_last = ++in_dim == in_dim_;
        if (is_last) in_dim = 0;
        tile.count = is_last ? last_count_ : tile_.count;
        prefetcher_.move(body, plan_.view.offset + at, places.linear[t], tile, after, distance);
      }
    }
  }

 private:
  /// Largest tile, in positions. Its offsets take 1 MB.
  static constexpr index_t kMaxInTile = index_t{1} << 17;
  /// Fewest trailing positions for which splitting off leading index tensors pays.
  static constexpr index_t kMinInTile = 16;
  /// Tiles of at most this many positions are combined: the first limit applies when prefetching,
  /// the second when not.
  static constexpr index_t kMaxCombined = 64;
  static constexpr index_t kMaxCombinedInCache = 8;
  /// Most positions of a joined tile, and fewest joined tiles for which joining pays.
  static constexpr index_t kMaxJoined = 1024;
  static constexpr index_t kMinJoinedTiles = 4;

  /// The base offsets of some tiles in both operands.
  struct Places {
    kernel::BlockBuffers buffers;
    index_t linear[kernel::kBlock];
    const index_t* indexed;
    index_t count;
  };

  NDX_NOINLINE void locate(Places& places, index_t start, index_t last, index_t most) const {
    places.count = last - start < most ? last - start : most;
    places.indexed = place_offsets(start, places.count, places.buffers);
    kernel::strided_offsets(this->places(), places_.strides[1], start, places.count, places.linear);
  }

  /// Several small tiles combined into one block.
  struct CombinedTiles {
    Places places;
    index_t offsets[kernel::kBlock];
    index_t table[kernel::kBlock];
    index_t count;
  };

  NDX_NOINLINE void combine_tiles(CombinedTiles& tiles, index_t start, index_t last) const {
    locate(tiles.places, start, last, kernel::kBlock / tile_.count);
    tiles.count = tiles.places.count * tile_.count;
    repeat(tiles.offsets, tiles.places.indexed, tiles.places.count, tile_.offsets);
    if (tiles_continue_) return;
    repeat(tiles.table, tiles.places.linear, tiles.places.count, tile_linear());
  }

  /// Writes the offsets of a tile's positions once for each of its base offsets.
  void repeat(index_t* out, const index_t* places, index_t count, const index_t* tile) const {
    const index_t in_tile = tile_.count;
    for (index_t t = 0; t < count; ++t, out += in_tile) {
      const index_t place = places[t];
      for (index_t k = 0; k < in_tile; ++k) out[k] = place + tile[k];
    }
  }

  void run_combined(index_t first, index_t last, const BlockBody& body) const {
    CombinedTiles combined[2];
    std::size_t here = 0;
    combine_tiles(combined[here], first, last);
    for (index_t start = first; start < last; here = 1 - here) {
      const CombinedTiles& tiles = combined[here];
      start += tiles.places.count;
      NextBlock next{};
      if (start < last) {
        combine_tiles(combined[1 - here], start, last);
        next = {combined[1 - here].offsets, combined[1 - here].count, 0};
      }
      kernel::IndexedBlock block{tiles.count, tiles.offsets, tile_.step, nullptr};
      if (!tiles_continue_) block.table = tiles.table;
      block.ahead_in_order = leading_ == 0;
      block.in_tiles = true;
      prefetcher_.move(body, plan_.view.offset, tiles_continue_ ? tiles.places.linear[0] : 0, block,
                       next);
    }
  }

  /// Number of positions in the dims of the index shape from `split` on.
  [[nodiscard]] index_t count_from(std::size_t split) const noexcept {
    index_t count = 1;
    for (std::size_t d = split; d < shape_.rank; ++d) count *= shape_.sizes[d];
    return count;
  }

  /// Whether an operand does not vary along dims first…last-1 of the index shape.
  NDX_NOINLINE static bool is_constant(const kernel::IndexStream& operand, std::size_t first,
                                       std::size_t last) {
    for (std::size_t d = first; d < last; ++d) {
      if (operand.strides[d] != 0) return false;
    }
    return true;
  }

  /// Whether each operand varies only along the dims before `split` or only along those from
  /// `split` on, at least one along the latter, and the tile has a suitable size.
  [[nodiscard]] bool is_split(std::size_t split) const {
    const index_t in_tile = count_from(split);
    bool trailing = false;
    for (const kernel::IndexStream& operand : loop_.operands) {
      if (is_constant(operand, 0, split)) {
        trailing = true;
      } else if (!is_constant(operand, split, shape_.rank)) {
        return false;
      }
    }
    return trailing && in_tile >= kMinInTile && in_tile <= kMaxInTile;
  }

  void make(std::size_t split, index_t in_tile) {
    make_places(split);
    take_operands(split);
    const index_t joined = tiles_to_join(in_tile);
    make_tile(split, in_tile, joined);
    last_count_ = tile_.count;
    if (joined > 1) join(joined);
    const index_t between = tile_.count * tile_.step;
    tiles_continue_ = tile_.table == nullptr &&
                      kernel::is_equally_spaced(places(), places_.strides[1]) &&
                      kernel::inner_stride(places(), places_.strides[1]) == between;
  }

  /// Sets up the dims that give the base offsets: the outer dims, then those of the index shape
  /// before `split`.
  void make_places(std::size_t split) {
    const Loop<2>* const dims[] = {&loop_.outer, &loop_.positions};
    const std::size_t ends[] = {loop_.outer.rank, split};
    for (std::size_t part = 0; part < 2; ++part) {
      for (std::size_t d = 0; d < ends[part]; ++d, ++places_.rank) {
        places_.sizes[places_.rank] = dims[part]->sizes[d];
        for (std::size_t o = 0; o < 2; ++o)
          places_.strides[o][places_.rank] = dims[part]->strides[o][d];
      }
    }
  }
  [[nodiscard]] kernel::IndexShape places() const noexcept {
    return {places_.rank, places_.sizes, places_.strides[0]};
  }
  /// Returns the dims of the index shape within a tile.
  [[nodiscard]] kernel::IndexShape inner(std::size_t split) const noexcept {
    kernel::IndexShape inner{shape_.rank - split, shape_.sizes + split, nullptr};
    for (std::size_t d = split; shape_.walked != nullptr && d < shape_.rank; ++d) {
      if (shape_.walked[d] != 0) inner.walked = shape_.walked + split;
    }
    return inner;
  }

  /// Copies the operands: first those that vary along the places, then those that vary within a
  /// tile.
  void take_operands(std::size_t split) {
    leading_strides_.resize(loop_.operands.size() * places_.rank);
    for (const bool leads : {true, false}) {
      const kernel::IndexShape shape = leads ? places() : inner(split);
      for (const kernel::IndexStream& operand : loop_.operands) {
        if (is_constant(operand, 0, split) == leads) continue;
        operands_.push_back(operand);
        kernel::IndexStream& own = operands_.back();
        own.strides += split;
        if (leads) {
          index_t* const strides = leading_strides_.data() + leading_++ * places_.rank;
          for (std::size_t d = 0; d < split; ++d)
            strides[loop_.outer.rank + d] = operand.strides[d];
          own.strides = strides;
        }
        own.equally_spaced = kernel::is_equally_spaced(shape, own.strides);
      }
    }
  }

  /// Number of tiles along the innermost dim of the places to join into one; 1 if that does not pay
  /// or if index tensors give the places. In cache, starting a block of few positions takes longer
  /// than moving it.
  [[nodiscard]] index_t tiles_to_join(index_t in_tile) const noexcept {
    if (prefetcher_.distance() != 0 || leading_ != 0 || places_.rank == 0) return 1;
    index_t most = kMaxJoined / in_tile;
    if (most > count_ / kMinJoinedTiles) most = count_ / kMinJoinedTiles;
    const index_t size = places_.sizes[places_.rank - 1];
    if (most > size) most = size;
    return most * in_tile > kMaxCombinedInCache ? most : 1;  // otherwise tiles are combined
  }

  /// Joins `joined` tiles at a time along the innermost dim of the places; the last tile may have
  /// fewer.
  void join(index_t joined) {
    const std::size_t inner = places_.rank - 1;
    const index_t in_tile = tile_.count;
    const index_t steps[] = {places_.strides[0][inner], places_.strides[1][inner]};
    const bool continues = tile_.table == nullptr && in_tile * tile_.step == steps[1];
    auto* const offsets = reinterpret_cast<index_t*>(offsets_.data());
    tile_.count *= joined;
    index_t* const linear = offsets + tile_.count;
    for (index_t k = in_tile; k < tile_.count; ++k) offsets[k] = offsets[k - in_tile] + steps[0];
    for (index_t k = in_tile; !continues && k < tile_.count; ++k)
      linear[k] = linear[k - in_tile] + steps[1];
    tile_.table = continues ? nullptr : linear;
    const index_t size = places_.sizes[inner];
    in_dim_ = (size + joined - 1) / joined;
    last_count_ = in_tile * (size - (in_dim_ - 1) * joined);
    count_ = count_ / size * in_dim_;
    places_.sizes[inner] = in_dim_;
    for (std::size_t o = 0; o < 2; ++o) places_.strides[o][inner] *= joined;
  }

  /// Computes the offsets within a tile from the dims of the index shape from `split` on, and
  /// leaves room for those of `joined` tiles.
  void make_tile(std::size_t split, index_t in_tile, index_t joined) {
    const kernel::IndexShape inner = this->inner(split);
    const index_t* const linear = loop_.positions.strides[1] + split;
    tile_ = {in_tile, nullptr, kernel::inner_stride(inner, linear), nullptr};
    allocate_indices(offsets_, plan_.call, 2 * in_tile * joined);
    auto* const offsets = reinterpret_cast<index_t*>(offsets_.data());
    index_t* const linear_offsets = offsets + in_tile * joined;
    if (!kernel::write_offsets(inner, operands_.data() + leading_, operands_.size() - leading_,
                               in_tile, offsets)) [[unlikely]]
      loop_.throw_out_of_bounds();
    tile_.offsets = offsets;
    tile_.in_tiles = true;
    kernel::strided_offsets(inner, linear, 0, in_tile, linear_offsets);
    if (!kernel::is_equally_spaced(inner, linear)) tile_.table = linear_offsets;
  }
  /// Offsets of the tile's positions in the linear operand.
  [[nodiscard]] const index_t* tile_linear() const noexcept { return tile_.offsets + tile_.count; }

  [[nodiscard]] const index_t* place_offsets(index_t start, index_t n,
                                             kernel::BlockBuffers& buffers) const {
    if (leading_ == 0) {
      kernel::strided_offsets(places(), places_.strides[0], start, n, buffers.offsets);
      return buffers.offsets;
    }
    const index_t* const made =
        kernel::block_offsets(places(), operands_.data(), leading_, start, n, buffers);
    if (made == nullptr) [[unlikely]]
      loop_.throw_out_of_bounds();
    return made;
  }

  const IndexPlan& plan_;
  IndexedLoop& loop_;
  const Prefetcher& prefetcher_;
  kernel::IndexShape shape_;
  index_t count_ = 0;
  kernel::IndexedBlock tile_{};
  Storage offsets_;
  bool tiles_continue_ = false;  // in the linear operand, each tile continues the one before it
  // Number of joined tiles along the dim along which tiles were joined.
  index_t in_dim_ = 1;
  index_t last_count_ = 0;  // number of positions in the last of them
  Loop<2> places_;          // one position for each tile
  SmallVector<kernel::IndexStream, 4> operands_;
  std::size_t leading_ = 0;  // number of operands that vary along the places
  SmallVector<index_t, 4 * kInlineRank> leading_strides_;
};

}  // namespace detail
NDX_NAMESPACE_END
