// Loops reduced to the fewest dims: what is merged, what is not, and in which order.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/layout/loop.hpp>

namespace loop_test {

using ndx::Dims;
using ndx::DimsView;
using ndx::index_t;
using ndx::Loop;

template <std::size_t K>
Loop<K> loop_of(const Dims& shape, const std::array<Dims, K>& strides) {
  std::array<DimsView, K> views;
  for (std::size_t k = 0; k < K; ++k) views[k] = strides[k];
  return ndx::make_loop<K>(shape, views);
}

template <std::size_t K>
Dims sizes(const Loop<K>& loop) {
  return DimsView(loop.sizes, loop.rank);
}
template <std::size_t K>
Dims strides(const Loop<K>& loop, std::size_t k) {
  return DimsView(loop.strides[k], loop.rank);
}

/// The offsets of operand k in the order of the loop.
template <std::size_t K>
std::vector<std::array<index_t, K>> visited(const Loop<K>& loop, std::array<index_t, K> start) {
  std::vector<std::array<index_t, K>> offsets{start};
  for (std::size_t d = 0; d < loop.rank; ++d) {
    std::vector<std::array<index_t, K>> next;
    for (const auto& base : offsets) {
      for (index_t i = 0; i < loop.sizes[d]; ++i) {
        std::array<index_t, K> at = base;
        for (std::size_t k = 0; k < K; ++k) at[k] += i * loop.strides[k][d];
        next.push_back(at);
      }
    }
    offsets = std::move(next);
  }
  return offsets;
}

TEST(MakeLoop, MergesWhatIsContiguousIntoOneRow) {
  const auto loop = loop_of<1>({2, 3, 4}, {Dims{12, 4, 1}});
  EXPECT_EQ(sizes(loop), Dims{24});
  EXPECT_EQ(strides(loop, 0), Dims{1});
}

TEST(MakeLoop, MergesOnlyWhereAllOperandsContinue) {
  const auto loop = loop_of<2>({2, 3, 4}, {Dims{12, 4, 1}, Dims{0, 4, 1}});
  EXPECT_EQ(sizes(loop), (Dims{2, 12}));
  EXPECT_EQ(strides(loop, 0), (Dims{12, 1}));
  EXPECT_EQ(strides(loop, 1), (Dims{0, 1}));
}

TEST(MakeLoop, MergesBroadcastAndNegativeDims) {
  EXPECT_EQ(sizes(loop_of<1>({5, 7}, {Dims{0, 0}})), Dims{35});
  const auto backwards = loop_of<1>({5, 7}, {Dims{-7, -1}});
  EXPECT_EQ(sizes(backwards), Dims{35});
  EXPECT_EQ(strides(backwards, 0), Dims{-1});
  EXPECT_EQ(sizes(loop_of<1>({5, 7}, {Dims{-7, 1}})), (Dims{5, 7}));
}

TEST(MakeLoop, DropsDimsOfSizeOne) {
  const auto loop = loop_of<1>({1, 3, 1}, {Dims{99, 2, -5}});
  EXPECT_EQ(sizes(loop), Dims{3});
  EXPECT_EQ(strides(loop, 0), Dims{2});
  EXPECT_EQ(loop_of<1>({1, 1}, {Dims{3, 4}}).rank, 0U);
  EXPECT_EQ(loop_of<1>({}, {Dims{}}).rank, 0U);
}

TEST(MakeLoop, WithoutElementsIsOneDimOfSizeZero) {
  EXPECT_EQ(sizes(loop_of<1>({3, 0, 2}, {Dims{1, 1, 1}})), Dims{0});
  EXPECT_EQ((sizes(loop_of<2>({0}, {Dims{1}, Dims{1}}))), Dims{0});
}

TEST(MakeLoop, TakesARangeOfDims) {
  const Dims shape{2, 3, 4, 5};
  const Dims steps{60, 20, 5, 1};
  const auto loop = ndx::make_loop<1>(shape, {DimsView(steps)}, 1, 3);
  EXPECT_EQ(sizes(loop), Dims{12});
  EXPECT_EQ(strides(loop, 0), Dims{5});
  EXPECT_EQ(ndx::make_loop<1>(shape, {DimsView(steps)}, 2, 2).rank, 0U);
}

TEST(IsEmptyLoop, HoldsWhereASizeIsZero) {
  EXPECT_TRUE(is_empty(loop_of<1>({2, 0, 3}, {Dims{1, 1, 1}})));
  EXPECT_FALSE(is_empty(loop_of<1>({2, 1}, {Dims{1, 1}})));
  EXPECT_FALSE(is_empty(Loop<1>()));
}

TEST(Loops, CopyTheirDims) {
  const auto loop = loop_of<2>({4, 3}, {Dims{1, 4}, Dims{3, 1}});
  const Loop<2> copy = loop;
  Loop<2> assigned;
  assigned = loop;
  for (const Loop<2>& other : {copy, assigned}) {
    EXPECT_EQ(sizes(other), (Dims{4, 3}));
    EXPECT_EQ(strides(other, 0), (Dims{1, 4}));
    EXPECT_EQ(strides(other, 1), (Dims{3, 1}));
  }
}

TEST(SortForMemory, PutsSmallStridesOfTheFirstOperandInnermost) {
  std::array<index_t, 2> offsets{0, 0};
  const auto loop = ndx::sort_for_memory(loop_of<2>({4, 3}, {Dims{1, 4}, Dims{3, 1}}), offsets);
  EXPECT_EQ(sizes(loop), (Dims{3, 4}));
  EXPECT_EQ(strides(loop, 0), (Dims{4, 1}));
  EXPECT_EQ(strides(loop, 1), (Dims{1, 3}));
}

TEST(SortForMemory, TurnsNegativeStridesRoundForAllOperands) {
  std::array<index_t, 2> offsets{5, 10};
  const auto loop = ndx::sort_for_memory(loop_of<2>({6}, {Dims{-1}, Dims{2}}), offsets);
  EXPECT_EQ(strides(loop, 0), Dims{1});
  EXPECT_EQ(strides(loop, 1), Dims{-2});
  EXPECT_EQ(offsets[0], 0);
  EXPECT_EQ(offsets[1], 20);
}

TEST(SortForMemory, MergesWhatTheNewOrderMakesContiguous) {
  std::array<index_t, 1> offsets{23};
  const auto loop = ndx::sort_for_memory(loop_of<1>({4, 3, 2}, {Dims{-1, -4, -12}}), offsets);
  EXPECT_EQ(sizes(loop), Dims{24});
  EXPECT_EQ(strides(loop, 0), Dims{1});
  EXPECT_EQ(offsets[0], 0);
}

TEST(SortForMemory, OfASingleElementOrNoneChangesNothing) {
  std::array<index_t, 1> offsets{7};
  EXPECT_EQ(ndx::sort_for_memory(Loop<1>{}, offsets).rank, 0U);
  EXPECT_EQ(sizes(ndx::sort_for_memory(loop_of<1>({0}, {Dims{-1}}), offsets)), Dims{0});
  EXPECT_EQ(offsets[0], 7);
}

TEST(Loops, VisitTheSamePairsAsTheUnmergedShape) {
  std::mt19937 engine(7);
  const auto pick = [&](int low, int high) {
    return static_cast<index_t>(std::uniform_int_distribution<int>(low, high)(engine));
  };
  for (int round = 0; round < 500; ++round) {
    Loop<2> plain;
    plain.rank = static_cast<std::size_t>(pick(0, 4));
    for (std::size_t d = 0; d < plain.rank; ++d) {
      plain.sizes[d] = pick(1, 3);
      for (auto& strides : plain.strides) strides[d] = pick(-6, 6);
    }
    const auto expected = visited(plain, {40, 50});
    const auto merged = loop_of<2>(sizes(plain), {strides(plain, 0), strides(plain, 1)});
    EXPECT_EQ(visited(merged, {40, 50}), expected);

    std::array<index_t, 2> offsets{40, 50};
    const auto sorted = ndx::sort_for_memory(merged, offsets);
    auto pairs = visited(sorted, offsets);
    auto sorted_expected = expected;
    std::sort(pairs.begin(), pairs.end());
    std::sort(sorted_expected.begin(), sorted_expected.end());
    EXPECT_EQ(pairs, sorted_expected);
    for (std::size_t d = 0; d < sorted.rank; ++d) {
      EXPECT_GE(sorted.strides[0][d], 0);
      if (d > 0) {
        EXPECT_GE(sorted.strides[0][d - 1], sorted.strides[0][d]);
      }
    }
  }
}

}  // namespace loop_test
