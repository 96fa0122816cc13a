#include <cmath>
#include <limits>

#include <ndx/ndx.hpp>
#include <ndx/random.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace distributions_test {

constexpr index_t kMany = 100000;
// The distance that a sample of this size exceeds once in 100,000 times. Source: Kolmogorov's distribution.
constexpr double kDistance = 2.47 / 316.2;

/// The distance between a sample and a distribution, the test of Kolmogorov and Smirnov.
template <class T, class F>
double distance(const Tensor<T>& sample, const F& distribution) {
  const Tensor<double> sorted = sort_values(sample.template to<double>());
  const double step = 1.0 / static_cast<double>(sorted.numel());
  double largest = 0;
  for (index_t i = 0; i < sorted.numel(); ++i) {
    const double p = distribution(sorted.at(i));
    const double before = static_cast<double>(i) * step;
    largest = std::max({largest, std::abs(p - before), std::abs(p - before - step)});
  }
  return largest;
}

TEST(Distributions, AreThoseOfTheirNames) {
  EXPECT_LT(distance(uniform<double>(-2, 3, {kMany}, 1), [](double x) { return (x + 2) / 5; }),
            kDistance);
  EXPECT_LT(distance(normal(5, 2, {kMany}, 2),
                     [](double x) { return 0.5 * std::erfc((5 - x) / (2 * std::sqrt(2.0))); }),
            kDistance);
  EXPECT_LT(
      distance(exponential<double>(3, {kMany}, 3), [](double x) { return 1 - std::exp(-x / 3); }),
      kDistance);
}

TEST(Distributions, OfPoissonHaveItsProbabilities) {
  for (const double lambda : {0.5, 4.0, 9.9, 10.0, 30.0, 200.0}) {
    const auto drawn = poisson(lambda, {kMany}, 4);
    double cumulative = 0;
    double largest = 0;
    for (index_t k = 0; k < 400; ++k) {
      const double x = static_cast<double>(k);
      cumulative += std::exp(-lambda + x * std::log(lambda) - std::lgamma(x + 1));
      const double share = static_cast<double>(count_nonzero(drawn <= k).item()) / kMany;
      largest = std::max(largest, std::abs(share - cumulative));
    }
    EXPECT_LT(largest, kDistance) << lambda;
  }
  EXPECT_TRUE(is(poisson(0, {3}), {3}, {0, 0, 0}));
}

TEST(Distributions, GiveTheSameNumbersForASeed) {
  EXPECT_TRUE(equal(uniform(0, 1, {50}, 7), uniform(0, 1, {50}, 7)));
  EXPECT_TRUE(equal(poisson(20, {50}, 7), poisson(20, {50}, 7)));
  EXPECT_FALSE(equal(normal(0, 1, {50}, 7), normal(0, 1, {50}, 8)));
  manual_seed(9);
  const auto first = exponential(1, {50});
  manual_seed(9);
  EXPECT_TRUE(equal(exponential(1, {50}), first));
  EXPECT_TRUE(has_shape(normal(0, 1, {2, 0, 3}), {2, 0, 3}));
  EXPECT_TRUE(equal(uniform<double>(0, 1, {20}, 5), rand<double>({20}, 5)));
}

TEST(Distributions, RefuseParametersOutsideTheirRange) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_THROW((void)uniform(1, 0, {2}), ValueError);
  EXPECT_THROW((void)uniform(0, std::numeric_limits<double>::infinity(), {2}), ValueError);
  EXPECT_THROW((void)normal(0, -1, {2}), ValueError);
  EXPECT_THROW((void)exponential(nan, {2}), ValueError);
  EXPECT_THROW((void)poisson(-1, {2}), ValueError);
  EXPECT_THROW((void)bernoulli(1.5, {2}), ValueError);
  EXPECT_THROW((void)bernoulli(tensor({0.5, nan})), ValueError);
}

TEST(Bernoulli, IsTrueWithItsProbability) {
  const double share =
      static_cast<double>(count_nonzero(bernoulli(0.25, {kMany}, 5)).item()) / kMany;
  EXPECT_NEAR(share, 0.25, 4.5 * std::sqrt(0.25 * 0.75 / kMany));
  EXPECT_TRUE(is(bernoulli(tensor({{0.0, 1.0}})), {1, 2}, {false, true}));
  EXPECT_TRUE(is(bernoulli(1, {2}), {2}, {true, true}));
}

/// How often each of n positions is in a sample.
Tensor<double> shares(const Tensor<index_t>& drawn, index_t n) {
  return bincount(drawn, None, n).to<double>() / static_cast<double>(drawn.numel());
}

TEST(Choice, DrawsEachAsOftenAsItsWeightSays) {
  EXPECT_TRUE(allclose(shares(choice(4, kMany, {}, 6), 4), full<double>({4}, 0.25), 0, 0.007));
  const auto weights = tensor({5.0, 0.0, 3.0, 2.0});
  EXPECT_TRUE(
      allclose(shares(choice(4, kMany, {.weights = weights}, 7), 4), weights / 10.0, 0, 0.007));
  EXPECT_TRUE(allclose(shares(multinomial(weights, kMany, true, 8), 4), weights / 10.0, 0, 0.007));
  // The first of two different ones has the shares of the weights, and the second those of what is left.
  const auto pairs = zeros<index_t>({20000, 2});
  for (index_t i = 0; i < pairs.size(0); ++i)
    pairs.select(0, i).copy_(choice(3, 2, {.replace = false, .weights = tensor({5.0, 3.0, 2.0})},
                                    static_cast<std::uint64_t>(i)));
  EXPECT_TRUE(allclose(shares(pairs.select(1, 0).clone(), 3), tensor({0.5, 0.3, 0.2}), 0, 0.016));
  const double second = 0.5 * 0.3 / 0.5 + 0.2 * 0.3 / 0.8;
  EXPECT_NEAR(shares(pairs.select(1, 1).clone(), 3).at(1), second, 0.016);
}

TEST(Choice, WithoutReplacementDrawsDifferentOnes) {
  const auto drawn = choice(10, 10, {.replace = false}, 11);
  EXPECT_TRUE(equal(sort_values(drawn), arange(10)));
  const auto weighted =
      choice(4, 3, {.replace = false, .weights = tensor({1.0, 0.0, 1e-9, 5.0})}, 12);
  EXPECT_TRUE(is(sort_values(weighted), {3}, {0, 2, 3}));
  EXPECT_TRUE(is(choice(5, 0), {0}, std::initializer_list<index_t>{}));
}

TEST(Choice, OfATensorDrawsParts) {
  const auto t = arange(6).reshape({3, 2});
  const auto drawn = choice(t, 5, {}, 13);
  EXPECT_TRUE(has_shape(drawn, {5, 2}));
  EXPECT_TRUE(equal(drawn.select(1, 1), drawn.select(1, 0) + 1));
}

TEST(Choice, RefusesWhatCannotBeDrawn) {
  EXPECT_THROW((void)choice(3, 4, {.replace = false}), ValueError);
  EXPECT_THROW((void)choice(3, -1), ValueError);
  EXPECT_THROW((void)choice(0, 1), ValueError);
  EXPECT_THROW((void)choice(2, 1, {.weights = tensor({1.0, -1.0})}), ValueError);
  EXPECT_THROW((void)choice(2, 1, {.weights = tensor({0.0, 0.0})}), ValueError);
  EXPECT_THROW((void)choice(2, 1, {.weights = tensor({1.0})}), ShapeError);
  EXPECT_THROW((void)choice(2, 2, {.replace = false, .weights = tensor({1.0, 0.0})}), ValueError);
  EXPECT_THROW((void)choice(tensor(1), 2), ShapeError);
}

TEST(Multinomial, DrawsFromEachRow) {
  const auto drawn = multinomial(tensor({{0.0, 1.0, 0.0}, {0.0, 0.0, 2.0}}), 1, false, 14);
  EXPECT_TRUE(is(drawn, {2, 1}, {1, 2}));
  EXPECT_TRUE(is(sort_values(multinomial(tensor<float>({0, 10, 3}), 2)), {2}, {1, 2}));
  EXPECT_THROW((void)multinomial(zeros({1, 1, 1}), 1), ShapeError);
}

}  // namespace distributions_test
