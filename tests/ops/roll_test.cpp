// Values from NumPy's roll.
#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;
using reference::Bytes3;

namespace roll_test {

const Tensor<int> x = counting({2, 3});

TEST(Roll, MovesElementsAlongADim) {
  EXPECT_TRUE(is(roll(tensor({1, 2, 3, 4}), 1, 0), {4}, {4, 1, 2, 3}));
  EXPECT_TRUE(is(roll(tensor({1, 2, 3, 4}), -1, 0), {4}, {2, 3, 4, 1}));
  EXPECT_TRUE(is(roll(x, 1, 0), {2, 3}, {3, 4, 5, 0, 1, 2}));
  EXPECT_TRUE(is(roll(x, 1, -1), {2, 3}, {2, 0, 1, 5, 3, 4}));
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(Roll, AlongSeveralDims) {
  EXPECT_TRUE(is(roll(x, {1, -1}, {0, 1}), {2, 3}, {4, 5, 3, 1, 2, 0}));
  EXPECT_TRUE(is(roll(counting({2, 3, 2}), {1, 2, 1}, {0, 1, 2}), {2, 3, 2},
                 {9, 8, 11, 10, 7, 6, 3, 2, 5, 4, 1, 0}));
  EXPECT_TRUE(is(roll(x, std::vector<int>{1}, std::vector<int>{1}), {2, 3}, {2, 0, 1, 5, 3, 4}));
}

TEST(Roll, ShiftsOfADimNamedTwiceAddUp) {
  EXPECT_TRUE(is(roll(x, {1, 1}, {1, -1}), {2, 3}, {1, 2, 0, 4, 5, 3}));
  EXPECT_TRUE(is(roll(x, {2, 2}, {1, 1}), {2, 3}, {2, 0, 1, 5, 3, 4}));
  EXPECT_TRUE(is(roll(x, {2, 1}, {1, 1}), {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(Roll, WithoutADimIsOfTheElementsInOrder) {
  EXPECT_TRUE(is(roll(x, 2), {2, 3}, {4, 5, 0, 1, 2, 3}));
  EXPECT_TRUE(is(roll(x.transpose(), 1), {3, 2}, {5, 0, 3, 1, 4, 2}));
  EXPECT_TRUE(is(roll(tensor(5), 3), {}, {5}));
}

TEST(Roll, ShiftsMayBeLargerThanTheDim) {
  EXPECT_TRUE(is(roll(x, -8, -1), {2, 3}, {2, 0, 1, 5, 3, 4}));
  EXPECT_TRUE(is(roll(x, 3, 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  // INT64_MAX is 1 modulo 3, INT64_MIN is 1 too.
  EXPECT_TRUE(is(roll(x, INT64_MAX, 1), {2, 3}, {2, 0, 1, 5, 3, 4}));
  EXPECT_TRUE(is(roll(x, INT64_MIN, 1), {2, 3}, {2, 0, 1, 5, 3, 4}));
}

TEST(Roll, OfStridedTensorsIsAlwaysACopy) {
  EXPECT_TRUE(is(roll(x.transpose(), 1, 0), {3, 2}, {2, 5, 0, 3, 1, 4}));
  EXPECT_TRUE(is(roll(x.flip(), 1, 1), {2, 3}, {3, 5, 4, 0, 2, 1}));
  EXPECT_TRUE(is(roll(tensor({1, 2}).expand({2, 2}), 1, 1), {2, 2}, {2, 1, 2, 1}));
  EXPECT_FALSE(roll(x, 0, 0).shares_storage(x));
  EXPECT_FALSE(roll(x, 0).shares_storage(x));
  EXPECT_TRUE(is(roll(x, Dims{}, Dims{}), {2, 3}, {0, 1, 2, 3, 4, 5}));
  const Tensor<const int> read_only = x;
  const Tensor<int> rolled = roll(read_only, 1, 0);
  EXPECT_TRUE(is(rolled, {2, 3}, {3, 4, 5, 0, 1, 2}));
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}, Bytes3{4, 5, 6}});
  EXPECT_TRUE(is(roll(structs, 1), {2}, {{4, 5, 6}, {1, 2, 3}}));
}

TEST(Roll, OfNothing) {
  EXPECT_TRUE(has_shape(roll(zeros({0, 3}), 1, 0), {0, 3}));
  EXPECT_TRUE(has_shape(roll(zeros({0, 3}), 1, 1), {0, 3}));
  EXPECT_TRUE(has_shape(roll(zeros({2, 0}), 5), {2, 0}));
}

TEST(Roll, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ValueError>([] { (void)roll(x, {1, 2}, {0}); }, "roll: 2 shifts for 1 dims"));
  EXPECT_TRUE(throws<IndexError>([] { (void)roll(x, 1, 2); },
                                 "roll: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)roll(tensor(1), 1, 0); },
                                 "roll: dim 0 is out of range for a tensor of rank 0"));
}

}  // namespace roll_test
