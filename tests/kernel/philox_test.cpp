// Philox4x32-10 by the vectors of each instruction set: the answers that its authors published, and the
// counters after the first.
#include <cstring>

#include <gtest/gtest.h>

#include <ndx/kernel/math/philox.hpp>

#include "support/processor.hpp"

namespace kernel = ndx::kernel;

namespace philox_test {

using kernel::PhiloxCounter;
using ndx::index_t;

struct KnownAnswer {
  PhiloxCounter counter;
  std::uint64_t key;
  std::uint32_t words[4];
};

// From kat_vectors of Random123, the authors' library.
constexpr KnownAnswer kKnownAnswers[] = {
    {{0, 0}, 0, {0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8}},
    {{UINT64_MAX, UINT64_MAX}, UINT64_MAX, {0x408F276D, 0x41C83B0E, 0xA20BC7C6, 0x6D5451FD}},
    {{0x85A308D3243F6A88, 0x0370734413198A2E},
     0x299F31D0A4093822,
     {0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1}},
};

template <class Philox>
void check() {
  std::uint32_t words[kernel::kPhiloxWords];
  std::uint32_t alone[kernel::kPhiloxWords];
  for (const KnownAnswer& known : kKnownAnswers) {
    Philox::make(known.key, known.counter, words);
    for (index_t k = 0; k < 4; ++k) EXPECT_EQ(words[k], known.words[k]) << k;
    for (index_t i = 0; i < kernel::kPhiloxCounters; ++i) {
      const PhiloxCounter counter{known.counter.low + static_cast<std::uint64_t>(i),
                                  known.counter.high};
      Philox::make(known.key, counter, alone);
      EXPECT_EQ(std::memcmp(words + 4 * i, alone, 4 * sizeof(*words)), 0) << i;
    }
  }
}

TEST(Philox, GivesThePublishedAnswersByPortableVectors) { check<kernel::portable::Philox>(); }
TEST(Philox, GivesThePublishedAnswersByAvx2) {
  if (processor::runs_avx2()) check<kernel::avx2::Philox>();
}
TEST(Philox, GivesThePublishedAnswersByAvx512) {
  if (processor::runs_avx512()) check<kernel::avx512::Philox>();
}

TEST(Philox, EachInstructionSetGivesTheSameWords) {
  constexpr PhiloxCounter first{UINT64_MAX - 20, 7};  // the low half passes its end
  std::uint32_t expected[kernel::kPhiloxWords];
  std::uint32_t words[kernel::kPhiloxWords];
  kernel::portable::Philox::make(42, first, expected);
  kernel::make_philox_words(42, first, words);
  EXPECT_EQ(std::memcmp(words, expected, sizeof(words)), 0);
}

}  // namespace philox_test
