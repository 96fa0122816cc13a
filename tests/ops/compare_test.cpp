#include <complex>
#include <limits>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace compare_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Compare, SixWaysWithAScalarOnEitherSide) {
  const auto x = tensor({1, 2, 3});
  EXPECT_TRUE(is(x == 2, {3}, {false, true, false}));
  EXPECT_TRUE(is(x != 2, {3}, {true, false, true}));
  EXPECT_TRUE(is(x < 2, {3}, {true, false, false}));
  EXPECT_TRUE(is(x <= 2, {3}, {true, true, false}));
  EXPECT_TRUE(is(x > 2, {3}, {false, false, true}));
  EXPECT_TRUE(is(x >= 2, {3}, {false, true, true}));
  EXPECT_TRUE(is(2 == x, {3}, {false, true, false}));
  EXPECT_TRUE(is(2 != x, {3}, {true, false, true}));
  EXPECT_TRUE(is(2 < x, {3}, {false, false, true}));
  EXPECT_TRUE(is(2 <= x, {3}, {false, true, true}));
  EXPECT_TRUE(is(2 > x, {3}, {true, false, false}));
  EXPECT_TRUE(is(2 >= x, {3}, {true, true, false}));
}

TEST(Compare, BroadcastsTensors) {
  const auto column = tensor({{1}, {2}});
  const auto row = tensor({1, 2, 3});
  EXPECT_TRUE(is(column == row, {2, 3}, {true, false, false, false, true, false}));
  EXPECT_TRUE(is(column >= row, {2, 3}, {true, false, false, true, true, false}));
  EXPECT_TRUE(has_shape(zeros({0, 3}) < ones({3}), {0, 3}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)(zeros({2}) > zeros({3})); },
                                 "operator>: shapes (3) and (2) cannot be broadcast together"));
}

TEST(Compare, ReadsAnyStrides) {
  const auto x = arange<int>(4).reshape({2, 2});
  EXPECT_TRUE(is(x == x.transpose(), {2, 2}, {true, false, false, true}));
  EXPECT_TRUE(is(x.flip() > x, {2, 2}, {true, true, false, false}));
  EXPECT_TRUE(is(tensor(1).expand({2, 2}) < x, {2, 2}, {false, false, true, true}));
}

template <class T>
class ComparingIntegers : public testing::Test {};
TYPED_TEST_SUITE(ComparingIntegers, number_types::IntegersByAnyName);

TYPED_TEST(ComparingIntegers, OfMixedSignsCompareByValue) {
  using T = TypeParam;
  constexpr T most = std::numeric_limits<T>::max();
  const auto x = tensor<T>({0, 1, most});
  EXPECT_TRUE(is(x > -1, {3}, {true, true, true}));
  EXPECT_TRUE(is(-1 >= x, {3}, {false, false, false}));
  EXPECT_TRUE(is(x == tensor<std::int64_t>({-1, 1, 7}), {3}, {false, true, false}));
  EXPECT_TRUE(
      is(x != tensor<std::uint64_t>({0, 1, UINT64_MAX}), {3}, {false, false, most != UINT64_MAX}));
  EXPECT_TRUE(is(tensor<std::uint8_t>({0, 2, 3}) <= x, {3}, {true, false, true}));
}

TYPED_TEST(ComparingIntegers, CompareWithAScalarThatTheyCannotHold) {
  using T = TypeParam;
  const auto x = tensor<T>({0, 100});
  EXPECT_TRUE(is(x < 3'000'000'000'000, {2}, {true, true}));
  EXPECT_TRUE(is(x < 99.5, {2}, {true, false}));
}

TEST(Compare, LargeIntegersAreNotRounded) {
  const auto x = tensor<std::uint64_t>({9223372036854775809u});
  EXPECT_TRUE(is(x == INT64_MAX, {1}, {false}));
  EXPECT_TRUE(is(x > INT64_MAX, {1}, {true}));
  const auto y = tensor<std::int64_t>({9007199254740993});
  EXPECT_TRUE(is(y == std::uint64_t{9007199254740993}, {1}, {true}));
  EXPECT_TRUE(is(y == std::uint64_t{9007199254740992}, {1}, {false}));
}

TEST(Compare, AFloatTensorMeetsADoubleScalarInFloat) {
  EXPECT_TRUE(is(tensor<float>({0.1f}) == 0.1, {1}, {true}));
  EXPECT_TRUE(is(tensor<float>({0.1f}) == tensor({0.1}), {1}, {false}));
}

TEST(Compare, NanIsUnequalToAllAndInOrderWithNone) {
  const auto x = tensor({nan, 1.0, inf});
  EXPECT_TRUE(is(x == x, {3}, {false, true, true}));
  EXPECT_TRUE(is(x != x, {3}, {true, false, false}));
  EXPECT_TRUE(is(x < 2, {3}, {false, true, false}));
  EXPECT_TRUE(is(x >= 2, {3}, {false, false, true}));
}

TEST(Compare, BoolsAreZeroAndOne) {
  const auto x = tensor({true, false});
  EXPECT_TRUE(is(x == true, {2}, {true, false}));
  EXPECT_TRUE(is(x == 1, {2}, {true, false}));
  EXPECT_TRUE(is(x < tensor({2, 0}), {2}, {true, false}));
  EXPECT_TRUE(is(x != x.flip(), {2}, {true, true}));
}

TEST(Compare, ComplexNumbersForEqualityOnly) {
  using C = std::complex<double>;
  const auto z = tensor({C(1, 0), C(1, 2)});
  EXPECT_TRUE(is(z == 1, {2}, {true, false}));
  EXPECT_TRUE(is(z != tensor({1.0, 1.0}), {2}, {false, true}));
}

struct Point {
  int x;
  int y;
  friend bool operator==(const Point&, const Point&) = default;
};

TEST(Compare, StructsWithTheirOwnEquality) {
  const auto a = tensor({Point{1, 2}, Point{3, 4}});
  const auto b = tensor({Point{1, 2}});
  EXPECT_TRUE(is(a == b, {2}, {true, false}));
  EXPECT_TRUE(is(a != b, {2}, {false, true}));
}

TEST(Compare, MakesMasksForIndexing) {
  const auto x = arange<float>(6).reshape({2, 3});
  EXPECT_TRUE(is(x.index({x > 2.5}), {3}, {3, 4, 5}));
  x.index_put_({x > 4.f}, 0.f);
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 0}));
}

}  // namespace compare_test
