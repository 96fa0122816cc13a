#include <cmath>
#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::elements;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace unique_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr UniqueOptions everything{
    .return_index = true, .return_inverse = true, .return_counts = true};

// NumPy's own test of unique.
TEST(Unique, ListsTheDifferentElements) {
  const auto x = tensor({5, 7, 1, 2, 1, 5, 7});
  const auto found = unique(x, everything);
  EXPECT_TRUE(is(found.values, {4}, {1, 2, 5, 7}));
  EXPECT_TRUE(is(found.index, {4}, {2, 3, 0, 1}));
  EXPECT_TRUE(is(found.inverse, {7}, {2, 3, 0, 1, 0, 2, 3}));
  EXPECT_TRUE(is(found.counts, {4}, {2, 1, 2, 2}));
}

TEST(Unique, GivesOnlyWhatIsAskedFor) {
  const auto x = tensor({2, 1, 2});
  const auto plain = unique(x);
  EXPECT_TRUE(is(plain.values, {2}, {1, 2}));
  for (const auto& part : {plain.index, plain.inverse, plain.counts})
    EXPECT_TRUE(has_shape(part, {0}));
  EXPECT_TRUE(is(unique(x, {.return_index = true}).index, {2}, {1, 0}));
  EXPECT_TRUE(is(unique(x, {.return_inverse = true}).inverse, {3}, {1, 0, 1}));
  EXPECT_TRUE(is(unique(x, {.return_counts = true}).counts, {2}, {1, 2}));
  EXPECT_TRUE(is(unique(x, 0, {.return_counts = true}).counts, {2}, {1, 2}));
  EXPECT_TRUE(has_shape(unique(x, 0, {.return_counts = true}).inverse, {0}));
}

TEST(Unique, OfHigherRankLooksAtAllElements) {
  const auto x = tensor({{1, 2}, {1, 2}, {2, 3}});
  const auto found = unique(x, everything);
  EXPECT_TRUE(is(found.values, {3}, {1, 2, 3}));
  EXPECT_TRUE(is(found.inverse, {3, 2}, {0, 1, 0, 1, 1, 2}));
  EXPECT_TRUE(is(found.values.index({found.inverse}), {3, 2}, {1, 2, 1, 2, 2, 3}));
  EXPECT_TRUE(is(found.index, {3}, {0, 1, 5}));
}

TEST(Unique, FollowsTheViewAndNotTheMemory) {
  const auto x = tensor({{3, 1}, {1, 2}});
  EXPECT_TRUE(is(unique(x.transpose(), everything).inverse, {2, 2}, {2, 0, 0, 1}));
  EXPECT_TRUE(is(unique(x.flip(), everything).index, {3}, {1, 0, 3}));
  EXPECT_TRUE(is(unique(tensor({4}).expand({3}), everything).counts, {1}, {3}));
  const Tensor<const int> constant = x;
  const Tensor<int> values = unique(constant).values;
  EXPECT_TRUE(is(values, {3}, {1, 2, 3}));
  EXPECT_TRUE(is(unique(constant, 1).values, {2, 2}, {1, 3, 2, 1}));
}

// NumPy's own test of unique: NaNs are one value.
TEST(Unique, NansAreOneValueUnlessToldOtherwise) {
  const auto x = tensor({2.0, nan, 1.0, nan});
  const auto found = unique(x, everything);
  ASSERT_TRUE(has_shape(found.values, {3}));
  EXPECT_TRUE(std::isnan(found.values.at(2)));
  EXPECT_TRUE(is(found.index, {3}, {2, 0, 1}));
  EXPECT_TRUE(is(found.inverse, {4}, {1, 2, 0, 2}));
  EXPECT_TRUE(is(found.counts, {3}, {1, 1, 2}));
  const auto each = unique(x, {.return_index = true, .return_inverse = true, .equal_nan = false});
  EXPECT_TRUE(is(each.index, {4}, {2, 0, 1, 3}));
  EXPECT_TRUE(is(each.inverse, {4}, {1, 2, 0, 3}));
  EXPECT_TRUE(is(unique(full({4}, nan), everything).counts, {1}, {4}));
}

TEST(Unique, OfZerosThatDifferInSignKeepsTheFirst) {
  const auto found = unique(tensor({1.0, -0.0, 0.0}), everything);
  EXPECT_TRUE(is(found.counts, {2}, {2, 1}));
  EXPECT_TRUE(std::signbit(found.values.at(0)));
}

constexpr UniqueOptions unsorted{
    .return_index = true, .return_inverse = true, .return_counts = true, .sorted = false};

// The documentation of pandas: unique keeps the order of appearance.
TEST(Unique, NotSortedKeepsTheOrderOfFirstOccurrence) {
  const auto x = tensor({{5, 7, 1}, {2, 1, 5}});
  const auto found = unique(x, unsorted);
  EXPECT_TRUE(is(found.values, {4}, {5, 7, 1, 2}));
  EXPECT_TRUE(is(found.index, {4}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(found.inverse, {2, 3}, {0, 1, 2, 3, 2, 0}));
  EXPECT_TRUE(is(found.counts, {4}, {2, 1, 2, 1}));
  EXPECT_TRUE(is(unique(x.flip(), {.sorted = false}).values, {4}, {5, 1, 2, 7}));
  const auto some = tensor({2.0, nan, 1.0, nan, 2.0});
  EXPECT_TRUE(is(unique(some, unsorted).index, {3}, {0, 1, 2}));
  EXPECT_TRUE(is(unique(some, unsorted).counts, {3}, {2, 2, 1}));
  UniqueOptions each = unsorted;
  each.equal_nan = false;
  EXPECT_TRUE(is(unique(some, each).inverse, {5}, {0, 1, 2, 3, 0}));
  EXPECT_TRUE(std::signbit(unique(tensor({-0.0, 0.0}), {.sorted = false}).values.item()));
  EXPECT_TRUE(has_shape(unique(zeros({0, 2}), unsorted).inverse, {0, 2}));
  EXPECT_TRUE(is(unique(tensor({true, false}), unsorted).values, {2}, {true, false}));
}

TEST(UniqueSlices, NotSortedKeepTheOrderOfFirstOccurrence) {
  const auto x = tensor({{2, 1, 2, 0}, {5, 9, 5, 3}});
  const auto found = unique(x, 1, unsorted);
  EXPECT_TRUE(is(found.values, {2, 3}, {2, 1, 0, 5, 9, 3}));
  EXPECT_TRUE(is(found.index, {3}, {0, 1, 3}));
  EXPECT_TRUE(is(found.inverse, {4}, {0, 1, 0, 2}));
  EXPECT_TRUE(is(found.counts, {3}, {2, 1, 1}));
}

TEST(Unique, OfBoolsAndUnsigned) {
  EXPECT_TRUE(is(unique(tensor({true, false, true})).values, {2}, {false, true}));
  EXPECT_TRUE(
      is(unique(tensor<std::uint64_t>({UINT64_MAX, 0, 1})).values, {3}, {0, 1, UINT64_MAX}));
  EXPECT_TRUE(is(unique(tensor<std::int8_t>({-128, 127, -128})).values, {2}, {-128, 127}));
}

TEST(Unique, OfNothingAndOfRankZero) {
  const auto none = unique(zeros({0, 2}), everything);
  EXPECT_TRUE(has_shape(none.values, {0}));
  EXPECT_TRUE(has_shape(none.index, {0}));
  EXPECT_TRUE(has_shape(none.inverse, {0, 2}));
  EXPECT_TRUE(has_shape(none.counts, {0}));
  const auto one = unique(tensor(7), everything);
  EXPECT_TRUE(is(one.values, {1}, {7}));
  EXPECT_TRUE(is(one.inverse, {}, {0}));
}

// NumPy's documentation of unique.
TEST(UniqueSlices, ListsTheDifferentRows) {
  const auto x = tensor({{1, 0, 0}, {1, 0, 0}, {2, 3, 4}});
  const auto found = unique(x, 0, everything);
  EXPECT_TRUE(is(found.values, {2, 3}, {1, 0, 0, 2, 3, 4}));
  EXPECT_TRUE(is(found.index, {2}, {0, 2}));
  EXPECT_TRUE(is(found.inverse, {3}, {0, 0, 1}));
  EXPECT_TRUE(is(found.counts, {2}, {2, 1}));
}

TEST(UniqueSlices, ListsTheDifferentColumns) {
  const auto x = tensor({{2, 1, 2, 1}, {5, 9, 5, 3}});
  const auto found = unique(x, -1, everything);
  EXPECT_TRUE(is(found.values, {2, 3}, {1, 1, 2, 3, 9, 5}));
  EXPECT_TRUE(is(found.index, {3}, {3, 1, 0}));
  EXPECT_TRUE(is(found.inverse, {4}, {2, 1, 2, 0}));
  EXPECT_TRUE(is(index_select(found.values, 1, found.inverse), {2, 4}, elements(x)));
  EXPECT_TRUE(is(unique(x.transpose(), 0).values, {3, 2}, {1, 3, 1, 9, 2, 5}));
}

TEST(UniqueSlices, OfAMiddleDimAndOfRankOne) {
  const auto x = tensor({{{1, 2}, {0, 9}, {1, 2}}, {{3, 4}, {5, 6}, {3, 4}}});
  EXPECT_TRUE(is(unique(x, 1).values, {2, 2, 2}, {0, 9, 1, 2, 5, 6, 3, 4}));
  EXPECT_TRUE(is(unique(tensor({4, 3, 2, 3, 2, 1, 2, 2}), 0).values, {4}, {1, 2, 3, 4}));
}

TEST(UniqueSlices, WithNan) {
  const auto x = tensor({{nan, 1.0}, {0.0, nan}, {nan, 1.0}});
  EXPECT_TRUE(is(unique(x, 0, everything).index, {2}, {1, 0}));
  EXPECT_TRUE(is(unique(x, 0, {.return_index = true, .equal_nan = false}).index, {3}, {1, 0, 2}));
}

// NumPy's own test of unique with dims of size zero.
TEST(UniqueSlices, OfNothing) {
  const auto rows = unique(zeros({2, 0}), 0, everything);
  EXPECT_TRUE(has_shape(rows.values, {1, 0}));
  EXPECT_TRUE(is(rows.index, {1}, {0}));
  EXPECT_TRUE(is(rows.inverse, {2}, {0, 0}));
  EXPECT_TRUE(is(rows.counts, {1}, {2}));
  const auto columns = unique(zeros({2, 0}), 1, everything);
  EXPECT_TRUE(has_shape(columns.values, {2, 0}));
  EXPECT_TRUE(has_shape(columns.inverse, {0}));
}

TEST(UniqueSlices, AWrongDimIsNamed) {
  EXPECT_TRUE(throws<IndexError>([] { (void)unique(ones({2}), 1); },
                                 "unique: dim 1 is out of range for a tensor of rank 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)unique(tensor(2), 0); },
                                 "unique: dim 0 is out of range for a tensor of rank 0"));
}

TEST(Unique, OfManySlicesFindsTheFirstOfEach) {
  for (const index_t rows : {1, 2, 15, 16, 17, 100, 1000}) {
    const auto t = zeros<int>({rows, 2});
    for (index_t i = 0; i < rows; ++i) {
      t(i, 0) = static_cast<int>(i * 7919 % 5);
      t(i, 1) = static_cast<int>(i * 104729 % 3);
    }
    const auto found = unique(t, 0, {.return_index = true, .return_inverse = true});
    index_t distinct = 0;
    for (index_t i = 0; i < rows; ++i) {
      const index_t group = found.inverse(i);
      index_t first = 0;
      while (t(first, 0) != t(i, 0) || t(first, 1) != t(i, 1)) ++first;
      distinct += first == i ? 1 : 0;
      ASSERT_EQ(found.index(group), first) << rows;
      ASSERT_EQ(found.values(group, 0), t(i, 0));
      ASSERT_EQ(found.values(group, 1), t(i, 1));
    }
    ASSERT_EQ(found.values.size(0), distinct);
    for (index_t k = 1; k < distinct; ++k) {
      const int before = found.values(k - 1, 0) * 3 + found.values(k - 1, 1);
      ASSERT_LT(before, found.values(k, 0) * 3 + found.values(k, 1));
    }
  }
}

TEST(Unique, InTheOrderOfFirstOccurrenceTakesTheFirstOfComplexNans) {
  using C = std::complex<double>;
  const auto t = tensor({C(nan, 3), C(5, 0), C(0, nan)});
  const auto found = unique(t, {.return_index = true, .return_counts = true, .sorted = false});
  EXPECT_TRUE(is(found.index, {2}, {index_t{0}, index_t{1}}));
  EXPECT_TRUE(is(found.counts, {2}, {index_t{2}, index_t{1}}));
  EXPECT_EQ(found.values(0).imag(), 3);
  EXPECT_EQ(found.values(1), C(5, 0));
}

}  // namespace unique_test
