// Copies the contiguous rows of a block between arbitrary offsets and evenly strided or tabled
// places.
//
// Offsets have been checked, the operands do not overlap, and rows are written in the order of the
// positions. The code is not templated on the element type: offsets are scaled at run time, and the
// row length selects the copy.
//
// Rows of 8 and 16 bytes that are packed in the result go through registers, eight or four at a
// time. Rows of whole cache lines, up to four of them, are moved by vectors (LineRows): on Sapphire
// Rapids a put of rows of 64 floats takes .087 ns an element this way, and .095 by memcpy. All
// other rows use the copy for their length in row_copy.hpp. With AVX-512 the hardware's gather
// instruction loads single elements where it is faster.
#pragma once

#include <utility>

#include <ndx/kernel/index/indexed_block.hpp>
#include <ndx/kernel/move/row_copy.hpp>
#include <ndx/kernel/move/stream.hpp>
#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Rows of `bytes` bytes; offsets and steps are multiples of `element_bytes`.
struct RowBytes {
  index_t bytes;
  index_t element_bytes;
};

/// How a gather loads elements: one by one, or eight by one AVX-512 instruction.
enum class Loads : std::uint8_t { single, hardware_gather };

/// Returns the faster of both for a tensor of `elements` elements of N bytes. The hardware's gather
/// is faster only in the core's own cache (on Sapphire Rapids, floats in 8 MB take 2.8 ns by it,
/// and 2.5 one by one).
template <std::size_t N>
Loads loads_from(index_t elements) noexcept {
  const bool near = elements <= kCoreCacheBytes / index_t{N};
  return near && detail::gathers_fast() ? Loads::hardware_gather : Loads::single;
}

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/index/indexed_rows.inc>
#include <ndx/kernel/simd/for_each_target.inc>

#if NDX_X86
NDX_NAMESPACE_BEGIN
NDX_BEGIN_AVX512
namespace kernel {
namespace avx512 {

/// Copies the element of N bytes at in + offsets[k]·N to out[k].
template <std::size_t N>
void gather_elements(std::byte* out, const std::byte* in, const IndexedBlock block) {
  index_t k = 0;
  for (; k + 16 <= block.count; k += 16) {
    const auto first = gather_eight<N>(in, block.offsets + k);
    const auto second = gather_eight<N>(in, block.offsets + k + 8);
    store(out + bytes_of<N>(k), first);
    store(out + bytes_of<N>(k + 8), second);
  }
  for (; k < block.count; ++k)
    move_element<N>(out + bytes_of<N>(k), in + bytes_of<N>(block.offset(k)));
}

}  // namespace avx512
}  // namespace kernel
NDX_END_AVX512
NDX_NAMESPACE_END
#endif

NDX_NAMESPACE_BEGIN
namespace kernel {

namespace detail {

/// Gathers positions k, k+1… of gather_dense. All are loaded before the first is stored, so that
/// neither the compiler nor the processor has to order loads after stores.
template <std::size_t W, index_t... J>
NDX_ALWAYS_INLINE void gather_some(std::byte* out, const std::byte* in, const index_t* offsets,
                                   index_t element_bytes, index_t k,
                                   std::integer_sequence<index_t, J...> /*lanes*/) {
  const Bytes<W> lanes[] = {load<W>(in + read_index(offsets + k + J) * element_bytes)...};
  (store<W>(out + bytes_of<W>(k + J), lanes[J]), ...);
}

/// Copies the W bytes at in + offsets[k]·element_bytes to out[k], for tensors that fit in cache.
template <std::size_t W>
NDX_NOINLINE void gather_dense(std::byte* out, const std::byte* in, const IndexedBlock& block,
                               index_t element_bytes) {
  constexpr index_t unroll = W == 16 ? 4 : 8;
  const index_t* const offsets = block.offsets;
  const index_t count = block.count;
  index_t k = 0;
  for (; k + unroll <= count; k += unroll)
    gather_some<W>(out, in, offsets, element_bytes, k,
                   std::make_integer_sequence<index_t, unroll>{});
  for (; k < count; ++k)
    move_element<W>(out + bytes_of<W>(k), in + read_index(offsets + k) * element_bytes);
}

/// Copies the element of W bytes at in + offsets[k]·W to out[k]. Rows that the block requests are
/// prefetched 32 at a time, which suits tiles; random positions use for_each_position_prefetched.
template <std::size_t W>
NDX_NOINLINE void gather_dense_elements(std::byte* out, const std::byte* in,
                                        const IndexedBlock& block) {
  constexpr index_t unroll = 8;
  constexpr index_t together = 4 * unroll;  // prefetches
  const RowPrefetcher fetch(in, block, bytes_of<W>(1), 1);
  const index_t* const offsets = block.offsets;
  const index_t count = block.count;
  const bool fetches = block.ahead != nullptr;
  index_t k = 0;
  for (index_t end = 0; end < count;) {
    end = count - k < together || !fetches ? count : k + together;
    if (fetches) fetch.lines(k, end - k);
    for (; k + unroll <= end; k += unroll)
      gather_some<W>(out, in, offsets, bytes_of<W>(1), k,
                     std::make_integer_sequence<index_t, unroll>{});
  }
  for (; k < count; ++k)
    move_element<W>(out + bytes_of<W>(k), in + bytes_of<W>(read_index(offsets + k)));
}

/// Copies rows from the indexed operand to the linear one if kGathers, else back. Rows in cache
/// that are evenly spaced have a loop for each copy functor. Rows that are prefetched, or in a
/// table, wait for memory anyway, so one loop serves all lengths and selects the functor for every
/// row, which keeps the code small.
template <bool kGathers>
NDX_NOINLINE void move_rows(std::byte* to, const std::byte* from, const IndexedBlock block,
                            const RowBytes row) {
  const index_t scale = row.element_bytes;
  const index_t* const offsets = block.offsets;
  const index_t count = row.bytes == 0 ? 0 : block.count;
  if (block.ahead == nullptr && block.table == nullptr) {
    const index_t step = block.step * scale;
    return with_row_copy(row.bytes, [=](auto copy) {
      index_t on = 0;
      for (index_t k = 0; k < count; ++k, on += step) {
        auto at = ndx::detail::as_integer<std::ptrdiff_t>(read_index(offsets + k) * scale);
        asm("" : "+r"(at));  // g++ would vectorize the offsets at -O3, which takes twice as long
        copy(to + (kGathers ? on : at), from + (kGathers ? at : on));
      }
    });
  }
  const RowPrefetcher fetch(kGathers ? from : to, block, scale, lines_of_row(row.bytes));
  for (index_t k = 0; k < count; ++k) {
    if (block.ahead != nullptr) fetch(k);
    const index_t at = block.offset(k) * scale;
    const index_t on = block.linear(k) * scale;
    with_row_copy(row.bytes,
                  [=](auto copy) { copy(to + (kGathers ? on : at), from + (kGathers ? at : on)); });
  }
}

/// Replaces LineRows on x86 processors without AVX2, and moves rows of any length by memcpy.
struct CopiedRows {
  static void gather(std::byte* linear, const std::byte* indexed, const IndexedBlock& block,
                     const RowBytes row, bool /*streamed*/) {
    move_rows<true>(linear, indexed, block, row);
  }
  static void scatter(std::byte* indexed, const std::byte* linear, const IndexedBlock& block,
                      const RowBytes row) {
    move_rows<false>(indexed, linear, block, row);
  }
};
using FallbackLineRows = Fallback<CopiedRows, portable::LineRows>;

/// Returns true if LineRows moves the rows: they are whole cache lines, and at most four of them or
/// streamed.
inline bool has_line_rows(const IndexedBlock& block, const RowBytes& row, bool streamed) {
  return row.bytes % kLineBytes == 0 && block.table == nullptr &&
         (streamed || row.bytes <= 4 * kLineBytes);
}

}  // namespace detail

/// Copies rows from the indexed operand to the linear one. Bypasses the caches if `stores` asks for
/// it and the rows are whole, aligned cache lines; the caller must then call finish_streaming().
inline void gather_rows(std::byte* linear, const std::byte* indexed, const IndexedBlock& block,
                        const RowBytes row, Stores stores = Stores::cached) {
  const bool dense = block.table == nullptr && block.step * row.element_bytes == row.bytes;
  const bool near = dense && block.ahead == nullptr;
  if (near && row.bytes == 8)
    return detail::gather_dense<8>(linear, indexed, block, row.element_bytes);
  if (near && row.bytes == 16)
    return detail::gather_dense<16>(linear, indexed, block, row.element_bytes);
  const bool streamed = stores == Stores::streamed && dense && may_stream_to(linear);
  if (detail::has_line_rows(block, row, streamed)) {
    return dispatch<detail::FallbackLineRows, avx2::LineRows>(
        [&](auto rows) { rows.gather(linear, indexed, block, row, streamed); });
  }
  detail::move_rows<true>(linear, indexed, block, row);
}

/// Copies rows from the linear operand to the indexed one.
inline void scatter_rows(std::byte* indexed, const std::byte* linear, const IndexedBlock& block,
                         const RowBytes row) {
  if (detail::has_line_rows(block, row, false)) {
    return dispatch<detail::FallbackLineRows, avx2::LineRows>(
        [&](auto rows) { rows.scatter(indexed, linear, block, row); });
  }
  detail::move_rows<false>(indexed, linear, block, row);
}

}  // namespace kernel
NDX_NAMESPACE_END
