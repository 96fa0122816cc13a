// Rearranged dims: sizes, strides and offset, worked out by hand.
#include <ndx/layout/rearrange.hpp>

#include "support/expect.hpp"

namespace rearrange_test {

using expect::throws;
using ndx::Dims;
using ndx::index_t;
using ndx::IndexError;
using ndx::Layout;
using ndx::ShapeError;
using ndx::ValueError;

/// (2,3,4), row-major, offset 100.
Layout cube() { return {{2, 3, 4}, {12, 4, 1}, 100}; }

testing::AssertionResult is(const Layout& layout, const Dims& shape, const Dims& strides,
                            index_t offset) {
  if (layout.shape == shape && layout.strides == strides && layout.offset == offset)
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << ndx::message("shape ", layout.shape, " strides ",
                                                     layout.strides, " offset ", layout.offset);
}

TEST(Permuted, TakesDimsInTheOrderGiven) {
  EXPECT_TRUE(is(ndx::permuted("permute", cube(), Dims{2, 0, 1}), {4, 2, 3}, {1, 12, 4}, 100));
  EXPECT_TRUE(is(ndx::permuted("permute", cube(), Dims{-1, -3, -2}), {4, 2, 3}, {1, 12, 4}, 100));
  EXPECT_TRUE(is(ndx::permuted("permute", {{}, {}, 5}, Dims{}), {}, {}, 5));
}

TEST(Permuted, NamesEachDimOnce) {
  EXPECT_TRUE(throws<ShapeError>([] { ndx::permuted("permute", cube(), Dims{0, 1}); },
                                 "permute: order (0, 1) must name each of the 3 dims once"));
  EXPECT_TRUE(throws<ValueError>([] { ndx::permuted("permute", cube(), Dims{0, 1, -2}); },
                                 "permute: order (0, 1, -2) names dim 1 twice"));
  EXPECT_THROW(ndx::permuted("permute", cube(), Dims{0, 1, 3}), IndexError);
  EXPECT_THROW(ndx::permuted("permute", cube(), Dims{}), ShapeError);
  EXPECT_THROW(ndx::permuted("permute", cube(), Dims::filled(65, 0)), ShapeError);
}

TEST(Permuted, TakesRank64) {
  Layout layout;
  Dims order;
  for (index_t d = 0; d < 64; ++d) {
    layout.push_dim(1, d);
    order.push_back(63 - d);
  }
  const Layout reversed = ndx::permuted("permute", layout, order);
  EXPECT_EQ(reversed.strides[0], 63);
  EXPECT_EQ(reversed.strides[63], 0);
  order[63] = 63;
  EXPECT_THROW(ndx::permuted("permute", layout, order), ValueError);
}

TEST(Transposed, ExchangesTwoDims) {
  EXPECT_TRUE(is(ndx::transposed("transpose", cube(), 0, -1), {4, 3, 2}, {1, 4, 12}, 100));
  EXPECT_TRUE(is(ndx::transposed("transpose", cube(), 1, 1), {2, 3, 4}, {12, 4, 1}, 100));
  EXPECT_THROW(ndx::transposed("transpose", cube(), 0, 3), IndexError);
  EXPECT_THROW(ndx::transposed("transpose", {}, 0, 0), IndexError);
}

TEST(Moved, TheOthersKeepTheirOrder) {
  EXPECT_TRUE(is(ndx::moved("movedim", cube(), Dims{0}, Dims{2}), {3, 4, 2}, {4, 1, 12}, 100));
  EXPECT_TRUE(is(ndx::moved("movedim", cube(), Dims{-1}, Dims{0}), {4, 2, 3}, {1, 12, 4}, 100));
  EXPECT_TRUE(
      is(ndx::moved("movedim", cube(), Dims{0, 1}, Dims{-1, 0}), {3, 4, 2}, {4, 1, 12}, 100));
  EXPECT_TRUE(is(ndx::moved("movedim", cube(), Dims{}, Dims{}), {2, 3, 4}, {12, 4, 1}, 100));
}

TEST(Moved, RefusesRepeatedDimsOrPlaces) {
  EXPECT_TRUE(throws<ShapeError>([] { ndx::moved("movedim", cube(), Dims{0, 1}, Dims{0}); },
                                 "movedim: 2 source dims, but 1 destination dims"));
  EXPECT_TRUE(throws<ValueError>([] { ndx::moved("movedim", cube(), Dims{0, -3}, Dims{0, 1}); },
                                 "movedim: dims (0, -3) to (0, 1) name a dim twice"));
  EXPECT_THROW(ndx::moved("movedim", cube(), Dims{0, 1}, Dims{2, -1}), ValueError);
  EXPECT_THROW(ndx::moved("movedim", cube(), Dims{3}, Dims{0}), IndexError);
  EXPECT_THROW(ndx::moved("movedim", cube(), Dims{0}, Dims{-4}), IndexError);
}

TEST(Squeezed, DropsDimsOfSizeOne) {
  EXPECT_TRUE(is(ndx::squeezed({{1, 3, 1, 0}, {7, 2, 8, 1}, 5}), {3, 0}, {2, 1}, 5));
  EXPECT_TRUE(is(ndx::squeezed({{1, 1}, {7, 2}, 5}), {}, {}, 5));
  EXPECT_TRUE(is(ndx::squeezed("squeeze", {{1, 3}, {7, 2}, 5}, Dims{-2}), {3}, {2}, 5));
  EXPECT_TRUE(is(ndx::squeezed("squeeze", {{1, 3}, {7, 2}, 5}, Dims{1}), {1, 3}, {7, 2}, 5));
}

TEST(Squeezed, DropsThoseOfTheGivenDimsWhoseSizeIsOne) {
  const ndx::Layout layout{{1, 3, 1, 1}, {7, 2, 8, 1}, 5};
  EXPECT_TRUE(is(ndx::squeezed("squeeze", layout, Dims{-1, 0}), {3, 1}, {2, 8}, 5));
  EXPECT_TRUE(is(ndx::squeezed("squeeze", layout, Dims{1, 2}), {1, 3, 1}, {7, 2, 1}, 5));
  EXPECT_TRUE(is(ndx::squeezed("squeeze", layout, Dims{}), {1, 3, 1, 1}, {7, 2, 8, 1}, 5));
  EXPECT_TRUE(throws<ValueError>([&] { ndx::squeezed("squeeze", layout, Dims{2, -2}); },
                                 "squeeze: dims (2, -2) name dim 2 twice"));
}

TEST(Squeezed, OfRankZeroTakesDimZeroAsPyTorchDoes) {
  EXPECT_TRUE(is(ndx::squeezed("squeeze", {{}, {}, 5}, Dims{0}), {}, {}, 5));
  EXPECT_TRUE(is(ndx::squeezed("squeeze", {{}, {}, 5}, Dims{-1}), {}, {}, 5));
  EXPECT_THROW(ndx::squeezed("squeeze", {}, Dims{1}), IndexError);
  EXPECT_THROW(ndx::squeezed("squeeze", cube(), Dims{3}), IndexError);
}

TEST(Unsqueezed, InsertsBeforeThePlaceInTheResult) {
  EXPECT_EQ(ndx::unsqueezed("unsqueeze", cube(), 1).shape, (Dims{2, 1, 3, 4}));
  EXPECT_EQ(ndx::unsqueezed("unsqueeze", cube(), 3).shape, (Dims{2, 3, 4, 1}));
  EXPECT_EQ(ndx::unsqueezed("unsqueeze", cube(), -1).shape, (Dims{2, 3, 4, 1}));
  EXPECT_EQ(ndx::unsqueezed("unsqueeze", cube(), -4).shape, (Dims{1, 2, 3, 4}));
  EXPECT_EQ(ndx::unsqueezed("unsqueeze", {}, 0).shape, Dims{1});
  EXPECT_THROW(ndx::unsqueezed("unsqueeze", cube(), 4), IndexError);
}

TEST(Unsqueezed, StopsAtRank64) {
  const Layout deep{Dims::filled(64, 1), Dims::filled(64, 0), 0};
  EXPECT_TRUE(throws<ValueError>([&] { ndx::unsqueezed("unsqueeze", deep, 0); },
                                 "unsqueeze: rank 65 is more than the maximum rank, 64"));
}

TEST(Flipped, BeginsAtTheOtherEnd) {
  EXPECT_TRUE(is(ndx::flipped("flip", cube(), Dims{1}), {2, 3, 4}, {12, -4, 1}, 108));
  EXPECT_TRUE(is(ndx::flipped("flip", cube(), Dims{0, -1}), {2, 3, 4}, {-12, 4, -1}, 115));
  EXPECT_TRUE(is(ndx::flipped("flip", cube(), Dims{}), {2, 3, 4}, {12, 4, 1}, 100));
  EXPECT_TRUE(is(ndx::flipped("flip", {{4}, {-2}, 6}, Dims{0}), {4}, {2}, 0));
  EXPECT_TRUE(is(ndx::flipped("flip", {{0}, {1}, 0}, Dims{0}), {0}, {-1}, 0));
}

TEST(Flipped, NamesEachDimOnce) {
  EXPECT_TRUE(throws<ValueError>([] { ndx::flipped("flip", cube(), Dims{2, -1}); },
                                 "flip: dims (2, -1) name dim 2 twice"));
  EXPECT_THROW(ndx::flipped("flip", cube(), Dims{3}), IndexError);
  EXPECT_THROW(ndx::flipped("flip", {}, Dims{0}), IndexError);
}

TEST(DiagonalOf, BecomesTheLastDim) {
  const auto diagonal = [](index_t shift, index_t a, index_t b) {
    return ndx::diagonal_of("diagonal", cube(), shift, a, b);
  };
  EXPECT_TRUE(is(diagonal(0, 0, 1), {4, 2}, {1, 16}, 100));
  EXPECT_TRUE(is(diagonal(0, -1, 0), {3, 2}, {4, 13}, 100));
  EXPECT_TRUE(is(diagonal(1, 1, 2), {2, 3}, {12, 5}, 101));
  EXPECT_TRUE(is(diagonal(-1, 1, 2), {2, 2}, {12, 5}, 104));
}

TEST(DiagonalOf, BeyondTheCornersIsEmpty) {
  for (const index_t shift :
       {index_t{4}, index_t{5}, index_t{-3}, index_t{-9}, INT64_MAX, INT64_MIN}) {
    const Layout layout = ndx::diagonal_of("diagonal", cube(), shift, 1, 2);
    EXPECT_EQ(layout.shape, (Dims{2, 0})) << shift;
    EXPECT_EQ(layout.offset, 100) << shift;
  }
}

TEST(DiagonalOf, NeedsTwoDifferentDims) {
  EXPECT_TRUE(throws<ValueError>([] { ndx::diagonal_of("diagonal", cube(), 0, 1, -2); },
                                 "diagonal: dim1 and dim2 are both dim 1"));
  EXPECT_THROW(ndx::diagonal_of("diagonal", cube(), 0, 0, 3), IndexError);
  EXPECT_THROW(ndx::diagonal_of("diagonal", {{3}, {1}, 0}, 0, 0, 1), IndexError);
}

TEST(Unfolded, CountsWindowsInPlaceAndRunsWithinThemLast) {
  EXPECT_TRUE(is(ndx::unfolded("unfold", {{8}, {2}, 1}, 0, 3, 2), {3, 3}, {4, 2}, 1));
  EXPECT_TRUE(is(ndx::unfolded("unfold", cube(), 1, 2, 1), {2, 2, 4, 2}, {12, 4, 1, 4}, 100));
  EXPECT_TRUE(is(ndx::unfolded("unfold", cube(), -1, 4, 9), {2, 3, 1, 4}, {12, 4, 1, 1}, 100));
}

TEST(Unfolded, TakesEmptyWindows) {
  EXPECT_EQ(ndx::unfolded("unfold", {{3}, {1}, 0}, 0, 0, 1).shape, (Dims{4, 0}));
  EXPECT_EQ(ndx::unfolded("unfold", {{0}, {1}, 0}, 0, 0, 1).shape, (Dims{1, 0}));
}

TEST(Unfolded, RefusesWindowsThatDoNotFit) {
  EXPECT_TRUE(throws<ValueError>([] { ndx::unfolded("unfold", cube(), 1, 4, 1); },
                                 "unfold: window of size 4 does not fit dim 1 with size 3"));
  EXPECT_TRUE(throws<ValueError>([] { ndx::unfolded("unfold", cube(), 1, 2, 0); },
                                 "unfold: step 0 must be positive"));
  EXPECT_THROW(ndx::unfolded("unfold", cube(), 1, -1, 1), ValueError);
  EXPECT_THROW(ndx::unfolded("unfold", cube(), 1, 2, -1), ValueError);
  EXPECT_THROW(ndx::unfolded("unfold", cube(), 3, 1, 1), IndexError);
  EXPECT_THROW(ndx::unfolded("unfold", {}, 0, 1, 1), IndexError);
  EXPECT_THROW(ndx::unfolded("unfold", {Dims::filled(64, 1), Dims::filled(64, 0), 0}, 0, 1, 1),
               ValueError);
}

TEST(Unfolded, RefusesMoreElementsOrWindowsThanASizeHolds) {
  const Layout huge{{INT64_MAX}, {0}, 0};
  EXPECT_THROW(ndx::unfolded("unfold", huge, 0, INT64_MAX / 2, 1), ValueError);
  EXPECT_THROW(ndx::unfolded("unfold", huge, 0, 0, 1), ValueError);
  EXPECT_EQ(ndx::unfolded("unfold", huge, 0, 1, INT64_MAX).shape, (Dims{1, 1}));
}

}  // namespace rearrange_test
