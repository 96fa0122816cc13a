// cumsum and cumprod. The answers are NumPy's.
#include <ndx/ops/scan.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace {

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

}  // namespace
