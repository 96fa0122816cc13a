// IndexedBlock: a block of positions, and where the row of each stands on both sides; walking one.
//
// Both sides are described the same way: "indexed" is the tensor that the offsets point into,
// "linear" is the result of a gather or the value of a scatter.
#pragma once

#include <cstring>

#include <ndx/kernel/walk.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Where the rows of a block stand on both sides, in elements.
struct IndexedBlock {
  index_t count;
  const index_t* offsets;  // of the rows on the indexed side
  index_t step;            // between rows on the linear side…
  const index_t* table;    // …unless they are uneven: then their offsets, else null
  // Rows of the indexed side that are to be fetched meanwhile, one a position: at ahead[k] from
  // `ahead_from` elements behind where offsets[k] count from. Null where the caches hold them.
  const index_t* ahead = nullptr;
  index_t ahead_from = 0;

  [[nodiscard]] index_t offset(index_t k) const { return read(offsets + k); }
  [[nodiscard]] index_t linear(index_t k) const { return table == nullptr ? k * step : table[k]; }
  /// Offsets may lie in a tensor of another 64-bit type.
  static NDX_ALWAYS_INLINE index_t read(const index_t* from) {
    index_t value = 0;
    std::memcpy(&value, from, sizeof(value));
    return value;
  }
};

/// Takes the first n positions away; returns how much further the others begin on the linear side.
inline index_t drop_front(IndexedBlock& block, index_t n) {
  block.count -= n;
  block.offsets += n;
  if (block.ahead != nullptr) block.ahead += n;
  if (block.table == nullptr) return n * block.step;
  block.table += n;
  return 0;
}

inline constexpr index_t kLineBytes = 64;

/// Cache lines that a row of so many bytes is fetched by; the processor sees by itself where a long
/// row goes on.
constexpr index_t lines_of_row(index_t row_bytes) {
  const index_t lines = (row_bytes + kLineBytes - 1) / kLineBytes;
  return lines < 128 ? lines : 128;
}

/// Calls move(indexed offset, linear offset) for each position. The block's fields are copied
/// first: stores of bytes might change them, as far as the compiler knows.
template <class Move>
NDX_ALWAYS_INLINE void for_each_position(const IndexedBlock block, Move&& move) {
  if (block.table != nullptr) {
    for (index_t k = 0; k < block.count; ++k) move(block.offset(k), block.table[k]);
  } else {
    for (index_t k = 0; k < block.count; ++k) move(block.offset(k), k * block.step);
  }
}

/// As for_each_position, for moves of few instructions: four at a time, which makes them
/// independent of where in memory the compiler puts their loop.
template <class Move>
NDX_ALWAYS_INLINE void for_each_element(const IndexedBlock block, Move&& move) {
  index_t k = 0;
  if (block.table == nullptr) {
    for (index_t on = 0; k + 4 <= block.count; k += 4, on += 4 * block.step) {
      move(block.offset(k), on);
      move(block.offset(k + 1), on + block.step);
      move(block.offset(k + 2), on + 2 * block.step);
      move(block.offset(k + 3), on + 3 * block.step);
    }
  }
  for (; k < block.count; ++k) move(block.offset(k), block.linear(k));
}

/// Asks for the rows that a block wants fetched, each in so many lines; `indexed` is where its
/// offsets count from.
class Fetch {
 public:
  NDX_ALWAYS_INLINE Fetch(const std::byte* indexed, const IndexedBlock& block,
                          index_t element_bytes, index_t lines)
      : from_(indexed + block.ahead_from * element_bytes),
        ahead_(block.ahead),
        element_bytes_(element_bytes),
        lines_(lines) {}

  /// The row of position k.
  NDX_ALWAYS_INLINE void operator()(index_t k) const {
    const std::byte* const row = from_ + IndexedBlock::read(ahead_ + k) * element_bytes_;
    for (index_t line = 0; line < lines_; ++line) __builtin_prefetch(row + line * kLineBytes);
  }

 private:
  const std::byte* from_;
  const index_t* ahead_;
  index_t element_bytes_;
  index_t lines_;
};

/// As for_each_position of a block that has rows to be fetched.
template <class Move>
NDX_ALWAYS_INLINE void for_each_far_position(const IndexedBlock block, const Fetch fetch,
                                             Move&& move) {
  for (index_t k = 0; k < block.count; ++k) {
    fetch(k);
    move(block.offset(k), block.linear(k));
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
