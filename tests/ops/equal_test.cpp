#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::throws;

namespace equal_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Equal, AsksForTheSameShapeAndElements) {
  const auto x = arange<int>(6).reshape({2, 3});
  EXPECT_TRUE(equal(x, x.clone()));
  EXPECT_FALSE(equal(x, x.reshape({3, 2})));
  EXPECT_FALSE(equal(x, x + 1));
  EXPECT_FALSE(equal(tensor({1, 1}), tensor({1})));
  EXPECT_FALSE(equal(tensor({1}), tensor(1)));
}

TEST(Equal, LooksThroughStrides) {
  const auto x = arange<int>(6).reshape({2, 3});
  EXPECT_TRUE(equal(x.transpose(), x.transpose().clone()));
  EXPECT_TRUE(equal(x.flip().flip(), x));
  EXPECT_FALSE(equal(x.flip(), x));
  EXPECT_TRUE(equal(tensor(2).expand({3}), tensor({2, 2, 2})));
  EXPECT_TRUE(equal(x.select(1, 1), tensor({1, 4})));
}

TEST(Equal, FindsOneDifferenceAnywhere) {
  const auto x = zeros<float>({3, 700});
  for (const index_t place : {0, 255, 256, 699}) {
    const auto y = x.clone();
    y.index_put_({1, place}, 1.f);
    EXPECT_FALSE(equal(x, y));
    EXPECT_FALSE(equal(y.transpose(), x.transpose()));
  }
}

TEST(Equal, ComparesValuesOfDifferentTypes) {
  EXPECT_TRUE(equal(tensor({1, 2}), tensor({1.0, 2.0})));
  EXPECT_FALSE(equal(tensor<std::int8_t>({-1}), tensor<std::uint8_t>({255})));
  EXPECT_FALSE(equal(tensor({-1}), tensor<std::uint64_t>({UINT64_MAX})));
  const Tensor<const int> x = tensor({1, 2});
  EXPECT_TRUE(equal(x, tensor({1, 2})));
}

TEST(Equal, OfNothing) {
  EXPECT_TRUE(equal(zeros({0, 2}), ones({0, 2})));
  EXPECT_FALSE(equal(zeros({0, 2}), zeros({2, 0})));
}

TEST(Equal, NanEqualsNothing) {
  EXPECT_FALSE(equal(tensor({nan}), tensor({nan})));
  EXPECT_TRUE(equal(tensor({0.0, inf}), tensor({-0.0, inf})));
}

struct Point {
  int x;
  int y;
  friend bool operator==(const Point&, const Point&) = default;
};

TEST(Equal, OfStructs) {
  EXPECT_TRUE(equal(tensor({Point{1, 2}}), tensor({Point{1, 2}})));
  EXPECT_FALSE(equal(tensor({Point{1, 2}}), tensor({Point{1, 3}})));
}

TEST(Allclose, WithinTheTolerances) {
  EXPECT_TRUE(allclose(tensor({1e10, 1e-8}), tensor({1.00001e10, 1e-9})));
  EXPECT_FALSE(allclose(tensor({1e10, 1e-7}), tensor({1.00001e10, 1e-8})));
  EXPECT_FALSE(allclose(tensor({1e10, 1e-8}), tensor({1.0001e10, 1e-9})));
  EXPECT_TRUE(allclose(tensor({1.0}), tensor({1.25}), 0.2, 0));
  EXPECT_FALSE(allclose(tensor({1.25}), tensor({1.0}), 0.2, 0));
  EXPECT_TRUE(allclose(tensor({1.0}), tensor({1.5}), 0, 0.5));
}

TEST(Allclose, BroadcastsAndTakesScalars) {
  EXPECT_TRUE(allclose(ones({2, 3}), tensor({1.f})));
  EXPECT_TRUE(allclose(ones({2, 1}), ones({1, 3})));
  EXPECT_TRUE(allclose(full({3}, 2.0), 2));
  EXPECT_FALSE(allclose(3, full({3}, 2.0)));
  EXPECT_TRUE(allclose(zeros({0}), ones({1})));
  EXPECT_TRUE(
      allclose(arange<float>(6).reshape({2, 3}).transpose(), tensor({{0, 3}, {1, 4}, {2, 5}})));
  EXPECT_TRUE(throws<ShapeError>([] { (void)allclose(zeros({2}), zeros({3})); },
                                 "allclose: shapes (2) and (3) cannot be broadcast together"));
}

TEST(Allclose, InfinitiesAndNan) {
  EXPECT_TRUE(allclose(tensor({inf, -inf}), tensor({inf, -inf})));
  EXPECT_FALSE(allclose(tensor({inf}), tensor({-inf})));
  EXPECT_FALSE(allclose(tensor({1.0}), tensor({inf})));
  EXPECT_FALSE(allclose(tensor({inf}), tensor({1.0})));
  EXPECT_FALSE(allclose(tensor({nan}), tensor({nan})));
  EXPECT_TRUE(allclose(tensor({nan}), tensor({nan}), 1e-5, 1e-8, true));
  EXPECT_FALSE(allclose(tensor({nan}), tensor({1.0}), 1e-5, 1e-8, true));
}

TEST(Allclose, OfIntegersBoolsAndComplexNumbers) {
  using C = std::complex<float>;
  EXPECT_TRUE(allclose(tensor({1, 2}), tensor<std::uint8_t>({1, 2})));
  EXPECT_FALSE(allclose(tensor({INT32_MIN}), tensor({INT32_MAX})));
  EXPECT_FALSE(allclose(tensor({true}), tensor({false})));
  EXPECT_TRUE(allclose(tensor({C(3, 4)}), tensor({C(3, 4.00001f)})));
  EXPECT_FALSE(allclose(tensor({C(3, 4)}), tensor({C(3, -4)})));
}

TEST(ArrayEqual, IsEqualOrTakesNansAsEqual) {
  EXPECT_TRUE(array_equal(tensor({1, 2}), tensor({1.0, 2.0})));
  EXPECT_FALSE(array_equal(tensor({1, 2}), tensor({1, 3})));
  EXPECT_FALSE(array_equal(tensor({1, 2}), tensor({{1, 2}})));
  EXPECT_FALSE(array_equal(tensor({1, 1}), tensor({1})));
  EXPECT_FALSE(array_equal(tensor({nan}), tensor({nan})));
  EXPECT_TRUE(array_equal(tensor({nan, 1.0}), tensor({nan, 1.0}), true));
  EXPECT_FALSE(array_equal(tensor({nan, 1.0}), tensor({1.0, 1.0}), true));
  EXPECT_FALSE(array_equal(tensor({nan, 1.0}), tensor({1.0, nan}), true));
  EXPECT_FALSE(array_equal(tensor({nan}), tensor({nan, nan}), true));
  EXPECT_TRUE(array_equal(tensor({nan, 1.0}), tensor({1.f, static_cast<float>(nan)}).flip(), true));
  EXPECT_TRUE(array_equal(zeros({0, 2}), zeros({0, 2}), true));
  EXPECT_FALSE(array_equal(zeros({0, 2}), zeros({2, 0})));
  EXPECT_TRUE(array_equal(tensor(nan).expand({3}), tensor({nan, nan, nan}), true));
}

TEST(IsClose, OfEachPair) {
  EXPECT_TRUE(expect::is(isclose(tensor({1, 1 + 1e-6, 1, inf, inf, -inf, nan, 1, inf}),
                                 tensor({1, 1, 1.1, inf, 1, inf, nan, inf, nan})),
                         {9}, {true, true, false, true, false, false, false, false, false}));
  EXPECT_TRUE(expect::is(isclose(tensor(nan), nan, 1e-5, 1e-8, true), {}, {true}));
  EXPECT_TRUE(
      expect::is(isclose(tensor({1e-9, 1e10}), tensor({0.0, 1.00001e10})), {2}, {true, true}));
  EXPECT_TRUE(expect::is(isclose(tensor({100, 101, 102}), 100, 0, 1), {3}, {true, true, false}));
  EXPECT_TRUE(
      expect::is(isclose(tensor({{1}, {2}}), tensor({1, 2})), {2, 2}, {true, false, false, true}));
  EXPECT_TRUE(expect::is(isclose(zeros({0}), 1), {0}, {}));
}

}  // namespace equal_test
