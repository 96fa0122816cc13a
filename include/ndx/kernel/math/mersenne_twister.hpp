// The next block of numbers of the Mersenne Twister of 64 bits. Source: Nishimura, "Tables of 64-bit
// Mersenne twisters".
#pragma once

#include <ndx/kernel/simd/vec.hpp>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Number of words of the state, and the distance of those that are combined.
inline constexpr index_t kTwisterSize = 312;
inline constexpr index_t kTwisterDistance = 156;

}  // namespace kernel
NDX_NAMESPACE_END

#define NDX_LOOPS <ndx/kernel/math/mersenne_twister.inc>
#define NDX_LOOPS_FOR_AVX512
#include <ndx/kernel/simd/for_each_target.inc>

NDX_NAMESPACE_BEGIN
namespace kernel {

/// Replaces the kTwisterSize words of the state by the next, and stores as many numbers.
inline void renew_twister(std::uint64_t* state, std::uint64_t* numbers) {
  dispatch<portable::MersenneTwister, avx2::MersenneTwister, avx512::MersenneTwister>(
      [&](auto twister) { twister.renew(state, numbers); });
}

}  // namespace kernel
NDX_NAMESPACE_END
