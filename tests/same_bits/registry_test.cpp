// Every function of the registry gives the same bits, whatever the number of threads and the grain.
#include <gtest/gtest.h>
#include <support/temporary_directory.hpp>

#include "same_bits.hpp"

namespace ndx_test {
namespace {

#if NDX_ADDRESS_SANITIZER  // some, of the same code as the others, which take minutes there
constexpr Cut kCuts[] = {{3, 1}, {16, 1}};
const auto kMemories = testing::Values(Memory::dense, Memory::strided);
const auto kValues = testing::Values(Values::any);
#else
constexpr Cut kCuts[] = {{1, 1}, {2, 1}, {3, 1}, {5, 1}, {16, 1}, {3, 1024}};
const auto kMemories =
    testing::Values(Memory::dense, Memory::transposed, Memory::reversed, Memory::strided);
const auto kValues = testing::Values(Values::finite, Values::any);
#endif

/// A shape along another dim is another problem.
struct Problem {
  Dims shape;
  index_t dim;
};

void expect_same_bits(const Problem& problem, Memory memory, Values values) {
  const TemporaryDirectory scratch;
  Arguments arguments = benign_arguments(problem.shape, scratch.path());
  set_telling_elements(arguments, values, 1);
  lay_out(arguments, memory);
  arguments.dim = problem.dim;
  arguments.other_dim = problem.dim == 0 ? 1 : 0;
  for (const PublicFunction& function : public_functions()) {
    if (!repeats_itself(function.name)) continue;
    const Outcome alone(function, arguments);
    for (const Cut& cut : kCuts) {
      const ScrambledExecutor executor(cut);
      EXPECT_TRUE(Outcome(function, arguments) == alone)
          << function.name << ", " << cut.threads << " threads, grain of " << cut.grain_bytes
          << " bytes";
    }
  }
}

class SameBits : public testing::TestWithParam<std::tuple<Problem, Memory, Values>> {};

TEST_P(SameBits, OfEveryPublicFunctionWhateverTheThreads) {
  const auto& [problem, memory, values] = GetParam();
  expect_same_bits(problem, memory, values);
}

INSTANTIATE_TEST_SUITE_P(Registry, SameBits,
                         testing::Combine(testing::Values(Problem{{521, 3, 2}, 0},
                                                          Problem{{3, 11, 257}, 2},
                                                          Problem{{2, 131, 5}, 1}),
                                          kMemories, kValues));

}  // namespace
}  // namespace ndx_test
