// mean, prod, var, std. The answers are NumPy's.
#include <cmath>
#include <complex>
#include <limits>
#include <vector>

#include <ndx/ops/reduce/averages.hpp>
#include <ndx/statistics.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace averages_test {

constexpr double inf = std::numeric_limits<double>::infinity();

template <class R, class T>
constexpr bool holds(const Tensor<T>&) {
  return std::is_same_v<R, T>;
}

const Tensor<int> cube = arange<int>(24).reshape({2, 3, 4});

TEST(Mean, OverAllOneOrSeveralDims) {
  EXPECT_TRUE(is(mean(cube), {}, {11.5}));
  EXPECT_TRUE(is(mean(cube, 1), {2, 4}, {4, 5, 6, 7, 16, 17, 18, 19}));
  EXPECT_TRUE(is(mean(cube, -1, true), {2, 3, 1}, {1.5, 5.5, 9.5, 13.5, 17.5, 21.5}));
  EXPECT_TRUE(is(mean(cube, {0, 2}), {3}, {7.5, 11.5, 15.5}));
  EXPECT_TRUE(is(mean(cube.transpose(), 0), {3, 2}, {1.5, 13.5, 5.5, 17.5, 9.5, 21.5}));
  EXPECT_TRUE(is(mean(tensor({1.F, 2.F}).expand({5, 2})), {}, {1.5F}));
}

/// Their sums are too large for floats, their means are not, along columns, lines and all dims.
template <class T>
void expect_means_of(T large) {
  const auto is_large = [large](const auto& found) {
    for (const auto& x : found.ravel())
      if (!(x == large)) return false;
    return true;
  };
  for (const index_t n : {2, 8, 16, 64, 100, 1000, 20000}) {
    const auto x = full({n}, large);
    EXPECT_TRUE(is_large(mean(x))) << n;
    EXPECT_TRUE(is_large(mean(full({n, 3}, large), 0))) << n;
    EXPECT_TRUE(is_large(mean(full({n, 40}, large), 0))) << n;
    EXPECT_TRUE(is_large(mean(full({3, n}, large), 1))) << n;
    EXPECT_TRUE(is_large(mean(full({3, n, 2}, large).transpose(0, 2), 1))) << n;
    EXPECT_TRUE(is_large(mean(full({n, 2}, large).select(1, 0)))) << n;
    EXPECT_TRUE(is_large(mean(x.unsqueeze(1).expand({n, 5})))) << n;
    EXPECT_TRUE(is_large(nanmean(x))) << n;
    EXPECT_TRUE(is_large(sum(cat({x, -x, full({1}, large)})))) << n;
    EXPECT_TRUE(is_large(nansum(cat({x, -x, full({1}, large)})))) << n;
  }
}

TEST(Mean, OfLargeFloatsDoesNotOverflow) {
  expect_means_of(3e38F);
  expect_means_of(bfloat16(1.5e38F));
  expect_means_of(std::complex<float>(3e38F, -3e38F));
  const auto both = cat({full({100}, 3e38F), full({100}, -3e38F)});
  EXPECT_EQ(ndx::std(both).item(), 3e38F);
  EXPECT_EQ(nanstd(both).item(), 3e38F);
}

TEST(Mean, OfInfinitiesAndNanIsTheirs) {
  constexpr auto infinite = std::numeric_limits<float>::infinity();
  auto x = full({100, 100}, 3e38F);
  x(7, 5) = infinite;
  x(8, 6) = -infinite;
  x(9, 7) = std::numeric_limits<float>::quiet_NaN();
  const auto rows = mean(x, 1);
  EXPECT_EQ(rows(7), infinite);
  EXPECT_EQ(rows(8), -infinite);
  EXPECT_TRUE(std::isnan(rows(9)));
  EXPECT_EQ(rows(10), 3e38F);
  EXPECT_TRUE(std::isnan(mean(x).item()));
  EXPECT_EQ(mean(nan_to_num(x, 3e38F, 3e38F, 3e38F)).item(), 3e38F);
}

TEST(Mean, OfIntegersAndBoolsIsDouble) {
  EXPECT_TRUE(holds<double>(mean(tensor<std::uint8_t>({255, 254}))));
  EXPECT_TRUE(is(mean(tensor<std::uint8_t>({255, 254})), {}, {254.5}));
  EXPECT_TRUE(is(mean(tensor({true, false, true, true})), {}, {0.75}));
  EXPECT_TRUE(is(mean(full<std::int64_t>({4}, INT64_MAX)), {}, {9223372036854775807.0}));
  EXPECT_TRUE(is(mean(full<std::uint64_t>({3, 40}, UINT64_MAX), 1), {3},
                 std::vector<double>(3, 18446744073709551615.0)));
}

TEST(Mean, OfFloatsKeepsTheTypeAndIsAddedInDouble) {
  EXPECT_TRUE(holds<float>(mean(tensor({1.F}))));
  EXPECT_TRUE(is(mean(full<float>({1 << 20}, 0.1F)), {}, {0.1F}));
  using C = std::complex<double>;
  EXPECT_TRUE(is(mean(tensor({C(1, 2), C(3, -4)})), {}, {C(2, -1)}));
  const Tensor<const float> read_only = tensor({1.F, 4.F});
  EXPECT_TRUE(is(mean(read_only), {}, {2.5F}));
}

TEST(Mean, OfNoElementsIsNan) {
  EXPECT_TRUE(std::isnan(mean(zeros<int>({0})).item()));
  EXPECT_TRUE(std::isnan(mean(zeros<float>({2, 0}), 1)(1)));
  EXPECT_TRUE(has_shape(mean(zeros<float>({2, 0}), 0), {0}));
}

TEST(Mean, WrongDimsAreNamed) {
  EXPECT_TRUE(throws<IndexError>([] { (void)mean(cube, 5); },
                                 "mean: dim 5 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)mean(cube, {0, -3}); }, "mean: dims (0, -3) name dim 0 twice"));
}

TEST(Prod, OfIntegersHas64BitsAndWrapsAround) {
  EXPECT_TRUE(is(prod(tensor<std::int8_t>({100, 100, -2})), {}, {std::int64_t{-20000}}));
  EXPECT_TRUE(is(prod(tensor<std::uint8_t>({200, 200})), {}, {std::uint64_t{40000}}));
  EXPECT_TRUE(is(prod(full<std::int64_t>({3}, std::int64_t{1} << 31)), {}, {std::int64_t{0}}));
  EXPECT_TRUE(is(prod(tensor({true, true})), {}, {std::int64_t{1}}));
  EXPECT_TRUE(
      is(prod(cube.narrow(2, 1, 2), {0, 1}), {2},
         {std::int64_t{1 * 5 * 9 * 13 * 17 * 21}, std::int64_t{2 * 6 * 10 * 14 * 18 * 22}}));
}

TEST(Prod, OfFloatsAndComplexNumbers) {
  EXPECT_TRUE(is(prod(tensor({1.5F, -2.F, 4.F})), {}, {-12.F}));
  EXPECT_TRUE(is(prod(tensor({1e300, 1e300})), {}, {inf}));
  using C = std::complex<float>;
  EXPECT_TRUE(is(prod(tensor({C(0, 1), C(0, 1)})), {}, {C(-1, 0)}));
}

TEST(Prod, OfNothingIsOneAndRepeatedElementsCountEachTime) {
  EXPECT_TRUE(is(prod(zeros<float>({0})), {}, {1.F}));
  EXPECT_TRUE(is(prod(zeros<int>({0, 2}), 0, true), {1, 2}, {std::int64_t{1}, std::int64_t{1}}));
  EXPECT_TRUE(
      is(prod(tensor({2, 3}).expand({5, 2}), 0), {2}, {std::int64_t{32}, std::int64_t{243}}));
  EXPECT_TRUE(is(prod(tensor({2}).expand({0})), {}, {std::int64_t{1}}));
}

TEST(Var, DividesByTheNumberOfElementsLessTheCorrection) {
  const auto x = tensor({{1.0, 2.0, 3.0, 4.0}, {2.0, 2.0, 2.0, 6.0}});
  EXPECT_TRUE(is(var(x), {}, {2.1875}));
  EXPECT_TRUE(is(var(x, 1), {2}, {1.25, 3}));
  EXPECT_TRUE(is(var(x, 0, {.correction = 1}), {4}, {0.5, 0, 0.5, 2}));
  EXPECT_TRUE(is(var(x, 1, {.keepdim = true}), {2, 1}, {1.25, 3}));
  EXPECT_TRUE(is(ndx::std(x, 0), {4}, {0.5, 0, 0.5, 1}));
  EXPECT_TRUE(allclose(ndx::std(x, 1, {.correction = 1}), tensor({1.2909944487358056, 2.0})));
}

TEST(Var, OfIntegersIsDoubleOfComplexNumbersReal) {
  EXPECT_TRUE(is(var(tensor({1, 2, 3, 4})), {}, {1.25}));
  EXPECT_TRUE(is(ndx::std(tensor({true, false})), {}, {0.5}));
  using C = std::complex<double>;
  EXPECT_TRUE(is(var(tensor({C(1, 1), C(3, -1)})), {}, {2.0}));
  EXPECT_TRUE(holds<float>(var(tensor({1.F, 3.F}))));
  EXPECT_TRUE(is(ndx::std(tensor({1.F, 3.F})), {}, {1.F}));
}

TEST(Var, KeepsItsDigitsWhereTheMeanIsLarge) {
  EXPECT_TRUE(is(var(tensor({1e9 + 1, 1e9 + 2, 1e9 + 3, 1e9 + 4})), {}, {1.25}));
  EXPECT_TRUE(is(var(tensor<std::int64_t>({1000000000001, 1000000000003})), {}, {1.0}));
}

/// The variances of 0, 73, 19, …: of all, and numbers 0, 17, … of those over some dims.
template <class T>
void expect_variances(const Tensor<T>& x) {
  const auto expect_every_17th = [](const auto& found, const std::vector<double>& expected) {
    for (std::size_t k = 0; k < expected.size(); ++k)
      EXPECT_NEAR(found(static_cast<index_t>(k) * 17), expected[k], 2e-4);
  };
  EXPECT_NEAR(var(x).item(), 1344.0240651455556, 2e-4);
  expect_every_17th(var(x, 0), {1349.904375, 1339.3475000000012, 1343.7544000000003});
  expect_every_17th(var(x, 1), {1349.3681222222222, 1338.1455555555553, 1348.9151555555554});
  expect_every_17th(var(x.flip(1), 1), {1349.3681222222222, 1338.1455555555553});
  expect_every_17th(var(x.reshape({200, 30, 10}), {0, 2}), {1345.458975, 1343.0240039999994});
  expect_every_17th(var(x.unsqueeze(2).expand({200, 300, 5}), {1, 2}), {1349.3681222222222});
}

TEST(Var, OfManyElementsInAnyOrder) {
  const auto integers = (arange<int>(60000) * 73 % 127).reshape({200, 300});
  expect_variances(integers);
  expect_variances(integers.to<float>());
  expect_variances(integers.to<double>());
  expect_variances(integers.to<double>().transpose(0, 1).contiguous().transpose(0, 1));
}

TEST(Var, OfTooFewElementsIsNan) {
  EXPECT_TRUE(std::isnan(var(zeros<float>({0})).item()));
  EXPECT_TRUE(std::isnan(var(tensor({5.0}), 0, {.correction = 1}).item()));
  EXPECT_TRUE(is(var(tensor({5.0})), {}, {0.0}));
  EXPECT_TRUE(has_shape(ndx::std(zeros<float>({2, 0}), 0), {0}));
  EXPECT_TRUE(throws<IndexError>([] { (void)ndx::std(tensor({1.0}), 1); },
                                 "std: dim 1 is out of range for a tensor of rank 1"));
}

}  // namespace averages_test
