// Views: values as NumPy's (or PyTorch's, for unfold, split and chunk), storage shared.
#include <ndx/tensor/views.hpp>

#include "support/expect.hpp"

namespace views_test {

using expect::has_shape;
using expect::is;
using expect::throws;
using ndx::arange;
using ndx::Dims;
using ndx::index_t;
using ndx::IndexError;
using ndx::None;
using ndx::ShapeError;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::ValueError;

Tensor<int> cube() { return arange<int>(24).reshape({2, 3, 4}); }

/// The values, and that no element was copied: writing through the view is seen in the source.
testing::AssertionResult is_view(const Tensor<int>& source, const Tensor<int>& view,
                                 const expect::Shape& shape, const std::vector<int>& values) {
  if (!view.shares_storage(source)) return testing::AssertionFailure() << "a copy";
  return is(view, shape, values);
}

TEST(Permute, TakesDimsInTheOrderGiven) {
  const auto t = cube();
  EXPECT_TRUE(is_view(
      t, t.permute({2, 0, 1}), {4, 2, 3},
      {0, 4, 8, 12, 16, 20, 1, 5, 9, 13, 17, 21, 2, 6, 10, 14, 18, 22, 3, 7, 11, 15, 19, 23}));
  EXPECT_TRUE(has_shape(t.permute({-1, -2, -3}), {4, 3, 2}));
  EXPECT_TRUE(is(tensor(5).permute({}), {}, {5}));
  EXPECT_TRUE(throws<ValueError>([&] { (void)t.permute({0, 0, 1}); },
                                 "permute: order (0, 0, 1) names dim 0 twice"));
}

TEST(Transpose, ExchangesTwoDimsOrReversesAll) {
  const auto t = cube();
  const std::vector<int> reversed{0, 12, 4, 16, 8,  20, 1, 13, 5, 17, 9,  21,
                                  2, 14, 6, 18, 10, 22, 3, 15, 7, 19, 11, 23};
  EXPECT_TRUE(is_view(t, t.transpose(), {4, 3, 2}, reversed));
  EXPECT_TRUE(is_view(t, t.transpose(0, -1), {4, 3, 2}, reversed));
  EXPECT_TRUE(is(tensor(5).transpose(), {}, {5}));
  EXPECT_TRUE(throws<IndexError>([&] { (void)t.transpose(0, 3); },
                                 "transpose: dim 3 is out of range for a tensor of rank 3"));
}

TEST(Transpose, TakesTheDimsInTheOrderGiven) {
  const auto t = cube();
  EXPECT_TRUE(is_view(
      t, t.transpose({2, 0, 1}), {4, 2, 3},
      {0, 4, 8, 12, 16, 20, 1, 5, 9, 13, 17, 21, 2, 6, 10, 14, 18, 22, 3, 7, 11, 15, 19, 23}));
  EXPECT_TRUE(is(t[0].transpose({1, 0}), {4, 3}, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  EXPECT_TRUE(throws<ValueError>([&] { (void)t.transpose({0, 0, 1}); },
                                 "transpose: order (0, 0, 1) names dim 0 twice"));
}

TEST(Movedim, LeavesTheOthersInOrder) {
  const auto t = cube();
  EXPECT_TRUE(is_view(t, t.movedim(0, 2), {3, 4, 2}, {0, 12, 1, 13, 2, 14, 3, 15, 4,  16, 5,  17,
                                                      6, 18, 7, 19, 8, 20, 9, 21, 10, 22, 11, 23}));
  EXPECT_TRUE(has_shape(t.movedim({0, 1}, {-1, 0}), {3, 4, 2}));
  EXPECT_TRUE(has_shape(t.movedim({}, {}), {2, 3, 4}));
  EXPECT_THROW((void)t.movedim({0, 1}, {0}), ShapeError);
  EXPECT_THROW((void)t.movedim(3, 0), IndexError);
}

TEST(SqueezeAndUnsqueeze, DropAndInsertDimsOfSizeOne) {
  const auto t = cube().reshape({1, 2, 3, 1, 4});
  EXPECT_TRUE(has_shape(t.squeeze(), {2, 3, 4}));
  EXPECT_TRUE(has_shape(t.squeeze(0), {2, 3, 1, 4}));
  EXPECT_TRUE(has_shape(t.squeeze(-2), {1, 2, 3, 4}));
  EXPECT_TRUE(has_shape(t.squeeze(1), {1, 2, 3, 1, 4}));
  EXPECT_TRUE(has_shape(t.unsqueeze(-1), {1, 2, 3, 1, 4, 1}));
  EXPECT_TRUE(
      is_view(t, t.squeeze().unsqueeze(0).select(1, 1).select(1, 0), {1, 4}, {12, 13, 14, 15}));
  EXPECT_TRUE(is(tensor(5).unsqueeze(0), {1}, {5}));
  EXPECT_TRUE(is(tensor({5}).squeeze(), {}, {5}));
  EXPECT_TRUE(has_shape(ndx::empty<int>({0, 1}).squeeze(), {0}));
  EXPECT_THROW((void)t.squeeze(5), IndexError);
  EXPECT_THROW((void)t.unsqueeze(6), IndexError);
  EXPECT_THROW((void)ndx::zeros(Dims::filled(64, 1)).unsqueeze(0), ValueError);
}

TEST(Expand, RepeatsWithoutCopying) {
  const auto t = tensor({{1}, {2}});
  EXPECT_TRUE(is_view(t, t.expand({2, 3}), {2, 3}, {1, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(is_view(t, t.expand({2, -1, 2}), {2, 2, 2}, {1, 1, 2, 2, 1, 1, 2, 2}));
  EXPECT_TRUE(is_view(t, t.broadcast_to({2, 3}), {2, 3}, {1, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(is(t.expand({2, 0}), {2, 0}, {}));
  EXPECT_TRUE(is(tensor(7).expand({3}), {3}, {7, 7, 7}));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)t.expand({3, 3}); },
                                 "expand: shape (2, 1) cannot be broadcast to (3, 3)"));
  EXPECT_THROW((void)t.broadcast_to({2}), ShapeError);
  EXPECT_THROW((void)t.broadcast_to({-1, 2}), ValueError);
}

TEST(Flip, TurnsTheNamedDimsRound) {
  const auto t = cube();
  EXPECT_TRUE(is_view(t, t.flip(1), {2, 3, 4}, {8,  9,  10, 11, 4,  5,  6,  7,  0,  1,  2,  3,
                                                20, 21, 22, 23, 16, 17, 18, 19, 12, 13, 14, 15}));
  EXPECT_TRUE(is_view(
      t, t.flip({0, -1}), {2, 3, 4},
      {15, 14, 13, 12, 19, 18, 17, 16, 23, 22, 21, 20, 3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8}));
  EXPECT_TRUE(is(arange<int>(3).flip(), {3}, {2, 1, 0}));
  EXPECT_TRUE(is(tensor(5).flip(), {}, {5}));
  EXPECT_TRUE(is(ndx::empty<int>({0, 2}).flip(), {0, 2}, {}));
}

TEST(Flip, OfNoDimsChangesNothing) {
  EXPECT_TRUE(is(arange<int>(3).flip({}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(arange<int>(3).flip({0}), {3}, {2, 1, 0}));
  EXPECT_TRUE(is(arange<int>(3).flip(-1), {3}, {2, 1, 0}));
  EXPECT_THROW((void)arange<int>(3).flip({0, -1}), ValueError);
  EXPECT_THROW((void)arange<int>(3).flip(1), IndexError);
}

TEST(Select, DropsADim) {
  const auto t = cube();
  EXPECT_TRUE(is_view(t, t.select(1, -1), {2, 4}, {8, 9, 10, 11, 20, 21, 22, 23}));
  EXPECT_TRUE(is_view(t, t.select(0, 1).select(-1, 0), {3}, {12, 16, 20}));
  EXPECT_TRUE(throws<IndexError>([&] { (void)t.select(2, 4); },
                                 "select: index 4 is out of bounds for dimension 2 with size 4"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)t.select(-1, -5); },
                                 "select: index -5 is out of bounds for dimension 2 with size 4"));
  EXPECT_THROW((void)tensor(1).select(0, 0), IndexError);
}

TEST(Narrow, TakesARunThatMustBeThere) {
  const auto t = cube();
  EXPECT_TRUE(
      is_view(t, t.narrow(2, 1, 2), {2, 3, 2}, {1, 2, 5, 6, 9, 10, 13, 14, 17, 18, 21, 22}));
  EXPECT_TRUE(is_view(t, t.select(0, 0).narrow(0, -1, 1), {1, 4}, {8, 9, 10, 11}));
  EXPECT_TRUE(has_shape(t.narrow(2, 4, 0), {2, 3, 0}));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)t.narrow(2, 3, 2); },
      "narrow: start 3 and length 2 are out of bounds for dimension 2 with size 4"));
  for (const auto& [start, length] : {std::array<index_t, 2>{5, 0},
                                      {0, -1},
                                      {-5, 1},
                                      {1, INT64_MAX},
                                      {INT64_MIN, 1},
                                      {INT64_MAX, 1}})
    EXPECT_THROW((void)t.narrow(2, start, length), IndexError);
}

TEST(SliceMember, ClampsAsPython) {
  const auto t = cube();
  EXPECT_TRUE(is_view(t, t.slice(1, Slice(None, None, -2)), {2, 2, 4},
                      {8, 9, 10, 11, 0, 1, 2, 3, 20, 21, 22, 23, 12, 13, 14, 15}));
  EXPECT_TRUE(has_shape(t.slice(2, Slice(1, 100)), {2, 3, 3}));
  EXPECT_TRUE(has_shape(t.slice(-1, Slice(3, 1)), {2, 3, 0}));
  EXPECT_TRUE(has_shape(t.slice(0, Slice(INT64_MIN, INT64_MAX, INT64_MAX)), {1, 3, 4}));
  EXPECT_TRUE(throws<ValueError>([&] { (void)t.slice(0, Slice(None, None, 0)); },
                                 "slice: slice step cannot be zero"));
  EXPECT_THROW((void)t.slice(3, Slice()), IndexError);
  // As in libtorch: slice(dim, start, end, step).
  EXPECT_TRUE(is_view(t, t.slice(2, 1, 3), {2, 3, 2}, {1, 2, 5, 6, 9, 10, 13, 14, 17, 18, 21, 22}));
  EXPECT_TRUE(is_view(t, t.slice(1, None, None, -2), {2, 2, 4},
                      {8, 9, 10, 11, 0, 1, 2, 3, 20, 21, 22, 23, 12, 13, 14, 15}));
  EXPECT_TRUE(has_shape(t.slice(2, 3), {2, 3, 1}));
}

TEST(Diagonal, IsTheLastDim) {
  const auto t = cube();
  EXPECT_TRUE(is_view(t, t.diagonal(), {4, 2}, {0, 16, 1, 17, 2, 18, 3, 19}));
  EXPECT_TRUE(is_view(t, t.diagonal(1, 1, 2), {2, 3}, {1, 6, 11, 13, 18, 23}));
  EXPECT_TRUE(is_view(t, t.diagonal(-1, 2, 0), {3, 2}, {1, 14, 5, 18, 9, 22}));
  EXPECT_TRUE(has_shape(t.diagonal(9), {4, 0}));
  const auto m = ndx::zeros<int>({2, 2});
  m.diagonal().fill_(7);
  EXPECT_TRUE(is(m, {2, 2}, {7, 0, 0, 7}));
  EXPECT_THROW((void)t.diagonal(0, 1, 1), ValueError);
  EXPECT_THROW((void)arange<int>(3).diagonal(), IndexError);
}

TEST(Unfold, GivesWindows) {
  const auto t = arange<int>(8);
  EXPECT_TRUE(is_view(t, t.unfold(0, 3, 2), {3, 3}, {0, 1, 2, 2, 3, 4, 4, 5, 6}));
  EXPECT_TRUE(is(t.flip().unfold(0, 4, 4), {2, 4}, {7, 6, 5, 4, 3, 2, 1, 0}));
  const auto windows = cube().unfold(1, 2, 1);
  EXPECT_TRUE(
      is(windows, {2, 2, 4, 2}, {0,  4,  1,  5,  2,  6,  3,  7,  4,  8,  5,  9,  6,  10, 7,  11,
                                 12, 16, 13, 17, 14, 18, 15, 19, 16, 20, 17, 21, 18, 22, 19, 23}));
  EXPECT_THROW((void)t.unfold(0, 9, 1), ValueError);
  EXPECT_THROW((void)t.unfold(0, 2, 0), ValueError);
}

TEST(Unbind, DropsTheDim) {
  const auto t = cube();
  const auto parts = t.unbind(1);
  ASSERT_EQ(parts.size(), 3U);
  EXPECT_TRUE(is_view(t, parts[2], {2, 4}, {8, 9, 10, 11, 20, 21, 22, 23}));
  EXPECT_TRUE(ndx::empty<int>({0, 2}).unbind().empty());
  EXPECT_THROW((void)tensor(1).unbind(), IndexError);
}

std::vector<index_t> sizes(const std::vector<Tensor<int>>& parts) {
  std::vector<index_t> result;
  for (const auto& part : parts) result.push_back(part.size(0));
  return result;
}

TEST(Split, IntoPartsOfOneSize) {
  const auto t = arange<int>(7);
  EXPECT_EQ(sizes(t.split(3)), (std::vector<index_t>{3, 3, 1}));
  EXPECT_TRUE(is_view(t, t.split(3)[1], {3}, {3, 4, 5}));
  EXPECT_EQ(sizes(t.split(7)), (std::vector<index_t>{7}));
  EXPECT_EQ(sizes(t.split(INT64_MAX)), (std::vector<index_t>{7}));
  EXPECT_EQ(sizes(ndx::empty<int>({0}).split(3)), (std::vector<index_t>{0}));
  EXPECT_EQ(cube().split(2, -1).size(), 2U);
  EXPECT_TRUE(throws<ValueError>([&] { (void)t.split(0); }, "split: size 0 must be positive"));
}

TEST(Split, IntoPartsOfGivenSizes) {
  const auto t = arange<int>(7);
  EXPECT_EQ(sizes(t.split({2, 0, 5})), (std::vector<index_t>{2, 0, 5}));
  EXPECT_EQ(sizes(t.split({7})), (std::vector<index_t>{7}));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)t.split({2, 3}); },
                         "split: sizes (2, 3) do not add up to 7, the size of dimension 0"));
  EXPECT_THROW((void)t.split({2}), ValueError);
  EXPECT_THROW((void)t.split({}), ValueError);
  EXPECT_THROW((void)t.split({8, -1}), ValueError);
  EXPECT_THROW((void)t.split({INT64_MAX, INT64_MAX}), ValueError);
}

TEST(Chunk, GivesAtMostSoManyParts) {
  const auto t = arange<int>(7);
  EXPECT_EQ(sizes(t.chunk(3)), (std::vector<index_t>{3, 3, 1}));
  EXPECT_EQ(sizes(t.chunk(4)), (std::vector<index_t>{2, 2, 2, 1}));
  EXPECT_EQ(sizes(t.chunk(5)), (std::vector<index_t>{2, 2, 2, 1}));
  EXPECT_EQ(t.chunk(INT64_MAX).size(), 7U);
  EXPECT_EQ(sizes(ndx::empty<int>({0}).chunk(3)), (std::vector<index_t>{0, 0, 0}));  // PyTorch's
  EXPECT_EQ(ndx::empty<int>({0, 4}).chunk(2).size(), 2U);
  EXPECT_EQ(sizes(ndx::empty<int>({4, 0}).chunk(2)), (std::vector<index_t>{2, 2}));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)t.chunk(0); }, "chunk: 0 chunks; there must be at least one"));
  EXPECT_THROW((void)t.chunk(1, 1), IndexError);
}

TEST(Views, OfReadOnlyTensorsAreReadOnly) {
  const Tensor<const int> t = cube();
  static_assert(std::is_same_v<decltype(t.transpose()), Tensor<const int>>);
  static_assert(std::is_same_v<decltype(t.reshape({24})), Tensor<const int>>);
  EXPECT_TRUE(has_shape(t.transpose().reshape({24}), {24}));
  EXPECT_EQ(t.transpose().reshape({24})(1), 12);
}

TEST(Views, KeepTheMemoryAlive) {
  Tensor<int> view;
  {
    const auto t = cube();
    view = t.select(0, 1).flip(0).narrow(1, 1, 2);
  }
  EXPECT_TRUE(is(view, {3, 2}, {21, 22, 17, 18, 13, 14}));
  EXPECT_EQ(view.storage().owners(), 1U);
}

}  // namespace views_test
