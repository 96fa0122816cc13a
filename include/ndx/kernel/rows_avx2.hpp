// Copies the rows of a block with AVX2: rows of whole cache lines.
#pragma once

#include <ndx/kernel/indexed_block.hpp>
#include <ndx/kernel/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Rows of `bytes` bytes; offsets and steps are multiples of `element_bytes`.
struct RowBytes {
  index_t bytes;
  index_t element_bytes;
};

#if NDX_X86
namespace avx2 {

/// Whether vectors beat memcpy: for short rows, and for rows stored with streaming stores.
inline bool has_vector_rows(const IndexedBlock& block, const RowBytes& row, bool streamed) {
  return row.bytes % kLineBytes == 0 && block.table == nullptr &&
         (streamed || row.bytes <= 2 * kLineBytes);
}

/// Gathers rows of one cache line from a tensor that fits in cache, two at a time.
NDX_TARGET_AVX2 inline void gather_lines(std::byte* linear, const std::byte* indexed,
                                         const index_t* offsets, index_t count, index_t step,
                                         index_t element_bytes) {
  index_t k = 0;
  for (; k + 2 <= count; k += 2, linear += 2 * step) {
    const std::byte* const one = indexed + IndexedBlock::read(offsets + k) * element_bytes;
    const std::byte* const other = indexed + IndexedBlock::read(offsets + k + 1) * element_bytes;
    const auto a = load<I64x4>(one);
    const auto b = load<I64x4>(one + 32);
    const auto c = load<I64x4>(other);
    const auto d = load<I64x4>(other + 32);
    store(linear, a);
    store(linear + 32, b);
    store(linear + step, c);
    store(linear + step + 32, d);
  }
  if (k < count) {
    const std::byte* const last = indexed + IndexedBlock::read(offsets + k) * element_bytes;
    std::memcpy(linear, last, kLineBytes);
  }
}

NDX_TARGET_AVX2 inline void gather_rows(std::byte* linear, const std::byte* indexed,
                                        const IndexedBlock block, const RowBytes row,
                                        bool streamed) {
  const index_t step = block.step * row.element_bytes;
  if (row.bytes == kLineBytes && block.ahead == nullptr && !streamed)
    return gather_lines(linear, indexed, block.offsets, block.count, step, row.element_bytes);
  const RowPrefetcher fetch(indexed, block, row.element_bytes, lines_of_row(row.bytes));
  for (index_t k = 0; k < block.count; ++k, linear += step) {
    if (block.ahead != nullptr) fetch(k);
    const std::byte* const from = indexed + block.offset(k) * row.element_bytes;
    for (index_t i = 0; i < row.bytes; i += kLineBytes) {
      const auto a = load<I64x4>(from + i);
      const auto b = load<I64x4>(from + i + 32);
      if (streamed) {
        stream(linear + i, a);
        stream(linear + i + 32, b);
      } else {
        store(linear + i, a);
        store(linear + i + 32, b);
      }
    }
  }
}

NDX_TARGET_AVX2 inline void scatter_rows(std::byte* indexed, const std::byte* linear,
                                         const IndexedBlock block, const RowBytes row) {
  const RowPrefetcher fetch(indexed, block, row.element_bytes, lines_of_row(row.bytes));
  for (index_t k = 0; k < block.count; ++k, linear += block.step * row.element_bytes) {
    if (block.ahead != nullptr) fetch(k);
    std::byte* const to = indexed + block.offset(k) * row.element_bytes;
    for (index_t i = 0; i < row.bytes; i += kLineBytes) {
      const auto a = load<I64x4>(linear + i);
      const auto b = load<I64x4>(linear + i + 32);
      store(to + i, a);
      store(to + i + 32, b);
    }
  }
}

}  // namespace avx2
#endif

}  // namespace kernel
NDX_NAMESPACE_END
