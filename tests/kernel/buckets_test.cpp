// Distributing positions and elements by buckets, and back.
#include <gtest/gtest.h>

#include <ndx/kernel/index/buckets.hpp>

using namespace ndx;
using namespace ndx::kernel;

namespace buckets_test {

// Buckets of 4 elements from offset -4: 0 is -4…-1, 1 is 0…3, 2 is 4…7.
constexpr Buckets kThree{-4, 2, 3};
const index_t kOffsets[] = {5, -4, 5, 0, -1, 6, -4};
// The same positions in the order of their buckets, 3 + 1 + 3, and their offsets there.
const index_t kOrder[] = {1, 4, 6, 3, 0, 2, 5};
const index_t kWithin[] = {0, 3, 0, 0, 1, 1, 2};
const index_t kTable[] = {6, 5, 4, 3, 2, 1, 0};

TEST(Buckets, NumberOffsetsFromTheLowest) {
  EXPECT_EQ(kThree.of(-4), 0);
  EXPECT_EQ(kThree.of(-1), 0);
  EXPECT_EQ(kThree.of(0), 1);
  EXPECT_EQ(kThree.of(7), 2);
  EXPECT_EQ(kThree.within(-1), 3U);
  EXPECT_EQ(kThree.within(4), 0U);
}

TEST(Buckets, CountTheirPositions) {
  std::uint32_t counts[3] = {10, 0, 0};
  count_positions({7, kOffsets, 1, nullptr}, kThree, counts);
  EXPECT_EQ(counts[0], 13U);
  EXPECT_EQ(counts[1], 1U);
  EXPECT_EQ(counts[2], 3U);
}

/// Distributes the positions with their elements, which `block` finds among the linear ones, and
/// copies them back.
template <class T>
void check(const IndexedBlock& block) {
  constexpr index_t bytes{sizeof(T)};
  T linear[14];
  for (int k = 0; k < 14; ++k) linear[k] = static_cast<T>(100 + k);
  std::uint32_t next[3] = {0, 3, 4};
  alignas(64) std::byte records[7 * (4 + sizeof(T))];
  distribute<bytes>(block, kThree, next, records, reinterpret_cast<const std::byte*>(linear));
  EXPECT_EQ(next[0], 3U);
  EXPECT_EQ(next[1], 4U);
  EXPECT_EQ(next[2], 7U);
  index_t offsets[7];
  T elements[7];
  read_records<bytes>(records, 7, offsets, reinterpret_cast<std::byte*>(elements));
  for (int k = 0; k < 7; ++k) {
    EXPECT_EQ(offsets[k], kWithin[k]);
    EXPECT_EQ(elements[k], static_cast<T>(100 + block.linear(kOrder[k])));
  }
  T back[14] = {};
  std::uint32_t first[3] = {0, 3, 4};
  return_elements<bytes>(block, kThree, first, reinterpret_cast<const std::byte*>(elements),
                         reinterpret_cast<std::byte*>(back));
  for (index_t k = 0; k < 7; ++k) EXPECT_EQ(back[block.linear(k)], linear[block.linear(k)]);
}

TEST(Buckets, KeepTheOrderOfTheirPositions) {
  for (const IndexedBlock& block :
       {IndexedBlock{7, kOffsets, 1, nullptr}, IndexedBlock{7, kOffsets, 2, nullptr},
        IndexedBlock{7, kOffsets, 0, kTable}}) {
    check<std::int32_t>(block);
    check<std::int64_t>(block);
  }
  std::uint32_t next[3] = {0, 3, 4};
  std::byte records[28];
  distribute<0>({7, kOffsets, 1, nullptr}, kThree, next, records, nullptr);
  index_t offsets[7];
  read_records<0>(records, 7, offsets, nullptr);
  for (int k = 0; k < 7; ++k) EXPECT_EQ(offsets[k], kWithin[k]);
}

}  // namespace buckets_test
