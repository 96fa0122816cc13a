// Copying a matrix to its transpose: both sides a cache line at a time.
//
// Element (i, j) of the destination, at to[i·to_step + j], comes from from[i + j·from_step]: the
// source is dense along i, the destination along j. Tiles that are one line high and eight elements
// wide are turned in registers where the processor has AVX2, else element by element; bands of
// columns keep the pages of the source at hand.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/bytes.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The destination's rows and columns, and the steps of both sides in elements.
struct Transposition {
  index_t rows;
  index_t columns;
  index_t to_step;    // of the destination from row to row
  index_t from_step;  // of the source from column to column
};

namespace portable {

template <std::size_t N>
void transpose_tile(std::byte* to, const std::byte* from, const Transposition& t) {
  for (index_t i = 0; i < t.rows; ++i) {
    for (index_t j = 0; j < t.columns; ++j)
      move_element<N>(to + bytes_of<N>(i * t.to_step + j), from + bytes_of<N>(i + j * t.from_step));
  }
}

}  // namespace portable

#if NDX_X86
namespace avx2 {

/// Whether tiles of elements of N bytes are turned in registers.
template <std::size_t N>
inline constexpr bool has_tiles = N == 4 || N == 8;

/// The halves of a pair of rows that have been interleaved.
template <class Vector>
NDX_TARGET_AVX2 inline void store_halves(std::byte* to, index_t half_bytes, Vector low,
                                         Vector high) {
  const auto a = reinterpret_cast<I64x4>(low);
  const auto b = reinterpret_cast<I64x4>(high);
  store(to, __builtin_shufflevector(a, b, 0, 1, 4, 5));
  store(to + half_bytes, __builtin_shufflevector(a, b, 2, 3, 6, 7));
}

/// 8 × 8 elements of 4 bytes: interleaved by ones, by twos, by fours.
NDX_TARGET_AVX2 inline void turn_words(std::byte* to, const std::byte* from, index_t to_step,
                                       index_t from_step) {
  const index_t in = bytes_of<4>(from_step);
  const index_t out = bytes_of<4>(to_step);
  F32x8 a[8];
#pragma GCC unroll 8
  for (index_t j = 0; j < 8; ++j) a[j] = load<F32x8>(from + j * in);
  F32x8 b[8];
#pragma GCC unroll 4
  for (index_t j = 0; j < 8; j += 2) {
    b[j] = __builtin_shufflevector(a[j], a[j + 1], 0, 8, 1, 9, 4, 12, 5, 13);
    b[j + 1] = __builtin_shufflevector(a[j], a[j + 1], 2, 10, 3, 11, 6, 14, 7, 15);
  }
#pragma GCC unroll 2
  for (index_t half = 0; half < 8; half += 4) {
    a[half] = __builtin_shufflevector(b[half], b[half + 2], 0, 1, 8, 9, 4, 5, 12, 13);
    a[half + 1] = __builtin_shufflevector(b[half], b[half + 2], 2, 3, 10, 11, 6, 7, 14, 15);
    a[half + 2] = __builtin_shufflevector(b[half + 1], b[half + 3], 0, 1, 8, 9, 4, 5, 12, 13);
    a[half + 3] = __builtin_shufflevector(b[half + 1], b[half + 3], 2, 3, 10, 11, 6, 7, 14, 15);
  }
#pragma GCC unroll 4
  for (index_t i = 0; i < 4; ++i) store_halves(to + i * out, 4 * out, a[i], a[i + 4]);
}

/// 8 × 8 elements of 8 bytes, as four quarters of 4 × 4.
NDX_TARGET_AVX2 inline void turn_doubles(std::byte* to, const std::byte* from, index_t to_step,
                                         index_t from_step) {
  const index_t in = bytes_of<8>(from_step);
  const index_t out = bytes_of<8>(to_step);
#pragma GCC unroll 4
  for (index_t quarter = 0; quarter < 4; ++quarter) {
    const index_t i = quarter / 2 * 4;
    const index_t j = quarter % 2 * 4;
    const std::byte* const tile = from + bytes_of<8>(i) + j * in;
    std::byte* const turned = to + i * out + bytes_of<8>(j);
    const auto a = load<F64x4>(tile);
    const auto b = load<F64x4>(tile + in);
    const auto c = load<F64x4>(tile + 2 * in);
    const auto d = load<F64x4>(tile + 3 * in);
    store_halves(turned, 2 * out, __builtin_shufflevector(a, b, 0, 4, 2, 6),
                 __builtin_shufflevector(c, d, 0, 4, 2, 6));
    store_halves(turned + out, 2 * out, __builtin_shufflevector(a, b, 1, 5, 3, 7),
                 __builtin_shufflevector(c, d, 1, 5, 3, 7));
  }
}

/// Rows and columns that are multiples of 8.
template <std::size_t N>
NDX_TARGET_AVX2 void transpose_tile(std::byte* to, const std::byte* from, const Transposition& t) {
  for (index_t j = 0; j < t.columns; j += 8) {
    for (index_t i = 0; i < t.rows; i += 8) {
      std::byte* const out = to + bytes_of<N>(i * t.to_step + j);
      const std::byte* const in = from + bytes_of<N>(i + j * t.from_step);
      if constexpr (N == 4) {
        turn_words(out, in, t.to_step, t.from_step);
      } else {
        turn_doubles(out, in, t.to_step, t.from_step);
      }
    }
  }
}

}  // namespace avx2
#endif

namespace detail {

inline index_t at_most(index_t left, index_t most) { return left < most ? left : most; }

/// Some rows of the matrix, tile by tile.
template <std::size_t N>
void transpose_strip(std::byte* to, const std::byte* from, const Transposition& t) {
  constexpr index_t kWide = 8;
  index_t j = 0;
#if NDX_X86
  if constexpr (avx2::has_tiles<N>) {
    if (t.rows % 8 == 0 && has_avx2()) {
      j = t.columns / 8 * 8;
      avx2::transpose_tile<N>(to, from, {t.rows, j, t.to_step, t.from_step});
    }
  }
#endif
  for (; j < t.columns; j += kWide) {
    portable::transpose_tile<N>(to + bytes_of<N>(j), from + bytes_of<N>(j * t.from_step),
                                {t.rows, at_most(t.columns - j, kWide), t.to_step, t.from_step});
  }
}

}  // namespace detail

/// The whole matrix; the two sides must not overlap.
template <std::size_t N>
void transpose(std::byte* to, const std::byte* from, const Transposition& t) {
  constexpr index_t kBand = 256;  // columns: pages of the source that are used again and again
  constexpr index_t kHigh = N >= 8 ? 8 : N == 4 ? 16 : 32;  // rows: about a line of the source
  for (index_t j = 0; j < t.columns; j += kBand) {
    for (index_t i = 0; i < t.rows; i += kHigh) {
      detail::transpose_strip<N>(to + bytes_of<N>(i * t.to_step + j),
                                 from + bytes_of<N>(i + j * t.from_step),
                                 {detail::at_most(t.rows - i, kHigh),
                                  detail::at_most(t.columns - j, kBand), t.to_step, t.from_step});
    }
  }
}

}  // namespace kernel
NDX_NAMESPACE_END
