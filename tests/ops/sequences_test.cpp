// Values from the definitions of ONNX's operators, and of TensorFlow's reverse_sequence.
#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace sequences_test {

const Tensor<int> square = counting({4, 4});

TEST(ReverseSequence, ReversesTheFirstElements) {
  EXPECT_TRUE(is(reverse_sequence(square, {1, 2, 3, 4}, 1), {4, 4},
                 {0, 1, 2, 3, 5, 4, 6, 7, 10, 9, 8, 11, 15, 14, 13, 12}));
  EXPECT_TRUE(is(reverse_sequence(square.transpose(), {4, 3, 2, 1}, 0, 1), {4, 4},
                 {3, 6, 9, 12, 2, 5, 8, 13, 1, 4, 10, 14, 0, 7, 11, 15}));
  EXPECT_TRUE(is(reverse_sequence(square, tensor<std::uint8_t>({0, 4, 0, 0}), -1, -2).select(0, 1),
                 {4}, {7, 6, 5, 4}));
}

TEST(ReverseSequence, KeepsWholeSlicesTogether) {
  const auto t = counting({2, 3, 2});
  EXPECT_TRUE(is(reverse_sequence(t, tensor({2, 3}), 1), {2, 3, 2},
                 {2, 3, 0, 1, 4, 5, 10, 11, 8, 9, 6, 7}));
  EXPECT_TRUE(is(reverse_sequence(t, tensor({2, 1}), 0, -1), {2, 3, 2},
                 {6, 1, 8, 3, 10, 5, 0, 7, 2, 9, 4, 11}));
  EXPECT_TRUE(
      is(reverse_sequence(t.flip(1), tensor({2, 2}), 1).select(0, 0), {3, 2}, {2, 3, 4, 5, 0, 1}));
  EXPECT_TRUE(is(reverse_sequence(tensor({{5, 6}}).expand({2, 2}), tensor({0, 2}), 1), {2, 2},
                 {5, 6, 6, 5}));
  EXPECT_TRUE(has_shape(reverse_sequence(zeros({0, 3}), zeros<int>({0}), 1), {0, 3}));
  EXPECT_TRUE(has_shape(reverse_sequence(zeros({3, 0}), zeros<int>({3}), 1), {3, 0}));
}

TEST(ReverseSequence, RefusesLengthsThatDoNotFit) {
  EXPECT_TRUE(
      throws<IndexError>([] { (void)reverse_sequence(square, {1, 2, 5, 1}, 1); },
                         "reverse_sequence: lengths hold 5 at [2], and must be from 0 to 4"));
  EXPECT_THROW((void)reverse_sequence(square, {1, 2, -1, 1}, 1), IndexError);
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)reverse_sequence(square, {1, 2}, 1); },
      "reverse_sequence: lengths of shape (2) for 4 sequences; there must be one for each"));
  EXPECT_TRUE(throws<ValueError>([] { (void)reverse_sequence(square, {1, 2, 3, 4}, 1, -1); },
                                 "reverse_sequence: dim and batch_dim are both 1"));
  EXPECT_THROW((void)reverse_sequence(square, {1, 2, 3, 4}, 2), IndexError);
  EXPECT_THROW((void)reverse_sequence(tensor(1), {1}, 0), IndexError);
}

TEST(TensorScatter, WritesEachUpdateAtItsPlace) {
  const auto cache = counting({2, 1, 4, 2});
  const auto update = tensor({90, 91, 92, 93}).reshape({2, 1, 1, 2});
  EXPECT_TRUE(is(tensor_scatter(cache, update, tensor({1, 3})), {2, 1, 4, 2},
                 {0, 1, 90, 91, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 92, 93}));
  EXPECT_TRUE(is(cache, {2, 1, 4, 2}, counting({2, 1, 4, 2}).to_vector()));
  // With heads between the sequences and their elements.
  const auto heads = zeros<int>({2, 2, 3});
  const auto two = tensor({1, 2, 3, 4, 5, 6, 7, 8}).reshape({2, 2, 2});
  EXPECT_TRUE(is(tensor_scatter_(heads, two, tensor({0, 1}), -1), {2, 2, 3},
                 {1, 2, 0, 3, 4, 0, 0, 5, 6, 0, 7, 8}));
  EXPECT_TRUE(is(heads, {2, 2, 3}, {1, 2, 0, 3, 4, 0, 0, 5, 6, 0, 7, 8}));
}

TEST(TensorScatter, GoesOnAtTheFrontIfCircular) {
  const auto cache = zeros<int>({2, 3});
  tensor_scatter_(cache, tensor({{1, 2}, {3, 4}}), {2, 7}, -1, true);
  EXPECT_TRUE(is(cache, {2, 3}, {2, 0, 1, 0, 3, 4}));
  tensor_scatter_(cache, tensor({{5}, {6}}), tensor({INT64_MAX, index_t{-1}}), 1, true);
  EXPECT_TRUE(is(cache, {2, 3}, {2, 5, 1, 0, 3, 6}));  // INT64_MAX is 1 more than a multiple of 3
}

TEST(TensorScatter, ConvertsAndTakesOverlappingUpdates) {
  const auto cache = zeros<int>({2, 4});
  tensor_scatter_(cache.flip(1), tensor({{1.5, 2.5}, {3.0, 4.0}}), {0, 2}, 1);
  EXPECT_TRUE(is(cache, {2, 4}, {0, 0, 2, 1, 4, 3, 0, 0}));
  const auto row = counting({1, 4});
  tensor_scatter_(row, row.narrow(1, 0, 3), {1}, 1);
  EXPECT_TRUE(is(row, {1, 4}, {0, 0, 1, 2}));
  const auto caches = zeros<int>({2, 1, 3});
  tensor_scatter_(caches[1], tensor({{7, 8}}), {1}, -1);
  EXPECT_TRUE(is(caches, {2, 1, 3}, {0, 0, 0, 0, 7, 8}));
  EXPECT_TRUE(is(tensor_scatter(caches[0], caches[1], {2}, 1, true), {1, 3}, {7, 8, 0}));
  EXPECT_TRUE(has_shape(tensor_scatter(zeros({0, 3}), zeros({0, 2}), zeros<int>({0}), 1), {0, 3}));
  EXPECT_TRUE(has_shape(tensor_scatter(zeros({2, 0}), zeros({2, 0}), {5, 5}, 1, true), {2, 0}));
}

TEST(TensorScatter, RefusesWhatDoesNotFit) {
  const auto cache = zeros<int>({2, 3});
  const auto update = ones<int>({2, 2});
  EXPECT_TRUE(
      throws<IndexError>([&] { tensor_scatter_(cache, update, {0, 2}, 1); },
                         "tensor_scatter_: write_indices hold 2 at [1], and must be from 0 to 1"));
  EXPECT_THROW(tensor_scatter_(cache, update, {0, -1}, 1), IndexError);
  EXPECT_TRUE(throws<ShapeError>([&] { (void)tensor_scatter(cache, ones({2, 4}), {0, 0}, 1); },
                                 "tensor_scatter: an update of shape (2, 4) does not fit into a "
                                 "cache of shape (2, 3) along dim 1"));
  EXPECT_THROW(tensor_scatter_(cache, ones<int>({1, 2}), {0, 0}, 1), ShapeError);
  EXPECT_THROW(tensor_scatter_(cache, ones<int>({2}), {0, 0}, 1), ShapeError);
  EXPECT_TRUE(throws<ShapeError>([&] { tensor_scatter_(cache, update, {0}, 1); },
                                 "tensor_scatter_: write_indices of shape (1) for 2 sequences; "
                                 "there must be one for each"));
  EXPECT_TRUE(throws<ValueError>([&] { tensor_scatter_(cache, update, {0, 0}); },
                                 "tensor_scatter_: dim 0 counts the sequences, and cannot be dim "
                                 "-2, that of their elements"));
  EXPECT_THROW(tensor_scatter_(zeros<int>({3}), update, {0, 0}), IndexError);
  EXPECT_THROW(tensor_scatter_(zeros<int>({2, 1}).expand({2, 3}), update, {0, 0}, 1), ValueError);
  EXPECT_TRUE(is(cache, {2, 3}, {0, 0, 0, 0, 0, 0}));
}

}  // namespace sequences_test
