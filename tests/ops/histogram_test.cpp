#include <cmath>
#include <complex>
#include <limits>

#include <ndx/statistics.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::is;
using expect::throws;

namespace histogram_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Tensor<double> table() {
  return tensor({{7.0, 1.0, 5.0, 2.0}, {3.0, 9.0, 4.0, 6.0}, {0.0, 8.0, 2.5, 1.0}});
}

// Expected values are NumPy's.

TEST(Histogram, DividesTheRangeOfTheElements) {
  const auto [counts, edges] = histogram(table(), 4);
  EXPECT_TRUE(is(counts, {4}, {4, 3, 2, 3}));
  EXPECT_TRUE(is(edges, {5}, {0.0, 2.25, 4.5, 6.75, 9.0}));
}

TEST(Histogram, HasTenBinsUnlessToldOtherwise) {
  const auto [counts, edges] = histogram(tensor({0, 1, 1, 4, 10}));
  EXPECT_TRUE(is(counts, {10}, {1, 2, 0, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(is(edges, {11}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10}));
}

TEST(Histogram, DividesAGivenRange) {
  const auto [counts, edges] = histogram(table(), 5, {0, 5});
  EXPECT_TRUE(is(counts, {5}, {1, 2, 2, 1, 2}));
  EXPECT_TRUE(is(edges, {6}, {0.0, 1.0, 2.0, 3.0, 4.0, 5.0}));
  EXPECT_TRUE(is(histogram(tensor({nan, -inf, inf, 0.5, 1.0}), 2, {0, 1}).counts, {2}, {0, 2}));
}

TEST(Histogram, TakesEdges) {
  EXPECT_TRUE(is(histogram(table(), tensor({0, 1, 10})).counts, {2}, {1, 11}));
  EXPECT_TRUE(is(histogram(table(), tensor({0.0, 1.0, 2.5, 9.0})).counts, {3}, {1, 3, 8}));
  EXPECT_TRUE(is(histogram(tensor({3, 4}), tensor({1, 2, 2, 3})).counts, {3}, {0, 0, 1}));
  EXPECT_TRUE(is(histogram(tensor({2, 2}), tensor({1, 2, 2, 3})).counts, {3}, {0, 0, 2}));
  EXPECT_TRUE(is(histogram(tensor({1}), tensor({1})).counts, {0}, {}));
  EXPECT_TRUE(is(histogram(tensor({1}), zeros({0})).counts, {0}, {}));
  EXPECT_TRUE(is(histogram(tensor({nan, 0.0, 3.0, 4.0}), tensor({0, 1, 3})).counts, {2}, {1, 1}));
  EXPECT_TRUE(is(histogram(tensor({1, 2, 3}), tensor({3, 2, 1}).flip()).counts, {2}, {1, 2}));
  EXPECT_TRUE(is(histogram(tensor({1}), tensor({1, 2})).edges, {2}, {1, 2}));
}

TEST(Histogram, CountsManyElementsBetweenEdges) {
  const auto t = (arange(600) * 7 % 101).to<double>() / 10.0;  // 0 to 10, each at most six times
  t.index_put_({Slice(0, None, 100)}, nan);
  for (const index_t count : {2, 5, 60}) {
    const auto edges = linspace(-1.0, 9.5, count);
    for (const index_t step : {1, 3}) {
      const auto some = t.slice(0, Slice(None, None, step));
      const auto counts = histogram(some, edges).counts;
      const auto weighed = histogram(some, edges, some).counts;
      for (index_t bin = 0; bin + 1 < count; ++bin) {
        index_t inside = 0;
        double sum = 0;
        for (const double x : some) {
          const bool is_below = bin + 2 == count ? x <= edges(bin + 1) : x < edges(bin + 1);
          if (!(x >= edges(bin) && is_below)) continue;
          ++inside;
          sum += x;
        }
        EXPECT_EQ(counts(bin), inside) << count << " edges, bin " << bin;
        EXPECT_EQ(weighed(bin), sum) << count << " edges, bin " << bin;
      }
    }
  }
}

TEST(Histogram, TakesListsInBraces) {
  const auto t = tensor({0.F, 0.2F, 1.5F, 2.F});
  const auto [counts, edges] = histogram(t, {0, 1, 2});
  EXPECT_TRUE(is(counts, {2}, {2, 2}));
  EXPECT_TRUE(is(edges, {3}, {0., 1., 2.}));
  EXPECT_TRUE(is(histogram(t, {0, 0.5, 2}, tensor({1, 2, 3, 4})).counts, {2}, {3., 7.}));
  EXPECT_TRUE(is(digitize(tensor({0, 1, 5}), {1, 3}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(digitize(tensor({0, 1, 5}), {1, 3}, true), {3}, {0, 0, 2}));
}

TEST(Histogram, AddsWeights) {
  const auto [sums, edges] = histogram(tensor({1, 2, 1}), 2, {}, tensor({0.5, 1.0, 2.0}));
  EXPECT_TRUE(is(sums, {2}, {2.5, 1.0}));
  EXPECT_TRUE(is(edges, {3}, {1.0, 1.5, 2.0}));
  EXPECT_TRUE(
      is(histogram(tensor({{1, 2}, {1, 5}}), tensor({0, 2, 3}), tensor({{1, 2}, {3, 4}})).counts,
         {2}, {4.0, 2.0}));
  EXPECT_TRUE(
      is(histogram(tensor({1.f, 2.f}), 1, {1, 2}, tensor({1.f}).expand({2})).counts, {1}, {2.0}));
}

TEST(Histogram, HasADensity) {
  const auto found = elements(histogram(table(), 4).density());
  const std::vector<double> want{0.14814814814814814, 0.1111111111111111, 0.07407407407407407,
                                 0.1111111111111111};
  ASSERT_EQ(found.size(), want.size());
  for (std::size_t i = 0; i < want.size(); ++i) EXPECT_DOUBLE_EQ(found[i], want[i]);
  const auto uneven = histogram(tensor({0.1, 0.2, 0.3}), tensor({0.1, 0.2, 0.3})).density();
  EXPECT_DOUBLE_EQ(uneven.at(0), 3.3333333333333335);
  EXPECT_DOUBLE_EQ(uneven.at(1), 6.666666666666668);
  EXPECT_TRUE(std::isnan(histogram(zeros({0}), 1).density().item()));
}

TEST(Histogram, AnElementOnAnEdgeIsAboveIt) {
  EXPECT_TRUE(
      is(histogram(tensor({.1, .2, .3, .4, .5, .6, .7}), 6).counts, {6}, {1, 1, 1, 1, 1, 2}));
  EXPECT_TRUE(is(histogram(arange(-3, 8), 3).counts, {3}, {4, 3, 4}));
}

TEST(Histogram, OfEqualElementsAndOfNone) {
  const auto [counts, edges] = histogram(tensor({5, 5}), 2);
  EXPECT_TRUE(is(counts, {2}, {0, 2}));
  EXPECT_TRUE(is(edges, {3}, {4.5, 5.0, 5.5}));
  EXPECT_TRUE(is(histogram(zeros({0}), 2).counts, {2}, {0, 0}));
  EXPECT_TRUE(is(histogram(zeros({2, 0}), 2).edges, {3}, {0.f, 0.5f, 1.f}));
}

TEST(Histogram, OfAnyView) {
  EXPECT_TRUE(is(histogram(table().transpose(), 4).counts, {4}, {4, 3, 2, 3}));
  EXPECT_TRUE(is(histogram(table().flip(), 4).counts, {4}, {4, 3, 2, 3}));
  EXPECT_TRUE(is(histogram(tensor({1, 2}).expand({3, 2}), 2).counts, {2}, {3, 3}));
  EXPECT_TRUE(is(histogram(tensor(3), 1).counts, {1}, {1}));
  EXPECT_TRUE(is(histogram(Tensor<const int>(counting({4})), 2).counts, {2}, {2, 2}));
  EXPECT_TRUE(
      is(histogram(counting({3}), 3, {}, counting({3}).flip()).counts, {3}, {2.0, 1.0, 0.0}));
}

template <class T>
class HistogramOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(HistogramOfNumbers, number_types::NumbersAndBool);

TYPED_TEST(HistogramOfNumbers, AreCounted) {
  using T = TypeParam;
  const auto x = tensor({1, 0, 1}).to<T>();
  EXPECT_TRUE(is(histogram(x, 2).counts, {2}, {1, 2}));
  EXPECT_TRUE(is(histogram(x, tensor({0.5, 1.0})).counts, {1}, {2}));
  EXPECT_TRUE(is(digitize(x, tensor({0.5, 1.0})), {3}, {2, 0, 2}));
}

TEST(Histogram, RefusesOtherBinsAndRanges) {
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), 0); }, "histogram: 0 bins"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), 3, {2, 1}); },
                                 "histogram: the range 2 to 1 descends"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(tensor({1.0, nan}), 3); },
                                 "histogram: the range nan to nan is not finite"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), 3, {0, inf}); },
                                 "histogram: the range 0 to inf is not finite"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), 3, {-1e308, 1e308}); },
                                 "histogram: the range -1e+308 to 1e+308 is not finite"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), 3, {0, 1e-310}); },
                                 "histogram: 3 bins are too many for the range 0 to 1e-310"));
  // The edges are floats: there is none between these, and none above the largest.
  const auto large = tensor({16777216.F, 16777217.F});
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)histogram(large, 1, {16777216, 16777217}); },
      "histogram: 1 bins are too many for the range 1.67772e+07 to 1.67772e+07"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)histogram(large, 1); },
      "histogram: 1 bins are too many for the range 1.67772e+07 to 1.67772e+07"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)histogram(large, 2, {1e-60, 2e-60}); },
                                 "histogram: 2 bins are too many for the range 1e-60 to 2e-60"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)histogram(large, 2, {-1e39, 1e39}); },
                                 "histogram: the range -1e+39 to 1e+39 is not finite"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), tensor({1, 3, 2})); },
                                 "histogram: bins neither ascend nor descend"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), tensor({3, 2})); },
                                 "histogram: bins descend"));
  EXPECT_TRUE(throws<ValueError>([] { (void)histogram(zeros({2}), tensor({1.0, nan})); },
                                 "histogram: bins neither ascend nor descend"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)histogram(zeros({2}), ones({2, 2})); },
                                 "histogram: bins have shape (2, 2), not one dim"));
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)histogram(zeros({2}), 2, {}, zeros({3})); },
                         "histogram: weights have shape (3) and not (2), that of the elements"));
}

TEST(Digitize, BinsThatAscend) {
  const auto x = tensor({-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, nan});
  EXPECT_TRUE(is(digitize(x, tensor({1, 3, 4})), {8}, {0, 0, 1, 1, 2, 3, 3, 3}));
  EXPECT_TRUE(is(digitize(x, tensor({1, 3, 4}), true), {8}, {0, 0, 0, 1, 1, 2, 3, 3}));
  EXPECT_TRUE(is(digitize(x, tensor({2, 2, 2})), {8}, {0, 0, 0, 3, 3, 3, 3, 3}));
  EXPECT_TRUE(is(digitize(x, tensor({2, 2, 2}), true), {8}, {0, 0, 0, 0, 3, 3, 3, 3}));
}

TEST(Digitize, BinsThatDescend) {
  const auto x = tensor({-1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 5.0, nan});
  EXPECT_TRUE(is(digitize(x, tensor({4, 3, 1})), {8}, {3, 3, 2, 2, 1, 0, 0, 0}));
  EXPECT_TRUE(is(digitize(x, tensor({4, 3, 1}), true), {8}, {3, 3, 3, 2, 2, 1, 0, 0}));
}

TEST(Digitize, OfAnyShapeAndOfANumber) {
  EXPECT_TRUE(is(digitize(counting({2, 2}).transpose(), tensor({1, 2})), {2, 2}, {0, 2, 1, 2}));
  EXPECT_TRUE(is(digitize(2, tensor({1, 3})), {}, {1}));
  EXPECT_TRUE(is(digitize(2, tensor({3, 1})), {}, {1}));
  EXPECT_TRUE(is(digitize(zeros({0}), tensor({1, 3})), {0}, {}));
  EXPECT_TRUE(is(digitize(tensor({5}), zeros({0})), {1}, {0}));
  EXPECT_TRUE(throws<ValueError>([] { (void)digitize(1, tensor({1, 3, 2})); },
                                 "digitize: bins neither ascend nor descend"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)digitize(1, tensor(1)); },
                                 "digitize: bins have shape (), not one dim"));
}

TEST(Histogram, DensityLeavesTheCounts) {
  const auto weighted = histogram(tensor({1, 2, 2, 4}), 3, {}, tensor({1.0, 2.0, 3.0, 4.0}));
  EXPECT_TRUE(is(weighted.density(), {3}, {0.1, 0.5, 0.4}));
  EXPECT_TRUE(is(weighted.counts, {3}, {1.0, 5.0, 4.0}));
}

TEST(Histogram, WeighsByComplexNumbers) {
  using C = std::complex<double>;
  const auto weights = tensor({C(0, 1), C(2, 0), C(3, 1), C(4, 0)}).to<std::complex<float>>();
  const auto weighted = histogram(tensor({1, 2, 2, 4}), 3, {}, weights);
  EXPECT_TRUE(is(weighted.counts, {3}, {C(0, 1), C(5, 1), C(4, 0)}));
  EXPECT_TRUE(
      is(histogram(tensor({1, 2, 2, 4}), {0, 2, 4}, weights).counts, {2}, {C(0, 1), C(9, 1)}));
  const auto density = weighted.density();
  EXPECT_NEAR(density(1).real(), 0.55294118, 1e-8);
  EXPECT_NEAR(density(1).imag(), -0.01176471, 1e-8);
}

// NumPy 1.24: np.histogram2d(x, y, 3) and so on.
TEST(HistogramOfPoints, CountsInAGrid) {
  const auto x = tensor({0.0, 1.0, 2.0, 3.0, 0.5, 2.5});
  const auto y = tensor({0.0, 1.0, 1.0, 2.0, 2.0, 0.2});
  const auto all = histogram2d(x, y, {3, 3});
  EXPECT_TRUE(is(all.counts, {3, 3}, {1, 0, 1, 0, 1, 0, 1, 1, 1}));
  EXPECT_TRUE(is(all.edges[0], {4}, {0, 1, 2, 3}));
  const auto some = histogram2d(x, y, {2, 3}, {{0, 2}, {0, 3}});
  EXPECT_TRUE(is(some.counts, {2, 3}, {1, 0, 1, 0, 2, 0}));
  EXPECT_TRUE(is(some.edges[1], {4}, {0, 1, 2, 3}));
  const auto sample = stack({x, y, x + y}, 1);
  EXPECT_TRUE(is(histogramdd(sample, {2, 2, 2}).counts, {2, 2, 2}, {1, 0, 1, 1, 0, 1, 0, 2}));
  EXPECT_TRUE(is(histogramdd(sample.to<float>().flip({0}), {2, 2, 2}).counts, {2, 2, 2},
                 {1, 0, 1, 1, 0, 1, 0, 2}));
  EXPECT_TRUE(expect::has_shape(histogram2d(x, y).counts, {10, 10}));
}

// NumPy 1.24: np.histogramdd(points, [[0, 1, 2], [0, 1, 1, 2]]) and so on.
TEST(HistogramOfPoints, CountsBetweenEdges) {
  const auto points = tensor({{0.0, 0.0},
                              {1.0, 5.0},
                              {2.0, 1.0},
                              {2.0, 2.0},
                              {3.0, 0.5},
                              {nan, 1.0},
                              {-1.0, 0.0},
                              {1.5, 1.0}});
  const auto two = histogramdd(points, {tensor({0, 1, 2}), tensor({0, 1, 1, 2})});
  EXPECT_TRUE(is(two.counts, {2, 3}, {1, 0, 0, 0, 0, 3}));
  EXPECT_TRUE(is(two.edges[1], {4}, {0, 1, 1, 2}));
  const std::vector<Tensor<double>> edges{tensor({0.0, 1.0, 2.0, 2.0}), tensor({0.0, 5.0})};
  const auto x = points.select(1, 0);
  const auto y = points.select(1, 1);
  EXPECT_TRUE(is(histogram2d(x, y, edges).counts, {3, 1}, {1, 2, 2}));
  EXPECT_TRUE(is(histogram2d(x.to<float>(), y, {edges[0], edges[1]}).counts, {3, 1}, {1, 2, 2}));
  EXPECT_TRUE(is(histogramdd(points.to<float>().flip({0}), edges).counts, {3, 1}, {1, 2, 2}));
  EXPECT_TRUE(is(histogramdd(zeros<int>({0, 2}), edges).counts, {3, 1}, {0, 0, 0}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)histogramdd(points, {tensor({0, 1})}); },
      "histogramdd: a sample of shape (8, 2) with bins along 1 dims and 0 ranges"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)histogram2d(x, y, {tensor({0, 1}), tensor({1})}); },
                                 "histogramdd: 1 edges bound no bin"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)histogram2d(x, y, {tensor({0, 1}), tensor({1, 0})}); },
                                 "histogramdd: bins descend"));
}

// NumPy 1.24: np.histogramdd(points, [2, [0, 1, 5]], range=[(0, 2), None]) and so on.
TEST(HistogramOfPoints, CountsAlongSomeDimsBetweenEdges) {
  const auto points = tensor({{0.0, 0.0}, {1.0, 5.0}, {2.0, 1.0}, {3.0, 0.5}, {1.5, 0.9}});
  const auto mixed = histogramdd(points, {2, tensor({0, 1, 5})}, {{0, 2}, {}});
  EXPECT_TRUE(is(mixed.counts, {2, 2}, {1, 0, 1, 2}));
  EXPECT_TRUE(is(mixed.edges[0], {3}, {0, 1, 2}));
  EXPECT_TRUE(is(mixed.edges[1], {3}, {0, 1, 5}));
  const std::vector<DimBins> bins{tensor({0.0, 1.5, 3.0}), 1};
  EXPECT_TRUE(is(histogramdd(points, bins).counts, {2, 1}, {2, 3}));
  EXPECT_TRUE(
      is(histogram2d(points.select(1, 0), points.select(1, 1), bins).counts, {2, 1}, {2, 3}));
  EXPECT_TRUE(is(histogramdd(points, std::vector{2, 1}).counts, {2, 1}, {2, 3}));
  const Dims numbers{2, 1};
  EXPECT_TRUE(
      is(histogram2d(points.select(1, 0), points.select(1, 1), numbers).counts, {2, 1}, {2, 3}));
}

// As doubles, 2^53 and 2^53 + 1 are one number.
TEST(HistogramOfPoints, ComparesIntegersExactly) {
  constexpr std::int64_t large = std::int64_t{1} << 53;
  const auto x = tensor<std::int64_t>({large - 1, large, large + 1, large + 1, large + 2});
  const auto edges = tensor<std::int64_t>({large, large + 1, large + 2});
  EXPECT_TRUE(is(histogramdd(x.unsqueeze(1), {edges}).counts, {2}, {1, 3}));
  EXPECT_TRUE(is(histogram2d(zeros<int>({5}), x, {1, edges}).counts, {1, 2}, {1, 3}));
}

TEST(HistogramOfPoints, LeavesOutNanAndRefusesOtherShapes) {
  const auto points = tensor({{nan, 0.5}, {0.5, 0.5}, {0.5, 7.0}});
  EXPECT_TRUE(is(histogramdd(points, {1, 1}, {{0, 1}, {0, 1}}).counts, {1, 1}, {1}));
  EXPECT_TRUE(is(histogramdd(zeros<int>({0, 2}), {1, 2}).counts, {1, 2}, {0, 0}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)histogramdd(points, {1, 1, 1}); },
      "histogramdd: a sample of shape (3, 2) with bins along 3 dims and 0 ranges"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)histogram2d(zeros({3}), zeros({2})); },
      "histogram2d: x has shape (3) and y has shape (2), not one dim of the same size"));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)histogramdd(zeros({3, 2}), {1, 0}); }, "histogramdd: 0 bins"));
}

}  // namespace histogram_test
