// Which lanes a permutation takes to pack those under the bits of a mask, or to spread packed ones.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// For each byte of bits eight lane numbers: of the set bits, packed; of each bit, how many set
/// bits come before it. For half a byte the same for lanes of two 32-bit parts.
struct LaneTables {
  alignas(64) std::int8_t packed[256][8] = {};
  alignas(64) std::int8_t ranks[256][8] = {};
  alignas(64) std::int8_t packed_pairs[16][8] = {};
  alignas(64) std::int8_t rank_pairs[16][8] = {};

  constexpr LaneTables() {
    for (unsigned bits = 0; bits < 256; ++bits) {
      std::int8_t found = 0;
      for (std::int8_t lane = 0; lane < 8; ++lane) {
        ranks[bits][lane] = found;
        if ((bits >> lane & 1U) != 0) packed[bits][found++] = lane;
      }
    }
    for (unsigned bits = 0; bits < 16; ++bits) {
      std::int8_t found = 0;
      for (std::int8_t lane = 0; lane < 4; ++lane) {
        set_pair(rank_pairs[bits], lane, found);
        if ((bits >> lane & 1U) != 0) set_pair(packed_pairs[bits], found++, lane);
      }
    }
  }

 private:
  static constexpr void set_pair(std::int8_t (&lanes)[8], std::int8_t at, std::int8_t lane) {
    lanes[2 * at] = static_cast<std::int8_t>(2 * lane);
    lanes[2 * at + 1] = static_cast<std::int8_t>(2 * lane + 1);
  }
};
inline constexpr LaneTables kLaneTables;

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END
