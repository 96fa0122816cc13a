#include <algorithm>
#include <cmath>
#include <limits>

#include <ndx/ops/random/random_numbers.hpp>

#include "support/expect.hpp"
#include "support/number_types.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace sort_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// NumPy's documentation of sort: a = [[1, 4], [3, 1]].
TEST(Sort, PutsTheElementsAlongADimInOrder) {
  const auto a = tensor({{1, 4}, {3, 1}});
  EXPECT_TRUE(is(sort(a).values, {2, 2}, {1, 4, 1, 3}));
  EXPECT_TRUE(is(sort(a, 1).values, {2, 2}, {1, 4, 1, 3}));
  EXPECT_TRUE(is(sort(a, 0).values, {2, 2}, {1, 1, 3, 4}));
  EXPECT_TRUE(is(sort(a, -2, true).values, {2, 2}, {3, 4, 1, 1}));
  EXPECT_TRUE(is(a, {2, 2}, {1, 4, 3, 1}));
}

TEST(Sort, TellsWhereTheElementsStood) {
  const auto [values, indices] = sort(tensor({{30, 10, 20}, {5, 6, 4}}));
  EXPECT_TRUE(is(values, {2, 3}, {10, 20, 30, 4, 5, 6}));
  EXPECT_TRUE(is(indices, {2, 3}, {1, 2, 0, 2, 0, 1}));
  EXPECT_TRUE(values.is_contiguous());
  EXPECT_TRUE(indices.is_contiguous());
}

TEST(Sort, AlongAMiddleDim) {
  const auto x = counting({2, 3, 2}).flip();
  const auto sorted = sort(x, 1);
  EXPECT_TRUE(is(sorted.values, {2, 3, 2}, {7, 6, 9, 8, 11, 10, 1, 0, 3, 2, 5, 4}));
  EXPECT_TRUE(is(sorted.indices, {2, 3, 2}, {2, 2, 1, 1, 0, 0, 2, 2, 1, 1, 0, 0}));
  EXPECT_TRUE(sorted.values.is_contiguous());
}

// PyTorch's documentation of sort: [0, 1] repeated nine times.
TEST(Sort, KeepsTheOrderOfEquals) {
  const auto x = arange(18).to<int>().view({9, 2}) * 0 + tensor({0, 1});
  EXPECT_TRUE(is(sort(x.view({18}), 0).indices, {18},
                 {0, 2, 4, 6, 8, 10, 12, 14, 16, 1, 3, 5, 7, 9, 11, 13, 15, 17}));
  EXPECT_TRUE(is(sort(x.view({18}), 0, true).indices, {18},
                 {1, 3, 5, 7, 9, 11, 13, 15, 17, 0, 2, 4, 6, 8, 10, 12, 14, 16}));
  EXPECT_TRUE(is(argsort(tensor({0.0, -0.0, 0.0})), {3}, {0, 1, 2}));
}

TEST(Sort, NotStableGivesTheSameValues) {
  const auto x = randint<int>(0, 9, {400}, 7);
  for (const bool descending : {false, true}) {
    const auto loose = sort(x, 0, descending, false);
    EXPECT_EQ(expect::elements(loose.values), expect::elements(sort(x, 0, descending).values));
    EXPECT_EQ(expect::elements(x.index({loose.indices})), expect::elements(loose.values));
    std::vector<index_t> places = expect::elements(loose.indices);
    std::sort(places.begin(), places.end());
    EXPECT_EQ(places, expect::elements(arange(400)));
  }
}

TEST(Sort, NanCountsAsTheLargest) {
  const auto x = tensor({nan, 2.0, inf, nan, -inf, 1.0});
  EXPECT_TRUE(is(argsort(x), {6}, {4, 5, 1, 2, 0, 3}));
  EXPECT_TRUE(is(argsort(x, 0, true), {6}, {0, 3, 2, 1, 5, 4}));
  EXPECT_TRUE(is(argsort(x, 0, true, false).narrow(0, 2, 4), {4}, {2, 1, 5, 4}));
  EXPECT_TRUE(std::isnan(sort(x).values.at(5)));
  EXPECT_EQ(sort(x).values.at(3), inf);
  EXPECT_TRUE(is(argsort(tensor<float>({nan, nan})), {2}, {0, 1}));
}

TEST(Sort, FollowsTheViewAndNotTheMemory) {
  const auto x = tensor({{3, 1, 2}, {9, 8, 7}});
  EXPECT_TRUE(is(sort(x.transpose(), 0).values, {3, 2}, {1, 7, 2, 8, 3, 9}));
  EXPECT_TRUE(is(argsort(x.flip()), {2, 3}, {0, 1, 2, 1, 0, 2}));
  EXPECT_TRUE(is(argsort(x.slice(1, Slice(None, None, 2))), {2, 2}, {1, 0, 1, 0}));
  const auto expanded = tensor({2, 1}).expand({3, 2});
  EXPECT_TRUE(is(sort(expanded).values, {3, 2}, {1, 2, 1, 2, 1, 2}));
  EXPECT_TRUE(is(argsort(expanded, 0), {3, 2}, {0, 0, 1, 1, 2, 2}));
}

TEST(Sort, OfReadOnlyTensors) {
  const Tensor<const float> x = tensor({2.f, 1.f});
  const Tensor<float> values = sort(x).values;
  EXPECT_TRUE(is(values, {2}, {1.f, 2.f}));
}

TEST(Sort, OfNothingOfOneAndOfRankZero) {
  EXPECT_TRUE(has_shape(sort(zeros({0})).values, {0}));
  EXPECT_TRUE(has_shape(argsort(zeros({2, 0, 3}), 0), {2, 0, 3}));
  EXPECT_TRUE(has_shape(argsort(zeros({0, 3'000'000'000'000}), 1), {0, 3'000'000'000'000}));
  EXPECT_TRUE(is(sort(tensor({7})).indices, {1}, {0}));
  EXPECT_TRUE(is(sort(tensor(7)).values, {}, {7}));
  EXPECT_TRUE(is(argsort(tensor(7), 0), {}, {0}));
}

TEST(Sort, AWrongDimIsNamed) {
  EXPECT_TRUE(throws<IndexError>([] { (void)sort(ones({2, 3}), 2); },
                                 "sort: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)argsort(ones({2, 3}), -3); },
                                 "argsort: dim -3 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)argsort(tensor(1), 1); },
                                 "argsort: dim 1 is out of range for a tensor of rank 0"));
}

// NumPy's documentation of sort: a = [[1, 4], [3, 1]].
TEST(SortValues, AreThoseOfSort) {
  const auto a = tensor({{1, 4}, {3, 1}});
  EXPECT_TRUE(is(sort_values(a), {2, 2}, {1, 4, 1, 3}));
  EXPECT_TRUE(is(sort_values(a, 0), {2, 2}, {1, 1, 3, 4}));
  EXPECT_TRUE(is(sort_values(a, -1, true), {2, 2}, {4, 1, 3, 1}));
  EXPECT_TRUE(is(sort_values(a.transpose().flip(), 0), {2, 2}, {1, 1, 3, 4}));
  EXPECT_TRUE(is(a, {2, 2}, {1, 4, 3, 1}));
}

TEST(SortValues, OfNothingOfOneAndOfRankZero) {
  EXPECT_TRUE(has_shape(sort_values(zeros({2, 0, 3}), 0), {2, 0, 3}));
  EXPECT_TRUE(is(sort_values(tensor({7})), {1}, {7}));
  const auto one = tensor(7);
  EXPECT_TRUE(is(sort_values(one, 0), {}, {7}));
  EXPECT_FALSE(sort_values(one).shares_storage(one));
  EXPECT_TRUE(throws<IndexError>([] { (void)sort_values(ones({2, 3}), 2); },
                                 "sort_values: dim 2 is out of range for a tensor of rank 2"));
}

TEST(SortValues, ZerosOfEitherSignAndNansKeepTheirOrder) {
  const auto x = tensor({0.0, nan, -0.0, 1.0, -nan, 0.0, -0.0, -1.0});
  const auto signs = [](const Tensor<double>& t) {
    std::vector<bool> result;
    for (const double value : t) result.push_back(std::signbit(value));
    return result;
  };
  const std::vector<bool> ascending{true, false, true, false, true, false, false, true};
  EXPECT_EQ(signs(sort_values(x)), ascending);
  EXPECT_EQ(signs(sort(x).values), ascending);
  const std::vector<bool> descending{false, true, false, false, true, false, true, true};
  EXPECT_EQ(signs(sort_values(x, 0, true)), descending);
  EXPECT_EQ(signs(sort(x, 0, true).values), descending);
}

template <class T>
class SortOfNumbers : public testing::Test {};
TYPED_TEST_SUITE(SortOfNumbers, number_types::NumbersAndBool);

TYPED_TEST(SortOfNumbers, ComparesByValue) {
  using T = TypeParam;
  using Limits = std::numeric_limits<T>;
  const auto x = tensor<T>({Limits::max(), T{1}, Limits::lowest(), T{0}, T{1}});
  const std::vector<index_t> ascending = std::is_same_v<T, bool>
                                             ? std::vector<index_t>{2, 3, 0, 1, 4}
                                             : std::vector<index_t>{2, 3, 1, 4, 0};
  EXPECT_TRUE(is(argsort(x), {5}, ascending));
  EXPECT_TRUE(is(sort(x).values, {5}, {Limits::lowest(), T{0}, T{1}, T{1}, Limits::max()}));
  EXPECT_TRUE(is(sort_values(x), {5}, {Limits::lowest(), T{0}, T{1}, T{1}, Limits::max()}));
}

}  // namespace sort_test
