// The cache of large allocations: what is reused, what is freed, its limit, and many threads at once.
#include <cstring>
#include <fstream>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <ndx/storage/storage.hpp>

namespace large_allocations_test {

using ndx::index_t;
using ndx::kLargeAllocation;
using ndx::large_allocations;
using ndx::LargeAllocationCache;
using ndx::Storage;

constexpr index_t kMegabyte = index_t{1} << 20;

/// A cache that keeps blocks, under AddressSanitizer too.
class KeepingCache : public LargeAllocationCache {
 public:
  KeepingCache() { set_limit(256 * kMegabyte); }
};

/// Lets the cache of the process keep blocks, under AddressSanitizer too, and empties it afterwards.
class KeepBlocks {
 public:
  KeepBlocks() {
    large_allocations().clear();
    large_allocations().set_limit(256 * kMegabyte);
  }
  ~KeepBlocks() {
    large_allocations().clear();
    large_allocations().set_limit(before_);
  }
  KeepBlocks(const KeepBlocks&) = delete;
  KeepBlocks& operator=(const KeepBlocks&) = delete;

 private:
  index_t before_ = large_allocations().limit();
};

void* take(LargeAllocationCache& cache, std::size_t bytes, std::size_t& capacity) {
  bool reused = false;
  void* const memory = cache.take(bytes, capacity, reused);
  const std::size_t alignment = bytes >= kLargeAllocation ? ndx::kHugePageBytes : 64;
  EXPECT_NE(memory, nullptr);
  EXPECT_GE(capacity, bytes);
  EXPECT_EQ(reinterpret_cast<std::uintptr_t>(memory) % alignment, 0U);
  return memory;
}

TEST(LargeAllocationCache, ReusesWhatFits) {
  KeepingCache cache;
  std::size_t capacity = 0;
  void* const first = take(cache, 5'000'000, capacity);
  EXPECT_EQ(capacity, 6U << 20);
  cache.give(first, capacity);
  EXPECT_EQ(cache.bytes(), 6 * kMegabyte);
  EXPECT_EQ(take(cache, 4'900'000, capacity), first);
  EXPECT_EQ(capacity, 6U << 20);
  EXPECT_EQ(cache.bytes(), 0);
  cache.give(first, capacity);
  cache.clear();
}

TEST(LargeAllocationCache, DoesNotGiveWhatIsTooSmallOrMuchTooLarge) {
  KeepingCache cache;
  std::size_t capacity = 0;
  void* const kept = take(cache, 20U << 20, capacity);
  cache.give(kept, capacity);
  for (const std::size_t bytes : {std::size_t{21} << 20, std::size_t{9} << 20}) {
    std::size_t other_capacity = 0;
    void* const other = take(cache, bytes, other_capacity);
    EXPECT_NE(other, kept);
    std::free(other);
  }
  cache.clear();
  EXPECT_EQ(cache.bytes(), 0);
}

TEST(LargeAllocationCache, GivesTheSmallestThatFits) {
  KeepingCache cache;
  std::size_t large = 0;
  std::size_t small = 0;
  void* const a = take(cache, 12U << 20, large);
  void* const b = take(cache, 8U << 20, small);
  cache.give(a, large);
  cache.give(b, small);
  std::size_t capacity = 0;
  EXPECT_EQ(take(cache, 7U << 20, capacity), b);
  std::free(b);
  cache.clear();
}

TEST(LargeAllocationCache, KeepsNoMoreThanItsLimit) {
  KeepingCache cache;
  cache.set_limit(20 * kMegabyte);
  EXPECT_EQ(cache.limit(), 20 * kMegabyte);
  std::size_t capacity = 0;
  std::vector<void*> blocks;
  for (int i = 0; i < 3; ++i) blocks.push_back(take(cache, 8U << 20, capacity));
  for (void* const block : blocks) cache.give(block, capacity);
  EXPECT_EQ(cache.bytes(), 16 * kMegabyte);               // the oldest has gone
  EXPECT_EQ(take(cache, 8U << 20, capacity), blocks[2]);  // the last, which may be in the caches
  cache.give(blocks[2], capacity);
  cache.set_limit(8 * kMegabyte);
  EXPECT_EQ(cache.bytes(), 8 * kMegabyte);
  cache.set_limit(0);
  EXPECT_EQ(cache.bytes(), 0);
  cache.give(take(cache, 8U << 20, capacity), capacity);  // freed at once
  EXPECT_EQ(cache.bytes(), 0);
  cache.set_limit(-5);
  EXPECT_EQ(cache.limit(), 0);
}

TEST(LargeAllocationCache, TakesALimitThatIsMoreThanThereCanBe) {
  KeepingCache cache;
  for (const index_t limit : {index_t{1} << 32, (index_t{1} << 32) + 8, index_t{INT64_MAX}}) {
    cache.set_limit(limit);
    EXPECT_EQ(cache.limit(), limit);
  }
  std::size_t capacity = 0;
  void* const kept = take(cache, 5'000'000, capacity);
  cache.give(kept, capacity);
  EXPECT_EQ(cache.bytes(), 6 * kMegabyte);
  cache.clear();
}

TEST(LargeAllocationCache, GivesBackWhatItKeepsWhenThereIsNoMemoryElse) {
  KeepingCache cache;
  std::size_t capacity = 0;
  void* const kept = take(cache, 5'000'000, capacity);
  cache.give(kept, capacity);
  bool reused = true;
  // Volatile, so that compilers do not see through it and warn.
  const volatile std::size_t most = SIZE_MAX - 2 * ndx::kHugePageBytes;
  EXPECT_EQ(cache.take(most, capacity, reused), nullptr);
  EXPECT_FALSE(reused);
  EXPECT_EQ(cache.bytes(), 0);
}

TEST(LargeAllocationCache, KeepsAShareOfTheMachinesMemoryUntilItIsTold) {
  LargeAllocationCache cache;
  EXPECT_GE(cache.limit(), NDX_ADDRESS_SANITIZER ? 0 : 256 * kMegabyte);
  cache.set_limit(kMegabyte);
  EXPECT_EQ(cache.limit(), kMegabyte);
}

#if NDX_ADDRESS_SANITIZER
TEST(LargeAllocationCache, HidesNoUseOfFreedMemoryFromAddressSanitizer) {
  const std::byte* element = nullptr;
  {
    const ndx::Storage storage = ndx::Storage::allocate(kMegabyte);
    storage.data()[5] = std::byte{1};
    element = storage.data() + 5;
  }
  const auto use = [&] { return *static_cast<const volatile std::byte*>(element); };
  EXPECT_DEATH(static_cast<void>(use()), "heap-use-after-free");
}
#endif

TEST(LargeAllocationCache, GivesBlocksAgainThatTheSystemMayTakeBack) {
  KeepingCache cache;
  std::size_t capacity = 0;
  void* const block = take(cache, 100U << 20, capacity);
  std::memset(block, 1, 4096);
  cache.give(block, capacity);
  ASSERT_EQ(take(cache, 100U << 20, capacity), block);
  std::memset(block, 2, 4096);
  EXPECT_EQ(static_cast<unsigned char*>(block)[4095], 2);
  cache.give(block, capacity);
  cache.clear();
}

TEST(LargeAllocationCache, KeepsAFewBlocksOnly) {
  KeepingCache cache;
  std::vector<void*> blocks;
  std::size_t capacity = 0;
  for (int i = 0; i < 20; ++i) blocks.push_back(take(cache, kLargeAllocation, capacity));
  for (void* const block : blocks) cache.give(block, capacity);
  EXPECT_EQ(cache.bytes(), 16 * 4 * kMegabyte);
  cache.clear();
}

TEST(LargeAllocationCache, KeepsSmallerBlocksInWholeCacheLines) {
  KeepingCache cache;
  std::size_t capacity = 0;
  void* const first = take(cache, 70'000, capacity);
  EXPECT_EQ(capacity, 1094U * 64);
  cache.give(first, capacity);
  EXPECT_EQ(cache.bytes(), 1094 * 64);
  EXPECT_EQ(take(cache, 66'000, capacity), first);
  EXPECT_EQ(capacity, 1094U * 64);
  cache.give(first, capacity);
  cache.clear();
}

TEST(LargeAllocationCache, EvictsSmallBlocksForSmallOnesOnly) {
  KeepingCache cache;
  std::size_t large = 0;
  void* const kept = take(cache, 8U << 20, large);
  cache.give(kept, large);
  std::size_t capacity = 0;
  std::vector<void*> blocks;
  for (int i = 0; i < 20; ++i) blocks.push_back(take(cache, 100'000, capacity));
  for (void* const block : blocks) cache.give(block, capacity);
  EXPECT_EQ(cache.bytes(), 8 * kMegabyte + 16 * 1563 * 64);
  EXPECT_EQ(take(cache, 8U << 20, large), kept);
  cache.give(kept, large);
  cache.clear();
}

TEST(SmallStorage, ComesFromTheCacheFromEightKilobytesOn) {
  const KeepBlocks keep;
  {
    const Storage small = Storage::allocate(8191);
  }
  EXPECT_EQ(large_allocations().bytes(), 0);
  const std::byte* address = nullptr;
  {
    const Storage storage = Storage::allocate(8192);
    address = storage.data();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(address) % 64, 0U);
    std::memset(storage.data(), 0xAB, 8192);
  }
  EXPECT_EQ(large_allocations().bytes(), 8192 + 64);  // a line more for the header
  EXPECT_EQ(Storage::allocate(8192).data(), address);
}

TEST(LargeStorage, ComesFromTheCacheAndGoesBack) {
  const KeepBlocks keep;
  const std::byte* address = nullptr;
  {
    const Storage storage = Storage::allocate(5 * kMegabyte);
    address = storage.data();
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(address) % 64, 0U);
    std::memset(storage.data(), 0xAB, static_cast<std::size_t>(storage.bytes()));  // it is there
    const Storage shared = storage;
    EXPECT_EQ(storage.owners(), 2U);
    EXPECT_EQ(large_allocations().bytes(), 0);
  }
  EXPECT_EQ(large_allocations().bytes(), 6 * kMegabyte);
  EXPECT_EQ(Storage::allocate(5 * kMegabyte).data(), address);
  large_allocations().clear();
  EXPECT_EQ(large_allocations().bytes(), 0);
}

TEST(LargeStorage, IsSafeUnderThreads) {
  const KeepBlocks keep;
  std::vector<std::thread> threads;
  for (int id = 1; id <= 4; ++id)
    threads.emplace_back([id] {
      for (int round = 0; round < 50; ++round) {
        const Storage a = Storage::allocate(4 * kMegabyte);
        const Storage b = Storage::allocate(5 * kMegabyte);
        const auto mark = static_cast<std::byte>(id);
        std::memset(a.data(), id, 4096);
        std::memset(b.data(), id, 4096);
        ASSERT_EQ(a.data()[4095], mark);
        ASSERT_EQ(b.data()[0], mark);
      }
    });
  for (std::thread& thread : threads) thread.join();
}

TEST(Storage, SaysWhetherItsMemoryMayBeUnmapped) {
  const KeepBlocks keep;
  std::byte byte{};
  EXPECT_FALSE(Storage::allocate(100).may_be_unmapped());
  EXPECT_FALSE(Storage::borrow(&byte, 1).may_be_unmapped());
  EXPECT_FALSE(Storage().may_be_unmapped());
  EXPECT_TRUE(Storage::allocate(kMegabyte * 8).may_be_unmapped());
  EXPECT_FALSE(Storage::allocate(kMegabyte * 8).may_be_unmapped());  // what the first gave back
}

/// The flags of the mapping that holds this address, as the system lists them; empty if it does not.
std::string flags_of_mapping(const void* address) {
  std::ifstream maps("/proc/self/smaps");
  bool found = false;
  for (std::string line; std::getline(maps, line);) {
    std::istringstream words(line);
    std::uintptr_t first = 0, end = 0;
    char dash = 0;
    const auto at = reinterpret_cast<std::uintptr_t>(address);
    if (words >> std::hex >> first >> dash >> end && dash == '-') found = first <= at && at < end;
    if (found && line.starts_with("VmFlags:")) return line + " ";
  }
  return {};
}

bool is_advised(const void* address) {
  return flags_of_mapping(address).find(" hg ") != std::string::npos;
}

/// Whether memory is listed as advised to have huge pages once it is: emulators ignore the advice.
bool system_lists_advice() {
  const std::size_t bytes = 4 * kMegabyte;
  void* const probe =
      ::mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (probe == MAP_FAILED) return false;
  static_cast<void>(::madvise(probe, bytes, MADV_HUGEPAGE));
  const bool listed = is_advised(probe);
  ::munmap(probe, bytes);
  return listed;
}

TEST(LargeStorage, AsksForHugePages) {
  const Storage storage = Storage::allocate(32 * kMegabyte);
  EXPECT_EQ(is_advised(storage.data() + 16 * kMegabyte), system_lists_advice());
}

}  // namespace large_allocations_test
