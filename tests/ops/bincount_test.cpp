#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace bincount_test {

// NumPy's documentation of bincount.
TEST(Bincount, CountsEachValue) {
  EXPECT_TRUE(is(bincount(arange(5)), {5}, {1, 1, 1, 1, 1}));
  EXPECT_TRUE(is(bincount(tensor({0, 1, 1, 3, 2, 1, 7})), {8}, {1, 3, 1, 1, 0, 0, 0, 1}));
  EXPECT_TRUE(is(bincount(tensor({0, 1}), None, 4), {4}, {1, 1, 0, 0}));
  EXPECT_TRUE(is(bincount(tensor({0, 4}), None, 2), {5}, {1, 0, 0, 0, 1}));
  EXPECT_TRUE(is(bincount(tensor({0, 1}), {}, 4), {4}, {1, 1, 0, 0}));
}

TEST(Bincount, SumsWeights) {
  const auto weights = tensor({0.3, 0.5, 0.2, 0.7, 1.0, -0.6});
  const auto sums = bincount(tensor({0, 1, 1, 2, 2, 2}), weights);
  ASSERT_TRUE(has_shape(sums, {3}));
  EXPECT_DOUBLE_EQ(sums.at(0), 0.3);
  EXPECT_DOUBLE_EQ(sums.at(1), 0.7);
  EXPECT_DOUBLE_EQ(sums.at(2), 1.1);
  const Tensor<double> of_ints = bincount(tensor({2, 2}), tensor({5, -1}), 4);
  EXPECT_TRUE(is(of_ints, {4}, {0.0, 0.0, 4.0, 0.0}));
  const Tensor<double> of_floats = bincount(tensor({0}), tensor({0.5f}));
  EXPECT_TRUE(is(of_floats, {1}, {0.5}));
  EXPECT_TRUE(is(bincount(tensor({1, 1}), tensor({true, true})), {2}, {0.0, 2.0}));
}

TEST(Bincount, OfValuesInBraces) {
  EXPECT_TRUE(is(bincount({0, 2, 2}, None, 4), {4}, {1, 0, 2, 0}));
  EXPECT_TRUE(array_equal(bincount({0, 1, 1}, tensor({0.5, 1.0, 2.0})), tensor({0.5, 3.0})));
  EXPECT_TRUE(throws<ShapeError>([] { (void)bincount({{0, 1}}); },
                                 "bincount: values have shape (1, 2), not one dim"));
}

TEST(Bincount, OfAnyIntegersAndViews) {
  EXPECT_TRUE(
      is(bincount(tensor<std::uint8_t>({255, 1})).slice(0, Slice(1, None, 254)), {2}, {1, 1}));
  EXPECT_TRUE(is(bincount(tensor<std::uint64_t>({2})), {3}, {0, 0, 1}));
  EXPECT_TRUE(is(bincount(tensor({true, false, true})), {2}, {1, 2}));
  EXPECT_TRUE(is(bincount(tensor({1, 9, 0, 9, 1}).slice(0, Slice(None, None, -2))), {2}, {1, 2}));
  EXPECT_TRUE(is(bincount(tensor({1}).expand({3}), tensor({2.0}).expand({3})), {2}, {0.0, 6.0}));
  EXPECT_TRUE(is(bincount(tensor<std::int16_t>({2, 0, 2})), {3}, {1, 0, 2}));
  EXPECT_TRUE(is(bincount(tensor<std::int8_t>({3}).expand({300})), {4}, {0, 0, 0, 300}));
  const Tensor<const int> constant = tensor({1, 0});
  EXPECT_TRUE(is(bincount(constant, Tensor<const double>(tensor({1.0, 2.0}))), {2}, {2.0, 1.0}));
}

TEST(Bincount, OfNothing) {
  EXPECT_TRUE(has_shape(bincount(zeros<int>({0})), {0}));
  EXPECT_TRUE(is(bincount(zeros<int>({0}), None, 2), {2}, {0, 0}));
  EXPECT_TRUE(is(bincount(zeros<int>({0}), zeros({0}), 1), {1}, {0.0}));
}

TEST(Bincount, RefusesWhatCannotBeCounted) {
  EXPECT_TRUE(throws<IndexError>([] { (void)bincount(tensor({0, 2, -1})); },
                                 "bincount: value -1 at [2] is negative"));
  EXPECT_TRUE(throws<IndexError>([] { (void)bincount(tensor<std::int8_t>({3, -128, -1})); },
                                 "bincount: value -128 at [1] is negative"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)bincount(tensor<std::uint64_t>({UINT64_MAX})); },
      "bincount: index 18446744073709551615 at [0] is beyond the size of any dimension"));
  EXPECT_TRUE(throws<ValueError>([] { (void)bincount(tensor<index_t>({INT64_MAX})); },
                                 "bincount: 9223372036854775807 plus 1 overflows a 64-bit size"));
  EXPECT_TRUE(throws<ValueError>([] { (void)bincount(tensor({1}), None, -1); },
                                 "bincount: minlength -1 is negative"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)bincount(zeros<int>({1, 2})); },
                                 "bincount: values have shape (1, 2), not one dim"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)bincount(tensor(3)); },
                                 "bincount: values have shape (), not one dim"));
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)bincount(tensor({1, 2}), tensor({1.0})); },
                         "bincount: weights have shape (1) and not (2), that of the values"));
}

}  // namespace bincount_test
