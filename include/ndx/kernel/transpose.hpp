// Copying a matrix to its transpose: both sides a cache line at a time.
//
// Element (i, j) of the destination, at to[i·to_step + j], comes from from[i + j·from_step]: the
// source is dense along i, the destination along j. Tiles that are one line high and eight elements
// wide are turned in registers where the processor has AVX2, else element by element; bands of
// columns keep the pages of the source at hand.
#pragma once

#include <ndx/kernel/bytes.hpp>
#include <ndx/kernel/cpu.hpp>

#if NDX_X86
#include <immintrin.h>
#endif

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

NDX_TARGET_AVX2 inline __m256 load_floats(const std::byte* from) {
  return _mm256_loadu_ps(reinterpret_cast<const float*>(from));
}
NDX_TARGET_AVX2 inline void store_floats(std::byte* to, __m256 value) {
  _mm256_storeu_ps(reinterpret_cast<float*>(to), value);
}

/// The halves of the lanes of a pair of rows that have been interleaved twice.
NDX_TARGET_AVX2 inline void store_halves(std::byte* to, index_t half_bytes, __m256 low,
                                         __m256 high) {
  store_floats(to, _mm256_permute2f128_ps(low, high, 0x20));
  store_floats(to + half_bytes, _mm256_permute2f128_ps(low, high, 0x31));
}

/// 8 × 8 elements of 4 bytes: interleaved by ones, by twos, by fours.
NDX_TARGET_AVX2 inline void turn_words(std::byte* to, const std::byte* from, index_t to_step,
                                       index_t from_step) {
  const index_t in = bytes_of<4>(from_step);
  const index_t out = bytes_of<4>(to_step);
  __m256 a[8];
#pragma GCC unroll 8
  for (index_t j = 0; j < 8; ++j) a[j] = load_floats(from + j * in);
  __m256 b[8];
#pragma GCC unroll 4
  for (index_t j = 0; j < 8; j += 2) {
    b[j] = _mm256_unpacklo_ps(a[j], a[j + 1]);
    b[j + 1] = _mm256_unpackhi_ps(a[j], a[j + 1]);
  }
#pragma GCC unroll 2
  for (index_t half = 0; half < 8; half += 4) {
    a[half] = _mm256_shuffle_ps(b[half], b[half + 2], 0x44);
    a[half + 1] = _mm256_shuffle_ps(b[half], b[half + 2], 0xEE);
    a[half + 2] = _mm256_shuffle_ps(b[half + 1], b[half + 3], 0x44);
    a[half + 3] = _mm256_shuffle_ps(b[half + 1], b[half + 3], 0xEE);
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
    const __m256d a = _mm256_castps_pd(load_floats(tile));
    const __m256d b = _mm256_castps_pd(load_floats(tile + in));
    const __m256d c = _mm256_castps_pd(load_floats(tile + 2 * in));
    const __m256d d = _mm256_castps_pd(load_floats(tile + 3 * in));
    store_halves(turned, 2 * out, _mm256_castpd_ps(_mm256_unpacklo_pd(a, b)),
                 _mm256_castpd_ps(_mm256_unpacklo_pd(c, d)));
    store_halves(turned + out, 2 * out, _mm256_castpd_ps(_mm256_unpackhi_pd(a, b)),
                 _mm256_castpd_ps(_mm256_unpackhi_pd(c, d)));
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
