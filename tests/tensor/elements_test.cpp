// Single elements: item, t(i, j, k) and t.at(i, j, k).
#include <ndx/tensor/elements.hpp>

#include "support/expect.hpp"

namespace elements_test {

using expect::throws;
using ndx::arange;
using ndx::index_t;
using ndx::IndexError;
using ndx::ValueError;

TEST(Item, IsTheOnlyElementOfAnyRank) {
  EXPECT_EQ(ndx::tensor(5).item(), 5);
  EXPECT_EQ(ndx::tensor({{{7}}}).item(), 7);
  EXPECT_EQ(arange<int>(10).select(0, 3).item(), 3);
  EXPECT_EQ(arange<int>(10).narrow(0, 4, 1).item(), 4);
  EXPECT_EQ(ndx::tensor(5).expand({1, 1}).item(), 5);
}

TEST(Item, RefusesMoreOrFewerElements) {
  EXPECT_TRUE(
      throws<ValueError>([] { (void)arange<int>(6).reshape({2, 3}).item(); },
                         "item: a tensor of shape (2, 3) does not have exactly one element"));
  EXPECT_TRUE(throws<ValueError>([] { (void)arange<int>(0).item(); },
                                 "item: a tensor of shape (0) does not have exactly one element"));
}

TEST(ElementAccess, IsAReference) {
  const auto t = arange<int>(6).reshape({2, 3});
  t(1, 2) = 50;
  ++t(0, 0);
  t.at(-1, 0) = 30;
  EXPECT_TRUE(expect::is(t, {2, 3}, {1, 1, 2, 30, 4, 50}));
}

TEST(ElementAccess, GoesByStridesAndOffset) {
  const auto t =
      arange<int>(24).reshape({2, 3, 4}).transpose().slice(0, ndx::Slice(1, 4, 2)).flip(1);
  // NumPy: np.arange(24).reshape(2,3,4).T[1:4:2, ::-1]
  EXPECT_EQ(t(0, 0, 0), 9);
  EXPECT_EQ(t(1, 0, 1), 23);
  EXPECT_EQ(t(1, 2, 0), 3);
  EXPECT_EQ(t.at(-1, -1, -1), 15);
}

TEST(ElementAccess, OfRankZeroTakesNoIndex) {
  const auto t = ndx::tensor(5);
  t() = 6;
  EXPECT_EQ(t.at(), 6);
}

TEST(ElementAccess, TakesEveryIntegerType) {
  const auto t = arange<int>(300);
  EXPECT_EQ(t(std::int8_t{100}), 100);
  EXPECT_EQ(t(std::uint8_t{255}), 255);
  EXPECT_EQ(t(short{5}), 5);
  EXPECT_EQ(t(7U), 7);
  EXPECT_EQ(t(std::uint64_t{9}), 9);
  EXPECT_EQ(t.at(std::int8_t{-1}), 299);
  EXPECT_EQ(t.at(std::size_t{299}), 299);
}

TEST(At, WrapsNegativesAndRefusesTheRest) {
  const auto t = arange<int>(12).reshape({3, 4});
  EXPECT_EQ(t.at(-3, -4), 0);
  EXPECT_TRUE(throws<IndexError>([&] { t.at(3, 0); },
                                 "at: index 3 is out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(throws<IndexError>([&] { t.at(0, -5); },
                                 "at: index -5 is out of bounds for dimension 1 with size 4"));
  EXPECT_THROW(t.at(INT64_MIN, 0), IndexError);
  EXPECT_THROW(t.at(0, INT64_MAX), IndexError);
  EXPECT_THROW(t.at(UINT64_MAX, 0), IndexError);  // not -1
  EXPECT_THROW(t.at(std::uint64_t{1} << 63, 0), IndexError);
}

TEST(At, RefusesAnotherNumberOfIndices) {
  const auto t = arange<int>(12).reshape({3, 4});
  EXPECT_TRUE(throws<IndexError>([&] { t.at(1); },
                                 "at: a tensor of rank 2 takes 2 indices, but 1 were given"));
  EXPECT_THROW(t.at(1, 1, 1), IndexError);
  EXPECT_THROW(t.at(), IndexError);
  EXPECT_THROW(ndx::tensor(1).at(0), IndexError);
}

TEST(At, OfNoElementsRefusesEverything) {
  EXPECT_THROW(ndx::empty<int>({0}).at(0), IndexError);
  EXPECT_THROW(ndx::empty<int>({0}).at(-1), IndexError);
  EXPECT_THROW(ndx::empty<int>({2, 0}).at(1, 0), IndexError);
}

TEST(At, TakesMoreIndicesThanListsHoldInline) {
  const auto t = arange<int>(512).reshape({2, 2, 2, 2, 2, 2, 2, 4});
  EXPECT_EQ(t.at(1, 0, 0, 0, 0, 0, 0, -1), 259);
  EXPECT_EQ(t.at(-1, -1, -1, -1, -1, -1, -1, -4), 508);
  EXPECT_EQ(t(1, 0, 0, 0, 0, 0, 0, 2), 258);
  EXPECT_TRUE(throws<IndexError>([&] { t.at(0, 0, 0, 0, 0, 0, 0, -5); },
                                 "at: index -5 is out of bounds for dimension 7 with size 4"));
  EXPECT_TRUE(throws<IndexError>([&] { t.at(0, 0, 0, 0, 0, 0, 0); },
                                 "at: a tensor of rank 8 takes 8 indices, but 7 were given"));
  EXPECT_TRUE(throws<IndexError>([] { arange<int>(3).at(0, 0, 0, 0, 0, 0, 0, 0); },
                                 "at: a tensor of rank 1 takes 1 indices, but 8 were given"));
}

TEST(At, NamesTheFirstOfSeveralWrongIndices) {
  const auto t = arange<int>(24).reshape({2, 3, 4});
  EXPECT_TRUE(throws<IndexError>([&] { t.at(-1, 3, 4); },
                                 "at: index 3 is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([&] { t.at(5, 9); },
                                 "at: a tensor of rank 3 takes 3 indices, but 2 were given"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { t.at(INT64_MIN, 0, 0); },
      "at: index -9223372036854775808 is out of bounds for dimension 0 with size 2"));
}

TEST(CallOperator, IsCheckedInCheckedBuilds) {
  const auto t = arange<int>(12).reshape({3, 4});
  if constexpr (NDX_CHECKED != 0) {
    EXPECT_TRUE(throws<IndexError>(
        [&] { t(3, 0); }, "operator(): index 3 is out of bounds for dimension 0 with size 3"));
    EXPECT_TRUE(throws<IndexError>(
        [&] { t(0, -1); }, "operator(): index -1 is out of bounds for dimension 1 with size 4"));
    EXPECT_TRUE(throws<IndexError>(
        [&] { t(1); }, "operator(): a tensor of rank 2 takes 2 indices, but 1 were given"));
    EXPECT_THROW(t(UINT64_MAX, 0), IndexError);
  } else {
    EXPECT_EQ(t(2, 3), 11);
  }
}

}  // namespace elements_test
