// Values from NumPy's where, argwhere and flatnonzero; types from promote.hpp.
#include <complex>
#include <limits>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace where_test {

const Tensor<bool> condition = tensor({{true, false, true}, {false, true, false}});

template <class R, class T>
constexpr bool holds(const Tensor<T>&) {
  return std::is_same_v<R, T>;
}

TEST(Where, ChoosesElementByElement) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(is(where(condition, x, -x), {2, 3}, {0, -1, 2, -3, 4, -5}));
  EXPECT_FALSE(where(condition, x, x).shares_storage(x));
}

TEST(Where, BroadcastsAllThree) {
  EXPECT_TRUE(is(where(tensor({{true}, {false}}), tensor({1, 2, 3}), tensor({{10}, {20}})), {2, 3},
                 {1, 2, 3, 20, 20, 20}));
  EXPECT_TRUE(is(where(tensor({1, 0, 2}), tensor({{1}, {2}}), tensor({{{5}}, {{6}}})), {2, 2, 3},
                 {1, 5, 1, 2, 5, 2, 1, 6, 1, 2, 6, 2}));
  EXPECT_TRUE(is(where(tensor(true), tensor({1, 2}), tensor({{3}, {4}})), {2, 2}, {1, 2, 1, 2}));
}

TEST(Where, TakesScalars) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(is(where(condition, x, 9), {2, 3}, {0, 9, 2, 9, 4, 9}));
  EXPECT_TRUE(is(where(condition, 9, x), {2, 3}, {9, 1, 9, 3, 9, 5}));
  EXPECT_TRUE(is(where(condition, 1, 0), {2, 3}, {1, 0, 1, 0, 1, 0}));
  EXPECT_TRUE(is(where(tensor({true, false}), tensor({{1}, {2}}), 0), {2, 2}, {1, 0, 2, 0}));
}

TEST(Where, TypesOfResults) {
  const auto bytes = tensor<std::int8_t>({1, 2, 3});
  EXPECT_TRUE(holds<std::int8_t>(where(condition, bytes, 100)));
  EXPECT_TRUE(holds<std::int16_t>(where(condition, bytes, tensor<std::uint8_t>({1, 2, 3}))));
  EXPECT_TRUE(holds<float>(where(condition, bytes, tensor<float>({1, 2, 3}))));
  EXPECT_TRUE(holds<double>(where(condition, 0.5, bytes)));
  EXPECT_TRUE(holds<float>(where(condition, tensor<float>({1, 2, 3}), 0.5)));
  EXPECT_TRUE(holds<bool>(where(condition, condition, false)));
  EXPECT_TRUE(holds<int>(where(condition, 1, 0)));
  EXPECT_TRUE(holds<double>(where(condition, 1, 0.5)));
  EXPECT_TRUE(holds<std::complex<double>>(where(condition, 1, std::complex<double>(0, 1))));
  EXPECT_TRUE(is(where(tensor({true, false}), tensor({1, 2}), 0.5), {2}, {1, 0.5}));
  EXPECT_TRUE(is(
      where(tensor({true, false}), tensor<std::uint8_t>({200, 0}), tensor<std::int8_t>({0, -100})),
      {2}, {200, -100}));
}

TEST(Where, AnyNumberIsACondition) {
  constexpr double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_TRUE(is(where(tensor({nan, 0.0, -0.0, 1.0}), 1, 0), {4}, {1, 0, 0, 1}));
  EXPECT_TRUE(is(where(tensor<std::uint8_t>({0, 128}), 1, 0), {2}, {0, 1}));
  EXPECT_TRUE(
      is(where(tensor({std::complex<float>(0, 1), std::complex<float>()}), 1, 0), {2}, {1, 0}));
}

TEST(Where, OfReadOnlyStridedAndOtherElements) {
  const Tensor<const bool> mask = condition;
  const Tensor<const int> x = counting({2, 3});
  const Tensor<int> chosen = where(mask, x, x.flip());
  EXPECT_TRUE(is(chosen, {2, 3}, {0, 4, 2, 2, 4, 0}));
  EXPECT_TRUE(is(where(mask.transpose(), x.transpose(), -1), {3, 2}, {0, -1, -1, 4, 2, -1}));
  using reference::Bytes3;
  const auto structs = tensor<Bytes3>({Bytes3{1, 2, 3}, Bytes3{4, 5, 6}});
  EXPECT_TRUE(
      is(where(tensor({true, false}), structs, structs.flip()), {2}, {{1, 2, 3}, {1, 2, 3}}));
  EXPECT_TRUE(is(where(tensor({true, false}), structs, Bytes3{}), {2}, {{1, 2, 3}, {0, 0, 0}}));
}

TEST(Where, OfRankZeroAndOfNothing) {
  EXPECT_TRUE(is(where(tensor(true), 1, 0), {}, {1}));
  EXPECT_TRUE(is(where(tensor(0), tensor(1), tensor(2)), {}, {2}));
  EXPECT_TRUE(has_shape(where(zeros<bool>({0, 3}), tensor({1, 2, 3}), 0), {0, 3}));
  EXPECT_TRUE(has_shape(where(tensor({true}), zeros({2, 0}), 0), {2, 0}));
}

TEST(Where, OfShapesThatDoNotBroadcastNamesAllThree) {
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)where(tensor({{true}, {false}}), tensor({1, 2, 3}), tensor({1, 2, 3, 4})); },
      "where: shapes (2, 1), (3) and (4) cannot be broadcast together"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)where(condition, tensor({1, 2}), 0); },
                                 "where: shapes (2, 3) and (2) cannot be broadcast together"));
}

TEST(Where, OfAConditionAloneIsNonzeroTuple) {
  const auto found = where(tensor({{3, 0, 1}, {0, 4, 0}}));
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(is(found[0], {3}, {0, 0, 1}));
  EXPECT_TRUE(is(found[1], {3}, {0, 2, 1}));
  EXPECT_EQ(where(tensor(true)).size(), 1u);
}

template <class T>
class ChosenElements : public testing::Test {};
using ElementTypes = testing::Types<bool, std::int8_t, std::uint16_t, std::int32_t, std::uint64_t,
                                    float, double, long double, std::complex<float>,
                                    std::complex<double>, reference::Bytes3, reference::Pair16>;
TYPED_TEST_SUITE(ChosenElements, ElementTypes);

TYPED_TEST(ChosenElements, OfEverySizeAndForEveryTrueCondition) {
  using T = TypeParam;
  const T a = reference::element<T>(1);
  const T b = reference::element<T>(2);
  const auto x = full<T>({4}, a);
  EXPECT_TRUE(is(where(tensor({2, 0, -1, 0}), x, b), {4}, {a, b, a, b}));
  EXPECT_TRUE(is(where(tensor({0.5, 0.0, -0.0, 1e-300}), b, x), {4}, {b, a, a, b}));
  EXPECT_TRUE(is(where(tensor({false, true, true, false}), x, full<T>({4}, b)), {4}, {b, a, a, b}));
}

}  // namespace where_test
