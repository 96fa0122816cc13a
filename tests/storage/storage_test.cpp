// Storage: owned, borrowed and adopted memory, shared by copying.
#include <memory>
#include <new>
#include <stdexcept>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/storage/storage.hpp>

#include "support/at_once.hpp"

namespace storage_test {

using ndx::index_t;
using ndx::Storage;

/// Counts its runs.
struct Deleter {
  int* runs;
  void operator()() const { ++*runs; }
};

TEST(Storage, StartsWithoutMemory) {
  const Storage none;
  EXPECT_EQ(none.data(), nullptr);
  EXPECT_EQ(none.bytes(), 0);
  EXPECT_EQ(none.owners(), 0U);
  const Storage copy = none;  // NOLINT: a copy is what is tested
  EXPECT_EQ(copy.owners(), 0U);
}

TEST(Storage, CopiesShareAndCountTheirOwners) {
  const Storage first = Storage::allocate(100);
  EXPECT_EQ(first.owners(), 1U);
  {
    const Storage second = first;
    Storage third;
    third = second;
    EXPECT_EQ(first.owners(), 3U);
    EXPECT_EQ(third.data(), first.data());
    EXPECT_EQ(third.bytes(), 100);
  }
  EXPECT_EQ(first.owners(), 1U);
}

TEST(Storage, MovesHandOver) {
  Storage first = Storage::allocate(8);
  std::byte* const data = first.data();
  Storage second = std::move(first);
  EXPECT_EQ(second.owners(), 1U);
  EXPECT_EQ(second.data(), data);
  EXPECT_EQ(first.data(), nullptr);  // NOLINT: what is left is what is tested
  EXPECT_EQ(first.bytes(), 0);
  first = std::move(second);
  EXPECT_EQ(first.data(), data);
  EXPECT_EQ(first.owners(), 1U);
}

TEST(Storage, SelfAssignmentKeepsTheMemory) {
  Storage storage = Storage::allocate(8);
  Storage& same = storage;
  storage = same;
  EXPECT_EQ(storage.owners(), 1U);
  EXPECT_NE(storage.data(), nullptr);
}

TEST(Storage, SwapsWhatItStandsOn) {
  int runs = 0;
  int value = 0;
  Storage owned = Storage::adopt(&value, 4, Deleter{&runs});
  Storage other = Storage::allocate(16);
  owned.swap(other);
  EXPECT_EQ(owned.bytes(), 16);
  EXPECT_EQ(other.bytes(), 4);
  other = Storage();
  EXPECT_EQ(runs, 1);
}

TEST(Storage, AllocatesOnABoundaryOf64Bytes) {
  for (const index_t bytes : {0, 1, 8, 4096}) {
    const Storage storage = Storage::allocate(bytes);
    EXPECT_EQ(reinterpret_cast<std::uintptr_t>(storage.data()) % 64, 0U);
    EXPECT_EQ(storage.bytes(), bytes);
  }
}

TEST(Storage, AbsurdSizesAreBadAlloc) {
  for (const index_t less : {0, 1, 127, 128, 1 << 20})
    EXPECT_THROW((void)Storage::allocate(INT64_MAX - less), std::bad_alloc);
  if constexpr (sizeof(void*) == 4) {
    for (const index_t bytes : {(index_t{1} << 31) - 64, index_t{1} << 32, (index_t{1} << 32) + 8})
      EXPECT_THROW((void)Storage::allocate(bytes), std::bad_alloc);
  }
}

TEST(Storage, BorrowedMemoryHasNoOwner) {
  int values[3] = {};
  const Storage storage = Storage::borrow(values, sizeof(values));
  const Storage copy = storage;
  EXPECT_EQ(copy.owners(), 0U);
  EXPECT_EQ(copy.data(), reinterpret_cast<std::byte*>(values));
  EXPECT_EQ(copy.bytes(), 12);
}

TEST(Storage, AdoptedMemoryIsGivenBackOnceAfterTheLastOwner) {
  int runs = 0;
  int value = 0;
  {
    Storage kept;
    {
      const Storage storage = Storage::adopt(&value, 4, Deleter{&runs});
      kept = storage;
      EXPECT_EQ(storage.owners(), 2U);
    }
    EXPECT_EQ(runs, 0);
  }
  EXPECT_EQ(runs, 1);
}

TEST(Storage, TakesDeletersThatCanOnlyBeMoved) {
  bool alive = true;
  struct Guard {
    bool* alive;
    void operator()(const int* pointer) const {
      *alive = false;
      delete pointer;
    }
  };
  std::unique_ptr<int, Guard> owned(new int(7), Guard{&alive});
  int* const data = owned.get();
  {
    const Storage storage = Storage::adopt(data, 4, [kept = std::move(owned)] {});
    EXPECT_TRUE(alive);
    EXPECT_EQ(*reinterpret_cast<int*>(storage.data()), 7);
  }
  EXPECT_FALSE(alive);
}

/// A deleter whose copies beyond the first refuse to be made.
struct Stubborn {
  int* runs;
  int copies_left;
  Stubborn(int* counter, int copies) : runs(counter), copies_left(copies) {}
  Stubborn(const Stubborn& other) : runs(other.runs), copies_left(other.copies_left - 1) {
    if (copies_left < 0) throw std::runtime_error("no more copies");
  }
  Stubborn& operator=(const Stubborn&) = delete;
  ~Stubborn() = default;
  void operator()() const { ++*runs; }
};

/// A deleter that, like that of a mapped file, has the member type IsMapping.
struct OfMapping {
  using IsMapping = void;
  int* runs;
  void operator()() const { ++*runs; }
};

TEST(Storage, GivesTheDeleterOfMappedMemoryAlone) {
  int runs = 0;
  int value = 0;
  const Storage mapped = Storage::adopt(&value, 4, OfMapping{&runs});
  ASSERT_NE(mapped.deleter<OfMapping>(), nullptr);
  EXPECT_EQ(mapped.deleter<OfMapping>()->runs, &runs);
  EXPECT_EQ(Storage::adopt(&value, 4, Deleter{&runs}).deleter<OfMapping>(), nullptr);
  EXPECT_EQ(Storage::allocate(4).deleter<OfMapping>(), nullptr);
  EXPECT_EQ(Storage().deleter<OfMapping>(), nullptr);
  EXPECT_EQ(Storage::borrow(&value, 4).deleter<OfMapping>(), nullptr);
}

TEST(Storage, DeleterRunsOnceWhereItCannotBeKept) {
  int runs = 0;
  int value = 0;
  EXPECT_THROW((void)Storage::adopt(&value, 4, Stubborn(&runs, 0)), std::runtime_error);
  EXPECT_EQ(runs, 1);
}

TEST(Storage, IsSharedBetweenThreads) {
  int runs = 0;
  int value = 0;
  {
    const Storage storage = Storage::adopt(&value, 4, Deleter{&runs});
    at_once::run(4, [&storage](int /*thread*/) {
      const Storage own = storage;
      for (int i = 0; i < 10000; ++i) {
        Storage copy = own;
        const Storage moved = std::move(copy);
      }
    });
    EXPECT_EQ(storage.owners(), 1U);
    EXPECT_EQ(runs, 0);
  }
  EXPECT_EQ(runs, 1);
}

}  // namespace storage_test
