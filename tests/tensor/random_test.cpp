// Tensors of random numbers: what a seed gives, and from where to where.
#include <ndx/tensor/random.hpp>

#include "support/expect.hpp"

namespace {

using expect::is;
using expect::throws;
using ndx::index_t;
using ndx::ValueError;

TEST(Random, SameSeedSameValues) {
  EXPECT_EQ(expect::elements(ndx::rand<double>({50}, 7)),
            expect::elements(ndx::rand<double>({50}, 7)));
  EXPECT_NE(expect::elements(ndx::rand<double>({50}, 7)),
            expect::elements(ndx::rand<double>({50}, 8)));
  EXPECT_EQ(expect::elements(ndx::randn({9, 3}, 1)), expect::elements(ndx::randn({9, 3}, 1)));
  EXPECT_EQ(expect::elements(ndx::randint(0, 100, {50}, 1)),
            expect::elements(ndx::randint(0, 100, {50}, 1)));
}

TEST(Random, UniformStaysWithinZeroAndOne) {
  const auto t = ndx::rand({4000}, 3);
  float sum = 0;
  for (const float value : t) {
    EXPECT_GE(value, 0.0F);
    EXPECT_LT(value, 1.0F);
    sum += value;
  }
  EXPECT_NEAR(sum / 4000, 0.5F, 0.05F);
}

TEST(Random, NormalHasMeanZeroAndVarianceOne) {
  double sum = 0;
  double squares = 0;
  for (const double value : ndx::randn<double>({10000}, 5)) {
    sum += value;
    squares += value * value;
  }
  EXPECT_NEAR(sum / 10000, 0, 0.05);
  EXPECT_NEAR(squares / 10000, 1, 0.1);
}

TEST(Random, IntegersReachEveryValueFromLowToHigh) {
  std::vector<int> seen(5);
  for (const int value : ndx::randint<int>(-2, 3, {500}, 11))
    ++seen.at(static_cast<std::size_t>(value + 2));
  for (const int count : seen) EXPECT_GT(count, 50);
  EXPECT_TRUE(is(ndx::randint<std::int8_t>(-128, -127, {2}, 1), {2}, {-128, -128}));
  EXPECT_EQ(ndx::randint<std::uint64_t>(UINT64_MAX - 1, UINT64_MAX, {}, 1).item(), UINT64_MAX - 1);
  EXPECT_EQ(ndx::randint<index_t>(INT64_MIN, INT64_MAX, {3}, 1).numel(), 3);
  EXPECT_TRUE(throws<ValueError>([] { (void)ndx::randint(3, 3, {1}, 1); },
                                 "randint: low 3 is not below high 3"));
}

TEST(Random, RefusesShapesThatCannotBe) {
  EXPECT_TRUE(
      throws<ValueError>([] { (void)ndx::rand({-5}, 1); }, "rand: size -5 of dim 0 is negative"));
}

}  // namespace
