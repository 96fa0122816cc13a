// The Mersenne Twister by the vectors of each instruction set, beside the standard library's.
#include <random>

#include <gtest/gtest.h>

#include <ndx/kernel/math/mersenne_twister.hpp>

#include "support/processor.hpp"

namespace kernel = ndx::kernel;

namespace mersenne_twister_test {

template <class Twister>
void check() {
  std::mt19937_64 standard;
  std::uint64_t state[kernel::kTwisterSize] = {std::mt19937_64::default_seed};
  for (std::uint64_t i = 1; i < kernel::kTwisterSize; ++i)
    state[i] = 6364136223846793005U * (state[i - 1] ^ (state[i - 1] >> 62)) + i;
  for (int block = 0; block < 3; ++block) {
    std::uint64_t numbers[kernel::kTwisterSize];
    Twister::renew(state, numbers);
    for (const std::uint64_t number : numbers) ASSERT_EQ(number, standard()) << block;
  }
}

TEST(MersenneTwister, OfPortableVectors) { check<kernel::portable::MersenneTwister>(); }
TEST(MersenneTwister, OfAvx2) {
  if (processor::runs_avx2()) check<kernel::avx2::MersenneTwister>();
}
TEST(MersenneTwister, OfAvx512) {
  if (processor::runs_avx512()) check<kernel::avx512::MersenneTwister>();
}

}  // namespace mersenne_twister_test
