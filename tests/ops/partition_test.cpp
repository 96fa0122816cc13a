#include <algorithm>
#include <cmath>
#include <limits>

#include "support/expect.hpp"
#include "support/partly_sorted.hpp"

using namespace ndx;
using expect::counting;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;
using partly_sorted::kMany;
using partly_sorted::sorted;

namespace partition_test {

constexpr double inf = std::numeric_limits<double>::infinity();
constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Partition, PutsOneElementInItsPlace) {
  const std::vector<int> found = elements(partition(tensor(kMany), 4));
  EXPECT_EQ(found[4], 2);
  EXPECT_EQ(sorted(std::vector<int>(found.begin(), found.begin() + 4)),
            (std::vector<int>{0, 1, 1, 2}));
  EXPECT_EQ(sorted(std::vector<int>(found.begin() + 5, found.end())),
            (std::vector<int>{2, 3, 3, 5, 6, 7, 7, 7, 7}));
}

TEST(Partition, PutsSeveralInTheirPlaces) {
  const std::vector<int> found = elements(partition(tensor(kMany), {8, 4}));
  EXPECT_EQ(found[4], 2);
  EXPECT_EQ(found[8], 5);
  EXPECT_EQ(sorted(std::vector<int>(found.begin(), found.begin() + 4)),
            (std::vector<int>{0, 1, 1, 2}));
  EXPECT_EQ(sorted(std::vector<int>(found.begin() + 5, found.begin() + 8)),
            (std::vector<int>{2, 3, 3}));
  EXPECT_EQ(sorted(std::vector<int>(found.begin() + 9, found.end())),
            (std::vector<int>{6, 7, 7, 7, 7}));
  EXPECT_EQ(elements(partition(tensor({3, 1, 2}), {2, 0, 1, 1, -1})), (std::vector<int>{1, 2, 3}));
}

TEST(Partition, AlongEachDim) {
  const auto x = tensor({{9, 2, 5}, {1, 8, 4}});
  EXPECT_TRUE(is(partition(x, 0, 0), {2, 3}, {1, 2, 4, 9, 8, 5}));
  EXPECT_TRUE(is(partition(x, {0, 1}, 1), {2, 3}, {2, 5, 9, 1, 4, 8}));
  EXPECT_TRUE(is(partition(x, std::vector<std::int8_t>{0, 1}, -1), {2, 3}, {2, 5, 9, 1, 4, 8}));
  EXPECT_TRUE(is(partition(x.transpose(), -1, 1), {3, 2}, {1, 9, 2, 8, 4, 5}));
}

TEST(Partition, NoPlaceAtAllCopies) {
  const auto x = tensor({3, 1, 2});
  EXPECT_TRUE(is(partition(x, {}), {3}, {3, 1, 2}));
  EXPECT_FALSE(partition(x, {}).shares_storage(x));
}

TEST(Partition, NanCountsAsTheLargest) {
  const auto found = partition(tensor({nan, 1.0, inf, nan}), {1, 2});
  EXPECT_EQ(found.at(0), 1.0);
  EXPECT_EQ(found.at(1), inf);
  EXPECT_TRUE(std::isnan(found.at(2)) && std::isnan(found.at(3)));
}

TEST(Partition, OfNothingAndOfRankZero) {
  EXPECT_TRUE(has_shape(partition(zeros({3, 0}), 0), {3, 0}));
  EXPECT_TRUE(has_shape(argpartition(zeros({0, 2}), 7, 0), {0, 2}));
  EXPECT_TRUE(is(partition(tensor(4), 0), {}, {4}));
  EXPECT_TRUE(is(argpartition(tensor(4), -1), {}, {0}));
}

TEST(Partition, AWrongPlaceIsNamed) {
  EXPECT_TRUE(
      throws<IndexError>([] { (void)partition(ones({2, 3}), 3); },
                         "partition: index 3 is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)argpartition(ones({2, 3}), {1, -3}, 0); },
                         "argpartition: index -3 is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)partition(ones({2}), 0, 1); },
                                 "partition: dim 1 is out of range for a tensor of rank 1"));
}

// NumPy's documentation of argpartition.
TEST(Argpartition, GivesTheIndicesOfThePartition) {
  const auto x = tensor({3, 4, 2, 1});
  const auto found = argpartition(x, 3);
  EXPECT_EQ(x.index({found}).at(3), 4);
  EXPECT_EQ(sorted(elements(found)), (std::vector<index_t>{0, 1, 2, 3}));
  EXPECT_TRUE(is(argpartition(x, {1, 3, 0, 2}), {4}, {3, 2, 0, 1}));
  EXPECT_TRUE(is(argpartition(tensor({true, false}), 0), {2}, {1, 0}));
}

// Ninety times each of 0…99, scattered.
Tensor<int> scattered() { return (arange<int>(9000) * 7919) % 100; }

TEST(Partition, OfALongLine) {
  const auto x = scattered();
  const std::vector<int> found = elements(partition(x, 4500));
  EXPECT_EQ(found[4500], 50);
  EXPECT_EQ(*std::max_element(found.begin(), found.begin() + 4500), 49);
  EXPECT_EQ(*std::min_element(found.begin() + 4500, found.end()), 50);
  EXPECT_EQ(sorted(found), sorted(elements(x)));
  EXPECT_EQ(elements(x.index({argpartition(x, 4500)}))[4500], 50);
}

TEST(Partition, AtManyPlacesSorts) {
  Dims places;
  for (index_t k = 0; k < 12; ++k) places.push_back(k * 700);
  const auto x = scattered();
  EXPECT_EQ(elements(partition(x, places)), sorted(elements(x)));
  EXPECT_EQ(elements(x.index({argpartition(x, places)})), sorted(elements(x)));
}

}  // namespace partition_test
