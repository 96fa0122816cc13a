// IndexedBlock describes a block of positions: for each position, where its row is in both
// operands.
//
// The "indexed" operand is the tensor that the offsets point into; the "linear" operand is the
// result of a gather or the values of a scatter. Both directions use one description and the loops
// of this file. Offsets have been checked. The engine also says which rows to prefetch, since only
// it knows the rows of the next blocks.
#pragma once

#include <utility>

#include <ndx/kernel/loop/bytes.hpp>
#include <ndx/kernel/loop/walk.hpp>
#include <ndx/kernel/simd/dispatch.hpp>
#include <ndx/storage/cache.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The offsets of a block's rows in both operands, in elements.
struct IndexedBlock {
  index_t count;
  const index_t* offsets;  // row offsets in the indexed operand
  index_t step;            // row stride in the linear operand, if table is null
  const index_t* table;    // row offsets in the linear operand if unevenly spaced, else null
  // Rows of the indexed operand to prefetch, one per position. Row k is at offset ahead[k], counted
  // from `ahead_from` elements after the origin of offsets[k]. Null if the tensor fits in cache.
  const index_t* ahead = nullptr;
  index_t ahead_from = 0;
  // True if the rows to prefetch are in the order of memory, so that bandwidth limits them, not
  // latency.
  bool ahead_in_order = false;
  // True if the block is one tile or several: its rows are near each other, or near earlier rows.
  bool in_tiles = false;

  [[nodiscard]] index_t offset(index_t k) const { return read_index(offsets + k); }
  [[nodiscard]] index_t linear(index_t k) const { return table == nullptr ? k * step : table[k]; }
};

/// Removes the first n positions. Returns the number of elements to advance in the linear operand.
inline index_t drop_front(IndexedBlock& block, index_t n) {
  block.count -= n;
  block.offsets += n;
  if (block.ahead != nullptr) block.ahead += n;
  if (block.table == nullptr) return n * block.step;
  block.table += n;
  return 0;
}

/// Returns the number of cache lines to prefetch for a row of `row_bytes` bytes, at most 128: the
/// hardware prefetcher continues long rows by itself.
constexpr index_t lines_of_row(index_t row_bytes) {
  const index_t lines = (row_bytes + kLineBytes - 1) / kLineBytes;
  return lines < 128 ? lines : 128;
}

/// Returns the prefetch distance in positions for rows of `row_bytes` bytes, which keeps about 128
/// cache lines in flight.
constexpr index_t prefetch_distance(index_t row_bytes) { return 128 / lines_of_row(row_bytes); }

/// Calls move(indexed offset, linear offset) for each position. The block is passed by value,
/// because the compiler must assume that byte stores in `move` could modify its fields.
template <class Move>
NDX_ALWAYS_INLINE void for_each_position(const IndexedBlock block, Move&& move) {
  if (block.table != nullptr) {
    for (index_t k = 0; k < block.count; ++k) move(block.offset(k), block.table[k]);
  } else {
    for (index_t k = 0; k < block.count; ++k) move(block.offset(k), k * block.step);
  }
}

/// Does the work of for_each_position, for moves of a few instructions. It is unrolled by four, so
/// that the speed does not depend on where the compiler aligns the loop (.37 or .55 ns an element
/// without).
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

/// Prefetches the rows that a block requests, `lines` cache lines each. The block's offsets count
/// from `indexed`. Locality 2 is the second-level cache; prefetches_to_second_level() says where
/// that is faster.
class RowPrefetcher {
 public:
  NDX_ALWAYS_INLINE RowPrefetcher(const std::byte* indexed, const IndexedBlock& block,
                                  index_t element_bytes, index_t lines)
      : from_(indexed + block.ahead_from * element_bytes),
        ahead_(block.ahead),
        element_bytes_(element_bytes),
        lines_(lines),
        to_second_level_(block.ahead != nullptr && !block.ahead_in_order &&
                         detail::prefetches_to_second_level()) {}

  /// Prefetches the row requested at position k.
  NDX_ALWAYS_INLINE void operator()(index_t k) const {
    const std::byte* const row = from_ + read_index(ahead_ + k) * element_bytes_;
    for (index_t line = 0; line < lines_; ++line) {
      if (to_second_level_) {
        __builtin_prefetch(row + line * kLineBytes, 0, 2);
      } else {
        __builtin_prefetch(row + line * kLineBytes);
      }
    }
  }
  /// Prefetches one cache line at each of the rows requested by positions k…k+n-1.
  NDX_ALWAYS_INLINE void lines(index_t k, index_t n) const {
    if (to_second_level_) {
      fetch_lines<2>(k, n);
    } else {
      fetch_lines<3>(k, n);
    }
  }

 private:
  template <int kLocality>
  NDX_ALWAYS_INLINE void fetch_lines(index_t k, index_t n) const {
    for (index_t j = 0; j < n; ++j)
      __builtin_prefetch(from_ + read_index(ahead_ + k + j) * element_bytes_, 0, kLocality);
  }

  const std::byte* from_;
  const index_t* ahead_;
  index_t element_bytes_;
  index_t lines_;
  bool to_second_level_;
};

/// Calls move(indexed offset, linear offset) for each position, and prefetches the row that it
/// requests.
template <class Move>
NDX_ALWAYS_INLINE void for_each_position_prefetched(const IndexedBlock block,
                                                    const RowPrefetcher fetch, Move&& move) {
  for (index_t k = 0; k < block.count; ++k) {
    fetch(k);
    move(block.offset(k), block.linear(k));
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
