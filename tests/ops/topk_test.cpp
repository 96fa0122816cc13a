#include <algorithm>
#include <cmath>
#include <limits>

#include <ndx/numpy.hpp>

#include "support/expect.hpp"
#include "support/partly_sorted.hpp"
#include "support/sort_patterns.hpp"

using namespace ndx;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;
using partly_sorted::kMany;
using partly_sorted::sorted;

namespace topk_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

// PyTorch's documentation of topk.
TEST(Topk, GivesTheLargest) {
  const auto [values, indices] = topk(arange<float>(1, 6), 3);
  EXPECT_TRUE(is(values, {3}, {5, 4, 3}));
  EXPECT_TRUE(is(indices, {3}, {4, 3, 2}));
}

TEST(Topk, GivesTheSmallest) {
  const auto found = topk(tensor({{4, 1, 3}, {0, 5, 2}}), 2, -1, false);
  EXPECT_TRUE(is(found.values, {2, 2}, {1, 3, 0, 2}));
  EXPECT_TRUE(is(found.indices, {2, 2}, {1, 2, 0, 2}));
}

TEST(Topk, AlongEachDim) {
  const auto x = tensor({{4, 1, 3}, {0, 5, 2}});
  EXPECT_TRUE(is(topk(x, 1, 0).values, {1, 3}, {4, 5, 3}));
  EXPECT_TRUE(is(topk(x, 1, 0).indices, {1, 3}, {0, 1, 0}));
  EXPECT_TRUE(is(topk(x, 2, 0).values, {2, 3}, {4, 5, 3, 0, 1, 2}));
  EXPECT_TRUE(is(topk(x.transpose(), 2, 0).values, {2, 2}, {4, 5, 3, 2}));
  EXPECT_TRUE(is(topk(x.flip(), 1).indices, {2, 1}, {1, 2}));
}

TEST(Topk, NotSortedGivesTheSameElements) {
  const auto x = tensor(kMany);
  const auto found = topk(x, 6, 0, true, false);
  EXPECT_EQ(sorted(elements(found.values)), (std::vector<int>{5, 6, 7, 7, 7, 7}));
  EXPECT_EQ(sorted(elements(found.indices)), (std::vector<index_t>{0, 2, 3, 5, 6, 10}));
  EXPECT_EQ(elements(x.index({found.indices})), elements(found.values));
}

TEST(Topk, OfEqualsTheFirstAreTaken) {
  EXPECT_TRUE(is(topk(tensor({1, 7, 7, 0, 7}), 2).indices, {2}, {1, 2}));
  EXPECT_TRUE(is(topk(tensor({1, 7, 7, 1, 7}), 3, 0, false).indices, {3}, {0, 3, 1}));
  EXPECT_TRUE(is(topk(full<int>({100}, 3), 4).indices, {4}, {0, 1, 2, 3}));
}

TEST(Topk, OfAReversedLineTheLastAreTaken) {
  const auto line = arange<float>(200);
  EXPECT_TRUE(is(topk(line, 3).values, {3}, {199, 198, 197}));
  EXPECT_TRUE(is(topk(line, 3).indices, {3}, {199, 198, 197}));
  EXPECT_TRUE(is(topk(line.flip(), 2, 0, false).indices, {2}, {199, 198}));
  EXPECT_TRUE(is(topk(line, 200).values, {200}, elements(line.flip())));
  line.narrow(0, 196, 2).fill_(196);
  EXPECT_TRUE(is(topk(line, 3).indices, {3}, {199, 198, 196}));
  EXPECT_TRUE(is(topk(line, 2).indices, {2}, {199, 198}));
  line.narrow(0, 198, 2).fill_(static_cast<float>(nan));
  EXPECT_TRUE(is(topk(line, 4).indices, {4}, {198, 199, 196, 197}));
  line.data()[0] = 197;
  EXPECT_TRUE(is(topk(line, 3).indices, {3}, {198, 199, 0}));
  line.narrow(0, 198, 2).copy_(tensor({198.F, 199.F}));
  EXPECT_TRUE(is(topk(line, 3).indices, {3}, {199, 198, 0}));
}

TEST(Topk, NanCountsAsTheLargest) {
  const auto x = tensor({1.0, nan, inf, nan, -inf});
  EXPECT_TRUE(is(topk(x, 3).indices, {3}, {1, 3, 2}));
  EXPECT_TRUE(is(topk(x, 3, 0, false).indices, {3}, {4, 0, 2}));
}

// Where few are looked for in a long line, blocks whose extremes are beyond theirs are left out.
TEST(Topk, OfALongLine) {
  const auto x = (arange<int>(9001) * 7919) % 9001;  // a permutation
  const auto largest = topk(x, 4);
  EXPECT_TRUE(is(largest.values, {4}, {9000, 8999, 8998, 8997}));
  EXPECT_EQ(elements(x.index({largest.indices})), elements(largest.values));
  EXPECT_TRUE(is(topk(x, 4, 0, false).values, {4}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(topk(arange(9001), 3).indices, {3}, {9000, 8999, 8998}));
  EXPECT_TRUE(is(topk(arange(9001).flip(), 3).indices, {3}, {0, 1, 2}));
  EXPECT_TRUE(is(topk(arange(9001).flip(), 3, 0, false).indices, {3}, {9000, 8999, 8998}));
}

TEST(Topk, OfEqualsInALongLineTheFirstAreTaken) {
  const auto x = zeros<float>({9000});
  EXPECT_TRUE(is(topk(x, 3).indices, {3}, {0, 1, 2}));
  x.index_put_({tensor({70, 700, 7000})}, 2.F);
  x.index_put_({tensor({8999})}, 3.F);
  EXPECT_TRUE(is(topk(x, 3).indices, {3}, {8999, 70, 700}));
  EXPECT_TRUE(is(topk(x, 6).indices, {6}, {8999, 70, 700, 7000, 0, 1}));
  x.index_put_({tensor({5000, 100})}, static_cast<float>(nan));
  EXPECT_TRUE(is(topk(x, 4).indices, {4}, {100, 5000, 8999, 70}));
  EXPECT_TRUE(is(topk(x, 2, 0, false).indices, {2}, {0, 1}));
}

TEST(Topk, OfNoneAllAndRankZero) {
  EXPECT_TRUE(has_shape(topk(ones({2, 3}), 0).values, {2, 0}));
  EXPECT_TRUE(has_shape(topk(zeros({0, 3}), 2).indices, {0, 2}));
  EXPECT_TRUE(has_shape(topk(zeros({0}), 0).indices, {0}));
  EXPECT_TRUE(is(topk(tensor({1, 3, 2}), 3).values, {3}, {3, 2, 1}));
  EXPECT_TRUE(is(topk(tensor(5), 1).values, {}, {5}));
  EXPECT_TRUE(has_shape(topk(tensor(5), 0).values, {0}));
}

TEST(Topk, AWrongCountIsNamed) {
  EXPECT_TRUE(throws<IndexError>([] { (void)topk(ones({2, 3}), 4); },
                                 "topk: k 4 is out of range for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([] { (void)topk(ones({2, 3}), -1, 0); },
                                 "topk: k -1 is out of range for dimension 0 with size 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)topk(ones({2, 3}), 1, 2); },
                                 "topk: dim 2 is out of range for a tensor of rank 2"));
}

// PyTorch's documentation of kthvalue.
TEST(Kthvalue, CountsFromOne) {
  const auto [value, place] = kthvalue(arange<float>(1, 6), 4);
  EXPECT_TRUE(is(value, {}, {4}));
  EXPECT_TRUE(is(place, {}, {3}));
  const auto rows = kthvalue(arange<float>(1, 7).view({2, 3}), 2, 0, true);
  EXPECT_TRUE(is(rows.values, {1, 3}, {4, 5, 6}));
  EXPECT_TRUE(is(rows.indices, {1, 3}, {1, 1, 1}));
}

TEST(Kthvalue, AlongEachDim) {
  const auto x = tensor({{4, 1, 3}, {0, 5, 2}});
  EXPECT_TRUE(is(kthvalue(x, 2).values, {2}, {3, 2}));
  EXPECT_TRUE(is(kthvalue(x, 2).indices, {2}, {2, 2}));
  EXPECT_TRUE(is(kthvalue(x, 1, 0).values, {3}, {0, 1, 2}));
  EXPECT_TRUE(is(kthvalue(x.transpose(), 3, 0).values, {2}, {4, 5}));
  EXPECT_TRUE(is(kthvalue(x.flip(1), 3, -1, true).indices, {2, 1}, {2, 1}));
  EXPECT_TRUE(is(kthvalue(ones<int>({1, 2}), 1, 0).values, {2}, {1, 1}));
}

TEST(Kthvalue, OfEqualsAndNan) {
  EXPECT_EQ(kthvalue(tensor({2, 1, 2, 1, 2}), 2).indices.item(), 3);
  EXPECT_EQ(kthvalue(tensor({2, 1, 2, 1, 2}), 4).indices.item(), 2);
  EXPECT_EQ(kthvalue(tensor({nan, 1.0, inf}), 2).values.item(), inf);
  EXPECT_TRUE(std::isnan(kthvalue(tensor({nan, 1.0, inf}), 3).values.item()));
}

template <class T>
class TopkOfBlocks : public testing::Test {
 protected:
  static void expect_first(index_t n, index_t k) {
    using Patterns = sort_patterns::Patterns<T>;
    const int pattern = static_cast<int>((n + k) % Patterns::kCount);
    SCOPED_TRACE("pattern " + std::to_string(pattern) + " n " + std::to_string(n) + " k " +
                 std::to_string(k));
    Patterns patterns;
    const Tensor<T> x = empty<T>({2 * n}).slice(0, Slice(None, None, 1 + n % 2)).narrow(0, 0, n);
    for (index_t i = 0; i < n; ++i) x.data()[i * x.stride(0)] = patterns.draw(pattern, i, n);
    for (const bool largest : {true, false}) {
      auto order = sort_patterns::stable_order(x, largest);
      order.resize(static_cast<std::size_t>(k));
      const auto found = topk(x, k, 0, largest);
      ASSERT_EQ(elements(found.indices), order);
      for (index_t i = 0; i < k; ++i)
        ASSERT_EQ(sort_patterns::told(found.values.at(i)),
                  sort_patterns::told(x.at(order[static_cast<std::size_t>(i)])));
    }
  }
};
using BlockTypes = testing::Types<bool, std::int16_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(TopkOfBlocks, BlockTypes);

TYPED_TEST(TopkOfBlocks, AreTheFirstWhereWholeRowsAreSorted) {
  for (const index_t n : {700, 3001}) {
    for (const index_t k : {n / 5 - 1, n / 5, n / 4, n / 2, n - 1, n})
      TestFixture::expect_first(n, k);
  }
}

// Few elements of lines long enough to be looked at in blocks of 16 or of 64, and a few more.
TYPED_TEST(TopkOfBlocks, AreTheFirstOfAllElements) {
  for (index_t n = 0; n <= 300; ++n) {
    for (index_t k = 0; k <= n / 64 + 1 && k <= n; ++k) TestFixture::expect_first(n, k);
  }
  for (const index_t n : {639, 640, 641, 1000, 2559, 2560, 2561}) {
    for (const index_t k : {1, 9, 10, 11}) TestFixture::expect_first(n, k);
  }
}

TEST(Kthvalue, OfOneOfRankZeroAndOfNoLine) {
  EXPECT_TRUE(is(kthvalue(tensor(5), 1).values, {}, {5}));
  EXPECT_TRUE(is(kthvalue(tensor(5), 1, 0, true).indices, {}, {0}));
  EXPECT_TRUE(is(kthvalue(tensor({5}), 1).values, {}, {5}));
  EXPECT_TRUE(has_shape(kthvalue(zeros({0, 3}), 1).values, {0}));
  EXPECT_TRUE(has_shape(kthvalue(zeros({0, 3}), 1, 1, true).values, {0, 1}));
}

TEST(Kthvalue, AWrongCountIsNamed) {
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)kthvalue(ones({2, 3}), 0); },
      "kthvalue: k 0 is out of range for dimension 1 with size 3; k counts from 1"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)kthvalue(zeros({2, 0}), 1); },
      "kthvalue: k 1 is out of range for dimension 1 with size 0; k counts from 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)kthvalue(ones({2}), 1, -2); },
                                 "kthvalue: dim -2 is out of range for a tensor of rank 1"));
}

TEST(Topk, OfBlocksOfEverySize) {
  for (const index_t k : {1, 3, 10, 14, 40}) {
    const auto x = (arange(3 * 999) * 7919 % 999).reshape({3, 999}).to<float>();
    const auto [values, indices] = topk(x, k, 1);
    EXPECT_TRUE(all(values == arange<float>(998, 998 - static_cast<float>(k), -1)));
    EXPECT_TRUE(all(take_along_dim(x, indices, 1) == values));
    const auto [least, places] = topk(x, k, 1, false);
    EXPECT_TRUE(all(least == arange<float>(static_cast<float>(k))));
    EXPECT_TRUE(all(take_along_dim(x, places, 1) == least));
  }
}

}  // namespace topk_test
