#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include <ndx/half.hpp>
#include <ndx/statistics.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace covariance_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

const auto x = tensor({{0, 1, 2}, {2, 1, 0}});
const auto y = tensor({{1.0, 4.0, 2.0, 8.0}, {3.0, 1.0, 7.0, 2.0}, {5.0, 5.0, 5.0, 5.0}});

// NumPy 1.24: np.cov(x) and so on.
TEST(Cov, OfRowsAndOfColumns) {
  EXPECT_TRUE(is(cov(x), {2, 2}, {1, -1, -1, 1}));
  EXPECT_TRUE(allclose(
      cov(y),
      tensor({{115.0 / 12, -47.0 / 12, 0.0}, {-47.0 / 12, 83.0 / 12, 0.0}, {0.0, 0.0, 0.0}})));
  EXPECT_TRUE(allclose(cov(y, {.correction = 0}),
                       tensor({{7.1875, -2.9375, 0.0}, {-2.9375, 5.1875, 0.0}, {0.0, 0.0, 0.0}})));
  const auto columns = tensor({{4.0, 1.0, 3.0, -3.0},
                               {1.0, 13.0 / 3, -10.0 / 3, 4.5},
                               {3.0, -10.0 / 3, 19.0 / 3, -7.5},
                               {-3.0, 4.5, -7.5, 9.0}});
  EXPECT_TRUE(allclose(cov(y, {.rowvar = false}), columns));
  EXPECT_TRUE(allclose(cov(y.transpose()), columns));
  EXPECT_TRUE(is(cov(x.flip().flip()), {2, 2}, {1, -1, -1, 1}));
}

TEST(Cov, OfOneVariableHasRankZero) {
  EXPECT_TRUE(has_shape(cov(y[0]), {}));
  EXPECT_DOUBLE_EQ(cov(y[0]).item(), 115.0 / 12);
  EXPECT_TRUE(std::isnan(cov(tensor(3)).item()));
  EXPECT_TRUE(has_shape(corrcoef(y[0]), {}));
  EXPECT_DOUBLE_EQ(corrcoef(y[0]).item(), 1);
}

TEST(Cov, ConjugatesTheSecondVariable) {
  using C = std::complex<double>;
  const auto z = tensor({{C(1, 2), C(3, -1), C(0, 2)}, {C(1), C(0, 2), C(3)}});
  EXPECT_TRUE(allclose(cov(z), tensor({{C(16.0 / 3), C(-25.0 / 6, 1.0 / 3)},
                                       {C(-25.0 / 6, -1.0 / 3), C(11.0 / 3)}})));
  EXPECT_NEAR(std::abs(corrcoef(z).at(0, 1) - C(-0.94222295, 0.07537784)), 0, 1e-8);
}

TEST(Cov, OfFewObservationsOrNan) {
  EXPECT_EQ(to_string(cov(tensor({{1.0}, {2.0}}))), "[[nan nan]\n [nan nan]]");
  EXPECT_EQ(to_string(cov(zeros<double>({2, 0}))), "[[nan nan]\n [nan nan]]");
  EXPECT_TRUE(has_shape(cov(zeros<double>({0, 2})), {0, 0}));
  const auto some = cov(tensor({{nan, 1.0, 2.0}, {1.0, 2.0, 4.0}}));
  EXPECT_TRUE(std::isnan(some.at(0, 0)) && std::isnan(some.at(0, 1)) && std::isnan(some.at(1, 0)));
  EXPECT_DOUBLE_EQ(some.at(1, 1), 7.0 / 3);
  EXPECT_TRUE(throws<ShapeError>([] { (void)cov(zeros({2, 2, 2})); },
                                 "cov: shape (2, 2, 2) has more than two dims"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)corrcoef(zeros({2, 2, 2})); },
                                 "corrcoef: shape (2, 2, 2) has more than two dims"));
}

// NumPy 1.24: np.cov(two, fweights=often, aweights=weights) and so on.
TEST(Cov, WeighsObservations) {
  const auto two = y.slice(0, Slice(0, 2));
  const auto often = tensor({1, 2, 0, 3});
  const auto weights = tensor({0.5F, 1.F, 2.F, 0.25F});
  EXPECT_TRUE(
      allclose(cov(two, {.fweights = often}), tensor({{8.7, -0.3}, {-0.3, 0.566666666666667}})));
  EXPECT_TRUE(allclose(
      cov(two, {.aweights = weights}),
      tensor({{4.757142857142858, -4.328571428571429}, {-4.328571428571429, 11.757142857142858}})));
  EXPECT_TRUE(allclose(cov(two, {.fweights = often, .aweights = weights}),
                       tensor({{6.323076923076923, -0.32307692307692304},
                               {-0.32307692307692304, 0.7230769230769232}})));
  EXPECT_TRUE(allclose(cov(two, {.correction = 0, .fweights = often, .aweights = weights}),
                       tensor({{4.8639053254437865, -0.24852071005917153},
                               {-0.24852071005917153, 0.5562130177514794}})));
  EXPECT_DOUBLE_EQ(cov(y.select(0, 0), {.fweights = often}).item(), 8.7);
  EXPECT_TRUE(allclose(cov(y.transpose(), {.rowvar = false, .fweights = often}),
                       cov(y, {.fweights = often})));
  using C = std::complex<double>;
  const auto z = tensor({{C(1, 2), C(3, -1), C(0, 2)}, {C(1), C(0, 2), C(3)}});
  EXPECT_TRUE(allclose(cov(z, {.aweights = tensor({1, 2, 1})}),
                       tensor({{C(6.3), C(-4.8, 0.4)}, {C(-4.8, -0.4), C(4)}})));
}

TEST(Cov, RefusesWeights) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)cov(y, {.fweights = tensor({1, 2, 3})}); },
                                 "cov: fweights of shape (3) for 4 observations"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)cov(x, {.aweights = zeros<double>({3, 1})}); },
                                 "cov: aweights of shape (3, 1) for 3 observations"));
  EXPECT_TRUE(throws<ValueError>([] { (void)cov(x, {.aweights = tensor({1.0, -0.5, 1.0})}); },
                                 "cov: aweights has the negative weight -0.5"));
  EXPECT_TRUE(throws<ValueError>([] { (void)cov(x, {.fweights = tensor({0, 0, 0})}); },
                                 "cov: the weights of the observations add up to zero"));
}

TEST(Cov, KeepsFloatsAndComputesInDouble) {
  const auto large = tensor({{1e6f, 1e6f + 1, 1e6f + 2}, {2.f, 1.f, 0.f}});
  EXPECT_TRUE(is(cov(large), {2, 2}, std::vector<float>{1, -1, -1, 1}));
  EXPECT_TRUE(
      is(cov(x.to<float16>()), {2, 2}, {float16(1.f), float16(-1.f), float16(-1.f), float16(1.f)}));
  EXPECT_TRUE(is(cov(x.to<std::uint8_t>()), {2, 2}, {1, -1, -1, 1}));
  EXPECT_TRUE(is(cov(tensor({{true, false}, {false, true}})), {2, 2}, {0.5, -0.5, -0.5, 0.5}));
}

TEST(Corrcoef, DividesByTheDeviations) {
  EXPECT_TRUE(is(corrcoef(x), {2, 2}, {1, -1, -1, 1}));
  const auto two = corrcoef(y.slice(0, Slice(0, 2)));
  EXPECT_DOUBLE_EQ(two.at(0, 0), 1);
  EXPECT_NEAR(two.at(0, 1), -0.48107179, 1e-8);
  EXPECT_TRUE(std::isnan(corrcoef(y).at(2, 2)));
  EXPECT_TRUE(has_shape(corrcoef(y, false), {4, 4}));
}

// NumPy 1.24: np.nancumsum(z, 1) and so on.
TEST(NanCumsum, AddsNothingForNan) {
  const auto z = tensor({{1.0, nan, 2.0}, {nan, nan, 3.0}});
  EXPECT_TRUE(is(nancumsum(z, 1), {2, 3}, {1, 1, 3, 0, 0, 3}));
  EXPECT_TRUE(is(nancumsum(z, -2), {2, 3}, {1, 0, 2, 1, 0, 5}));
  EXPECT_TRUE(is(nancumprod(z, 1), {2, 3}, {1, 1, 2, 1, 1, 3}));
  EXPECT_TRUE(is(nancumsum(z), {6}, {1, 1, 3, 3, 3, 6}));
  EXPECT_TRUE(is(nancumprod(z.transpose()), {6}, {1, 1, 1, 1, 2, 6}));
  EXPECT_TRUE(is(nancumsum(z.to<float>().transpose(), 0), {3, 2}, {1, 0, 1, 0, 3, 3}));
  EXPECT_TRUE(
      is(nancumsum(z.to<float16>()[0], 0), {3}, {float16(1.f), float16(1.f), float16(3.f)}));
}

TEST(NanCumsum, OfOtherTypesIsCumsum) {
  EXPECT_TRUE(is(nancumsum(tensor({100, 100}).to<std::int8_t>(), 0), {2}, {100, 200}));
  EXPECT_TRUE(is(nancumsum(tensor({true, true}), 0), {2}, {1, 2}));
  using C = std::complex<double>;
  EXPECT_TRUE(
      is(nancumprod(tensor({C(0, 1), C(nan, 1), C(0, 1)}), 0), {3}, {C(0, 1), C(0, 1), C(-1)}));
  EXPECT_TRUE(has_shape(nancumsum(zeros({0, 2}), 0), {0, 2}));
  EXPECT_THROW((void)nancumsum(zeros({2}), 1), IndexError);
}

TEST(PairedReductions, GiveBothResults) {
  const auto t = tensor({{1, 5}, {7, 2}});
  const auto [least, largest] = aminmax(t, -1, true);
  EXPECT_TRUE(is(least, {2, 1}, {1, 2}));
  EXPECT_TRUE(is(largest, {2, 1}, {5, 7}));
  EXPECT_TRUE(is(aminmax(t).max, {}, {7}));
  EXPECT_TRUE(std::isnan(aminmax(tensor({nan, 1.0})).min.item()));
  const auto [variance, average] = var_mean(t, 0, {.correction = 1, .keepdim = true});
  EXPECT_TRUE(is(variance, {1, 2}, {18, 4.5}));
  EXPECT_TRUE(is(average, {1, 2}, {4, 3.5}));
  EXPECT_TRUE(is(std_mean(t.transpose(), 1).std, {2}, {3, 1.5}));
  EXPECT_TRUE(is(std_mean(t[0]).mean, {}, {3}));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)aminmax(zeros({0, 2}), 0); },
      "aminmax: the dims to reduce of shape (0, 2) have no elements, and so no smallest"));
}

}  // namespace covariance_test
