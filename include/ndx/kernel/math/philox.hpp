// Random numbers made of a key and a counter, by Philox4x32-10: ten rounds of two multiplications turn
// the counter, of 128 bits, into four words of 32 bits. No number depends on another, so vectors make
// several at once. Source: Salmon, Moraes, Dror and Shaw, "Parallel random numbers: as easy as 1, 2, 3",
// 2011.
#pragma once

#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// A counter of 128 bits. Its low half counts, modulo 2^64; the high half stays.
struct PhiloxCounter {
  std::uint64_t low;
  std::uint64_t high;
};

/// The number of counters in a block, and of the words that they make.
inline constexpr index_t kPhiloxCounters = 64;
inline constexpr index_t kPhiloxWords = 4 * kPhiloxCounters;

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/math/philox.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Stores the words of kPhiloxCounters counters, from `first` on.
inline void make_philox_words(std::uint64_t key, PhiloxCounter first, std::uint32_t* words) {
  dispatch<portable::Philox, avx2::Philox, avx512::Philox>(
      [&](auto philox) { philox.make(key, first, words); });
}

}  // namespace kernel
NDX_NAMESPACE_END
