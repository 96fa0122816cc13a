// Subscripts read like values: chained, printed, calculated with, given to functions. Values are
// NumPy's.
#include <sstream>

#include <ndx/numpy.hpp>
#include <ndx/ops/arithmetic/map_into.hpp>
#include <ndx/statistics.hpp>

#include "support/expect.hpp"

namespace subscript_values_test {

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

Tensor<int> grid() { return counting({2, 3}); }
const char* const kCopy =
    "the subscript selects a copy, so that the tensor would not change: write with one subscript, "
    "t[{a, b}] = value, or name the copy, Tensor<T> part = t[a]\n";

// ---- Chains.

TEST(SubscriptChain, WritesToTheTensor) {
  const auto t = grid();
  t[0][1] = 50;
  EXPECT_TRUE(is(t, {2, 3}, {0, 50, 2, 3, 4, 5}));
  t[1] = {7, 8, 9};
  t[-1][Slice(1, None)] = tensor({60, 70});
  EXPECT_TRUE(is(t, {2, 3}, {0, 50, 2, 7, 60, 70}));
  const auto cube = zeros<int>({2, 2, 2});
  cube[1][0][1] = 3;
  cube[{Slice(), 1}][0] = cube[1][0];
  EXPECT_TRUE(is(cube, {2, 2, 2}, {0, 0, 0, 3, 0, 3, 0, 0}));
}

TEST(SubscriptChain, UpdatesTheTensor) {
  const auto t = grid();
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 3; ++j) t[i][j] += 10 * (i + 1);
  }
  EXPECT_TRUE(is(t, {2, 3}, {10, 11, 12, 23, 24, 25}));
  t[0][tensor({0, 2})] -= t[1][tensor({1, 1})];
  EXPECT_TRUE(is(t, {2, 3}, {-14, 11, -12, 23, 24, 25}));
  t[1][t[1] > 23] *= 0;
  EXPECT_TRUE(is(t, {2, 3}, {-14, 11, -12, 23, 0, 0}));
}

TEST(SubscriptChain, ReadsWhatIsReadInTwoSteps) {
  const auto t = counting({2, 3, 4});
  const Tensor<int> element = t[1][2][3];
  EXPECT_TRUE(is(element, {}, {23}));
  EXPECT_TRUE(element.shares_storage(t));
  const Tensor<int> rows = t[tensor({1, 0})][0];  // t[[1, 0]][0]
  EXPECT_TRUE(is(rows, {3, 4}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  const Tensor<int> masked = t[t > 20][{Slice(None, None, -1)}];
  EXPECT_TRUE(is(masked, {3}, {23, 22, 21}));
  const Tensor<const int> read_only = t;
  EXPECT_EQ(read_only[1][2][0].item(), 20);
}

TEST(SubscriptChain, DoesNotWriteToACopy) {
  const auto t = grid();
  const auto mask = t > 1;
  EXPECT_TRUE(throws<ValueError>(
      [&] { t[mask][0] = 5; },
      std::string("operator[]: ") + kCopy + "  [[False, False, True], [True, True, True]]\n  ^"));
  EXPECT_THROW((t[{Slice(), tensor({0, 1})}][0] += 5), ValueError);
  EXPECT_THROW((t[0][tensor({0})][0] = 5), ValueError);
  EXPECT_THROW((t[std::vector<int>{1}][0] = t[0]), ValueError);
  EXPECT_THROW(t[mask].fill_(5), ValueError);
  EXPECT_THROW(t[mask].copy_(t[mask]), ValueError);
  EXPECT_THROW(t[mask].index_put_({0}, 5), ValueError);
  EXPECT_THROW((void)t[mask].data(), ValueError);
  EXPECT_THROW((void)t[true](0, 0, 0), ValueError);
  EXPECT_THROW((void)masked_fill_(t[tensor({1})], t[tensor({1})] > 0, 5), ValueError);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

// ---- Operators.

TEST(SubscriptOperators, HaveATensorASubscriptOrAScalarOnEitherSide) {
  const auto t = grid();
  EXPECT_TRUE(is(t[0] + 1, {3}, {1, 2, 3}));
  EXPECT_TRUE(is(1 - t[0], {3}, {1, 0, -1}));
  EXPECT_TRUE(is(t[0] * t[1], {3}, {0, 4, 10}));
  EXPECT_TRUE(is(t + t[1], {2, 3}, {3, 5, 7, 6, 8, 10}));
  EXPECT_TRUE(is(t[{Slice(), 0}] / tensor({2, 2}), {2}, {0., 1.5}));
  EXPECT_TRUE(is(t[1] % 2, {3}, {1, 0, 1}));
  EXPECT_TRUE(is(-t[1], {3}, {-3, -4, -5}));
  EXPECT_TRUE(is(t[1] << 1, {3}, {6, 8, 10}));
  EXPECT_TRUE(is(16 >> t[0], {3}, {16, 8, 4}));
  EXPECT_TRUE(is(~t[1], {3}, {-4, -5, -6}));
  EXPECT_TRUE(is((t[1] & 6) | (t[0] ^ 1), {3}, {3, 4, 7}));
  EXPECT_TRUE(is(t[tensor({1, 1})] - t[0], {2, 3}, {3, 3, 3, 3, 3, 3}));
  EXPECT_TRUE(is(t[0][1] + t[1][2], {}, {6}));
}

TEST(SubscriptOperators, Compare) {
  const auto t = grid();
  EXPECT_TRUE(is(t[0] == t[1], {3}, {false, false, false}));
  EXPECT_TRUE(is(t[0] != 1, {3}, {true, false, true}));
  EXPECT_TRUE(is(1 < t[0], {3}, {false, false, true}));
  EXPECT_TRUE(is(t[0] <= 1, {3}, {true, true, false}));
  EXPECT_TRUE(is(t[0] > t, {2, 3}, {false, false, false, false, false, false}));
  EXPECT_TRUE(is(t >= t[1], {2, 3}, {false, false, false, true, true, true}));
  EXPECT_TRUE(is(!(t > 2)[0], {3}, {true, true, true}));
  EXPECT_TRUE(all(t[0] < t[1]));
}

TEST(SubscriptOperators, UpdateATensor) {
  auto x = tensor({1, 2, 3});
  const auto t = grid();
  x += t[1];
  x -= t[0];
  EXPECT_TRUE(is(x, {3}, {4, 5, 6}));
  static_assert(std::is_same_v<decltype(x += t[1]), Tensor<int>&>);
  x.index({0}) *= t[1][2];
  x &= t[1];
  EXPECT_TRUE(is(x, {3}, {0, 4, 4}));
}

// ---- Functions.

TEST(SubscriptArguments, OfFunctionsThatReduce) {
  const auto t = counting({2, 3, 4});
  EXPECT_EQ(sum(t[0]).item(), 66);
  EXPECT_EQ(sum(t[t > 20]).item(), 66);
  EXPECT_TRUE(is(sum(t[0], 1), {3}, {6, 22, 38}));
  EXPECT_TRUE(is(sum(t[0], {0, 1}, true), {1, 1}, {66}));
  EXPECT_EQ(max(t[0]).item(), 11);
  EXPECT_TRUE(is(max(t[0], 1).values, {3}, {3, 7, 11}));
  EXPECT_TRUE(is(argmax(t[{Slice(), 0}], 1), {2}, {3, 3}));
  EXPECT_EQ(mean(t[0][0]).item(), 1.5);
  EXPECT_TRUE(any(t[0] > 10));
  EXPECT_TRUE(all(t[1]));
}

TEST(SubscriptArguments, InAnyPlace) {
  const auto t = grid();
  EXPECT_TRUE(is(maximum(3, t[1]), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(where(t[0] > 0, t[1], t[0]), {3}, {0, 4, 5}));
  EXPECT_TRUE(is(take(t[1], tensor({{2, 0}})[0]), {2}, {5, 3}));
  EXPECT_TRUE(is(take(t[1], {2, 0}, 0), {2}, {5, 3}));
  EXPECT_TRUE(is(gather_nd(t[1], {-1}), {}, {5}));
  EXPECT_TRUE(is(masked_select(t, (t > 0)[0]), {4}, {1, 2, 4, 5}));
  EXPECT_TRUE(is(sort(t[1].flip()).values, {3}, {3, 4, 5}));
  EXPECT_TRUE(equal(t[0], t[0]));
  EXPECT_TRUE(is(zeros_like(t[0]), {3}, {0, 0, 0}));
  EXPECT_TRUE(is(sqrt(square(t[1])), {3}, {3., 4., 5.}));
  EXPECT_TRUE(is(reshape(t[1], {3, 1}), {3, 1}, {3, 4, 5}));
  EXPECT_TRUE(is(reshape(t[{}], 3, -1), {3, 2}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(transpose(t[{}], 0, 1), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(flip(t[0]), {3}, {2, 1, 0}));
  EXPECT_TRUE(is(squeeze(t[0], {0}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(t[0].squeeze({0}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(diff(t[t > 1]), {3}, {1, 1, 1}));
  EXPECT_EQ(median(t[1]).item(), 4);
}

TEST(SubscriptArguments, OfFunctionsThatWriteToAView) {
  const auto t = grid();
  masked_fill_(t[0], (t > 3)[1], -1);
  EXPECT_TRUE(is(t, {2, 3}, {0, -1, -1, 3, 4, 5}));
  index_add_(t[{Slice(), 0}], 0, tensor({0, 0}), t[1][{Slice(1, None)}]);
  EXPECT_TRUE(is(t, {2, 3}, {9, -1, -1, 3, 4, 5}));
  add_into(t[0], t[1], 1);
  EXPECT_TRUE(is(t, {2, 3}, {4, 5, 6, 3, 4, 5}));
  EXPECT_THROW(add_into(t[t > 3], t[1], 1), ValueError);
}

TEST(SubscriptArguments, AsIndicesAndValues) {
  const auto t = grid();
  const auto index = tensor({{1, 0}, {2, 2}});
  EXPECT_TRUE(is(t.index({0, index[1]}), {2}, {2, 2}));
  EXPECT_TRUE(is(t.index(index[0]), {2, 3}, {3, 4, 5, 0, 1, 2}));
  const Tensor<int> picked = t[index[0]];
  EXPECT_TRUE(is(picked, {2, 3}, {3, 4, 5, 0, 1, 2}));
  const Tensor<int> element = t[{index[0][0], index[1][1]}];
  EXPECT_EQ(element.item(), 5);
  t.index_put_({0}, t[1]);
  t.index_put_({1, index[1]}, index[0], true);
  EXPECT_TRUE(is(t, {2, 3}, {3, 4, 5, 3, 4, 6}));
  t.index_put_({0}, {t[1]}).index_put_({1}, {index[0][1]});
  EXPECT_TRUE(is(t, {2, 3}, {3, 4, 6, 0, 0, 0}));
  EXPECT_TRUE(is(t.index_put({1, Slice(0, 2)}, {index[0]}), {2, 3}, {3, 4, 6, 1, 0, 0}));
  zeros<float>({3}).copy_(Tensor<int>(t[0]));
}

// ---- Members.

TEST(SubscriptMembers, AreThoseOfTheTensor) {
  const auto t = counting({2, 3, 4});
  EXPECT_EQ(t[1][2][3].item(), 23);
  EXPECT_EQ(t[1][2][3].item<double>(), 23.);
  EXPECT_EQ(t[0].shape(), (Dims{3, 4}));
  EXPECT_EQ((t[{Slice(), 0}].strides()), (Dims{12, 1}));
  EXPECT_EQ(t[t > 20].numel(), 3);
  EXPECT_EQ(t[0].dim(), 2);
  EXPECT_EQ(t[0].size(-1), 4);
  EXPECT_EQ(t[0].dtype(), DType::int32);
  EXPECT_FALSE((t[{Slice(), 0}].is_contiguous()));
  EXPECT_TRUE(is(t[{0, 1}].clone(), {4}, {4, 5, 6, 7}));
  EXPECT_TRUE(is(t[0].index({1, Slice(0, 2)}), {2}, {4, 5}));
  EXPECT_TRUE(is(t[0].index(1, tensor({3, 0})), {2}, {7, 4}));
  EXPECT_TRUE(is(t[0].oindex({tensor({0, 1}), tensor({1, 2})}), {2, 2}, {1, 2, 5, 6}));
  EXPECT_TRUE(is(t[0].reshape({4, 3})[0] + 0, {3}, {0, 1, 2}));
  EXPECT_TRUE(
      is(t[0].reshape(2, -1).sizes() == Dims{2, 6} ? t[0][0] + 0 : t[1][0] + 0, {4}, {0, 1, 2, 3}));
  EXPECT_TRUE(is(t[0][0].expand({2, 4}), {2, 4}, {0, 1, 2, 3, 0, 1, 2, 3}));
  EXPECT_TRUE(is(t[0][0].to<double>(), {4}, {0., 1., 2., 3.}));
  EXPECT_TRUE(is(t[1].select(0, 0).flip(), {4}, {15, 14, 13, 12}));
  EXPECT_EQ(t[1].data(), t.data() + 12);
  EXPECT_EQ(t[1](2, 3), 23);
  EXPECT_EQ(t[1].at(-1, -1), 23);
  EXPECT_EQ(t[0].unbind().size(), 3U);
}

TEST(SubscriptMembers, ReshapeAView) {
  const auto t = arange<int>(24).reshape({2, 3, 4});
  EXPECT_TRUE(is(t[1][0].view({2, 2}), {2, 2}, {12, 13, 14, 15}));
  EXPECT_TRUE(is(t[1].view(2, -1).select(0, 1), {6}, {18, 19, 20, 21, 22, 23}));
  EXPECT_TRUE(is(t[1].as_strided({2, 2}, {4, 1}), {2, 2}, {12, 13, 16, 17}));
  EXPECT_TRUE(is(t[1].as_strided({2}, {1}, 3), {2}, {3, 4}));
  t[0][0].view({2, 2}).fill_(7);
  EXPECT_TRUE(is(t[0][0].clone(), {4}, {7, 7, 7, 7}));
}

TEST(SubscriptMembers, ReadElements) {
  const auto t = arange<int>(24).reshape({2, 3, 4});
  EXPECT_EQ(t[1][0].to_vector(), (std::vector<int>{12, 13, 14, 15}));
  EXPECT_EQ((t[{0, tensor({2, 0}), 1}].to_vector()), (std::vector<int>{9, 1}));
  EXPECT_EQ(t[1].accessor<2>()(2, 3), 23);
  EXPECT_EQ((t[1].accessor<int, 2>()[2][3]), 23);
  EXPECT_THROW((void)t[tensor({0})].accessor<3>(), ValueError);
}

TEST(SubscriptMembers, IndexIntoATensorAndOutOfPlace) {
  const auto t = arange<int>(6).reshape({1, 2, 3});
  const auto out = zeros<int>({3});
  t[0].index_into(out, {1});
  EXPECT_TRUE(is(out, {3}, {3, 4, 5}));
  t[0].oindex_into(out, {0});
  EXPECT_TRUE(is(out, {3}, {0, 1, 2}));
  EXPECT_TRUE(is(t[0].index_put({1}, 9), {2, 3}, {0, 1, 2, 9, 9, 9}));
  EXPECT_TRUE(is(t[0].vindex_put({1}, {7, 8, 9}), {2, 3}, {0, 1, 2, 7, 8, 9}));
  EXPECT_TRUE(is(t[0].clone(), {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(SubscriptFunctions, TakeNumbersInBraces) {
  const auto t = tensor({{0.0, 1.0, 2.0}, {3.0, 4.0, 5.0}});
  EXPECT_TRUE(is(quantile(t[0], {0.25, 1.0}), {2}, {0.5, 2.0}));
  EXPECT_TRUE(is(nanquantile(t[0], {0.25, 1.0}, 0, true), {2, 1}, {0.5, 2.0}));
  EXPECT_TRUE(is(percentile(t[1], {0, 50}), {2}, {3.0, 4.0}));
  EXPECT_TRUE(is(nanpercentile(t[1], {0, 50}, -1), {2}, {3.0, 4.0}));
  EXPECT_TRUE(is(average(t[0], {0.5, 0.5, 1.0}, 0), {}, {1.25}));
  EXPECT_TRUE(is(digitize(t[0], {0.5, 1.5}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(bucketize(t[0], {0.5, 1.5}), {3}, {0, 1, 2}));
  EXPECT_TRUE(is(searchsorted(t[0], {0.5, 2.0}, "right"), {2}, {1, 3}));
  EXPECT_TRUE(is(histogram(t[1], {2.5, 4.5, 6.0}).counts, {2}, {2, 1}));
}

TEST(SubscriptFunctions, TakeMasksInBraces) {
  const auto t = grid();
  EXPECT_TRUE(is(masked_select(t[0], {false, true, true}), {2}, {1, 2}));
  EXPECT_TRUE(is(masked_fill(t[0], {false, true, true}, 9), {3}, {0, 9, 9}));
  EXPECT_TRUE(is(compress(t[1], {true, false, true}), {2}, {3, 5}));
  EXPECT_TRUE(is(extract(t[1], {true, false, true}), {2}, {3, 5}));
  masked_fill_(t[0], {true, false, false}, 7);
  place(t[1], {true, false, true}, {8, 9});
  EXPECT_TRUE(is(t, {2, 3}, {7, 1, 2, 8, 4, 9}));
  putmask(t[0], {false, true, true}, tensor({4, 5, 6}));
  masked_scatter_(t[1], {false, true, false}, tensor({3}));
  EXPECT_TRUE(is(t, {2, 3}, {7, 5, 6, 8, 3, 9}));
}

TEST(SubscriptFunctions, ReadByListsOfIndices) {
  const auto t = grid();
  EXPECT_TRUE(is(gather(t[1], 0, {2, 0, 0}), {3}, {5, 3, 3}));
  EXPECT_TRUE(is(gather(t[{}], 1, {{2}, {0}}), {2, 1}, {2, 3}));
  EXPECT_TRUE(is(index_select(t[1], 0, {2, 1}), {2}, {5, 4}));
  EXPECT_TRUE(is(take(t[1], {{0, 2}, {2, 1}}, 0), {2, 2}, {3, 5, 5, 4}));
  EXPECT_TRUE(is(take(t[1], {-1, 3}, Bounds::wrap), {2}, {5, 3}));
  EXPECT_TRUE(is(take_along_axis(t[{}], {{2}, {0}}, 1), {2, 1}, {2, 3}));
  EXPECT_TRUE(is(take_along_dim(t[1], {2, 0}, 0), {2}, {5, 3}));
  EXPECT_TRUE(is(gather_nd(t[{}], {{1, 2}, {0, 1}}), {2}, {5, 1}));
  EXPECT_TRUE(is(repeat_interleave(t[1], {1, 0, 2}, 0), {3}, {3, 5, 5}));
  EXPECT_TRUE(is(repeat_interleave(t[1], {1, 0, 2}), {3}, {3, 5, 5}));
  EXPECT_TRUE(is(bincount({0, 2, 2}, t[1]), {3}, {3., 0., 9.}));
}

TEST(SubscriptFunctions, TakeListsOfDims) {
  const auto t = grid();
  EXPECT_TRUE(is(roll(t[1], {1}, {0}), {3}, {5, 3, 4}));
  EXPECT_TRUE(is(roll(t[{}], {1, -1}, {0, 1}), {2, 3}, {4, 5, 3, 1, 2, 0}));
  EXPECT_TRUE(is(movedim(t[{}], {0, 1}, {1, 0}), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(moveaxis(t[{}], {0, 1}, {1, 0}), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(as_strided(t[{}], {2, 2}, {3, 2}), {2, 2}, {0, 2, 3, 5}));
  EXPECT_TRUE(is(rot90(t[{}], 1, {0, 1}), {3, 2}, {2, 5, 1, 4, 0, 3}));
  EXPECT_TRUE(is(transpose(t[{}], {1, 0}), {3, 2}, {0, 3, 1, 4, 2, 5}));
  EXPECT_TRUE(is(expand_dims(t[1], {0, 2}), {1, 3, 1}, {3, 4, 5}));
  EXPECT_TRUE(is(partition(t[{1, Slice(None, None, -1)}], {0, 2}), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(argpartition(t[{1, Slice(None, None, -1)}], {0, 1}), {3}, {2, 1, 0}));
  EXPECT_TRUE(is(array_split(t[1], {1}, 0)[1], {2}, {4, 5}));
  EXPECT_TRUE(is(hsplit(t[{}], {1})[0], {2, 1}, {0, 3}));
  EXPECT_TRUE(is(vsplit(t[{}], {1})[1], {1, 3}, {3, 4, 5}));
  EXPECT_TRUE(is(pad(t[1], {{1, 2}}), {6}, {0, 3, 4, 5, 0, 0}));
  EXPECT_TRUE(is(pad(t[1], {1, 2}, "constant", 9), {6}, {9, 3, 4, 5, 9, 9}));
}

TEST(SubscriptFunctions, WriteByListsOfIndices) {
  const auto t = grid();
  const auto u = tensor({{10, 20, 30}, {40, 50, 60}});
  scatter_(t[0], 0, {0, 1}, 7);
  EXPECT_TRUE(is(t, {2, 3}, {7, 7, 2, 3, 4, 5}));
  scatter_(t[0], 0, tensor({{2, 1}})[0], {8, 9});
  EXPECT_TRUE(is(t, {2, 3}, {7, 9, 8, 3, 4, 5}));
  scatter_add_(t[1], 0, {0, 0}, u[0]);
  EXPECT_TRUE(is(t, {2, 3}, {7, 9, 8, 33, 4, 5}));
  scatter_reduce_(t[1], 0, {1, 1, 2}, u[0], "amax");
  EXPECT_TRUE(is(t, {2, 3}, {7, 9, 8, 33, 20, 30}));
  index_add_(t[0], 0, {2, 0}, u[1][{Slice(0, 2)}], 2);
  EXPECT_TRUE(is(t, {2, 3}, {107, 9, 88, 33, 20, 30}));
  index_copy_(t, 0, {1}, u[{Slice(0, 1)}]);
  EXPECT_TRUE(is(t, {2, 3}, {107, 9, 88, 10, 20, 30}));
  index_fill_(t[0], 0, {0, -1}, 5);
  EXPECT_TRUE(is(t, {2, 3}, {5, 9, 5, 10, 20, 30}));
  index_reduce_(t[1], 0, {0, 0}, u[0][{Slice(1, None)}], "prod", false);
  EXPECT_TRUE(is(t, {2, 3}, {5, 9, 5, 600, 20, 30}));
  put_(t[0], {0, 2}, {1, 2});
  put_(t[{}], {3, 3}, u[0][{Slice(0, 2)}], true);
  EXPECT_TRUE(is(t, {2, 3}, {1, 9, 2, 630, 20, 30}));
  put_along_axis(t[1], {0}, 5, 0);
  put_along_axis(t[{}], {{1}, {2}}, {{6}, {7}}, 1);
  EXPECT_TRUE(is(t, {2, 3}, {1, 6, 2, 5, 20, 7}));
  scatter_nd_(t[0], {{0}, {2}}, {3, 4});
  EXPECT_TRUE(is(t, {2, 3}, {3, 6, 4, 5, 20, 7}));
  EXPECT_THROW(put_(t[t > 5], {0}, 5), ValueError);
}

TEST(SubscriptFunctions, WriteToACopyByListsOfIndices) {
  const auto t = grid();
  const auto u = tensor({{10, 20, 30}, {40, 50, 60}});
  EXPECT_TRUE(is(scatter(t[0], 0, {0, 1}, {7, 8}), {3}, {7, 8, 2}));
  EXPECT_TRUE(is(scatter_add(t[1], 0, {0, 0}, u[0]), {3}, {33, 4, 5}));
  EXPECT_TRUE(is(scatter_reduce(t[1], 0, {0, 0}, u[0], "sum", false), {3}, {30, 4, 5}));
  EXPECT_TRUE(is(index_add(t[0], 0, {2}, u[0][{Slice(0, 1)}]), {3}, {0, 1, 12}));
  EXPECT_TRUE(is(index_copy(t[0], 0, {2}, u[0][{Slice(0, 1)}]), {3}, {0, 1, 10}));
  EXPECT_TRUE(is(index_fill(t[0], 0, {2, 0}, 5), {3}, {5, 1, 5}));
  EXPECT_TRUE(is(index_reduce(t[1], 0, {2}, u[0][{Slice(0, 1)}], "prod"), {3}, {3, 4, 50}));
  EXPECT_TRUE(is(scatter_nd(t[1], {{0}, {-1}}, {5, 6}), {3}, {5, 4, 6}));
  EXPECT_TRUE(is(scatter_nd_add(t[1], {{0}, {0}}, {5, 6}), {3}, {14, 4, 5}));
  EXPECT_TRUE(is(insert(t[0], {0, 1}, {5, 6}), {5}, {5, 0, 6, 1, 2}));
  EXPECT_TRUE(is(insert(t[0], 1, {5, 6}), {5}, {0, 5, 6, 1, 2}));
  EXPECT_TRUE(is(insert(t, {0, 2}, u[{Slice(), Slice(0, 1)}], 1), {2, 5},
                 {10, 0, 1, 10, 2, 40, 3, 4, 40, 5}));
  EXPECT_TRUE(is(append(t[0], {5, 6}), {5}, {0, 1, 2, 5, 6}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

TEST(SubscriptFunctions, WriteListsWhereAMaskIsTrue) {
  const auto t = grid();
  place(t[0], t[0] > 0, {7});
  putmask(t[1], t[1] > 3, {8, 9});
  EXPECT_TRUE(is(t, {2, 3}, {0, 7, 7, 3, 9, 8}));
  masked_scatter_(t[0], t[0] == 7, {1, 2});
  masked_scatter_(t[1], {true, false, true}, t[0]);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 0, 9, 1}));
  EXPECT_TRUE(is(masked_scatter(t[0], {true, true, false}, {5, 6}), {3}, {5, 6, 2}));
  EXPECT_TRUE(is(masked_fill(t[0], {true, true, false}, t[1][1]), {3}, {9, 9, 2}));
  EXPECT_TRUE(is(where({true, false, true}, t[0], t[1]), {3}, {0, 9, 2}));
  EXPECT_TRUE(is(where({true, false, true}, t[0], -1), {3}, {0, -1, 2}));
}

TEST(SubscriptFunctions, SearchInListsAndByThem) {
  const auto t = grid();
  EXPECT_TRUE(is(searchsorted({0.5, 4.0}, t[1]), {3}, {1, 1, 2}));
  EXPECT_TRUE(
      is(searchsorted(t[{1, Slice(None, None, -1)}], t[1], "right", {2, 1, 0}), {3}, {1, 2, 3}));
  EXPECT_TRUE(is(bucketize({2, 3.5, 9}, t[1]), {3}, {0, 1, 3}));
}

TEST(SubscriptFunctions, OfPartsOfIndexTensorsAndMasks) {
  const auto index = tensor({{2, 0}, {1, 1}});
  EXPECT_TRUE(is(one_hot<float>(index[0], 3), {2, 3}, {0.f, 0.f, 1.f, 1.f, 0.f, 0.f}));
  EXPECT_TRUE(is(one_hot<int>(index[0], 3, {.dim = 0}), {3, 2}, {0, 1, 0, 0, 1, 0}));
  EXPECT_TRUE(is(one_hot(index[0]), {2, 3}, {0, 0, 1, 1, 0, 0}));
  const auto coordinates = unravel_index(tensor({{7, 0}, {11, 4}})[1], {3, 4});
  EXPECT_TRUE(is(coordinates[0], {2}, {2, 1}));
  EXPECT_TRUE(is(coordinates[1], {2}, {3, 0}));
  const auto cube = zeros<int>({2, 2, 3});
  cube[{1, tensor({0, 1}), tensor({2, 0})}] = 1;
  const auto [rows, columns] = nonzero_tuple<2>(cube[1]);
  EXPECT_TRUE(is(rows, {2}, {0, 1}));
  EXPECT_TRUE(is(columns, {2}, {2, 0}));
}

TEST(SubscriptMembers, WriteThroughAView) {
  const auto t = grid();
  t[0].fill_(7);
  t[1].copy_(t[0]);
  t[1].index_put_({tensor({0, 0, 2})}, 1, true);
  t[0](1) = 2;
  EXPECT_TRUE(is(t, {2, 3}, {7, 2, 7, 9, 7, 8}));
  t[0].index_put_({Slice(1, None)}, {5, 6}).index_put_({0}, 4, {.reduce = Reduce::add});
  EXPECT_TRUE(is(t, {2, 3}, {11, 5, 6, 9, 7, 8}));
}

TEST(SubscriptMembers, FillFromAPart) {
  const auto t = grid();
  const auto x = zeros<int>({2});
  x.fill_(t[1][1]);
  EXPECT_TRUE(is(x, {2}, {4, 4}));
  x.copy_(t[0][{Slice(1, None)}]);
  EXPECT_TRUE(is(x, {2}, {1, 2}));
}

TEST(SubscriptText, IsThatOfTheTensor) {
  const auto t = grid();
  std::ostringstream out;
  out << t[0] << ' ' << t[1][2] << ' ' << t[t > 3];
  EXPECT_EQ(out.str(), "[0 1 2] 5 [4 5]");
  EXPECT_EQ(to_string(t[1]), "[3 4 5]");
}

}  // namespace subscript_values_test
