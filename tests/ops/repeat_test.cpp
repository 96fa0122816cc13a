// Values from NumPy's tile and repeat; PyTorch's repeat is tile with a number for each dim.
#include <limits>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;
using reference::Bytes3;

namespace repeat_test {

const Tensor<int> x = counting({2, 3});

TEST(Tile, LaysTheTensorOutSeveralTimes) {
  EXPECT_TRUE(is(tile(x, {2, 1}), {4, 3}, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(tile(x, {2}), {2, 6}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(is(tile(x, 2), {2, 6}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(is(tile(tensor({1, 2, 3}), {2, 2}), {2, 6}, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}));
  EXPECT_TRUE(is(tile(x, {2, 1, 2}), {2, 2, 6},
                 {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5, 0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
}

TEST(Tile, OfStridedTensors) {
  EXPECT_TRUE(is(tile(x.transpose(), {1, 2}), {3, 4}, {0, 3, 0, 3, 1, 4, 1, 4, 2, 5, 2, 5}));
  EXPECT_TRUE(is(tile(x.index({Slice(None, None, -1), Slice(None, None, -2)}), {2, 2}), {4, 4},
                 {5, 3, 5, 3, 2, 0, 2, 0, 5, 3, 5, 3, 2, 0, 2, 0}));
  EXPECT_TRUE(is(tile(tensor({1, 2}).expand({2, 2}), {1, 2}), {2, 4}, {1, 2, 1, 2, 1, 2, 1, 2}));
}

TEST(Tile, ZeroTimesOnceAndRankZero) {
  EXPECT_TRUE(has_shape(tile(x, {0, 2}), {0, 6}));
  EXPECT_TRUE(has_shape(tile(zeros({0, 3}), {2, 2}), {0, 6}));
  EXPECT_TRUE(is(tile(x, Dims{}), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_FALSE(tile(x, 1).shares_storage(x));
  EXPECT_TRUE(is(tile(tensor(3), {2, 2}), {2, 2}, {3, 3, 3, 3}));
  EXPECT_TRUE(is(tile(tensor(3), Dims{}), {}, {3}));
  EXPECT_TRUE(is(tile(tensor({{4}}), {1, 3}), {1, 3}, {4, 4, 4}));
}

TEST(Tile, OfShortPeriodsVeryOften) {
  const auto often = tile(tensor({4, 5, 6}), 5001);
  ASSERT_TRUE(has_shape(often, {15003}));
  for (index_t i = 0; i < 15003; ++i) ASSERT_EQ(often.at(i), 4 + i % 3) << i;
  const auto rows = tile(x.transpose(), {1501, 1});
  ASSERT_TRUE(has_shape(rows, {4503, 2}));
  for (index_t i = 0; i < 4503; ++i) {
    ASSERT_EQ(rows.at(i, 0), i % 3) << i;
    ASSERT_EQ(rows.at(i, 1), 3 + i % 3) << i;
  }
  EXPECT_EQ(sum(tile(tensor(1), 10000)).item(), 10000);
  EXPECT_EQ(sum(tile(ones<int>({5000}), {3, 1})).item(), 15000);
}

TEST(Tile, UpToTheLargestRank) {
  Dims reps = Dims::filled(64, 1);
  reps[0] = 2;
  reps[31] = 2;
  reps[63] = 2;
  const auto repeated = tile(tensor(7), reps);
  EXPECT_EQ(repeated.dim(), 64);
  EXPECT_EQ(repeated.numel(), 8);
  EXPECT_EQ(sum(repeated).item(), 56);
  Dims many = Dims::filled(64, 1);
  for (std::size_t d = 0; d < 8; ++d) many[d * 8] = 2;
  EXPECT_EQ(tile(arange<int>(256).reshape(many), many).numel(), 65536);
  EXPECT_EQ(tile(zeros(Dims::filled(64, 0)), Dims::filled(64, 2)).dim(), 64);
  EXPECT_TRUE(throws<ValueError>([] { (void)tile(x, Dims::filled(65, 1)); },
                                 "tile: rank 65 is more than the maximum rank, 64"));
}

TEST(Tile, RefusesNegativeNumbersAndShapesThatOverflow) {
  EXPECT_TRUE(throws<ValueError>([] { (void)tile(x, {2, -1}); },
                                 "tile: repeats -1 of dim 1 must be 0 or more"));
  EXPECT_TRUE(throws<ValueError>([] { (void)tile(x, {1, INT64_MAX}); },
                                 "tile: 9223372036854775807 times 3 overflows a 64-bit size"));
  EXPECT_THROW((void)tile(x, {INT64_MAX / 2, INT64_MAX / 3}), ValueError);
}

TEST(Repeat, IsTileWithANumberForEachDim) {
  EXPECT_TRUE(is(repeat(x, {2, 1}), {4, 3}, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(repeat(tensor({1, 2}), {2}), {4}, {1, 2, 1, 2}));
  EXPECT_TRUE(is(repeat(tensor({1, 2}), 2), {4}, {1, 2, 1, 2}));
  EXPECT_TRUE(is(repeat(tensor({1, 2, 3}), {2, 2}), {2, 6}, {1, 2, 3, 1, 2, 3, 1, 2, 3, 1, 2, 3}));
  EXPECT_TRUE(is(repeat(tensor(5), 3), {3}, {5, 5, 5}));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)repeat(x, {2}); },
      "repeat: repeats (2) for a tensor of rank 2; there must be one for each dim"));
  EXPECT_TRUE(throws<ValueError>([] { (void)repeat(x, {-2, 1}); },
                                 "repeat: repeats -2 of dim 0 must be 0 or more"));
}

TEST(RepeatInterleave, ByNumbersInBraces) {
  const auto t = tensor({{1, 2, 3}, {4, 5, 6}});
  EXPECT_TRUE(is(repeat_interleave(t, {0, 2}, 0), {2, 3}, {4, 5, 6, 4, 5, 6}));
  EXPECT_TRUE(is(repeat_interleave(t, {1, 0, 0, 0, 2, 0}), {3}, {1, 5, 5}));
}

TEST(RepeatInterleave, RepeatsEachSlice) {
  EXPECT_TRUE(is(repeat_interleave(x, 2, 0), {4, 3}, {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(is(repeat_interleave(x, 2, -1), {2, 6}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_TRUE(has_shape(repeat_interleave(x, 0, 1), {2, 0}));
  EXPECT_TRUE(is(repeat_interleave(x, 1, 0), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_FALSE(repeat_interleave(x, 1, 0).shares_storage(x));
  EXPECT_TRUE(is(repeat_interleave(tensor({{4}}), 3, 0), {3, 1}, {4, 4, 4}));
}

TEST(RepeatInterleave, EachAsOftenAsItsNumberSays) {
  EXPECT_TRUE(is(repeat_interleave(x, tensor({2, 0, 1}), 1), {2, 3}, {0, 0, 2, 3, 3, 5}));
  EXPECT_TRUE(is(repeat_interleave(x, tensor<std::uint8_t>({0, 3}), -2), {3, 3},
                 {3, 4, 5, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(is(repeat_interleave(x.transpose(), tensor<std::int64_t>({1, 2, 0}), 0), {3, 2},
                 {0, 3, 1, 4, 1, 4}));
  EXPECT_TRUE(is(repeat_interleave(x.flip(), tensor({2, 9, 1}).slice(0, Slice(None, None, -2)), 0),
                 {3, 3}, {5, 4, 3, 2, 1, 0, 2, 1, 0}));
  EXPECT_TRUE(is(repeat_interleave(x, tensor({0, 0}), 0), {0, 3}, {}));
}

TEST(RepeatInterleave, OneNumberStandsForAll) {
  EXPECT_TRUE(
      is(repeat_interleave(x, tensor({2}), 1), {2, 6}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_TRUE(is(repeat_interleave(x, tensor<std::uint64_t>(2), 0), {4, 3},
                 {0, 1, 2, 0, 1, 2, 3, 4, 5, 3, 4, 5}));
}

TEST(RepeatInterleave, WithoutADimIsOfTheElementsInOrder) {
  EXPECT_TRUE(is(repeat_interleave(x, 2), {12}, {0, 0, 1, 1, 2, 2, 3, 3, 4, 4, 5, 5}));
  EXPECT_TRUE(is(repeat_interleave(x, tensor({1, 0, 2, 0, 0, 1})), {4}, {0, 2, 2, 5}));
  EXPECT_TRUE(is(repeat_interleave(x.transpose(), tensor({1, 1, 0, 0, 0, 0})), {2}, {0, 3}));
  EXPECT_TRUE(is(repeat_interleave(tensor(5), 3), {3}, {5, 5, 5}));
  EXPECT_TRUE(is(repeat_interleave(tensor({2, 0, 3})), {5}, {0, 0, 2, 2, 2}));
  EXPECT_TRUE(has_shape(repeat_interleave(zeros<int>({0})), {0}));
}

TEST(RepeatInterleave, OfNothing) {
  EXPECT_TRUE(has_shape(repeat_interleave(zeros({0, 2}), 3, 0), {0, 2}));
  EXPECT_TRUE(has_shape(repeat_interleave(zeros({0, 2}), 3, 1), {0, 6}));
  EXPECT_TRUE(has_shape(repeat_interleave(zeros({0, 2}), zeros<int>({0}), 0), {0, 2}));
  EXPECT_TRUE(has_shape(repeat_interleave(zeros({0, 2}), tensor({1, 2}), 1), {0, 3}));
}

TEST(RepeatInterleave, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ValueError>([] { (void)repeat_interleave(x, -1, 0); },
                                 "repeat_interleave: repeats -1 must be 0 or more"));
  EXPECT_TRUE(throws<ValueError>([] { (void)repeat_interleave(x, tensor({1, 2, -3}), 1); },
                                 "repeat_interleave: repeats -3 at [2] must be 0 or more"));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)repeat_interleave(x, tensor({1, 2}), 1); },
      "repeat_interleave: repeats of shape (2) do not match dimension 1 with size 3"));
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)repeat_interleave(x, tensor({{1, 2}}), 0); },
                         "repeat_interleave: repeats of shape (1, 2) must have rank 0 or 1"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)repeat_interleave(tensor(1)); },
                                 "repeat_interleave: repeats of shape () must have rank 1"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)repeat_interleave(x, 1, 2); },
                         "repeat_interleave: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)repeat_interleave(tensor(1), tensor(1), 0); },
                         "repeat_interleave: dim 0 is out of range for a tensor of rank 0"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)repeat_interleave(x, INT64_MAX, 0); },
                         "repeat_interleave: 2 times 9223372036854775807 overflows a 64-bit "
                         "size"));
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(throws<ValueError>([] { (void)repeat_interleave(x, tensor({most, most}), 0); },
                                 "repeat_interleave: 9223372036854775807 plus 9223372036854775807 "
                                 "overflows a 64-bit size"));
}

TEST(RepeatInterleave, UpToTheLargestRank) {
  const auto t = ones<int>(Dims::filled(64, 1));
  EXPECT_EQ(repeat_interleave(t, 3, 5).numel(), 3);
  EXPECT_EQ(repeat_interleave(t, tensor({2}), -1).size(63), 2);
}

TEST(Repeated, ReadOnlyTensorsAndStructs) {
  const Tensor<const int> t = tensor({1, 2});
  const Tensor<const int> counts = tensor({2, 1});
  const Tensor<int> tiled = tile(t, 2);
  EXPECT_TRUE(is(tiled, {4}, {1, 2, 1, 2}));
  const Tensor<int> each = repeat_interleave(t, 2, 0);
  EXPECT_TRUE(is(each, {4}, {1, 1, 2, 2}));
  const Tensor<int> counted = repeat_interleave(t, counts, 0);
  EXPECT_TRUE(is(counted, {3}, {1, 1, 2}));
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}, Bytes3{4, 5, 6}});
  EXPECT_TRUE(is(repeat_interleave(structs, counts), {3}, {{1, 2, 3}, {1, 2, 3}, {4, 5, 6}}));
  EXPECT_TRUE(is(repeat(structs, 2), {4}, {{1, 2, 3}, {4, 5, 6}, {1, 2, 3}, {4, 5, 6}}));
}

}  // namespace repeat_test
