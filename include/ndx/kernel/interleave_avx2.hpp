// Interleaving two, three or four rows, e.g. the planes of an image into pixels, and
// de-interleaving; with AVX2, for elements of 1, 2, 4 or 8 bytes.
//
// C groups of 16 bytes, one from each of C rows, become C consecutive groups of the interleaved
// row, or the reverse. Each group written combines bytes of all C groups read; a table says which
// byte goes where. Two such steps are done at once, one in each half of the vectors.
#pragma once

#include <ndx/kernel/avx2.hpp>
#include <ndx/kernel/stream.hpp>

#if NDX_X86

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// Maximum number of rows interleaved.
inline constexpr index_t kMostRows = 4;

/// Positions of the groups of a step, in bytes: the distance from one group to the next, and to the
/// same group of the next step.
struct Blocks {
  index_t between;
  index_t next;
};

/// For each group written and each group read: which byte of the latter goes to each place of the
/// former, -1 for none.
struct BlockPlaces {
  std::int8_t of[kMostRows][kMostRows][16];
};

/// Fills the table for `rows` rows of elements of `size` bytes: interleaving if `alternating`, else
/// de-interleaving.
inline void find_places(BlockPlaces& places, index_t rows, index_t size, bool alternating) {
  std::memset(&places, -1, sizeof(places));
  index_t at = 0;  // byte position in the interleaved row
  for (index_t element = 0; element < 16; element += size) {
    for (index_t row = 0; row < rows; ++row) {
      for (index_t i = element; i < element + size; ++i, ++at) {
        if (alternating) {
          places.of[at / 16][row][at % 16] = static_cast<std::int8_t>(i);
        } else {
          places.of[row][at / 16][i] = static_cast<std::int8_t>(at % 16);
        }
      }
    }
  }
}

/// Loads group k of this step and of the next.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I8x32 load_pair(const std::byte* from, const Blocks& in,
                                                  std::size_t k) {
  const std::byte* const block = from + static_cast<index_t>(k) * in.between;
  return load_halves<I8x32>(block, block + in.next);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store_pair(std::byte* to, const Blocks& out, std::size_t k,
                                                  I8x32 pair) {
  std::byte* const block = to + static_cast<index_t>(k) * out.between;
  store_halves(block, block + out.next, pair);
}

/// Does `count` steps, an even number, of C groups each.
template <std::size_t C>
NDX_TARGET_AVX2 void shuffle_blocks(std::byte* to, const Blocks& out, const std::byte* from,
                                    const Blocks& in, const BlockPlaces& places, index_t count) {
  I8x32 place[C][C];
#pragma GCC unroll 4
  for (std::size_t k = 0; k < C; ++k) {
#pragma GCC unroll 4
    for (std::size_t r = 0; r < C; ++r)
      place[k][r] = load_halves<I8x32>(places.of[k][r], places.of[k][r]);
  }
  for (index_t step = 0; step < count; step += 2) {
    I8x32 read[C];
#pragma GCC unroll 4
    for (std::size_t r = 0; r < C; ++r) read[r] = load_pair(from, in, r);
#pragma GCC unroll 4
    for (std::size_t k = 0; k < C; ++k) {
      I8x32 written = shuffle_bytes(read[0], place[k][0]);
#pragma GCC unroll 4
      for (std::size_t r = 1; r < C; ++r) written |= shuffle_bytes(read[r], place[k][r]);
      store_pair(to, out, k, written);
    }
    from += 2 * in.next;
    to += 2 * out.next;
  }
}

using ShuffleBlocks = void (*)(std::byte* to, const Blocks& out, const std::byte* from,
                               const Blocks& in, const BlockPlaces& places, index_t count);

/// The same, bypassing the caches: fills a buffer that fits in the L1 cache, then streams it.
inline void stream_blocks(ShuffleBlocks shuffle, index_t rows, std::byte* to, const Blocks& out,
                          const std::byte* from, const Blocks& in, const BlockPlaces& places,
                          index_t count) {
  constexpr index_t most = 64;
  alignas(64) std::byte held[most * 16 * kMostRows];
  const index_t pieces = out.next == 16 ? rows : 1;  // contiguous runs written
  const Blocks kept{pieces == 1 ? out.between : most * 16, out.next};
  for (index_t done = 0; done < count; done += most) {
    const index_t n = count - done < most ? count - done : most;
    shuffle(held, kept, from + done * in.next, in, places, n);
    for (index_t piece = 0; piece < pieces; ++piece)
      stream(to + piece * out.between + done * out.next, held + piece * kept.between,
             n * 16 * rows / pieces);
  }
}

/// Interleaves (if `alternating`) or de-interleaves `count` elements of `size` bytes of each of
/// `rows` rows. On the side that is not interleaved, rows are `row_step` bytes apart. Returns the
/// number of elements moved per row, a multiple of 32 bytes; fewer than 32 bytes of each row
/// remain.
inline index_t interleave_rows(std::byte* to, const std::byte* from, bool alternating, index_t rows,
                               index_t row_step, index_t size, index_t count, bool streamed) {
  const Blocks apart{row_step, 16};
  const Blocks together{16, 16 * rows};
  const Blocks& out = alternating ? together : apart;
  const Blocks& in = alternating ? apart : together;
  BlockPlaces places;
  find_places(places, rows, size, alternating);
  const index_t blocks = count * size / 32 * 2;
  const ShuffleBlocks shuffle = rows == 2   ? shuffle_blocks<2>
                                : rows == 3 ? shuffle_blocks<3>
                                            : shuffle_blocks<4>;
  if (streamed) {
    stream_blocks(shuffle, rows, to, out, from, in, places, blocks);
  } else {
    shuffle(to, out, from, in, places, blocks);
  }
  return blocks * 16 / size;
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
