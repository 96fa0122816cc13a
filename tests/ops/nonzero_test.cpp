#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace nonzero_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Nonzero, GivesOneRowOfCoordinatesForEachElement) {
  const auto x = tensor({{3, 0, 0}, {0, 4, 0}, {5, 6, 0}});
  EXPECT_TRUE(is(nonzero(x), {4, 2}, {0, 0, 1, 1, 2, 0, 2, 1}));
  EXPECT_TRUE(is(nonzero(tensor({0, 7, 0, 8})), {2, 1}, {1, 3}));
}

TEST(Nonzero, FollowsTheViewAndNotTheMemory) {
  const auto x = tensor({{3, 0, 0}, {0, 4, 0}, {5, 6, 0}});
  EXPECT_TRUE(is(nonzero(x.transpose()), {4, 2}, {0, 0, 0, 2, 1, 1, 1, 2}));
  EXPECT_TRUE(is(nonzero(x.flip()), {4, 2}, {0, 1, 0, 2, 1, 1, 2, 2}));
  EXPECT_TRUE(is(nonzero(x.select(0, 2).expand({2, 3})), {4, 2}, {0, 0, 0, 1, 1, 0, 1, 1}));
  EXPECT_TRUE(is(nonzero(x.narrow(0, 1, 2).narrow(1, 1, 2)), {2, 2}, {0, 0, 1, 0}));
}

TEST(Nonzero, OfNothingAndOfRankZero) {
  EXPECT_TRUE(has_shape(nonzero(zeros({2, 3})), {0, 2}));
  EXPECT_TRUE(has_shape(nonzero(zeros({0, 3})), {0, 2}));
  EXPECT_TRUE(has_shape(nonzero(tensor(5)), {1, 0}));
  EXPECT_TRUE(has_shape(nonzero(tensor(0)), {0, 0}));
}

TEST(Nonzero, OfEveryKindOfNumber) {
  EXPECT_TRUE(is(nonzero(tensor({0.0, -0.0, nan, inf})), {2, 1}, {2, 3}));
  EXPECT_TRUE(is(nonzero(tensor({false, true})), {1, 1}, {1}));
  EXPECT_TRUE(is(nonzero(tensor({std::complex<float>(), std::complex<float>(0, 1)})), {1, 1}, {1}));
  EXPECT_TRUE(is(nonzero(tensor<std::uint8_t>({0, 128})), {1, 1}, {1}));
}

TEST(Nonzero, OfRowsLongerThanABlock) {
  const auto x = zeros<bool>({2, 2, 600});
  x.index_put_({1, 0, tensor({0, 255, 256, 599})}, true);
  EXPECT_TRUE(is(nonzero(x), {4, 3}, {1, 0, 0, 1, 0, 255, 1, 0, 256, 1, 0, 599}));
  EXPECT_TRUE(has_shape(nonzero(!x), {2396, 3}));
}

TEST(Nonzero, OfRankOneLongerThanABlock) {
  const auto x = zeros<float>({1000});
  x.index_put_({tensor({1, 255, 256, 700, 999})}, 3.f);
  EXPECT_TRUE(is(nonzero(x), {5, 1}, {1, 255, 256, 700, 999}));
  EXPECT_TRUE(is(nonzero(x.index({Slice(None, None, -3)})), {2, 1}, {0, 248}));
  // The zeros skip 1, 255, 256 and 700.
  EXPECT_TRUE(is(flatnonzero(x == 0.f).index({tensor({0, 1, 253, 254, 698, 994})}), {6},
                 {0, 2, 254, 257, 702, 998}));
}

TEST(NonzeroTuple, IndexesTheElementsThatItFound) {
  const auto x = tensor({{3, 0, 1}, {0, 4, 0}});
  const auto found = nonzero_tuple(x);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(is(found[0], {3}, {0, 0, 1}));
  EXPECT_TRUE(is(found[1], {3}, {0, 2, 1}));
  EXPECT_TRUE(is(x.index({found[0], found[1]}), {3}, {3, 1, 4}));
  EXPECT_TRUE(found[0].is_contiguous());
}

TEST(NonzeroTuple, OfARankKnownAtCompileTimeBindsToNames) {
  const auto x = arange<int>(12).reshape({3, 4});
  const auto [rows, columns] = nonzero_tuple<2>(x % 5 == 0);
  EXPECT_TRUE(is(rows, {3}, {0, 1, 2}));
  EXPECT_TRUE(is(columns, {3}, {0, 1, 2}));
  EXPECT_TRUE(is(nonzero_tuple<1>(tensor(4))[0], {1}, {0}));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)nonzero_tuple<3>(x); },
                                 "nonzero_tuple: a tensor of rank 2 is not of rank 3"));
}

TEST(NonzeroTuple, OfRankZeroIsAsOfRankOne) {
  const auto found = nonzero_tuple(tensor(true));
  ASSERT_EQ(found.size(), 1u);
  EXPECT_TRUE(is(found[0], {1}, {0}));
}

TEST(Argwhere, IsNonzero) {
  EXPECT_TRUE(is(argwhere(tensor({{3, 0, 1}, {0, 4, 0}})), {3, 2}, {0, 0, 0, 2, 1, 1}));
  EXPECT_TRUE(has_shape(argwhere(tensor(5)), {1, 0}));
  EXPECT_TRUE(has_shape(argwhere(tensor(0)), {0, 0}));
}

TEST(Flatnonzero, CountsInRowMajorOrderOfTheView) {
  const auto x = tensor({{3, 0, 1}, {0, 4, 0}});
  EXPECT_TRUE(is(flatnonzero(x), {3}, {0, 2, 4}));
  EXPECT_TRUE(is(flatnonzero(x.transpose()), {3}, {0, 3, 4}));
  EXPECT_TRUE(is(flatnonzero(x.flip()), {3}, {1, 3, 5}));
  EXPECT_TRUE(is(x.ravel().index({flatnonzero(x)}), {3}, {3, 1, 4}));
  EXPECT_TRUE(is(flatnonzero(tensor({7, 0}).expand({2, 2})), {2}, {0, 2}));
}

TEST(Flatnonzero, OfNothingAndOfRankZero) {
  EXPECT_TRUE(has_shape(flatnonzero(zeros({0, 3})), {0}));
  EXPECT_TRUE(has_shape(flatnonzero(zeros({4})), {0}));
  EXPECT_TRUE(is(flatnonzero(tensor(5)), {1}, {0}));
  EXPECT_TRUE(has_shape(flatnonzero(tensor(false)), {0}));
}

}  // namespace nonzero_test
