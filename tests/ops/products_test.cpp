#include <cmath>
#include <complex>
#include <limits>

#include <ndx/linalg.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace products_test {

using Complex64 = std::complex<float>;
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Dot, AddsTheProducts) {
  EXPECT_TRUE(is(dot(tensor({1, 2, 3}), tensor({4, 5, 6})), {}, {32}));
  EXPECT_TRUE(is(dot(tensor({0.5f, 2.f}), tensor({4.f, 0.25f})), {}, {2.5f}));
  EXPECT_TRUE(is(dot(zeros({0}), zeros({0})), {}, {0.f}));
  EXPECT_TRUE(is(dot(ones({1}), full<float>({1}, 7)), {}, {7.f}));
}

template <class T>
class DotOfNumbers : public testing::Test {};
using NumberTypes = number_types::IntegersAnd<float, double, long double, std::complex<float>,
                                              std::complex<double>>;
TYPED_TEST_SUITE(DotOfNumbers, NumberTypes);

TYPED_TEST(DotOfNumbers, KeepsTheType) {
  using T = TypeParam;
  const auto x = tensor({1, 2, 3}).to<T>();
  EXPECT_TRUE(is(dot(x, x.flip()), {}, {T(10)}));
  EXPECT_TRUE(is(vdot(x, x.flip()), {}, {T(10)}));
  EXPECT_TRUE(is(outer(x, x.narrow(0, 1, 1)), {3, 1}, {T(2), T(4), T(6)}));
}

TYPED_TEST(DotOfNumbers, OfLongAndStridedVectors) {
  using T = TypeParam;
  const auto x = ones<T>({70001, 3});
  const auto y = full<T>({70001}, T(3));
  const T sum = convert_element<T>(std::int64_t{70001} * 3);
  EXPECT_TRUE(is(dot(x.select(1, 1), y), {}, {sum}));
  EXPECT_TRUE(is(dot(y, y.narrow(0, 5, 1).expand({70001})), {},
                 {convert_element<T>(std::int64_t{70001} * 9)}));
  EXPECT_TRUE(is(dot(x.select(1, 0).contiguous(), y), {}, {sum}));
}

TEST(Dot, OfTwoTypesIsOfTheirPromotedType) {
  EXPECT_TRUE(is(dot(tensor({1, 2}), tensor({0.5f, 1.f})), {}, {2.5f}));
  EXPECT_TRUE(is(dot(tensor({1.f, 2.f}), tensor({0.5, 1.0})), {}, {2.5}));
  EXPECT_TRUE(is(dot(tensor<std::uint8_t>({200, 2}), tensor<std::int8_t>({-1, 1})), {},
                 {std::int16_t{-198}}));
  EXPECT_TRUE(is(dot(tensor({true, false}), tensor({7, 8})), {}, {7}));
}

TEST(Dot, OfIntegersWrapsAround) {
  EXPECT_TRUE(is(dot(tensor<std::int8_t>({100, 100}), tensor<std::int8_t>({2, 2})), {},
                 {std::int8_t{-112}}));
  const auto x = full<std::int64_t>({2}, std::numeric_limits<std::int64_t>::max());
  EXPECT_TRUE(is(dot(x, x), {}, {std::int64_t{2}}));
}

TEST(Dot, OfBoolsIsWhetherBothAreTrueAnywhere) {
  EXPECT_TRUE(is(dot(tensor({true, true}), tensor({true, true})), {}, {true}));
  EXPECT_TRUE(is(dot(tensor({true, false}), tensor({false, true})), {}, {false}));
}

TEST(Dot, OfFloatsIsAddedInDouble) {
  const auto x = full<float>({100000}, 0.1f);
  const double exact = 100000 * (static_cast<double>(0.1f) * static_cast<double>(0.1f));
  EXPECT_NEAR(static_cast<double>(dot(x, x).item()), exact, exact * 1e-7);
  const auto large = tensor({1e30f, 1.f, -1e30f});
  EXPECT_TRUE(is(dot(large, tensor({1e30f, 1.f, 1e30f})), {}, {1.f - 1.f}));
}

TEST(Dot, OfComplexNumbersDoesNotConjugate) {
  const auto x = tensor({Complex64(1, 2), Complex64(3, 0)});
  const auto y = tensor({Complex64(3, 4), Complex64(0, 1)});
  EXPECT_TRUE(is(dot(x, y), {}, {Complex64(-5, 13)}));
}

TEST(Dot, NanSpreads) {
  EXPECT_TRUE(std::isnan(dot(tensor({1.0, nan}), tensor({0.0, 0.0})).item()));
}

TEST(Dot, TakesTwoVectorsOfOneSize) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)dot(zeros({2, 2}), zeros({2})); },
                                 "dot: shapes (2, 2) and (2) are not those of two vectors; for "
                                 "matrices, see matmul"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)dot(zeros({2}), zeros({3})); },
                                 "dot: vectors of sizes 2 and 3"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)dot(zeros({1}), zeros({3})); },
                                 "dot: vectors of sizes 1 and 3"));
}

TEST(Dot, ReadsConstTensors) {
  const Tensor<const int> x = tensor({1, 2});
  EXPECT_TRUE(is(dot(x, x), {}, {5}));
  EXPECT_TRUE(is(vdot(x, x), {}, {5}));
  EXPECT_TRUE(is(outer(x, x), {2, 2}, {1, 2, 2, 4}));
  EXPECT_TRUE(is(trace(Tensor<const int>(tensor({{1, 2}, {3, 4}}))), {}, {std::int64_t{5}}));
}

TEST(Vdot, ConjugatesTheFirstAndTakesAnyShape) {
  const auto x = tensor({{Complex64(1, 2), Complex64(0, 0)}, {Complex64(0, 1), Complex64(1, 0)}});
  const auto y = tensor({Complex64(3, 4), Complex64(1, 0), Complex64(2, 0), Complex64(0, 2)});
  EXPECT_TRUE(is(vdot(x, y), {}, {Complex64(11, -2)}));
  EXPECT_TRUE(is(vdot(counting({2, 3}).transpose(), counting({3, 2})), {}, {50}));
  EXPECT_TRUE(is(vdot(tensor(3), tensor({4})), {}, {12}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)vdot(zeros({2, 2}), zeros({3})); },
                                 "vdot: shapes (2, 2) and (3) differ in the number of elements"));
}

TEST(Outer, FlattensBoth) {
  EXPECT_TRUE(
      is(outer(tensor({{1, 2}, {3, 4}}), tensor({1, 10})), {4, 2}, {1, 10, 2, 20, 3, 30, 4, 40}));
  EXPECT_TRUE(is(outer(tensor(2), tensor({0.5, 1.0})), {1, 2}, {1.0, 2.0}));
  EXPECT_TRUE(
      is(outer(tensor({true, false}), tensor({true, true})), {2, 2}, {true, true, false, false}));
  EXPECT_TRUE(has_shape(outer(zeros({0}), zeros({3})), {0, 3}));
  EXPECT_TRUE(is(outer(counting({2}).expand({2, 2}), counting({2}).flip()), {4, 2},
                 {0, 0, 1, 0, 0, 0, 1, 0}));
}

TEST(Outer, AppliesAFunctionToAllPairs) {
  const auto a = tensor({1, 2});
  const auto b = tensor({10, 20, 30});
  EXPECT_TRUE(is(outer(std::plus(), a, b), {2, 3}, {11, 21, 31, 12, 22, 32}));
  EXPECT_TRUE(is(outer(std::less_equal(), b, tensor(20.0)), {3}, {true, true, false}));
  const auto larger = [](const auto& x, const auto& y) { return maximum(x, y); };
  EXPECT_TRUE(is(outer(larger, counting({2, 2}).transpose(), tensor({1, 2})), {2, 2, 2},
                 {1, 2, 2, 2, 1, 2, 3, 3}));
  EXPECT_TRUE(
      is(outer(std::minus(), counting({2, 2})[1], b.flip()), {2, 3}, {-28, -18, -8, -27, -17, -7}));
  EXPECT_TRUE(is(outer(std::plus(), tensor({10, 20}), counting({2, 2})), {2, 2, 2},
                 {10, 11, 12, 13, 20, 21, 22, 23}));
  EXPECT_TRUE(has_shape(outer(std::plus(), zeros({0, 2}), zeros({3})), {0, 2, 3}));
  EXPECT_TRUE(is(outer(std::minus(), a.narrow(0, 0, 1).expand({2}), tensor(3)), {2}, {-2, -2}));
  EXPECT_THROW((void)outer(std::plus(), zeros(Dims::filled(40, 1)), zeros(Dims::filled(40, 1))),
               ValueError);
}

TEST(Trace, AddsADiagonal) {
  const auto m = counting({2, 3, 4});
  EXPECT_TRUE(is(trace(counting({3, 3})), {}, {std::int64_t{12}}));
  EXPECT_TRUE(is(trace(m), {4}, {16, 18, 20, 22}));
  EXPECT_TRUE(is(trace(m, 1, 1, 2), {2}, {18, 54}));
  EXPECT_TRUE(is(trace(m, -1, 2, 0), {3}, {15, 23, 31}));
  EXPECT_TRUE(is(trace(m, 1, -2, -1), {2}, {18, 54}));
  EXPECT_TRUE(is(trace(m, 9), {4}, {0, 0, 0, 0}));
  EXPECT_TRUE(is(trace(zeros({0, 3})), {}, {0.f}));
  EXPECT_TRUE(is(trace(ones<bool>({3, 2})), {}, {std::int64_t{2}}));
  EXPECT_TRUE(is(trace(tensor({{Complex64(1, 2)}})), {}, {Complex64(1, 2)}));
}

TEST(Trace, NeedsTwoDims) {
  EXPECT_TRUE(throws<IndexError>([] { (void)trace(zeros({3})); },
                                 "trace: dim 1 is out of range for a tensor of rank 1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)trace(zeros({3, 3}), 0, 1, -1); },
                                 "trace: dim1 and dim2 are both dim 1"));
}

TEST(Cross, IsThatOfNumPy) {
  EXPECT_TRUE(is(cross(tensor({1, 0, 0}), tensor({0, 1, 0})), {3}, {0, 0, 1}));
  EXPECT_TRUE(
      is(cross(tensor({{1, 2, 3}, {4, 5, 6}}), tensor({4, 5, 6})), {2, 3}, {-3, 6, -3, 0, 0, 0}));
  EXPECT_TRUE(
      is(cross(tensor({{1}, {2}, {3}}), tensor({{4}, {5}, {6.5}}), 0), {3, 1}, {-2.0, 5.5, -3.0}));
  EXPECT_THROW((void)cross(tensor({1, 2}), tensor({1, 2})), ShapeError);
  EXPECT_THROW((void)cross(tensor({1, 2, 3}), tensor({1, 2, 3}), 1), IndexError);
}

TEST(Kron, IsThatOfNumPy) {
  EXPECT_TRUE(is(kron(tensor({1, 10}), tensor({1, 2, 3})), {6}, {1, 2, 3, 10, 20, 30}));
  EXPECT_TRUE(is(kron(tensor({{1, 2}}), tensor({{1}, {3}})), {2, 2}, {1, 2, 3, 6}));
  EXPECT_TRUE(
      is(kron(tensor({{1, 2}, {3, 4}}), tensor({5, 6})), {2, 4}, {5, 6, 10, 12, 15, 18, 20, 24}));
  EXPECT_TRUE(is(kron(tensor(3), tensor({5, 6})), {2}, {15, 18}));
  EXPECT_TRUE(kron(zeros({0}), zeros({3})).numel() == 0);
}

}  // namespace products_test
