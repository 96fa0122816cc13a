// index, index_put_ and index_put as members of Tensor<T>: forms of the call, element types,
// results. What an index means is tested in tests/index.
#include <array>
#include <complex>

#include <ndx/tensor/indexing.hpp>

#include "support/expect.hpp"

namespace indexing_test {

using expect::is;
using ndx::arange;
using ndx::index_t;
using ndx::None;
using ndx::Reduce;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::TensorIndex;

Tensor<int> matrix() { return arange<int>(6).reshape({2, 3}); }

TEST(Index, TakesBracesArgumentsVectorsArraysAndSpans) {
  const auto t = matrix();
  const std::vector<int> expected{3, 5};
  const std::vector<TensorIndex> vector{1, Slice(None, None, 2)};
  const std::array<TensorIndex, 2> array{1, Slice(None, None, 2)};
  EXPECT_TRUE(is(t.index({1, Slice(None, None, 2)}), {2}, expected));
  EXPECT_TRUE(is(t.index(1, Slice(None, None, 2)), {2}, expected));
  EXPECT_TRUE(is(t.index(vector), {2}, expected));
  EXPECT_TRUE(is(t.index(array), {2}, expected));
  EXPECT_TRUE(is(t.index(std::span<const TensorIndex>(vector)), {2}, expected));
  EXPECT_TRUE(is(t.index(1), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(t.index(0, "...", None, 1, None, None), {1, 1, 1}, {1}));
}

TEST(Index, OfAReadOnlyTensorIsAReadOnlyViewOrACopy) {
  const Tensor<const int> t = matrix();
  static_assert(std::is_same_v<decltype(t.index({0})), Tensor<const int>>);
  EXPECT_TRUE(t.index({0}).shares_storage(t));
  EXPECT_TRUE(is(t.index({tensor({1, 1}), 0}), {2}, {3, 3}));
}

TEST(Index, OfEveryElementSize) {
  const auto check = []<class T>(T first, T second) {
    const auto t = tensor<T>(std::vector<T>{first, second});
    EXPECT_TRUE(is(t.index({tensor({1, 0, -1})}), {3}, {second, first, second}));
    EXPECT_TRUE(is(t.index({tensor({false, true})}), {1}, {second}));
    t.index_put_({tensor({0})}, second);
    EXPECT_TRUE(is(t, {2}, {second, second}));
  };
  check(std::int8_t{1}, std::int8_t{-2});
  check(std::uint16_t{1}, std::uint16_t{65535});
  check(1.5F, -2.5F);
  check(std::uint64_t{1}, UINT64_MAX);
  check(std::complex<double>(1, 2), std::complex<double>(3, 4));
  check(std::array<char, 3>{'a', 'b', 'c'}, std::array<char, 3>{'d', 'e', 'f'});
  check(std::array<int, 3>{1, 2, 3}, std::array<int, 3>{4, 5, 6});
  check(std::array<int, 9>{1, 2, 3}, std::array<int, 9>{4, 5, 6});
}

TEST(IndexPut, ConvertsValuesOfAnyType) {
  const auto t = matrix();
  t.index_put_({0}, 2.9);
  t.index_put_({1, Slice(1)}, tensor({300.5F, -7.5F}));
  EXPECT_TRUE(is(t, {2, 3}, {2, 2, 2, 3, 300, -7}));
  t.index_put_({Slice(), 0}, {8, 9});
  EXPECT_TRUE(is(t, {2, 3}, {8, 2, 2, 9, 300, -7}));
}

TEST(IndexPut, GivesTheTensorBack) {
  const auto t = matrix();
  EXPECT_EQ(&t.index_put_({0}, 1), &t);
  EXPECT_TRUE(is(matrix().index_put_({0}, 7), {2, 3}, {7, 7, 7, 3, 4, 5}));
}

TEST(IndexPut, OutOfPlaceLeavesTheTensor) {
  const auto t = matrix();
  EXPECT_TRUE(is(t.index_put({tensor({1})}, 9), {2, 3}, {0, 1, 2, 9, 9, 9}));
  EXPECT_TRUE(is(t.index_put({0, 0}, 5, true), {2, 3}, {5, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(Tensor<const int>(t).index_put({0}, 9), {2, 3}, {9, 9, 9, 3, 4, 5}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(IndexPut, AccumulatesDuplicatesInEveryType) {
  const auto rows = tensor({0, 0, 1});
  const auto accumulated = [&](auto value) {
    const auto t = ndx::zeros<decltype(value)>({2});
    t.index_put_({rows}, value, true);
    return expect::elements(t);
  };
  EXPECT_EQ(accumulated(1.5), (std::vector<double>{3, 1.5}));
  EXPECT_EQ(accumulated(std::int8_t{100}), (std::vector<std::int8_t>{-56, 100}));  // wraps
  EXPECT_EQ(accumulated(INT64_MAX), (std::vector<index_t>{-2, INT64_MAX}));
  EXPECT_EQ(accumulated(std::uint16_t{65535}), (std::vector<std::uint16_t>{65534, 65535}));
  EXPECT_EQ(accumulated(true), (std::vector<bool>{true, true}));
  EXPECT_EQ(accumulated(std::complex<float>(1, 2)),
            (std::vector<std::complex<float>>{{2, 4}, {1, 2}}));
}

TEST(IndexPut, AccumulatesThroughAView) {
  const auto t = matrix();
  t.index_put_({Slice(), Slice(None, None, -1)}, tensor({100, 200, 300}), true);
  EXPECT_TRUE(is(t, {2, 3}, {300, 201, 102, 303, 204, 105}));
}

// ---- A value in braces.

TEST(BracedValue, OfATensorIsTheTensor) {
  const auto t = arange<float>(6).reshape({2, 3});
  const auto mask = t > 3.F;
  t.index_put_({mask}, {tensor({-1.0, -2.0})});
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, -1, -2}));
  t.index_put_({0}, {tensor(7)}, true);
  EXPECT_TRUE(is(t, {2, 3}, {7, 8, 9, 3, -1, -2}));
  t.oindex_put_({1}, {t.select(0, 0)}, {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(t, {2, 3}, {7, 8, 9, 7, 8, 9}));
  EXPECT_TRUE(is(t.index_put({Slice(), 0}, {tensor({1, 2})}), {2, 3}, {1, 8, 9, 2, 8, 9}));
  t[{1}] = {tensor({1, 2, 3})};
  t[{1}] += {tensor({10, 20, 30})};
  EXPECT_TRUE(is(t, {2, 3}, {7, 8, 9, 11, 22, 33}));
  t.index_put_({Slice(None, None, -1)}, {t});  // overlaps
  EXPECT_TRUE(is(t, {2, 3}, {11, 22, 33, 7, 8, 9}));
  t[{}] = {5};
  EXPECT_TRUE(is(t, {2, 3}, {5, 5, 5, 5, 5, 5}));
}

}  // namespace indexing_test
