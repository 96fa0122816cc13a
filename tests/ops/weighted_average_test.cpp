#include <cmath>
#include <complex>
#include <limits>

#include <ndx/statistics.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace weighted_average_test {

// Expected values are NumPy's.

TEST(Average, DividesByTheSumOfTheWeights) {
  EXPECT_TRUE(is(average(tensor({1, 2, 4}), tensor({1, 1, 2})), {}, {2.75}));
  EXPECT_TRUE(is(average(tensor({1.f, 2.f, 4.f}), tensor({1, 1, 2})), {}, {2.75f}));
  EXPECT_TRUE(is(average(tensor({1, 2, 4}), tensor({true, false, true})), {}, {2.5}));
  EXPECT_TRUE(is(average(tensor(3), tensor(2.0)), {}, {3.0}));
}

TEST(AverageAndWeights, ReturnsTheSumOfTheWeightsOfEachAverage) {
  const auto all = average_and_weights(tensor({1, 2, 4}), tensor({1, 1, 2}));
  EXPECT_TRUE(is(all.average, {}, {2.75}));
  EXPECT_TRUE(is(all.sum_of_weights, {}, {4.0}));
  const auto rows = average_and_weights(counting({2, 3}), tensor({1, 0, 3}), 1, true);
  EXPECT_TRUE(is(rows.average, {2, 1}, {1.5, 4.5}));
  EXPECT_TRUE(is(rows.sum_of_weights, {2, 1}, {4.0, 4.0}));
  const auto of_float = average_and_weights(tensor({1.F, 2.F}), tensor({1.F, 3.F}));
  EXPECT_TRUE(is(of_float.sum_of_weights, {}, {4.F}));
  using Z = std::complex<double>;
  EXPECT_TRUE(is(average_and_weights(tensor({1, 2}), tensor({Z(0, 1), Z(0, 1)})).sum_of_weights, {},
                 {Z(0, 2)}));
  EXPECT_TRUE(throws<ValueError>([] { (void)average_and_weights(tensor({1, 2}), tensor({1, -1})); },
                                 "average: weights of shape (2) add up to zero"));
}

TEST(Average, AlongDims) {
  const auto x = tensor({{7.0, 1.0, 5.0, 2.0}, {3.0, 9.0, 4.0, 6.0}, {0.0, 8.0, 2.5, 1.0}});
  const auto columns = elements(average(x, tensor({1, 2, 3}), 0));
  const std::vector<double> want{2.1666666666666665, 7.166666666666667, 3.4166666666666665,
                                 2.8333333333333335};
  ASSERT_EQ(columns.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i) EXPECT_DOUBLE_EQ(columns[i], want[i]);
  const auto rows = average(x, x, 1, true);
  EXPECT_TRUE(has_shape(rows, {3, 1}));
  EXPECT_DOUBLE_EQ(rows.at(0, 0), 5.266666666666667);
  EXPECT_DOUBLE_EQ(rows.at(2, 0), 6.195652173913044);
  const auto c = counting({2, 3, 4});
  EXPECT_TRUE(is(average(c, tensor({0.5, 0.25, 0.25}), -2), {2, 4},
                 {3.0, 4.0, 5.0, 6.0, 15.0, 16.0, 17.0, 18.0}));
  EXPECT_DOUBLE_EQ(average(c, c, {0, 2}).at(1), 14.73913043478261);
}

TEST(Average, OfAnyView) {
  const auto c = counting({2, 3});
  EXPECT_TRUE(is(average(c.transpose(), tensor({1, 3}), 1), {3}, {2.25, 3.25, 4.25}));
  EXPECT_TRUE(is(average(c.flip(), tensor({3, 1}), 0), {3}, {4.25, 3.25, 2.25}));
  EXPECT_TRUE(is(average(c, tensor({1, 0, 0}).expand({2, 3}), 1), {2}, {0.0, 3.0}));
  EXPECT_TRUE(is(average(tensor({1, 2}).expand({3, 2}), tensor({1, 2, 3}), 0), {2}, {1.0, 2.0}));
  const Tensor<const int> read_only = c;
  EXPECT_TRUE(is(average(read_only, read_only), {}, {55.0 / 15}));
}

TEST(Average, OfComplexNumbers) {
  using Z = std::complex<double>;
  EXPECT_TRUE(is(average(tensor({Z(1, 1), Z(2, 0)}), tensor({1, 3})), {}, {Z(1.75, 0.25)}));
  EXPECT_TRUE(is(average(tensor({1, 2}), tensor({Z(0, 1), Z(0, 1)})), {}, {Z(1.5, 0)}));
}

TEST(Average, TakesWeightsInBraces) {
  const auto t = tensor({{1, 5, 3}, {4, 2, 6}});
  EXPECT_TRUE(is(average(t, {1, 3}, 0), {3}, {3.25, 2.75, 5.25}));
  EXPECT_TRUE(is(average(t, {0.5, 0.5, 0.0}, 1, true), {2, 1}, {3., 3.}));
  EXPECT_TRUE(is(average(tensor({1.F, 4.F}), {1, 3}), {}, {3.25F}));
  EXPECT_THROW((void)average(t, {1, 2, 3}, 0), ShapeError);
}

TEST(Average, WithoutWeightsIsTheMean) {
  EXPECT_TRUE(is(average(tensor({{1, 5, 3}, {4, 2, 6}})), {}, {3.5}));
  EXPECT_TRUE(std::isnan(average(zeros({0})).item()));
}

TEST(Average, NanSpreads) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(std::isnan(average(tensor({1.0, nan}), tensor({1, 0})).item()));
  EXPECT_TRUE(std::isnan(average(tensor({1.0, 2.0}), tensor({1.0, nan})).item()));
}

TEST(Average, RefusesWeightsThatAddUpToZero) {
  EXPECT_TRUE(throws<ValueError>([] { (void)average(tensor({1, 2}), tensor({1, -1})); },
                                 "average: weights of shape (2) add up to zero"));
  EXPECT_TRUE(throws<ValueError>([] { (void)average(ones({2, 2}), tensor({{1, 1}, {0, 0}}), 1); },
                                 "average: weights of shape (2, 2) add up to zero"));
  EXPECT_TRUE(throws<ValueError>([] { (void)average(zeros({0}), zeros({0})); },
                                 "average: weights of shape (0) add up to zero"));
  EXPECT_TRUE(has_shape(average(zeros({0, 2}), ones({2}), 1), {0}));
}

TEST(Average, RefusesWeightsOfOtherShapes) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)average(zeros({2, 3}), ones({2}), 1); },
      "average: weights of shape (2) for shape (2, 3): they have that shape, or one dim, of the "
      "size of the one dim reduced"));
  EXPECT_THROW((void)average(zeros({2, 3}), ones({6})), ShapeError);
  EXPECT_THROW((void)average(zeros({2, 3}), ones({3, 2})), ShapeError);
  EXPECT_THROW((void)average(zeros({2, 3}), ones({1, 3}), 1), ShapeError);
  EXPECT_THROW((void)average(zeros({2, 3}), ones({3}), {0, 1}), ShapeError);
  EXPECT_TRUE(throws<IndexError>([] { (void)average(zeros({2}), ones({2}), 1); },
                                 "average: dim 1 is out of range for a tensor of rank 1"));
}

}  // namespace weighted_average_test
