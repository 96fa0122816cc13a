// Values from PyTorch's documentation of one_hot, from ONNX's reference (the backend tests of OneHot
// compute them with NumPy: (arange(depth) == mod(indices, depth)) * (on - off) + off) and by hand.
#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace one_hot_test {

TEST(OneHot, IsARowForEachClass) {
  EXPECT_TRUE(is(one_hot(tensor({0, 2}), 3), {2, 3}, {1, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(is(one_hot(tensor({0, 1, 2, 0, 1}), 5), {5, 5},
                 {1, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 0}));
}

TEST(OneHot, OfClassesInBraces) {
  EXPECT_TRUE(is(one_hot({0, 2}, 3), {2, 3}, {1, 0, 0, 0, 0, 1}));
  EXPECT_TRUE(is(one_hot<int>({{1}, {0}}), {2, 1, 2}, {0, 1, 1, 0}));
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

TEST(OneHot, OfAnyElementType) {
  EXPECT_TRUE(is(one_hot<bool>(tensor({1, 0}), 2), {2, 2}, {false, true, true, false}));
  EXPECT_TRUE(is(one_hot<float>(tensor({1}), 3), {1, 3}, {0.f, 1.f, 0.f}));
  EXPECT_TRUE(is(one_hot<std::uint8_t>(tensor({1}), 2), {1, 2}, {0, 1}));
  using Z = std::complex<float>;
  EXPECT_TRUE(is(one_hot<Z>(tensor({1}), 2, {.on = Z(0, 1)}), {1, 2}, {Z(0), Z(0, 1)}));
}

TEST(OneHot, AlongAnyDim) {
  // test_onehot_with_axis: indices [[1, 9], [2, 4]], depth 10, values [1, 3], axis 1.
  const auto classes = tensor({{1, 9}, {2, 4}});
  const auto middle = one_hot<float>(classes, 10, {.dim = 1, .on = 3, .off = 1});
  EXPECT_TRUE(
      is(middle, {2, 10, 2}, {1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3,  //
                              1, 1, 1, 1, 3, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(equal(one_hot<float>(classes, 10, {.dim = -2, .on = 3, .off = 1}), middle));
  EXPECT_TRUE(is(one_hot(tensor({2, 0}), 3, {.dim = 0}), {3, 2}, {0, 1, 0, 0, 1, 0}));
  EXPECT_TRUE(equal(one_hot(classes, 10, {.dim = 0}), one_hot(classes, 10).movedim(-1, 0)));
  EXPECT_TRUE(
      equal(one_hot(classes.transpose(), 10, {.dim = 1}), one_hot(classes, 10).permute({1, 2, 0})));
  EXPECT_TRUE(is(one_hot(tensor(1), 2, {.dim = 0}), {2}, {0, 1}));
  EXPECT_TRUE(is(one_hot(tensor({1}).expand({2}), -1, {.dim = 0}), {2, 2}, {0, 0, 1, 1}));
  EXPECT_TRUE(has_shape(one_hot(zeros<int>({2, 0}), 4, {.dim = 1}), {2, 4, 0}));
}

TEST(OneHot, ByOnnxsRuleForClasses) {
  // test_onehot_negative_indices: indices [0, -7, -8], depth 10, values [1, 3], axis 1.
  const OneHotOptions<float> onnx{.dim = 1, .on = 3, .off = 1, .bounds = Bounds::drop};
  EXPECT_TRUE(is(one_hot(tensor({0, -7, -8}), 10, onnx), {3, 10},
                 {3, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 3, 1, 1, 1, 1, 1, 1,  //
                  1, 1, 3, 1, 1, 1, 1, 1, 1, 1}));
  // "Any entries in the 'indices' input tensor with values outside the range [-depth, depth-1] will
  // result in one-hot representation with all 'off_value' values".
  EXPECT_TRUE(is(one_hot<int>(tensor({3, -4, -3, 2}), 3, {.bounds = Bounds::drop}), {4, 3},
                 {0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
  const auto most = tensor({std::numeric_limits<std::uint64_t>::max()});
  EXPECT_TRUE(is(one_hot<int>(most, 2, {.bounds = Bounds::drop}), {1, 2}, {0, 0}));
}

TEST(OneHot, ByTheOtherPolicies) {
  const auto classes = tensor({4, -1, 1});
  EXPECT_TRUE(
      is(one_hot<int>(classes, 3, {.bounds = Bounds::wrap}), {3, 3}, {0, 1, 0, 0, 0, 1, 0, 1, 0}));
  EXPECT_TRUE(
      is(one_hot<int>(classes, 3, {.bounds = Bounds::clip}), {3, 3}, {0, 0, 1, 1, 0, 0, 0, 1, 0}));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)one_hot<int>(classes, 3, {.bounds = Bounds::fill}); },
                         "one_hot: Bounds::fill is only for reads; use Bounds::drop for writes"));
}

TEST(OneHot, RefusesADimThatIsNotThere) {
  EXPECT_TRUE(throws<IndexError>([] { (void)one_hot(tensor({0}), 1, {.dim = 2}); },
                                 "one_hot: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)one_hot(tensor({0}), 1, {.dim = -3}); },
                                 "one_hot: dim -3 is out of range for a tensor of rank 2"));
}

}  // namespace one_hot_test
