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
inline constexpr index_t kMaxRows = 4;

/// Positions of the groups of a step, in bytes: the distance from one group to the next, and to the
/// same group of the next step.
struct GroupLayout {
  index_t between;
  index_t next;
};

/// For each group written and each group read: which byte of the latter goes to each place of the
/// former, -1 for none.
struct ShuffleTable {
  std::int8_t of[kMaxRows][kMaxRows][16];
};

/// Fills the table for `rows` rows of elements of `size` bytes, to interleave them or else to
/// de-interleave them.
inline void fill_shuffle_table(ShuffleTable& table, index_t rows, index_t size, bool interleaving) {
  std::memset(&table, -1, sizeof(table));
  index_t at = 0;  // byte position in the interleaved row
  for (index_t element = 0; element < 16; element += size) {
    for (index_t row = 0; row < rows; ++row) {
      for (index_t i = element; i < element + size; ++i, ++at) {
        if (interleaving) {
          table.of[at / 16][row][at % 16] = static_cast<std::int8_t>(i);
        } else {
          table.of[row][at / 16][i] = static_cast<std::int8_t>(at % 16);
        }
      }
    }
  }
}

/// Loads group k of this step and of the next.
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 I8x32 load_pair(const std::byte* from, const GroupLayout& in,
                                                  std::size_t k) {
  const std::byte* const group = from + static_cast<index_t>(k) * in.between;
  return load_halves<I8x32>(group, group + in.next);
}
NDX_ALWAYS_INLINE NDX_TARGET_AVX2 void store_pair(std::byte* to, const GroupLayout& out,
                                                  std::size_t k, I8x32 pair) {
  std::byte* const group = to + static_cast<index_t>(k) * out.between;
  store_halves(group, group + out.next, pair);
}

/// Does `count` steps, an even number, of C groups each.
template <std::size_t C>
NDX_TARGET_AVX2 void shuffle_groups(std::byte* to, const GroupLayout& out, const std::byte* from,
                                    const GroupLayout& in, const ShuffleTable& table,
                                    index_t count) {
  I8x32 place[C][C];
#pragma GCC unroll 4
  for (std::size_t k = 0; k < C; ++k) {
#pragma GCC unroll 4
    for (std::size_t r = 0; r < C; ++r)
      place[k][r] = load_halves<I8x32>(table.of[k][r], table.of[k][r]);
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

using ShuffleGroups = void (*)(std::byte* to, const GroupLayout& out, const std::byte* from,
                               const GroupLayout& in, const ShuffleTable& table, index_t count);

/// The same, bypassing the caches: fills a buffer that fits in the L1 cache, then streams it.
inline void stream_groups(ShuffleGroups shuffle, index_t rows, std::byte* to,
                          const GroupLayout& out, const std::byte* from, const GroupLayout& in,
                          const ShuffleTable& table, index_t count) {
  constexpr index_t most = 64;
  alignas(64) std::byte held[most * 16 * kMaxRows];
  const index_t runs = out.next == 16 ? rows : 1;  // contiguous runs written
  const GroupLayout kept{runs == 1 ? out.between : most * 16, out.next};
  for (index_t done = 0; done < count; done += most) {
    const index_t n = count - done < most ? count - done : most;
    shuffle(held, kept, from + done * in.next, in, table, n);
    for (index_t run = 0; run < runs; ++run)
      Stream::copy(to + run * out.between + done * out.next, held + run * kept.between,
                   n * 16 * rows / runs);
  }
}

/// Interleaves (if `interleaving`) or de-interleaves `count` elements of `size` bytes of each of
/// `rows` rows. On the side that is not interleaved, rows are `row_step` bytes apart. Returns the
/// number of elements moved per row, a multiple of 32 bytes; fewer than 32 bytes of each row
/// remain.
inline index_t interleave_rows(std::byte* to, const std::byte* from, bool interleaving,
                               index_t rows, index_t row_step, index_t size, index_t count,
                               bool streamed) {
  const GroupLayout apart{row_step, 16};
  const GroupLayout together{16, 16 * rows};
  const GroupLayout& out = interleaving ? together : apart;
  const GroupLayout& in = interleaving ? apart : together;
  ShuffleTable table;
  fill_shuffle_table(table, rows, size, interleaving);
  const index_t groups = count * size / 32 * 2;
  const ShuffleGroups shuffle = rows == 2   ? shuffle_groups<2>
                                : rows == 3 ? shuffle_groups<3>
                                            : shuffle_groups<4>;
  if (streamed) {
    stream_groups(shuffle, rows, to, out, from, in, table, groups);
  } else {
    shuffle(to, out, from, in, table, groups);
  }
  return groups * 16 / size;
}

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END

#endif
