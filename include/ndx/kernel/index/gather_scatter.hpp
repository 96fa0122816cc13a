// Gathers and scatters one block of positions: copies elements, or slices of inner dims, between
// one operand at arbitrary offsets (the indexed operand) and one that is evenly strided (the linear
// operand).
//
// The caller has checked the offsets, and the two operands do not overlap. Positions are written in
// order, so the last of several duplicates wins. This file chooses a loop by the shape of a row:
// single elements of 1, 2, 4, 8 or 16 bytes, contiguous rows (indexed_rows.hpp), or a strided
// slice, which is copied by copy.hpp position by position. The element size is a template
// parameter; element types, tensors and index terms are unknown here.
#pragma once

#include <ndx/kernel/index/indexed_rows.hpp>
#include <ndx/kernel/move/copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The inner dims that are copied for each position. strides[0] belongs to the indexed operand,
/// strides[1] to the linear one.
using InnerLoop = Loop<2>;

/// Returns true if a row is contiguous in both operands. A single element is contiguous.
inline bool is_contiguous_row(const InnerLoop& row) {
  return row.rank == 0 || (row.rank == 1 && row.strides[0][0] == 1 && row.strides[1][0] == 1);
}

namespace detail {

template <std::size_t N>
RowBytes bytes_of_row(const InnerLoop& row) {
  return {bytes_of<N>(row.rank == 0 ? 1 : row.sizes[0]), bytes_of<N>(1)};
}

/// True if one load and one store move an element of N bytes.
template <std::size_t N>
inline constexpr bool is_machine_size = N == 1 || N == 2 || N == 4 || N == 8 || N == 16;

template <std::size_t N>
void gather_elements(std::byte* linear, const std::byte* indexed, const IndexedBlock& block,
                     [[maybe_unused]] Loads loads) {
#if NDX_X86
  if constexpr (N == 4 || N == 8) {
    if (loads == Loads::hardware_gather) return avx512::gather_elements<N>(linear, indexed, block);
  }
#endif
  if (block.ahead == nullptr || block.in_tiles) {
    gather_dense_elements<N>(linear, indexed, block);
  } else {
    for_each_position_prefetched(
        block, RowPrefetcher(indexed, block, bytes_of<N>(1), 1), [=](index_t at, index_t on) {
          move_element<N>(linear + bytes_of<N>(on), indexed + bytes_of<N>(at));
        });
  }
}

template <std::size_t N>
void scatter_elements(std::byte* indexed, const std::byte* linear, const IndexedBlock block) {
  const auto move = [=](index_t at, index_t from) {
    move_element<N>(indexed + bytes_of<N>(at), linear + bytes_of<N>(from));
  };
  if (block.ahead != nullptr) {
    for_each_position_prefetched(block, RowPrefetcher(indexed, block, bytes_of<N>(1), 1), move);
  } else {
    for_each_element(block, move);
  }
}

/// Length in bytes of the longest row that is filled with one value by copying repeated values.
/// Starting a fill takes longer than copying so short a row.
inline constexpr index_t kRepeatedBytes = 2048;

/// Returns true if the block stores one value into short contiguous rows.
inline bool repeats_one_value(const IndexedBlock& block, const InnerLoop& row, index_t bytes) {
  return block.table == nullptr && block.step == 0 && row.rank == 1 && row.strides[0][0] == 1 &&
         row.strides[1][0] == 0 && row.sizes[0] <= kRepeatedBytes / bytes;
}

}  // namespace detail

/// Copies a block from the indexed operand to the linear one. With Stores::streamed, rows of whole
/// cache lines bypass the caches, and the caller must call finish_streaming() afterwards.
template <std::size_t N>
void gather_block(std::byte* linear, const std::byte* indexed, const IndexedBlock& block,
                  const InnerLoop& row, Stores stores = Stores::cached,
                  Loads loads = Loads::single) {
  if (detail::is_machine_size<N> && row.rank == 0 && block.table == nullptr && block.step == 1) {
    detail::gather_elements<N>(linear, indexed, block, loads);
  } else if (is_contiguous_row(row)) {
    gather_rows(linear, indexed, block, detail::bytes_of_row<N>(row), stores);
  } else {
    Loop<2> copy;  // the row, with the linear operand first
    for (std::size_t d = 0; d < row.rank; ++d)
      copy.push_inner(row.sizes[d], {row.strides[1][d], row.strides[0][d]});
    for (index_t k = 0; k < block.count && !is_empty(copy); ++k)
      copy_long_rows<N>(linear + bytes_of<N>(block.linear(k)),
                        indexed + bytes_of<N>(block.offset(k)), copy);
  }
}

/// Copies a block from the linear operand to the indexed one.
template <std::size_t N>
void scatter_block(std::byte* indexed, const std::byte* linear, const IndexedBlock& block,
                   const InnerLoop& row) {
  if (detail::is_machine_size<N> && row.rank == 0) {
    detail::scatter_elements<N>(indexed, linear, block);
  } else if (is_contiguous_row(row)) {
    scatter_rows(indexed, linear, block, detail::bytes_of_row<N>(row));
  } else if (detail::repeats_one_value(block, row, bytes_of<N>(1))) {
    alignas(kLineBytes) std::byte repeated[detail::kRepeatedBytes];
    fill_dense<N>(repeated, load<N>(linear), row.sizes[0]);
    scatter_rows(indexed, repeated, block, detail::bytes_of_row<N>(row));
  } else {
    for (index_t k = 0; k < block.count && !is_empty(row); ++k)
      copy_long_rows<N>(indexed + bytes_of<N>(block.offset(k)),
                        linear + bytes_of<N>(block.linear(k)), row);
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
