// The odometer: every row once, in row-major order, with the right offsets.
#include <array>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/walk.hpp>

namespace {

using ndx::index_t;
using ndx::kernel::Loop;
using ndx::kernel::Offsets;

using Pairs = std::vector<std::array<index_t, 2>>;

Pairs elements(const Loop<2>& loop) {
  Pairs pairs;
  ndx::kernel::for_each_row(loop, [&](const Offsets<2>& at, index_t count, const Offsets<2>& step) {
    for (index_t i = 0; i < count; ++i)
      pairs.push_back({at.at[0] + i * step.at[0], at.at[1] + i * step.at[1]});
  });
  return pairs;
}

TEST(ForEachRow, OfRankZeroIsOneElement) {
  EXPECT_EQ(elements({0, nullptr, {nullptr, nullptr}}), (Pairs{{0, 0}}));
}

TEST(ForEachRow, OfRankOneIsOneRow) {
  const index_t sizes[] = {3};
  const index_t a[] = {2};
  const index_t b[] = {-1};
  EXPECT_EQ(elements({1, sizes, {a, b}}), (Pairs{{0, 0}, {2, -1}, {4, -2}}));
}

TEST(ForEachRow, GoesInRowMajorOrderOverAllOperands) {
  const index_t sizes[] = {2, 1, 3};
  const index_t a[] = {100, 7, 1};
  const index_t b[] = {0, 5, 10};
  EXPECT_EQ(elements({3, sizes, {a, b}}),
            (Pairs{{0, 0}, {1, 10}, {2, 20}, {100, 0}, {101, 10}, {102, 20}}));
}

TEST(ForEachRow, CarriesThroughSeveralDims) {
  const index_t sizes[] = {2, 2, 2, 1};
  const index_t a[] = {-40, 20, 10, 1};
  const index_t b[] = {4, 2, 1, 0};
  EXPECT_EQ(elements({4, sizes, {a, b}}),
            (Pairs{{0, 0}, {10, 1}, {20, 2}, {30, 3}, {-40, 4}, {-30, 5}, {-20, 6}, {-10, 7}}));
}

TEST(ForEachRow, TakesRank64) {
  std::vector<index_t> sizes(64, 1);
  std::vector<index_t> strides(64, 5);
  sizes[0] = sizes[31] = sizes[63] = 2;
  strides[0] = 100;
  strides[31] = 10;
  strides[63] = 1;
  EXPECT_EQ(
      elements({64, sizes.data(), {strides.data(), strides.data()}}),
      (Pairs{{0, 0}, {1, 1}, {10, 10}, {11, 11}, {100, 100}, {101, 101}, {110, 110}, {111, 111}}));
}

TEST(ForEachCoordinate, StartsAtTheOffsetsGiven) {
  const index_t sizes[] = {2, 3};
  const index_t strides[] = {10, -1};
  std::vector<index_t> offsets;
  const Loop<1> loop{2, sizes, {strides}};
  ndx::kernel::for_each_coordinate(loop, 2, Offsets<1>{{50}},
                                   [&](const Offsets<1>& at) { offsets.push_back(at.at[0]); });
  EXPECT_EQ(offsets, (std::vector<index_t>{50, 49, 48, 60, 59, 58}));
}

TEST(ForEachCoordinate, CanLeaveInnerDimsOut) {
  const index_t sizes[] = {2, 3};
  const index_t strides[] = {10, 1};
  const Loop<1> loop{2, sizes, {strides}};
  std::vector<index_t> offsets;
  ndx::kernel::for_each_coordinate(loop, 1, Offsets<1>{},
                                   [&](const Offsets<1>& at) { offsets.push_back(at.at[0]); });
  EXPECT_EQ(offsets, (std::vector<index_t>{0, 10}));
}

TEST(IsEmptyLoop, HoldsWhereASizeIsZero) {
  const index_t none[] = {2, 0, 3};
  const index_t some[] = {2, 1};
  EXPECT_TRUE(ndx::kernel::is_empty(Loop<1>{3, none, {nullptr}}));
  EXPECT_FALSE(ndx::kernel::is_empty(Loop<1>{2, some, {nullptr}}));
  EXPECT_FALSE(ndx::kernel::is_empty(Loop<1>{0, nullptr, {nullptr}}));
}

}  // namespace
