// Which lanes a permutation takes to pack those under the bits of a mask, or to spread packed ones.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {
namespace avx2 {

/// For each byte of bits eight lane numbers, each a byte of a word, the first the lowest: of the
/// set bits, packed; of each bit, how many set bits come before it. For half a byte the same for
/// lanes of two 32-bit parts. Each word is made from that of the same bits without the highest:
/// compilers take a while for anything that they calculate.
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
