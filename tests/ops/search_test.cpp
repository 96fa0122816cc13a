#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace {

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

TEST(NonzeroTuple, IndexesTheElementsThatItFound) {
  const auto x = tensor({{3, 0, 1}, {0, 4, 0}});
  const auto found = nonzero_tuple(x);
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(is(found[0], {3}, {0, 0, 1}));
  EXPECT_TRUE(is(found[1], {3}, {0, 2, 1}));
  EXPECT_TRUE(is(x.index({found[0], found[1]}), {3}, {3, 1, 4}));
  EXPECT_TRUE(found[0].is_contiguous());
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

TEST(Argmax, OfAllElementsCountsInRowMajorOrder) {
  const auto x = tensor({{1, 5, 3}, {9, 2, 9}});
  EXPECT_TRUE(is(argmax(x), {}, {3}));
  EXPECT_TRUE(is(argmax(x.transpose()), {}, {1}));
  EXPECT_TRUE(is(argmax(x.flip()), {}, {0}));
  EXPECT_TRUE(is(argmax(x.narrow(1, 1, 2)), {}, {3}));
  EXPECT_TRUE(is(argmax(tensor(-4)), {}, {0}));
}

TEST(Argmax, AlongADim) {
  const auto x = tensor({{1, 5, 3}, {9, 2, 9}});
  EXPECT_TRUE(is(argmax(x, 0), {3}, {1, 0, 1}));
  EXPECT_TRUE(is(argmax(x, 1), {2}, {1, 0}));
  EXPECT_TRUE(is(argmax(x, -1, true), {2, 1}, {1, 0}));
  EXPECT_TRUE(is(argmax(x.transpose(), 0), {2}, {1, 0}));
  EXPECT_TRUE(is(argmax(x.flip(), 1), {2}, {0, 1}));
  EXPECT_TRUE(is(argmax(tensor({2, 1}).expand({3, 2}), 0), {2}, {0, 0}));
  EXPECT_TRUE(
      is(argmax(arange<int>(24).reshape({2, 3, 4}), 1), {2, 4}, std::vector<index_t>(8, 2)));
}

TEST(Argmax, OfADimOfSizeOneAmongOthers) {
  EXPECT_TRUE(is(argmax(ones({1, 2}), 0), {2}, {0, 0}));
  EXPECT_TRUE(is(argmax(ones({1, 2, 1}), 1), {1, 1}, {0}));
}

TEST(Argmax, TheFirstOfEqualsWins) {
  EXPECT_EQ(argmax(tensor({0, 7, 7})).item(), 1);
  EXPECT_EQ(argmax(full({5000}, -inf)).item(), 0);
  EXPECT_EQ(argmax(tensor({false, true, true})).item(), 1);
  EXPECT_EQ(argmax(full<std::int8_t>({9}, -128)).item(), 0);
}

TEST(Argmax, NanCountsAsTheLargest) {
  EXPECT_EQ(argmax(tensor({inf, 1.0, nan, 2.0, nan})).item(), 2);
  EXPECT_EQ(argmax(tensor({nan, inf})).item(), 0);
  const auto x = zeros<float>({3000});
  x.index_put_({2000}, static_cast<float>(nan));
  x.index_put_({2600}, static_cast<float>(inf));
  EXPECT_EQ(argmax(x).item(), 2000);
}

template <class T>
class ArgmaxOfNumbers : public testing::Test {};
using NumberTypes =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, float, double, long double>;
TYPED_TEST_SUITE(ArgmaxOfNumbers, NumberTypes);

TYPED_TEST(ArgmaxOfNumbers, AreSearchedFarBeyondABlock) {
  using T = TypeParam;
  const auto x = zeros<T>({2, 1500});
  x.index_put_({0, tensor({700, 1400})}, T{9});
  x.index_put_({1, 1499}, std::numeric_limits<T>::max());
  EXPECT_EQ(argmax(x).item(), 2999);
  EXPECT_TRUE(is(argmax(x, 1), {2}, {700, 1499}));
  EXPECT_EQ(argmax(x.index({0, Slice(None, None, -9)})).item(), 11);
}

TEST(Argmax, OfNothingIsAnError) {
  EXPECT_TRUE(throws<ValueError>(
      [] {
        (void)argmax(zeros({0, 3}));
      },
      "argmax: shape (0, 3) has no element, and so no largest"));
  EXPECT_TRUE(throws<ValueError>(
      [] {
        (void)argmax(zeros({2, 0}), 1);
      },
      "argmax: dim 1 of shape (2, 0) has size 0"));
  EXPECT_TRUE(has_shape(argmax(zeros({0, 3}), 1), {0}));
  EXPECT_TRUE(throws<IndexError>([] { (void)argmax(zeros({2}), 1); },
                                 "argmax: dim 1 is out of range for a tensor of rank 1"));
}

}  // namespace
