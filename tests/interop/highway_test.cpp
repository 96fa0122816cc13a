// Sorting by Highway gives what sorting without it gives.
#include <ndx/highway.hpp>

#include "support/number_types.hpp"
#include "support/sort_patterns.hpp"

using namespace ndx;

namespace {

template <class T>
class HighwaySort : public sort_patterns::SortPatterns<T> {
 protected:
  static void SetUpTestSuite() { use_highway_sort(); }
  static void TearDownTestSuite() { set_key_sorter({}); }
};
TYPED_TEST_SUITE(HighwaySort, number_types::NumbersAndBool);

TYPED_TEST(HighwaySort, OfLongAndShortLines) {
  ASSERT_NE(key_sorter().sort_32, nullptr);
  ASSERT_NE(key_sorter().sort_64, nullptr);
  for (int pattern = 0; pattern < sort_patterns::Patterns<TypeParam>::kCount; ++pattern) {
    for (const index_t n : {1, 25, 100, 1024, 3001}) {
      TestFixture::expect_sorted(pattern, n, false);
      TestFixture::expect_sorted(pattern, n, true);
    }
  }
}

TEST(HighwaySortKeys, AreInAscendingOrder) {
  use_highway_sort();
  std::uint32_t keys[] = {3, UINT32_MAX, 0, 2};
  key_sorter().sort_32(keys, 4);
  EXPECT_EQ(std::vector<std::uint32_t>(keys, keys + 4),
            (std::vector<std::uint32_t>{0, 2, 3, UINT32_MAX}));
  std::uint64_t words[] = {3, UINT64_MAX, 0, 2};
  key_sorter().sort_64(words, 4);
  EXPECT_EQ(std::vector<std::uint64_t>(words, words + 4),
            (std::vector<std::uint64_t>{0, 2, 3, UINT64_MAX}));
  set_key_sorter({});
}

}  // namespace
