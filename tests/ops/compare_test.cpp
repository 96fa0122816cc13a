#include <complex>
#include <limits>

#include <ndx/ops/arithmetic/map_into.hpp>

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

using Truths = std::vector<bool>;

/// The six comparisons of three elements with a scalar, on either side and into a tensor.
template <class T, class S>
void compares(const Tensor<T>& x, S scalar, const Truths& equal, const Truths& less,
              const Truths& greater) {
  const auto inverse = [](Truths truths) {
    truths.flip();
    return truths;
  };
  EXPECT_TRUE(is(x == scalar, {3}, equal));
  EXPECT_TRUE(is(scalar == x, {3}, equal));
  EXPECT_TRUE(is(x != scalar, {3}, inverse(equal)));
  EXPECT_TRUE(is(scalar != x, {3}, inverse(equal)));
  EXPECT_TRUE(is(x < scalar, {3}, less));
  EXPECT_TRUE(is(scalar > x, {3}, less));
  EXPECT_TRUE(is(x >= scalar, {3}, inverse(less)));
  EXPECT_TRUE(is(scalar <= x, {3}, inverse(less)));
  EXPECT_TRUE(is(x > scalar, {3}, greater));
  EXPECT_TRUE(is(scalar < x, {3}, greater));
  EXPECT_TRUE(is(x <= scalar, {3}, inverse(greater)));
  EXPECT_TRUE(is(scalar >= x, {3}, inverse(greater)));
  const auto out = full<double>({3}, 7);
  less_into(out, x, scalar);
  EXPECT_TRUE(is(out, {3}, std::vector<double>(less.begin(), less.end())));
}

TYPED_TEST(ComparingIntegers, CompareWithEveryScalarByValue) {
  using T = TypeParam;
  constexpr T least = std::numeric_limits<T>::min();
  constexpr T most = std::numeric_limits<T>::max();
  const auto x = tensor<T>({least, 3, most});
  const Truths all = {true, true, true};
  const Truths none = {false, false, false};
  const auto compares_within = [&](auto scalar) {
    using S = decltype(scalar);
    compares(x, static_cast<S>(3), {false, true, false}, {true, false, false},
             {false, false, true});
    compares(x, static_cast<S>(4), none, {true, true, false}, {false, false, true});
  };
  compares_within(std::int8_t{});
  compares_within(std::uint8_t{});
  compares_within(std::int32_t{});
  compares_within(std::uint32_t{});
  compares_within(std::int64_t{});
  compares_within(std::uint64_t{});
  if constexpr (std::is_unsigned_v<T>) {
    compares(x, -1, none, none, all);
    compares(x, INT64_MIN, none, none, all);
    compares(x, std::int8_t{-128}, none, none, all);
  }
  if constexpr (sizeof(T) < 8) {
    compares(x, std::int64_t{most}, {false, false, true}, {true, true, false}, none);
    compares(x, std::int64_t{most} + 1, none, all, none);
    compares(x, std::int64_t{least}, {true, false, false}, none, {false, true, true});
    compares(x, std::int64_t{least} - 1, none, none, all);
    compares(x, INT64_MAX, none, all, none);
    compares(x, INT64_MIN, none, none, all);
    compares(x, (std::int64_t{1} << 32) + 3, none, all, none);  // 3 in the low bits
  }
  const auto largest = static_cast<std::uint64_t>(most);
  compares(x, largest, {false, false, true}, {true, true, false}, none);
  if (largest < UINT64_MAX) compares(x, UINT64_MAX, none, all, none);
  if (largest < UINT64_MAX) compares(x, largest + 1, none, all, none);
}

TEST(Compare, AScalarThatNoElementHoldsKeepsTheShape) {
  const auto x = zeros<std::uint8_t>({4, 3}).index({Slice(None, None, 2)}).transpose();
  EXPECT_TRUE(is(x == 256, {3, 2}, {false, false, false, false, false, false}));
  EXPECT_TRUE(is(tensor<std::int8_t>(5) < 300, {}, {true}));
  EXPECT_TRUE(is(zeros<std::uint16_t>({0, 2}) != -1, {0, 2}, {}));
  EXPECT_TRUE(throws<ShapeError>([&] { equal_into(zeros<bool>({2, 3}), x, 256); },
                                 "equal_into: out has shape (2, 3), the result has (3, 2)"));
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
  EXPECT_TRUE(is(x < true, {2}, {false, true}));
  EXPECT_TRUE(is(x.to<int>() < 1, {2}, {false, true}));
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
