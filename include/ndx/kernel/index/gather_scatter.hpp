// Gathers and scatters one block of positions: copies elements, or slices of inner dims, between
// one operand at arbitrary offsets (the indexed operand) and one that is evenly strided or has its
// offsets in a table (the linear operand).
//
// The caller has checked the offsets, and the two operands do not overlap. Positions are written in
// order, so the last of several duplicates wins. The element size is a template parameter where that
// is faster; element types, tensors and index terms are unknown here.
//
// The loop is chosen by the shape of a row. Single elements of 1, 2, 4, 8 or 16 bytes are loaded
// eight at a time before the first is stored; with AVX-512 the hardware's gather instruction loads
// them where it is faster. Contiguous rows of up to 64 bytes are copied by two overlapping loads and
// stores, and whole cache lines, up to four of them, by vectors (LineRows): on Sapphire Rapids a put
// of rows of 64 floats takes .087 ns an element this way, and .095 by memcpy. A strided row is
// copied by copy.hpp, position by position.
#pragma once

#include <utility>

#include <ndx/kernel/index/indexed_block.hpp>
#include <ndx/kernel/move/copy.hpp>
#include <ndx/kernel/move/fill.hpp>
#include <ndx/layout/layout.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The inner dims that are copied for each position. strides[0] belongs to the indexed operand,
/// strides[1] to the linear one.
using InnerLoop = Loop<2>;

/// Returns true if a row is contiguous in both operands. A single element is contiguous.
inline bool is_contiguous_row(const InnerLoop& row) {
  return row.rank == 0 || (row.rank == 1 && row.strides[0][0] == 1 && row.strides[1][0] == 1);
}

/// Rows of `bytes` bytes; offsets and steps are multiples of `element_bytes`.
struct RowBytes {
  index_t bytes;
  index_t element_bytes;
};

/// How a gather loads elements: one by one, or eight by one AVX-512 instruction.
enum class Loads : std::uint8_t { single, hardware_gather };

/// Returns the faster of both for elements of N bytes of a layout. The hardware's gather is faster
/// only in the core's own cache (on Sapphire Rapids, floats in 8 MB take 2.8 ns by it, and 2.5 one
/// by one).
template <std::size_t N>
Loads loads_from(const Layout& layout) noexcept {
  const bool near = !exceeds(layout, kCoreCacheBytes / index_t{N});
  return near && detail::gathers_fast() ? Loads::hardware_gather : Loads::single;
}

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/index/gather_scatter.inc>
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
template <std::size_t W, class Scale, index_t... J>
NDX_ALWAYS_INLINE void gather_some(std::byte* out, const std::byte* in, const index_t* offsets,
                                   Scale element_bytes, index_t k,
                                   std::integer_sequence<index_t, J...> /*lanes*/) {
  const Bytes<W> lanes[] = {load<W>(in + read_index(offsets + k + J) * element_bytes)...};
  (store<W>(out + bytes_of<W>(k + J), lanes[J]), ...);
}

/// Copies the W bytes at in + offsets[k]·element_bytes to out[k]. Rows that the block requests are
/// prefetched 32 at a time. `element_bytes` is an index_t, or a constant where it is known.
template <std::size_t W, class Scale>
NDX_NOINLINE void gather_dense(std::byte* out, const std::byte* in, const IndexedBlock& block,
                               Scale element_bytes) {
  constexpr index_t unroll = W == 16 ? 4 : 8;
  constexpr index_t together = 32;  // prefetches
  const RowPrefetcher fetch(in, block, element_bytes, 1);
  const index_t* const offsets = block.offsets;
  const index_t count = block.count;
  const bool fetches = block.ahead != nullptr;
  index_t k = 0;
  for (index_t end = 0; end < count;) {
    end = count - k < together || !fetches ? count : k + together;
    if (fetches) fetch.lines(k, end - k);
    for (; k + unroll <= end; k += unroll)
      gather_some<W>(out, in, offsets, element_bytes, k,
                     std::make_integer_sequence<index_t, unroll>{});
  }
  for (; k < count; ++k)
    move_element<W>(out + bytes_of<W>(k), in + read_index(offsets + k) * element_bytes);
}

/// Copies rows of the length that RowCopy<W> is for, from the indexed operand to the linear one if
/// kGathers, else back.
template <bool kGathers, std::size_t W>
NDX_NOINLINE void move_rows_of(std::byte* to, const std::byte* from, const IndexedBlock& block,
                               const RowBytes& row) {
  const RowCopy<W> copy(row.bytes);
  const index_t scale = row.element_bytes;
  const index_t* const offsets = block.offsets;
  const index_t count = block.count;
  const index_t step = block.step * scale;
  index_t on = 0;
  for (index_t k = 0; k < count; ++k, on += step) {
    auto at = ndx::detail::as_integer<std::ptrdiff_t>(read_index(offsets + k) * scale);
    asm("" : "+r"(at));  // g++ would vectorize the offsets at -O3, which takes twice as long
    copy(to + (kGathers ? on : at), from + (kGathers ? at : on));
  }
}

/// Copies rows of any length from the indexed operand to the linear one if kGathers, else back. Rows
/// that are prefetched, or in a table, wait for memory anyway, so one loop serves all lengths and
/// chooses the copy for every row, which keeps the code small.
template <bool kGathers>
NDX_NOINLINE void move_rows(std::byte* to, const std::byte* from, const IndexedBlock block,
                            const RowBytes row) {
  static constexpr decltype(&move_rows_of<kGathers, 0>) kLoops[] = {
      move_rows_of<kGathers, 1>, move_rows_of<kGathers, 2>,  move_rows_of<kGathers, 4>,
      move_rows_of<kGathers, 8>, move_rows_of<kGathers, 16>, move_rows_of<kGathers, 32>,
      move_rows_of<kGathers, 0>};
  if (row.bytes == 0) return;
  if (block.ahead == nullptr && block.table == nullptr)
    return kLoops[number_of_row_copy(row.bytes)](to, from, block, row);
  const RowPrefetcher fetch(kGathers ? from : to, block, row.element_bytes,
                            lines_of_row(row.bytes));
  for (index_t k = 0; k < block.count; ++k) {
    if (block.ahead != nullptr) fetch(k);
    const index_t at = block.offset(k) * row.element_bytes;
    const index_t on = block.linear(k) * row.element_bytes;
    copy_one_row(to + (kGathers ? on : at), from + (kGathers ? at : on), row.bytes);
  }
}

/// Replaces LineRows on x86 processors without AVX2, and moves rows of any length by memcpy.
struct CopiedRows {
  static void gather(std::byte* linear, const std::byte* indexed, const IndexedBlock& block,
                     const RowBytes& row, bool /*streamed*/) {
    move_rows<true>(linear, indexed, block, row);
  }
  static void scatter(std::byte* indexed, const std::byte* linear, const IndexedBlock& block,
                      const RowBytes& row) {
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

/// Copies contiguous rows from the indexed operand to the linear one. Bypasses the caches if
/// `stores` asks for it and the rows are whole, aligned cache lines.
NDX_NOINLINE inline void gather_rows(std::byte* linear, const std::byte* indexed,
                                     const IndexedBlock& block, const RowBytes row, Stores stores) {
  const bool dense = block.table == nullptr && block.step * row.element_bytes == row.bytes;
  const bool near = dense && block.ahead == nullptr;
  if (near && row.bytes == 8) return gather_dense<8>(linear, indexed, block, row.element_bytes);
  if (near && row.bytes == 16) return gather_dense<16>(linear, indexed, block, row.element_bytes);
  const bool streamed = stores == Stores::streamed && dense && may_stream_to(linear);
  if (has_line_rows(block, row, streamed)) {
    return dispatch<FallbackLineRows, avx2::LineRows>(
        [&](auto rows) { rows.gather(linear, indexed, block, row, streamed); });
  }
  move_rows<true>(linear, indexed, block, row);
}

/// Copies contiguous rows from the linear operand to the indexed one.
NDX_NOINLINE inline void scatter_rows(std::byte* indexed, const std::byte* linear,
                                      const IndexedBlock& block, const RowBytes row) {
  if (has_line_rows(block, row, false)) {
    return dispatch<FallbackLineRows, avx2::LineRows>(
        [&](auto rows) { rows.scatter(indexed, linear, block, row); });
  }
  move_rows<false>(indexed, linear, block, row);
}

template <std::size_t N>
RowBytes bytes_of_row(const InnerLoop& row) {
  return {bytes_of<N>(row.rank == 0 ? 1 : row.sizes[0]), bytes_of<N>(1)};
}

/// True if one load and one store move an element of N bytes.
template <std::size_t N>
inline constexpr bool is_machine_size = N == 1 || N == 2 || N == 4 || N == 8 || N == 16;

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

}  // namespace detail

/// Copies a block from the indexed operand to the linear one. With Stores::streamed, rows of whole
/// cache lines bypass the caches, and the caller must call finish_streaming() afterwards.
template <std::size_t N>
void gather_block(std::byte* linear, const std::byte* indexed, const IndexedBlock& block,
                  const InnerLoop& row, Stores stores = Stores::cached,
                  [[maybe_unused]] Loads loads = Loads::single) {
  if (detail::is_machine_size<N> && row.rank == 0 && block.table == nullptr && block.step == 1) {
#if NDX_X86
    if constexpr (N == 4 || N == 8) {
      if (loads == Loads::hardware_gather)
        return avx512::gather_elements<N>(linear, indexed, block);
    }
#endif
    detail::gather_dense<N>(linear, indexed, block,
                            std::integral_constant<index_t, static_cast<index_t>(N)>());
  } else if (is_contiguous_row(row)) {
    detail::gather_rows(linear, indexed, block, detail::bytes_of_row<N>(row), stores);
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
    detail::scatter_rows(indexed, linear, block, detail::bytes_of_row<N>(row));
  } else {
    for (index_t k = 0; k < block.count && !is_empty(row); ++k)
      copy_long_rows<N>(indexed + bytes_of<N>(block.offset(k)),
                        linear + bytes_of<N>(block.linear(k)), row);
  }
}

/// A pointer to scatter_block or fill_block of some size.
using BlockFunction = void (*)(std::byte* indexed, const std::byte* linear,
                               const IndexedBlock& block, const InnerLoop& row);

/// Copies the element at `value` to all elements of a block, whose linear strides are 0.
template <std::size_t N>
void fill_block(std::byte* indexed, const std::byte* value, const IndexedBlock& block,
                const InnerLoop& row) {
  if (detail::is_machine_size<N> && row.rank == 0)
    return detail::scatter_elements<N>(indexed, value, block);
  const RowBytes bytes = detail::bytes_of_row<N>(row);
  if ((row.rank == 0 || (row.rank == 1 && row.strides[0][0] == 1)) &&
      bytes.bytes <= detail::kRepeatedBytes) {
    alignas(kLineBytes) std::byte repeated[detail::kRepeatedBytes];
    fill_dense<N>(repeated, load<N>(value), bytes.bytes / bytes.element_bytes);
    return detail::scatter_rows(indexed, repeated, block, bytes);
  }
  Loop<1> loop;
  for (std::size_t d = 0; d < row.rank; ++d) loop.push_inner(row.sizes[d], {row.strides[0][d]});
  for (index_t k = 0; k < block.count; ++k)
    fill_strided<N>(indexed + bytes_of<N>(block.offset(k)), value, loop);
}

}  // namespace kernel
NDX_NAMESPACE_END
