// Tables of byte shuffles that pack the lanes selected by a bit mask, or spread packed lanes to
// them.
//
// The table of 256 entries is indexed by an 8-bit mask; each entry is a word of eight lane indices,
// one per byte, with the first lane in the lowest byte. The table `pairs` is indexed by a 4-bit
// mask over 64-bit lanes, each given as two 32-bit lanes. Tables are computed when they are
// first used: in the program's file each class would take two kilobytes. Every entry follows from
// that of the same mask without its highest bit.
#pragma once

#include <ndx/base/types.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Indices of the set bits, packed to the front.
struct PackTables {
  alignas(64) std::uint64_t lanes[256] = {};
  alignas(64) std::uint64_t pairs[16] = {};

  NDX_COLD PackTables() noexcept {
    for (std::uint64_t lane = 0; lane < 8; ++lane) {
      for (unsigned rest = 0; rest < 1U << lane; ++rest)
        lanes[rest | 1U << lane] = lanes[rest] | lane << 8 * __builtin_popcount(rest);
    }
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      const std::uint64_t pair = 2 * lane | (2 * lane + 1) << 8;
      for (unsigned rest = 0; rest < 1U << lane; ++rest)
        pairs[rest | 1U << lane] = pairs[rest] | pair << 16 * __builtin_popcount(rest);
    }
  }
};
/// Returns the tables for packing, computed on the first call.
inline const PackTables& pack_tables() noexcept {
  static const PackTables tables;
  return tables;
}

/// For each bit, the number of set bits before it.
struct RankTables {
  alignas(64) std::uint64_t lanes[256] = {};
  alignas(64) std::uint64_t pairs[16] = {0x0100'0100'0100'0100U};

  NDX_COLD RankTables() noexcept {
    for (std::uint64_t lane = 0; lane < 8; ++lane) {
      for (unsigned rest = 0; rest < 1U << lane; ++rest)
        lanes[rest | 1U << lane] = lanes[rest] + (0x0101'0101'0101'0101U << 8 * lane << 8);
    }
    for (std::uint64_t lane = 0; lane < 4; ++lane) {
      for (unsigned rest = 0; rest < 1U << lane; ++rest)
        pairs[rest | 1U << lane] = pairs[rest] + (0x0202'0202'0202'0202U << 16 * lane << 16);
    }
  }
};
/// Returns the tables for spreading, computed on the first call.
inline const RankTables& rank_tables() noexcept {
  static const RankTables tables;
  return tables;
}

/// Tables indexed by a 4-bit mask over 4-byte lanes, whose entries are byte shuffles: `packed`
/// packs the selected lanes, and `ranks` spreads them. Ranks of lanes that are not selected are
/// negative.
struct WordTables {
  alignas(64) std::uint8_t packed[16][16] = {};
  alignas(64) std::int8_t ranks[16][16] = {};

  constexpr WordTables() {
    for (unsigned bits = 0; bits < 16; ++bits) {
      unsigned place = 0;
      for (unsigned at = 0; at < 16; at += 4) {
        const bool set = (bits >> at / 4 & 1U) != 0;
        for (unsigned i = 0; i < 4; ++i) {
          if (set) packed[bits][4 * place + i] = static_cast<std::uint8_t>(at + i);
          ranks[bits][at + i] =
              static_cast<std::int8_t>(set ? static_cast<int>(4 * place + i) : -1);
        }
        place += set ? 1 : 0;
      }
    }
  }
};
inline constexpr WordTables kWordTables;

}  // namespace kernel
NDX_NAMESPACE_END
