#include <array>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace flat_index_test {

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
      [] { (void)unravel_index(tensor({{0, 1}, {6, 7}}), {2, 3}); },
      "unravel_index: index 6 at [1, 0] is out of bounds for shape (2, 3) with 6 elements"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)unravel_index(-1, {2, 2}); },
      "unravel_index: index -1 is out of bounds for shape (2, 2) with 4 elements"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)unravel_index(tensor({1}), {2, 1, 0}); },
      "unravel_index: index 1 at [0] is out of bounds for shape (2, 1, 0) with 0 elements"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)unravel_index(std::numeric_limits<std::uint64_t>::max(), {2}); },
      "unravel_index: index 18446744073709551615 is beyond the size of any dimension"));
}

TEST(UnravelIndex, NamesTheCoordinateAsTheViewHasIt) {
  const auto flat = tensor<index_t>({{0, 1, 2}, {3, 4, 9}});
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)unravel_index(flat.transpose(), {2, 3}); },
      "unravel_index: index 9 at [2, 1] is out of bounds for shape (2, 3) with 6 elements"));
}

TEST(UnravelIndex, RefusesShapesThatCannotBe) {
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)unravel_index(1, {4'294'967'295, 2'147'483'649}); },
      "unravel_index: the product of shape (4294967295, 2147483649) overflows a 64-bit size"));
  EXPECT_TRUE(throws<ValueError>([] { (void)unravel_index(0, {2, -1}); },
                                 "unravel_index: size -1 of dim 1 is negative"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)unravel_index(tensor({0}), {}); },
      "unravel_index: flat indices of shape (1) have no coordinates in a shape of rank 0"));
}

TEST(RavelMultiIndex, GivesThePositionInRowMajorOrder) {
  const auto rows = tensor({3, 6, 6});
  const auto columns = tensor({4, 5, 1});
  EXPECT_TRUE(is(ravel_multi_index({rows, columns}, {7, 6}), {3}, {22, 41, 37}));
  EXPECT_TRUE(is(ravel_multi_index({3, 1, 4, 1}, {6, 7, 8, 9}), {}, {1621}));
  EXPECT_TRUE(is(ravel_multi_index({2, 1, 4}, {4, 3, 6}), {}, {(2 * 3 + 1) * 6 + 4}));
  EXPECT_TRUE(is(ravel_multi_index(tensor({{3, 6, 6}, {4, 5, 1}}), {7, 6}), {3}, {22, 41, 37}));
}

TEST(RavelMultiIndex, WrapsAndClips) {
  const auto both = tensor({{3, 6, 6}, {4, 5, 1}});
  EXPECT_TRUE(is(ravel_multi_index(both, {4, 6}, Bounds::clip), {3}, {22, 23, 19}));
  EXPECT_TRUE(is(ravel_multi_index(both, {4, 4}, {Bounds::clip, Bounds::wrap}), {3}, {12, 13, 13}));
  const std::vector<Bounds> modes{Bounds::wrap, Bounds::raise, Bounds::clip, Bounds::raise};
  EXPECT_TRUE(is(ravel_multi_index({5, 1, -1, 2}, {4, 3, 7, 12}, modes), {},
                 {((1 * 3 + 1) * 7 + 0) * 12 + 2}));
  EXPECT_TRUE(is(ravel_multi_index({5, 1, -1, 2}, {4, 3, 7, 12}, Bounds::wrap), {},
                 {((1 * 3 + 1) * 7 + 6) * 12 + 2}));
  EXPECT_TRUE(
      is(ravel_multi_index({tensor({-7, -3, 0, 8})}, {3}, Bounds::wrap), {4}, {2, 0, 0, 2}));
  EXPECT_TRUE(
      is(ravel_multi_index({tensor({-7, -3, 0, 8})}, {3}, Bounds::clip), {4}, {0, 0, 0, 2}));
  EXPECT_TRUE(is(ravel_multi_index({tensor({-7, -3, -2, -1, 0, 2, 8})}, {3}, Bounds::wrap_clip),
                 {7}, {0, 0, 1, 2, 0, 2, 2}));
  EXPECT_TRUE(is(ravel_multi_index(both, {7, 6}, Bounds::assume), {3}, {22, 41, 37}));
}

TEST(RavelMultiIndex, BroadcastsWhatItIsGiven) {
  EXPECT_TRUE(
      is(ravel_multi_index(ix_(tensor({1, 0}), tensor({0, 2})), {2, 3}), {2, 2}, {3, 5, 0, 2}));
  EXPECT_TRUE(is(ravel_multi_index({1, std::vector<std::int8_t>{2, 0}}, {2, 3}), {2}, {5, 3}));
  EXPECT_TRUE(
      is(ravel_multi_index({tensor<std::uint64_t>({{1}, {0}}), tensor({2}).expand({2})}, {2, 3}),
         {2, 2}, {5, 5, 2, 2}));
}

TEST(RavelMultiIndex, UndoesUnravelIndex) {
  const auto flat = arange(24).view({4, 6}).flip();
  EXPECT_EQ(expect::elements(ravel_multi_index(unravel_index(flat, {2, 3, 4}), {2, 3, 4})),
            expect::elements(flat));
  const auto x = tensor({{0, 3}, {4, 0}});
  EXPECT_TRUE(is(x.ravel().index({ravel_multi_index(nonzero_tuple(x), x.shape())}), {2}, {3, 4}));
}

TEST(RavelMultiIndex, OfHugeShapes) {
  const index_t half = std::numeric_limits<index_t>::max() / 2;
  EXPECT_TRUE(is(ravel_multi_index({half - 1, 1}, {half, 2}), {}, {2 * half - 1}));
  const index_t most = std::numeric_limits<index_t>::max();
  EXPECT_TRUE(is(ravel_multi_index({most}, {most}, Bounds::wrap), {}, {0}));
  EXPECT_TRUE(is(ravel_multi_index({-1}, {most}, Bounds::wrap), {}, {most - 1}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)ravel_multi_index({0, 0}, {half + 1, 2}); },
      "ravel_multi_index: the product of shape (4611686018427387904, 2) overflows a 64-bit size"));
}

TEST(RavelMultiIndex, OfNothingAndOfRankZero) {
  EXPECT_TRUE(is(ravel_multi_index({}, {}), {}, {0}));
  for (const Bounds mode : {Bounds::raise, Bounds::wrap, Bounds::clip}) {
    EXPECT_TRUE(has_shape(ravel_multi_index(zeros<int>({3, 0}), {2, 1, 0}, mode), {0}));
    EXPECT_TRUE(throws<IndexError>(
        [&] { (void)ravel_multi_index(zeros<int>({3, 1}), {2, 1, 0}, mode); },
        "ravel_multi_index: index 0 at [0] is out of bounds for dimension 2 with size 0"));
  }
}

TEST(RavelMultiIndex, RefusesCoordinatesThatAreNotThere) {
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)ravel_multi_index({2, 1}, {2, 2}); },
      "ravel_multi_index: index 2 is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)ravel_multi_index({tensor({0, 1}), tensor({1, -1})}, {2, 2}); },
      "ravel_multi_index: index -1 at [1] is out of bounds for dimension 1 with size 2"));
  EXPECT_TRUE(throws<IndexError>(
      [] {
        (void)ravel_multi_index({5, 1, -1, 2}, {4, 3, 7, 12},
                                {Bounds::wrap, Bounds::clip, Bounds::raise, Bounds::wrap});
      },
      "ravel_multi_index: index -1 is out of bounds for dimension 2 with size 7"));
}

TEST(RavelMultiIndex, RefusesOtherTermsModesAndNumbers) {
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)ravel_multi_index({1, Slice()}, {2, 2}); },
      "ravel_multi_index: coordinate 1 is neither an integer nor an index tensor"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)ravel_multi_index({tensor({true}), 0}, {2, 2}); },
      "ravel_multi_index: coordinate 0 is neither an integer nor an index tensor"));
  EXPECT_TRUE(throws<ValueError>([] { (void)ravel_multi_index({1}, {2, 2}); },
                                 "ravel_multi_index: 1 coordinates were given for shape (2, 2)"));
  EXPECT_TRUE(throws<ValueError>([] { (void)ravel_multi_index(tensor(1), {2}); },
                                 "ravel_multi_index: 0 coordinates were given for shape (2)"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)ravel_multi_index({1, 1}, {2, 2}, {Bounds::clip, Bounds::clip, Bounds::clip}); },
      "ravel_multi_index: 3 modes were given for 2 dims"));
  for (const Bounds mode : {Bounds::fill, Bounds::drop}) {
    EXPECT_TRUE(throws<ValueError>(
        [&] { (void)ravel_multi_index({1, 1}, {2, 2}, mode); },
        "ravel_multi_index: the mode is raise, wrap, clip, wrap_clip or assume, not fill or drop"));
  }
  EXPECT_TRUE(throws<ShapeError>(
      [] { (void)ravel_multi_index({tensor({0, 1}), tensor({0, 1, 0})}, {2, 2}); },
      "ravel_multi_index: shapes (2) and (3) cannot be broadcast together"));
}

TEST(RavelMultiIndex, TakesListsInBraces) {
  EXPECT_TRUE(is(ravel_multi_index({{0, 1}, {1, 2}}, {3, 4}), {2}, {1, 6}));
  EXPECT_TRUE(is(ravel_multi_index({{2}, {3}}, {3, 4}), {1}, {11}));
  EXPECT_TRUE(is(ravel_multi_index({{0, 1, 2}, {1}}, {3, 4}), {3}, {1, 5, 9}));
  EXPECT_TRUE(
      is(ravel_multi_index({{0, 5}, {-1, 2}}, {3, 4}, {Bounds::clip, Bounds::wrap}), {2}, {3, 10}));
  EXPECT_TRUE(throws<ValueError>([] { (void)ravel_multi_index({{0, 1}}, {3, 4}); },
                                 "ravel_multi_index: 1 coordinates were given for shape (3, 4)"));
}

}  // namespace flat_index_test
