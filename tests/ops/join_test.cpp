// Values from NumPy's concatenate, stack, hstack and vstack; tensors of shape (0) as PyTorch's cat
// takes them.
#include <array>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;
using reference::Bytes3;

namespace join_test {

const Tensor<int> x = counting({2, 3});

TEST(Cat, PutsTensorsOneAfterAnother) {
  EXPECT_TRUE(is(cat({x, x.narrow(0, 0, 1)}), {3, 3}, {0, 1, 2, 3, 4, 5, 0, 1, 2}));
  EXPECT_TRUE(is(cat({x, x.narrow(1, 0, 2)}, -1), {2, 5}, {0, 1, 2, 0, 1, 3, 4, 5, 3, 4}));
  EXPECT_TRUE(is(cat({x}, 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_FALSE(cat({x}).shares_storage(x));
  EXPECT_TRUE(is(cat({tensor({1, 2}), tensor({3}), tensor({4, 5, 6})}), {6}, {1, 2, 3, 4, 5, 6}));
}

TEST(Cat, OfStridedTensors) {
  EXPECT_TRUE(is(cat({x.transpose(), x.transpose().flip(1)}, 1), {3, 4},
                 {0, 3, 3, 0, 1, 4, 4, 1, 2, 5, 5, 2}));
  EXPECT_TRUE(is(cat({x.flip(0), x.flip(1)}), {4, 3}, {3, 4, 5, 0, 1, 2, 2, 1, 0, 5, 4, 3}));
  EXPECT_TRUE(
      is(cat({tensor({{7}}).expand({2, 2}), x}, 1), {2, 5}, {7, 7, 0, 1, 2, 7, 7, 3, 4, 5}));
  EXPECT_TRUE(cat({x.transpose(), x.transpose()}).is_contiguous());
}

TEST(Cat, TakesWhateverHoldsTensors) {
  const std::vector<Tensor<int>> list{x, x};
  const std::vector<int> twice{0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5};
  EXPECT_TRUE(is(cat(list), {4, 3}, twice));
  EXPECT_TRUE(is(cat(std::array<Tensor<int>, 2>{x, x}, 0), {4, 3}, twice));
  EXPECT_TRUE(is(cat(std::span<const Tensor<int>>(list), 0), {4, 3}, twice));
  EXPECT_TRUE(is(cat(x.split(1), 1), {1, 6}, {0, 1, 2, 3, 4, 5}));
  const std::vector<Tensor<const int>> read_only{x, x};
  const Tensor<int> joined = cat(read_only);
  EXPECT_TRUE(is(joined, {4, 3}, twice));
}

TEST(Cat, PassesOverTensorsOfShapeZero) {
  const auto nothing = zeros<int>({0});
  EXPECT_TRUE(
      is(cat({nothing, x, nothing, x.narrow(0, 1, 1)}), {3, 3}, {0, 1, 2, 3, 4, 5, 3, 4, 5}));
  EXPECT_TRUE(is(cat({nothing, x}, -1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(has_shape(cat({nothing, nothing}), {0}));
  EXPECT_TRUE(is(cat({tensor({1}), nothing}), {1}, {1}));
}

TEST(Cat, OtherTensorsWithoutElementsCount) {
  EXPECT_TRUE(is(cat({zeros<int>({2, 0}), x}, 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(has_shape(cat({zeros<int>({0, 3}), zeros<int>({0, 3})}, 0), {0, 3}));
  EXPECT_TRUE(has_shape(cat({zeros<int>({0, 3}), zeros<int>({0, 2})}, 1), {0, 5}));
  EXPECT_TRUE(throws<ShapeError>([] { (void)cat({zeros<int>({0, 2}), x}, 0); },
                                 "cat: tensor 1 has size 3 in dim 1, but tensor 0 has size 2"));
}

TEST(Cat, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)cat({x, x, counting({2, 4})}); },
                                 "cat: tensor 2 has size 4 in dim 1, but tensor 0 has size 3"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)cat({zeros<int>({0}), x, tensor({1, 2, 3})}); },
                                 "cat: tensor 2 has rank 1, but tensor 1 has rank 2"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)cat({tensor(1), tensor(2)}); },
                                 "cat: tensor 0 has rank 0 and cannot be concatenated; use stack"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)cat({tensor({1}), tensor(2)}); },
                                 "cat: tensor 1 has rank 0, but tensor 0 has rank 1"));
  EXPECT_TRUE(throws<IndexError>([] { (void)cat({x, x}, 2); },
                                 "cat: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([] { (void)cat({x, x}, -3); },
                                 "cat: dim -3 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<ValueError>([] { (void)cat(std::vector<Tensor<int>>{}); },
                                 "cat: there must be at least one tensor"));
}

TEST(Cat, SizesThatOverflowAreAnError) {
  const auto huge = tensor({1}).expand({INT64_MAX});
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)cat({huge, huge}); },
      "cat: 9223372036854775807 plus 9223372036854775807 overflows a 64-bit size"));
  const auto wide = tensor({1}).expand({4, INT64_MAX / 4});
  EXPECT_THROW((void)cat({wide, wide}), ValueError);
}

TEST(Stack, PutsTensorsSideBySideAlongANewDim) {
  EXPECT_TRUE(is(stack({x, -x}), {2, 2, 3}, {0, 1, 2, 3, 4, 5, 0, -1, -2, -3, -4, -5}));
  EXPECT_TRUE(is(stack({x, -x}, 1), {2, 2, 3}, {0, 1, 2, 0, -1, -2, 3, 4, 5, -3, -4, -5}));
  EXPECT_TRUE(is(stack({x, -x}, -1), {2, 3, 2}, {0, 0, 1, -1, 2, -2, 3, -3, 4, -4, 5, -5}));
  EXPECT_TRUE(is(stack({x, -x}, -3), {2, 2, 3}, {0, 1, 2, 3, 4, 5, 0, -1, -2, -3, -4, -5}));
}

TEST(Stack, OfRankZeroAndOfNothing) {
  EXPECT_TRUE(is(stack({tensor(1), tensor(2)}), {2}, {1, 2}));
  EXPECT_TRUE(is(stack({tensor(1)}, -1), {1}, {1}));
  EXPECT_TRUE(has_shape(stack({zeros({0}), zeros({0})}), {2, 0}));
  EXPECT_TRUE(has_shape(stack(std::vector<Tensor<float>>{zeros({2, 0})}, 2), {2, 0, 1}));
}

TEST(Stack, OfStridedTensorsAndUnboundOnes) {
  EXPECT_TRUE(is(stack({x.transpose(), x.transpose().flip(0)}, 2), {3, 2, 2},
                 {0, 2, 3, 5, 1, 1, 4, 4, 2, 0, 5, 3}));
  EXPECT_TRUE(is(stack(x.unbind(1), 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  const std::vector<Tensor<const int>> read_only{x.select(0, 0), x.select(0, 1)};
  const Tensor<int> stacked = stack(read_only);
  EXPECT_TRUE(is(stacked, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(Stack, RefusesWhatDoesNotFit) {
  EXPECT_TRUE(
      throws<ShapeError>([] { (void)stack({x, x, x.transpose()}); },
                         "stack: tensor 2 has shape (3, 2), but tensor 0 has shape (2, 3)"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)stack({zeros({0}), zeros({2})}); },
                                 "stack: tensor 1 has shape (2), but tensor 0 has shape (0)"));
  EXPECT_TRUE(throws<IndexError>([] { (void)stack({x}, 3); },
                                 "stack: dim 3 is out of range for a tensor of rank 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)stack(std::vector<Tensor<int>>{}); },
                                 "stack: there must be at least one tensor"));
  EXPECT_TRUE(throws<ValueError>([] { (void)stack({ones<int>(Dims::filled(64, 1))}); },
                                 "stack: rank 65 is more than the maximum rank, 64"));
}

TEST(Hstack, IsCatAlongTheSecondDimOrTheOnlyOne) {
  EXPECT_TRUE(is(hstack({x, x.narrow(1, 0, 1)}), {2, 4}, {0, 1, 2, 0, 3, 4, 5, 3}));
  EXPECT_TRUE(is(hstack({tensor({1, 2}), tensor({3})}), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(hstack({tensor(1), tensor({2, 3})}), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(hstack({tensor(1), tensor(2)}), {2}, {1, 2}));
  const auto cube = counting({1, 2, 2});
  EXPECT_TRUE(is(hstack({cube, cube}), {1, 4, 2}, {0, 1, 2, 3, 0, 1, 2, 3}));
}

TEST(Vstack, IsCatAlongTheFirstDimOfRows) {
  EXPECT_TRUE(is(vstack({x, tensor({7, 8, 9})}), {3, 3}, {0, 1, 2, 3, 4, 5, 7, 8, 9}));
  EXPECT_TRUE(is(vstack({tensor({1, 2}), tensor({3, 4})}), {2, 2}, {1, 2, 3, 4}));
  EXPECT_TRUE(is(vstack({tensor(1), tensor(2)}), {2, 1}, {1, 2}));
  EXPECT_TRUE(
      is(vstack(std::vector<Tensor<int>>{x, x}), {4, 3}, {0, 1, 2, 3, 4, 5, 0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(has_shape(vstack({zeros({0}), zeros({0})}), {2, 0}));
}

TEST(HstackAndVstack, RefuseWhatDoesNotFit) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)hstack({x, counting({3, 3})}); },
                                 "hstack: tensor 1 has size 3 in dim 0, but tensor 0 has size 2"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)hstack({x, tensor(1)}); },
                                 "hstack: tensor 1 has rank 1, but tensor 0 has rank 2"));
  EXPECT_TRUE(throws<ShapeError>([] { (void)vstack({x, tensor({1, 2})}); },
                                 "vstack: tensor 1 has size 2 in dim 1, but tensor 0 has size 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)hstack(std::vector<Tensor<int>>{}); },
                                 "hstack: there must be at least one tensor"));
  EXPECT_TRUE(throws<ValueError>([] { (void)vstack(std::vector<Tensor<int>>{}); },
                                 "vstack: there must be at least one tensor"));
}

template <class T>
class JoinedElements : public testing::Test {};
using ElementTypes = testing::Types<bool, std::int8_t, std::uint16_t, float, double,
                                    std::complex<float>, Bytes3, reference::Pair16>;
TYPED_TEST_SUITE(JoinedElements, ElementTypes);

TYPED_TEST(JoinedElements, OfAnyTypeAreMoved) {
  using T = TypeParam;
  const auto e = [](std::int64_t id) { return reference::element<T>(id); };
  const auto a = zeros<T>({2});
  a.at(0) = e(1);
  a.at(1) = e(2);
  EXPECT_TRUE(is(cat({a, a.flip()}), {4}, {e(1), e(2), e(2), e(1)}));
  EXPECT_TRUE(is(stack({a, a.flip()}, 1), {2, 2}, {e(1), e(2), e(2), e(1)}));
}

}  // namespace join_test
