// The odometer: every row once, in row-major order, with the right offsets.
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/loop/walk.hpp>

#include "kernel_sample.hpp"

namespace walk_test {

using ndx::index_t;
using ndx::Loop;
using ndx::Offsets;
using sample::LoopOf;

using Pairs = std::vector<std::array<index_t, 2>>;

Pairs elements(const Loop<2>& loop) {
  Pairs pairs;
  ndx::kernel::RowWalk<2> row(loop);
  do {
    for (index_t i = 0; i < row.count; ++i)
      pairs.push_back({row.at[0] + i * row.step[0], row.at[1] + i * row.step[1]});
  } while (row.next());
  return pairs;
}

TEST(RowWalk, OfRankZeroIsOneElement) { EXPECT_EQ(elements(Loop<2>()), (Pairs{{0, 0}})); }

TEST(RowWalk, OfRankOneIsOneRow) {
  EXPECT_EQ(elements(LoopOf<2>{{3}, {{2}, {-1}}}), (Pairs{{0, 0}, {2, -1}, {4, -2}}));
}

TEST(RowWalk, GoesInRowMajorOrderOverAllOperands) {
  EXPECT_EQ(elements(LoopOf<2>{{2, 1, 3}, {{100, 7, 1}, {0, 5, 10}}}),
            (Pairs{{0, 0}, {1, 10}, {2, 20}, {100, 0}, {101, 10}, {102, 20}}));
}

TEST(RowWalk, CarriesThroughSeveralDims) {
  EXPECT_EQ(elements(LoopOf<2>{{2, 2, 2, 1}, {{-40, 20, 10, 1}, {4, 2, 1, 0}}}),
            (Pairs{{0, 0}, {10, 1}, {20, 2}, {30, 3}, {-40, 4}, {-30, 5}, {-20, 6}, {-10, 7}}));
}

TEST(RowWalk, TakesRank64) {
  std::vector<index_t> sizes(64, 1);
  std::vector<index_t> strides(64, 5);
  sizes[0] = sizes[31] = sizes[63] = 2;
  strides[0] = 100;
  strides[31] = 10;
  strides[63] = 1;
  EXPECT_EQ(
      elements(LoopOf<2>{sizes, {strides, strides}}),
      (Pairs{{0, 0}, {1, 1}, {10, 10}, {11, 11}, {100, 100}, {101, 101}, {110, 110}, {111, 111}}));
}

/// The offsets of the coordinates of the first `rank` dims.
std::vector<index_t> offsets(const Loop<1>& loop, std::size_t rank, index_t start) {
  std::vector<index_t> visited;
  ndx::kernel::for_each_coordinate(loop, rank, Offsets<1>{start},
                                   [&](const Offsets<1>& at) { visited.push_back(at[0]); });
  return visited;
}

TEST(ForEachCoordinate, StartsAtTheOffsetsGiven) {
  EXPECT_EQ(offsets(LoopOf<1>{{2, 3}, {{10, -1}}}, 2, 50),
            (std::vector<index_t>{50, 49, 48, 60, 59, 58}));
}

TEST(ForEachCoordinate, CanLeaveInnerDimsOut) {
  EXPECT_EQ(offsets(LoopOf<1>{{2, 3}, {{10, 1}}}, 1, 0), (std::vector<index_t>{0, 10}));
}

}  // namespace walk_test
