// Values from PyTorch's documentation of one_hot and by hand.
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace {

TEST(OneHot, IsARowForEachClass) {
  EXPECT_TRUE(is(one_hot(tensor({0, 2}), 3), {2, 3}, {1, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(is(one_hot(tensor({0, 1, 2, 0, 1}), 5), {5, 5},
                 {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
}

TEST(OneHot, AsManyClassesAsTheLargestAsksFor) {
  EXPECT_TRUE(
      is(one_hot(tensor({0, 1, 2, 0, 1})), {5, 3}, {1, 0, 0, 0, 1, 0, 0, 0, 1, 1, 0, 0, 0, 1, 0}));
  EXPECT_TRUE(is(one_hot(tensor({0, 0})), {2, 1}, {1, 1}));
}

TEST(OneHot, OfAnyShapeStridesAndIntegers) {
  const auto classes = tensor<std::uint8_t>({{0, 1}, {2, 0}, {1, 1}});
  EXPECT_TRUE(is(one_hot(classes.narrow(0, 0, 2).transpose(), 3), {2, 2, 3},
                 {1, 0, 0, 0, 0, 1, 0, 1, 0, 1, 0, 0}));
  EXPECT_TRUE(is(one_hot(tensor<std::int8_t>({1, 0}).flip(), 2), {2, 2}, {1, 0, 0, 1}));
  EXPECT_TRUE(is(one_hot(tensor<std::uint64_t>({1}).expand({2}), 2), {2, 2}, {0, 1, 0, 1}));
  const Tensor<const std::int64_t> read_only = tensor<std::int64_t>({1});
  EXPECT_TRUE(is(one_hot(read_only), {1, 2}, {0, 1}));
  EXPECT_TRUE(is(one_hot(tensor(1), 3), {3}, {0, 1, 0}));
}

TEST(OneHot, OfNothing) {
  EXPECT_TRUE(has_shape(one_hot(zeros<int>({0}), 3), {0, 3}));
  EXPECT_TRUE(has_shape(one_hot(zeros<int>({2, 0}), 1), {2, 0, 1}));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)one_hot(zeros<int>({0})); },
                         "one_hot: cannot infer num_classes from an empty tensor; specify it"));
}

TEST(OneHot, RefusesClassesThatAreNotThere) {
  EXPECT_TRUE(throws<IndexError>([] { (void)one_hot(tensor({0, 3}), 3); },
                                 "one_hot: class 3 at [1] is out of bounds for 3 classes"));
  EXPECT_TRUE(throws<IndexError>([] { (void)one_hot(tensor({{0, 1}, {2, 5}}), 3); },
                                 "one_hot: class 5 at [1, 1] is out of bounds for 3 classes"));
  EXPECT_TRUE(throws<IndexError>([] { (void)one_hot(tensor({0, -1}), 3); },
                                 "one_hot: class -1 at [1] is negative"));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)one_hot(tensor(-1)); }, "one_hot: class -1 is negative"));
  constexpr auto most = std::numeric_limits<std::uint64_t>::max();
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)one_hot(tensor({most}), 3); },
      "one_hot: class 18446744073709551615 at [0] is out of bounds for 3 classes"));
  EXPECT_TRUE(throws<ValueError>([] { (void)one_hot(tensor({most})); },
                                 "one_hot: 9223372036854775807 plus 1 overflows a 64-bit size"));
}

TEST(OneHot, RefusesANumberOfClassesThatCannotBe) {
  EXPECT_TRUE(throws<ValueError>([] { (void)one_hot(tensor({0}), 0); },
                                 "one_hot: num_classes 0 must be positive, or -1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)one_hot(tensor({0}), -2); },
                                 "one_hot: num_classes -2 must be positive, or -1"));
  EXPECT_THROW((void)one_hot(tensor({0, 0}), INT64_MAX), ValueError);
}

}  // namespace
