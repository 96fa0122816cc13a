// Placing operands: for each dim of the result its size, the stride of the view along it, and the
// stride of each operand along it. All strides are written by hand.
#include <ndx/plan/plan_along.hpp>

#include "support/expect.hpp"

using namespace ndx;

namespace planner_test {

const Layout kCube{{3, 4, 5}, {20, 5, 1}, 0};
const auto i = tensor({0, 2});
const auto column = tensor({{0}, {2}, {1}});

IndexPlan planned(IndexRule rule, const std::vector<TensorIndex>& terms) {
  return plan_index("index", rule, kCube, terms);
}

/// The plan's result dims, as written by hand.
void expect_plan(const IndexPlan& plan, const Dims& shape, const Dims& view_strides,
                 const std::vector<Dims>& operands) {
  EXPECT_EQ(plan.shape, shape);
  EXPECT_EQ(plan.view_strides, view_strides);
  ASSERT_EQ(plan.operands.size(), operands.size());
  for (std::size_t k = 0; k < operands.size(); ++k) EXPECT_EQ(plan.strides_of(k), operands[k]) << k;
}

TEST(Planner, AdjacentOperandsGoInPlaceOfTheFirst) {
  const std::vector<TensorIndex> terms{Slice(), i, i};
  const IndexPlan plan = planned(IndexRule::views_first, terms);
  expect_plan(plan, {3, 2}, {20, 0}, {{0, 1}, {0, 1}});
  EXPECT_EQ(plan.index_dims, 2u);
}

TEST(Planner, SeparatedOperandsGoInFront) {
  const std::vector<TensorIndex> terms{i, Slice(), i};
  const IndexPlan plan = planned(IndexRule::views_first, terms);
  expect_plan(plan, {2, 4}, {0, 5}, {{1, 0}, {1, 0}});
  EXPECT_EQ(plan.index_dims, 1u);
}

TEST(Planner, AnIntegerSeparatesUnderNumpysRuleAlone) {
  const std::vector<TensorIndex> terms{0, Slice(), i};
  expect_plan(planned(IndexRule::views_first, terms), {4, 2}, {5, 0}, {{0, 1}});
  expect_plan(planned(IndexRule::numpy, terms), {2, 4}, {0, 5}, {{1, 0}});
}

TEST(Planner, OuterOperandsVaryAlongTheirOwnDims) {
  const std::vector<TensorIndex> terms{column, Slice(1, None, 2), i};
  expect_plan(planned(IndexRule::outer, terms), {3, 1, 2, 2}, {0, 0, 10, 0},
              {{1, 0, 0, 0}, {0, 0, 0, 1}});
}

TEST(Planner, VectorizedOperandsAreAlwaysInFront) {
  const std::vector<TensorIndex> terms{Slice(), i};
  expect_plan(planned(IndexRule::vectorized, terms), {2, 3, 5}, {0, 20, 1}, {{1, 0, 0}});
}

TEST(Planner, ABroadcastOperandDoesNotVary) {
  const std::vector<TensorIndex> terms{column, i};
  expect_plan(planned(IndexRule::views_first, terms), {3, 2, 5}, {0, 0, 1}, {{1, 0, 0}, {0, 1, 0}});
}

TEST(Planner, AMaskVariesAlongTheOneDimOfItsTrueElements) {
  const auto mask = zeros<bool>({4, 5});
  mask.at(1, 2) = mask.at(3, 0) = mask.at(3, 4) = true;
  expect_plan(planned(IndexRule::views_first, {Slice(), mask}), {3, 3}, {20, 0}, {{0, 1}});
  mask.at(3, 4) = mask.at(3, 0) = false;  // a single one broadcasts
  const std::vector<TensorIndex> terms{i, mask};
  expect_plan(planned(IndexRule::views_first, terms), {2}, {0}, {{1}, {0}});
}

TEST(Planner, ABoolAddsADimAndNoOffset) {
  const std::vector<TensorIndex> terms{true, Slice(), i};
  const IndexPlan plan = planned(IndexRule::views_first, terms);
  expect_plan(plan, {2, 3, 5}, {0, 20, 1}, {{0, 0, 0}, {1, 0, 0}});
}

TEST(Planner, TakePutsTheDimsOfTheIndexInPlaceOfOne) {
  const UntypedTensor index = column.untyped();
  expect_plan(detail::plan_in_place_of("take", kCube, 1, index), {3, 3, 1, 5}, {20, 0, 0, 1},
              {{0, 1, 0, 0}});
}

TEST(Planner, TakeAlongAxisWalksTheViewWhereTheIndexVariesToo) {
  const Layout table{{3, 4}, {4, 1}, 0};
  UntypedTensor each = zeros<index_t>({3, 2}).untyped();
  expect_plan(detail::plan_along_axis("take_along_axis", table, 1, each), {3, 2}, {4, 0}, {{2, 1}});
  UntypedTensor shared = zeros<index_t>({1, 2}).untyped();
  expect_plan(detail::plan_along_axis("take_along_axis", table, 1, shared), {3, 2}, {4, 0},
              {{0, 1}});
  const Layout row{{1, 4}, {4, 1}, 0};  // broadcast to the rows of the index
  expect_plan(detail::plan_along_axis("take_along_axis", row, 1, each), {3, 2}, {0, 0}, {{2, 1}});
}

TEST(Planner, GatherNdReadsOneColumnOfCoordinatesForEachDim) {
  const auto coordinates = zeros<index_t>({6, 2});
  std::vector<UntypedTensor> columns;
  expect_plan(detail::plan_by_coordinates("gather_nd", kCube, coordinates.untyped(), columns),
              {6, 5}, {0, 1}, {{2, 0}, {2, 0}});
  expect_plan(
      detail::plan_by_coordinates("gather_nd", kCube, zeros<index_t>({6, 0}).untyped(), columns),
      {6, 3, 4, 5}, {0, 20, 5, 1}, {});
}

}  // namespace planner_test
