// Interleaving two, three or four rows, e.g. the planes of an image into pixels, and
// de-interleaving, for elements of 1, 2, 4 or 8 bytes, where bytes can be shuffled.
//
// C groups of 16 bytes, one from each of C rows, become C consecutive groups of the interleaved
// row, or the reverse. Each group written combines bytes of all C groups read; a table says which
// byte goes where.
#pragma once

#include <cstring>

#include <ndx/kernel/stream.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

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

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/loops/interleave.inc>
#include <ndx/kernel/for_each_target.inc>
