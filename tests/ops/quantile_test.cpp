#include <array>
#include <cmath>
#include <limits>

#include <ndx/statistics.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace quantile_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

Tensor<double> table() {
  return tensor({{7.0, 1.0, 5.0, 2.0}, {3.0, 9.0, 4.0, 6.0}, {0.0, 8.0, 2.5, 1.0}});
}

testing::AssertionResult is_near(const Tensor<double>& t, const std::vector<double>& values) {
  const auto found = elements(t);
  if (found.size() != values.size()) return testing::AssertionFailure() << found.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const bool same =
        std::isnan(values[i]) ? std::isnan(found[i]) : std::abs(found[i] - values[i]) < 1e-12 * 1e4;
    if (!same) return testing::AssertionFailure() << testing::PrintToString(found);
  }
  return testing::AssertionSuccess();
}

// Expected values are NumPy's.

TEST(Quantile, OfAllElements) {
  EXPECT_TRUE(is(quantile(table(), 0), {}, {0.0}));
  EXPECT_TRUE(is(quantile(table(), 0.25), {}, {1.75}));
  EXPECT_TRUE(is(quantile(table(), 0.5f), {}, {3.5}));
  EXPECT_TRUE(is(quantile(table(), 0.1), {}, {1.0}));
  EXPECT_TRUE(is_near(quantile(table(), 0.9), {7.9}));
  EXPECT_TRUE(is(quantile(table(), 1), {}, {9.0}));
  EXPECT_TRUE(is(quantile(tensor(4), 0.3), {}, {4.0}));
}

TEST(Quantile, OverDims) {
  EXPECT_TRUE(is(quantile(table(), 0.25, 0), {4}, {1.5, 4.5, 3.25, 1.5}));
  EXPECT_TRUE(is(quantile(table(), 0.25, -1, true), {3, 1}, {1.75, 3.75, 0.75}));
  EXPECT_TRUE(is_near(quantile(table(), 0.1, 0), {0.6, 2.4, 2.8, 1.2}));
  EXPECT_TRUE(is_near(quantile(table(), 0.9, 1), {6.4, 8.1, 6.35}));
  EXPECT_TRUE(is(quantile(counting({2, 3, 4}), {0.25, 0.75}, {0, 2}), {2, 3},
                 {1.75, 5.75, 9.75, 13.25, 17.25, 21.25}));
  EXPECT_TRUE(has_shape(quantile(table(), 0.5, all_dims, true), {1, 1}));
}

TEST(Quantile, TheShapeOfQComesFirst) {
  const auto c = counting({2, 3, 4});
  const auto q = quantile(c, tensor({{0.2}, {0.3}}), 1, true);
  EXPECT_TRUE(has_shape(q, {2, 1, 2, 1, 4}));
  EXPECT_TRUE(is_near(
      q, {1.6, 2.6, 3.6, 4.6, 13.6, 14.6, 15.6, 16.6, 2.4, 3.4, 4.4, 5.4, 14.4, 15.4, 16.4, 17.4}));
  EXPECT_TRUE(is(quantile(table(), {0.5}), {1}, {3.5}));
  EXPECT_TRUE(is(quantile(table(), std::vector<double>{0.25, 1}), {2}, {1.75, 9.0}));
  EXPECT_TRUE(is(quantile(table(), std::array<float, 2>{0.25f, 1}), {2}, {1.75, 9.0}));
  EXPECT_TRUE(is(quantile(table(), tensor({1, 0})), {2}, {9.0, 0.0}));
  EXPECT_TRUE(has_shape(quantile(table(), zeros<double>({0}), 0), {0, 4}));
}

TEST(Quantile, ManyAtOnce) {
  const auto squares = square(arange<double>(100)).flip();
  EXPECT_TRUE(
      is_near(quantile(squares, linspace(0.0, 1.0, 11)),
              {0, 98.1, 392.2, 882.3, 1568.4, 2450.5, 3528.6, 4802.7, 6272.8, 7938.9, 9801}));
}

TEST(Quantile, OfAnyView) {
  EXPECT_TRUE(is(quantile(table().transpose(), 0.25, 1), {4}, {1.5, 4.5, 3.25, 1.5}));
  EXPECT_TRUE(is(quantile(table().flip(), 0.25, 0), {4}, {1.5, 3.25, 4.5, 1.5}));
  EXPECT_TRUE(is(quantile(tensor({1, 2}).expand({3, 2}), 0.75), {}, {2.0}));
  EXPECT_TRUE(is(quantile(tensor({1, 2}).expand({3, 2}), 0.75, 0), {2}, {1.0, 2.0}));
  EXPECT_TRUE(is(quantile(Tensor<const int>(counting({5})), 0.25), {}, {1.0}));
  const auto x = tensor({3, 1, 2});
  (void)quantile(x, 0.5);
  EXPECT_TRUE(is(x, {3}, {3, 1, 2}));
}

template <class T>
class QuantileOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(QuantileOfNumbers, number_types::NumbersAndBool);

TYPED_TEST(QuantileOfNumbers, IntegersGiveDouble) {
  using T = TypeParam;
  using R = std::conditional_t<std::is_integral_v<T>, double, T>;
  const auto x = tensor({0, 1, 1, 0}).to<T>();
  EXPECT_TRUE(is(median(x), {}, {R(0.5)}));
  EXPECT_TRUE(is(quantile(x, {0.25, 0.75}), {2}, {R(0), R(1)}));
  EXPECT_TRUE(is(nanmedian(x), {}, {R(0.5)}));
}

TEST(Quantile, OfLargeIntegersDoesNotOverflow) {
  EXPECT_EQ(median(tensor<std::int8_t>({127, 127})).item(), 127);
  EXPECT_EQ(quantile(tensor<std::int8_t>({-128, 127}), 0.25).item(), -64.25);
  EXPECT_EQ(quantile(tensor<std::uint8_t>({255, 0}), 0.25).item(), 63.75);
}

TEST(Quantile, OfEqualElementsIsTheElement) {
  constexpr double largest = std::numeric_limits<double>::max();
  EXPECT_EQ(median(tensor({largest, largest})).item(), largest);
  EXPECT_EQ(quantile(tensor({-largest, -largest, 0.0, 0.0}), 0.5 / 3).item(), -largest);
}

TEST(Quantile, NanSpreads) {
  const auto x = table();
  x.index_put_({1, 1}, nan);
  EXPECT_TRUE(std::isnan(quantile(x, 0.1).item()));
  EXPECT_TRUE(is_near(median(x, 1), {3.5, nan, 1.75}));
  EXPECT_TRUE(is_near(quantile(x, {0.0, 1.0}, 1), {1, nan, 0, 7, nan, 8}));
}

TEST(Quantile, OfInfinities) {
  EXPECT_EQ(quantile(tensor({1.0, inf}), 0).item(), 1);
  EXPECT_EQ(quantile(tensor({inf, inf}), 0.3).item(), inf);
  EXPECT_EQ(median(tensor({-inf, 3.0, inf})).item(), 3);
  EXPECT_TRUE(std::isnan(median(tensor({-inf, inf})).item()));
}

TEST(Quantile, OfNoElementsIsNan) {
  EXPECT_TRUE(std::isnan(median(zeros({0})).item()));
  EXPECT_TRUE(is_near(quantile(zeros<double>({0, 2}), {0.0, 1.0}, 0), {nan, nan, nan, nan}));
  EXPECT_TRUE(is_near(nanmedian(zeros<double>({0, 2}), 0), {nan, nan}));
  EXPECT_TRUE(has_shape(quantile(zeros({0, 2}), 0.5, 1), {0}));
}

TEST(Quantile, RefusesOtherFractionsAndDims) {
  EXPECT_TRUE(throws<ValueError>([] { (void)quantile(zeros({2}), 1.5); },
                                 "quantile: q 1.5 is not between 0 and 1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)quantile(zeros({2}), {0.5, -1.0}); },
                                 "quantile: q -1 is not between 0 and 1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)nanquantile(zeros({0}), nan); },
                                 "nanquantile: q nan is not between 0 and 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)median(zeros({2}), 1); },
                                 "median: dim 1 is out of range for a tensor of rank 1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)nanmedian(zeros({2, 2}), {1, -1}); },
                                 "nanmedian: dims (1, -1) name dim 1 twice"));
}

TEST(Percentile, IsTheQuantileOfAHundredth) {
  EXPECT_TRUE(is(percentile(table(), 25), {}, {1.75}));
  EXPECT_TRUE(is(percentile(table(), {0, 50, 100}), {3}, {0.0, 3.5, 9.0}));
  EXPECT_TRUE(is(percentile(table(), 25, -1, true), {3, 1}, {1.75, 3.75, 0.75}));
  EXPECT_TRUE(is_near(percentile(table(), 90, 1), {6.4, 8.1, 6.35}));
  EXPECT_TRUE(has_shape(percentile(table(), zeros<double>({0}), 0), {0, 4}));
  EXPECT_TRUE(is(percentile(tensor(4), 30), {}, {4.0}));
  EXPECT_TRUE(is(percentile(arange<double>(11), 30), {}, {3.0}));
  EXPECT_TRUE(
      is(percentile(tensor<std::uint64_t>({UINT64_MAX, UINT64_MAX - 1}), 100), {}, {0x1p64}));
  EXPECT_TRUE(is(isnan(percentile(tensor({nan, 1.0}), {0, 50})), {2}, {true, true}));
  EXPECT_TRUE(is(nanpercentile(tensor({{nan, 1.0}, {2.0, 4.0}}), {50, 75}, 1), {2, 2},
                 {1.0, 3.0, 1.0, 3.5}));
  EXPECT_TRUE(throws<ValueError>([] { (void)percentile(table(), -1); },
                                 "percentile: q -1 is not between 0 and 100"));
  EXPECT_TRUE(throws<ValueError>([] { (void)nanpercentile(table(), {50, 100.5}); },
                                 "nanpercentile: q 100.5 is not between 0 and 100"));
}

TEST(Median, IsTheMeanOfTheTwoInTheMiddle) {
  EXPECT_TRUE(is(median(table()), {}, {3.5}));
  EXPECT_TRUE(is(median(table(), 0), {4}, {3.0, 8.0, 4.0, 2.0}));
  EXPECT_TRUE(is(median(table(), 1, true), {3, 1}, {3.5, 5.0, 1.75}));
  EXPECT_TRUE(is(median(counting({2, 3, 4}), {0, 2}), {3}, {7.5, 11.5, 15.5}));
  EXPECT_TRUE(is(median(tensor({3.f, 1.f})), {}, {2.f}));
  EXPECT_EQ(median(tensor({0.1, 0.2})).item(), (0.1 + 0.2) / 2);
}

TEST(Nanquantile, LeavesOutNan) {
  const auto x = table();
  x.index_put_({1, 1}, nan);
  x.index_put_({2}, nan);
  EXPECT_TRUE(is_near(nanquantile(x, 0.3), {2.8}));
  EXPECT_TRUE(is_near(nanmedian(x, 1), {3.5, 4.0, nan}));
  EXPECT_TRUE(is_near(nanquantile(x, {0.3, 0.6}, 0), {4.2, 1.0, 4.3, 3.2, 5.4, 1.0, 4.6, 4.4}));
  EXPECT_TRUE(is_near(nanquantile(tensor({nan, nan}), {0.3, 0.6}), {nan, nan}));
  EXPECT_TRUE(is_near(nanmedian(x, {0, 1}, true), {4}));
}

TEST(Quantile, OfALongLineInOrderAndInReverse) {
  const auto ascending = arange<float>(1001);
  for (const auto& line : {ascending, ascending.flip({0})}) {
    EXPECT_EQ(median(line).item(), 500);
    EXPECT_EQ(quantile(line, 0.25).item(), 250);
    EXPECT_EQ(quantile(line, 0.3337).item(), 333.7F);
  }
}

/// A method and the quantiles that NumPy 1.24 gives for q = 0, .05, .25, .3, .4, .5, .75, .9, 1.
struct QuantilesByMethod {
  const char* name;
  std::vector<double> of_ten;
  std::vector<double> of_five;
};

// np.quantile([3, 6, 7, 8, 8, 10, 13, 15, 16, 20], q, method=…), and of [15, 20, 35, 40, 50].
const QuantilesByMethod kByMethod[] = {
    {"inverted_cdf",
     {3.0, 3.0, 7.0, 7.0, 8.0, 8.0, 15.0, 16.0, 20.0},
     {15.0, 15.0, 20.0, 20.0, 20.0, 35.0, 40.0, 50.0, 50.0}},
    {"averaged_inverted_cdf",
     {3.0, 3.0, 7.0, 7.5, 8.0, 9.0, 15.0, 18.0, 20.0},
     {15.0, 15.0, 20.0, 20.0, 27.5, 35.0, 40.0, 50.0, 50.0}},
    {"closest_observation",
     {3.0, 3.0, 7.0, 7.0, 8.0, 8.0, 13.0, 16.0, 20.0},
     {15.0, 15.0, 15.0, 15.0, 20.0, 35.0, 40.0, 50.0, 50.0}},
    {"interpolated_inverted_cdf",
     {3.0, 3.0, 6.5, 7.0, 8.0, 8.0, 14.0, 16.0, 20.0},
     {15.0, 15.0, 16.25, 17.5, 20.0, 27.5, 38.75, 45.0, 50.0}},
    {"hazen",
     {3.0, 3.0, 7.0, 7.5, 8.0, 9.0, 15.0, 18.0, 20.0},
     {15.0, 15.0, 18.75, 20.0, 27.5, 35.0, 42.5, 50.0, 50.0}},
    {"weibull",
     {3.0, 3.0, 6.75, 7.3, 8.0, 9.0, 15.25, 19.6, 20.0},
     {15.0, 15.0, 17.5, 19.0, 26.0, 35.0, 45.0, 50.0, 50.0}},
    {"linear",
     {3.0, 4.35, 7.25, 7.699999999999999, 8.0, 9.0, 14.5, 16.4, 20.0},
     {15.0, 16.0, 20.0, 23.0, 29.0, 35.0, 40.0, 46.0, 50.0}},
    {"median_unbiased",
     {3.0, 3.0, 6.916666666666666, 7.433333333333334, 8.0, 9.0, 15.083333333333334,
      18.53333333333333, 20.0},
     {15.0, 15.0, 18.333333333333332, 19.666666666666668, 27.0, 35.0, 43.33333333333333, 50.0,
      50.0}},
    {"normal_unbiased",
     {3.0, 3.0, 6.9375, 7.45, 8.0, 9.0, 15.0625, 18.4, 20.0},
     {15.0, 15.0, 18.4375, 19.75, 27.125, 35.0, 43.125, 50.0, 50.0}},
    {"lower",
     {3.0, 3.0, 7.0, 7.0, 8.0, 8.0, 13.0, 16.0, 20.0},
     {15.0, 15.0, 20.0, 20.0, 20.0, 35.0, 40.0, 40.0, 50.0}},
    {"higher",
     {3.0, 6.0, 8.0, 8.0, 8.0, 10.0, 15.0, 20.0, 20.0},
     {15.0, 20.0, 20.0, 35.0, 35.0, 35.0, 40.0, 50.0, 50.0}},
    {"midpoint",
     {3.0, 4.5, 7.5, 7.5, 8.0, 9.0, 14.0, 18.0, 20.0},
     {15.0, 17.5, 20.0, 27.5, 27.5, 35.0, 40.0, 45.0, 50.0}},
    {"nearest",
     {3.0, 3.0, 7.0, 8.0, 8.0, 8.0, 15.0, 16.0, 20.0},
     {15.0, 15.0, 20.0, 20.0, 35.0, 35.0, 40.0, 50.0, 50.0}},
};

TEST(Quantile, HasTheMethodsOfNumPy) {
  const auto ten = tensor({13.0, 3.0, 20.0, 6.0, 8.0, 7.0, 8.0, 16.0, 10.0, 15.0});
  const auto five = tensor({40, 15, 50, 20, 35});
  const auto q = tensor({0.0, 0.05, 0.25, 0.3, 0.4, 0.5, 0.75, 0.9, 1.0});
  for (const QuantilesByMethod& method : kByMethod) {
    SCOPED_TRACE(method.name);
    EXPECT_TRUE(allclose(quantile(ten, q, 0, false, method.name), tensor(method.of_ten)));
    EXPECT_TRUE(allclose(nanpercentile(five, q * 100.0, all_dims, false, method.name),
                         tensor(method.of_five)));
    for (index_t i = 0; i < q.numel(); ++i)  // one by one they are selected, not sorted
      EXPECT_DOUBLE_EQ(quantile(five, q.at(i), 0, false, method.name).item(),
                       method.of_five[static_cast<std::size_t>(i)]);
  }
}

TEST(Quantile, MethodsTakeInfinitiesAndUnknownNames) {
  const double infinity = std::numeric_limits<double>::infinity();
  const auto ends = tensor({-infinity, infinity});
  EXPECT_EQ(quantile(ends, 0.75, 0, false, QuantileMethod::higher).item(), infinity);
  EXPECT_EQ(quantile(ends, 0.75, 0, false, "lower").item(), -infinity);
  EXPECT_TRUE(expect::throws<ValueError>([&] { (void)quantile(ends, 0.5, 0, false, "cubic"); },
                                         "quantile: no method has the name \"cubic\""));
}

}  // namespace quantile_test
