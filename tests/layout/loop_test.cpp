// Loops reduced to the fewest dims: what is merged, what is not, and in which order.
#include <algorithm>
#include <random>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/layout/loop.hpp>

namespace {

using ndx::Dims;
using ndx::DimsView;
using ndx::index_t;
using ndx::StridedLoop;

template <std::size_t K>
StridedLoop<K> loop_of(const Dims& shape, const std::array<Dims, K>& strides) {
  std::array<DimsView, K> views;
  for (std::size_t k = 0; k < K; ++k) views[k] = strides[k];
  return ndx::make_loop<K>(shape, views);
}

/// The offsets of operand k in the order of the loop.
template <std::size_t K>
std::vector<std::array<index_t, K>> visited(const StridedLoop<K>& loop,
                                            std::array<index_t, K> start) {
  std::vector<std::array<index_t, K>> offsets{start};
  for (std::size_t d = 0; d < loop.rank(); ++d) {
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
  EXPECT_EQ(loop.sizes, Dims{24});
  EXPECT_EQ(loop.strides[0], Dims{1});
}

TEST(MakeLoop, MergesOnlyWhereAllOperandsContinue) {
  const auto loop = loop_of<2>({2, 3, 4}, {Dims{12, 4, 1}, Dims{0, 4, 1}});
  EXPECT_EQ(loop.sizes, (Dims{2, 12}));
  EXPECT_EQ(loop.strides[0], (Dims{12, 1}));
  EXPECT_EQ(loop.strides[1], (Dims{0, 1}));
}

TEST(MakeLoop, MergesBroadcastAndNegativeDims) {
  EXPECT_EQ(loop_of<1>({5, 7}, {Dims{0, 0}}).sizes, Dims{35});
  const auto backwards = loop_of<1>({5, 7}, {Dims{-7, -1}});
  EXPECT_EQ(backwards.sizes, Dims{35});
  EXPECT_EQ(backwards.strides[0], Dims{-1});
  EXPECT_EQ(loop_of<1>({5, 7}, {Dims{-7, 1}}).sizes, (Dims{5, 7}));
}

TEST(MakeLoop, DropsDimsOfSizeOne) {
  const auto loop = loop_of<1>({1, 3, 1}, {Dims{99, 2, -5}});
  EXPECT_EQ(loop.sizes, Dims{3});
  EXPECT_EQ(loop.strides[0], Dims{2});
  EXPECT_EQ(loop_of<1>({1, 1}, {Dims{3, 4}}).rank(), 0U);
  EXPECT_EQ(loop_of<1>({}, {Dims{}}).rank(), 0U);
}

TEST(MakeLoop, WithoutElementsIsOneDimOfSizeZero) {
  EXPECT_EQ(loop_of<1>({3, 0, 2}, {Dims{1, 1, 1}}).sizes, Dims{0});
  EXPECT_EQ((loop_of<2>({0}, {Dims{1}, Dims{1}}).sizes), Dims{0});
}

TEST(MakeLoop, TakesARangeOfDims) {
  const Dims shape{2, 3, 4, 5};
  const Dims strides{60, 20, 5, 1};
  const auto loop = ndx::make_loop<1>(shape, {DimsView(strides)}, 1, 3);
  EXPECT_EQ(loop.sizes, Dims{12});
  EXPECT_EQ(loop.strides[0], Dims{5});
  EXPECT_EQ(ndx::make_loop<1>(shape, {DimsView(strides)}, 2, 2).rank(), 0U);
}

TEST(SortForMemory, PutsSmallStridesOfTheFirstOperandInnermost) {
  std::array<index_t, 2> offsets{0, 0};
  const auto loop = ndx::sort_for_memory(loop_of<2>({4, 3}, {Dims{1, 4}, Dims{3, 1}}), offsets);
  EXPECT_EQ(loop.sizes, (Dims{3, 4}));
  EXPECT_EQ(loop.strides[0], (Dims{4, 1}));
  EXPECT_EQ(loop.strides[1], (Dims{1, 3}));
}

TEST(SortForMemory, TurnsNegativeStridesRoundForAllOperands) {
  std::array<index_t, 2> offsets{5, 10};
  const auto loop = ndx::sort_for_memory(loop_of<2>({6}, {Dims{-1}, Dims{2}}), offsets);
  EXPECT_EQ(loop.strides[0], Dims{1});
  EXPECT_EQ(loop.strides[1], Dims{-2});
  EXPECT_EQ(offsets[0], 0);
  EXPECT_EQ(offsets[1], 20);
}

TEST(SortForMemory, MergesWhatTheNewOrderMakesContiguous) {
  std::array<index_t, 1> offsets{23};
  const auto loop = ndx::sort_for_memory(loop_of<1>({4, 3, 2}, {Dims{-1, -4, -12}}), offsets);
  EXPECT_EQ(loop.sizes, Dims{24});
  EXPECT_EQ(loop.strides[0], Dims{1});
  EXPECT_EQ(offsets[0], 0);
}

TEST(SortForMemory, OfASingleElementOrNoneChangesNothing) {
  std::array<index_t, 1> offsets{7};
  EXPECT_EQ(ndx::sort_for_memory(StridedLoop<1>{}, offsets).rank(), 0U);
  EXPECT_EQ(ndx::sort_for_memory(loop_of<1>({0}, {Dims{-1}}), offsets).sizes, Dims{0});
  EXPECT_EQ(offsets[0], 7);
}

TEST(Loops, VisitTheSamePairsAsTheUnmergedShape) {
  std::mt19937 engine(7);
  const auto pick = [&](int low, int high) {
    return static_cast<index_t>(std::uniform_int_distribution<int>(low, high)(engine));
  };
  for (int round = 0; round < 500; ++round) {
    StridedLoop<2> plain;
    const index_t rank = pick(0, 4);
    for (index_t d = 0; d < rank; ++d) {
      plain.sizes.push_back(pick(1, 3));
      for (Dims& strides : plain.strides) strides.push_back(pick(-6, 6));
    }
    const auto expected = visited(plain, {40, 50});
    const auto merged = loop_of<2>(plain.sizes, plain.strides);
    EXPECT_EQ(visited(merged, {40, 50}), expected);

    std::array<index_t, 2> offsets{40, 50};
    const auto sorted = ndx::sort_for_memory(merged, offsets);
    auto pairs = visited(sorted, offsets);
    auto sorted_expected = expected;
    std::sort(pairs.begin(), pairs.end());
    std::sort(sorted_expected.begin(), sorted_expected.end());
    EXPECT_EQ(pairs, sorted_expected);
    for (std::size_t d = 0; d < sorted.rank(); ++d) {
      EXPECT_GE(sorted.strides[0][d], 0);
      if (d > 0) {
        EXPECT_GE(sorted.strides[0][d - 1], sorted.strides[0][d]);
      }
    }
  }
}

}  // namespace
