// Functions that are computed by whole vectors: their accuracy against the next wider type of the C
// library, special values, and that a result depends on the element alone.
#include <cmath>
#include <cstdint>
#include <limits>
#include <random>

#include <ndx/ops/arithmetic/map_into.hpp>

#include "support/expect.hpp"

using namespace ndx;

namespace vector_functions_test {

/// Numbers of all magnitudes, those around which functions change, and the special ones.
template <class T>
Tensor<T> numbers(index_t count) {
  using Limits = std::numeric_limits<T>;
  const T special[] = {T{0},
                       -T{0},
                       Limits::infinity(),
                       -Limits::infinity(),
                       Limits::quiet_NaN(),
                       Limits::max(),
                       Limits::lowest(),
                       Limits::min(),
                       -Limits::min(),
                       Limits::denorm_min(),
                       -Limits::denorm_min(),
                       T{1},
                       T{-1},
                       T(88.8),
                       T(-88),
                       T(-104),
                       T(709.8),
                       T(-745.2)};
  const auto x = empty<T>({count});
  std::mt19937_64 random(7);
  std::uniform_real_distribution<double> unit(-1, 1);
  for (index_t i = 0; i < count; ++i) {
    const double u = unit(random);
    const double scale = i % 4 == 0 ? 2 : i % 4 == 1 ? 100 : i % 4 == 2 ? 800 : 0;
    x(i) = static_cast<T>(scale != 0 ? u * scale : std::copysign(std::exp2(40 * unit(random)), u));
  }
  for (index_t i = 0; i < static_cast<index_t>(std::size(special)); ++i) x(i) = special[i];
  return x;
}

/// The distance from what is wanted, in units in its last place; 0 for equal special values.
template <class T, class Wide>
double distance(T got, Wide wanted) {
  const T rounded = static_cast<T>(wanted);
  if (rounded != rounded || got != got) return (rounded != rounded) == (got != got) ? 0 : 1e9;
  if (got == rounded) return std::signbit(got) == std::signbit(rounded) ? 0 : 1e9;
  if (std::isinf(got) || std::isinf(rounded)) return 1e9;
  const T size = std::abs(rounded);
  const T unit = std::nextafter(size, std::numeric_limits<T>::infinity()) - size;
  return static_cast<double>(std::abs(static_cast<Wide>(got) - wanted) / static_cast<Wide>(unit));
}

template <class T, class Wide, class Function, class Reference>
testing::AssertionResult is_accurate(Function function, Reference reference) {
  const Tensor<T> x = numbers<T>(40'000);
  const Tensor<T> y = function(x);
  double worst = 0;
  T at = 0;
  for (index_t i = 0; i < x.numel(); ++i) {
    const double d = distance(y(i), reference(static_cast<Wide>(x(i))));
    if (d > worst) worst = d, at = x(i);
  }
  if (worst <= 4) return testing::AssertionSuccess();
  return testing::AssertionFailure() << worst << " units at " << at << ": " << function(tensor(at))
                                     << ", want " << reference(static_cast<Wide>(at));
}

#define IS_ACCURATE(name)                                                                     \
  EXPECT_TRUE((is_accurate<float, double>([](const auto& x) { return name(x); },              \
                                          [](double x) { return std::name(x); })))            \
      << "float";                                                                             \
  EXPECT_TRUE((is_accurate<double, long double>([](const auto& x) { return name(x); },        \
                                                [](long double x) { return std::name(x); }))) \
      << "double"

TEST(VectorFunctions, OfPowersAndLogarithmsAreAccurate) {
  IS_ACCURATE(exp);
  IS_ACCURATE(exp2);
  IS_ACCURATE(expm1);
  IS_ACCURATE(log);
  IS_ACCURATE(log2);
  IS_ACCURATE(log10);
  IS_ACCURATE(log1p);
  IS_ACCURATE(cbrt);
}
TEST(VectorFunctions, OfAnglesAreAccurate) {
  IS_ACCURATE(sin);
  IS_ACCURATE(cos);
  IS_ACCURATE(tan);
  IS_ACCURATE(asin);
  IS_ACCURATE(acos);
  IS_ACCURATE(atan);
  IS_ACCURATE(sinh);
  IS_ACCURATE(cosh);
  IS_ACCURATE(tanh);
  IS_ACCURATE(asinh);
  IS_ACCURATE(acosh);
  IS_ACCURATE(atanh);
}

/// Whether the vector function of two operands is near the scalar one, for all pairs of some
/// numbers, among them the special ones.
template <class T, class Wide, class Function, class Reference>
testing::AssertionResult is_accurate_for_two(Function function, Reference reference) {
  const Tensor<T> x = numbers<T>(200);
  const Tensor<T> y = function(x.view({200, 1}), x);
  for (index_t i = 0; i < 200; ++i) {
    for (index_t j = 0; j < 200; ++j) {
      const Wide wanted = reference(static_cast<Wide>(x(i)), static_cast<Wide>(x(j)));
      if (distance(y(i, j), wanted) > 4)
        return testing::AssertionFailure()
               << x(i) << ", " << x(j) << ": " << y(i, j) << ", want " << wanted;
    }
  }
  return testing::AssertionSuccess();
}

TEST(VectorFunctions, OfTwoAreAccurate) {
#define IS_ACCURATE_FOR_TWO(name)                                                                  \
  EXPECT_TRUE(                                                                                     \
      (is_accurate_for_two<float, double>([](const auto& a, const auto& b) { return name(a, b); }, \
                                          [](double a, double b) { return std::name(a, b); })))    \
      << "float";                                                                                  \
  EXPECT_TRUE((is_accurate_for_two<double, long double>(                                           \
      [](const auto& a, const auto& b) { return name(a, b); },                                     \
      [](long double a, long double b) { return std::name(a, b); })))                              \
      << "double"
  IS_ACCURATE_FOR_TWO(pow);
  IS_ACCURATE_FOR_TWO(atan2);
  IS_ACCURATE_FOR_TWO(hypot);
}

TEST(VectorFunctions, OfPowersWithoutPowAreAccurate) {
  for (const double by : {-2.0, -1.0, -0.5, 0.5, 1.5, 2.0, 2.5, 3.0, 4.0}) {
    EXPECT_TRUE((is_accurate<float, double>([by](const auto& x) { return pow(x, by); },
                                            [by](double x) { return std::pow(x, by); })))
        << "float to the power of " << by;
    EXPECT_TRUE((is_accurate<double, long double>(
        [by](const auto& x) { return pow(x, by); },
        [by](long double x) { return std::pow(x, static_cast<long double>(by)); })))
        << "double to the power of " << by;
  }
}

TEST(VectorFunctions, SqrtIsExact) {
  const auto x = numbers<float>(5000);
  const auto y = sqrt(x);
  const auto doubles = numbers<double>(5000);
  const auto z = sqrt(doubles);
  for (index_t i = 0; i < 5000; ++i) {
    EXPECT_EQ(distance(y(i), static_cast<double>(std::sqrt(x(i)))), 0) << x(i);
    EXPECT_EQ(distance(z(i), static_cast<long double>(std::sqrt(doubles(i)))), 0) << doubles(i);
  }
}

TEST(VectorFunctions, SigmoidIsAccurate) {
  const auto reference = [](long double x) { return 1 / (1 + std::exp(-x)); };
  const Tensor<float> x = numbers<float>(40'000);
  const Tensor<float> y = sigmoid(x);
  for (index_t i = 0; i < x.numel(); ++i)
    EXPECT_LE(distance(y(i), reference(static_cast<long double>(x(i)))), 5) << x(i);
}

/// NaN may differ in its bits.
template <class T>
bool same(T a, T b) {
  return a == b || (a != a && b != b);
}

template <class T, class Function>
testing::AssertionResult depends_on_the_element_alone(Function function) {
  const Tensor<T> x = numbers<T>(700);
  const Tensor<T> y = function(x);
  const Tensor<T> apart = empty<T>({700, 3});
  apart.select(1, 1).copy_(x);
  const Tensor<T> strided = function(apart.select(1, 1));
  const Tensor<T> backwards = function(x.flip());
  const Tensor<T> into = zeros<T>({700, 2}).select(1, 0);
  map_into(into, [](T a) { return a; }, x);
  for (index_t i = 0; i < 700; ++i) {
    const T alone = function(x.narrow(0, i, 1)).item();
    const T repeated = function(x.select(0, i).expand({3, 5}))(2, 4);
    const T shifted = function(x.narrow(0, i, 700 - i))(0);
    if (!same(y(i), alone) || !same(y(i), repeated) || !same(y(i), shifted) ||
        !same(y(i), strided(i)) || !same(y(i), backwards(699 - i)))
      return testing::AssertionFailure() << "at " << i << ": " << x(i);
  }
  return testing::AssertionSuccess();
}

TEST(VectorFunctions, ResultsDependOnTheElementAlone) {
#define DEPENDS(name)                                                                      \
  EXPECT_TRUE(depends_on_the_element_alone<float>([](const auto& x) { return name(x); })); \
  EXPECT_TRUE(depends_on_the_element_alone<double>([](const auto& x) { return name(x); }))
  DEPENDS(exp);
  DEPENDS(log);
  DEPENDS(sin);
  DEPENDS(tan);
  DEPENDS(tanh);
  DEPENDS(asinh);
  DEPENDS(cbrt);
  DEPENDS(sqrt);
  DEPENDS(sigmoid);
  const auto cube = [](const auto& x) { return pow(x, 3); };
  EXPECT_TRUE(depends_on_the_element_alone<float>(cube));
  const auto exponential = [](const auto& x) { return pow(1.5F, x); };
  EXPECT_TRUE(depends_on_the_element_alone<float>(exponential));
  const auto angle = [](const auto& x) { return atan2(x, x.flip().flip() * 2); };
  EXPECT_TRUE(depends_on_the_element_alone<double>(angle));
}

TEST(VectorFunctions, OfOtherTypesAreThoseOfDoubles) {
  const auto x = expect::counting({3, 100}) + 1;
  const auto doubles = x.to<double>();
  EXPECT_TRUE(equal(log(x), log(doubles)));
  EXPECT_TRUE(equal(exp(x.to<std::int16_t>().transpose()), exp(doubles).transpose()));
  EXPECT_TRUE(equal(sqrt(x > 3), (x > 3).to<double>()));
  EXPECT_TRUE(equal(pow(x, 0.5), pow(doubles, 0.5)));
  EXPECT_TRUE(equal(atan2(1, x), atan2(1.0, doubles)));
}

TEST(VectorFunctions, WriteIntoAnyTensor) {
  const auto x = numbers<float>(600);
  const auto wanted = tanh(x);
  const auto out = zeros<double>({600, 2}).select(1, 1);
  tanh_into(out, x);
  const auto same_view = x.clone();
  tanh_into(same_view, same_view);
  const auto turned = x.clone();
  tanh_into(turned, turned.flip());
  for (index_t i = 0; i < 600; ++i) {
    EXPECT_TRUE(same(out(i), static_cast<double>(wanted(i))));
    EXPECT_TRUE(same(same_view(i), wanted(i)));
    EXPECT_TRUE(same(turned(i), wanted(599 - i)));
  }
  const auto wide = zeros<double>({3});
  sigmoid_into(wide, tensor<float>({-INFINITY, 0, 100}));
  EXPECT_TRUE(expect::is(wide, {3}, {0, 0.5, 1}));
  pow_into(wide, tensor<float>({1, 2, 3}), tensor<float>({2}));
  EXPECT_TRUE(expect::is(wide, {3}, {1, 4, 9}));
}

}  // namespace vector_functions_test
