// Transposes like transpose_tiles.hpp with AVX2, for elements of 1, 2, 4, 8 or 16 bytes: tiles are
// transposed in registers; streamed output is first assembled into whole cache lines.
#pragma once

#include <ndx/kernel/interleave_avx2.hpp>
#include <ndx/kernel/transpose_tiles.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// Whether tiles of elements of N bytes are transposed in registers.
template <std::size_t N>
inline constexpr bool has_tiles = N == 1 || N == 2 || N == 4 || N == 8 || N == 16;

// Within each 16-byte half: interleaves the lanes of the low, or of the high, eight bytes of a and
// b.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I8x32 interleave_low(I8x32 a, I8x32 b) {
  return __builtin_shufflevector(a, b, 0, 32, 1, 33, 2, 34, 3, 35, 4, 36, 5, 37, 6, 38, 7, 39, 16,
                                 48, 17, 49, 18, 50, 19, 51, 20, 52, 21, 53, 22, 54, 23, 55);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I8x32 interleave_high(I8x32 a, I8x32 b) {
  return __builtin_shufflevector(a, b, 8, 40, 9, 41, 10, 42, 11, 43, 12, 44, 13, 45, 14, 46, 15, 47,
                                 24, 56, 25, 57, 26, 58, 27, 59, 28, 60, 29, 61, 30, 62, 31, 63);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I16x16 interleave_low(I16x16 a, I16x16 b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, 8, 24, 9, 25, 10, 26, 11, 27);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I16x16 interleave_high(I16x16 a, I16x16 b) {
  return __builtin_shufflevector(a, b, 4, 20, 5, 21, 6, 22, 7, 23, 12, 28, 13, 29, 14, 30, 15, 31);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 interleave_low(I32x8 a, I32x8 b) {
  return __builtin_shufflevector(a, b, 0, 8, 1, 9, 4, 12, 5, 13);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I32x8 interleave_high(I32x8 a, I32x8 b) {
  return __builtin_shufflevector(a, b, 2, 10, 3, 11, 6, 14, 7, 15);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I64x4 interleave_low(I64x4 a, I64x4 b) {
  return __builtin_shufflevector(a, b, 0, 4, 2, 6);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I64x4 interleave_high(I64x4 a, I64x4 b) {
  return __builtin_shufflevector(a, b, 1, 5, 3, 7);
}

/// Interleaves the first half of K vectors with the second, log2(K) times, after which every lane
/// is in its place.
template <class Vector, std::size_t K, std::size_t Stage = 1>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void interleave_all(Vector (&v)[K]) {
  if constexpr (Stage < K) {
    Vector next[K];
#pragma GCC unroll 8
    for (std::size_t k = 0; k < K / 2; ++k) {
      next[2 * k] = interleave_low(v[k], v[k + K / 2]);
      next[2 * k + 1] = interleave_high(v[k], v[k + K / 2]);
    }
    interleave_all<Vector, K, 2 * Stage>(next);
#pragma GCC unroll 16
    for (std::size_t k = 0; k < K; ++k) v[k] = next[k];
  }
}

/// Tile size: 32 bytes of the destination's rows by 16 or 32 bytes of the source's columns.
template <std::size_t N>
inline constexpr index_t kTileWidth = 32 / N;
template <std::size_t N>
inline constexpr index_t kTileHeight = N <= 2 ? 16 / N : 32 / N;

/// Stores the low halves of a and b side by side at `to`, and the high halves at `to` + `step`
/// bytes.
template <class Vector>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store_pairs(std::byte* to, index_t step, Vector a,
                                                   Vector b) {
  const auto first = reinterpret_cast<I64x4>(a);
  const auto second = reinterpret_cast<I64x4>(b);
  store(to, __builtin_shufflevector(first, second, 0, 1, 4, 5));
  store(to + step, __builtin_shufflevector(first, second, 2, 3, 6, 7));
}

/// Whether every row starts on a cache line, so that whole lines can be streamed.
template <std::size_t N>
bool may_stream_lines(const std::byte* to, index_t step) {
  return reinterpret_cast<std::uintptr_t>(to) % 64 == 0 && bytes_of<N>(step) % 64 == 0;
}

/// Transposes one tile. Steps are in bytes.
template <std::size_t N>
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void transpose_tile(std::byte* to, const std::byte* from,
                                                      index_t to_step, index_t from_step) {
  constexpr std::size_t K = 16 / N;
  constexpr auto half = static_cast<index_t>(K);
  using Vector = typename LanesOf<N>::Vector;
  Vector a[K];
  if constexpr (kTileHeight<N> == half) {
#pragma GCC unroll 16
    for (index_t k = 0; k < half; ++k)
      a[k] = load_halves<Vector>(from + k * from_step, from + (k + half) * from_step);
    interleave_all(a);
#pragma GCC unroll 16
    for (index_t k = 0; k < half; ++k) store(to + k * to_step, a[k]);
  } else {
    Vector b[K];
#pragma GCC unroll 4
    for (index_t k = 0; k < half; ++k) {
      a[k] = load_once<Vector>(from + k * from_step);
      b[k] = load_once<Vector>(from + (k + half) * from_step);
    }
    interleave_all(a);
    interleave_all(b);
#pragma GCC unroll 4
    for (index_t k = 0; k < half; ++k) {
      store_pairs(to + k * to_step, half * to_step, a[k], b[k]);
    }
  }
}

/// The same for large tiles. Not inlined: in the loop g++ would keep all multiples of the steps,
/// more than there are registers.
template <std::size_t N>
NDX_NOINLINE NDX_TARGET_AVX2 void transpose_large_tile(std::byte* to, const std::byte* from,
                                                       index_t to_step, index_t from_step) {
  transpose_tile<N>(to, from, to_step, from_step);
}

/// Transposes a matrix whose rows and columns are multiples of the tile's.
template <std::size_t N>
NDX_TARGET_AVX2 void transpose_tiles(std::byte* to, const std::byte* from, const Transposition& t) {
  const index_t to_step = bytes_of<N>(t.to_step);
  const index_t from_step = bytes_of<N>(t.from_step);
  for (index_t j = 0; j < t.columns; j += kTileWidth<N>) {
    for (index_t i = 0; i < t.rows; i += kTileHeight<N>)
      (N <= 4 ? transpose_large_tile<N> : transpose_tile<N>)(to + i * to_step + bytes_of<N>(j),
                                                             from + bytes_of<N>(i) + j * from_step,
                                                             to_step, from_step);
  }
}

/// The same with streaming stores, for sizes that are multiples of a cache line on both sides:
/// whole lines are assembled, then stored. The next tile's lines are prefetched only after this
/// tile has been read: if the steps are powers of two, they would evict this tile's lines.
template <std::size_t N>
NDX_TARGET_AVX2 void stream_tiles(std::byte* to, const std::byte* from, const Transposition& t) {
  constexpr index_t line = 64 / N;
  alignas(64) std::byte transposed[64 * 64 / N];
  for (index_t j = 0; j < t.columns; j += line) {
    for (index_t i = 0; i < t.rows; i += line) {
      const std::byte* const in = from + bytes_of<N>(i + j * t.from_step);
      transpose_tiles<N>(transposed, in, {line, line, line, t.from_step});
      for (index_t k = 0; k < line; ++k) prefetch_line(in + bytes_of<N>(k * t.from_step), 64);
      for (index_t k = 0; k < line; ++k)
        Stream::copy(to + bytes_of<N>((i + k) * t.to_step + j), transposed + 64 * k, 64);
    }
  }
}

/// Whether one side has so few columns, or rows, that the transpose is an interleave, or a
/// de-interleave.
inline bool is_interleave(const Transposition& t) {
  return 2 <= t.columns && t.columns <= kMaxRows && t.to_step == t.columns;
}
inline bool is_deinterleave(const Transposition& t) {
  return 2 <= t.rows && t.rows <= kMaxRows && t.from_step == t.rows;
}

/// Handles those cases. Returns the part that is left to do.
template <std::size_t N>
Transposition interleave_few(std::byte* to, const std::byte* from, const Transposition& t,
                             Stores stores) {
  const bool interleaving = is_interleave(t);
  const index_t few = interleaving ? t.columns : t.rows;
  const index_t row_step = bytes_of<N>(interleaving ? t.from_step : t.to_step);
  const bool streamed = stores == Stores::streamed && may_stream_to(to) &&
                        (interleaving || may_stream_to(to + row_step));
  Transposition left = t;
  index_t& count = interleaving ? left.rows : left.columns;
  count -= interleave_rows(to, from, interleaving, few, row_step, N, count, streamed);
  return left;
}

/// Like kernel::transpose, by tiles.
template <std::size_t N>
void transpose_by_tiles(std::byte* to, const std::byte* from, const Transposition& t,
                        Stores stores) {
  constexpr index_t line = 64 / N;
  const bool streamed = stores == Stores::streamed && may_stream_lines<N>(to, t.to_step);
  const index_t wide = streamed ? line : kTileWidth<N>;
  const index_t columns = t.columns / wide * wide;
  const index_t band = streamed ? 4 * line : 256;  // whose source pages stay in the TLB
  for (index_t j = 0; j < columns; j += band) {
    for (index_t i = 0; i < t.rows; i += line) {
      std::byte* const out = to + bytes_of<N>(i * t.to_step + j);
      const std::byte* const in = from + bytes_of<N>(i + j * t.from_step);
      Transposition part{at_most(t.rows - i, line), at_most(columns - j, band), t.to_step,
                         t.from_step};
      if (streamed && part.rows == line) {
        stream_tiles<N>(out, in, part);
        continue;
      }
      const index_t tiles = part.rows / kTileHeight<N> * kTileHeight<N>;
      portable::transpose<N>(out + bytes_of<N>(tiles * t.to_step), in + bytes_of<N>(tiles),
                             {part.rows - tiles, part.columns, t.to_step, t.from_step});
      part.rows = tiles;
      transpose_tiles<N>(out, in, part);
    }
  }
  portable::transpose<N>(to + bytes_of<N>(columns), from + bytes_of<N>(columns * t.from_step),
                         {t.rows, t.columns - columns, t.to_step, t.from_step});
}

/// Like kernel::transpose.
template <std::size_t N>
void transpose(std::byte* to, const std::byte* from, const Transposition& t, Stores stores) {
  if constexpr (N <= 8) {
    const bool long_enough = (t.rows + t.columns) * static_cast<index_t>(N) >= 256;
    if (long_enough && (is_interleave(t) || is_deinterleave(t))) {
      const Transposition left = interleave_few<N>(to, from, t, stores);
      const index_t i = t.rows - left.rows;
      const index_t j = t.columns - left.columns;
      return portable::transpose<N>(to + bytes_of<N>(i * t.to_step + j),
                                    from + bytes_of<N>(i + j * t.from_step), left);
    }
  }
  transpose_by_tiles<N>(to, from, t, stores);
}

struct Transpose {
  template <std::size_t N>
  static void transpose(std::byte* to, const std::byte* from, const Transposition& t,
                        Stores stores) {
    if constexpr (has_tiles<N>) {
      avx2::transpose<N>(to, from, t, stores);
    } else {
      portable::transpose<N>(to, from, t);
    }
  }
};

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
