// Values from NumPy: a copy, and an assignment to the slice of it.
#include <complex>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;
using reference::Bytes3;

namespace view_scatter_test {

const Tensor<int> x = counting({2, 3});

TEST(SelectScatter, ReplacesOneSliceOfACopy) {
  EXPECT_TRUE(is(select_scatter(x, tensor({8, 9}), 1, -1), {2, 3}, {0, 1, 8, 3, 4, 9}));
  EXPECT_TRUE(is(select_scatter(x, tensor({7, 8, 9}), -2, 0), {2, 3}, {7, 8, 9, 3, 4, 5}));
  EXPECT_TRUE(is(select_scatter(x.transpose(), tensor({8, 9}), 0, 1), {3, 2}, {0, 3, 8, 9, 2, 5}));
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(SelectScatter, FromStridedSourcesAndTheTensorItself) {
  EXPECT_TRUE(is(select_scatter(x, x.select(0, 1).flip(), 0, 0), {2, 3}, {5, 4, 3, 3, 4, 5}));
  EXPECT_TRUE(is(select_scatter(tensor({1, 2}).expand({2, 2}), tensor(9).expand({2}), 0, 0), {2, 2},
                 {9, 9, 1, 2}));
  EXPECT_TRUE(is(select_scatter(tensor({4, 5}), tensor(6), 0, -1), {2}, {4, 6}));
}

TEST(SelectScatter, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)select_scatter(x, tensor({8, 9}), 0, 1); },
      "select_scatter: src of shape (2) does not have the shape (3) of the view"));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)select_scatter(x, tensor({{7, 8, 9}}), 0, 1); },
      "select_scatter: src of shape (1, 3) does not have the shape (3) of the view"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)select_scatter(x, tensor({8, 9}), 1, 3); },
                         "select_scatter: index 3 is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)select_scatter(x, tensor({8, 9}), 2, 0); },
                                 "select_scatter: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)select_scatter(tensor(1), tensor(2), 0, 0); },
                                 "select_scatter: dim 0 is out of range for a tensor of rank 0"));
}

TEST(SliceScatter, ReplacesASliceOfACopy) {
  const auto row = counting({5});
  EXPECT_TRUE(is(slice_scatter(row, tensor({7, 8, 9}), 0, None, None, 2), {5}, {7, 1, 8, 3, 9}));
  EXPECT_TRUE(is(slice_scatter(x, tensor({{6, 7}, {8, 9}}), 1, 1), {2, 3}, {0, 6, 7, 3, 8, 9}));
  EXPECT_TRUE(is(slice_scatter(x, tensor({{7, 8, 9}}), 0, -1, 100), {2, 3}, {0, 1, 2, 7, 8, 9}));
  EXPECT_TRUE(is(slice_scatter(x, -x), {2, 3}, {0, -1, -2, -3, -4, -5}));
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(SliceScatter, TakesASliceWhoseStepMayBeNegative) {
  const auto row = counting({5});
  const auto down = Slice(None, None, -2);
  EXPECT_TRUE(is(slice_scatter(row, tensor({7, 8, 9}), 0, down), {5}, {9, 1, 8, 3, 7}));
  EXPECT_TRUE(is(slice_scatter(row, row.slice(0, down), 0, down), {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(
      is(slice_scatter(x, tensor({{6, 7}, {8, 9}}), -1, Slice(1)), {2, 3}, {0, 6, 7, 3, 8, 9}));
}

TEST(SliceScatter, OfNothing) {
  EXPECT_TRUE(is(slice_scatter(x, zeros<int>({2, 0}), 1, 2, 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(has_shape(slice_scatter(zeros({0, 2}), zeros({0, 1}), 1, 0, 1), {0, 2}));
}

TEST(SliceScatter, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)slice_scatter(x, tensor({{8}, {9}}), 1, 1); },
      "slice_scatter: src of shape (2, 1) does not have the shape (2, 2) of the view"));
  EXPECT_TRUE(throws<ValueError>([] { (void)slice_scatter(x, x, 0, None, None, 0); },
                                 "slice_scatter: slice step cannot be zero"));
  EXPECT_TRUE(throws<IndexError>([] { (void)slice_scatter(x, x, -3); },
                                 "slice_scatter: dim -3 is out of range for a tensor of rank 2"));
}

TEST(DiagonalScatter, ReplacesADiagonalOfACopy) {
  EXPECT_TRUE(is(diagonal_scatter(x, tensor({-1, -2})), {2, 3}, {-1, 1, 2, 3, -2, 5}));
  EXPECT_TRUE(is(diagonal_scatter(counting({3, 3}), tensor({-1, -2}), 1), {3, 3},
                 {0, -1, 2, 3, 4, -2, 6, 7, 8}));
  EXPECT_TRUE(
      is(diagonal_scatter(counting({3, 2}), tensor({-1, -2}), -1), {3, 2}, {0, 1, -1, 3, 4, -2}));
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(DiagonalScatter, OfAnyTwoDimsTheDiagonalBeingTheLast) {
  EXPECT_TRUE(is(
      diagonal_scatter(counting({2, 3, 2}), tensor({{100, 101}, {102, 103}, {104, 105}}), 0, 0, -1),
      {2, 3, 2}, {100, 1, 102, 3, 104, 5, 6, 101, 8, 103, 10, 105}));
  EXPECT_TRUE(
      is(diagonal_scatter(x.transpose(), tensor({-1, -2}), -1), {3, 2}, {0, 3, -1, 4, 2, -2}));
}

TEST(DiagonalScatter, OfNothing) {
  EXPECT_TRUE(is(diagonal_scatter(x, zeros<int>({0}), 3), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(has_shape(diagonal_scatter(zeros({0, 2}), zeros({0})), {0, 2}));
}

TEST(DiagonalScatter, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)diagonal_scatter(x, tensor({1, 2, 3})); },
      "diagonal_scatter: src of shape (3) does not have the shape (2) of the view"));
  EXPECT_TRUE(throws<ValueError>([] { (void)diagonal_scatter(x, tensor({1}), 0, 1, -1); },
                                 "diagonal_scatter: dim1 and dim2 are both dim 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)diagonal_scatter(tensor({1}), tensor({1})); },
                                 "diagonal_scatter: dim 1 is out of range for a tensor of rank 1"));
}

TEST(ViewScatter, ReadsReadOnlyTensorsAndConvertsElements) {
  const Tensor<const int> t = x;
  const Tensor<const double> src = tensor({7.9, -1.5});
  const Tensor<int> selected = select_scatter(t, src, 1, 0);
  EXPECT_TRUE(is(selected, {2, 3}, {7, 1, 2, -1, 4, 5}));
  const Tensor<int> sliced = slice_scatter(t, src.unsqueeze(1), 1, 0, 1);
  EXPECT_TRUE(is(sliced, {2, 3}, {7, 1, 2, -1, 4, 5}));
  const Tensor<int> on_diagonal = diagonal_scatter(t, src);
  EXPECT_TRUE(is(on_diagonal, {2, 3}, {7, 1, 2, 3, -1, 5}));
  EXPECT_TRUE(is(select_scatter(zeros<std::complex<float>>({2}), tensor(3), 0, 1), {2}, {0, 3}));
  const auto structs = zeros<Bytes3>({2});
  EXPECT_TRUE(is(slice_scatter(structs, tensor<Bytes3>({Bytes3{1, 2, 3}}), 0, 1), {2},
                 {{0, 0, 0}, {1, 2, 3}}));
}

}  // namespace view_scatter_test
