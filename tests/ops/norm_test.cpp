#include <cmath>
#include <complex>
#include <limits>

#include <ndx/linalg.hpp>
#include <ndx/tensor/half_elements.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace norm_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// Expected values are those of numpy.linalg.norm of vectors.

TEST(Norm, OfAllElements) {
  const auto x = tensor({3.0, -4.0, 0.5});
  EXPECT_DOUBLE_EQ(norm(x).item(), 5.024937810560445);
  EXPECT_DOUBLE_EQ(norm(x, 3).item(), 4.5);
  EXPECT_EQ(norm(x, 1).item(), 7.5);
  EXPECT_EQ(norm(x, 0).item(), 3);
  EXPECT_EQ(norm(x, inf).item(), 4);
  EXPECT_EQ(norm(x, -inf).item(), 0.5);
  EXPECT_FALSE(std::signbit(norm(tensor({-0.0}), inf).item()));
  EXPECT_DOUBLE_EQ(norm(x, -1).item(), 0.38709677419354843);
  EXPECT_DOUBLE_EQ(norm(x, 0.5).item(), 19.706120097804877);
  EXPECT_DOUBLE_EQ(norm(counting({2, 3, 4}) - 7).item(), 40.44749683231337);
  EXPECT_EQ(norm(tensor(-3.0)).item(), 3);
}

TEST(Norm, OverDims) {
  const auto x = counting({2, 3, 4}) - 7;
  EXPECT_TRUE(is(norm(x, 1, 1), {2, 4}, {11, 10, 9, 8, 27, 30, 33, 36}));
  EXPECT_TRUE(is(norm(x, inf, 0), {3, 4}, {7, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}));
  EXPECT_TRUE(is(norm(x, -inf, -1), {2, 3}, {4, 0, 1, 5, 9, 13}));
  EXPECT_TRUE(is(norm(x, 0, {0, 1}, true), {1, 1, 4}, {6, 6, 6, 5}));
  const auto lengths = elements(norm(x, 2, {0, 2}));
  ASSERT_EQ(lengths.size(), 3U);
  EXPECT_NEAR(lengths[0], 17.32050808, 1e-8);
  EXPECT_NEAR(lengths[1], 21.44761059, 1e-8);
  EXPECT_NEAR(lengths[2], 29.59729717, 1e-8);
  EXPECT_TRUE(has_shape(norm(x, 2, all_dims, true), {1, 1, 1}));
}

TEST(Norm, OfAnyView) {
  const auto x = tensor({{3.f, 0.f}, {-4.f, 12.f}});
  EXPECT_TRUE(is(norm(x.transpose(), 2, 1), {2}, {5.f, 12.f}));
  EXPECT_TRUE(is(norm(x.flip(), 2, 0), {2}, {12.f, 5.f}));
  EXPECT_TRUE(is(norm(tensor({2.f}).expand({4})), {}, {4.f}));
  EXPECT_TRUE(is(norm(tensor({2.f}).expand({4}), inf), {}, {2.f}));
  EXPECT_TRUE(
      is(norm(tensor({2.f}).expand({4}), 3), {}, {static_cast<float>(std::pow(32.0, 1.0 / 3))}));
  EXPECT_TRUE(is(norm(Tensor<const float>(x), 1), {}, {19.f}));
}

template <class T>
class NormOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(NormOfNumbers, number_types::Numbers);

TYPED_TEST(NormOfNumbers, AreAddedInTheResultsType) {
  using T = TypeParam;
  using R = std::conditional_t<std::is_integral_v<T>, double, T>;
  const auto x = full<T>({2500, 4}, T{100});
  EXPECT_TRUE(is(norm(x), {}, {R{10000}}));
  EXPECT_TRUE(is(norm(x, 1), {}, {R{1000000}}));
  EXPECT_TRUE(is(norm(x, 2, 1), {2500}, std::vector<R>(2500, R{200})));
  EXPECT_TRUE(is(norm(x, 2, 0), {4}, std::vector<R>(4, R{5000})));
  EXPECT_TRUE(is(norm(x, inf), {}, {R{100}}));
}

TEST(Norm, OfTheSmallestIntegerAndOfBools) {
  EXPECT_EQ(norm(tensor<std::int8_t>({-128}), inf).item(), 128);
  EXPECT_EQ(norm(full<std::int64_t>({1}, std::numeric_limits<std::int64_t>::min()), 1).item(),
            0x1p63);
  EXPECT_EQ(norm(tensor({true, true, false, true, true})).item(), 2);
}

TEST(Norm, OfComplexNumbersIsReal) {
  using Z = std::complex<double>;
  const auto z = tensor({Z(3, 4), Z(5, -12)});
  EXPECT_DOUBLE_EQ(norm(z).item(), 13.92838827718412);
  EXPECT_EQ(norm(z, 1).item(), 18);
  EXPECT_EQ(norm(z, inf).item(), 13);
  EXPECT_EQ(norm(z, -inf).item(), 5);
  EXPECT_EQ(norm(z, 0).item(), 2);
  EXPECT_DOUBLE_EQ(norm(z, 3).item(), 13.24201488732631);
  EXPECT_TRUE(is(norm(tensor({std::complex<float>(3, 4)}), 2, 0), {}, {5.f}));
}

TEST(Norm, SquaresOfFloatsDoNotOverflow) {
  EXPECT_EQ(norm(full<float>({4}, 1e30f)).item(), 2e30f);
  EXPECT_EQ(norm(full<float>({4}, 1e-30f)).item(), 2e-30f);
}

TEST(Norm, NanSpreads) {
  const auto x = tensor({1.0, nan, -3.0});
  for (const double p : {1.0, 2.0, 3.0, inf, -inf}) EXPECT_TRUE(std::isnan(norm(x, p).item())) << p;
  EXPECT_EQ(norm(tensor({-inf, 1.0})).item(), inf);
}

TEST(Norm, OfNoElements) {
  EXPECT_TRUE(is(norm(zeros({0})), {}, {0.f}));
  EXPECT_TRUE(is(norm(zeros({2, 0}), 1, 1), {2}, {0.f, 0.f}));
  EXPECT_EQ(norm(zeros({0}), -1).item(), inf);
  EXPECT_TRUE(has_shape(norm(zeros({2, 0}), inf, 0), {0}));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)norm(zeros({2, 0}), inf, 1); },
      "norm: the dims to reduce of shape (2, 0) have no elements, and so no largest"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)norm(zeros({0}), -inf); },
      "norm: the dims to reduce of shape (0) have no elements, and so no smallest"));
}

TEST(Norm, RefusesOtherDims) {
  EXPECT_TRUE(throws<IndexError>([] { (void)norm(zeros({2}), 2, 1); },
                                 "norm: dim 1 is out of range for a tensor of rank 1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)norm(zeros({2, 2}), 2, {0, -2}); },
                                 "norm: dims (0, -2) name dim 0 twice"));
}

/// Rows of numbers whose squares and products are exact, each against a loop.
template <class T>
void expect_exact_rows(index_t columns) {
  constexpr index_t rows = 20;
  const auto x = zeros<T>({rows, columns});
  for (index_t i = 0; i < x.numel(); ++i) x.flatten()[i] = T(float(1 << i % 3) / 2);  // 1/2, 1, 2
  const Tensor<T> norms = norm(x, 2, 1);
  const auto products = prod(x, 1);
  for (index_t i = 0; i < rows; ++i) {
    double squares = 0;
    double product = 1;
    for (index_t j = 0; j < columns; ++j) {
      const auto element = static_cast<double>(x(i, j));
      squares += element * element;
      product *= element;
    }
    ASSERT_EQ(norms(i), static_cast<T>(std::sqrt(squares))) << columns;
    ASSERT_EQ(products(i), static_cast<T>(product)) << columns;
    ASSERT_EQ(norm(x.transpose(), 2, 0)(i), norms(i)) << columns;
  }
}

TEST(Norm, OfRowsOfAnyLengthIsThatOfALoop) {
  for (index_t columns = 1; columns <= 300; columns += columns < 140 ? 1 : 13) {
    expect_exact_rows<float>(columns);
    expect_exact_rows<double>(columns);
    expect_exact_rows<float16>(columns);
  }
}

}  // namespace norm_test
