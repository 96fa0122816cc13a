// Tests of matmul, which pass whatever multiplies. A file includes them behind the header that has it.
#pragma once

#include <complex>
#include <limits>

#include <ndx/linalg.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

namespace matmul_cases {

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

// Expected values are NumPy's.

TEST(Matmul, MultipliesMatricesAndVectors) {
  const auto a = counting({2, 3});
  const auto b = counting({3, 4});
  EXPECT_TRUE(is(matmul(a, b), {2, 4}, {20, 23, 26, 29, 56, 68, 80, 92}));
  EXPECT_TRUE(is(matmul(counting({3}), b), {4}, {20, 23, 26, 29}));
  EXPECT_TRUE(is(matmul(a, counting({3})), {2}, {5, 14}));
  EXPECT_TRUE(is(matmul(counting({3}), counting({3})), {}, {5}));
}

TEST(Matmul, OfAPart) {
  const auto t = counting({2, 2, 3});
  EXPECT_TRUE(is(matmul(t[0], t[1][0]), {2}, {23, 86}));
  EXPECT_TRUE(is(matmul(t[{tensor({1, 0}), 0}], tensor({1, 0, -1})), {2}, {-2, -2}));
}

TEST(Matmul, BroadcastsTheLeadingDims) {
  const auto product = matmul(counting({2, 1, 2, 3}) - 5, counting({2, 3, 4}));
  EXPECT_TRUE(is(product, {2, 2, 2, 4}, {-40,  -52, -64, -76, -4,  -7,  -10, -13, -184, -196, -208,
                                         -220, -40, -43, -46, -49, 32,  38,  44,  50,   68,   83,
                                         98,   113, 104, 110, 116, 122, 248, 263, 278,  293}));
  EXPECT_TRUE(has_shape(matmul(zeros({5, 1, 2, 3}), zeros({7, 3, 4})), {5, 7, 2, 4}));
  EXPECT_TRUE(has_shape(matmul(zeros({7, 2, 3}), zeros({3})), {7, 2}));
  EXPECT_TRUE(has_shape(matmul(zeros({3}), zeros({7, 3, 4})), {7, 4}));
}

TEST(Matmul, OfAnyView) {
  const auto a = counting({4, 5}).to<float>();
  const auto b = counting({5, 6}).to<float>();
  const auto want = matmul(a, b);
  EXPECT_TRUE(equal(matmul(b.transpose(), a.transpose()), want.transpose()));
  EXPECT_TRUE(equal(matmul(a.flip(0), b), want.flip(0)));
  EXPECT_TRUE(equal(matmul(a.flip(1), b.flip(0)), want));
  EXPECT_TRUE(equal(matmul(a, b.flip(1)), want.flip(1)));
  EXPECT_TRUE(
      equal(matmul(a, b.slice(1, Slice(None, None, 2))), want.slice(1, Slice(None, None, 2))));
  EXPECT_TRUE(equal(matmul(a.slice(0, Slice(1, None, 2)), b), want.slice(0, Slice(1, None, 2))));
  EXPECT_TRUE(equal(matmul(a.narrow(1, 1, 3), b.narrow(0, 1, 3)),
                    matmul(a.narrow(1, 1, 3).clone(), b.narrow(0, 1, 3).clone())));
  EXPECT_TRUE(
      equal(matmul(a.narrow(1, 2, 1), b.narrow(0, 2, 1)), outer(a.select(1, 2), b.select(0, 2))));
  EXPECT_TRUE(equal(matmul(a.select(0, 1).expand({4, 5}), b), want.narrow(0, 1, 1).expand({4, 6})));
  EXPECT_TRUE(
      equal(matmul(a, b.narrow(1, 3, 1).expand({5, 6})), want.narrow(1, 3, 1).expand({4, 6})));
  EXPECT_TRUE(equal(matmul(a.expand({3, 4, 5}), b), want.expand({3, 4, 6})));
  const auto cube = counting({5, 3, 4});
  EXPECT_TRUE(equal(matmul(cube.permute({1, 2, 0}), counting({5, 2})),
                    matmul(cube.permute({1, 2, 0}).clone(), counting({5, 2}))));
  EXPECT_TRUE(equal(matmul(Tensor<const float>(a), Tensor<const float>(b)), want));
}

template <class T>
class MatmulOfNumbers : public testing::Test {};
using NumberTypes = number_types::IntegersAnd<float, double, long double, std::complex<float>,
                                              std::complex<double>>;
TYPED_TEST_SUITE(MatmulOfNumbers, NumberTypes);

TYPED_TEST(MatmulOfNumbers, KeepsTheType) {
  using T = TypeParam;
  const auto x = counting({2, 3}).to<T>();
  EXPECT_TRUE(is(matmul(x, x.transpose()), {2, 2}, {T(5), T(14), T(14), T(50)}));
}

TEST(Matmul, OfTwoTypesIsOfTheirPromotedType) {
  EXPECT_TRUE(is(matmul(tensor({{1, 2}}), tensor({{0.5f}, {1.f}})), {1, 1}, {2.5f}));
  EXPECT_TRUE(is(matmul(tensor({true, false}), tensor({7, 8})), {}, {7}));
  using Z = std::complex<double>;
  EXPECT_TRUE(is(matmul(tensor({{Z(1, 1), Z(2)}, {Z(0), Z(0, 1)}}),
                        tensor({{Z(1, 1), Z(2)}, {Z(0), Z(0, 1)}})),
                 {2, 2}, {Z(0, 2), Z(2, 4), Z(0), Z(-1)}));
}

TEST(Matmul, OfIntegersWrapsAround) {
  EXPECT_TRUE(is(matmul(tensor<std::int8_t>({100, 100}), tensor<std::int8_t>({2, 2})), {},
                 {std::int8_t{-112}}));
  const auto large = full<std::int32_t>({1, 1}, std::numeric_limits<std::int32_t>::max());
  EXPECT_TRUE(is(matmul(large, large), {1, 1}, {1}));
  const auto narrow = full<std::uint16_t>({1, 1}, std::uint16_t{65535});
  EXPECT_TRUE(is(matmul(narrow, narrow), {1, 1}, {std::uint16_t{1}}));
}

TEST(Matmul, OfBoolsIsWhetherAnyPairIsTrue) {
  const auto x = tensor({{true, false}, {false, false}});
  const auto y = tensor({{true, true}, {true, false}});
  EXPECT_TRUE(is(matmul(x, y), {2, 2}, {true, true, false, false}));
  EXPECT_TRUE(is(matmul(ones<bool>({1, 512}), ones<bool>({512, 1})), {1, 1}, {true}));
}

TEST(Matmul, OfLargerMatricesIsTheSumOfProducts) {
  const auto a = (counting({37, 53}) % 11).to<double>();
  const auto b = (counting({53, 41}) % 7).to<double>();
  const auto product = matmul(a, b);
  for (const index_t i : {0, 17, 36}) {
    for (const index_t j : {0, 20, 40})
      EXPECT_EQ(product(i, j), dot(a.select(0, i), b.select(1, j)).item());
  }
}

TEST(Matmul, OfNoElements) {
  EXPECT_TRUE(is(matmul(zeros({2, 0}), zeros({0, 2})), {2, 2}, {0.f, 0.f, 0.f, 0.f}));
  EXPECT_TRUE(has_shape(matmul(zeros({0, 3}), zeros({3, 2})), {0, 2}));
  EXPECT_TRUE(has_shape(matmul(zeros({0, 2, 3}), zeros({3, 2})), {0, 2, 2}));
  EXPECT_TRUE(is(matmul(zeros({0}), zeros({0})), {}, {0.f}));
}

TEST(Matmul, RefusesShapesThatDoNotFit) {
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)matmul(zeros({2, 3}), zeros({2, 3})); },
                         "matmul: shapes (2, 3) and (2, 3): rows of 3 elements and columns of 2"));
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)matmul(zeros({3}), zeros({2})); },
                         "matmul: shapes (3) and (2): rows of 3 elements and columns of 2"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)matmul(tensor(1), zeros({2, 3})); },
                                 "matmul: shapes () and (2, 3): a tensor of rank 0 is no matrix; "
                                 "multiply it by operator*"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)matmul(zeros({2, 1, 3}), zeros({3, 3, 1})); },
                                 "matmul: shapes (2) and (3) cannot be broadcast together"));
}

}  // namespace matmul_cases
