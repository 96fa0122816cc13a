#include <cmath>
#include <limits>

#include <ndx/numpy.hpp>
#include <ndx/ops/math/classify.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace cumulative_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Expected values are PyTorch's.

TEST(Cummax, GivesValuesAndTheLastIndices) {
  const auto [values, indices] = cummax(tensor({1, 3, 3, 2, 5, 4}), 0);
  EXPECT_TRUE(is(values, {6}, {1, 3, 3, 3, 5, 5}));
  EXPECT_TRUE(is(indices, {6}, {0, 1, 2, 2, 4, 4}));
  const auto least = cummin(tensor({3, 1, 1, 2, 0}), -1);
  EXPECT_TRUE(is(least.values, {5}, {3, 1, 1, 1, 0}));
  EXPECT_TRUE(is(least.indices, {5}, {0, 1, 2, 2, 4}));
}

TEST(Cummax, NanSpreads) {
  const auto found = cummax(tensor({1.0, 3.0, nan, 5.0, nan}), 0);
  EXPECT_TRUE(is(found.values.narrow(0, 0, 2), {2}, {1.0, 3.0}));
  for (index_t i = 2; i < 5; ++i) EXPECT_TRUE(std::isnan(found.values(i)));
  EXPECT_TRUE(is(found.indices, {5}, {0, 1, 2, 2, 4}));
  EXPECT_TRUE(std::isnan(cummin(tensor({nan, -inf}), 0).values(1)));
}

template <class T>
class CummaxOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(CummaxOfNumbers, number_types::NumbersAndBool);

TYPED_TEST(CummaxOfNumbers, AlongEveryDimOfAnyView) {
  using T = TypeParam;
  const auto x = zeros<T>({3, 5, 40});
  for (index_t i = 0; i < x.numel(); ++i)
    x.data()[i] = convert_element<T>((i * index_t{7919} + i / 13) % 7);
  for (const auto& view : {x, x.flip(), x.transpose(), x.narrow(2, 3, 20), x.transpose(1, 2)}) {
    for (const index_t dim : {0, 1, -1}) {
      const auto found = cummax(view, dim);
      const auto least = cummin(view, dim);
      for (index_t i = 0; i < view.size(dim); ++i) {
        const auto up_to = view.narrow(dim, 0, i + 1);
        ASSERT_TRUE(equal(found.values.select(dim, i), amax(up_to, dim)));
        ASSERT_TRUE(equal(found.indices.select(dim, i), argmax(up_to, dim, {.last = true})));
        ASSERT_TRUE(equal(least.values.select(dim, i), amin(up_to, dim)));
        ASSERT_TRUE(equal(least.indices.select(dim, i), argmin(up_to, dim, {.last = true})));
      }
    }
  }
}

/// 100 elements that ascend, 100 below them, 100 equal ones, 100 that go up and down.
template <class T>
Tensor<T> line_of_runs() {
  const auto line = zeros<T>({400});
  for (index_t i = 0; i < 400; ++i)
    line.data()[i] = static_cast<T>(i < 100 ? i : i < 200 ? 7 : i < 300 ? 99 : 90 + (i * 7) % 23);
  return line;
}

template <class T>
void expect_running_extremes(const Tensor<T>& line) {
  const auto most = cummax(line, 0);
  const auto least = cummin(line, 0);
  index_t largest = 0;
  index_t smallest = 0;
  for (index_t i = 0; i < line.numel(); ++i) {
    if (line(i) >= line(largest)) largest = i;
    if (line(i) <= line(smallest)) smallest = i;
    ASSERT_EQ(most.indices(i), largest) << i;
    ASSERT_EQ(least.indices(i), smallest) << i;
    ASSERT_EQ(most.values(i), line(largest)) << i;
    ASSERT_EQ(least.values(i), line(smallest)) << i;
  }
}

TEST(Cummax, OfLongLines) {
  expect_running_extremes(line_of_runs<std::int8_t>());
  expect_running_extremes(line_of_runs<std::uint16_t>());
  expect_running_extremes(line_of_runs<int>());
  expect_running_extremes(line_of_runs<index_t>());
  expect_running_extremes(line_of_runs<float>());
  expect_running_extremes(line_of_runs<double>().flip().contiguous());
}

TEST(Cummax, NanStaysTheBestOfALongLine) {
  for (const index_t at : {0, 1, 64, 70, 250}) {
    const auto line = line_of_runs<float>();
    line.narrow(0, at, 2).fill_(std::numeric_limits<float>::quiet_NaN());
    const auto found = cummax(line, 0);
    EXPECT_EQ(found.indices(399), at + 1);
    EXPECT_TRUE(all(isnan(found.values.narrow(0, at, 400 - at))));
    EXPECT_FALSE(any(isnan(found.values.narrow(0, 0, at))));
  }
}

TEST(Cummax, OfExpandedReadOnlyAndEmptyTensors) {
  const auto found = cummax(Tensor<const int>(tensor({{4}, {7}}).expand({2, 3})), 1);
  EXPECT_TRUE(is(found.values, {2, 3}, {4, 4, 4, 7, 7, 7}));
  EXPECT_TRUE(is(found.indices, {2, 3}, {0, 1, 2, 0, 1, 2}));
  EXPECT_TRUE(has_shape(cummax(zeros({0, 3}), 0).indices, {0, 3}));
  EXPECT_TRUE(has_shape(cummin(zeros({2, 0}), 0).values, {2, 0}));
}

TEST(Logcumsumexp, IsTheLogarithmOfTheSumsOfPowers) {
  const auto found = logcumsumexp(tensor({1.0, 2.0, 3.0}), 0);
  EXPECT_NEAR(found(0), 1, 1e-12);
  EXPECT_NEAR(found(1), 2.313261687518223, 1e-12);
  EXPECT_NEAR(found(2), 3.4076059644443806, 1e-12);
  EXPECT_TRUE(is(logcumsumexp(tensor({-inf, -inf, 0.5, -1000.0, 1000.0}), 0), {5},
                 {-inf, -inf, 0.5, 0.5, 1000.0}));
  const auto infinite = elements(logcumsumexp(tensor({1.0, inf, 1.0, inf, nan, 1.0}), 0));
  EXPECT_EQ(infinite[1], inf);
  EXPECT_EQ(infinite[3], inf);
  EXPECT_TRUE(std::isnan(infinite[4]));
  EXPECT_TRUE(std::isnan(infinite[5]));
}

TEST(Logcumsumexp, OfAnyDimAndType) {
  const auto x = counting({3, 20});
  EXPECT_TRUE(allclose(logcumsumexp(x, 0), log(cumsum(exp(x), 0))));
  EXPECT_TRUE(allclose(logcumsumexp(x, 1), log(cumsum(exp(x), 1))));
  EXPECT_TRUE(allclose(logcumsumexp(x.transpose().to<float>(), 1), logcumsumexp(x, 0).transpose()));
  EXPECT_TRUE(has_shape(logcumsumexp(zeros({0, 3}), 1), {0, 3}));
}

TEST(Cummax, RefusesOtherDims) {
  EXPECT_TRUE(throws<IndexError>([] { (void)cummax(zeros({2}), 1); },
                                 "cummax: dim 1 is out of range for a tensor of rank 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)logcumsumexp(tensor(1), 0); },
                                 "logcumsumexp: dim 0 is out of range for a tensor of rank 0"));
}

}  // namespace cumulative_test
