// The cache of large allocations under threads that take and give while others limit and clear it.
#include <gtest/gtest.h>
#include <support/at_once.hpp>
#include <support/expect.hpp>

namespace allocation_cache_test {

using namespace ndx;

constexpr index_t kMegabyte = index_t{1} << 20;

/// Makes tensors of several sizes and drops them in another order; each must be its maker's alone.
void take_and_give(int id) {
  for (int round = 0; round < 60; ++round) {
    const Tensor<int> a = empty<int>({(1 + id % 2) * kMegabyte});
    a.at(0) = id;
    Tensor<int> b = empty<int>({(1 + round % 4) * kMegabyte});
    b.at(-1) = -id;
    ASSERT_EQ(a.at(0), id);
    b = empty<int>({3 * kMegabyte});
    b.at(0) = round;
    ASSERT_EQ(a.at(0), id);
    ASSERT_EQ(b.at(0), round);
  }
}

TEST(LargeAllocationsUnderThreads, BelongToOneAtATime) {
  at_once::run(4, take_and_give);
  large_allocations().clear();
  EXPECT_EQ(large_allocations().bytes(), 0);
}

TEST(LargeAllocationsUnderThreads, MayBeLimitedAndClearedMeanwhile) {
  const index_t before = large_allocations().limit();
  at_once::run(4, [](int id) {
    if (id != 0) return take_and_give(id);
    for (index_t round = 0; round < 400; ++round) {
      large_allocations().set_limit(round % 5 * 8 * kMegabyte);
      ASSERT_LE(large_allocations().bytes(), 32 * kMegabyte);
      ASSERT_EQ(large_allocations().limit(), round % 5 * 8 * kMegabyte);
      if (round % 3 == 0) large_allocations().clear();
    }
  });
  large_allocations().set_limit(0);
  EXPECT_EQ(large_allocations().bytes(), 0);
  large_allocations().set_limit(before);
}

TEST(LargeAllocationsUnderThreads, AreGivenBackByAnotherThanTookThem) {
  std::vector<Tensor<int>> made(8);
  at_once::run(4, [&](int id) {
    for (int k = id; k < 8; k += 4)
      made[static_cast<std::size_t>(k)] = full<int>({2 * kMegabyte}, id);
  });
  at_once::run(4, [&](int id) {
    for (int k = 7 - id; k >= 0; k -= 4) {
      Tensor<int>& tensor = made[static_cast<std::size_t>(k)];
      EXPECT_EQ(tensor.at(-1), k % 4);
      tensor = Tensor<int>();
    }
  });
  large_allocations().clear();
  EXPECT_EQ(large_allocations().bytes(), 0);
}

}  // namespace allocation_cache_test
