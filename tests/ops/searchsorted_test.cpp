#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace searchsorted_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// NumPy's documentation of searchsorted.
TEST(Searchsorted, FindsWhereAValueWouldStand) {
  const auto sorted = tensor({11, 12, 13, 14, 15});
  EXPECT_TRUE(is(searchsorted(sorted, 13), {}, {2}));
  EXPECT_TRUE(is(searchsorted(sorted, 13, "right"), {}, {3}));
  EXPECT_TRUE(is(searchsorted(sorted, tensor({-10, 20, 12, 13})), {4}, {0, 5, 1, 2}));
}

// PyTorch's documentation of searchsorted.
TEST(Searchsorted, TakesListsInBraces) {
  EXPECT_TRUE(is(searchsorted({1, 3, 5}, tensor({3, 4}), "right"), {2}, {2, 2}));
  EXPECT_TRUE(is(searchsorted({1, 3, 5}, 4), {}, {2}));
  EXPECT_TRUE(is(searchsorted(tensor({1, 3, 5}), {3, 4.5}), {2}, {1, 2}));
  EXPECT_TRUE(is(bucketize(tensor({1, 3, 5, 7, 9}), {3, 6, 9}), {5}, {0, 0, 1, 2, 2}));
}

TEST(Searchsorted, SearchesEachRowInItsOwn) {
  const auto sorted = tensor({{1, 3, 5, 7, 9}, {2, 4, 6, 8, 10}});
  const auto values = tensor({{3, 6, 9}, {3, 6, 9}});
  EXPECT_TRUE(is(searchsorted(sorted, values), {2, 3}, {1, 3, 4, 1, 2, 4}));
  EXPECT_TRUE(is(searchsorted(sorted, values, "right"), {2, 3}, {2, 3, 5, 1, 3, 4}));
  EXPECT_TRUE(is(searchsorted(sorted, values, true), {2, 3}, {2, 3, 5, 1, 3, 4}));
  EXPECT_TRUE(is(searchsorted(tensor({1, 3, 5, 7, 9}), values), {2, 3}, {1, 3, 4, 1, 3, 4}));
  const auto deep =
      searchsorted(sorted.unsqueeze(1).expand({2, 2, 5}), tensor({{{0}, {9}}, {{7}, {11}}}));
  EXPECT_TRUE(is(deep, {2, 2, 1}, {0, 4, 3, 5}));
}

TEST(Searchsorted, PutsAValueBeforeOrBehindItsEquals) {
  const auto sorted = tensor({1, 2, 2, 2, 3});
  EXPECT_TRUE(is(searchsorted(sorted, tensor({2, 1, 3}), "left"), {3}, {1, 0, 4}));
  EXPECT_TRUE(is(searchsorted(sorted, tensor({2, 1, 3}), std::string("right")), {3}, {4, 1, 5}));
  EXPECT_TRUE(is(searchsorted(tensor({-0.0, 0.0}), 0.0), {}, {0}));
}

TEST(Searchsorted, FollowsTheViewAndNotTheMemory) {
  const auto backwards = tensor({9, 7, 5, 3, 1}).flip();
  EXPECT_TRUE(
      is(searchsorted(backwards, tensor({{2, 9}, {0, 4}}).transpose()), {2, 2}, {1, 0, 4, 2}));
  const auto columns = tensor({{1, 2}, {3, 4}, {5, 6}}).transpose();
  const auto values = tensor({{5, 4}, {1, 2}}).flip();
  EXPECT_TRUE(is(searchsorted(columns, values), {2, 2}, {1, 0, 1, 2}));
  EXPECT_TRUE(is(searchsorted(tensor({4}).expand({3}), 4, true), {}, {3}));
  const Tensor<const int> constant = backwards;
  EXPECT_TRUE(is(searchsorted(constant, Tensor<const int>(tensor({3}))), {1}, {1}));
}

TEST(Searchsorted, ComparesTypesByValue) {
  const auto sorted = tensor<std::int8_t>({-2, 0, 5});
  EXPECT_TRUE(is(searchsorted(sorted, tensor<std::uint64_t>({0, 5, UINT64_MAX})), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(searchsorted(tensor<std::uint32_t>({0, 5}), -1), {}, {0}));
  EXPECT_TRUE(is(searchsorted(sorted, tensor({-2.5, -1.5, 4.9, 5.1})), {4}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(searchsorted(sorted, 0.5f), {}, {2}));
  EXPECT_TRUE(is(searchsorted(tensor({1.5f, 2.5f}), tensor<index_t>({1, 2, 3})), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(searchsorted(tensor({false, true}), tensor({true, false}), true), {2}, {2, 1}));
  EXPECT_TRUE(
      is(searchsorted(tensor<index_t>({1, 1LL << 53, (1LL << 53) + 1}), (1LL << 53) + 1), {}, {2}));
}

TEST(Searchsorted, NanCountsAsTheLargest) {
  const auto sorted = tensor({1.0, inf, nan, nan});
  EXPECT_TRUE(is(searchsorted(sorted, tensor({nan, inf, 7.0})), {3}, {2, 1, 1}));
  EXPECT_TRUE(is(searchsorted(sorted, tensor({nan, inf, 7.0}), "right"), {3}, {4, 2, 1}));
  EXPECT_TRUE(is(searchsorted(tensor({1, 2}), nan), {}, {2}));
  EXPECT_TRUE(is(searchsorted(sorted, 5), {}, {1}));
}

TEST(Searchsorted, ReadsThroughASorter) {
  const auto x = tensor({40, 10, 30, 20});
  EXPECT_TRUE(is(searchsorted(x, tensor({5, 20, 35}), "left", argsort(x)), {3}, {0, 1, 3}));
  EXPECT_TRUE(is(searchsorted(x, 20, true, tensor<std::int8_t>({1, -1, 2, 0})), {}, {2}));
  const auto rows = tensor({{3, 1, 2}, {7, 9, 8}});
  EXPECT_TRUE(
      is(searchsorted(rows, tensor({{2, 4}, {8, 9}}), false, argsort(rows)), {2, 2}, {1, 3, 1, 2}));
}

TEST(Searchsorted, InNothingAndForNothing) {
  EXPECT_TRUE(is(searchsorted(zeros({0}), tensor({1.f, 2.f})), {2}, {0, 0}));
  EXPECT_TRUE(is(searchsorted(zeros({0}), 3), {}, {0}));
  EXPECT_TRUE(has_shape(searchsorted(tensor({1}), zeros({0, 4})), {0, 4}));
  EXPECT_TRUE(is(searchsorted(zeros({2, 0}), ones({2, 1})), {2, 1}, {0, 0}));
  EXPECT_TRUE(has_shape(searchsorted(ones({2, 3}), ones({2, 0})), {2, 0}));
  EXPECT_TRUE(has_shape(searchsorted(zeros({0, 3}), zeros({0, 2})), {0, 2}));
  EXPECT_TRUE(is(searchsorted(tensor({5}), tensor(6)), {}, {1}));
}

TEST(Searchsorted, RefusesShapesThatDoNotFit) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)searchsorted(ones({2, 3}), ones({3, 3})); },
                                 "searchsorted: sorted of shape (2, 3) and values of shape (3, 3) "
                                 "differ in more than the last dim"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)searchsorted(ones({2, 3}), ones({2})); },
                                 "searchsorted: sorted of shape (2, 3) and values of shape (2) "
                                 "differ in more than the last dim"));
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)searchsorted(ones({2, 3}), 1); },
      "searchsorted: sorted must have rank 1 for this value, but has shape (2, 3)"));
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)searchsorted(tensor(1), tensor({1})); },
                         "searchsorted: sorted must have rank 1 for this value, but has shape ()"));
}

TEST(Searchsorted, RefusesSidesAndSortersThatAreNone) {
  EXPECT_TRUE(
      throws<ValueError>([] { (void)searchsorted(tensor({1}), 1, "middle"); },
                         "searchsorted: side must be \"left\" or \"right\", not \"middle\""));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)searchsorted(tensor({1}), 1, std::string(1000, 'm')); },
      "searchsorted: side must be \"left\" or \"right\", not \"" + std::string(40, 'm') + "...\""));
  EXPECT_TRUE(throws<ShapeError>([] { (void)searchsorted(tensor({1, 2}), 1, "left", tensor({0})); },
                                 "searchsorted: sorter has shape (1) and not (2), that of sorted"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)searchsorted(tensor({1, 2}), 1, "left", tensor({0, 2})); },
      "searchsorted: index 2 at [1] is out of bounds for dimension 0 with size 2"));
}

// PyTorch's documentation of bucketize.
TEST(Bucketize, NamesTheBucketOfEachValue) {
  const auto boundaries = tensor({1, 3, 5, 7, 9});
  const auto values = tensor({{3, 6, 9}, {3, 6, 9}});
  EXPECT_TRUE(is(bucketize(values, boundaries), {2, 3}, {1, 3, 4, 1, 3, 4}));
  EXPECT_TRUE(is(bucketize(values, boundaries, true), {2, 3}, {2, 3, 5, 2, 3, 5}));
  EXPECT_TRUE(is(bucketize(4.5, boundaries), {}, {2}));
  EXPECT_TRUE(has_shape(bucketize(zeros({0}), boundaries), {0}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)bucketize(ones({2}), ones({1, 2})); },
                                 "bucketize: boundaries have shape (1, 2), not one dim"));
}

// Each value is looked for close to the place of the one before it, first.
TEST(Searchsorted, OfValuesThatAscendDescendOrStay) {
  std::vector<index_t> pairs;
  for (index_t i = 0; i < 50; ++i) pairs.insert(pairs.end(), {2 * i, 2 * i});
  const auto sorted = tensor(pairs);
  const auto expected = [&](index_t value, bool right) {
    index_t before = 0;
    for (const index_t element : pairs)
      before += element < value || (right && element == value) ? 1 : 0;
    return before;
  };
  const auto up = arange(-3, 103);
  const auto far = (arange(200) * 37) % 101;
  const auto same = full<index_t>({20}, 50);
  for (const auto& values : {up, up.flip(), far, same, same.expand({3, 20})}) {
    for (const bool right : {false, true}) {
      const auto found = searchsorted(sorted, values, right);
      auto value = values.begin();
      for (const index_t place : found) ASSERT_EQ(place, expected(*value++, right));
    }
  }
}

TEST(Searchsorted, TakesAllArgumentsInBraces) {
  const auto t = tensor({5, 1, 3});
  EXPECT_TRUE(is(searchsorted(t, tensor({3, 4}), "right", {1, 2, 0}), {2}, {2, 2}));
  EXPECT_TRUE(
      is(searchsorted(tensor({{2, 1}, {3, 4}}), tensor({{2}, {9}}), "left", {{1, 0}, {0, 1}}),
         {2, 1}, {1, 2}));
  EXPECT_TRUE(is(searchsorted({1, 3, 5}, {3, 4.5}), {2}, {1, 2}));
  EXPECT_TRUE(is(searchsorted({1, 3, 5}, {3, 4.5}, "right"), {2}, {2, 2}));
  EXPECT_TRUE(is(bucketize({1, 2}, {1, 2, 3}), {2}, {0, 1}));
  EXPECT_TRUE(is(bucketize({1, 2}, {1, 2, 3}, true), {2}, {1, 2}));
  EXPECT_TRUE(is(bucketize({1.5, 0}, tensor({1, 2})), {2}, {1, 0}));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)searchsorted(t, t, "left", {0, 1}); },
                                 "searchsorted: sorter has shape (2) and not (3), that of sorted"));
}

// By a loop: how many elements come before the value, NaN after all numbers.
template <class T>
index_t elements_before(const std::vector<T>& sorted, T value, bool right) {
  const auto before = [](T a, T b) { return a < b || (b != b && a == a); };
  index_t count = 0;
  for (const T element : sorted)
    count += right ? !before(value, element) : before(element, value) ? 1 : 0;
  return count;
}

template <class T>
class SearchsortedAmongFew : public testing::Test {};
using FewTypes = testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::int64_t,
                                std::uint64_t, float, double, long double>;
TYPED_TEST_SUITE(SearchsortedAmongFew, FewTypes);

// Sizes around those at which a value is no longer compared with every element (32), and around a run of
// values (64).
TYPED_TEST(SearchsortedAmongFew, CountsTheElementsBefore) {
  using T = TypeParam;
  std::uint32_t state = 1;
  const auto draw = [&state] {
    return static_cast<T>((state = state * 1664525 + 1013904223) >> 25);
  };
  for (const std::size_t size : {0U, 1U, 2U, 3U, 10U, 31U, 32U, 33U, 70U}) {
    std::vector<T> elements(size);
    for (T& element : elements) element = draw();
    std::sort(elements.begin(), elements.end());
    if (std::is_floating_point_v<T> && size > 2) elements.back() = static_cast<T>(nan);
    for (const std::size_t count : {1U, 15U, 16U, 63U, 64U, 65U, 200U}) {
      std::vector<T> values(count);
      for (T& value : values) value = draw();
      if (std::is_floating_point_v<T>) values[count / 2] = static_cast<T>(nan);
      if (size > 0) values[0] = elements[size / 2];
      for (const bool right : {false, true}) {
        std::vector<index_t> expected;
        for (const T value : values) expected.push_back(elements_before(elements, value, right));
        const auto found = searchsorted(tensor(elements), tensor(values), right);
        EXPECT_EQ(found.to_vector(), expected) << size << " elements, " << count << " values";
        EXPECT_EQ(searchsorted(tensor(elements).flip().contiguous().flip(), tensor(values), right)
                      .to_vector(),
                  expected);
      }
    }
  }
}

// As everywhere, a byte that is not 0 is true.
TEST(Searchsorted, TakesBoolsOfAnyBytes) {
  std::vector<unsigned char> bytes(64);
  for (std::size_t i = 0; i < 64; ++i) bytes[i] = static_cast<unsigned char>(i % 3);  // 0 1 2
  unsigned char elements[] = {0, 2, 3};
  const auto values = borrow(reinterpret_cast<bool*>(bytes.data()), {64});
  const auto sorted = borrow(reinterpret_cast<bool*>(elements), {3});
  const auto found = searchsorted(sorted, values, "right");
  for (index_t i = 0; i < 64; ++i) ASSERT_EQ(found(i), i % 3 == 0 ? 1 : 3);
}

}  // namespace searchsorted_test
