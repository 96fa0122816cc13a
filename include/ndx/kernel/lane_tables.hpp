// Permutation tables that pack the lanes selected by a bit mask, or spread packed lanes.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// Indexed by an 8-bit mask; each entry is a word of eight lane numbers, one per byte, the first in
/// the lowest. packed: the positions of the set bits, packed. ranks: for each bit, the number of
/// set bits before it. packed_pairs and rank_pairs: the same for a 4-bit mask over 64-bit lanes,
/// each given as two 32-bit lanes. Each entry is derived from that of the same mask without its
/// highest bit, because constant evaluation is slow in compilers.
struct LaneTables {
  alignas(64) std::uint64_t packed[256] = {};
  alignas(64) std::uint64_t ranks[256] = {};
  alignas(64) std::uint64_t packed_pairs[16] = {};
  alignas(64) std::uint64_t rank_pairs[16] = {0x0100'0100'0100'0100U};

  constexpr LaneTables() {
    for (std::uint64_t lane = 0; lane < 8; ++lane) {
      for (unsigned rest = 0; rest < 1U << lane; ++rest) {
        const unsigned bits = rest | 1U << lane;
        packed[bits] = packed[rest] | lane << 8 * __builtin_popcount(rest);
        ranks[bits] = ranks[rest] + (0x0101'0101'0101'0101U << 8 * lane << 8);
      }
    }
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      const std::uint64_t pair = 2 * lane | (2 * lane + 1) << 8;
      for (unsigned rest = 0; rest < 1U << lane; ++rest) {
        const unsigned bits = rest | 1U << lane;
        packed_pairs[bits] = packed_pairs[rest] | pair << 16 * __builtin_popcount(rest);
        rank_pairs[bits] = rank_pairs[rest] + (0x0202'0202'0202'0202U << 16 * lane << 16);
      }
    }
  }
};
inline constexpr LaneTables kLaneTables;

}  // namespace avx2
}  // namespace kernel
NDX_NAMESPACE_END
