#include <complex>
#include <limits>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace arithmetic_test {

template <class R, class T>
constexpr bool holds(const Tensor<T>&) {
  return std::is_same_v<R, T>;
}

TEST(Add, TensorsOfOneShape) {
  EXPECT_TRUE(is(tensor({1, 2, 3}) + tensor({10, 20, 30}), {3}, {11, 22, 33}));
}

TEST(Add, BroadcastsBothSides) {
  const auto column = tensor({{0}, {10}});
  const auto row = tensor({1, 2, 3});
  EXPECT_TRUE(is(column + row, {2, 3}, {1, 2, 3, 11, 12, 13}));
  EXPECT_TRUE(is(row + column, {2, 3}, {1, 2, 3, 11, 12, 13}));
  EXPECT_TRUE(is(tensor(5) + row, {3}, {6, 7, 8}));
  EXPECT_TRUE(is(tensor(5) + tensor(6), {}, {11}));
}

TEST(Add, AScalarOnEitherSide) {
  const auto x = tensor<float>({1, 2});
  EXPECT_TRUE(is(x + 1, {2}, {2, 3}));
  EXPECT_TRUE(is(0.5 - x, {2}, {-0.5, -1.5}));
  EXPECT_TRUE(holds<float>(0.5 - x));
  EXPECT_TRUE(is(tensor({1, 2}) * 0.5, {2}, {0.5, 1}));
}

TEST(Add, ShapesThatDoNotBroadcastAreNamed) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)(zeros({2, 3}) + zeros({2, 4})); },
                                 "operator+: shapes (2, 3) and (2, 4) cannot be broadcast "
                                 "together"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)(zeros({2}) / zeros({0})); },
                                 "operator/: shapes (2) and (0) cannot be broadcast together"));
}

TEST(Add, EmptyTensorsGiveEmptyOnes) {
  EXPECT_TRUE(has_shape(zeros({0, 3}) + ones({3}), {0, 3}));
  EXPECT_TRUE(has_shape(zeros({0, 1}) * zeros({1, 4}), {0, 4}));
  EXPECT_TRUE(has_shape(zeros({0}) + 1, {0}));
  EXPECT_TRUE(has_shape(Tensor<int>() - Tensor<float>(), {0}));
}

TEST(Add, ReadsAnyStrides) {
  const auto x = arange<int>(12).reshape({3, 4});
  const auto backwards = x.flip();
  EXPECT_TRUE(is(x + backwards, {3, 4}, std::vector<int>(12, 11)));
  EXPECT_TRUE(is(x.transpose() + tensor({0, 100, 200}), {4, 3},
                 {0, 104, 208, 1, 105, 209, 2, 106, 210, 3, 107, 211}));
  const auto inner = x.narrow(0, 1, 2).slice(1, Slice(1, None, 2));  // offset 5, strides 4 and 2
  EXPECT_TRUE(is(inner + inner, {2, 2}, {10, 14, 18, 22}));
  EXPECT_TRUE(
      is(tensor({7}).expand({2, 2}) + x.narrow(0, 0, 2).narrow(1, 0, 2), {2, 2}, {7, 8, 11, 12}));
}

TEST(Add, ABroadcastColumnStandsStillAlongLongRows) {
  const auto x = arange<float>(200).reshape({2, 100});
  const auto column = tensor<float>({{1}, {2}});
  const auto left = column - x;
  const auto right = x - column;
  for (index_t j = 0; j < 100; ++j) {
    EXPECT_EQ(left(1, j), 2.f - x(1, j));
    EXPECT_EQ(right(1, j), x(1, j) - 2.f);
  }
}

TEST(Add, TakesReadOnlyTensorsAndGivesWritableOnes) {
  const Tensor<const int> x = tensor({1, 2});
  EXPECT_TRUE(holds<int>(x + x));
  EXPECT_TRUE(is(x + tensor({1, 1}), {2}, {2, 3}));
}

TEST(Add, RankSixtyFour) {
  const auto x = ones<int>(Dims::filled(64, 1));
  EXPECT_EQ((x + x).item(), 2);
}

TEST(Bools, AddByOrAndMultiplyByAnd) {
  const auto a = tensor({false, false, true, true});
  const auto b = tensor({false, true, false, true});
  EXPECT_TRUE(is(a + b, {4}, {false, true, true, true}));
  EXPECT_TRUE(is(a * b, {4}, {false, false, false, true}));
  EXPECT_TRUE(is(a + 1, {4}, {1, 1, 2, 2}));
  EXPECT_TRUE(is(a - tensor({5, 5, 5, 5}), {4}, {-5, -5, -4, -4}));
}

TEST(Bools, AnyByteButZeroIsTrue) {
  unsigned char bytes[] = {0, 1, 2, 255};
  const auto mask = borrow(reinterpret_cast<bool*>(bytes), {4});
  EXPECT_TRUE(is(mask + 0, {4}, {0, 1, 1, 1}));
  EXPECT_TRUE(is(!mask, {4}, {true, false, false, false}));
  EXPECT_EQ(sum(mask).item(), 3);
}

template <class T>
class ArithmeticOfIntegers : public testing::Test {};
TYPED_TEST_SUITE(ArithmeticOfIntegers, number_types::IntegersByAnyName);

TYPED_TEST(ArithmeticOfIntegers, KeepTheirTypeAndWrap) {
  using T = TypeParam;
  constexpr T least = std::numeric_limits<T>::min();
  constexpr T most = std::numeric_limits<T>::max();
  const auto x = tensor<T>({least, most, 3});
  EXPECT_TRUE(holds<T>(x + x));
  EXPECT_TRUE(is(x + T{1}, {3}, {T(least + 1), least, 4}));
  EXPECT_TRUE(is(x - T{1}, {3}, {most, T(most - 1), 2}));
  EXPECT_TRUE(is(x * x, {3}, {0, 1, 9}));
  EXPECT_TRUE(is(-tensor<T>({least, 0}), {2}, {least, 0}));
  EXPECT_TRUE(is(-tensor<T>({1}), {1}, {static_cast<T>(-1)}));
}

TYPED_TEST(ArithmeticOfIntegers, DivideIntoDouble) {
  using T = TypeParam;
  const auto quotient = tensor<T>({7, 1, 0}) / tensor<T>({2, 0, 5});
  EXPECT_TRUE(holds<double>(quotient));
  EXPECT_TRUE(is(quotient, {3}, {3.5, std::numeric_limits<double>::infinity(), 0}));
  EXPECT_TRUE(is(T{1} / tensor<T>({4}), {1}, {0.25}));
}

TYPED_TEST(ArithmeticOfIntegers, AreUpdatedInTheirOwnType) {
  using T = TypeParam;
  const auto x = tensor<T>({1, 2, 3});
  x += tensor<std::int64_t>({-1, 0, 1});
  EXPECT_TRUE(is(x, {3}, {0, 2, 4}));
  x *= 2;
  x -= true;
  EXPECT_TRUE(is(x, {3}, {static_cast<T>(-1), 3, 7}));
}

TEST(Divide, FloatingPointKeepsItsType) {
  const auto x = tensor<float>({1, 3}) / tensor({2, 2});
  EXPECT_TRUE(holds<float>(x));
  EXPECT_TRUE(is(x, {2}, {0.5f, 1.5f}));
  EXPECT_TRUE(is(tensor({true, false}) / tensor({true, true}), {2}, {1.0, 0.0}));
}

TEST(ComplexNumbers, CalculateWithRealsAndTheirOwnKind) {
  using C = std::complex<float>;
  const auto z = tensor({C(1, 2), C(3, -4)});
  EXPECT_TRUE(is(z * z, {2}, {C(-3, 4), C(-7, -24)}));
  EXPECT_TRUE(is(z + 1, {2}, {C(2, 2), C(4, -4)}));
  EXPECT_TRUE(is(C(0, 1) * tensor<float>({1, 2}), {2}, {C(0, 1), C(0, 2)}));
  EXPECT_TRUE(is(-z / 2.0, {2}, {C(-0.5, -1), C(-1.5, 2)}));
}

TEST(InPlace, WritesThroughViewsAndReturnsTheTarget) {
  const auto x = zeros<int>({2, 3});
  x.select(1, 0) += 5;
  x.index({1}) += tensor({1, 2, 3});
  EXPECT_TRUE(is(x, {2, 3}, {5, 0, 0, 6, 2, 3}));
  const Tensor<int>& same = (x += 1);
  EXPECT_EQ(&same, &x);
  EXPECT_TRUE(is(x.select(0, 0) *= 2, {3}, {12, 2, 2}));
}

TEST(InPlace, BroadcastsTheValueButNeverTheTarget) {
  const auto x = ones<float>({2, 2});
  x *= tensor<float>({2, 3});
  EXPECT_TRUE(is(x, {2, 2}, {2, 3, 2, 3}));
  x -= tensor(1.5);
  EXPECT_TRUE(is(x, {2, 2}, {0.5, 1.5, 0.5, 1.5}));
  EXPECT_TRUE(throws<ShapeError>([&] { x += zeros({3, 2, 2}); },
                                 "operator+=: shape (3, 2, 2) cannot be broadcast to (2, 2)"));
  EXPECT_TRUE(is(x, {2, 2}, {0.5, 1.5, 0.5, 1.5}));
}

TEST(InPlace, CalculatesInTheCommonTypeAndConvertsBack) {
  const auto x = tensor<float>({1, 2, 3});
  x *= tensor({0.1, 1.5, 1e300});
  EXPECT_TRUE(is(x, {3}, {0.1F, 3, std::numeric_limits<float>::infinity()}));
  const auto y = tensor<float>({1, 2});
  y /= tensor({4, 4});
  EXPECT_TRUE(is(y, {2}, {0.25, 0.5}));
  const auto mask = tensor({true, false});
  mask += mask.flip();
  EXPECT_TRUE(is(mask, {2}, {true, true}));
}

// NumPy refuses an int64 that a uint64 is added to, as their common type is double; PyTorch does not.
TEST(InPlace, TakesIntegersOfAnyWidthAndSign) {
  const auto bytes = tensor<std::uint8_t>({1, 2, 255});
  bytes += tensor<index_t>({1, -1, index_t{1} << 40});
  EXPECT_TRUE(is(bytes, {3}, {2, 1, 255}));
  const auto wide = tensor<index_t>({1, -2});
  wide += tensor<std::uint64_t>({1, 1});
  EXPECT_TRUE(is(wide, {2}, {2, -1}));
  wide += tensor({true, false});
  EXPECT_TRUE(is(wide, {2}, {3, -1}));
}

TEST(InPlace, OverlapIsAsIfTheValueHadBeenCopied) {
  const auto x = arange<int>(5);
  x += x.flip();
  EXPECT_TRUE(is(x, {5}, {4, 4, 4, 4, 4}));
  const auto y = arange<int>(6);
  y.slice(0, Slice(1, None)) += y.slice(0, Slice(None, -1));
  EXPECT_TRUE(is(y, {6}, {0, 1, 3, 5, 7, 9}));
  const auto m = arange<int>(4).reshape({2, 2});
  m -= m.transpose();
  EXPECT_TRUE(is(m, {2, 2}, {0, -1, 1, 0}));
  m += m;
  EXPECT_TRUE(is(m, {2, 2}, {0, -2, 2, 0}));
  m += m.select(0, 1);  // a row of itself
  EXPECT_TRUE(is(m, {2, 2}, {2, -2, 4, 0}));
}

TEST(InPlace, ATargetThatHoldsAnElementTwiceIsRefused) {
  const auto x = tensor({1, 2});
  EXPECT_TRUE(throws<ValueError>(
      [&] { x.expand({3, 2}) += 1; },
      "operator+=: shape (3, 2) with strides (0, 1) has elements that share memory and "
      "cannot be written; clone() it first"));
  EXPECT_TRUE(is(x, {2}, {1, 2}));
}

TEST(InPlace, EmptyAndRankZeroTargets) {
  const auto nothing = zeros({0, 2});
  nothing += 1;
  nothing += ones({2});
  const auto one = tensor(3);
  one -= 1;
  EXPECT_TRUE(is(one, {}, {2}));
}

TEST(InPlaceByAList, IsThatByTheTensor) {
  auto t = tensor({{1, 2}, {3, 4}});
  t += {10, 20};
  EXPECT_TRUE(is(t, {2, 2}, {11, 22, 13, 24}));
  t -= {{1}, {3}};
  EXPECT_TRUE(is(t, {2, 2}, {10, 21, 10, 21}));
  t.index({0}) *= {2, 3};
  (t %= {{7, 8}, {9, 10}}) += {1};
  EXPECT_TRUE(is(t, {2, 2}, {7, 8, 2, 2}));
  t &= {6, 1};
  t |= {0, 4};
  t ^= {1, 1};
  EXPECT_TRUE(is(t, {2, 2}, {7, 5, 3, 5}));
  t <<= {1, 2};
  t >>= {0, 1};
  EXPECT_TRUE(is(t, {2, 2}, {14, 10, 6, 10}));
  auto f = tensor({1., 2.});
  f /= {2, 4};
  EXPECT_TRUE(is(f, {2}, {0.5, 0.5}));
  EXPECT_TRUE(throws<ShapeError>([&] { f += {1, 2, 3}; },
                                 "operator+=: shape (3) cannot be broadcast to (2)"));
}

}  // namespace arithmetic_test
