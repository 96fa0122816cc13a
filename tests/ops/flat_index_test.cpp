#include <array>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace {

// Most values here are those of NumPy's documentation and of its own tests.
TEST(UnravelIndex, GivesOneCoordinateForEachDim) {
  const auto found = unravel_index(tensor({22, 41, 37}), {7, 6});
  ASSERT_EQ(found.size(), 2u);
  EXPECT_TRUE(is(found[0], {3}, {3, 6, 6}));
  EXPECT_TRUE(is(found[1], {3}, {4, 5, 1}));
  const auto deep = unravel_index(1621, {6, 7, 8, 9});
  ASSERT_EQ(deep.size(), 4u);
  EXPECT_TRUE(is(deep[0], {}, {3}));
  EXPECT_TRUE(is(deep[1], {}, {1}));
  EXPECT_TRUE(is(deep[2], {}, {4}));
  EXPECT_TRUE(is(deep[3], {}, {1}));
  EXPECT_TRUE(is(unravel_index((2 * 3 + 1) * 6 + 4, {4, 3, 6})[2], {}, {4}));
}

TEST(UnravelIndex, KeepsTheShapeOfTheFlatIndices) {
  const auto flat = tensor<std::uint8_t>({{0, 5}, {3, 2}});
  EXPECT_TRUE(is(unravel_index(flat, {2, 3})[0], {2, 2}, {0, 1, 1, 0}));
  EXPECT_TRUE(is(unravel_index(flat.transpose(), {2, 3})[1], {2, 2}, {0, 0, 2, 2}));
  EXPECT_TRUE(is(unravel_index(flat.flip(), {2, 3})[1], {2, 2}, {2, 0, 2, 0}));
  EXPECT_TRUE(is(unravel_index(tensor({4}).expand({3}), {2, 3})[1], {3}, {1, 1, 1}));
}

TEST(UnravelIndex, IndexesTheElement) {
  const auto t = tensor({{3, 9, 4}, {1, 0, 2}});
  EXPECT_TRUE(is(t.index(unravel_index(argmax(t), t.shape())), {}, {9}));
  EXPECT_TRUE(is(t.index(unravel_index(std::vector<int>{5, 0, 0}, t.shape())), {3}, {2, 3, 3}));
  EXPECT_TRUE(is(unravel_index(std::array<std::int16_t, 1>{3}, t.shape())[0], {1}, {1}));
}

TEST(UnravelIndex, OfNothingAndIntoRankZero) {
  const auto none = unravel_index(zeros<index_t>({0}), {10, 3, 5});
  ASSERT_EQ(none.size(), 3u);
  for (const auto& part : none) EXPECT_TRUE(has_shape(part, {0}));
  EXPECT_TRUE(has_shape(unravel_index(zeros<int>({0}), {2, 1, 0})[2], {0}));
  EXPECT_TRUE(unravel_index(0, {}).empty());
  EXPECT_TRUE(is(unravel_index(tensor(0), {1, 1})[1], {}, {0}));
}

TEST(UnravelIndex, OfHugeShapes) {
  const index_t half = std::numeric_limits<index_t>::max() / 2;
  const auto found = unravel_index(std::numeric_limits<index_t>::max() - 2, {half, 2});
  EXPECT_TRUE(is(found[0], {}, {half - 1}));
  EXPECT_TRUE(is(found[1], {}, {1}));
}

TEST(UnravelIndex, RefusesIndicesThatAreNotThere) {
  EXPECT_TRUE(throws<IndexError>(
      [] {
        (void)unravel_index(tensor({{0, 1}, {6, 7}}), {2, 3});
      },
      "unravel_index: index 6 at [1, 0] is out of bounds for shape (2, 3) with 6 elements"));
  EXPECT_TRUE(throws<IndexError>(
      [] {
        (void)unravel_index(-1, {2, 2});
      },
      "unravel_index: index -1 is out of bounds for shape (2, 2) with 4 elements"));
  EXPECT_TRUE(throws<IndexError>(
      [] {
        (void)unravel_index(tensor({1}), {2, 1, 0});
      },
      "unravel_index: index 1 at [0] is out of bounds for shape (2, 1, 0) with 0 elements"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)unravel_index(std::numeric_limits<std::uint64_t>::max(), {2}); },
      "unravel_index: index 18446744073709551615 is beyond the size of any dimension"));
}

TEST(UnravelIndex, NamesTheCoordinateAsTheViewHasIt) {
  const auto flat = tensor<index_t>({{0, 1, 2}, {3, 4, 9}});
  EXPECT_TRUE(throws<IndexError>(
      [&] {
        (void)unravel_index(flat.transpose(), {2, 3});
      },
      "unravel_index: index 9 at [2, 1] is out of bounds for shape (2, 3) with 6 elements"));
}

TEST(UnravelIndex, RefusesShapesThatCannotBe) {
  EXPECT_TRUE(throws<ValueError>(
      [] {
        (void)unravel_index(1, {4'294'967'295, 2'147'483'649});
      },
      "unravel_index: the product of shape (4294967295, 2147483649) overflows a 64-bit size"));
  EXPECT_TRUE(throws<ValueError>(
      [] {
        (void)unravel_index(0, {2, -1});
      },
      "unravel_index: size -1 of dim 1 is negative"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)unravel_index(tensor({0}), {}); },
      "unravel_index: flat indices of shape (1) have no coordinates in a shape of rank 0"));
}

}  // namespace
