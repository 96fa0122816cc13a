// Values from NumPy.
#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace numpy_names_test {

const Tensor<int> m = counting({3, 4});
const Tensor<int> x = counting({2, 3, 4});

TEST(NumpyNames, OfProperties) {
  EXPECT_EQ(ndim(x), 3);
  EXPECT_EQ(ndim(tensor(1)), 0);
  EXPECT_EQ(ndx::size(x), 24);
  EXPECT_EQ(ndx::size(x, -1), 4);
  EXPECT_THROW((void)ndx::size(x, 3), IndexError);
}

TEST(NumpyNames, OfJoinsAndReads) {
  EXPECT_TRUE(is(concatenate({m, m}, 1).select(0, 0), {8}, {0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_TRUE(has_shape(concatenate(std::vector<Tensor<int>>{m, m}), {6, 4}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)concatenate({m, x}); },
                                 "concatenate: tensor 1 has rank 3, but tensor 0 has rank 2"));
  const auto order = tensor({{3, 0}, {1, 1}, {2, 3}});
  EXPECT_TRUE(is(take_along_dim(m, order, 1), {3, 2}, {3, 0, 5, 5, 10, 11}));
  EXPECT_TRUE(is(take_along_dim(m, {11, 0}), {2}, {11, 0}));
  EXPECT_TRUE(throws<IndexError>([&] { (void)take_along_dim(m, order, 2); },
                                 "take_along_dim: dim 2 is out of range for a tensor of rank 2"));
}

TEST(NumpyNames, Positive) {
  EXPECT_TRUE(is(positive(tensor({1.5, -2.0})), {2}, {1.5, -2.0}));
  EXPECT_TRUE(is(positive(m[1]), {4}, {4, 5, 6, 7}));
  EXPECT_TRUE(is(+m[1], {4}, {4, 5, 6, 7}));
  EXPECT_FALSE(positive(m).shares_storage(m));
}

TEST(ExpandDims, AddsDimsOfTheResult) {
  EXPECT_TRUE(has_shape(expand_dims(m, 1), {3, 1, 4}));
  EXPECT_TRUE(has_shape(expand_dims(m, {0, -1}), {1, 3, 4, 1}));
  EXPECT_TRUE(has_shape(expand_dims(m, {-3}), {1, 3, 4}));
  EXPECT_TRUE(has_shape(expand_dims(m, {}), {3, 4}));
  EXPECT_TRUE(has_shape(expand_dims(tensor(1), {1, 0}), {1, 1}));
  EXPECT_TRUE(is(expand_dims(m.transpose(), {1}).select(1, 0), {4, 3}, m.transpose().to_vector()));
  EXPECT_TRUE(expand_dims(m, {0, 1}).shares_storage(m));
  EXPECT_TRUE(throws<ValueError>([] { (void)expand_dims(m, {0, -4}); },
                                 "expand_dims: dims (0, -4) name dim 0 twice"));
  EXPECT_TRUE(throws<IndexError>([] { (void)expand_dims(m, {4, 0}); },
                                 "expand_dims: dim 4 is out of range for a tensor of rank 4"));
  EXPECT_TRUE(throws<IndexError>([] { (void)expand_dims(m, 3); },
                                 "expand_dims: dim 3 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)expand_dims(m, Dims::filled(63, 0)); },
                                 "expand_dims: rank 65 is more than the maximum rank, 64"));
}

TEST(NumpyNames, OfRearrangements) {
  EXPECT_TRUE(is(swapaxes(m, 0, 1), {4, 3}, {0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  EXPECT_TRUE(has_shape(moveaxis(x, 0, -1), {3, 4, 2}));
  EXPECT_TRUE(has_shape(moveaxis(x, {0, 1}, {-1, 0}), {3, 4, 2}));
  EXPECT_TRUE(swapaxes(m, 0, 1).shares_storage(m));
  EXPECT_TRUE(throws<IndexError>([] { (void)swapaxes(m, 0, 2); },
                                 "swapaxes: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)moveaxis(m, 5, 0); },
                                 "moveaxis: dim 5 is out of range for a tensor of rank 2"));
}

TEST(AtLeast, AddsDimsOfSizeOne) {
  const auto scalar = tensor(7);
  const auto row = tensor({1, 2, 3});
  EXPECT_TRUE(has_shape(atleast_1d(scalar), {1}));
  EXPECT_TRUE(has_shape(atleast_1d(m), {3, 4}));
  EXPECT_TRUE(has_shape(atleast_2d(scalar), {1, 1}));
  EXPECT_TRUE(has_shape(atleast_2d(row), {1, 3}));
  EXPECT_TRUE(has_shape(atleast_3d(scalar), {1, 1, 1}));
  EXPECT_TRUE(has_shape(atleast_3d(row), {1, 3, 1}));
  EXPECT_TRUE(has_shape(atleast_3d(m), {3, 4, 1}));
  EXPECT_TRUE(has_shape(atleast_3d(x), {2, 3, 4}));
  EXPECT_TRUE(atleast_3d(row).shares_storage(row));
}

TEST(Flip, OfRowsAndColumns) {
  EXPECT_TRUE(is(fliplr(m), {3, 4}, {3, 2, 1, 0, 7, 6, 5, 4, 11, 10, 9, 8}));
  EXPECT_TRUE(is(flipud(m), {3, 4}, {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3}));
  EXPECT_TRUE(is(flipud(tensor({1, 2})), {2}, {2, 1}));
  EXPECT_TRUE(throws<IndexError>([] { (void)fliplr(tensor({1, 2})); },
                                 "fliplr: dim 1 is out of range for a tensor of rank 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)flipud(tensor(1)); },
                                 "flipud: dim 0 is out of range for a tensor of rank 0"));
}

TEST(Rot90, TurnsFromTheFirstDimTowardsTheSecond) {
  const auto t = m.narrow(0, 0, 2).narrow(1, 0, 3);
  EXPECT_TRUE(is(rot90(t), {3, 2}, {2, 6, 1, 5, 0, 4}));
  EXPECT_TRUE(is(rot90(t, 2), {2, 3}, {6, 5, 4, 2, 1, 0}));
  EXPECT_TRUE(is(rot90(t, 3), {3, 2}, {4, 0, 5, 1, 6, 2}));
  EXPECT_TRUE(is(rot90(t, -1), {3, 2}, {4, 0, 5, 1, 6, 2}));
  EXPECT_TRUE(is(rot90(t, 5), {3, 2}, {2, 6, 1, 5, 0, 4}));
  EXPECT_TRUE(is(rot90(t, INT64_MIN), {2, 3}, {0, 1, 2, 4, 5, 6}));
  EXPECT_TRUE(is(rot90(x, 1, {2, 0}), {4, 3, 2}, {12, 0, 16, 4, 20, 8,  13, 1, 17, 5, 21, 9,
                                                  14, 2, 18, 6, 22, 10, 15, 3, 19, 7, 23, 11}));
  EXPECT_TRUE(
      is(rot90(x, 3, {1, -1}).select(0, 0), {4, 3}, {8, 4, 0, 9, 5, 1, 10, 6, 2, 11, 7, 3}));
  EXPECT_TRUE(rot90(t).shares_storage(m));
  EXPECT_TRUE(has_shape(rot90(zeros({0, 3})), {3, 0}));
  EXPECT_TRUE(throws<ValueError>([] { (void)rot90(m, 1, {0, -2}); },
                                 "rot90: dims (0, -2) name dim 0 twice"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)rot90(m, 1, {0}); }, "rot90: dims (0) must be two"));
  EXPECT_TRUE(throws<IndexError>([] { (void)rot90(tensor({1, 2})); },
                                 "rot90: dim 1 is out of range for a tensor of rank 1"));
}

TEST(BroadcastArrays, GivesViewsOfTheCommonShape) {
  const auto column = tensor({{1}, {2}});
  const auto row = tensor({3, 4, 5});
  const auto both = broadcast_arrays({column, row});
  ASSERT_EQ(both.size(), 2U);
  EXPECT_TRUE(is(both[0], {2, 3}, {1, 1, 1, 2, 2, 2}));
  EXPECT_TRUE(is(both[1], {2, 3}, {3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(both[0].shares_storage(column));
  EXPECT_EQ(broadcast_tensors(std::vector<Tensor<int>>{column, row, row}).size(), 3U);
  EXPECT_TRUE(has_shape(broadcast_tensors({column, tensor(1)})[1], {2, 1}));
  EXPECT_TRUE(broadcast_arrays(std::vector<Tensor<int>>{}).empty());
  EXPECT_TRUE(throws<ShapeError>([&] { (void)broadcast_arrays({column, row, tensor({1, 2})}); },
                                 "broadcast_arrays: tensor 2 has shape (2), which does not "
                                 "broadcast with (2, 3), that of those before it"));
}

TEST(Block, JoinsRowByRow) {
  EXPECT_TRUE(is(block({{m, tensor({{7}, {8}, {9}})}, {tensor({{1, 2, 3, 4, 5}})}}), {4, 5},
                 {0, 1, 2, 3, 7, 4, 5, 6, 7, 8, 8, 9, 10, 11, 9, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(block({tensor({1, 2}), tensor({3})}), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(block({tensor(1), tensor(2)}), {2}, {1, 2}));
  EXPECT_TRUE(
      is(block({{tensor({1, 2}), tensor({3})}, {tensor({4, 5, 6})}}), {2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(has_shape(block({{x, x.narrow(2, 0, 1)}}), {2, 3, 5}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)block({{m}, {m.transpose()}}); },
                                 "block: tensor 1 has size 3 in dim 1, but tensor 0 has size 4"));
}

TEST(Stacks, OfColumnsAndOfDepth) {
  const auto a = tensor({1, 2, 3});
  const auto b = tensor({4, 5, 6});
  EXPECT_TRUE(is(column_stack({a, b}), {3, 2}, {1, 4, 2, 5, 3, 6}));
  EXPECT_TRUE(is(column_stack({a, m.transpose().narrow(0, 0, 3)}), {3, 4},
                 {1, 0, 4, 8, 2, 1, 5, 9, 3, 2, 6, 10}));
  EXPECT_TRUE(is(column_stack({tensor(1), tensor(2)}), {1, 2}, {1, 2}));
  EXPECT_TRUE(is(dstack({a, b}), {1, 3, 2}, {1, 4, 2, 5, 3, 6}));
  const auto square = m.narrow(1, 0, 2);
  EXPECT_TRUE(is(dstack(std::vector<Tensor<int>>{square.narrow(0, 0, 2), square.narrow(0, 1, 2)}),
                 {2, 2, 2}, {0, 4, 1, 5, 4, 8, 5, 9}));
  EXPECT_TRUE(is(row_stack({a, b}), {2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)row_stack({a, zeros<int>({1, 2})}); },
                         "row_stack: tensor 1 has size 2 in dim 1, but tensor 0 has size 3"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)broadcast_tensors({a, zeros<int>({2})}); },
                         "broadcast_tensors: tensor 1 has shape (2), which does not broadcast "
                         "with (3), that of those before it"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)column_stack({a, tensor({1, 2})}); },
                                 "column_stack: tensor 1 has size 2 in dim 0, but tensor 0 has "
                                 "size 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)dstack(std::vector<Tensor<int>>{}); },
                                 "dstack: there must be at least one tensor"));
}

}  // namespace numpy_names_test
