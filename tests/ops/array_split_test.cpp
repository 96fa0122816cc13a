// Values from NumPy.
#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace array_split_test {

using Parts = std::vector<std::vector<int>>;

Parts elements(const std::vector<Tensor<int>>& parts) {
  Parts result;
  for (const auto& part : parts) result.push_back(part.to_vector());
  return result;
}

const Tensor<int> m = counting({3, 4});

TEST(ArraySplit, IntoANumberOfParts) {
  EXPECT_EQ(elements(array_split(counting({8}), 3)), (Parts{{0, 1, 2}, {3, 4, 5}, {6, 7}}));
  EXPECT_EQ(elements(array_split(counting({3}), 5)), (Parts{{0}, {1}, {2}, {}, {}}));
  EXPECT_EQ(elements(array_split(m, 2, -1)), (Parts{{0, 1, 4, 5, 8, 9}, {2, 3, 6, 7, 10, 11}}));
  EXPECT_EQ(array_split(zeros({0, 2}), 2).size(), 2U);
  EXPECT_TRUE(array_split(m, 2)[1].shares_storage(m));
  EXPECT_TRUE(throws<ValueError>([] { (void)array_split(m, 0); },
                                 "array_split: 0 parts; there must be at least one"));
  EXPECT_TRUE(throws<IndexError>([] { (void)array_split(m, 2, 2); },
                                 "array_split: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_THROW((void)array_split(m, INT64_MAX), ValueError);
}

TEST(ArraySplit, AtPositions) {
  const auto t = counting({8});
  EXPECT_EQ(elements(array_split(t, {2, 5})), (Parts{{0, 1}, {2, 3, 4}, {5, 6, 7}}));
  EXPECT_EQ(elements(array_split(t, {5, 2, -1, 20})),
            (Parts{{0, 1, 2, 3, 4}, {}, {2, 3, 4, 5, 6}, {7}, {}}));
  EXPECT_EQ(elements(array_split(t, {})), (Parts{{0, 1, 2, 3, 4, 5, 6, 7}}));
  EXPECT_EQ(elements(array_split(t.flip(), {1})), (Parts{{7}, {6, 5, 4, 3, 2, 1, 0}}));
  EXPECT_EQ(elements(array_split(m, {1}, 1)), (Parts{{0, 4, 8}, {1, 2, 3, 5, 6, 7, 9, 10, 11}}));
  EXPECT_TRUE(throws<IndexError>([] { (void)array_split(tensor(1), {1}); },
                                 "array_split: dim 0 is out of range for a tensor of rank 0"));
}

TEST(Hsplit, SplitsColumns) {
  EXPECT_EQ(elements(hsplit(m, 2)), (Parts{{0, 1, 4, 5, 8, 9}, {2, 3, 6, 7, 10, 11}}));
  EXPECT_EQ(elements(hsplit(m, {1, 3})), (Parts{{0, 4, 8}, {1, 2, 5, 6, 9, 10}, {3, 7, 11}}));
  EXPECT_EQ(elements(hsplit(counting({4}), 2)), (Parts{{0, 1}, {2, 3}}));
  EXPECT_TRUE(throws<ValueError>([] { (void)hsplit(m, 3); },
                                 "hsplit: dimension 1 with size 4 has no 3 equal parts; "
                                 "array_split makes unequal ones"));
  EXPECT_THROW((void)hsplit(m, 0), ValueError);
  EXPECT_THROW((void)hsplit(tensor(1), 1), IndexError);
}

TEST(Vsplit, SplitsRows) {
  EXPECT_EQ(elements(vsplit(m, {1})), (Parts{{0, 1, 2, 3}, {4, 5, 6, 7, 8, 9, 10, 11}}));
  EXPECT_EQ(vsplit(m, 3).size(), 3U);
}

TEST(Dsplit, SplitsDim2) {
  const auto x = counting({2, 3, 4});
  const auto parts = dsplit(x, 2);
  EXPECT_TRUE(is(parts[1], {2, 3, 2}, {2, 3, 6, 7, 10, 11, 14, 15, 18, 19, 22, 23}));
  EXPECT_TRUE(has_shape(dsplit(x, {1})[1], {2, 3, 3}));
  EXPECT_TRUE(throws<IndexError>([] { (void)dsplit(m, 2); },
                                 "dsplit: dim 2 is out of range for a tensor of rank 2"));
}

}  // namespace array_split_test
