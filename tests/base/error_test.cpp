// The exceptions, and what they say.
#include <ndx/base/error.hpp>

#include "support/expect.hpp"

namespace error_test {

using expect::throws;
using ndx::IndexError;
using ndx::ShapeError;
using ndx::ValueError;
using ndx::wrap_dim;
using ndx::wrap_index;

TEST(Errors, AreCaughtAsTheStandardOnes) {
  static_assert(std::is_base_of_v<std::out_of_range, IndexError>);
  static_assert(std::is_base_of_v<std::invalid_argument, ShapeError>);
  static_assert(std::is_base_of_v<std::invalid_argument, ValueError>);
  EXPECT_THROW(ndx::throw_index_error("x"), std::out_of_range);
  EXPECT_THROW(ndx::throw_shape_error("x"), std::invalid_argument);
  EXPECT_THROW(ndx::throw_value_error("x"), std::invalid_argument);
}

TEST(Errors, SayWhatTheirPartsSay) {
  const std::string name = "f";
  EXPECT_TRUE(throws<IndexError>(
      [&] { ndx::throw_index_error(name, ": ", -3, " of ", ndx::Dims{2, 3}, "!"); },
      "f: -3 of (2, 3)!"));
  EXPECT_TRUE(
      throws<ShapeError>([] { ndx::throw_shape_error(UINT64_MAX, std::string_view("ab", 1)); },
                         "18446744073709551615a"));
  EXPECT_TRUE(throws<ValueError>([] { ndx::throw_value_error(ndx::DimsView()); }, "()"));
}

TEST(WrapDim, CountsFromEitherEnd) {
  EXPECT_EQ(wrap_dim("f", 0, 3), 0U);
  EXPECT_EQ(wrap_dim("f", 2, 3), 2U);
  EXPECT_EQ(wrap_dim("f", -1, 3), 2U);
  EXPECT_EQ(wrap_dim("f", -3, 3), 0U);
}

TEST(WrapDim, RefusesWhatIsOutside) {
  EXPECT_TRUE(throws<IndexError>([] { wrap_dim("size", 3, 3); },
                                 "size: dim 3 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(throws<IndexError>([] { wrap_dim("flip", -4, 3); },
                                 "flip: dim -4 is out of range for a tensor of rank 3"));
  EXPECT_THROW(wrap_dim("f", INT64_MIN, 64), IndexError);
  EXPECT_THROW(wrap_dim("f", INT64_MAX, 64), IndexError);
}

TEST(WrapDim, RankZeroHasNoDim) {
  EXPECT_TRUE(throws<IndexError>([] { wrap_dim("size", 0, 0); },
                                 "size: dim 0 is out of range for a tensor of rank 0"));
  EXPECT_THROW(wrap_dim("size", -1, 0), IndexError);
}

TEST(WrapIndex, CountsFromEitherEnd) {
  EXPECT_EQ(wrap_index("f", 0, 0, 5), 0);
  EXPECT_EQ(wrap_index("f", 4, 0, 5), 4);
  EXPECT_EQ(wrap_index("f", -1, 0, 5), 4);
  EXPECT_EQ(wrap_index("f", -5, 0, 5), 0);
  EXPECT_EQ(wrap_index("f", -INT64_MAX, 0, INT64_MAX), 0);
}

TEST(WrapIndex, NamesIndexDimAndSize) {
  EXPECT_TRUE(throws<IndexError>([] { wrap_index("select", 5, 2, 5); },
                                 "select: index 5 is out of bounds for dimension 2 with size 5"));
  EXPECT_TRUE(throws<IndexError>([] { wrap_index("at", -6, 1, 5); },
                                 "at: index -6 is out of bounds for dimension 1 with size 5"));
  EXPECT_THROW(wrap_index("f", 0, 0, 0), IndexError);
  EXPECT_THROW(wrap_index("f", -1, 0, 0), IndexError);
  EXPECT_THROW(wrap_index("f", INT64_MIN, 0, INT64_MAX), IndexError);
}

}  // namespace error_test
