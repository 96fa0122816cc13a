#include <limits>

#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;

namespace calculus_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Interp, IsThatOfNumPy) {
  const auto xs = tensor({0, 1, 3});
  const auto values = tensor({10, 20, 40});
  const auto x = tensor({-1.0, 0.0, 0.5, 2.0, 3.0, 9.0, nan});
  EXPECT_TRUE(
      array_equal(interp(x, xs, values), tensor({10.0, 10.0, 15.0, 30.0, 40.0, 40.0, nan}), true));
  EXPECT_TRUE(array_equal(interp(x, xs, values, {.left = -1, .right = nan}),
                          tensor({-1.0, 10.0, 15.0, 30.0, 40.0, nan, nan}), true));
  EXPECT_TRUE(is(interp(tensor({0.5, 1.0, 1.5}), tensor({0, 1, 2}), tensor({0.0, inf, inf})), {3},
                 {inf, inf, inf}));
  EXPECT_TRUE(is(interp(tensor({{1, 2}}).transpose(), xs, values), {2, 1}, {20.0, 30.0}));
  EXPECT_TRUE(is(interp(tensor(0.5), tensor({1}), tensor({7})), {}, {7.0}));
}

TEST(Interp, RefusesSamplesThatDoNotMatch) {
  EXPECT_THROW((void)interp(tensor({1}), tensor({1, 2}), tensor({1})), ShapeError);
  EXPECT_THROW((void)interp(tensor({1}), zeros({0}), zeros({0})), ShapeError);
}

TEST(Gradient, IsThatOfNumPy) {
  const auto x = tensor({1.0, 2.0, 4.0, 7.0, 11.0});
  EXPECT_TRUE(is(gradient(x), {5}, {1.0, 1.5, 2.5, 3.5, 4.0}));
  EXPECT_TRUE(is(gradient(x, 2), {5}, {0.5, 0.75, 1.25, 1.75, 2.0}));
  EXPECT_TRUE(allclose(gradient(x, tensor({0.0, 1.0, 1.5, 3.5, 4.0})),
                       tensor({1.0, 3.0, 3.5, 6.7, 8.0}), 1e-14, 0.0));
  const auto m = tensor({{1, 2, 6}, {3, 4, 5}});
  EXPECT_TRUE(is(gradient(m, 1, 0), {2, 3}, {2.0, 2.0, -1.0, 2.0, 2.0, -1.0}));
  EXPECT_TRUE(is(gradient(m), {2, 3}, {1.0, 2.5, 4.0, 1.0, 1.0, 1.0}));
  EXPECT_TRUE(is(gradient(tensor<std::uint8_t>({5, 3, 1})), {3}, {-2.0, -2.0, -2.0}));
}

TEST(Gradient, RefusesTooFewSamples) {
  EXPECT_THROW((void)gradient(tensor({1.0})), ValueError);
  EXPECT_THROW((void)gradient(tensor({1.0, 2.0}), 1, 1), IndexError);
  EXPECT_THROW((void)gradient(tensor({1.0, 2.0}), tensor({1.0})), ShapeError);
}

TEST(Trapezoid, IsThatOfNumPy) {
  EXPECT_EQ(trapezoid(tensor({1, 2, 3})).item(), 4.0);
  EXPECT_EQ(trapezoid(tensor({1, 2, 3}), tensor({4, 6, 8})).item(), 8.0);
  EXPECT_EQ(trapezoid(tensor({1, 2, 3}), 2).item(), 8.0);
  EXPECT_TRUE(is(trapezoid(tensor({{0, 1, 2}, {3, 4, 5}}), 1, 0), {3}, {1.5, 2.5, 3.5}));
  EXPECT_EQ(trapezoid(tensor({5.0})).item(), 0.0);
  EXPECT_EQ(trapezoid(zeros({0})).item(), 0.0);
  EXPECT_EQ(trapezoid(tensor({5.0}), tensor({1.0})).item(), 0.0);
}

TEST(Diff, TakesWhatComesBeforeAndAfter) {
  EXPECT_TRUE(is(diff(tensor({1, 4, 9}), 1, -1, 0), {3}, {1, 3, 5}));
  EXPECT_TRUE(is(diff(tensor({1, 4}), 1, 0, tensor({7}), tensor({4, 8})), {4}, {-6, 3, 0, 4}));
  EXPECT_TRUE(is(diff(tensor({{1, 2}, {4, 8}}), 1, 0, None, 3), {2, 2}, {3, 6, -1, -5}));
  EXPECT_TRUE(is(diff(tensor({1, 4}), 2, 0, 0), {1}, {2}));
}

TEST(Ediff1d, IsThatOfNumPy) {
  EXPECT_TRUE(is(ediff1d(tensor({{1, 2, 4}, {7, 0, 3}}), tensor({88, 99}), -99), {8},
                 {-99, 1, 2, 3, -7, 3, 88, 99}));
  EXPECT_TRUE(is(ediff1d(tensor({5})), {0}, std::initializer_list<int>{}));
  EXPECT_TRUE(is(ediff1d(tensor({1, 2}), 99), {2}, {1, 99}));
}

}  // namespace calculus_test
