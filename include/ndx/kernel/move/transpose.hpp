// Transposes a matrix tile by tile: to[i·to_step + j] = from[i + j·from_step] for each element (i,
// j) of the destination. The source is dense along i, the destination along j, and they do not
// overlap.
//
// Reading along one of them and writing along the other would use one element of each cache line at
// a time. The scalar kernel, for elements of any size, works through strips of as many rows as a
// cache line of the source has elements, within bands of columns few enough that the source's pages
// stay in the TLB. transpose.inc has the kernel by vectors, for elements of 1, 2, 4, 8 and 16
// bytes, which leaves only the narrowest edges to the scalar one.
#pragma once

#include <ndx/kernel/move/interleave.hpp>
#include <ndx/kernel/move/row_copy.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The destination's rows and columns, and the strides of both operands in elements.
struct Transposition {
  index_t rows;
  index_t columns;
  index_t to_step;    // of the destination from row to row
  index_t from_step;  // of the source from column to column
};

/// Returns the smaller of both.
inline index_t at_most(index_t left, index_t most) { return left < most ? left : most; }

namespace scalar {

/// Transposes a tile, element by element.
template <std::size_t N>
void transpose_tile(std::byte* to, const std::byte* from, const Transposition& t) {
  for (index_t i = 0; i < t.rows; ++i) {
    for (index_t j = 0; j < t.columns; ++j)
      move_element<N>(to + bytes_of<N>(i * t.to_step + j), from + bytes_of<N>(i + j * t.from_step));
  }
}

/// Transposes a strip eight columns at a time, whose cache lines stay in cache. If there are fewer
/// than eight columns or rows, it goes one column or row at a time.
template <std::size_t N>
void transpose_strip(std::byte* to, const std::byte* from, const Transposition& t) {
  constexpr index_t wide = 8;
  if (t.columns < wide) {
    for (index_t j = 0; j < t.columns; ++j)
      strided_copy<N>(to + bytes_of<N>(j), from + bytes_of<N>(j * t.from_step), t.rows,
                      {t.to_step, 1});
  } else if (t.rows < wide) {
    for (index_t i = 0; i < t.rows; ++i)
      strided_copy<N>(to + bytes_of<N>(i * t.to_step), from + bytes_of<N>(i), t.columns,
                      {1, t.from_step});
  } else {
    for (index_t j = 0; j < t.columns; j += wide)
      transpose_tile<N>(to + bytes_of<N>(j), from + bytes_of<N>(j * t.from_step),
                        {t.rows, at_most(t.columns - j, wide), t.to_step, t.from_step});
  }
}

/// Transposes a matrix of elements of any size.
template <std::size_t N>
void transpose(std::byte* to, const std::byte* from, const Transposition& t) {
  constexpr index_t high = N % 3 == 0 ? (192 / N) : 64 / N;  // rows: whole lines of the source
  constexpr index_t band = 256;  // columns: their source pages stay in the TLB
  for (index_t j = 0; j < t.columns; j += band) {
    for (index_t i = 0; i < t.rows; i += high)
      transpose_strip<N>(
          to + bytes_of<N>(i * t.to_step + j), from + bytes_of<N>(i + j * t.from_step),
          {at_most(t.rows - i, high), at_most(t.columns - j, band), t.to_step, t.from_step});
  }
}

struct Transpose {
  template <std::size_t N>
  static void transpose(std::byte* to, const std::byte* from, const Transposition& t,
                        Stores /*streaming stores need vectors*/) {
    scalar::transpose<N>(to, from, t);
  }
};

}  // namespace scalar

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/move/transpose.inc>
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Transposes a matrix by the kernel for this processor. With Stores::streamed, the caller must
/// call finish_streaming() afterwards.
template <std::size_t N>
void transpose(std::byte* to, const std::byte* from, const Transposition& t, Stores stores) {
  dispatch<Fallback<scalar::Transpose, portable::Transpose>, avx2::Transpose>(
      [&](auto matrix) { matrix.template transpose<N>(to, from, t, stores); });
}

}  // namespace kernel
NDX_NAMESPACE_END
