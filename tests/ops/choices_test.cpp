#include <ndx/numpy.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::has_shape;
using expect::is;

namespace choices_test {

TEST(Choose, IsThatOfNumPy) {
  const auto a = tensor({10, 20, 30});
  const auto b = tensor({-1, -2, -3});
  EXPECT_TRUE(is(choose(tensor({1, 0, 1}), {a, b}), {3}, {-1, 20, -3}));
  EXPECT_TRUE(is(choose(tensor({{0}, {2}}), {tensor({10, 20}), tensor(5), tensor({{7}, {8}})}),
                 {2, 2}, {10, 20, 8, 8}));
  EXPECT_TRUE(is(choose(tensor<std::uint8_t>({1, 1, 0}), {a, b}), {3}, {-1, -2, 30}));
  EXPECT_TRUE(is(choose(tensor(1), std::vector{a, b}), {3}, {-1, -2, -3}));
  EXPECT_TRUE(has_shape(choose(zeros<int>({0, 1}), {a, b}), {0, 3}));
}

TEST(Choose, TakesTheOtherPolicies) {
  const auto a = tensor({10, 20});
  const auto b = tensor({1, 2});
  const auto indices = tensor({-1, 4});
  EXPECT_TRUE(is(choose(indices, {a, b}, {.bounds = Bounds::wrap}), {2}, {1, 20}));
  EXPECT_TRUE(is(choose(tensor({-3, 4}), {a, b}, {.bounds = Bounds::clip}), {2}, {10, 2}));
}

TEST(Choose, RefusesWhatIsNotThere) {
  const auto a = tensor({10, 20});
  EXPECT_THROW((void)choose(tensor({0, 2}), {a, a}), IndexError);
  EXPECT_THROW((void)choose(tensor({0, 1, 0}), {a, a}), ShapeError);
  EXPECT_THROW((void)choose(tensor({0, 0}), std::vector<Tensor<int>>{}), ValueError);
}

TEST(Piecewise, IsThatOfNumPy) {
  const auto x = tensor({-2.0, 0.0, 3.0, 5.0});
  const auto squares = [](const Tensor<double>& v) { return v * v; };
  const auto tens = [](const Tensor<double>& v) { return 10 * v; };
  EXPECT_TRUE(is(piecewise(x, {x < 0, x > 2}, squares, tens, -7), {4}, {4.0, -7.0, 30.0, 50.0}));
  EXPECT_TRUE(is(piecewise(x, {x < 0, x < 3}, 1, 2), {4}, {2.0, 2.0, 0.0, 0.0}));
  EXPECT_TRUE(is(piecewise(x.flip().reshape({2, 2}), {x.reshape({2, 2}) < 0}, tens, 1), {2, 2},
                 {50.0, 1.0, 1.0, 1.0}));
  EXPECT_TRUE(is(piecewise(tensor({5, 6}), {tensor({true, false})}, 2.5), {2}, {2, 0}));
}

TEST(Piecewise, RefusesConditionsThatDoNotMatch) {
  const auto x = tensor({1, 2});
  EXPECT_THROW((void)piecewise(x, {x > 1}, 1, 2, 3), ValueError);
  EXPECT_THROW((void)piecewise(x, {x > 1, x > 0}, 1), ValueError);
  EXPECT_THROW((void)piecewise(x, {tensor({true})}, 1), ShapeError);
}

TEST(CartesianProd, IsThatOfPyTorch) {
  EXPECT_TRUE(is(cartesian_prod({tensor({1, 2}), tensor({3, 4, 5})}), {6, 2},
                 {1, 3, 1, 4, 1, 5, 2, 3, 2, 4, 2, 5}));
  EXPECT_TRUE(is(cartesian_prod({tensor({1, 2})}), {2}, {1, 2}));
  EXPECT_TRUE(has_shape(cartesian_prod({tensor({1, 2}), zeros<int>({0})}), {0, 2}));
  EXPECT_THROW((void)cartesian_prod({zeros({2, 2}), zeros({2})}), ShapeError);
  EXPECT_THROW((void)cartesian_prod(std::vector<Tensor<int>>{}), ValueError);
}

TEST(BlockDiag, PutsMatricesOnTheDiagonal) {
  EXPECT_TRUE(is(block_diag({tensor({{1, 2}}), tensor({{3}, {4}}), tensor({5}), tensor(6)}), {5, 5},
                 {1, 2, 0, 0, 0, 0, 0, 3, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 5, 0, 0, 0, 0, 0, 6}));
  EXPECT_TRUE(is(block_diag({tensor({{1, 2}, {3, 4}}).transpose()}), {2, 2}, {1, 3, 2, 4}));
  EXPECT_TRUE(has_shape(block_diag({zeros({0, 2}), zeros({1, 0})}), {1, 2}));
  EXPECT_THROW((void)block_diag({zeros({1, 1, 1})}), ShapeError);
}

TEST(FillDiagonal, WritesTheMainDiagonal) {
  const auto m = zeros<int>({2, 3});
  fill_diagonal_(m.transpose(), tensor({4, 5}));
  EXPECT_TRUE(is(m, {2, 3}, {4, 0, 0, 0, 5, 0}));
  const auto cube = zeros<int>({2, 2, 2});
  EXPECT_TRUE(is(fill_diagonal_(cube, 5), {2, 2, 2}, {5, 0, 0, 0, 0, 0, 0, 5}));
  EXPECT_THROW(fill_diagonal_(zeros({2}), 1), ShapeError);
  EXPECT_THROW(fill_diagonal_(zeros({2, 2, 3}), 1), ShapeError);
  EXPECT_THROW(fill_diagonal_(zeros({1}).expand({2, 2}), 1), ValueError);
  EXPECT_THROW(fill_diagonal_(zeros({2, 2}), zeros({3})), ShapeError);
  fill_diagonal_(zeros({0, 3}), 1);
}

TEST(FillDiagonal, RefusesRowsThatShareMemoryAtOnce) {
  const auto stretched = zeros({1, 1}).expand({index_t{1} << 40, 1});
  EXPECT_THROW(fill_diagonal_(stretched, 1, true), ValueError);
}

TEST(FillDiagonal, WrapsInTallMatrices) {
  const auto square = zeros<int>({2, 2});
  EXPECT_TRUE(is(fill_diagonal_(square, 5, true), {2, 2}, {5, 0, 0, 5}));
  const auto columns = zeros<int>({3, 4, 2}).select(2, 1).transpose();
  EXPECT_TRUE(is(fill_diagonal_(columns, 5, true), {4, 3}, {5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0}));
  const auto m = zeros<int>({7, 3});
  fill_diagonal_(m, 5, true);
  EXPECT_TRUE(is(m, {7, 3}, {5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5, 0, 0, 0, 5}));
}

}  // namespace choices_test
