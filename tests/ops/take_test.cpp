// Values are NumPy's for take and take_along_axis, and by the formulas of PyTorch's manual for
// gather.
#include <array>
#include <complex>

#include <ndx/ops/random/random_numbers.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace take_test {

// ---- take

TEST(Take, PutsTheIndicesInPlaceOfTheDim) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(
      is(take(t, tensor({2, 0, -1}), 1), {2, 3, 4},
         {8, 9, 10, 11, 0, 1, 2, 3, 8, 9, 10, 11, 20, 21, 22, 23, 12, 13, 14, 15, 20, 21, 22, 23}));
  EXPECT_TRUE(is(take(t, tensor({{2, 0}, {1, -1}, {0, 0}}), -1), {2, 3, 3, 2},
                 {2,  0,  1,  3,  0,  0,  6,  4,  5,  7,  4,  4,  10, 8,  9,  11, 8,  8,
                  14, 12, 13, 15, 12, 12, 18, 16, 17, 19, 16, 16, 22, 20, 21, 23, 20, 20}));
  EXPECT_TRUE(has_shape(take(t, zeros<int>({3, 2}), 0), {3, 2, 3, 4}));
}

TEST(Take, IsTheIndexOnThatDim) {
  const auto t = counting({2, 3, 4, 5});
  const auto idx = tensor({4, 0, -1});
  EXPECT_TRUE(equal(take(t, idx, 3), t.index({Slice(), Slice(), Slice(), idx})));
  const auto two = tensor({{4, 0}, {1, 1}});
  EXPECT_TRUE(has_shape(take(t, two, 3), {2, 3, 4, 2, 2}));
  EXPECT_TRUE(equal(take(t, two, 3), t.index({"...", two})));
  EXPECT_EQ(take(t, idx, 3).at(1, 2, 3, 1), 115);
}

TEST(Take, IndicesOfRankZeroDropTheDim) {
  const auto t = counting({2, 3, 4});
  const auto row = take(t, tensor(-1), 1);
  EXPECT_TRUE(is(row, {2, 4}, {8, 9, 10, 11, 20, 21, 22, 23}));
  EXPECT_FALSE(row.shares_storage(t));
  EXPECT_TRUE(is(take(tensor({7, 8, 9}), tensor(1), 0), {}, {8}));
}

TEST(Take, ByListsAndSingleIntegers) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(is(take(t, std::vector<int>{2, 0}, 1), {2, 2}, {2, 0, 5, 3}));
  EXPECT_TRUE(is(take(t, std::array<std::uint8_t, 1>{5}), {1}, {5}));
  EXPECT_TRUE(is(take(t, -1, 0), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(take(t, 9, Bounds::clip), {}, {5}));
  EXPECT_TRUE(is(index_select(t, 1, std::vector<short>{-1, 0}), {2, 2}, {2, 0, 5, 3}));
  EXPECT_TRUE(is(index_select(t, 0, 1), {1, 3}, {3, 4, 5}));
  EXPECT_TRUE(throws<IndexError>([&] { (void)take(t, -4, 1); },
                                 "take: index -4 is out of bounds for dimension 1 with size 3"));
}

TEST(Take, ByListsInBraces) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(is(take(t, {2, 0}, 1), {3, 2}, {2, 0, 6, 4, 10, 8}));
  EXPECT_TRUE(is(take(t, {-1}, 0), {1, 4}, {8, 9, 10, 11}));
  EXPECT_TRUE(is(take(t, {0, 5}), {2}, {0, 5}));
  EXPECT_TRUE(has_shape(take(t, {}, 1), {3, 0}));
  EXPECT_TRUE(is(take(t, {3, 7}, 0, Bounds::wrap), {2, 4}, {0, 1, 2, 3, 4, 5, 6, 7}));
  EXPECT_TRUE(is(take(t, {0, 12}, {.bounds = Bounds::fill, .fill = -1}), {2}, {0, -1}));
  EXPECT_TRUE(is(index_select(t, 0, {2, 2}), {2, 4}, {8, 9, 10, 11, 8, 9, 10, 11}));
  EXPECT_TRUE(is(take_along_axis(t.select(0, 0), {3, 3, 0}, 0), {3}, {3, 3, 0}));
  EXPECT_TRUE(is(take_along_axis(t, {11, 1}), {2}, {11, 1}));
  EXPECT_TRUE(is(gather(t.select(0, 1), 0, {1, -1}), {2}, {5, 7}));
  EXPECT_TRUE(is(take(t, {{0}, {3}}, 1), {3, 2, 1}, {0, 3, 4, 7, 8, 11}));
  EXPECT_TRUE(is(gather(t, 1, {{3}, {0}}), {2, 1}, {3, 4}));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)take(t, {{0, 1}, {2}}, 1); },
                                 "indices: the lists at depth 1 differ in length"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)take(t, {0, 4}, 1); },
                         "take: index 4 at [1] is out of bounds for dimension 1 with size 4"));
}

TEST(Take, WithoutADimCountsInRowMajorOrder) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(is(take(t, tensor({{0, 23}, {-1, 5}})), {2, 2}, {0, 23, 23, 5}));
  EXPECT_TRUE(is(take(t.permute({2, 0, 1}), tensor({0, 1, -2})), {3}, {0, 4, 19}));
  EXPECT_TRUE(is(take(tensor(5), tensor({0, -1})), {2}, {5, 5}));
  EXPECT_TRUE(is(take(tensor(5), tensor(0)), {}, {5}));
}

TEST(Take, ByAPolicy) {
  const auto t = tensor({0, 10, 20, 30, 40});
  const auto idx = tensor({-7, -5, -1, 0, 4, 5, 13});
  EXPECT_TRUE(is(take(t, idx, Bounds::wrap), {7}, {30, 0, 40, 0, 40, 0, 30}));
  EXPECT_TRUE(is(take(t, idx, 0, Bounds::wrap), {7}, {30, 0, 40, 0, 40, 0, 30}));
  EXPECT_TRUE(is(take(t, idx, Bounds::clip), {7}, {0, 0, 0, 0, 40, 40, 40}));
  EXPECT_TRUE(is(take(t, idx, 0, Bounds::clip), {7}, {0, 0, 0, 0, 40, 40, 40}));
  EXPECT_TRUE(
      is(take(t, idx, 0, {.bounds = Bounds::fill, .fill = -1}), {7}, {-1, 0, 40, 0, 40, -1, -1}));
  EXPECT_TRUE(
      is(take(t, idx, {.bounds = Bounds::fill, .fill = -1}), {7}, {-1, 0, 40, 0, 40, -1, -1}));
  EXPECT_TRUE(is(take(t, tensor({4, 0}), 0, Bounds::assume), {2}, {40, 0}));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)take(t, idx, 0, Bounds::drop); },
                         "take: Bounds::drop is only for writes; use Bounds::fill for reads"));
}

TEST(Take, OfNothing) {
  EXPECT_TRUE(has_shape(take(zeros({0, 3}), tensor({2, 0}), 1), {0, 2}));
  EXPECT_TRUE(has_shape(take(zeros({2, 3}), zeros<int>({0, 4}), 1), {2, 0, 4}));
  EXPECT_TRUE(has_shape(take(zeros({2, 3}), zeros<int>({0})), {0}));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)take(zeros({2, 0}), tensor({0}), 1); },
                         "take: index 0 at [0] is out of bounds for dimension 1 with size 0"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)take(zeros({0, 3}), tensor({1, 3}), 1); },
                         "take: index 3 at [1] is out of bounds for dimension 1 with size 3"));
}

TEST(Take, FromAnyStrides) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(is(take(t.flip(), tensor({0, 3}), 1), {3, 2}, {11, 8, 7, 4, 3, 0}));
  EXPECT_TRUE(is(take(t.transpose(), tensor({2}), 1), {4, 1}, {8, 9, 10, 11}));
  EXPECT_TRUE(is(take(t.select(1, 1).expand({2, 3}), tensor({2, 0}), 1), {2, 2}, {9, 1, 9, 1}));
  EXPECT_TRUE(is(take(t.select(1, 1).expand({2, 3}), tensor({5, 0})), {2}, {9, 1}));
  const auto idx = tensor({{0, 9}, {1, 9}, {2, 9}}).select(1, 0).flip();
  EXPECT_TRUE(is(take(t, idx, 0), {3, 4}, {8, 9, 10, 11, 4, 5, 6, 7, 0, 1, 2, 3}));
  EXPECT_TRUE(is(take(t, tensor({1}).expand({3}), 1), {3, 3}, {1, 1, 1, 5, 5, 5, 9, 9, 9}));
}

template <class I>
class TakeBy : public testing::Test {};
using IndexTypes = number_types::IntegersAnd<long long>;
TYPED_TEST_SUITE(TakeBy, IndexTypes);

TYPED_TEST(TakeBy, EveryIntegerType) {
  const auto t = counting({2, 3});
  const Tensor<const TypeParam> idx = tensor({2, 0}).template to<TypeParam>();
  EXPECT_TRUE(is(take(t, idx, 1), {2, 2}, {2, 0, 5, 3}));
  EXPECT_TRUE(is(index_select(t, 1, idx), {2, 2}, {2, 0, 5, 3}));
  EXPECT_TRUE(is(gather(t, 1, idx.unsqueeze(0)), {1, 2}, {2, 0}));
  EXPECT_TRUE(is(take_along_axis(t, idx.unsqueeze(0), 1), {2, 2}, {2, 0, 5, 3}));
}

TEST(Take, OfEveryElementType) {
  using reference::Bytes3;
  using reference::Pair16;
  const auto idx = tensor({2, 0});
  EXPECT_TRUE(is(take(tensor({true, false, false}), idx, 0), {2}, {false, true}));
  EXPECT_TRUE(is(take(tensor({1.5, 2.5, 3.5}), idx, 0), {2}, {3.5, 1.5}));
  using Z = std::complex<float>;
  EXPECT_TRUE(is(take(tensor({Z(1, 2), Z(3, 4), Z(5, 6)}), idx, 0), {2}, {Z(5, 6), Z(1, 2)}));
  const Bytes3 bytes[] = {{1, 2, 3}, {4, 5, 6}, {7, 8, 9}};
  const Tensor<const Bytes3> three = borrow(bytes, {3});
  EXPECT_TRUE(is(take(three, idx, 0), {2}, {bytes[2], bytes[0]}));
  const Pair16 pairs[] = {{1, 2.0}, {3, 4.0}, {5, 6.0}};
  const Tensor<const Pair16> two = borrow(pairs, {3});
  const Tensor<Pair16> taken = take_along_axis(two, idx, 0);
  EXPECT_TRUE(is(taken, {2}, {pairs[2], pairs[0]}));
}

TEST(Take, NamesWhatIsWrong) {
  const auto t = counting({2, 5});
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)take(t, tensor({0, 7}), 1); },
                         "take: index 7 at [1] is out of bounds for dimension 1 with size 5"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)take(t, tensor({{0, 1}, {2, -3}}), -2); },
                         "take: index 2 at [1, 0] is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)take(t, tensor({-11}), Bounds::raise); },
                         "take: index -11 at [0] is out of bounds for dimension 0 with size 10"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)take(t, tensor({0}), 2); },
                                 "take: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)take(tensor(1), tensor({0}), 0); },
                                 "take: dim 0 is out of range for a tensor of rank 0"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)take(t, tensor(1).reshape(Dims::filled(64, 1)), 1); },
                                 "take: rank 65 is more than the maximum rank, 64"));
}

// ---- index_select

TEST(IndexSelect, KeepsTheRank) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(is(index_select(t, 1, tensor({2, 0, 0, 1})).select(0, 1), {4, 4},
                 {20, 21, 22, 23, 12, 13, 14, 15, 12, 13, 14, 15, 16, 17, 18, 19}));
  EXPECT_TRUE(is(index_select(t, -1, tensor(-1)), {2, 3, 1}, {3, 7, 11, 15, 19, 23}));
  EXPECT_TRUE(has_shape(index_select(t, 0, zeros<int>({0})), {0, 3, 4}));
}

TEST(IndexSelect, NamesWhatIsWrong) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(throws<ShapeError>([&] { (void)index_select(t, 0, tensor({{0, 1}})); },
                                 "index_select: index of shape (1, 2) must have rank 0 or 1"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)index_select(t, 0, tensor({0, 1, 2})); },
      "index_select: index 2 at [2] is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)index_select(t, -3, tensor({0})); },
                                 "index_select: dim -3 is out of range for a tensor of rank 2"));
}

// ---- gather

TEST(Gather, FollowsTheThreeFormulas) {
  const auto t = counting({2, 3, 4});
  const auto at = [&](index_t i, index_t j, index_t k) { return t.at(i, j, k); };
  const auto check = [&](index_t dim, const Tensor<int>& index) {
    const auto out = gather(t, dim, index);
    ASSERT_TRUE(has_shape(out, expect::dims(index.shape())));
    for (index_t i = 0; i < index.size(0); ++i) {
      for (index_t j = 0; j < index.size(1); ++j) {
        for (index_t k = 0; k < index.size(2); ++k) {
          const index_t n = index.at(i, j, k);
          EXPECT_EQ(out.at(i, j, k), dim == 0 ? at(n, j, k) : dim == 1 ? at(i, n, k) : at(i, j, n));
        }
      }
    }
  };
  check(0, randint<int>(-2, 2, {5, 3, 4}, 1));
  check(1, randint<int>(-3, 3, {2, 5, 4}, 2));
  check(2, randint<int>(-4, 4, {2, 3, 9}, 3));
  check(0, randint<int>(0, 2, {1, 2, 3}, 4));
  check(1, randint<int>(0, 3, {1, 1, 2}, 5));
  check(2, randint<int>(0, 4, {2, 2, 1}, 6));
}

TEST(Gather, AsInPyTorchsManual) {
  const auto t = tensor({{1, 2}, {3, 4}});
  EXPECT_TRUE(is(gather(t, 1, tensor({{0, 0}, {1, 0}})), {2, 2}, {1, 1, 4, 3}));
  EXPECT_TRUE(is(gather(t, -2, tensor({{-1}})), {1, 1}, {3}));
}

TEST(Gather, TheIndexMayBeSmallerThanTheTensorButNotLarger) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(
      is(gather(t, 0, tensor({{2, 1}, {0, 0}, {1, 2}, {2, 2}})), {4, 2}, {8, 5, 0, 1, 4, 9, 8, 9}));
  EXPECT_TRUE(is(gather(t, 1, tensor({{3, 3, 0, 1, 2}})), {1, 5}, {3, 3, 0, 1, 2}));
  EXPECT_TRUE(has_shape(gather(t, 1, zeros<int>({0, 5})), {0, 5}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)gather(t, 0, zeros<int>({1, 5})); },
      "gather: index of shape (1, 5) is larger than the tensor of shape (3, 4) along dim 1"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)gather(t, 0, zeros<int>({4})); },
                                 "gather: index of shape (4) must have the rank of the tensor, 2"));
}

TEST(Gather, OfNoIndicesOfAnyRankIsEmpty) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(is(gather(t, 1, zeros<int>({0})), {0}, std::vector<int>{}));
  EXPECT_TRUE(has_shape(gather(t, -1, zeros<int>({2, 0, 3})), {2, 0, 3}));
  EXPECT_TRUE(has_shape(gather(tensor(7), 0, zeros<int>({0, 2})), {0, 2}));
  EXPECT_TRUE(has_shape(gather(zeros<int>({0, 3}), 0, zeros<int>({0})), {0}));
  EXPECT_TRUE(throws<IndexError>([&] { (void)gather(t, 2, zeros<int>({0})); },
                                 "gather: dim 2 is out of range for a tensor of rank 2"));
}

TEST(Gather, RankZeroCountsAsRankOne) {
  EXPECT_TRUE(is(gather(tensor(7), 0, tensor(0)), {}, {7}));
  EXPECT_TRUE(is(gather(tensor(7), -1, tensor({0, -1, 0})), {3}, {7, 7, 7}));
  EXPECT_TRUE(is(gather(tensor({7, 8}), 0, tensor(1)), {}, {8}));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)gather(tensor(7), 0, tensor(1)); },
                         "gather: index 1 at [0] is out of bounds for dimension 0 with size 1"));
}

TEST(Gather, AnExpandedIndexTakesWholeRows) {
  const auto t = counting({3, 4});
  const auto rows = tensor({2, 0}).unsqueeze(1).expand({2, 4});
  EXPECT_TRUE(is(gather(t, 0, rows), {2, 4}, {8, 9, 10, 11, 0, 1, 2, 3}));
  EXPECT_TRUE(is(gather(t.transpose(), 1, rows.transpose()), {4, 2}, {8, 0, 9, 1, 10, 2, 11, 3}));
  const auto narrow = tensor({1, 2}).unsqueeze(1).expand({2, 3});
  EXPECT_TRUE(is(gather(t, 0, narrow), {2, 3}, {4, 5, 6, 8, 9, 10}));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)gather(t, 0, tensor({2, 3}).unsqueeze(1).expand({2, 4})); },
                         "gather: index 3 at [1, 0] is out of bounds for dimension 0 with size 3"));
}

TEST(Gather, FromAnyStrides) {
  const auto t = counting({3, 4});
  const auto index = tensor({{0, 1, 2, 0}, {2, 2, 1, 0}});
  EXPECT_TRUE(is(gather(t.flip(), 0, index), {2, 4}, {11, 6, 1, 8, 3, 2, 5, 8}));
  EXPECT_TRUE(is(gather(t.transpose(), 1, index.transpose()), {4, 2}, {0, 8, 5, 9, 10, 6, 3, 3}));
  EXPECT_TRUE(
      is(gather(t.select(0, 1).expand({3, 4}), 0, index), {2, 4}, {4, 5, 6, 7, 4, 5, 6, 7}));
  EXPECT_TRUE(is(gather(t, 0, index.flip(1)), {2, 4}, {0, 9, 6, 3, 0, 5, 10, 11}));
}

TEST(Gather, ByAPolicy) {
  const auto t = tensor({{1, 2}, {3, 4}, {5, 6}});
  const auto index = tensor({{3, -1}, {-4, 7}});
  EXPECT_TRUE(is(gather(t, 0, index, {.bounds = Bounds::wrap}), {2, 2}, {1, 6, 5, 4}));
  EXPECT_TRUE(is(gather(t, 0, index, {.bounds = Bounds::clip}), {2, 2}, {5, 2, 1, 6}));
  EXPECT_TRUE(
      is(gather(t, 0, index, {.bounds = Bounds::fill, .fill = -9}), {2, 2}, {-9, 6, -9, -9}));
}

TEST(Gather, MoreThanABlock) {
  const auto t = counting({50, 40});
  const auto index = randint<int>(-50, 50, {70, 40}, 9);
  const auto out = gather(t, 0, index);
  for (index_t i = 0; i < 70; ++i) {
    for (index_t j = 0; j < 40; ++j) ASSERT_EQ(out.at(i, j), t.at(index.at(i, j), j));
  }
  const auto bad = index.clone().index_put_({69, 39}, 50);
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)gather(t, 0, bad); },
      "gather: index 50 at [69, 39] is out of bounds for dimension 0 with size 50"));
}

// ---- take_along_axis

TEST(TakeAlongAxis, PutsRowsInTheOrderOfAnArgsort) {
  const auto x = tensor({{10, 30, 20}, {60, 40, 50}});
  const auto order = tensor({{0, 2, 1}, {1, 2, 0}});  // NumPy's argsort(x, axis=1)
  EXPECT_TRUE(is(take_along_axis(x, order, 1), {2, 3}, {10, 20, 30, 40, 50, 60}));
  EXPECT_TRUE(is(take_along_axis(x, argmax(x, 1, true), 1), {2, 1}, {30, 60}));
  EXPECT_TRUE(is(take_along_axis(x, tensor({{1, 0, 1}, {0, -1, -2}, {0, 0, 0}}), 0), {3, 3},
                 {60, 30, 50, 10, 40, 20, 10, 30, 20}));
}

TEST(TakeAlongAxis, OtherDimsBroadcast) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(is(take_along_axis(t, tensor({{{2}, {0}}}), 1), {2, 2, 4},
                 {8, 9, 10, 11, 0, 1, 2, 3, 20, 21, 22, 23, 12, 13, 14, 15}));
  EXPECT_TRUE(
      is(take_along_axis(tensor({{1, 2, 3}}), tensor({{0, 1}, {2, 2}, {1, 0}, {-1, -3}}), 1),
         {4, 2}, {1, 2, 3, 3, 2, 1, 3, 1}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)take_along_axis(t, zeros<int>({3, 1, 4}), 1); },
      "take_along_axis: indices of shape (3, 1, 4) and a tensor of shape (2, 3, 4) do not "
      "broadcast together along the dims other than 1"));
}

TEST(TakeAlongAxis, WithoutADimCountsInRowMajorOrder) {
  const auto x = tensor({{10, 30, 20}, {60, 40, 50}});
  EXPECT_TRUE(is(take_along_axis(x, tensor({5, 0, -2})), {3}, {50, 10, 40}));
  EXPECT_TRUE(is(take_along_axis(x.transpose(), tensor({1, 2})), {2}, {60, 30}));
}

TEST(TakeAlongAxis, FromAnyStrides) {
  const auto x = tensor({{10, 30, 20}, {60, 40, 50}});
  EXPECT_TRUE(is(take_along_axis(x.flip(), tensor({{0}, {2}}), 1), {2, 1}, {50, 10}));
  EXPECT_TRUE(is(take_along_axis(x, tensor({{0, 1, 2}}).expand({2, 3}), 1), {2, 3},
                 {10, 30, 20, 60, 40, 50}));
}

TEST(TakeAlongAxis, OfNothing) {
  EXPECT_TRUE(has_shape(take_along_axis(zeros({2, 3}), zeros<int>({2, 0}), 1), {2, 0}));
  EXPECT_TRUE(has_shape(take_along_axis(zeros({0, 3}), zeros<int>({0, 2}), 1), {0, 2}));
  EXPECT_TRUE(has_shape(take_along_axis(zeros({0, 3}), zeros<int>({1, 2}), 1), {0, 2}));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)take_along_axis(zeros({0, 3}), tensor({{0, 3}}), 1); },
      "take_along_axis: index 3 at [0, 1] is out of bounds for dimension 1 with size 3"));
}

TEST(TakeAlongAxis, NamesWhatIsWrong) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)take_along_axis(x, tensor({0}), 1); },
      "take_along_axis: indices of shape (1) must have the rank of the tensor, 2"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)take_along_axis(x, tensor({{0}, {-4}}), 1); },
      "take_along_axis: index -4 at [1, 0] is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)take_along_axis(x, tensor({{0}}), 2); },
                                 "take_along_axis: dim 2 is out of range for a tensor of rank 2"));
}

}  // namespace take_test
