// Handles of one storage, made and dropped on several threads: the memory goes once, with the last.
#include <atomic>

#include <gtest/gtest.h>
#include <support/at_once.hpp>
#include <support/expect.hpp>

namespace handles_test {

using namespace ndx;

constexpr int kThreads = 4;
constexpr int kRounds = 300;

/// A tensor of 0…5 whose memory counts how often it is given back.
Tensor<int> counted(std::atomic<int>& released) {
  static int memory[6] = {0, 1, 2, 3, 4, 5};
  return adopt(memory, {2, 3}, {3, 1}, [&released] { ++released; });
}

TEST(Handles, AreCountedBeforeWhileAndAfterThereAreThreads) {
  std::atomic<int> released{0};
  {
    Tensor<int> kept;
    {
      const Tensor<int> first = counted(released);
      std::vector<Tensor<int>> handles(5, first);  // counted while there is one thread
      at_once::run(kThreads, [&](int) {
        for (int round = 0; round < kRounds; ++round) {
          const Tensor<int> copy = first;
          const Tensor<int> view = copy.index({1, Slice(None, None, -1)});
          ASSERT_EQ(view.at(0), 5);
        }
      });
      EXPECT_EQ(first.storage().owners(), 6U);
      handles.resize(2);
      EXPECT_EQ(first.storage().owners(), 3U);
      kept = handles[1];
    }
    EXPECT_EQ(kept.storage().owners(), 1U);
    EXPECT_EQ(released, 0);
  }
  EXPECT_EQ(released, 1);
}

TEST(Handles, TheLastOneReleasesOnWhateverThread) {
  for (int round = 0; round < kRounds; ++round) {
    std::atomic<int> released{0};
    std::vector<Tensor<int>> handles(kThreads, counted(released));
    at_once::run(2, [&](int id) {
      for (int k = id; k < kThreads; k += 2) handles[static_cast<std::size_t>(k)] = Tensor<int>();
    });
    ASSERT_EQ(released, 1);
  }
}

TEST(Handles, WhatWasWrittenIsSeenByWhoFrees) {
  for (int round = 0; round < kRounds; ++round) {
    std::vector<Tensor<int>> handles(2, zeros<int>({1000}));
    at_once::run(2, [&](int id) {
      const Tensor<int> half = handles[static_cast<std::size_t>(id)].narrow(0, 500 * id, 500);
      half.fill_(id + 1);
      handles[static_cast<std::size_t>(id)] = Tensor<int>();
    });
  }
}

TEST(Handles, IndexTermsShareTheirTensors) {
  const auto table = expect::counting({10, 4});
  const auto ids = tensor({3, 0, 3});
  at_once::run(kThreads, [&](int) {
    for (int round = 0; round < kRounds; ++round) {
      const std::vector<TensorIndex> terms = {ids, Slice(0, 1)};
      ASSERT_TRUE(expect::is(table.index(terms), {3, 1}, {12, 0, 12}));
    }
  });
  EXPECT_EQ(ids.storage().owners(), 1U);
}

TEST(Handles, ReadOnlyWorkNeedsNoLocks) {
  const auto x = expect::counting({30, 40});
  at_once::run(kThreads, [&](int) {
    EXPECT_EQ(sum(x).item(), 1200 * 1199 / 2);
    EXPECT_EQ(argmax(x).item(), 1199);
    EXPECT_EQ(nonzero(x > 1100).shape()[0], 99);
    EXPECT_EQ(unique(x.index({Slice(), 0})).values.numel(), 30);
    EXPECT_EQ(to_string(x.index({0, Slice(0, 3)})), "[0 1 2]");
    EXPECT_EQ(x.index(parse_index("[0, 2], 1")).at(1), 81);
    EXPECT_THROW(static_cast<void>(x.index({30})), IndexError);
  });
}

}  // namespace handles_test
