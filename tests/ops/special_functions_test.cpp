#include <cmath>
#include <limits>

#include <ndx/half.hpp>
#include <ndx/special.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace special_functions_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

template <class R, class T>
constexpr bool holds(const Tensor<T>&) {
  return std::is_same_v<R, T>;
}
template <class T>
bool near(const Tensor<T>& a, const std::vector<double>& expected) {
  return allclose(a.template to<double>(), tensor(expected), 1e-14, 1e-300);
}

/// Whether the elements are equal, where NaN equals NaN.
template <class T>
bool same(const Tensor<T>& a, const std::vector<double>& expected) {
  return allclose(a.template to<double>(), tensor(expected), 0.0, 0.0, true);
}

TEST(SpecialFunctions, ErrorFunctionsAreThoseOfTheMathLibraryOfPython) {
  const auto x = tensor({-2.5, -1.0, 0.0, 0.5, 1.0, 3.0});
  EXPECT_TRUE(near(erf(x), {-0.999593047982555, -0.8427007929497149, 0.0, 0.5204998778130465,
                            0.8427007929497149, 0.9999779095030014}));
  EXPECT_TRUE(near(erfc(x), {1.999593047982555, 1.842700792949715, 1.0, 0.4795001221869535,
                             0.15729920705028513, 2.2090496998585438e-05}));
  EXPECT_TRUE(same(erf(tensor({inf, -inf, nan})), {1.0, -1.0, nan}));
  EXPECT_TRUE(
      near(lgamma(tensor({0.5, 1.0, 5.0, 100.0, -0.5})),
           {0.5723649429247004, 0.0, 3.178053830347945, 359.1342053695754, 1.265512123484645}));
  EXPECT_TRUE(is(lgamma(tensor({0, -3})), {2}, {inf, inf}));
}

TEST(SpecialFunctions, IntegersAndBoolsGiveDoubleAndFloatsKeepTheirType) {
  EXPECT_TRUE(holds<double>(erf(tensor<std::uint8_t>({1}))));
  EXPECT_TRUE(holds<double>(rsqrt(tensor({true}))));
  EXPECT_TRUE(holds<float>(gelu(tensor({1.f}))));
  EXPECT_TRUE(holds<float16>(silu(tensor({1.f}).to<float16>())));
  EXPECT_TRUE(holds<float>(logaddexp(tensor({1.f}), 2.0)));
  EXPECT_TRUE(holds<double>(xlogy(tensor({2}), tensor({3}))));
  EXPECT_TRUE(holds<long double>(erfc(tensor({1.0L}))));
  EXPECT_TRUE(same(rsqrt(tensor({4, 0, -1})), {0.5, inf, nan}));
}

TEST(SpecialFunctions, ActivationsAreThoseOfTheirDefinitions) {
  const auto x = tensor({-2.5, -1.0, 0.0, 0.5, 1.0, 3.0});
  EXPECT_TRUE(near(gelu(x), {-0.015524163314440348, -0.15865525393145707, 0.0, 0.34573123063700656,
                             0.8413447460685429, 2.99595030590511}));
  EXPECT_TRUE(near(gelu(x, true), {-0.015084266089998577, -0.15880800939172324, 0.0,
                                   0.34571400982514394, 0.8411919906082768, 2.996362607918227}));
  EXPECT_TRUE(near(silu(x), {-0.18964545005310887, -0.2689414213699951, 0.0, 0.3112296656009273,
                             0.7310585786300049, 2.8577223804672998}));
  EXPECT_TRUE(near(softplus(x), {0.07888973429254963, 0.31326168751822286, 0.6931471805599453,
                                 0.9740769841801067, 1.3132616875182228, 3.048587351573742}));
  EXPECT_TRUE(near(softplus(x, 2), {0.003357674244559034, 0.06346400552148625, 0.34657359027997264,
                                    0.6566308437591114, 1.0634640055214863, 3.001237842568865}));
  EXPECT_TRUE(is(softplus(tensor({1000, -1000})), {2}, {1000.0, 0.0}));
  EXPECT_TRUE(same(silu(tensor({-inf, inf, nan})), {nan, inf, nan}));
  // A small tail keeps its digits: gelu(-6) is -6 Φ(-6).
  EXPECT_TRUE(allclose(gelu(tensor({-6.0})), tensor({-6 * 9.865876450377012e-10}), 1e-12, 0.0));
}

TEST(SpecialFunctions, AngleUnitsAreConverted) {
  EXPECT_TRUE(near(deg2rad(tensor({180, -90})), {3.141592653589793, -1.5707963267948966}));
  EXPECT_TRUE(near(rad2deg(tensor({3.141592653589793})), {180}));
}

TEST(SpecialFunctions, LogarithmsOfSumsDoNotOverflow) {
  EXPECT_TRUE(same(logaddexp(tensor({-inf, inf, inf, nan}), tensor({-inf, inf, -inf, 1.0})),
                   {-inf, inf, inf, nan}));
  EXPECT_TRUE(near(logaddexp(tensor({1000.0, -1000.0, 1.5}), tensor({1000.0, -1001.0, 2.0})),
                   {1000.6931471805599, -999.6867383124818, 2.4740769841801065}));
  EXPECT_TRUE(near(logaddexp2(tensor({1000.0, -1000.0, 1.5}), tensor({1000.0, -1001.0, 2.0})),
                   {1001.0, -999.4150374992788, 2.771553303163612}));
  EXPECT_TRUE(same(xlogy(tensor({0.0, 0.0, 2.0, 0.0}), tensor({0.0, nan, 1.0, inf})),
                   {0.0, nan, 0.0, 0.0}));
}

TEST(SpecialFunctions, OperandsBroadcastAndMayBeStrided) {
  const auto column = tensor({{0.0}, {2.0}});
  EXPECT_TRUE(is(xlogy(column, tensor({1.0, 0.0})), {2, 2}, {0.0, 0.0, 0.0, -inf}));
  EXPECT_TRUE(same(heaviside(tensor({-1.5, 0.0, 2.0, nan}).flip(), 0.5), {nan, 1.0, 0.5, 0.0}));
  EXPECT_TRUE(is(heaviside(0.0, tensor({1.0, 3.0})), {2}, {1.0, 3.0}));
  EXPECT_TRUE(has_shape(erf(zeros({0, 3})), {0, 3}));
  EXPECT_TRUE(is(silu(tensor(0.0)), {}, {0.0}));
  EXPECT_THROW((void)logaddexp(zeros({2}), zeros({3})), ShapeError);
}

TEST(SpecialFunctions, NextNumbersAreThoseOfTheType) {
  EXPECT_TRUE(is(nextafter(tensor({1.0}), 2.0), {1}, {1.0000000000000002}));
  EXPECT_TRUE(is(nextafter(tensor({1.f}), tensor({0.f})), {1}, {0.99999994f}));
}

TEST(SpecialFunctions, PartsOfNumbersAreThoseOfNumPy) {
  const auto [fraction, whole] = modf(tensor({2.5, -0.25, inf, -inf, nan}));
  EXPECT_TRUE(same(fraction, {0.5, -0.25, 0.0, -0.0, nan}));
  EXPECT_TRUE(same(whole, {2.0, -0.0, inf, -inf, nan}));
  EXPECT_TRUE(is(signbit(fraction), {5}, {false, true, false, true, false}));
  const auto [mantissa, exponent] = frexp(tensor({8.0, -0.75, 0.0, inf, 5e-324}));
  EXPECT_TRUE(is(mantissa, {5}, {0.5, -0.75, 0.0, inf, 0.5}));
  EXPECT_TRUE(is(exponent, {5}, {4, 0, 0, 0, -1073}));
  EXPECT_TRUE(is(ldexp(mantissa, exponent), {5}, {8.0, -0.75, 0.0, inf, 5e-324}));
}

TEST(SpecialFunctions, LdexpTakesAnyInteger) {
  EXPECT_TRUE(is(ldexp(tensor({0.5, 3.0}), tensor({4, -1})), {2}, {8.0, 1.5}));
  EXPECT_TRUE(is(ldexp(tensor({1.0}), std::numeric_limits<std::int64_t>::min()), {1}, {0.0}));
  EXPECT_TRUE(is(ldexp(tensor({1.0}), std::numeric_limits<std::uint64_t>::max()), {1}, {inf}));
  EXPECT_TRUE(is(ldexp(tensor({3}), tensor<std::uint8_t>({2})), {1}, {12.0}));
}

TEST(SpecialFunctions, DivmodRoundsDown) {
  const auto [quotient, rest] = divmod(tensor({7, -7, 6}), 3);
  EXPECT_TRUE(is(quotient, {3}, {2, -3, 2}));
  EXPECT_TRUE(is(rest, {3}, {1, 2, 0}));
}

TEST(SpecialFunctions, InfinitiesAreToldBySign) {
  EXPECT_TRUE(is(isposinf(tensor({inf, -inf, nan, 1.0})), {4}, {true, false, false, false}));
  EXPECT_TRUE(is(isneginf(tensor({inf, -inf, nan, 1.0})), {4}, {false, true, false, false}));
  EXPECT_TRUE(is(isneginf(tensor({1, 2})), {2}, {false, false}));
}

TEST(SpecialFunctions, PlusCopies) {
  const auto x = tensor({1, -2});
  const auto y = +x;
  x.fill_(0);
  EXPECT_TRUE(is(y, {2}, {1, -2}));
}

TEST(SpecialFunctions, SubscriptsAreOperands) {
  const auto x = tensor({{0.0, 1.0}, {4.0, 9.0}});
  EXPECT_TRUE(is(rsqrt(x[1]), {2}, {0.5, 1.0 / 3}));
}

}  // namespace special_functions_test
