#include <array>
#include <limits>

#include <ndx/ops/shape/triangles.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace index_makers_test {

constexpr index_t kMin = std::numeric_limits<index_t>::min();
constexpr index_t kMax = std::numeric_limits<index_t>::max();

// NumPy's documentation of ix_: a = arange(10).reshape(2, 5).
TEST(Ix, CombinesListsEachWithEach) {
  const auto a = counting({2, 5});
  const auto grid = ix_(tensor({0, 1}), tensor({2, 4}));
  ASSERT_EQ(grid.size(), 2u);
  EXPECT_TRUE(is(grid[0], {2, 1}, {0, 1}));
  EXPECT_TRUE(is(grid[1], {1, 2}, {2, 4}));
  EXPECT_TRUE(is(a.index(grid), {2, 2}, {2, 4, 7, 9}));
  EXPECT_TRUE(is(a.index(ix_(tensor({0, 1}), tensor({2, 4}))), {2, 2}, {2, 4, 7, 9}));
}

TEST(Ix, TakesMasks) {
  const auto a = counting({2, 5});
  const auto columns = tensor({false, false, true, false, true});
  EXPECT_TRUE(is(a.index(ix_(tensor({true, true}), tensor({2, 4}))), {2, 2}, {2, 4, 7, 9}));
  EXPECT_TRUE(is(a.index(ix_(tensor({true, true}), columns)), {2, 2}, {2, 4, 7, 9}));
  EXPECT_TRUE(is(a.index(ix_(tensor({false, true}), columns)), {1, 2}, {7, 9}));
  EXPECT_TRUE(is(ix_(std::vector<bool>{true, false, true})[0], {2}, {0, 2}));
  EXPECT_TRUE(has_shape(ix_(tensor({0}), tensor({false, false}))[1], {1, 0}));
}

TEST(Ix, TakesListsOfAnyIntegerType) {
  const auto a = counting({2, 5});
  const std::array<std::int8_t, 1> row{-1};
  const std::vector<std::uint32_t> columns{4, 0};
  EXPECT_TRUE(is(a.index(ix_(row, columns)), {1, 2}, {9, 5}));
  EXPECT_TRUE(is(a.index(ix_(row, std::span(columns))), {1, 2}, {9, 5}));
  EXPECT_TRUE(
      is(a.index(ix_(tensor<std::uint64_t>({1}), tensor<std::int16_t>({-1, -2}))), {1, 2}, {9, 8}));
}

TEST(Ix, OfStridedExpandedAndReadOnlyTensors) {
  const auto a = counting({3, 4});
  const Tensor<const index_t> backwards = arange(4).flip();
  EXPECT_TRUE(
      is(a.index(ix_(tensor({2}).expand({2}), backwards)), {2, 4}, {11, 10, 9, 8, 11, 10, 9, 8}));
  EXPECT_TRUE(
      is(a.index(ix_(arange(4).slice(0, Slice(None, None, 2)), tensor({1}))), {2, 1}, {1, 9}));
}

TEST(Ix, SharesTensorsOf64BitIntegers) {
  const auto rows = arange(3);
  EXPECT_TRUE(ix_(rows, rows)[1].shares_storage(rows));
  EXPECT_TRUE(has_shape(rows, {3}));
}

TEST(Ix, OfOneOrNoneOrManyLists) {
  EXPECT_TRUE(ix_().empty());
  EXPECT_TRUE(is(ix_(tensor({4, 2}))[0], {2}, {4, 2}));
  const auto three = ix_(arange(4), arange(5), arange(3));
  EXPECT_TRUE(has_shape(three[0], {4, 1, 1}));
  EXPECT_TRUE(has_shape(three[1], {1, 5, 1}));
  EXPECT_TRUE(has_shape(three[2], {1, 1, 3}));
  EXPECT_TRUE(has_shape(counting({2, 2}).index(ix_(std::vector<int>{}, tensor({0}))), {0, 1}));
}

TEST(Ix, Writes) {
  const auto a = counting({2, 3});
  a.index_put_(ix_(tensor({0, 1}), tensor({0, 2})), 9);
  EXPECT_TRUE(is(a, {2, 3}, {9, 1, 9, 9, 4, 9}));
}

TEST(Ix, RefusesOtherRanksAndHugeIndices) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)ix_(arange(2), counting({2, 2})); },
                                 "ix_: argument 1 has shape (2, 2), not one dim"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)ix_(tensor(3)); },
                                 "ix_: argument 0 has shape (), not one dim"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)ix_(ones<bool>({1, 2})); },
                                 "ix_: argument 0 has shape (1, 2), not one dim"));
  const auto huge = tensor<std::uint64_t>({0, std::numeric_limits<std::uint64_t>::max()});
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)ix_(huge); },
      "ix_: index 18446744073709551615 at [1] is beyond the size of any dimension"));
}

TEST(IndexTuple, ListsItsTensors) {
  const IndexTuple tuple(std::vector{arange(2), arange(3)});
  index_t elements = 0;
  for (const Tensor<index_t>& part : tuple) elements += part.numel();
  EXPECT_EQ(elements, 5);
  EXPECT_EQ(tuple.tensors().size(), 2u);
  EXPECT_EQ(ix_(tensor({0})).tensors().size(), 1u);
  EXPECT_TRUE(has_shape(counting({2, 3}).index({"...", None, tuple[0], tuple[0]}), {1, 2}));
  EXPECT_TRUE(has_shape(counting({2, 3}).index(IndexTuple()), {2, 3}));
}

// NumPy's documentation of indices.
TEST(Indices, HoldTheCoordinatesOfEveryPlace) {
  EXPECT_TRUE(is(indices({2, 3}), {2, 2, 3}, {0, 0, 0, 1, 1, 1, 0, 1, 2, 0, 1, 2}));
  EXPECT_TRUE(is(indices({4}), {1, 4}, {0, 1, 2, 3}));
  const auto x = counting({5, 4});
  const auto places = indices({2, 3});
  EXPECT_TRUE(is(x.index({places.select(0, 0), places.select(0, 1)}), {2, 3}, {0, 1, 2, 4, 5, 6}));
}

TEST(Indices, OfNothingAndOfRankZero) {
  EXPECT_TRUE(has_shape(indices({}), {0}));
  EXPECT_TRUE(has_shape(indices({0, 2}), {2, 0, 2}));
  EXPECT_TRUE(is(indices({1, 1}), {2, 1, 1}, {0, 0}));
}

TEST(Indices, RefuseShapesThatCannotBe) {
  EXPECT_TRUE(
      throws<ValueError>([] { (void)indices({2, -1}); }, "indices: size -1 of dim 2 is negative"));
}

TEST(IndexPair, IsTakenApart) {
  auto [rows, columns] = triu_indices(3, 1);
  EXPECT_TRUE(is(rows, {3}, {0, 0, 1}));
  EXPECT_TRUE(is(columns, {3}, {1, 2, 2}));
  const auto pair = tril_indices(2);
  const auto& [lower_rows, lower_columns] = pair;
  EXPECT_TRUE(is(lower_rows, {3}, {0, 1, 1}));
  EXPECT_TRUE(is(lower_columns, {3}, {0, 0, 1}));
  EXPECT_TRUE(lower_rows.shares_storage(pair[0]));
  const IndexTuple tuple = pair;
  EXPECT_TRUE(is(counting({2, 2}).index(tuple), {3}, {0, 2, 3}));
  const auto t = counting({2, 2});
  t.index_put_(pair, -1);
  EXPECT_TRUE(is(t, {2, 2}, {-1, 1, -1, -1}));
}

// NumPy's documentation of tril_indices and triu_indices: a = arange(16).reshape(4, 4).
TEST(TrilIndices, ReadOnAndBelowADiagonal) {
  const auto a = counting({4, 4});
  EXPECT_TRUE(is(a.index(tril_indices(4)), {10}, {0, 4, 5, 8, 9, 10, 12, 13, 14, 15}));
  const auto two_up = tril_indices(4, 2);
  EXPECT_TRUE(is(two_up[0], {15}, {0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3}));
  EXPECT_TRUE(is(two_up[1], {15}, {0, 1, 2, 0, 1, 2, 3, 0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_TRUE(is(tril_indices(3, -1)[0], {3}, {1, 2, 2}));
  EXPECT_TRUE(is(tril_indices(3, -1)[1], {3}, {0, 0, 1}));
}

TEST(TrilIndices, OfMatricesThatAreNotSquare) {
  EXPECT_TRUE(is(counting({2, 4}).index(tril_indices(2, 1, 4)), {5}, {0, 1, 4, 5, 6}));
  EXPECT_TRUE(is(counting({4, 2}).index(tril_indices(4, 0, 2)), {7}, {0, 2, 3, 4, 5, 6, 7}));
}

TEST(TriuIndices, ReadOnAndAboveADiagonal) {
  const auto a = counting({4, 4});
  EXPECT_TRUE(is(a.index(triu_indices(4)), {10}, {0, 1, 2, 3, 5, 6, 7, 10, 11, 15}));
  EXPECT_TRUE(is(a.index(triu_indices(4, 2)), {3}, {2, 3, 7}));
  EXPECT_TRUE(
      is(a.index(triu_indices(4, -2)), {15}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13, 14, 15}));
  EXPECT_TRUE(is(counting({3, 3}).index(triu_indices(3, -1)), {8}, {0, 1, 2, 3, 4, 5, 7, 8}));
  EXPECT_TRUE(is(counting({2, 4}).index(triu_indices(2, 1, 4)), {5}, {1, 2, 3, 6, 7}));
}

TEST(TriangleIndices, OfDiagonalsFarAway) {
  EXPECT_TRUE(has_shape(tril_indices(2, -2)[0], {0}));
  EXPECT_TRUE(has_shape(tril_indices(2, kMin)[0], {0}));
  EXPECT_TRUE(has_shape(tril_indices(2, kMax)[0], {4}));
  EXPECT_TRUE(has_shape(triu_indices(2, kMin)[1], {4}));
  EXPECT_TRUE(has_shape(triu_indices(2, kMax)[1], {0}));
  EXPECT_TRUE(has_shape(triu_indices(2, 2, 3)[1], {1}));
}

TEST(TriangleIndices, OfNothing) {
  EXPECT_TRUE(has_shape(tril_indices(0)[0], {0}));
  EXPECT_TRUE(has_shape(triu_indices(3, 0, 0)[1], {0}));
  EXPECT_EQ(triu_indices(0).size(), 2u);
  EXPECT_TRUE(throws<ValueError>([] { (void)tril_indices(-1); },
                                 "tril_indices: size -1 of dim 0 is negative"));
  EXPECT_TRUE(throws<ValueError>([] { (void)triu_indices(2, 0, -3); },
                                 "triu_indices: size -3 of dim 1 is negative"));
}

// NumPy's values.
TEST(MaskIndices, ReadWhatAFunctionKeeps) {
  const auto a = counting({4, 4});
  const auto above = [](const auto& ones) { return triu(ones, 1); };
  EXPECT_TRUE(is(a.index(mask_indices(4, above)), {6}, {1, 2, 3, 6, 7, 11}));
  const auto band = [](const auto& ones) { return tril(ones, 1) - tril(ones, -1); };
  const auto [rows, columns] = mask_indices(4, band);
  EXPECT_TRUE(is(a.index({rows, columns}), {7}, {0, 1, 5, 6, 10, 11, 15}));
  EXPECT_TRUE(has_shape(mask_indices(0, above)[1], {0}));
  EXPECT_TRUE(is(mask_indices(2, [](const auto& ones) { return ones < 0; })[0], {0}, {}));
}

TEST(MaskIndices, RefuseAFunctionOfAnotherShape) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)mask_indices(2, [](const auto& ones) { return ones[0].clone(); }); },
      "mask_indices: the function returned shape (2), not (2, 2)"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)mask_indices(-1, [](const auto& ones) { return ones; }); },
                         "mask_indices: size -1 of dim 0 is negative"));
}

// NumPy's documentation of diag_indices.
TEST(DiagIndices, NameTheMainDiagonal) {
  const auto a = counting({4, 4});
  a.index_put_(diag_indices(4), 100);
  EXPECT_TRUE(is(a, {4, 4}, {100, 1, 2, 3, 4, 100, 6, 7, 8, 9, 100, 11, 12, 13, 14, 100}));
  const auto cube = zeros<int>({2, 2, 2});
  cube.index_put_(diag_indices(2, 3), 1);
  EXPECT_TRUE(is(cube, {2, 2, 2}, {1, 0, 0, 0, 0, 0, 0, 1}));
}

TEST(Ix, TakesListsInBraces) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(is(t.index(ix_({0, 2}, {1, 3})), {2, 2}, {1, 3, 9, 11}));
  EXPECT_TRUE(is(t.index(ix_({2, 0}, {true, false, false, true})), {2, 2}, {8, 11, 0, 3}));
  EXPECT_TRUE(is(counting({2, 2, 2}).index(ix_({1}, {0, 1}, {0})), {1, 2, 1}, {4, 6}));
  const auto rows = tensor({{2, 1}, {0, 0}});
  EXPECT_TRUE(is(t.index(ix_(rows[0], {3, 0})), {2, 2}, {11, 8, 7, 4}));
  EXPECT_TRUE(is(t.index(ix_({0}, std::vector<int>{1, 2})), {1, 2}, {1, 2}));
}

TEST(DiagIndices, OfNothingAndOfNoDim) {
  EXPECT_TRUE(has_shape(diag_indices(0)[1], {0}));
  EXPECT_TRUE(diag_indices(3, 0).empty());
  EXPECT_TRUE(throws<ValueError>([] { (void)diag_indices(-2); }, "diag_indices: n -2 is negative"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)diag_indices(2, -1); }, "diag_indices: ndim -1 is negative"));
}

}  // namespace index_makers_test
