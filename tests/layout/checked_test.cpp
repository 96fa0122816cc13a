// Integer arithmetic that throws where it would overflow.
#include <ndx/layout/checked.hpp>

#include "support/expect.hpp"

namespace checked_test {

using expect::throws;
using ndx::checked_add;
using ndx::checked_mul;
using ndx::checked_numel;
using ndx::Dims;
using ndx::ValueError;

TEST(CheckedMul, GivesTheProductUpToTheLimits) {
  EXPECT_EQ(checked_mul("f", 3, -4), -12);
  EXPECT_EQ(checked_mul("f", INT64_MAX, 1), INT64_MAX);
  EXPECT_EQ(checked_mul("f", INT64_MIN, 1), INT64_MIN);
  EXPECT_EQ(checked_mul("f", INT64_MIN, 0), 0);
  EXPECT_EQ(checked_mul("f", 3037000499, 3037000499), 9223372030926249001);
}

TEST(CheckedMul, NamesCallAndFactorsWhenItOverflows) {
  EXPECT_TRUE(throws<ValueError>([] { checked_mul("zeros", 4294967296, 4294967296); },
                                 "zeros: 4294967296 times 4294967296 overflows a 64-bit size"));
  EXPECT_THROW(checked_mul("f", INT64_MIN, -1), ValueError);
  EXPECT_THROW(checked_mul("f", 3037000500, 3037000500), ValueError);
}

TEST(CheckedAdd, GivesTheSumUpToTheLimits) {
  EXPECT_EQ(checked_add("f", INT64_MAX - 1, 1), INT64_MAX);
  EXPECT_EQ(checked_add("f", INT64_MIN, INT64_MAX), -1);
}

TEST(CheckedAdd, NamesCallAndTermsWhenItOverflows) {
  EXPECT_TRUE(throws<ValueError>([] { checked_add("split", INT64_MAX, 1); },
                                 "split: 9223372036854775807 plus 1 overflows a 64-bit size"));
  EXPECT_THROW(checked_add("f", INT64_MIN, -1), ValueError);
}

TEST(CheckedNumel, MultipliesTheSizes) {
  EXPECT_EQ(checked_numel("f", Dims{2, 3, 4}), 24);
  EXPECT_EQ(checked_numel("f", Dims{}), 1);
  EXPECT_EQ(checked_numel("f", Dims{1}), 1);
  EXPECT_EQ(checked_numel("f", Dims{INT64_MAX}), INT64_MAX);
  EXPECT_EQ(checked_numel("f", Dims{5, 0, 7}), 0);
}

TEST(CheckedNumel, RefusesNegativeSizes) {
  EXPECT_TRUE(throws<ValueError>([] { checked_numel("zeros", Dims{2, -3}); },
                                 "zeros: size -3 of dim 1 is negative"));
  EXPECT_THROW(checked_numel("f", Dims{0, -1}), ValueError);
  EXPECT_THROW(checked_numel("f", Dims{INT64_MIN}), ValueError);
}

TEST(CheckedNumel, RefusesProductsThatOverflow) {
  EXPECT_TRUE(throws<ValueError>(
      [] { checked_numel("empty", Dims{4294967296, 4294967296}); },
      "empty: the product of shape (4294967296, 4294967296) overflows a 64-bit size"));
  EXPECT_THROW(checked_numel("f", Dims{INT64_MAX, 2}), ValueError);
}

TEST(CheckedNumel, ASizeOfZeroDoesNotHideAnOverflow) {
  EXPECT_THROW(checked_numel("f", Dims{0, INT64_MAX, 2}), ValueError);
  EXPECT_THROW(checked_numel("f", Dims{INT64_MAX, 2, 0}), ValueError);
  EXPECT_EQ(checked_numel("f", Dims{0, INT64_MAX}), 0);
}

TEST(CheckedNumel, TakesRank64AndRefusesRank65) {
  EXPECT_EQ(checked_numel("f", Dims::filled(64, 1)), 1);
  EXPECT_TRUE(throws<ValueError>([] { checked_numel("ones", Dims::filled(65, 1)); },
                                 "ones: rank 65 is more than the maximum rank, 64"));
}

TEST(CheckedSize, IsBadAllocForMoreThanThereCanBe) {
  EXPECT_EQ(ndx::checked_size<double>(0), 0U);
  EXPECT_EQ(ndx::checked_size<double>(PTRDIFF_MAX / 8), static_cast<std::size_t>(PTRDIFF_MAX / 8));
  EXPECT_EQ(ndx::checked_size<char>(PTRDIFF_MAX), static_cast<std::size_t>(PTRDIFF_MAX));
  EXPECT_THROW(ndx::checked_size<double>(PTRDIFF_MAX / 8 + 1), std::bad_alloc);
  EXPECT_THROW(ndx::checked_size<double>(INT64_MAX), std::bad_alloc);
}

TEST(CheckedBytes, OverflowsWhereElementsAreLarge) {
  EXPECT_EQ(ndx::checked_bytes("f", 10, 16), 160);
  EXPECT_EQ(ndx::checked_bytes("f", INT64_MAX, 1), INT64_MAX);
  EXPECT_TRUE(throws<ValueError>([] { ndx::checked_bytes("full", INT64_MAX, 8); },
                                 "full: 9223372036854775807 times 8 overflows a 64-bit size"));
}

}  // namespace checked_test
