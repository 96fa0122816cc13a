// Tiles: one pattern of offsets, reused at many base offsets.
//
// Offsets repeat if there are slices before the index tensors, or if one index tensor
// varies along the leading dims and another along the trailing ones, as in x[:, i], x[:, :, i, j]
// and x[ix_(i, j)]. They are computed once, as a tile; the outer dims and the leading index tensors
// give the base offset of each repetition. The offsets of x[:, i] are thus computed once, and not
// for every row of x.
//
// Small tiles are too short for a block, so several are combined in one: the tiles are copied into a
// block and each base is added to the tile's offsets. If no index tensor gives the bases and the
// tensor fits in the cache, the tile itself is made of several tiles along the innermost dim (join).
#pragma once

#include <ndx/engine/indexed_loop.hpp>
#include <ndx/kernel/index/indexed_block.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

class Tiles {
 public:
  /// Makes no tiles (count() is 0) if they would not help. Keeps references: plan and loop must
  /// outlive this. `distance` is the prefetch distance in positions of elements of `bytes` bytes, or 0.
  /// Throws IndexError if an index of the tile is out of bounds.
  Tiles(const IndexPlan& plan, IndexedLoop& loop, index_t distance, index_t bytes)
      : plan_(plan), loop_(loop), distance_(distance), bytes_(bytes), shape_(loop.index_shape()) {
    const bool one_place = loop.outer.rank == 0 && shape_.rank <= 1;
    if (plan.skips() || one_place || loop.position_count() == 0) return;
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
  /// The prefetch distance in positions; 0 if the processor foresees what the tiles read.
  [[nodiscard]] index_t distance() const noexcept { return distance_; }
  /// Whether the tiles are so small that several are combined in one block.
  [[nodiscard]] bool are_combined() const noexcept {
    return tile_.count <= (distance_ != 0 ? kMaxCombined : kMaxCombinedInCache);
  }
  /// Whether the base offsets are in the order of memory.
  [[nodiscard]] bool are_in_memory_order() const noexcept { return leading_ == 0; }
  /// Whether no two tiles select the same element, because the view varies along every dim of their places.
  [[nodiscard]] bool are_apart() const noexcept {
    for (std::size_t d = 0; d < places_.rank; ++d) {
      if (places_.strides[0][d] == 0 && places_.sizes[d] != 1) return false;
    }
    return leading_ == 0;
  }
  /// Whether each tile continues the one before it in the linear operand.
  [[nodiscard]] bool are_continuous() const noexcept { return tiles_continue_; }
  /// The positions of a tile, relative to its base offsets.
  [[nodiscard]] const kernel::IndexedBlock& tile() const noexcept { return tile_; }
  /// Offsets of the tile's positions in the linear operand.
  [[nodiscard]] const index_t* tile_linear() const noexcept { return tile_.offsets + tile_.count; }
  /// Number of positions in tile number `tile`. The last joined tile along a dim may have fewer.
  [[nodiscard]] index_t count_in(index_t tile) const noexcept {
    return in_dim_ == 1 || (tile + 1) % in_dim_ != 0 ? tile_.count : last_count_;
  }

  /// The base offsets of some tiles in both operands.
  struct Places {
    kernel::BlockBuffers buffers;
    index_t linear[kernel::kBlock];
    const index_t* indexed;
    index_t count = 0;
  };
  /// Computes the base offsets of up to `most` tiles from `start` on, but none beyond `last`.
  NDX_NOINLINE void locate(Places& places, index_t start, index_t last, index_t most) const {
    const index_t n = last - start < most ? last - start : most;
    const kernel::IndexShape shape = this->places();
    places.count = n;
    places.indexed = places.buffers.offsets;
    if (leading_ == 0) {
      kernel::strided_offsets(shape, places_.strides[0], start, n, places.buffers.offsets);
    } else {
      places.indexed =
          kernel::block_offsets(shape, operands_.data(), leading_, start, n, places.buffers);
    }
    if (places.indexed == nullptr) [[unlikely]]
      loop_.throw_out_of_bounds();
    kernel::strided_offsets(shape, places_.strides[1], start, n, places.linear);
  }
  /// Writes the offsets of a tile's positions once for each of its base offsets.
  void repeat(index_t* out, const index_t* places, index_t count, const index_t* tile) const {
    const index_t in_tile = tile_.count;
    for (index_t t = 0; t < count; ++t, out += in_tile) {
      const index_t place = places[t];
      for (index_t k = 0; k < in_tile; ++k) out[k] = place + tile[k];
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
    if (follow_each_other()) distance_ = 0;
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

  /// Whether each tile reads the cache lines next to those of the one before it, which the processor prefetches.
  [[nodiscard]] bool follow_each_other() const noexcept {
    if (leading_ != 0 || places_.rank == 0) return false;
    const index_t step = places_.strides[0][places_.rank - 1];
    const index_t most = 2 * kLineBytes / bytes_;
    return step >= -most && step <= most;
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
    if (distance_ != 0 || leading_ != 0 || places_.rank == 0) return 1;
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

  const IndexPlan& plan_;
  IndexedLoop& loop_;
  index_t distance_;
  index_t bytes_;  // of an element
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
