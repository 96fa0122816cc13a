// tensor(…) from braces of any depth, from vectors and from single values.
#include <array>
#include <complex>
#include <list>
#include <span>
#include <string>

#include <ndx/tensor/create/tensor_literal.hpp>

#include "support/expect.hpp"

namespace tensor_literal_test {

using expect::is;
using expect::throws;
using ndx::index_t;
using ndx::ShapeError;
using ndx::tensor;
using ndx::Tensor;

TEST(TensorLiteral, TakesBracesUpToFourDeepAndFindsTheType) {
  EXPECT_TRUE(is(tensor({1, 2, 3}), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(tensor({{1.5, 2.5}, {3.5, 4.5}}), {2, 2}, {1.5, 2.5, 3.5, 4.5}));
  EXPECT_TRUE(is(tensor({{{1, 2}}, {{3, 4}}, {{5, 6}}}), {3, 1, 2}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(is(tensor({{{{1}, {2}}}, {{{3}, {4}}}}), {2, 1, 2, 1}, {1, 2, 3, 4}));
  static_assert(std::is_same_v<decltype(tensor({1, 2})), Tensor<int>>);
  static_assert(std::is_same_v<decltype(tensor({{true}, {false}})), Tensor<bool>>);
  static_assert(std::is_same_v<decltype(tensor({1.5F})), Tensor<float>>);
}

TEST(TensorLiteral, OfOneElementKeepsTheDepthOfItsBraces) {
  EXPECT_TRUE(is(tensor({7}), {1}, {7}));
  EXPECT_TRUE(is(tensor({{7}}), {1, 1}, {7}));
  EXPECT_TRUE(is(tensor({{{7}}}), {1, 1, 1}, {7}));
  EXPECT_TRUE(is(tensor({{{{7}}}}), {1, 1, 1, 1}, {7}));
}

TEST(TensorLiteral, WithTheTypeNamedConvertsAtAnyDepth) {
  EXPECT_TRUE(is(tensor<float>({1, 2}), {2}, {1, 2}));
  EXPECT_TRUE(is(tensor<float>({{1, 2.5}, {3, 4}}), {2, 2}, {1, 2.5, 3, 4}));
  EXPECT_TRUE(is(tensor<int>({{{{{1, 2}}}}}), {1, 1, 1, 1, 2}, {1, 2}));
  EXPECT_TRUE(is(tensor<int>({{{{{1}, {2}}, {{3}, {4}}}}}), {1, 1, 2, 2, 1}, {1, 2, 3, 4}));
  EXPECT_TRUE(is(tensor<double>({{{{{{7}}}}}}), {1, 1, 1, 1, 1, 1}, {7}));
  EXPECT_TRUE(is(tensor<bool>({true, false}), {2}, {true, false}));
}

TEST(TensorLiteral, WithTheTypeNamedOfOneElementKeepsTheDepthOfItsBraces) {
  EXPECT_TRUE(is(tensor<float>({1}), {1}, {1}));
  EXPECT_TRUE(is(tensor<float>({{1}}), {1, 1}, {1}));
  EXPECT_TRUE(is(tensor<float>({{{1}}}), {1, 1, 1}, {1}));
  EXPECT_TRUE(is(tensor<int>({std::int8_t{5}}), {1}, {5}));
}

TEST(TensorLiteral, OfSeveralTypesHoldsDoublesOrIntegersOf64Bits) {
  EXPECT_TRUE(is(tensor({1, 2.5}), {2}, {1.0, 2.5}));
  EXPECT_TRUE(is(tensor({{1, 2}, {2.5, 3.F}}), {2, 2}, {1.0, 2.0, 2.5, 3.0}));
  EXPECT_TRUE(is(tensor({1, std::int64_t{2}, std::uint8_t{3}}), {3}, {index_t{1}, 2, 3}));
  static_assert(std::is_same_v<decltype(tensor({1.F, 2.0})), Tensor<double>>);
  static_assert(std::is_same_v<decltype(tensor({1.F, 2.F})), Tensor<float>>);
  static_assert(std::is_same_v<decltype(tensor({1, 2})), Tensor<int>>);
  static_assert(std::is_same_v<decltype(tensor({{1, 2L}, {3, 4}})), Tensor<index_t>>);
  EXPECT_TRUE(throws<ndx::ValueError>([] { (void)tensor({1, UINT64_MAX}); },
                                      "tensor: 18446744073709551615 does not fit into 64 bits "
                                      "with a sign"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensor({{1, 2.5}, {1}}); },
                                 "tensor: the lists at depth 1 differ in length"));
}

TEST(TensorLiteral, OfNoElements) {
  EXPECT_TRUE(is(tensor<int>({}), {0}, {}));
  EXPECT_TRUE(is(tensor<int>({{}}), {1, 0}, {}));
  EXPECT_TRUE(is(tensor<int>({{}, {}}), {2, 0}, {}));
}

TEST(TensorLiteral, OfAValueHasRankZero) {
  EXPECT_TRUE(is(tensor(5), {}, {5}));
  EXPECT_TRUE(is(tensor(true), {}, {true}));
  EXPECT_TRUE(is(tensor<double>(5), {}, {5.0}));
  EXPECT_TRUE(is(tensor<std::complex<float>>(2.0F), {}, {{2, 0}}));
  static_assert(std::is_same_v<decltype(tensor(2.5F)), Tensor<float>>);
}

TEST(TensorLiteral, RefusesListsOfDifferentLength) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensor({{1, 2}, {3}}); },
                                 "tensor: the lists at depth 1 differ in length"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensor({{{1, 2}}, {{3, 4}, {5, 6}}}); },
                                 "tensor: the lists at depth 1 differ in length"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensor({{{1, 2}}, {{3}}}); },
                                 "tensor: the lists at depth 2 differ in length"));
  EXPECT_THROW((void)tensor({{1}, {}}), ShapeError);
  EXPECT_THROW((void)tensor<float>({{1, 2}, {3, 4, 5}}), ShapeError);
  EXPECT_THROW((void)tensor<float>({{}, {1}}), ShapeError);
}

TEST(TensorLiteral, RefusesNumbersBesideLists) {
  EXPECT_THROW((void)tensor<int>({1, {2, 3}}), ShapeError);
  EXPECT_THROW((void)tensor<int>({{1, 2}, 3}), ShapeError);
}

TEST(TensorOfVector, CopiesItsElements) {
  std::vector<double> values{1.5, 2.5};
  const auto t = tensor(values);
  values[0] = 99;
  EXPECT_TRUE(is(t, {2}, {1.5, 2.5}));
  EXPECT_TRUE(is(tensor(std::vector<int>{}), {0}, {}));
}

TEST(TensorOfVector, OfBoolsIsAMask) {
  const auto mask = tensor(std::vector<bool>{true, false, true});
  static_assert(std::is_same_v<decltype(mask), const Tensor<bool>>);
  EXPECT_TRUE(is(mask, {3}, {true, false, true}));
}

TEST(TensorOfVector, OfStructs) {
  struct Pair {
    int a;
    int b;
  };
  const auto t = tensor(std::vector<Pair>{{1, 2}, {3, 4}});
  EXPECT_EQ(t(1).b, 4);
}

TEST(TensorOfNestedVectors, HasTheRankOfTheNesting) {
  const std::vector<std::vector<float>> rows{{1, 2, 3}, {4, 5, 6}};
  EXPECT_TRUE(is(tensor(rows), {2, 3}, {1, 2, 3, 4, 5, 6}));
  const std::vector<std::vector<std::vector<int>>> deep{{{1, 2}}, {{3, 4}}, {{5, 6}}};
  EXPECT_TRUE(is(tensor(deep), {3, 1, 2}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(is(tensor(std::vector<std::vector<bool>>{{true, false}}), {1, 2}, {true, false}));
  EXPECT_TRUE(is(tensor(std::vector<std::array<int, 2>>{{1, 2}, {3, 4}}), {2, 2}, {1, 2, 3, 4}));
  EXPECT_TRUE(is(tensor(std::vector<std::vector<std::complex<float>>>{{{1, 2}}}), {1, 1},
                 {std::complex<float>(1, 2)}));
}

TEST(TensorOfNestedVectors, InBraces) {
  const std::vector<float> a{1, 2, 3}, b{4, 5, 6};
  EXPECT_TRUE(is(tensor({a, b}), {2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(is(tensor({a}), {1, 3}, {1, 2, 3}));
  EXPECT_TRUE(is(tensor<int>({a, b}), {2, 3}, {1, 2, 3, 4, 5, 6}));
  const std::array<int, 2> pair{7, 8};  // whose bytes could be an element
  EXPECT_TRUE(is(tensor({pair, pair}), {2, 2}, {7, 8, 7, 8}));
  EXPECT_EQ((tensor<std::array<int, 2>>({pair, pair}).size(0)), 2);
  EXPECT_TRUE(throws<ShapeError>([&] { (void)tensor({a, {1.F}}); },
                                 "tensor: the list at (1) has size 1, but the list at (0) has "
                                 "size 3"));
}

TEST(TensorOfNestedVectors, OfNoElements) {
  using Rows = std::vector<std::vector<int>>;
  EXPECT_TRUE(is(tensor(Rows{}), {0, 0}, {}));
  EXPECT_TRUE(is(tensor(Rows(2)), {2, 0}, {}));
}

TEST(TensorOfNestedVectors, RefusesRaggedListsAndNamesThePlace) {
  using Rows = std::vector<std::vector<int>>;
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensor(Rows{{1, 2}, {3, 4}, {5}}); },
                                 "tensor: the list at (2) has size 1, but the list at (0) has "
                                 "size 2"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)tensor(Rows{{}, {1}}); },
                                 "tensor: the list at (1) has size 1, but the list at (0) has "
                                 "size 0"));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)tensor(std::vector<Rows>{{{1, 2}, {3, 4}}, {{5, 6}, {7, 8, 9}}}); },
      "tensor: the list at (1, 1) has size 3, but the list at (0, 0) has size 2"));
}

TEST(TensorOfArrays, TakesArraysSpansAndCArrays) {
  const std::array<int, 3> array{1, 2, 3};
  EXPECT_TRUE(is(tensor(array), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(tensor(std::span<const int>(array).first(2)), {2}, {1, 2}));
  const std::array<std::array<double, 2>, 2> square{{{1, 2}, {3, 4}}};
  EXPECT_TRUE(is(tensor(square), {2, 2}, {1.0, 2.0, 3.0, 4.0}));
  int rows[2][3] = {{1, 2, 3}, {4, 5, 6}};
  const auto t = tensor(rows);
  rows[0][0] = 99;
  EXPECT_TRUE(is(t, {2, 3}, {1, 2, 3, 4, 5, 6}));
  EXPECT_TRUE(is(tensor(std::list<std::int8_t>{1, 2}), {2}, {1, 2}));
  EXPECT_TRUE(is(tensor(t.shape()), {2}, {2, 3}));
}

TEST(TensorOfArrays, WithTheTypeNamedConverts) {
  const int rows[2][2] = {{1, 2}, {3, 4}};
  EXPECT_TRUE(is(tensor<double>(rows), {2, 2}, {1.0, 2.0, 3.0, 4.0}));
  EXPECT_TRUE(is(tensor<bool>(std::vector<int>{0, 2}), {2}, {false, true}));
  using Triple = std::array<int, 3>;  // as an element
  const auto triples = tensor<Triple>(std::vector<Triple>{{1, 2, 3}, {4, 5, 6}});
  EXPECT_TRUE(is(triples, {2}, {Triple{1, 2, 3}, Triple{4, 5, 6}}));
}

template <class X>
concept MakesATensor = requires(const X& x) { tensor(x); };

TEST(TensorOfArrays, RefusesTextAndTensors) {
  static_assert(MakesATensor<std::vector<int>>);
  static_assert(!MakesATensor<std::string>);
  static_assert(!MakesATensor<char[4]>);
  static_assert(!MakesATensor<std::vector<std::string>>);
  static_assert(!MakesATensor<std::vector<Tensor<int>>>);
}

TEST(TensorLiteral, IsRowMajorAndFresh) {
  const auto t = tensor({{1, 2}, {3, 4}});
  EXPECT_TRUE(t.is_contiguous());
  EXPECT_EQ(t.storage().owners(), 1U);
}

}  // namespace tensor_literal_test
