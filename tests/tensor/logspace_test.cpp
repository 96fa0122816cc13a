// Values from NumPy.
#include <cmath>
#include <complex>

#include <ndx/tensor/create/logspace.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace logspace_test {

template <class T>
testing::AssertionResult near(const Tensor<T>& t, const std::vector<double>& values) {
  if (t.numel() != static_cast<index_t>(values.size()))
    return testing::AssertionFailure() << t.numel() << " values, not " << values.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double got = t.at(i);
    if (std::abs(got - values[i]) > 1e-14 * std::abs(values[i]))
      return testing::AssertionFailure() << "value " << i << " is " << got << ", not " << values[i];
  }
  return testing::AssertionSuccess();
}

TEST(Logspace, HoldsPowersOfTheBase) {
  EXPECT_TRUE(near(logspace(0, 2, 3), {1, 10, 100}));
  EXPECT_TRUE(near(logspace(0, 3, 4, true, 2), {1, 2, 4, 8}));
  EXPECT_TRUE(near(logspace(0, 1, 2, false), {1, 3.162277660168379}));
  EXPECT_TRUE(is(logspace<int>(0, 1, 5), {5}, {1, 1, 3, 5, 10}));
  EXPECT_TRUE(has_shape(logspace(0, 1), {50}));
  EXPECT_TRUE(has_shape(logspace(0, 1, 0), {0}));
  static_assert(std::is_same_v<decltype(logspace(0, 1)), Tensor<double>>);
  static_assert(std::is_same_v<decltype(logspace(0.F, 1.F)), Tensor<float>>);
  EXPECT_TRUE(throws<ValueError>([] { (void)logspace(0, 1, -1); },
                                 "logspace: size -1 of dim 0 is negative"));
}

TEST(Logspace, TakesTheBaseInFourthPlaceAsPyTorchDoes) {
  EXPECT_TRUE(near(logspace(0, 3, 4, 2), {1, 2, 4, 8}));
  EXPECT_TRUE(near(logspace(0, 2, 5, 2.0), {1, 1.4142135623730951, 2, 2.8284271247461903, 4}));
  EXPECT_TRUE(is(logspace<int>(0, 3, 4, 2), {4}, {1, 2, 4, 8}));
  static_assert(std::is_same_v<decltype(logspace(0.F, 1.F, 3, 2)), Tensor<float>>);
}

TEST(Geomspace, HoldsEqualRatiosAndBothEnds) {
  EXPECT_TRUE(near(geomspace(1, 1000, 4), {1, 10, 100, 1000}));
  EXPECT_TRUE(near(geomspace(-1, -8, 4), {-1, -2, -4, -8}));
  EXPECT_TRUE(near(geomspace(1, 256, 4, false), {1, 4, 16, 64}));
  EXPECT_TRUE(near(geomspace(8, 1, 4), {8, 4, 2, 1}));
  EXPECT_TRUE(is(geomspace(3, 5, 1), {1}, {3}));
  EXPECT_EQ(geomspace(0.1, 0.7, 20)(19), 0.7);
  EXPECT_EQ(geomspace(0.1, 0.7, 20)(0), 0.1);
  static_assert(std::is_same_v<decltype(geomspace(1.F, 2.F)), Tensor<float>>);
}

TEST(Geomspace, RefusesZeroAndTwoSigns) {
  const char* const message = "geomspace: both ends must be positive numbers, or both negative";
  EXPECT_TRUE(throws<ValueError>([] { (void)geomspace(0, 1); }, message));
  EXPECT_TRUE(throws<ValueError>([] { (void)geomspace(-1, 1); }, message));
  EXPECT_TRUE(throws<ValueError>([] { (void)geomspace(1, INFINITY); }, message));
  EXPECT_TRUE(throws<ValueError>([] { (void)geomspace(1, 2, -1); },
                                 "geomspace: size -1 of dim 0 is negative"));
}

using C = std::complex<double>;

template <class T>
testing::AssertionResult near(const Tensor<T>& t, const std::vector<C>& values) {
  const double limit = std::is_same_v<T, C> ? 1e-8 : 1e-6;
  if (t.numel() != static_cast<index_t>(values.size()))
    return testing::AssertionFailure() << t.numel() << " values, not " << values.size();
  for (std::size_t i = 0; i < values.size(); ++i) {
    if (std::abs(C(t.at(i)) - values[i]) > limit * std::abs(values[i]))
      return testing::AssertionFailure() << i << ": " << C(t.at(i)) << ", not " << values[i];
  }
  return testing::AssertionSuccess();
}

TEST(Logspace, OfComplexExponents) {
  const std::vector<C> tens{
      {-0.66820151, 0.74398034}, {-6.6820151, 7.43980337}, {-66.82015102, 74.3980337}};
  EXPECT_TRUE(near(logspace<C>({0, 1}, {2, 1}, 3), tens));
  EXPECT_TRUE(near(logspace<std::complex<float>>({0, 1}, {2, 1}, 3), tens));
  const std::vector<C> twos{{2, 0}, {2.6602548, 0.96075199}, {3.07695561, 2.55584511}};
  EXPECT_TRUE(near(logspace<C>(1, {2, 1}, 3, 2), twos));
  EXPECT_TRUE(near(logspace(C(1), C(2, 1), 3, true, 2), twos));
  EXPECT_TRUE(has_shape(logspace(C(1), C(2, 1), 0), {0}));
}

TEST(Geomspace, OfComplexNumbersTurns) {
  EXPECT_TRUE(near(geomspace<C>({0, 1}, {0, 1000}, 4), {{0, 1}, {0, 10}, {0, 100}, {0, 1000}}));
  EXPECT_TRUE(near(geomspace<C>({1, 1}, {-4, 4}, 3), {{1, 1}, {0, 2.82842712}, {-4, 4}}));
  EXPECT_TRUE(near(geomspace<C>(-1, 1, 3), {{-1, 0}, {0, 1}, {1, 0}}));
  EXPECT_TRUE(near(geomspace<C>(2, {0, 8}, 3, false),
                   {{2, 0}, {2.74945927, 1.58740105}, {2.5198421, 4.36449454}}));
  // From 172 to -172 degrees the way over 180 is the shorter one. NumPy takes it from 1.25 on.
  const C end = std::polar(1.0, 3.0);
  EXPECT_TRUE(near(geomspace(end, std::conj(end), 3), {end, {-1, 0}, std::conj(end)}));
  EXPECT_EQ(geomspace<C>({0.1, 0.7}, {3, 5}, 7)(6), C(3, 5));
  const char* const message = "geomspace: both ends must be finite and not 0";
  EXPECT_TRUE(throws<ValueError>([] { (void)geomspace<C>(0, 1); }, message));
  EXPECT_TRUE(throws<ValueError>([] { (void)geomspace<C>(1, {0, HUGE_VAL}); }, message));
}

}  // namespace logspace_test
