// cumsum and cumprod. The answers are NumPy's.
#include <cmath>
#include <limits>
#include <utility>

#include <ndx/ops/random/random_numbers.hpp>
#include <ndx/ops/reduce/scan.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"
#include "support/scrambled_executor.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace scan_test {

using Sums = std::vector<std::int64_t>;
const auto matrix = arange<int>(6).reshape({2, 3});

TEST(Cumsum, AlongADim) {
  EXPECT_TRUE(is(cumsum(matrix, 0), {2, 3}, Sums{0, 1, 2, 3, 5, 7}));
  EXPECT_TRUE(is(cumsum(matrix, -1), {2, 3}, Sums{0, 1, 3, 3, 7, 12}));
  EXPECT_TRUE(is(cumsum(matrix), {6}, Sums{0, 1, 3, 6, 10, 15}));
  EXPECT_TRUE(is(cumsum(matrix.transpose(), 0), {3, 2}, Sums{0, 3, 1, 7, 3, 12}));
  EXPECT_TRUE(is(cumsum(tensor({2}).expand({3}), 0), {3}, Sums{2, 4, 6}));
  EXPECT_TRUE(is(cumsum(matrix.flip(), 1), {2, 3}, Sums{5, 9, 12, 2, 3, 3}));
}

TEST(Cumsum, HasTheTypeOfASum) {
  EXPECT_TRUE(is(cumsum(tensor({true, true}), 0), {2}, Sums{1, 2}));
  EXPECT_TRUE(
      is(cumsum(tensor<std::uint8_t>({200, 100}), 0), {2}, std::vector<std::uint64_t>{200, 300}));
  EXPECT_TRUE(is(cumsum(tensor({0.5F, 0.25F}), 0), {2}, {0.5F, 0.75F}));
}

TEST(Cumprod, AlongADim) {
  EXPECT_TRUE(is(cumprod(arange<int>(1, 7).reshape({2, 3}), 1), {2, 3}, Sums{1, 2, 6, 4, 20, 120}));
  EXPECT_TRUE(is(cumprod(tensor({1.5, 2.0})), {2}, {1.5, 3.0}));
}

TEST(Cumsum, OfNoElementsAndOfWrongDims) {
  EXPECT_TRUE(has_shape(cumsum(zeros<int>({0, 3}), 0), {0, 3}));
  EXPECT_TRUE(is(cumsum(tensor(5)), {1}, Sums{5}));
  EXPECT_TRUE(throws<IndexError>([] { (void)cumsum(matrix, 2); },
                                 "cumsum: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)cumprod(tensor(5), 0); },
                                 "cumprod: dim 0 is out of range for a tensor of rank 0"));
}

/// Adds up blocks of 448 elements from zero on, and adds to each sum that of the blocks before.
template <class T, class Total>
std::vector<T> sums_of_blocks(const Tensor<T>& line) {
  std::vector<T> sums;
  Total before = 0;
  Total in_block = 0;
  for (index_t i = 0; i < line.numel(); ++i) {
    if (i % 448 == 0) before += std::exchange(in_block, Total{0});
    in_block += static_cast<Total>(line.at(i));
    sums.push_back(static_cast<T>(before + in_block));
  }
  return sums;
}

template <class T, class Total>
void expect_sums_of_blocks() {
  const auto numbers = rand<T>({31000}, 5) - T{0.5};
  for (const index_t size : {447, 448, 449, 895, 897, 1343, 1345, 1791, 1793, 2500, 15000}) {
    const auto line = numbers.narrow(0, 7, size);
    const auto apart = numbers.slice(0, Slice(3, 3 + 2 * size, 2));
    for (const Tensor<T>& t : {line, apart, line.flip({0})}) {
      const auto sums = sums_of_blocks<T, Total>(t);
      EXPECT_TRUE(is(cumsum(t, 0), {size}, sums));
      for (const ndx_test::Cut cut : {ndx_test::Cut{2, 1}, {3, 1}, {16, 1}}) {
        const ndx_test::ScrambledExecutor executor(cut);
        EXPECT_TRUE(is(cumsum(t, 0), {size}, sums)) << cut.threads << " threads";
      }
    }
  }
}

TEST(Cumsum, AddsFloatsInBlocksThatDoNotDependOnTheThreads) {
  expect_sums_of_blocks<float, double>();
  expect_sums_of_blocks<double, double>();
}

TEST(Cumsum, OfColumnsIsTheSameHoweverManyThreads) {
  const auto columns = rand<float>({3000, 20}, 6) - 0.5F;
  const auto sums = cumsum(columns, 0);
  const ndx_test::ScrambledExecutor executor({64, 1});
  EXPECT_TRUE(is(cumsum(columns, 0), {3000, 20}, std::vector<float>(sums.begin(), sums.end())));
}

TEST(Cumsum, ReachesInfinityAndNan) {
  const auto t = ones<double>({2000});
  t[600] = std::numeric_limits<double>::infinity();
  t[1500] = -std::numeric_limits<double>::infinity();
  const auto sums = cumsum(t, 0);
  EXPECT_EQ(sums.at(599), 600);
  for (index_t i = 600; i < 1500; ++i) EXPECT_TRUE(std::isinf(sums.at(i)) && sums.at(i) > 0) << i;
  for (index_t i = 1500; i < 2000; ++i) EXPECT_TRUE(std::isnan(sums.at(i))) << i;
}

// Sums of many columns together are those of one element after another.
template <class T>
class CumsumOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(CumsumOfNumbers, number_types::Numbers);

TYPED_TEST(CumsumOfNumbers, OfLongLinesAndOfColumns) {
  using T = TypeParam;
  const auto x = zeros<T>({21, 2077});
  for (index_t i = 0; i < x.numel(); ++i)
    x.data()[i] = convert_element<T>((i * index_t{7919} + i / 13) % 5);
  const auto sums = cumsum(x, 0);
  const auto products = cumprod(x.narrow(0, 0, 4), 0);
  auto sum = x.select(0, 0).clone().template to<typename decltype(sums)::value_type>();
  auto product = sum.clone();
  for (index_t r = 1; r < 21; ++r) {
    sum += x.select(0, r);
    ASSERT_TRUE(equal(sums.select(0, r), sum)) << r;
    if (r >= 4) continue;
    product *= x.select(0, r);
    ASSERT_TRUE(equal(products.select(0, r), product)) << r;
  }
  EXPECT_TRUE(equal(cumsum(x.transpose(), 1), sums.transpose()));
  EXPECT_TRUE(equal(cumsum(x.transpose().contiguous(), 1), sums.transpose()));
  EXPECT_TRUE(equal(cumsum(x.flip(1), 0), sums.flip(1)));
  const auto cube = x.reshape({3, 7, 2077});
  const auto cube_lines = cube.permute({2, 0, 1}).contiguous();
  EXPECT_TRUE(equal(cumsum(cube, 1), cumsum(cube_lines, 2).permute({1, 2, 0})));
  EXPECT_TRUE(equal(cumsum(cube.permute({1, 2, 0}), 0), cumsum(cube, 1).permute({1, 2, 0})));
}

TEST(Cumsum, OfFloatsLosesNoDigits) {
  const auto sums = cumsum(full<float>({1000000}, 0.1f), 0);
  const double each = static_cast<double>(0.1f);
  for (const index_t i : {99, 12345, 999999}) {
    const double exact = static_cast<double>(i + 1) * each;
    EXPECT_EQ(sums(i), static_cast<float>(exact)) << i;
  }
}

TEST(Cumsum, InfinitiesAndNanSpreadForward) {
  const double inf = std::numeric_limits<double>::infinity();
  const auto x = zeros<double>({20});
  x.index_put_({3}, inf);
  x.index_put_({12}, -inf);
  const auto sums = cumsum(x, 0);
  EXPECT_EQ(sums(2), 0);
  EXPECT_EQ(sums(3), inf);
  EXPECT_EQ(sums(11), inf);
  EXPECT_TRUE(std::isnan(sums(12)));
  EXPECT_TRUE(std::isnan(sums(19)));
}

}  // namespace scan_test
