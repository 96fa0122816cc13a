#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/sort_lanes.hpp>

namespace sort_lanes_test {

using namespace ndx;

template <class Key>
class SortLanes : public testing::Test {};
using KeyTypes = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(SortLanes, KeyTypes);

TYPED_TEST(SortLanes, SortsEachLineOfAnyLength) {
  std::mt19937_64 random(11);
  for (index_t n = 1; n <= kernel::kMostLaneKeys; n += n < 20 ? 1 : 9) {
    const auto size = static_cast<std::size_t>(n * kernel::kSortLanes);
    std::vector<TypeParam> keys(size);
    for (TypeParam& key : keys) key = static_cast<TypeParam>(random() >> (random() % 2 * 60));
    std::vector<TypeParam> expected = keys;
    for (auto line = expected.begin(); line != expected.end(); line += n) std::sort(line, line + n);
    std::vector<TypeParam> lanes(size);
    kernel::sort_lanes(keys.data(), lanes.data(), n);
    EXPECT_EQ(keys, expected) << n;
  }
}

TYPED_TEST(SortLanes, OrdersEachLineStably) {
  std::mt19937_64 random(12);
  for (const index_t n : {2, 9, 33, 128}) {
    const auto size = static_cast<std::size_t>(n * kernel::kSortLanes);
    std::vector<TypeParam> keys(size);
    for (TypeParam& key : keys) key = static_cast<TypeParam>(random() % 5 * 0x2345678901234567);
    std::vector<std::uint64_t> words(size);
    std::vector<std::uint64_t> lanes(size);
    std::vector<index_t> counters(static_cast<std::size_t>(kernel::radix_counters(n)));
    const kernel::LaneOrders<TypeParam> orders(keys.data(), words.data(), lanes.data(),
                                               counters.data(), n);
    for (index_t line = 0; line < kernel::kSortLanes; ++line) {
      std::vector<index_t> expected;
      for (index_t i = 0; i < n; ++i) expected.push_back(i);
      const TypeParam* const of = keys.data() + line * n;
      std::stable_sort(expected.begin(), expected.end(),
                       [&](index_t a, index_t b) { return of[a] < of[b]; });
      for (index_t i = 0; i < n; ++i)
        ASSERT_EQ(orders.order(line).index(i), expected[static_cast<std::size_t>(i)]) << n;
    }
  }
}

}  // namespace sort_lanes_test
