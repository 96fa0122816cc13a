#include <algorithm>
#include <cstdint>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/sort/radix_sort.hpp>

namespace distribute_test {

using namespace ndx;

template <class Key>
class Distribute : public testing::Test {
 protected:
  /// Distributes n random keys to memory that begins `lead` keys after an allocation.
  static void expect_distributed(std::size_t n, int shift, int bits, std::size_t lead) {
    std::mt19937_64 random(3);
    std::vector<Key> keys(n);
    for (Key& key : keys) key = static_cast<Key>(random());
    const Key mask = (Key{1} << bits) - 1;
    const auto digit = [&](Key key) { return (key >> shift) & mask; };
    std::vector<Key> expected = keys;
    std::stable_sort(expected.begin(), expected.end(),
                     [&](Key a, Key b) { return digit(a) < digit(b); });

    std::vector<index_t> ends(std::size_t{1} << bits);
    for (const Key key : keys) ++ends[digit(key)];
    std::vector<index_t> places(ends.size());
    for (std::size_t b = 1; b < ends.size(); ++b) {
      places[b] = ends[b - 1];
      ends[b] += ends[b - 1];
    }
    std::vector<Key> found(n + lead + 64, Key{7});
    kernel::distribute(keys.data(), static_cast<index_t>(n), found.data() + lead, shift, bits,
                       places.data(), static_cast<index_t>(n));
    const auto first = found.begin() + static_cast<std::ptrdiff_t>(lead);
    const auto last = first + static_cast<std::ptrdiff_t>(n);
    EXPECT_TRUE(std::equal(first, last, expected.begin())) << n << " bits " << bits;
    EXPECT_TRUE(std::all_of(found.begin(), first, [](Key key) { return key == 7; }));
    EXPECT_TRUE(std::all_of(last, found.end(), [](Key key) { return key == 7; }));
    EXPECT_EQ(places, ends);
  }
};
using KeyTypes = testing::Types<std::uint32_t, std::uint64_t>;
TYPED_TEST_SUITE(Distribute, KeyTypes);

TYPED_TEST(Distribute, IsStableAndWritesNothingElse) {
  for (const std::size_t n : {0U, 1U, 2U, 15U, 16U, 17U, 100U, 5000U}) {
    for (const std::size_t lead : {0U, 1U, 7U, 15U}) {
      TestFixture::expect_distributed(n, 20, 1, lead);
      TestFixture::expect_distributed(n, 8 * sizeof(TypeParam) - 9, 9, lead);
      TestFixture::expect_distributed(n, 8 * sizeof(TypeParam) - 10, 10, lead);
    }
  }
}

// So many that they are stored bypassing the caches.
TYPED_TEST(Distribute, BeyondTheCaches) {
  TestFixture::expect_distributed((std::size_t{16} << 20) / sizeof(TypeParam) + 5, 3, 9, 3);
}

}  // namespace distribute_test
