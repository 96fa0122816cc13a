#include <cmath>
#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace exponentials_test {

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

TEST(Functions, OfPowersAndLogarithms) {
  EXPECT_TRUE(is(exp2(tensor({3, -1})), {2}, {8.0, 0.5}));
  EXPECT_TRUE(allclose(expm1(tensor(1e-10)), tensor(1.00000000005e-10), 1e-14, 0));
  EXPECT_TRUE(allclose(log1p(tensor(1e-10)), tensor(9.999999999500001e-11), 1e-14, 0));
  EXPECT_TRUE(is(log2(tensor({8.F, 0.5F})), {2}, {3.F, -1.F}));
  EXPECT_TRUE(allclose(log10(tensor({1000, 1})), tensor({3.0, 0.0})));
  EXPECT_TRUE(allclose(cbrt(tensor({-27.0, 8.0})), tensor({-3.0, 2.0})));
  EXPECT_TRUE(allclose(sigmoid(tensor({0.5, -2.0, -1000.0, 1000.0})),
                       tensor({0.6224593312018546, 0.11920292202211755, 0.0, 1.0})));
  EXPECT_TRUE(is(reciprocal(tensor({4, -2})), {2}, {0.25, -0.5}));
}

// As PyTorch's relu: NaN and -0 stay.
TEST(Relu, KeepsWhatIsPositive) {
  const auto x = relu(tensor({-1.5, 2.5, -inf, inf, -0.0, std::nan("")}));
  EXPECT_TRUE(is(x.narrow(0, 0, 5), {5}, {0.0, 2.5, 0.0, inf, 0.0}));
  EXPECT_TRUE(std::signbit(x(4)));
  EXPECT_FALSE(std::signbit(x(0)));
  EXPECT_TRUE(std::isnan(x(5)));
  EXPECT_TRUE(is(relu(tensor<std::int8_t>({-128, 0, 127})), {3},
                 {std::int8_t{0}, std::int8_t{0}, std::int8_t{127}}));
  EXPECT_TRUE(is(relu(tensor<std::uint8_t>({0, 200})), {2}, {std::uint8_t{0}, std::uint8_t{200}}));
  EXPECT_TRUE(is(relu(tensor({{-1.F, 2.F}, {3.F, -4.F}}).transpose()), {2, 2}, {0, 3, 2, 0}));
  EXPECT_TRUE(has_shape(relu(zeros({0, 3})), {0, 3}));
}

TEST(Square, KeepsTheTypeAndWrapsAround) {
  EXPECT_TRUE(is(square(tensor<std::int8_t>({-3, 16, -128})), {3},
                 {std::int8_t{9}, std::int8_t{0}, std::int8_t{0}}));
  EXPECT_TRUE(is(square(tensor({1.5F})), {1}, {2.25F}));
}

TEST(Pow, OfTensorsAndScalars) {
  EXPECT_TRUE(is(pow(tensor({2, -3, 0}), tensor({10, 3, 0})), {3}, {1024, -27, 1}));
  EXPECT_TRUE(is(pow(tensor<std::int8_t>({3}), std::int8_t{6}), {1}, {std::int8_t{-39}}));
  EXPECT_TRUE(holds<double>(pow(tensor({2, 3}), 0.5)));
  EXPECT_TRUE(is(pow(tensor({2.F, -1.F}), 3), {2}, {8.F, -1.F}));
  EXPECT_TRUE(is(pow(tensor({1.5F, -3.F}), 2), {2}, {2.25F, 9.F}));
  EXPECT_TRUE(is(pow(tensor({2, -3}), 2.0), {2}, {4.0, 9.0}));
  EXPECT_TRUE(is(pow(tensor<std::int8_t>({20}), std::int8_t{2}), {1}, {std::int8_t{-112}}));
  EXPECT_TRUE(is(pow(tensor({2, -3}), true), {2}, {2, -3}));
  EXPECT_TRUE(is(pow(2, tensor({0, 1, 10})), {3}, {1, 2, 1024}));
  EXPECT_TRUE(std::isnan(pow(tensor(-8.0), 1.0 / 3).item()));
  using C = std::complex<double>;
  EXPECT_TRUE(allclose(pow(tensor({C(0, 1)}), C(2, 0)), tensor({C(-1, 0)})));
  EXPECT_TRUE(is(pow(tensor({C(NAN, 1), C(0, 0)}), C(0, 0)), {2}, {C(1, 0), C(1, 0)}));
  EXPECT_TRUE(has_shape(pow(ones({2, 1}), ones({1, 3})), {2, 3}));
}

TEST(Pow, OfIntegersToAnyPower) {
  EXPECT_TRUE(is(pow(tensor({2, -3, 0, 7, -1, 1, 3}), tensor({10, 3, 0, 1, 31, 30, 19})), {7},
                 {1024, -27, 1, 7, -1, 1, 1162261467}));
  EXPECT_TRUE(is(pow(tensor<std::uint8_t>({3}), std::uint8_t{255}), {1}, {std::uint8_t{171}}));
  EXPECT_TRUE(is(pow(tensor<std::int64_t>({-2, 10}), tensor<std::int64_t>({63, 18})), {2},
                 {INT64_MIN, std::int64_t{1000000000000000000}}));
}

// Exponents for which there is something faster than pow.
TEST(Pow, WithSmallExponents) {
  EXPECT_TRUE(is(pow(tensor({-2.F, 0.5F, 1e20F}), 3), {3}, {-8.F, 0.125F, INFINITY}));
  EXPECT_TRUE(is(pow(tensor({-3, 1291}), 3), {2}, {-27, -2143282125}));
  EXPECT_TRUE(is(pow(tensor({4.0, -0.5, -0.0}), -1), {3}, {0.25, -2.0, -double{INFINITY}}));
  EXPECT_TRUE(is(pow(tensor({4.F, 2.25F, INFINITY}), 0.5), {3}, {2.F, 1.5F, INFINITY}));
  EXPECT_TRUE(is(pow(tensor({4, 9}), 0.5), {2}, {2.0, 3.0}));
  EXPECT_TRUE(is(pow(tensor({-3.F, 0.5F, 1e10F}), 4), {3}, {81.F, 0.0625F, INFINITY}));
  EXPECT_TRUE(is(pow(tensor({-3, 300}), 4), {2}, {81, -489934592}));
  EXPECT_TRUE(is(pow(tensor({4, 9}), 1.5), {2}, {8.0, 27.0}));
  EXPECT_TRUE(is(pow(tensor({4.F, -1.F, 0.F}), 0), {3}, {1.F, 1.F, 1.F}));
  EXPECT_TRUE(is(pow(tensor({4.F, 1.F}), std::uint8_t{255}), {2}, {INFINITY, 1.F}));
  const auto roots = pow(tensor({-0.0, -double{INFINITY}, -4.0}), 0.5);
  EXPECT_TRUE(roots(0) == 0 && !std::signbit(roots(0)));
  EXPECT_EQ(roots(1), double{INFINITY});
  EXPECT_TRUE(std::isnan(roots(2)));
}

TEST(Pow, OfAnIntegerToANegativePowerIsAnError) {
  const std::string before = "pow: an integer raised to a negative power, ";
  const std::string behind = ", is no integer: convert one of the two to a floating-point type";
  EXPECT_TRUE(
      expect::throws<ValueError>([] { (void)pow(tensor({2}), -1); }, before + "-1" + behind));
  EXPECT_TRUE(expect::throws<ValueError>([] { (void)pow(2, tensor({1, -3, -1})); },
                                         before + "-3" + behind));
  EXPECT_TRUE(is(pow(tensor({2.0}), -1), {1}, {0.5}));
}

TEST(Functions, OfComplexNumbersNearZeroAndElsewhere) {
  using C = std::complex<double>;
  const auto z = tensor({C(0.3, 0.4), C(-2, 1), C(1e-9, -2e-9), C(-0.25, 0.1)});
  const auto close = [](const Tensor<C>& a, const Tensor<C>& b) {
    return allclose(a, b, 1e-14, 0);
  };
  EXPECT_TRUE(close(exp2(z), tensor({C(1.184126211560744, 0.33698914167254423),
                                     C(0.19230972534099303, 0.1597403190784087),
                                     C(1.000000000693147, -1.3862943620807966e-09),
                                     C(0.8388771678237184, 0.05823983594245835)})));
  EXPECT_TRUE(close(expm1(z), tensor({C(0.24330229506950263, 0.5256597791969788),
                                      C(-0.9268780344019404, 0.1138807140643681),
                                      C(9.999999985e-10, -2.0000000020000004e-09),
                                      C(-0.22508997692216398, 0.0777503430612436)})));
  EXPECT_TRUE(
      close(log2(z), tensor({C(-1, 1.3378042124509764), C(1.1609640474436813, 3.8634580356017056),
                             C(-28.736388806542582, -1.5972779646881086),
                             C(-1.8929375973235762, 3.983405478540559)})));
  // NumPy's log1p loses digits of the third: this is mpmath's.
  EXPECT_TRUE(close(
      log1p(z),
      tensor({C(0.30759281954511686, 0.2984989315861793), C(0.3465735902799727, 2.356194490192345),
              C(1.0000000015e-9, -1.999999998e-9), C(-0.27887127177687117, 0.13255153229667402)})));
}

TEST(Sign, OfComplexNumbersIsTheDirection) {
  using C = std::complex<double>;
  EXPECT_TRUE(is(sign(tensor({C(3, -4), C(0, 0), C(0, -2), C(inf, 5), C(1, -inf)})), {5},
                 {C(0.6, -0.8), C(0, 0), C(0, -1), C(1, 0), C(0, -1)}));
  const auto none = sign(tensor({C(inf, inf), C(std::nan(""), 1), C(inf, std::nan(""))}));
  EXPECT_TRUE(all(isnan(none)));
  EXPECT_TRUE(allclose(abs(sign(tensor({C(1e308, 1e308)}))), tensor({1.0})));
}

TEST(CopySign, TakesTheSignOfTheSecond) {
  const double nan = std::nan("");
  const auto x = copysign(tensor({1.0, -2.0, 0.0, nan}), tensor({-0.0, 3.0, -nan, -1.0}));
  EXPECT_TRUE(is(x.narrow(0, 0, 3), {3}, {-1.0, 2.0, -0.0}));
  EXPECT_TRUE(is(signbit(x), {4}, {true, false, true, true}));
  EXPECT_TRUE(is(copysign(3, tensor({-1, 0, 2})), {3}, {-3.0, 3.0, 3.0}));
  EXPECT_TRUE(is(copysign(tensor({1.F, -1.F}), -2), {2}, {-1.F, -1.F}));
}

TEST(Sign, IsMinusOneZeroOrOne) {
  EXPECT_TRUE(is(sign(tensor({-2, 0, 3})), {3}, {-1, 0, 1}));
  EXPECT_TRUE(is(sign(tensor<std::uint8_t>({0, 200})), {2}, {std::uint8_t{0}, std::uint8_t{1}}));
  const auto s = sign(tensor({-2.0, 0.0, inf, std::nan("")}));
  EXPECT_TRUE(is(s.narrow(0, 0, 3), {3}, {-1.0, 0.0, 1.0}));
  EXPECT_TRUE(std::isnan(s(3)));
  EXPECT_FALSE(std::signbit(sign(tensor(-0.0)).item()));
  const auto row = arange(-50, 50);  // as many as vectors take
  const auto signs = cat({full<int>({50}, -1), zeros<int>({1}), ones<int>({49})}, 0);
  EXPECT_TRUE(equal(sign(row.to<float>()), signs));
  EXPECT_TRUE(equal(sign(row.to<double>()), signs));
  EXPECT_TRUE(equal(signbit(row.to<double>()), signs < 0));
}

}  // namespace exponentials_test
