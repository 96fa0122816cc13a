// Layouts as values: numel, contiguity, extent, and the checks against the invariants.
#include <ndx/layout/layout.hpp>

#include "support/expect.hpp"

namespace layout_test {

using expect::throws;
using ndx::checked_layout;
using ndx::Dims;
using ndx::index_t;
using ndx::Layout;
using ndx::ValueError;

TEST(Numel, IsTheProductOfTheSizes) {
  EXPECT_EQ(ndx::numel(Dims{}), 1);
  EXPECT_EQ(ndx::numel(Dims{2, 3, 4}), 24);
  EXPECT_EQ(ndx::numel(Dims{2, 0, 4}), 0);
  EXPECT_EQ(ndx::numel(Layout{{5, 1}, {0, 0}, 3}), 5);
  EXPECT_EQ(ndx::numel(Dims{INT64_MAX, 0}), 0);
}

TEST(IsEmpty, HoldsWhereASizeIsZero) {
  EXPECT_TRUE(ndx::is_empty(Dims{3, 0}));
  EXPECT_FALSE(ndx::is_empty(Dims{}));
  EXPECT_FALSE(ndx::is_empty(Dims{1, 2}));
}

TEST(ContiguousStrides, AreRowMajor) {
  EXPECT_EQ(ndx::contiguous_strides(Dims{2, 3, 4}), (Dims{12, 4, 1}));
  EXPECT_EQ(ndx::contiguous_strides(Dims{}), Dims{});
  EXPECT_EQ(ndx::contiguous_strides(Dims{5}), Dims{1});
  EXPECT_EQ(ndx::contiguous_strides(Dims{2, 1, 3}), (Dims{3, 3, 1}));
}

TEST(ContiguousStrides, CountASizeOfZeroAsOne) {
  EXPECT_EQ(ndx::contiguous_strides(Dims{2, 0, 3}), (Dims{3, 3, 1}));
  EXPECT_EQ(ndx::contiguous_strides(Dims{0}), Dims{1});
}

TEST(ContiguousLayout, RefusesShapesThatCannotBe) {
  EXPECT_EQ(ndx::contiguous_layout("f", Dims{2, 3}).strides, (Dims{3, 1}));
  EXPECT_THROW(ndx::contiguous_layout("f", Dims{-1}), ValueError);
  EXPECT_THROW(ndx::contiguous_layout("f", Dims{INT64_MAX, 2}), ValueError);
  EXPECT_THROW(ndx::contiguous_layout("f", Dims::filled(65, 1)), ValueError);
  EXPECT_EQ(ndx::contiguous_layout("f", Dims::filled(64, 1)).rank(), 64U);
}

TEST(IsContiguous, GoesByRowMajorOrderWithoutGaps) {
  EXPECT_TRUE(ndx::is_contiguous(Dims{2, 3}, Dims{3, 1}));
  EXPECT_FALSE(ndx::is_contiguous(Dims{2, 3}, Dims{1, 2}));
  EXPECT_FALSE(ndx::is_contiguous(Dims{2, 3}, Dims{4, 1}));
  EXPECT_FALSE(ndx::is_contiguous(Dims{2, 3}, Dims{6, 2}));
  EXPECT_FALSE(ndx::is_contiguous(Dims{3}, Dims{-1}));
  EXPECT_FALSE(ndx::is_contiguous(Dims{3}, Dims{0}));
  EXPECT_TRUE(ndx::is_contiguous(Dims{}, Dims{}));
}

TEST(IsContiguous, DoesNotAskWhatStridesDimsOfSizeOneHave) {
  EXPECT_TRUE(ndx::is_contiguous(Dims{1, 3, 1}, Dims{-7, 1, 100}));
  EXPECT_TRUE(ndx::is_contiguous(Dims{1}, Dims{0}));
}

TEST(IsContiguous, HoldsWithoutElements) {
  EXPECT_TRUE(ndx::is_contiguous(Dims{3, 0}, Dims{5, 5}));
  EXPECT_TRUE(ndx::is_contiguous(Dims{0, 3}, Dims{5, 5}));
}

TEST(Extent, ReachesBothWaysFromTheOffset) {
  const ndx::Extent reach = ndx::extent({{3, 4}, {-10, 2}, 50});
  EXPECT_EQ(reach.low, 30);
  EXPECT_EQ(reach.high, 56);
  EXPECT_EQ(ndx::extent({{}, {}, 7}).low, 7);
  EXPECT_EQ(ndx::extent({{}, {}, 7}).high, 7);
  EXPECT_EQ(ndx::extent({{1, 5}, {99, 0}, 7}).high, 7);
}

TEST(Exceeds, CountsTheElementsThatAWindowSpansOnce) {
  EXPECT_FALSE(ndx::exceeds({{3, 4}, {4, 1}, 5}, 12));
  EXPECT_TRUE(ndx::exceeds({{3, 4}, {4, 1}, 5}, 11));
  EXPECT_FALSE(ndx::exceeds({{3, 4}, {1, 1}, 0}, 6));
  EXPECT_TRUE(ndx::exceeds({{3, 4}, {-1, 1}, 2}, 5));
  EXPECT_FALSE(ndx::exceeds({{3, 4}, {0, 100}, 0}, 301));
  EXPECT_FALSE(ndx::exceeds({{3, 0}, {1, 1}, 0}, 0));
  EXPECT_FALSE(ndx::exceeds({{3, 4}, {100, 100}, 0}, 12));
}

TEST(Layout, DimsAreInsertedAndErasedWithTheirStrides) {
  Layout layout{{2, 3}, {3, 1}, 4};
  layout.insert_dim(1, 1, 9);
  layout.push_dim(5, 0);
  EXPECT_EQ(layout.shape, (Dims{2, 1, 3, 5}));
  EXPECT_EQ(layout.strides, (Dims{3, 9, 1, 0}));
  layout.erase_dim(0);
  EXPECT_EQ(layout.shape, (Dims{1, 3, 5}));
  EXPECT_EQ(layout.strides, (Dims{9, 1, 0}));
}

TEST(CheckedLayout, TakesWhatFits) {
  const Layout layout = checked_layout("as_strided", Dims{2, 3}, Dims{-3, 0}, 8);
  EXPECT_EQ(layout.shape, (Dims{2, 3}));
  EXPECT_EQ(layout.strides, (Dims{-3, 0}));
  EXPECT_EQ(layout.offset, 8);
  EXPECT_EQ(checked_layout("f", Dims{}, Dims{}, INT64_MAX).offset, INT64_MAX);
  EXPECT_EQ(checked_layout("f", Dims{2}, Dims{INT64_MAX}, 0).rank(), 1U);
}

TEST(CheckedLayout, RefusesListsOfDifferentLength) {
  EXPECT_TRUE(throws<ValueError>([] { checked_layout("as_strided", Dims{2, 3}, Dims{1}, 0); },
                                 "as_strided: shape (2, 3) and strides (1) differ in length"));
}

TEST(CheckedLayout, RefusesWhatOverflowsAnywhere) {
  EXPECT_THROW(checked_layout("f", Dims{3}, Dims{INT64_MAX}, 0), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{2}, Dims{INT64_MAX}, 1), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{2, 2}, Dims{INT64_MAX, INT64_MAX}, 0), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{2, 2}, Dims{INT64_MAX, -INT64_MAX}, 0), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{2}, Dims{INT64_MIN}, 0), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{1}, Dims{INT64_MIN}, 0), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{}, Dims{}, INT64_MIN), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{0}, Dims{INT64_MIN}, 0), ValueError);
  EXPECT_THROW(checked_layout("f", Dims{-1}, Dims{1}, 0), ValueError);
  EXPECT_THROW(checked_layout("f", Dims::filled(65, 1), Dims::filled(65, 0), 0), ValueError);
}

TEST(OffsetOfLinear, CountsInRowMajorOrder) {
  const Dims shape{2, 3};
  const Dims strides{-10, 4};
  const index_t expected[] = {0, 4, 8, -10, -6, -2};
  for (index_t i = 0; i < 6; ++i) EXPECT_EQ(ndx::offset_of_linear(shape, strides, i), expected[i]);
  EXPECT_EQ(ndx::offset_of_linear(Dims{}, Dims{}, 0), 0);
}

}  // namespace layout_test
