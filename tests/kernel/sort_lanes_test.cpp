#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/sort/sort_lanes.hpp>

namespace sort_lanes_test {

using namespace ndx;

template <class Key>
class SortLanes : public testing::Test {};
using KeyTypes = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(SortLanes, KeyTypes);

template <class Key>
std::vector<Key> random_keys(index_t n, std::mt19937_64& random) {
  std::vector<Key> keys(static_cast<std::size_t>(n * kernel::kSortLanes));
  for (Key& key : keys) key = static_cast<Key>(random() >> (random() % 2 * 60));
  return keys;
}

/// Sorts random rows of each length and compares each lane, beyond which nothing may be written.
template <class Sort, class Key>
void expect_lanes_sorted() {
  std::mt19937_64 random(13);
  for (index_t n = 1; n <= 1100; n += n < 300 ? 1 : 53) {
    std::vector<Key> keys = random_keys<Key>(n + 1, random);
    const std::vector<Key> before = keys;
    Sort::sort(keys.data(), n);
    for (index_t lane = 0; lane < kernel::kSortLanes; ++lane) {
      std::vector<Key> expected;
      std::vector<Key> found;
      for (index_t row = 0; row <= n; ++row) {
        const auto at = static_cast<std::size_t>(row * kernel::kSortLanes + lane);
        expected.push_back(before[at]);
        found.push_back(keys[at]);
      }
      std::sort(expected.begin(), expected.end() - 1);
      ASSERT_EQ(found, expected) << n << " lane " << lane;
    }
  }
}
TYPED_TEST(SortLanes, SortsLanesByEveryInstructionSet) {
  expect_lanes_sorted<kernel::portable::SortLanes, TypeParam>();
#if NDX_X86
  if (kernel::detail::has_avx2()) expect_lanes_sorted<kernel::avx2::SortLanes, TypeParam>();
  if (kernel::detail::has_avx512()) expect_lanes_sorted<kernel::avx512::SortLanes, TypeParam>();
#endif
}

TYPED_TEST(SortLanes, SortsEachLineOfAnyLength) {
  std::mt19937_64 random(11);
  for (index_t n = 1; n <= kernel::most_lane_keys(sizeof(TypeParam)); n += n < 20 ? 1 : 9) {
    const auto size = static_cast<std::size_t>(n * kernel::kSortLanes);
    std::vector<TypeParam> keys = random_keys<TypeParam>(n, random);
    std::vector<TypeParam> expected = keys;
    for (auto line = expected.begin(); line != expected.end(); line += n) std::sort(line, line + n);
    std::vector<TypeParam> lanes(size);
    kernel::sort_lanes(keys.data(), lanes.data(), n);
    EXPECT_EQ(keys, expected) << n;
  }
}

TYPED_TEST(SortLanes, OrdersEachLineStably) {
  std::mt19937_64 random(12);
  for (const index_t n : {2, 9, 33, 128, 257}) {
    const auto size = static_cast<std::size_t>(n * kernel::kSortLanes);
    std::vector<TypeParam> keys(size);
    for (TypeParam& key : keys) key = static_cast<TypeParam>(random() % 5 * 0x2345678901234567);
    std::vector<std::uint64_t> words(size);
    std::vector<std::uint64_t> lanes(size);
    std::vector<index_t> counters(static_cast<std::size_t>(kernel::radix_counters(n)));
    auto order =
        kernel::order_lanes(kernel::KeyScratch<TypeParam>{keys.data(), nullptr, words.data(),
                                                          lanes.data(), counters.data()},
                            n);
    for (index_t line = 0; line < kernel::kSortLanes; ++line, order.words += n) {
      std::vector<index_t> expected;
      for (index_t i = 0; i < n; ++i) expected.push_back(i);
      const TypeParam* const of = keys.data() + line * n;
      std::stable_sort(expected.begin(), expected.end(),
                       [&](index_t a, index_t b) { return of[a] < of[b]; });
      for (index_t i = 0; i < n; ++i)
        ASSERT_EQ(order.index(i), expected[static_cast<std::size_t>(i)]) << n;
    }
  }
}

}  // namespace sort_lanes_test
