// Reductions, scans and products of float16 and bfloat16, which are computed in float or double.
#include <ndx/linalg.hpp>
#include <ndx/numpy.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::is;

namespace half_reductions_test {

template <class T>
class ReductionsOfHalves : public testing::Test {};
using HalfTypes = testing::Types<float16, bfloat16>;
TYPED_TEST_SUITE(ReductionsOfHalves, HalfTypes);

TYPED_TEST(ReductionsOfHalves, KeepTheType) {
  using H = TypeParam;
  const auto x = tensor({{7.f, 1.f, 5.f}, {3.f, 9.f, 4.f}}).to<H>();
  const auto v = tensor({1.f, 2.f, 3.f}).to<H>();
  const auto halves = [](const std::vector<float>& numbers) {
    std::vector<H> result;
    for (const float number : numbers) result.push_back(static_cast<H>(number));
    return result;
  };
  EXPECT_TRUE(is(median(x), {}, halves({4.5f})));
  EXPECT_TRUE(is(nanmedian(x, 0), {3}, halves({5, 5, 4.5f})));
  EXPECT_TRUE(is(quantile(x, {0.25, 0.75}, 1), {2, 2}, halves({3, 3.5f, 6, 6.5f})));
  EXPECT_TRUE(is(average(x, v, 1), {2}, halves({4, 5.5f})));
  EXPECT_TRUE(is(norm(x, 1, 0), {3}, halves({10, 10, 9})));
  EXPECT_TRUE(is(dot(v, v), {}, halves({14})));
  EXPECT_TRUE(is(vdot(v, v), {}, halves({14})));
  EXPECT_TRUE(is(outer(v, v.narrow(0, 1, 1)), {3, 1}, halves({2, 4, 6})));
  EXPECT_TRUE(is(trace(x), {}, halves({16})));
  EXPECT_TRUE(is(diff(v), {2}, halves({1, 1})));
  EXPECT_TRUE(is(nansum(x), {}, halves({29})));
  EXPECT_TRUE(is(nanmean(x, 0), {3}, halves({5, 5, 4.5f})));
  EXPECT_TRUE(is(nanmax(x, 1), {2}, halves({7, 9})));
  EXPECT_TRUE(is(cummax(x, 1).values, {2, 3}, halves({7, 7, 7, 3, 9, 9})));
}

/// Each total is computed in double and rounded once.
TYPED_TEST(ReductionsOfHalves, ScanLongLines) {
  using H = TypeParam;
  const index_t count = 600;
  const auto x = empty<H>({count});
  for (index_t i = 0; i < count; ++i) x(i) = H(static_cast<float>(i * 37 % 101) / 128 - 0.25F);
  const auto factors = x + 1;
  std::vector<H> sums;
  std::vector<H> products;
  double sum = 0;
  double product = 1;
  for (index_t i = 0; i < count; ++i) {
    sums.push_back(static_cast<H>(sum += static_cast<double>(x(i))));
    products.push_back(static_cast<H>(product *= static_cast<double>(factors(i))));
  }
  EXPECT_TRUE(is(cumsum(x, 0), {count}, sums));
  EXPECT_TRUE(is(cumprod(factors, 0), {count}, products));
  const auto apart = zeros<H>({count, 3});
  apart.select(1, 1).copy_(x);
  EXPECT_TRUE(is(cumsum(apart.select(1, 1), 0), {count}, sums));
  EXPECT_TRUE(is(cumsum(apart, 0).select(1, 1), {count}, sums));
}

TYPED_TEST(ReductionsOfHalves, GiveIndicesAndCounts) {
  using H = TypeParam;
  const auto x = tensor({{7.f, 1.f, 5.f}, {3.f, 9.f, 4.f}}).to<H>();
  EXPECT_TRUE(is(histogram(x, 4).counts, {4}, {1, 2, 1, 2}));
  EXPECT_TRUE(is(histogram(x, x.select(0, 0).flip().narrow(0, 1, 2)).counts, {1}, {5}));
  EXPECT_TRUE(is(digitize(x, tensor({2, 5})), {2, 3}, {2, 0, 2, 1, 2, 1}));
  EXPECT_TRUE(is(nanargmax(x, 0), {3}, {0, 1, 0}));
  EXPECT_TRUE(is(cummin(x, 0).indices, {2, 3}, {0, 0, 0, 1, 0, 1}));
  const auto columns = x.select(1, 0).unsqueeze(1).expand({2, 40}).clone();
  EXPECT_TRUE(is(argmin(columns, 0), {40}, std::vector<index_t>(40, 1)));
  EXPECT_EQ(static_cast<float>(cumsum(columns, 0)(1, 39)), 10.f);
}

// Of many short rows, which are widened together, each rounds as alone.
template <class H>
void expect_sums_of_rows(index_t rows, index_t columns) {
  const auto x = empty<H>({rows, columns + 3});
  for (index_t i = 0; i < x.numel(); ++i) x.data()[i] = H(static_cast<float>(i % 101) / 7);
  for (const index_t end : {columns, columns + 3}) {
    const auto part = x.index({Slice(), Slice(0, end)});
    const auto found = mean(part, 1);
    const auto distances = var(part, 1);
    for (index_t i = 0; i < rows; ++i) {
      const Tensor<H> row = part.select(0, i);
      ASSERT_EQ(float(found(i)), float(mean(row).item())) << i << " of " << rows << ' ' << end;
      ASSERT_EQ(float(distances(i)), float(var(row).item())) << i << " of " << rows << ' ' << end;
    }
  }
}

TYPED_TEST(ReductionsOfHalves, OfManyShortRowsRoundAsOfEach) {
  for (const index_t rows : {1, 2, 70, 300}) {
    for (const index_t columns : {1, 2, 7, 8, 40, 64, 509, 513})
      expect_sums_of_rows<TypeParam>(rows, columns);
  }
}

}  // namespace half_reductions_test
