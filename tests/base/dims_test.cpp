// Dims and DimsView: from what they are made, with what they compare.
#include <array>
#include <list>
#include <span>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/dims.hpp>

namespace dims_test {

using ndx::Dims;
using ndx::DimsView;

std::size_t rank_of(const Dims& dims) { return dims.size(); }

TEST(DimsView, CountsNumbersBelowZeroFromTheEnd) {
  const Dims dims{2, 3, 4};
  const DimsView view = dims;
  EXPECT_EQ(view[-1], 4);
  EXPECT_EQ(view[-3], 2);
  EXPECT_EQ(view[ndx::index_t{-2}], 3);
  EXPECT_EQ(view[0], 2);
  EXPECT_EQ(view[std::int8_t{2}], 4);
  EXPECT_EQ(view[std::size_t{1}], 3);
}

TEST(Dims, AreMadeFromAnythingContiguousThatHoldsIntegers) {
  const Dims expected{2, 3, 4};
  const std::vector<int> ints{2, 3, 4};
  const std::vector<std::size_t> sizes{2, 3, 4};
  const std::array<std::uint8_t, 3> bytes{2, 3, 4};
  const short shorts[] = {2, 3, 4};
  EXPECT_EQ(Dims(ints), expected);
  EXPECT_EQ(Dims(sizes), expected);
  EXPECT_EQ(Dims(bytes), expected);
  EXPECT_EQ(Dims(shorts), expected);
  EXPECT_EQ(Dims(std::span(ints)), expected);
  EXPECT_EQ(Dims(DimsView(expected)), expected);
}

TEST(Dims, AreMadeWhereAFunctionAsksForThem) {
  EXPECT_EQ(rank_of({}), 0U);
  EXPECT_EQ(rank_of({5}), 1U);
  EXPECT_EQ(rank_of({5, 6}), 2U);
  EXPECT_EQ(rank_of(std::vector<long>{1, 2, 3}), 3U);
  const int row[] = {1, 2};
  EXPECT_EQ(rank_of(row), 2U);
}

TEST(Dims, AreMadeFromBracesThatHoldIntegersOfSeveralTypes) {
  const std::vector<int> three(3);
  enum Rows { kRows = 5 };
  EXPECT_EQ((Dims{2, three.size(), std::int8_t{-4}, kRows}), (std::vector<int>{2, 3, -4, 5}));
  EXPECT_EQ((Dims{UINT64_MAX})[0], INT64_MAX);
}

TEST(Dims, AreNotMadeFromOtherThings) {
  static_assert(!std::is_convertible_v<std::vector<double>, Dims>);
  static_assert(!std::is_convertible_v<std::vector<bool>, Dims>);
  static_assert(!std::is_convertible_v<std::string, Dims>);
  static_assert(!std::is_convertible_v<std::list<int>, Dims>);
  static_assert(!std::is_convertible_v<int, Dims>);
}

TEST(Dims, KeepNegativeNumbers) {
  const Dims dims = std::vector<std::int8_t>{-1, -128};
  EXPECT_EQ(dims, (Dims{-1, -128}));
}

TEST(Dims, HoldSixtyFour) {
  std::vector<int> many(64);
  for (int i = 0; i < 64; ++i) many[static_cast<std::size_t>(i)] = i;
  const Dims dims = many;
  const Dims copy = dims;  // NOLINT: a copy is what is tested
  EXPECT_EQ(copy.size(), 64U);
  EXPECT_EQ(copy, many);
}

TEST(Dims, FilledRepeatsOneValue) {
  EXPECT_EQ(Dims::filled(3, 7), (Dims{7, 7, 7}));
  EXPECT_EQ(Dims::filled(0, 7), Dims{});
}

TEST(Dims, FilledGoesToTheHeapWhereItMust) {
  for (std::size_t count = 5; count <= 64; ++count) {
    const Dims dims = Dims::filled(count, -1);
    ASSERT_EQ(dims.size(), count);
    for (const ndx::index_t item : dims) EXPECT_EQ(item, -1);
  }
}

TEST(DimsView, LooksAtTheDimsThemselves) {
  Dims dims{2, 3};
  const DimsView view = dims;
  dims[1] = 9;
  EXPECT_EQ(view[1], 9);
  EXPECT_EQ(view.data(), dims.data());
  EXPECT_EQ(view.size(), 2U);
  EXPECT_EQ(view.back(), 9);
  EXPECT_EQ(view.end() - view.begin(), 2);
  EXPECT_TRUE(DimsView().empty());
}

TEST(DimsView, ComparesWithAnythingContiguousThatHoldsIntegers) {
  const Dims dims{2, 3};
  const DimsView view = dims;
  EXPECT_TRUE(view == dims);
  EXPECT_TRUE(view == (std::vector<int>{2, 3}));
  EXPECT_TRUE((std::array<unsigned char, 2>{2, 3}) == view);
  EXPECT_TRUE(view == DimsView(dims));
  EXPECT_TRUE(dims == (std::vector<std::uint64_t>{2, 3}));
}

TEST(DimsView, DiffersInLengthOrInAnyElement) {
  const Dims dims{2, 3};
  const DimsView view = dims;
  EXPECT_TRUE(view != (std::vector<int>{2}));
  EXPECT_TRUE(view != (std::vector<int>{2, 3, 1}));
  EXPECT_TRUE(view != (std::vector<int>{2, 4}));
  EXPECT_TRUE(view != (std::vector<int>{}));
  EXPECT_TRUE(DimsView() == Dims{});
}

TEST(DimsView, ComparesNumbersAndNotTheirBits) {
  const Dims minus_one{-1};
  EXPECT_TRUE(minus_one != (std::vector<std::uint64_t>{UINT64_MAX}));
  EXPECT_TRUE(minus_one == (std::vector<std::int8_t>{-1}));
}

TEST(Dims, KeepsWhatNoSizeCanBeBeyondAllSizes) {
  EXPECT_TRUE(Dims(std::vector<std::uint64_t>{UINT64_MAX}) ==
              (std::vector<ndx::index_t>{INT64_MAX}));
}

}  // namespace dims_test
