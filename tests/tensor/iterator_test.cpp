// Iteration in row-major order, with standard algorithms on any strides.
#include <algorithm>
#include <iterator>
#include <numeric>
#include <ranges>

#include <ndx/tensor/iterator.hpp>

#include "support/expect.hpp"

namespace iterator_test {

using expect::is;
using ndx::arange;
using ndx::index_t;
using ndx::Slice;
using ndx::Tensor;

using Iterator = Tensor<int>::iterator;
static_assert(std::random_access_iterator<Iterator>);
static_assert(std::random_access_iterator<Tensor<const int>::iterator>);
static_assert(std::sized_sentinel_for<Iterator, Iterator>);
static_assert(std::indirectly_writable<Iterator, int>);
static_assert(!std::indirectly_writable<Tensor<const int>::iterator, int>);
static_assert(std::ranges::random_access_range<Tensor<int>> &&
              std::ranges::sized_range<Tensor<int>>);
static_assert(std::is_nothrow_copy_constructible_v<Iterator>);

/// Every other row of a (6,4) matrix, its columns backwards: [[3,2,1,0],[11,10,9,8],[19,18,17,16]].
Tensor<int> rows() { return arange<int>(24).reshape({6, 4}).slice(0, Slice(0, 6, 2)).flip(1); }

const std::vector<int> kRows{3, 2, 1, 0, 11, 10, 9, 8, 19, 18, 17, 16};

TEST(Iterator, GoesInRowMajorOrderWhateverTheStrides) {
  EXPECT_TRUE(is(rows(), {3, 4}, kRows));
  EXPECT_TRUE(is(arange<int>(6).reshape({2, 3}).transpose(), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(arange<int>(2).expand({3, 2}), {3, 2}, {0, 1, 0, 1, 0, 1}));
}

TEST(Iterator, OfRankZeroAndOfNothing) {
  const auto one = ndx::tensor(5);
  EXPECT_EQ(one.end() - one.begin(), 1);
  EXPECT_EQ(*one.begin(), 5);
  EXPECT_EQ(std::next(one.begin()), one.end());
  const auto none = ndx::empty<int>({2, 0, 3});
  EXPECT_EQ(none.begin(), none.end());
  const Tensor<int> nothing;
  EXPECT_EQ(nothing.begin(), nothing.end());
}

TEST(Iterator, StepsBackAsItSteppedForth) {
  const auto t = rows();
  std::vector<int> backwards;
  for (auto it = t.end(); it != t.begin();) backwards.push_back(*--it);
  EXPECT_EQ(backwards, std::vector<int>(kRows.rbegin(), kRows.rend()));
  EXPECT_EQ((std::vector<int>(std::reverse_iterator(t.end()), std::reverse_iterator(t.begin()))),
            backwards);
}

TEST(Iterator, JumpsAnywhere) {
  const auto t = rows();
  const auto first = t.begin();
  for (index_t from = 0; from <= 12; ++from) {
    for (index_t to = 0; to < 12; ++to) {
      auto it = first + from;
      it += to - from;
      EXPECT_EQ(*it, kRows[static_cast<std::size_t>(to)]);
      EXPECT_EQ((first + from)[to - from], kRows[static_cast<std::size_t>(to)]);
      EXPECT_EQ(it - first, to);
    }
  }
  EXPECT_EQ(*(11 + first), 16);
  EXPECT_EQ(*(t.end() - 12), 3);
}

TEST(Iterator, PostfixStepsGiveTheOldPlace) {
  const auto t = rows();
  auto it = t.begin();
  EXPECT_EQ(*it++, 3);
  EXPECT_EQ(*it--, 2);
  EXPECT_EQ(*it, 3);
}

TEST(Iterator, IsOrdered) {
  const auto t = rows();
  EXPECT_LT(t.begin(), t.end());
  EXPECT_GE(t.begin() + 5, t.begin() + 5);
  EXPECT_NE(t.begin(), t.begin() + 1);
}

TEST(Iterator, PointsToMembers) {
  struct Pair {
    int a;
    int b;
  };
  const auto t = ndx::full({2}, Pair{1, 2});
  t.begin()->a = 7;
  EXPECT_EQ(t(0).a, 7);
}

TEST(Iterator, SortsAViewAndNothingBesideIt) {
  const auto whole = arange<int>(24).reshape({6, 4});
  const auto t = whole.slice(0, Slice(0, 6, 2)).flip(1);
  std::sort(t.begin(), t.end());
  EXPECT_TRUE(is(t, {3, 4}, {0, 1, 2, 3, 8, 9, 10, 11, 16, 17, 18, 19}));
  EXPECT_TRUE(is(whole.select(0, 0), {4}, {3, 2, 1, 0}));
  EXPECT_TRUE(is(whole.select(0, 1), {4}, {4, 5, 6, 7}));
}

TEST(Iterator, ReversesAndRotatesAView) {
  const auto t = arange<int>(12).reshape({3, 4}).transpose();
  std::reverse(t.begin(), t.end());
  EXPECT_TRUE(is(t, {4, 3}, {11, 7, 3, 10, 6, 2, 9, 5, 1, 8, 4, 0}));
  std::rotate(t.begin(), t.begin() + 2, t.end());
  EXPECT_TRUE(is(t, {4, 3}, {3, 10, 6, 2, 9, 5, 1, 8, 4, 0, 11, 7}));
}

TEST(Iterator, WorksWithNumericAlgorithms) {
  const auto t = rows();
  EXPECT_EQ(std::accumulate(t.begin(), t.end(), 0), 114);
}

#ifdef __cpp_lib_ranges  // libc++ 13 has the concepts of <ranges> checked above, not the algorithms
TEST(Iterator, WorksWithRangeAlgorithms) {
  const auto t = rows();
  EXPECT_EQ(std::ranges::count_if(t, [](int v) { return v % 2 == 0; }), 6);
  std::ranges::copy(kRows.rbegin(), kRows.rend(), t.begin());
  EXPECT_EQ(t(0, 0), 16);
  const auto found = std::ranges::find(t, 19);
  EXPECT_EQ(found - t.begin(), 3);
}
#endif

TEST(Iterator, OfRank64) {
  ndx::Dims shape = ndx::Dims::filled(64, 1);
  shape[0] = 2;
  shape[63] = 3;
  EXPECT_EQ(expect::elements(arange<int>(6).reshape(shape).transpose()),
            (std::vector<int>{0, 3, 1, 4, 2, 5}));
}

}  // namespace iterator_test
