// The guide's page "Coming from …": what stands there on our side compiles and does that.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;

namespace coming_from_test {

const Tensor<int> i2 = tensor({0, 1});

TEST(ComingFrom, NumPy) {
  const auto cube = counting({2, 3, 4});
  EXPECT_TRUE(has_shape(cube.numpy_index({0, Slice(), tensor({0, 1})}), {2, 3}));
  const auto x = counting({3, 4});
  EXPECT_TRUE(is(x.index(ix_(i2, i2)), {2, 2}, {0, 1, 4, 5}));
  EXPECT_TRUE(is(x.oindex({i2, i2}), {2, 2}, {0, 1, 4, 5}));
  const auto counts = zeros<int>({2});
  counts.index_put_({tensor({1, 1})}, 3, true);
  EXPECT_TRUE(is(counts, {2}, {0, 6}));
  counts.index_put_({i2}, 5, {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(counts, {2}, {5, 6}));
  EXPECT_TRUE(is(take(x, tensor({-9, 9}), 1, Bounds::clip), {3, 2}, {0, 3, 4, 7, 8, 11}));
  const auto rows = tensor({{3, 1, 2}});
  EXPECT_TRUE(is(take_along_axis(rows, argsort(rows, 1), 1), {1, 3}, {1, 2, 3}));
  EXPECT_TRUE(is(where(rows > 1, rows, 0), {1, 3}, {3, 0, 2}));
  EXPECT_EQ(nonzero_tuple(rows).size(), 2U);
  EXPECT_TRUE(is(cat({rows, rows}, 1), {1, 6}, {3, 1, 2, 3, 1, 2}));
  EXPECT_TRUE(is(repeat_interleave(rows, 2, 0), {2, 3}, {3, 1, 2, 3, 1, 2}));
}

TEST(ComingFrom, PyTorch) {
  const auto t = counting({3, 4});
  EXPECT_TRUE(has_shape(t.index({Slice(1), i2, None}), {2, 2, 1}));
  const auto columns = tensor<index_t>({{0, 3}, {1, 1}, {2, 0}});
  EXPECT_TRUE(is(gather(t, 1, columns), {3, 2}, {0, 3, 5, 5, 10, 8}));
  const auto sums = zeros<int>({3, 4});
  scatter_add_(sums, 1, columns, ones<int>({3, 2}));
  EXPECT_TRUE(is(sums, {3, 4}, {1, 0, 0, 1, 0, 2, 0, 0, 1, 0, 1, 0}));
  const auto most = tensor({9, 9});
  scatter_reduce_(most, 0, tensor({0, 0}), tensor({2, 5}), "amax", false);
  EXPECT_TRUE(is(most, {2}, {5, 9}));
  EXPECT_TRUE(is(index_select(t, 0, tensor({2})), {1, 4}, {8, 9, 10, 11}));
  index_add_(most, 0, tensor({1, 1}), tensor({1, 2}), 2);
  EXPECT_TRUE(is(most, {2}, {5, 15}));
  masked_fill_(most, most > 10, 0);
  EXPECT_TRUE(is(most, {2}, {5, 0}));
  EXPECT_TRUE(is(masked_select(t, t > 9), {2}, {10, 11}));
  EXPECT_TRUE(is(topk(tensor({1, 5, 3, 4}), 3).values, {3}, {5, 4, 3}));
  EXPECT_TRUE(is(sort(tensor({1, 5, 3}), -1, true).indices, {3}, {1, 2, 0}));
}

TEST(ComingFrom, Paddle) {
  const auto x = counting({2, 3, 4});
  EXPECT_TRUE(has_shape(x.index({0, Slice(), i2}), {3, 2}));
  EXPECT_TRUE(is(x.index_put({0, 0, i2}, 9).index({0, 0}), {4}, {9, 9, 2, 3}));
  EXPECT_TRUE(is(gather_nd(x, tensor({{1, 2, 3}})), {1}, {23}));
  EXPECT_TRUE(
      is(scatter_nd_add(zeros<int>({3}), tensor({{1}, {1}}), tensor({4, 5})), {3}, {0, 9, 0}));
  const auto row = tensor({{1, 2, 3}});
  EXPECT_TRUE(is(take_along_axis(row, tensor({{2}}), 1), {1, 1}, {3}));
  put_along_axis(row, tensor({{2}}), tensor({{7}}), 1);
  EXPECT_TRUE(is(row, {1, 3}, {1, 2, 7}));
}

TEST(ComingFrom, MegEngine) {
  const auto x = counting({4});
  EXPECT_FALSE(x.index({Slice(1, 3)}).clone().shares_storage(x));
  EXPECT_TRUE(is(scatter(x, 0, tensor({3}), tensor({9})), {4}, {0, 1, 2, 9}));
  EXPECT_TRUE(is(flatnonzero(x > 1), {2}, {2, 3}));
  EXPECT_TRUE(is(topk(x, 3, -1, false).values, {3}, {0, 1, 2}));
}

TEST(ComingFrom, Jax) {
  const auto x = counting({3});
  const auto i = tensor({2, 9, 2});
  EXPECT_TRUE(is(x.index_put({tensor({2, 2})}, 5, true), {3}, {0, 1, 12}));
  EXPECT_TRUE(is(x.index_put({tensor({2, 2})}, 5, {.reduce = Reduce::maximum}), {3}, {0, 1, 5}));
  EXPECT_TRUE(is(x.index({i}, {.bounds = Bounds::fill, .fill = 0}), {3}, {2, 0, 2}));
  EXPECT_TRUE(is(x.index_put({i}, 7, {.bounds = Bounds::drop}), {3}, {0, 1, 7}));
  EXPECT_THROW((void)take(x, i, 0), IndexError);
}

TEST(ComingFrom, Xtensor) {
  const auto x = counting({3, 4});
  EXPECT_TRUE(is(x.index({1, Slice(0, 2), None}), {2, 1}, {4, 5}));
  EXPECT_TRUE(is(x.oindex({tensor({0, 2}), tensor({1, 3})}), {2, 2}, {1, 3, 9, 11}));
  EXPECT_TRUE(is(x.index({tensor({0, 2}), tensor({1, 3})}), {2}, {1, 11}));
  x.index_put_({x > 4}, 0);
  EXPECT_EQ(sum(x).item(), 0 + 1 + 2 + 3 + 4);
  std::vector<float> v(6, 1.F);
  EXPECT_EQ(sum(borrow(v.data(), {2, 3})).item(), 6);
  EXPECT_EQ(sum(adopt(std::move(v), {2, 3})).item(), 6);
}

TEST(ComingFrom, Eigen) {
  const auto a = counting({6, 4});
  EXPECT_TRUE(has_shape(a.index({Slice(1, 4), Slice()}), {3, 4}));
  EXPECT_TRUE(is(a.index({Slice(0, 6, 2), -1}), {3}, {3, 11, 19}));
  EXPECT_TRUE(is(a.select(0, 2), {4}, {8, 9, 10, 11}));
  EXPECT_TRUE(is(a.narrow(0, 1, 2).narrow(1, 2, 2), {2, 2}, {6, 7, 10, 11}));
  EXPECT_TRUE(is(where(a > 4, a, -a).index({1}), {4}, {-4, 5, 6, 7}));
  std::vector<float> columns{1, 2, 3, 4, 5, 6};
  EXPECT_TRUE(is(borrow(columns.data(), {2, 3}, {1, 2}), {2, 3}, {1, 3, 5, 2, 4, 6}));
}

}  // namespace coming_from_test
