// Blocks: the count of owners, what runs when it reaches zero, and where elements begin.
#include <array>
#include <cstdint>
#include <cstring>
#include <memory>
#include <new>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/storage/allocation.hpp>

#include "support/at_once.hpp"
#include "support/huge_allocations.hpp"

namespace allocation_test {

using ndx::detail::AdoptedAllocation;
using ndx::detail::Allocation;
using ndx::detail::OwnedAllocation;

TEST(OwnedAllocation, ElementsBeginOnABoundaryOf64Bytes) {
  for (const std::size_t bytes : {0U, 1U, 63U, 64U, 65U, 1000U, 100000U}) {
    OwnedAllocation* const block = OwnedAllocation::make(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(block->data()) % 64, 0U) << bytes;
    std::memset(block->data(), 0xAB, bytes);  // all of it is there
    EXPECT_EQ(block->owners(), 1U);
    block->drop();
  }
}

/// Makes an allocation that somebody might look at: compilers drop allocations that nobody can see.
void make_visible(std::size_t bytes) {
  OwnedAllocation* const block = OwnedAllocation::make(bytes);
  asm volatile("" : : "r"(block) : "memory");
}

TEST(OwnedAllocation, AbsurdSizesAreBadAlloc) {
  // Sums of the loop variable, so that the compiler does not see through them and warn.
  for (const std::size_t less : {0U, 1U, 63U, 64U, 127U, 128U, 129U, 1U << 20})
    EXPECT_THROW(make_visible(SIZE_MAX - less), std::bad_alloc) << less;
  EXPECT_THROW(make_visible(SIZE_MAX / 2 + 1), std::bad_alloc);
  if constexpr (sizeof(void*) == 8) {
    for (const unsigned part : {4U, 16U})
      EXPECT_THROW(make_visible(SIZE_MAX / part + 1), std::bad_alloc) << part;
  }
}

TEST(AdoptedAllocation, RunsItsDeleterOnceWhenTheLastOwnerLetsGo) {
  int runs = 0;
  auto deleter = [&runs] { ++runs; };
  Allocation* const block = new AdoptedAllocation<decltype(deleter)>(deleter);
  block->retain();
  block->retain();
  EXPECT_EQ(block->owners(), 3U);
  block->drop();
  block->drop();
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(block->owners(), 1U);
  block->drop();
  EXPECT_EQ(runs, 1);
}

TEST(AdoptedAllocation, KeepsWhatTheDeleterHolds) {
  auto held = std::make_shared<int>(5);
  auto deleter = [held] {};
  Allocation* const block = new AdoptedAllocation<decltype(deleter)>(std::move(deleter));
  EXPECT_EQ(held.use_count(), 2);
  block->drop();
  EXPECT_EQ(held.use_count(), 1);
}

TEST(Allocation, IsSharedBetweenThreads) {
  int runs = 0;
  auto deleter = [&runs] { ++runs; };
  Allocation* const block = new AdoptedAllocation<decltype(deleter)>(deleter);
  constexpr int kThreads = 4;
  constexpr int kRounds = 20000;
  for (int t = 0; t < kThreads; ++t) block->retain();
  at_once::run(kThreads, [block](int /*thread*/) {
    for (int i = 0; i < kRounds; ++i) {
      block->retain();
      block->drop();
    }
    block->drop();
  });
  EXPECT_EQ(runs, 0);
  EXPECT_EQ(block->owners(), 1U);
  block->drop();
  EXPECT_EQ(runs, 1);
}

}  // namespace allocation_test
