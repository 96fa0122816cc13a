#include <cmath>
#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace {

constexpr double inf = std::numeric_limits<double>::infinity();

template <class R, class T>
constexpr bool holds(const Tensor<T>&) {
  return std::is_same_v<R, T>;
}

TEST(Functions, OfFloatingPointKeepTheType) {
  const auto x = tensor<float>({0, 1});
  EXPECT_TRUE(holds<float>(exp(x)));
  EXPECT_TRUE(allclose(exp(x), tensor({1.0, 2.718281828459045})));
  EXPECT_TRUE(is(log(tensor({1.0, 0.0, inf})), {3}, {0.0, -inf, inf}));
  EXPECT_TRUE(is(sqrt(tensor<float>({4, 2.25})), {2}, {2, 1.5}));
}

TEST(Functions, OfIntegersAndBoolsGiveDouble) {
  EXPECT_TRUE(holds<double>(log(tensor<std::int8_t>({1}))));
  EXPECT_TRUE(
      allclose(exp(tensor({0, 1, -1})), tensor({1.0, 2.718281828459045, 0.36787944117144233})));
  EXPECT_TRUE(is(sqrt(tensor<std::uint64_t>({9})), {1}, {3.0}));
  EXPECT_TRUE(is(log(tensor({true, false})), {2}, {0.0, -inf}));
}

TEST(Functions, OutsideTheirDomainGiveNan) {
  EXPECT_TRUE(std::isnan(log(tensor(-1.0)).item()));
  EXPECT_TRUE(std::isnan(sqrt(tensor(-4)).item()));
}

TEST(Functions, OfComplexNumbers) {
  using C = std::complex<double>;
  const auto z = tensor({C(0, std::acos(-1.0)), C(3, -4)});
  EXPECT_TRUE(allclose(exp(z.narrow(0, 0, 1)), tensor({C(-1, 0)})));
  EXPECT_TRUE(allclose(sqrt(z.narrow(0, 1, 1)), tensor({C(2, -1)})));
  EXPECT_TRUE(allclose(log(tensor({C(-1, 0)})), tensor({C(0, std::acos(-1.0))})));
  EXPECT_TRUE(is(abs(z.narrow(0, 1, 1)), {1}, {5.0}));
}

TEST(Functions, ReadAnyStridesAndGiveRowMajorResults) {
  const auto x = tensor<double>({{0, 1, 4}, {9, 16, 25}});
  EXPECT_TRUE(is(sqrt(x.transpose()), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(sqrt(x.flip()), {2, 3}, {5, 4, 3, 2, 1, 0}));
  EXPECT_TRUE(is(sqrt(x.select(1, 2)), {2}, {2, 5}));
  EXPECT_TRUE(is(sqrt(tensor(4.0).expand({2})), {2}, {2, 2}));
  EXPECT_TRUE(sqrt(x.transpose()).is_contiguous());
  EXPECT_TRUE(has_shape(exp(zeros({0, 3})), {0, 3}));
  EXPECT_TRUE(is(exp(tensor(0)), {}, {1.0}));
}

TEST(Abs, OfTheLeastIntegerStays) {
  EXPECT_TRUE(is(abs(tensor<std::int8_t>({-128, -1, 127})), {3}, {-128, 1, 127}));
  EXPECT_TRUE(is(abs(tensor<std::int64_t>({INT64_MIN, -5})), {2}, {INT64_MIN, 5}));
  EXPECT_TRUE(is(abs(tensor<std::uint16_t>({65535})), {1}, {65535}));
  EXPECT_TRUE(is(abs(tensor<float>({-0.5f, 2})), {2}, {0.5f, 2}));
}

}  // namespace
