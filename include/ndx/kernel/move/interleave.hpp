// Interleaves two, three or four rows, e.g. the channels of an image into pixels, and
// de-interleaves them, for elements of 1, 2, 4 or 8 bytes, where the processor can shuffle bytes.
//
// C vectors of 16 bytes, one from each of C rows, become C consecutive vectors of the interleaved
// row, or the reverse. Each vector that is written combines bytes of all C vectors that are read,
// and a table says which byte goes where.
#pragma once

#include <cstring>

#include <ndx/kernel/move/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// The most rows that are interleaved.
inline constexpr index_t kMaxRows = 4;

/// Distances in bytes between the vectors of a step: from one vector to the next, and to the same
/// vector of the next step.
struct VectorSpacing {
  index_t between;
  index_t next;
};

/// For each vector that is written and each that is read, the byte of the latter that goes to each
/// place of the former, or -1 if none does.
struct ShuffleTable {
  std::int8_t of[kMaxRows][kMaxRows][16];
};

/// Fills the table for `rows` rows of elements of `size` bytes, to interleave them or to
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

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/move/interleave.inc>
#include <ndx/kernel/simd/for_each_target.inc>
