#include <complex>
#include <cstdint>
#include <limits>
#include <vector>

#include <ndx/half.hpp>
#include <ndx/sets.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace sets_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

/// Elements as text, in which NaN equals NaN.
template <class T>
std::string text(const Tensor<T>& t) {
  return to_string(t);
}

// NumPy: np.lexsort(([1, 2, 1, 0], [5, 4, 4, 5])) and so on.
TEST(Lexsort, TakesTheLastKeyAsTheMostImportant) {
  EXPECT_TRUE(is(lexsort({tensor({1, 2, 1, 0}), tensor({5, 4, 4, 5})}), {4}, {2, 1, 3, 0}));
  EXPECT_TRUE(
      is(lexsort({tensor({1.0, nan, 0.0, nan}), tensor({2.0, 2.0, nan, 2.0})}), {4}, {0, 1, 3, 2}));
  const std::vector<Tensor<int>> keys{tensor({9, 4, 0, 4, 0, 2, 1}), tensor({1, 5, 1, 4, 3, 4, 4})};
  EXPECT_TRUE(is(lexsort(keys), {7}, {2, 0, 4, 6, 5, 3, 1}));
  EXPECT_TRUE(is(lexsort(stack(keys)), {7}, {2, 0, 4, 6, 5, 3, 1}));
}

TEST(Lexsort, OfATupleTakesKeysOfDifferentTypes) {
  const auto first = tensor({true, false, true, false});
  const auto second = tensor({float16(2.f), float16(2.f), float16(-1.f), float16(7.f)});
  const auto third = tensor({0, 0, 0, -3}).to<std::int8_t>();
  EXPECT_TRUE(is(lexsort(std::tuple(first, second, third)), {4}, {3, 2, 1, 0}));
  EXPECT_TRUE(is(lexsort(std::tie(first)), {4}, {1, 3, 0, 2}));
}

TEST(Lexsort, GoesAlongADimOfEachKey) {
  const auto k = tensor({{1, 0, 1}, {0, 1, 1}});
  const auto m = tensor({{2, 1, 0}, {1, 1, 0}});
  EXPECT_TRUE(is(lexsort({k, m}, 0), {2, 3}, {1, 0, 0, 0, 1, 1}));
  EXPECT_TRUE(is(lexsort({k, m}, -1), {2, 3}, {2, 1, 0, 2, 0, 1}));
  EXPECT_TRUE(is(lexsort({k.flip({1}), m.flip({1})}), {2, 3}, {0, 1, 2, 0, 2, 1}));
  EXPECT_TRUE(is(lexsort({k.transpose(), m.transpose()}, 1), {3, 2}, {1, 0, 0, 1, 0, 1}));
}

TEST(Lexsort, OfFewElements) {
  EXPECT_TRUE(is(lexsort({tensor(3), tensor(2)}), {}, {0}));
  EXPECT_TRUE(has_shape(lexsort({zeros({2, 0}), zeros({2, 0})}), {2, 0}));
}

TEST(Lexsort, RefusesKeysThatDifferInShape) {
  const auto a = tensor({1, 2});
  EXPECT_TRUE(throws<ShapeError>([&] { (void)lexsort({a, tensor({1, 2, 3})}); },
                                 "lexsort: key 1 has shape (3), but key 0 has shape (2)"));
  EXPECT_TRUE(throws<ValueError>([] { (void)lexsort(std::vector<Tensor<int>>()); },
                                 "lexsort: there must be at least one key"));
  EXPECT_THROW((void)lexsort({a, a}, 1), IndexError);
}

constexpr UniqueOptions everything{
    .return_index = true, .return_inverse = true, .return_counts = true};

// PyTorch's documentation of unique_consecutive.
TEST(UniqueConsecutive, DropsRepeatedNeighboursAlone) {
  const auto x = tensor({1, 1, 2, 2, 3, 1, 1, 2});
  const auto found = unique_consecutive(x, everything);
  EXPECT_TRUE(is(found.values, {5}, {1, 2, 3, 1, 2}));
  EXPECT_TRUE(is(found.inverse, {8}, {0, 0, 1, 1, 2, 3, 3, 4}));
  EXPECT_TRUE(is(found.counts, {5}, {2, 2, 1, 2, 1}));
  EXPECT_TRUE(is(found.index, {5}, {0, 2, 4, 5, 7}));
  const auto plain = unique_consecutive(x, {.sorted = false});
  EXPECT_TRUE(is(plain.values, {5}, {1, 2, 3, 1, 2}));
  EXPECT_TRUE(has_shape(plain.counts, {0}));
}

TEST(UniqueConsecutive, FollowsTheViewInRowMajorOrder) {
  const auto x = tensor({{1, 2}, {1, 2}, {2, 2}});
  const auto found = unique_consecutive(x.transpose(), everything);
  EXPECT_TRUE(is(found.values, {2}, {1, 2}));
  EXPECT_TRUE(is(found.inverse, {2, 3}, {0, 0, 1, 1, 1, 1}));
  EXPECT_TRUE(is(unique_consecutive(tensor(7).expand({4}), everything).counts, {1}, {4}));
  EXPECT_TRUE(is(unique_consecutive(tensor(7), everything).inverse, {}, {0}));
  EXPECT_TRUE(has_shape(unique_consecutive(zeros<int>({2, 0})).values, {0}));
}

TEST(UniqueConsecutive, AlongADimComparesSlices) {
  const auto x = tensor({{1, 0, 0, 1}, {2, 3, 3, 2}});
  const auto found = unique_consecutive(x, -1, everything);
  EXPECT_TRUE(is(found.values, {2, 3}, {1, 0, 1, 2, 3, 2}));
  EXPECT_TRUE(is(found.inverse, {4}, {0, 1, 1, 2}));
  EXPECT_TRUE(is(found.counts, {3}, {1, 2, 1}));
  EXPECT_TRUE(is(unique_consecutive(zeros<int>({3, 0}), 0, everything).counts, {1}, {3}));
  EXPECT_TRUE(has_shape(unique_consecutive(zeros<int>({0, 3}), 0).values, {0, 3}));
  EXPECT_THROW((void)unique_consecutive(x, 2), IndexError);
}

TEST(UniqueConsecutive, TakesNansForEqualUnlessToldOtherwise) {
  const auto x = tensor({nan, nan, 1.0, nan});
  EXPECT_TRUE(is(unique_consecutive(x, everything).counts, {3}, {2, 1, 1}));
  EXPECT_TRUE(is(unique_consecutive(x, {.return_counts = true, .equal_nan = false}).counts, {4},
                 {1, 1, 1, 1}));
  using C = std::complex<float>;
  const auto nanf = static_cast<float>(nan);
  EXPECT_TRUE(is(unique_consecutive(tensor({C(nanf, 1), C(2, nanf), C(0, 1)}), everything).counts,
                 {2}, {2, 1}));
}

// NumPy 1.24: np.union1d(a, b) and so on, of int8 and doubles.
TEST(SetOperations, TakeTensorsOfAnyShapesAndTypes) {
  const auto a = tensor({{3, 1}, {2, 3}}).to<std::int8_t>();
  const auto b = tensor({2.5, 3.0, 2.0, 9.0});
  EXPECT_TRUE(is(union1d(a, b), {5}, {1, 2, 2.5, 3, 9}));
  EXPECT_TRUE(is(setdiff1d(a, b), {1}, {std::int8_t{1}}));
  EXPECT_TRUE(is(setxor1d(a, b), {3}, {1, 2.5, 9}));
  const auto both = intersect1d(a, b, {.return_indices = true});
  EXPECT_TRUE(is(both.values, {2}, {2, 3}));
  EXPECT_TRUE(is(both.indices_a, {2}, {2, 0}));
  EXPECT_TRUE(is(both.indices_b, {2}, {2, 1}));
  EXPECT_TRUE(has_shape(intersect1d(a, b).indices_a, {0}));
  EXPECT_TRUE(is(union1d(a.transpose(), b.flip()), {5}, {1, 2, 2.5, 3, 9}));
}

TEST(SetOperations, IndicesAreThoseOfFirstOccurrences) {
  const auto both = intersect1d(tensor({3, 3, 1, 2}), tensor({2, 2, 3}), {.return_indices = true});
  EXPECT_TRUE(is(both.values, {2}, {2, 3}));
  EXPECT_TRUE(is(both.indices_a, {2}, {3, 0}));
  EXPECT_TRUE(is(both.indices_b, {2}, {0, 2}));
}

TEST(SetOperations, CompareIntegersByValue) {
  const auto bytes = tensor({250, 3}).to<std::uint8_t>();
  EXPECT_TRUE(is(setdiff1d(bytes, tensor({-6, 3})), {1}, {std::uint8_t{250}}));
  EXPECT_TRUE(is(union1d(bytes, tensor({-6}).to<std::int8_t>()), {3}, {-6, 3, 250}));
  EXPECT_TRUE(is(union1d(tensor({true, false}), tensor({true})), {2}, {false, true}));
}

TEST(SetOperations, NanIsInNoOtherSet) {
  const auto x = tensor({nan, 1.0, nan, 2.0});
  const auto y = tensor({nan, 2.0, 3.0});
  EXPECT_EQ(text(union1d(x, y)), "[ 1.  2.  3. nan]");
  EXPECT_TRUE(is(intersect1d(x, y).values, {1}, {2}));
  EXPECT_EQ(text(setdiff1d(x, y)), "[ 1. nan]");
  EXPECT_EQ(text(setxor1d(x, y)), "[ 1.  3. nan nan]");
}

TEST(SetOperations, OrderComplexNumbersAsNumPy) {
  using C = std::complex<double>;
  const auto c = tensor({C(1, 1), C(2), C(nan, 1), C(1, 1)});
  const auto d = tensor({C(2), C(5), C(nan, 1)});
  EXPECT_TRUE(is(union1d(c, d).slice(0, Slice(0, 3)), {3}, {C(1, 1), C(2), C(5)}));
  EXPECT_EQ(union1d(c, d).numel(), 4);
  EXPECT_TRUE(is(intersect1d(c, d).values, {1}, {C(2)}));
  EXPECT_EQ(setdiff1d(c, d).numel(), 2);
  EXPECT_EQ(setxor1d(c, d).numel(), 4);
}

TEST(SetOperations, OfFewElements) {
  const auto none = zeros<double>({0});
  EXPECT_TRUE(is(union1d(none, tensor(2.0)), {1}, {2}));
  EXPECT_TRUE(has_shape(intersect1d(none, ones<double>({2})).values, {0}));
  EXPECT_TRUE(has_shape(intersect1d(none, none, {.return_indices = true}).indices_b, {0}));
  EXPECT_TRUE(has_shape(setdiff1d(zeros<int>({0, 3}), tensor({1})), {0}));
  EXPECT_TRUE(is(setxor1d(none, tensor({2.f, 1.f})), {2}, {1, 2}));
}

template <class T>
class SetOperationsOf : public testing::Test {};
using NumberTypes =
    testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                   std::uint16_t, std::uint32_t, std::uint64_t, float16, bfloat16, float, double>;
TYPED_TEST_SUITE(SetOperationsOf, NumberTypes);

TYPED_TEST(SetOperationsOf, EveryTypeGiveThatType) {
  using T = TypeParam;
  const auto a = tensor({5, 1, 3, 1}).template to<T>();
  const auto b = tensor({4, 5, 3}).template to<T>();
  const auto same = [](const Tensor<T>& got, const Tensor<int>& want) {
    return array_equal(got, want.template to<T>());
  };
  EXPECT_TRUE(same(union1d(a, b), tensor({1, 3, 4, 5})));
  EXPECT_TRUE(same(intersect1d(a, b).values, tensor({3, 5})));
  EXPECT_TRUE(same(setdiff1d(a, b), tensor({1})));
  EXPECT_TRUE(same(setxor1d(a, b), tensor({1, 4})));
  EXPECT_TRUE(same(unique_consecutive(a).values, tensor({5, 1, 3, 1})));
  EXPECT_TRUE(same(mode(a).values, tensor(1)));
  EXPECT_TRUE(is(lexsort({a, a}), {4}, {1, 3, 2, 0}));
}

// PyTorch: the smallest of the most frequent elements.
TEST(Mode, IsTheMostFrequentElementOfEachLine) {
  const auto x = tensor({{2, 1, 2, 0}, {3, 1, 5, 3}, {7, 4, 4, 7}});
  const auto rows = mode(x);
  EXPECT_TRUE(is(rows.values, {3}, {2, 3, 4}));
  EXPECT_TRUE(is(rows.indices, {3}, {2, 3, 2}));
  const auto columns = mode(x, -2, true);
  EXPECT_TRUE(is(columns.values, {1, 4}, {2, 1, 2, 0}));
  EXPECT_TRUE(is(columns.indices, {1, 4}, {0, 1, 0, 0}));
  EXPECT_TRUE(is(mode(x.transpose(), 0).values, {3}, {2, 3, 4}));
  EXPECT_TRUE(is(mode(x.reshape({3, 2, 2}).flip(), 1, true).values, {3, 1, 2}, {4, 4, 1, 3, 0, 2}));
}

TEST(Mode, OfNansCountsEachOnce) {
  EXPECT_TRUE(is(mode(tensor({nan, nan, 1.0, nan})).values, {}, {1}));
  EXPECT_TRUE(is(mode(tensor({true, false, true})).values, {}, {true}));
  EXPECT_TRUE(is(mode(tensor({0.0, -0.0, 1.0, 1.0, 0.0})).values, {}, {0}));
}

TEST(Mode, OfFewElements) {
  EXPECT_TRUE(is(mode(tensor(4)).values, {}, {4}));
  EXPECT_TRUE(is(mode(tensor(4), 0, true).indices, {}, {0}));
  EXPECT_TRUE(has_shape(mode(zeros({0, 3}), 1).values, {0}));
  EXPECT_TRUE(throws<ValueError>([] { (void)mode(zeros({3, 0}), -1); },
                                 "mode: dim 1 of shape (3, 0) has no elements, and so no mode"));
  EXPECT_THROW((void)mode(zeros({3}), 1), IndexError);
}

TEST(Sets, TakeSubscripts) {
  const auto x = tensor({{3, 1, 3}, {1, 2, 2}});
  EXPECT_TRUE(is(union1d(x[0], x[1]), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(intersect1d(x[0], x[1]).values, {1}, {1}));
  EXPECT_TRUE(is(mode(x[0]).values, {}, {3}));
  EXPECT_TRUE(is(unique_consecutive(x[1]).values, {2}, {1, 2}));
  const Tensor<const int> constant = x;
  EXPECT_TRUE(is(setdiff1d(constant, constant[0]), {1}, {2}));
}

}  // namespace sets_test
