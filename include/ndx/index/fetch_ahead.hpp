// FetchAhead: blocks handed to a kernel so that what comes next is fetched meanwhile, of tensors
// that no cache holds.
#pragma once

#include <ndx/index/indexed_loop.hpp>
#include <ndx/kernel/indexed_block.hpp>

NDX_NAMESPACE_BEGIN
namespace detail {

/// A tensor larger than this is not in the caches.
inline constexpr index_t kFarBytes = index_t{16} << 20;

inline bool exceeds_cache(const IndexPlan& plan, std::size_t element_bytes) {
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

/// What is moved after a block: so many positions, counted from so many elements further.
struct NextBlock {
  const index_t* offsets;
  index_t count;
  index_t from;
};

class FetchAhead {
 public:
  FetchAhead(const IndexPlan& plan, const IndexedLoop& loop, std::size_t element_bytes) {
    const StridedLoop<2>& row = loop.inner;
    const bool one_piece = row.rank() == 0 || (row.rank() == 1 && row.strides[0][0] == 1);
    if (!one_piece || !exceeds_cache(plan, element_bytes)) return;
    const index_t length = row.rank() == 0 ? 1 : row.sizes[0];
    distance_ = kLines / kernel::lines_of_row(length * static_cast<index_t>(element_bytes));
  }

  /// So many positions ahead; 0 for tensors that are near, and rows that are not in one piece.
  [[nodiscard]] index_t distance() const noexcept { return distance_; }

  /// Hands a block to the body.
  void move(const BlockBody& body, index_t at, index_t on, const kernel::IndexedBlock& block,
            const NextBlock& next) const {
    move(body, at, on, block, next, distance_);
  }

  /// In up to three parts: the rows fetched meanwhile are `distance` positions ahead in the block
  /// itself, then those of what comes next, then none.
  void move(const BlockBody& body, index_t at, index_t on, const kernel::IndexedBlock& block,
            const NextBlock& next, index_t distance) const {
    if (distance_ == 0) return body(at, on, block);
    const index_t near = block.count > distance ? block.count - distance : 0;
    const index_t left = block.count - near;
    const index_t fetching = left < next.count ? left : next.count;
    part(body, at, on, block, 0, near, block.offsets + distance, 0);
    part(body, at, on, block, near, fetching, next.offsets, next.from);
    part(body, at, on, block, near + fetching, left - fetching, nullptr, 0);
  }

 private:
  /// So many lines are under way at a time.
  static constexpr index_t kLines = 128;

  static void part(const BlockBody& body, index_t at, index_t on, kernel::IndexedBlock block,
                   index_t first, index_t count, const index_t* ahead, index_t ahead_from) {
    if (count == 0) return;
    on += kernel::drop_front(block, first);
    block.count = count;
    block.ahead = ahead;
    block.ahead_from = ahead_from;
    body(at, on, block);
  }

  index_t distance_ = 0;
};

}  // namespace detail
NDX_NAMESPACE_END
