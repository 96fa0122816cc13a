#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/sort/sort_keys.hpp>

#include "support/scrambled_executor.hpp"

namespace sort_keys_test {

using namespace ndx;

template <class Key>
class SortKeys : public testing::Test {
 protected:
  /// Keys of which `bits` bits differ, from bit `low` on; few of them random if `few`.
  static std::vector<Key> keys(index_t n, int low, int bits, bool few = false) {
    std::mt19937_64 random(7);
    std::vector<Key> result;
    for (index_t i = 0; i < n; ++i) {
      std::uint64_t key = few ? random() % 5 * 0x0123456789ABCDEF : random();
      if (bits < 64) key &= (std::uint64_t{1} << bits) - 1;
      result.push_back(static_cast<Key>(key << low));
    }
    return result;
  }

  static void expect_all(const std::vector<Key>& keys) {
    expect_radix_sorted(keys);
    for (const index_t threads : {1, 2, 3, 5, 16}) {
      const ndx_test::ScrambledExecutor executor({threads, 1});
      const index_t parts = kernel::sort_parts(static_cast<index_t>(keys.size()));
      if (threads > 1 && parts == 1) continue;
      SCOPED_TRACE(testing::Message() << parts << " parts");
      expect_line_sorted(keys, parts);
      expect_ordered(keys, parts);
      expect_selected(keys, parts);
    }
  }

  static void expect_radix_sorted(std::vector<Key> keys) {
    std::vector<Key> scratch(keys.size());
    const auto n = static_cast<index_t>(keys.size());
    std::vector<index_t> counters(static_cast<std::size_t>(kernel::radix_counters(n)));
    std::vector<Key> expected = keys;
    std::sort(expected.begin(), expected.end());
    const Key* const at = kernel::radix_sort(keys.data(), scratch.data(), n, 0, counters.data());
    EXPECT_EQ(std::vector<Key>(at, at + n), expected);
  }

 private:
  /// Counters for the parts of a line.
  static std::vector<index_t> counters_for(std::size_t n, index_t parts) {
    return std::vector<index_t>(
        static_cast<std::size_t>(kernel::radix_counters(static_cast<index_t>(n)) * parts));
  }

  static void expect_line_sorted(std::vector<Key> keys, index_t parts) {
    std::vector<Key> spare(keys.size());
    const auto n = static_cast<index_t>(keys.size());
    std::vector<index_t> counters = counters_for(keys.size(), parts);
    std::vector<Key> expected = keys;
    std::sort(expected.begin(), expected.end());
    const Key* const at =
        kernel::sort_line(kernel::KeyScratch<Key>{keys.data(), spare.data(), nullptr, nullptr,
                                                  counters.data(), parts},
                          n);
    EXPECT_EQ(std::vector<Key>(at, at + n), expected);
  }

  static void expect_ordered(std::vector<Key> keys, index_t parts) {
    const auto n = static_cast<index_t>(keys.size());
    std::vector<std::uint64_t> words(keys.size());
    std::vector<std::uint64_t> spare(keys.size());
    std::vector<index_t> counters = counters_for(keys.size(), parts);
    std::vector<index_t> expected;
    for (index_t i = 0; i < n; ++i) expected.push_back(i);
    std::stable_sort(expected.begin(), expected.end(), [&](index_t a, index_t b) {
      return keys[static_cast<std::size_t>(a)] < keys[static_cast<std::size_t>(b)];
    });
    const auto order =
        kernel::order_line(kernel::KeyScratch<Key>{keys.data(), nullptr, words.data(), spare.data(),
                                                   counters.data(), parts},
                           n);
    for (index_t i = 0; i < n; ++i) {
      const index_t place = expected[static_cast<std::size_t>(i)];
      ASSERT_EQ(order.index(i), place) << i;
      if (order.has_keys) {
        ASSERT_EQ(order.key(i), keys[static_cast<std::size_t>(place)]) << i;
      }
    }
  }

  static void expect_selected(const std::vector<Key>& keys, index_t parts) {
    const auto n = static_cast<index_t>(keys.size());
    std::vector<Key> scratch(keys.size());
    std::vector<index_t> counters = counters_for(keys.size(), parts);
    std::vector<Key> sorted = keys;
    std::sort(sorted.begin(), sorted.end());
    for (const index_t k : {index_t{0}, n / 3, n - 1}) {
      const auto found =
          kernel::select_key(keys.data(), n, k, scratch.data(), counters.data(), parts);
      const auto equal = std::equal_range(sorted.begin(), sorted.end(), found.key);
      EXPECT_EQ(found.key, sorted[static_cast<std::size_t>(k)]);
      EXPECT_EQ(found.less, equal.first - sorted.begin());
      EXPECT_EQ(found.equal, equal.second - equal.first);
      if (equal.second != sorted.end()) {
        EXPECT_EQ(kernel::next_key(keys.data(), n, found.key, parts), *equal.second);
      }
    }
  }
};
using KeyTypes = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(SortKeys, KeyTypes);

TYPED_TEST(SortKeys, WhateverBitsDiffer) {
  constexpr int width = 8 * sizeof(TypeParam);
  for (const index_t n : {1, 2, 24, 25, 1023, 1024, 5000}) {
    SCOPED_TRACE(n);
    for (const int bits : {0, 1, 8, 9, 11, 12, 22, 23, width}) {
      TestFixture::expect_all(TestFixture::keys(n, 0, bits));
      TestFixture::expect_all(TestFixture::keys(n, width - bits / 2 - 1, bits / 2 + 1));
    }
    TestFixture::expect_all(TestFixture::keys(n, 0, width, true));
  }
}

// What a cache does not hold is distributed first; a run of equal digits is then sorted on its own.
TYPED_TEST(SortKeys, BeyondACoresCache) {
  TestFixture::expect_all(TestFixture::keys(140'000, 0, 8 * sizeof(TypeParam)));
  TestFixture::expect_all(TestFixture::keys(140'000, 0, 9));
  TestFixture::expect_all(TestFixture::keys(140'000, 0, 8 * sizeof(TypeParam), true));
}

// Keys that two digits tell apart, except for long runs of them that are equal in these.
TYPED_TEST(SortKeys, RunsThatTheHighestDigitsDoNotTellApart) {
  constexpr int width = 8 * sizeof(TypeParam);
  std::vector<TypeParam> keys = TestFixture::keys(4000, width - 23, 23);
  for (std::size_t i = 0; i < keys.size(); ++i) {
    if (i % 40 == 0) keys[i] = (TypeParam{1} << (width - 1)) + static_cast<TypeParam>(i * 7 % 190);
    if (i % 77 == 0) keys[i] = static_cast<TypeParam>(i * 13 % 290);
  }
  TestFixture::expect_all(keys);
}

// Runs of keys in order but for the last one or two, wherever they begin and end: what comes before in the
// run is in order.
TYPED_TEST(SortKeys, RunsOfWhichOnlyTheEndIsOutOfOrder) {
  constexpr int width = 8 * sizeof(TypeParam);
  std::vector<TypeParam> keys = TestFixture::keys(5000, 0, width);
  for (std::size_t run = 0; run < 60; ++run) {
    const TypeParam high = (keys[run * 80] >> 9) << 9;
    const std::size_t length = 1 + run * 37 % 150;
    for (std::size_t i = 0; i < length; ++i) keys.push_back(high + static_cast<TypeParam>(i));
    if (run % 3 != 0) keys.back() = high;
    if (run % 3 == 2 && length > 4) keys[keys.size() - 2] = high + 1;
  }
  TestFixture::expect_all(keys);
}

// Every length, also of few values and of lines in order.
TYPED_TEST(SortKeys, OfEveryLength) {
  constexpr int width = 8 * sizeof(TypeParam);
  for (index_t n = 1; n <= 300; ++n) {
    std::vector<TypeParam> keys = TestFixture::keys(n, 0, width, n % 3 == 0);
    if (n % 5 == 0) std::sort(keys.begin(), keys.end());
    TestFixture::expect_all(keys);
  }
}

// So many that they are distributed by more bits.
TYPED_TEST(SortKeys, Millions) {
  TestFixture::expect_radix_sorted(
      TestFixture::keys((index_t{1} << 22) + 3, 0, 8 * sizeof(TypeParam)));
}

// Keys of few values are counted.
TYPED_TEST(SortKeys, FewValuesWhereverTheyAre) {
  constexpr int width = 8 * sizeof(TypeParam);
  for (const int bits : {1, 3, 11}) {
    std::vector<TypeParam> keys = TestFixture::keys(1500, 0, bits);
    for (TypeParam& key : keys) key += (TypeParam{1} << (width - 1)) - 1;  // all bits differ
    TestFixture::expect_all(keys);
  }
}

TEST(KeySorter, IsUsedInsteadOfRadixSort) {
  static int calls = 0;
  set_key_sorter({.sort_32 =
                      [](std::uint32_t* keys, index_t n) noexcept {
                        ++calls;
                        std::sort(keys, keys + n);
                      },
                  .sort_64 =
                      [](std::uint64_t* keys, index_t n) noexcept {
                        ++calls;
                        std::sort(keys, keys + n);
                      }});
  EXPECT_NE(key_sorter().sort_32, nullptr);
  std::vector<std::uint32_t> keys(100);
  for (std::size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<std::uint32_t>(i * 37 % 101);
  std::vector<std::uint64_t> words(100);
  std::vector<std::uint64_t> spare(100);
  const kernel::KeyScratch<std::uint32_t> scratch{keys.data(), nullptr, words.data(), spare.data(),
                                                  nullptr};
  const auto order = kernel::order_line(scratch, 100);
  EXPECT_EQ(order.key(0), 0U);
  EXPECT_EQ(calls, 1);
  EXPECT_EQ(kernel::sort_line(scratch, 100)[1], 1U);
  EXPECT_EQ(calls, 2);
  set_key_sorter({});
  EXPECT_EQ(key_sorter().sort_64, nullptr);
}

}  // namespace sort_keys_test
