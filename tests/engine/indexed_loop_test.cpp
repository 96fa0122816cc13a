// IndexedLoop: which dims of the result are the outer loop, positions and the row, and what merges.
#include "support/expect.hpp"

using namespace ndx;

namespace indexed_loop_test {

using detail::IndexedLoop;
using detail::Repeats;

const Layout kCube{{3, 4, 5}, {20, 5, 1}, 0};

Dims sizes(const Loop<2>& loop) { return DimsView(loop.sizes, loop.rank); }
Dims strides(const Loop<2>& loop, std::size_t side) {
  return DimsView(loop.strides[side], loop.rank);
}
Dims sizes(const IndexedLoop& loop) {
  return DimsView(loop.index_shape().sizes, loop.index_shape().rank);
}

TEST(IndexedLoop, DimsBeforeThePositionsAreOuterAndThoseAfterAreTheRow) {
  const std::vector<TensorIndex> terms{Slice(), tensor({3, 1})};
  const IndexPlan plan = plan_index("index", IndexRule::views_first, kCube, terms);
  const IndexedLoop loop(plan, Dims{10, 5, 1});
  EXPECT_EQ(sizes(loop.outer), (Dims{3}));
  EXPECT_EQ(strides(loop.outer, 0), (Dims{20}));
  EXPECT_EQ(strides(loop.outer, 1), (Dims{10}));
  EXPECT_EQ(sizes(loop), (Dims{2}));
  EXPECT_EQ(strides(loop.positions, 1), (Dims{5}));
  EXPECT_EQ(sizes(loop.inner), (Dims{5}));
  EXPECT_EQ(loop.position_count(), 2);
}

TEST(IndexedLoop, MergesRowDimsThatAreContiguousOnBothSides) {
  const std::vector<TensorIndex> terms{tensor({2, 0})};
  const IndexPlan plan = plan_index("index", IndexRule::views_first, kCube, terms);
  EXPECT_EQ(sizes(IndexedLoop(plan, Dims{20, 5, 1}).inner), (Dims{20}));
  EXPECT_EQ(sizes(IndexedLoop(plan, Dims{24, 6, 1}).inner), (Dims{4, 5}));
}

TEST(IndexedLoop, ElementsOfShortRowsThatAreNotAdjacentArePositions) {
  const std::vector<TensorIndex> terms{tensor({2, 0, 1})};
  const auto loop_of = [&](const Layout& source, const Dims& linear, const auto& check) {
    const IndexPlan plan = plan_index("index", IndexRule::views_first, source, terms);
    check(IndexedLoop(plan, linear));
  };
  loop_of({{3, 4}, {4, -1}, 3}, {4, 1}, [](const IndexedLoop& loop) {
    EXPECT_EQ(loop.position_count(), 12);
    EXPECT_EQ(sizes(loop), (Dims{3, 4}));
    EXPECT_EQ(sizes(loop.inner), (Dims{}));
    ASSERT_NE(loop.index_shape().walked, nullptr);
    EXPECT_EQ(loop.index_shape().walked[1], -1);
  });
  loop_of({{3, 2, 3}, {8, 4, 1}, 0}, {6, 3, 1},
          [](const IndexedLoop& loop) { EXPECT_EQ(loop.position_count(), 18); });
  loop_of({{3, 4}, {4, 1}, 0}, {8, 2},
          [](const IndexedLoop& loop) { EXPECT_EQ(loop.position_count(), 12); });
  loop_of({{3, 4}, {4, 1}, 0}, {4, 1}, [](const IndexedLoop& loop) {  // adjacent
    EXPECT_EQ(loop.position_count(), 3);
    EXPECT_EQ(sizes(loop.inner), (Dims{4}));
  });
  loop_of({{3, 7}, {7, -1}, 6}, {7, 1}, [](const IndexedLoop& loop) {  // long
    EXPECT_EQ(loop.position_count(), 3);
    EXPECT_EQ(sizes(loop.inner), (Dims{7}));
  });
  loop_of({{3, 4}, {4, 0}, 0}, {4, 1}, [](const IndexedLoop& loop) {  // one element, repeated
    EXPECT_EQ(sizes(loop.inner), (Dims{4}));
  });
}

TEST(IndexedLoop, MergesPositionDimsThatContinueInEveryOperand) {
  const auto grid = zeros<index_t>({2, 3});
  const std::vector<TensorIndex> terms{grid, grid};
  const IndexPlan plan = plan_index("index", IndexRule::views_first, kCube, terms);
  EXPECT_EQ(sizes(IndexedLoop(plan, Dims{15, 5, 1})), (Dims{6}));
  EXPECT_EQ(sizes(IndexedLoop(plan, Dims{16, 5, 1})), (Dims{2, 3}));
  const std::vector<TensorIndex> transposed{grid, zeros<index_t>({3, 2}).transpose()};
  const IndexPlan other = plan_index("index", IndexRule::views_first, kCube, transposed);
  EXPECT_EQ(sizes(IndexedLoop(other, Dims{15, 5, 1})), (Dims{2, 3}));
}

TEST(IndexedLoop, ARepeatedDimIsARowForReadsOnceForAssignmentAndEachForReductions) {
  const std::vector<TensorIndex> terms{tensor({2}).expand({7})};
  const IndexPlan plan = plan_index("index", IndexRule::views_first, kCube, terms);
  const IndexedLoop read(plan, Dims{20, 5, 1});
  EXPECT_EQ(read.position_count(), 1);
  EXPECT_EQ(sizes(read.outer), (Dims{}));
  EXPECT_EQ(sizes(read.inner), (Dims{7, 20}));
  EXPECT_EQ(IndexedLoop(plan, Dims{0, 5, 1}, Repeats::once).position_count(), 1);
  EXPECT_EQ(IndexedLoop(plan, Dims{20, 5, 1}, Repeats::once).position_count(), 7);  // the last wins
  EXPECT_EQ(IndexedLoop(plan, Dims{0, 5, 1}, Repeats::all).position_count(), 7);
}

TEST(IndexedLoop, OfASingleIndexIsOneRow) {
  const std::vector<TensorIndex> terms{Slice(), tensor({3})};
  const IndexPlan plan = plan_index("index", IndexRule::views_first, kCube, terms);
  const IndexedLoop loop(plan, Dims{5, 5, 1});
  EXPECT_EQ(loop.position_count(), 1);
  EXPECT_EQ(sizes(loop.outer), (Dims{}));
  EXPECT_EQ(sizes(loop.inner), (Dims{3, 5}));
}

TEST(IndexedLoop, WithoutElementsHasNoPositions) {
  const std::vector<TensorIndex> terms{zeros<index_t>({0})};
  const IndexPlan plan = plan_index("index", IndexRule::views_first, kCube, terms);
  EXPECT_EQ(IndexedLoop(plan, Dims{20, 5, 1}).position_count(), 0);
}

TEST(FrozenPlan, HoldsOffsetsOverTheDimsAlongWhichAnOperandVaries) {
  const std::vector<TensorIndex> terms{tensor({2, -3}), Slice(),
                                       tensor({{4}, {-5}}).expand({2, 9})};
  const detail::FrozenPlan outer(plan_index("plan", IndexRule::outer, kCube, terms),
                                 IndexRule::outer);
  const IndexPlan plan = outer.at("plan", 0);
  ASSERT_EQ(plan.operands.size(), 2u);
  EXPECT_EQ(plan.shape, (Dims{2, 4, 2, 9}));
  EXPECT_EQ(plan.strides_of(0), (Dims{1, 0, 0, 0}));
  EXPECT_EQ(plan.strides_of(1), (Dims{0, 0, 1, 0}));
  const auto offsets = [&](std::size_t k) {
    const auto* const first =
        reinterpret_cast<const index_t*>(plan.operands[k].tensor->storage.data());
    return std::vector<index_t>(first, first + numel(plan.operands[k].tensor->layout));
  };
  EXPECT_EQ(offsets(0), (std::vector<index_t>{40, 0}));
  EXPECT_EQ(offsets(1), (std::vector<index_t>{4, 0}));
}

}  // namespace indexed_loop_test
