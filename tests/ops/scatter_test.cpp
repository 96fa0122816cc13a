// Values are those of PyTorch's manual, NumPy's for put_along_axis, and worked by hand elsewhere.
#include <complex>

#include <ndx/ops/random/random_numbers.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace scatter_test {

// ---- scatter_

TEST(Scatter, AsInPyTorchsManual) {
  const auto src = arange<int>(1, 11).reshape({2, 5});
  const auto a = zeros<int>({3, 5});
  EXPECT_TRUE(is(scatter_(a, 0, tensor({{0, 1, 2, 0}}), src), {3, 5},
                 {1, 0, 0, 4, 0, 0, 2, 0, 0, 0, 0, 0, 3, 0, 0}));
  EXPECT_TRUE(is(scatter_(zeros<int>({3, 5}), 1, tensor({{0, 1, 2}, {0, 1, 4}}), src), {3, 5},
                 {1, 2, 3, 0, 0, 6, 7, 0, 0, 8, 0, 0, 0, 0, 0}));
  EXPECT_TRUE(is(scatter_(full({2, 4}, 2.0), 1, tensor({{2}, {3}}), 1.25, "multiply"), {2, 4},
                 {2, 2, 2.5, 2, 2, 2, 2, 2.5}));
  EXPECT_TRUE(is(scatter_(full({2, 4}, 2.0), 1, tensor({{2}, {3}}), 1.25, "add"), {2, 4},
                 {2, 2, 3.25, 2, 2, 2, 2, 3.25}));
}

TEST(Scatter, IsInPlaceAndReturnsTheTensor) {
  const auto t = zeros<int>({3});
  const auto same = scatter_(t, 0, tensor({2, 0}), tensor({5, 6}));
  EXPECT_TRUE(is(t, {3}, {6, 0, 5}));
  EXPECT_TRUE(same.shares_storage(t));
  EXPECT_TRUE(is(scatter(t, -1, tensor({-2}), 9), {3}, {6, 9, 5}));
  EXPECT_TRUE(is(t, {3}, {6, 0, 5}));
  const Tensor<const int> read_only = t;
  EXPECT_TRUE(is(scatter(read_only, 0, tensor({0}), 1), {3}, {1, 0, 5}));
}

TEST(Scatter, UndoesAGather) {
  const auto t = counting({2, 3, 4});
  const auto order = tensor(
      {{{2, 1, 0, 2}, {0, 2, 1, 1}, {1, 0, 2, 0}}, {{0, 0, 0, 2}, {1, 1, 1, 0}, {2, 2, 2, 1}}});
  const auto back = scatter_(zeros<int>({2, 3, 4}), 1, order, gather(t, 1, order));
  EXPECT_TRUE(equal(back, t));
}

TEST(Scatter, OfDuplicatesTheLastInRowMajorOrderWins) {
  EXPECT_TRUE(
      is(scatter_(zeros<int>({2}), 0, tensor({1, 0, 1, 1}), tensor({4, 5, 6, 7})), {2}, {5, 7}));
  EXPECT_TRUE(is(scatter_(zeros<int>({1, 2}), 0, tensor({{0, 0}, {0, 0}}), counting({2, 2})),
                 {1, 2}, {2, 3}));
  const auto rows = tensor({1, 1, 0}).unsqueeze(1).expand({3, 2});  // whole rows at a time
  EXPECT_TRUE(is(scatter_(zeros<int>({2, 2}), 0, rows, counting({3, 2})), {2, 2}, {4, 5, 2, 3}));
}

TEST(Scatter, TheSourceMayBeLargerThanTheIndex) {
  const auto src = counting({4, 5});
  EXPECT_TRUE(
      is(scatter_(full({2, 3}, -1), 0, tensor({{1, 0}}), src), {2, 3}, {-1, 1, -1, 0, -1, -1}));
  EXPECT_TRUE(is(scatter_(full({2, 3}, -1), 0, tensor({{1, 0}}), src.flip().transpose()), {2, 3},
                 {-1, 14, -1, 19, -1, -1}));
}

TEST(Scatter, TheTargetMayBeLargerThanTheIndex) {
  const auto t = zeros<int>({3, 4});
  scatter_(t, 1, tensor({{3, -1, 0, 1, 1}}), tensor({{1, 2, 3, 4, 5}}));
  EXPECT_TRUE(is(t, {3, 4}, {3, 5, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0}));
}

TEST(Scatter, ByAnyReductionAndPolicy) {
  const auto index = tensor({0, 2, 0, 5, -1});
  const auto src = tensor({4, 7, 9, 1, 8});
  EXPECT_TRUE(is(scatter_(tensor({5, 5, 5}), 0, index, src,
                          {.reduce = Reduce::maximum, .bounds = Bounds::drop}),
                 {3}, {9, 5, 8}));
  EXPECT_TRUE(is(scatter_(tensor({5, 5, 5}), 0, index, src,
                          {.reduce = Reduce::minimum, .bounds = Bounds::wrap}),
                 {3}, {4, 5, 1}));
  EXPECT_TRUE(
      is(scatter_(tensor({5, 5, 5}), 0, index, src, {.bounds = Bounds::clip}), {3}, {8, 5, 1}));
  const auto subtract = [](int a, int b) { return a - b; };
  EXPECT_TRUE(
      is(scatter_(tensor({5, 5, 5}), 0, tensor({1, 1}), 2, {.reduce = subtract}), {3}, {5, 1, 5}));
  const auto grid = zeros<int>({2, 2});
  scatter_(grid, 0, tensor({{0, 2}, {-3, -1}}), 1, {.bounds = Bounds::drop});
  EXPECT_TRUE(is(grid, {2, 2}, {1, 0, 0, 1}));
}

TEST(Scatter, RankZeroCountsAsRankOne) {
  EXPECT_TRUE(is(scatter_(tensor(1), 0, tensor(0), tensor(5)), {}, {5}));
  EXPECT_TRUE(is(scatter_(tensor({1, 2}), 0, tensor(-1), tensor(5)), {2}, {1, 5}));
  EXPECT_TRUE(is(scatter_(tensor({1, 2}), 0, tensor({0}), tensor(5)), {2}, {5, 2}));
  EXPECT_TRUE(is(scatter_add_(tensor(1), -1, tensor({0, 0}), tensor({5, 6})), {}, {12}));
}

TEST(Scatter, OfNothingChangesNothing) {
  const auto t = counting({2, 3});
  scatter_(t, 0, zeros<int>({0, 3}), zeros<int>({0, 3}));
  scatter_(t, 1, zeros<int>({2, 0}), 9);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(throws<IndexError>(
      [] { scatter_(zeros<int>({2, 0}), 1, tensor({{0}}), 9); },
      "scatter_: index 0 at [0, 0] is out of bounds for dimension 1 with size 0"));
}

TEST(Scatter, ThroughAnyStrides) {
  const auto t = zeros<int>({2, 3});
  scatter_(t.flip(1), 1, tensor({{0, 1}, {2, 2}}), counting({2, 2}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 0, 3, 0, 0}));
  scatter_(t.transpose(), 0, tensor({{1, 2}}), 7);
  EXPECT_TRUE(is(t, {2, 3}, {0, 7, 0, 3, 0, 7}));
  const auto expanded = tensor({8, 9}).unsqueeze(1).expand({2, 3});
  scatter_(t, 1, tensor({{0, 1, 2}, {2, 1, 0}}), expanded);
  EXPECT_TRUE(is(t, {2, 3}, {8, 8, 8, 9, 9, 9}));
}

TEST(Scatter, OverlapIsAsIfCopiedFirst) {
  const auto a = tensor({0, 1, 2});
  scatter_(a, 0, tensor({2, 1, 0}), a);
  EXPECT_TRUE(is(a, {3}, {2, 1, 0}));
  const auto b = tensor({1, 2, 0});
  scatter_(b, 0, b, tensor({7, 8, 9}));
  EXPECT_TRUE(is(b, {3}, {9, 7, 8}));
  const auto c = tensor({1, 1, 0});
  scatter_add_(c, 0, c, c);
  EXPECT_TRUE(is(c, {3}, {1, 3, 0}));
  const auto d = counting({3, 3});
  scatter_(d, 0, tensor({{1, 2, 0}, {2, 0, 1}, {0, 1, 2}}), d.transpose());
  EXPECT_TRUE(is(d, {3, 3}, {2, 4, 6, 0, 5, 7, 1, 3, 8}));
}

TEST(Scatter, ConvertsTheSource) {
  EXPECT_TRUE(is(scatter_(zeros<int>({2}), 0, tensor({1, 0}), tensor({2.9, -2.9})), {2}, {-2, 2}));
  EXPECT_TRUE(is(scatter_(zeros<double>({2}), 0, tensor({1}), 3), {2}, {0.0, 3.0}));
  const Tensor<const float> src = tensor({1.5f});
  const Tensor<const short> index = tensor<short>({1});
  EXPECT_TRUE(is(scatter_(zeros<float>({2}), 0, index, src), {2}, {0.f, 1.5f}));
}

TEST(Scatter, OfEveryElementType) {
  using reference::Bytes3;
  const auto index = tensor({2, 0});
  EXPECT_TRUE(
      is(scatter_(zeros<bool>({3}), 0, index, tensor({true, false})), {3}, {false, false, true}));
  const Bytes3 bytes[] = {{1, 2, 3}, {4, 5, 6}, {}};
  const auto t = zeros<Bytes3>({3});
  scatter_(t, 0, index, borrow(bytes, {2}));
  EXPECT_TRUE(is(t, {3}, {bytes[1], bytes[2], bytes[0]}));
  using Z = std::complex<double>;
  EXPECT_TRUE(is(scatter_add_(zeros<Z>({2}), 0, tensor({1, 1}), tensor({Z(1, 2), Z(3, 4)})), {2},
                 {Z(), Z(4, 6)}));
}

TEST(Scatter, OfNoIndicesOfAnyRankWritesNothing) {
  const auto t = counting({2, 3});
  const auto none = zeros<int>({0});
  EXPECT_TRUE(is(scatter_(t, 1, none, 9), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(scatter_(t, 0, none, ones<int>({2, 3})), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(scatter_add_(t, 0, none, none), {2, 3}, {0, 1, 2, 3, 4, 5}));
  for (const bool self : {true, false}) {
    for (const char* const name : {"sum", "mean", "amax"}) {
      EXPECT_TRUE(is(scatter_reduce(t, 1, none, ones<int>({2, 3}), name, self), {2, 3},
                     {0, 1, 2, 3, 4, 5}));
    }
  }
}

TEST(Scatter, AFailedCallChangesNothing) {
  const auto t = counting({2, 3});
  const auto index = tensor({{0, 1, 0}, {1, 2, 1}});
  EXPECT_TRUE(throws<IndexError>(
      [&] { scatter_(t, 0, index, 9); },
      "scatter_: index 2 at [1, 1] is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { scatter_(t, 0, tensor({0}), 9); },
                         "scatter_: index of shape (1) must have the rank of the tensor, 2"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { scatter_(t, 0, zeros<int>({1, 4}), 9); },
      "scatter_: index of shape (1, 4) is larger than the tensor of shape (2, 3) along dim 1"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { scatter_(t, 0, zeros<int>({2, 3}), zeros<int>({1, 3})); },
      "scatter_: index of shape (2, 3) must have the rank of src, of shape (1, 3), and not be "
      "larger"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { scatter_(t, 0, zeros<int>({2, 3}), zeros<int>({3})); },
      "scatter_: index of shape (2, 3) must have the rank of src, of shape (3), and not be "
      "larger"));
  EXPECT_TRUE(throws<IndexError>([&] { scatter_(t, 2, index, 9); },
                                 "scatter_: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)scatter(t, 2, index, 9); },
                                 "scatter: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { scatter_(t, 1, index, 9, "mean"); },
      "scatter_: reduce \"mean\" is for scatter_reduce and index_reduce, which count the values"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)scatter(t, 1, index, 9, "most"); },
      "scatter: reduce \"most\" is none of \"add\", \"sum\", \"multiply\", \"mul\", \"prod\", "
      "\"minimum\", \"amin\", \"min\", \"maximum\", \"amax\", \"max\", \"mean\", "
      "\"bitwise_and\", \"bitwise_or\", \"bitwise_xor\", \"assign\""));
  EXPECT_TRUE(
      throws<ValueError>([&] { scatter_(t, 1, index, 9, {.bounds = Bounds::fill}); },
                         "scatter_: Bounds::fill is only for reads; use Bounds::drop for writes"));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  const auto one = zeros<int>({1});
  EXPECT_TRUE(throws<ValueError>(
      [&] { scatter_(one.expand({3}), 0, tensor({0}), 9); },
      "scatter_: shape (3) with strides (0) has elements that share memory and cannot be "
      "written; clone() it first"));
  EXPECT_EQ(one.item(), 0);
}

TEST(Scatter, MoreThanABlockIsCheckedBeforeItIsWritten) {
  const auto t = zeros<int>({30, 40});
  const auto index = randint<int>(-30, 30, {50, 40}, 4);
  const auto bad = index.clone().index_put_({49, 39}, -31);
  EXPECT_TRUE(throws<IndexError>(
      [&] { scatter_add_(t, 0, bad, 1); },
      "scatter_add_: index -31 at [49, 39] is out of bounds for dimension 0 with size 30"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)scatter_add(t, 0, bad, 1); },
      "scatter_add: index -31 at [49, 39] is out of bounds for dimension 0 with size 30"));
  EXPECT_FALSE(any(t).item());
  scatter_add_(t, 0, index, 1);
  EXPECT_EQ(sum(t).item(), 2000);
  for (index_t j = 0; j < 40; ++j) EXPECT_EQ(sum(t.select(1, j)).item(), 50);
}

// ---- scatter_add_

TEST(ScatterAdd, AsInPyTorchsManual) {
  const auto src = ones<int>({2, 5});
  EXPECT_TRUE(is(scatter_add_(zeros<int>({3, 5}), 0, tensor({{0, 1, 2, 0, 0}}), src), {3, 5},
                 {1, 0, 0, 1, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0}));
  const auto index = tensor({{0, 1, 2, 0, 0}, {0, 1, 2, 2, 2}});
  EXPECT_TRUE(is(scatter_add_(zeros<int>({3, 5}), 0, index, src), {3, 5},
                 {2, 0, 0, 1, 1, 0, 2, 0, 0, 0, 0, 0, 2, 1, 1}));
  const auto t = zeros<int>({3, 5});
  EXPECT_EQ(sum(scatter_add(t, 0, index, src)).item(), 10);
  EXPECT_FALSE(any(t).item());
}

TEST(ScatterAdd, OrsBoolsAndWrapsIntegers) {
  EXPECT_TRUE(is(scatter_add_(zeros<bool>({2}), 0, tensor({1, 1}), true), {2}, {false, true}));
  EXPECT_TRUE(is(scatter_add_(full<std::int8_t>({1}, 127), 0, tensor({0, 0}), 1), {1}, {-127}));
  EXPECT_TRUE(
      is(scatter_add_(zeros<int>({2}), 0, tensor({1, 2, -3}), 4, Bounds::drop), {2}, {0, 4}));
}

// ---- put_along_axis

TEST(PutAlongAxis, WritesWhatTakeAlongAxisReads) {
  const auto x = tensor({{10, 30, 20}, {60, 40, 50}});
  EXPECT_TRUE(is(put_along_axis(x, argmax(x, 1, true), 99, 1), {2, 3}, {10, 99, 20, 99, 40, 50}));
  EXPECT_TRUE(is(x, {2, 3}, {10, 99, 20, 99, 40, 50}));
  EXPECT_TRUE(is(put_along_axis(zeros<int>({2, 3}), tensor({{1, 1}, {0, 2}}), tensor({{5, 6}}), 1),
                 {2, 3}, {0, 6, 0, 5, 0, 6}));
  EXPECT_TRUE(is(put_along_axis(zeros<int>({2, 3}), tensor({{1, 0, 1}, {0, 0, -1}}),
                                tensor({{1, 2, 3}, {4, 5, 6}}), 0),
                 {2, 3}, {4, 5, 0, 1, 0, 6}));
}

TEST(PutAlongAxis, ATensorThatIsStretchedIsWrittenSeveralTimes) {
  EXPECT_TRUE(
      is(put_along_axis(zeros<int>({1, 3}), tensor({{0}, {2}, {0}}), tensor({{7}, {8}, {9}}), 1),
         {1, 3}, {9, 0, 8}));
  EXPECT_TRUE(
      is(put_along_axis(zeros<int>({1, 3}), tensor({{0}, {2}, {0}}), 1, 1, {.reduce = Reduce::add}),
         {1, 3}, {2, 0, 1}));
}

TEST(PutAlongAxis, WithoutADimCountsInRowMajorOrder) {
  const auto t = zeros<int>({2, 3});
  put_along_axis(t, tensor({5, 0}), tensor({1, 2}));
  EXPECT_TRUE(is(t, {2, 3}, {2, 0, 0, 0, 0, 1}));
  put_along_axis(t.transpose(), tensor({1, -2}), 7);
  EXPECT_TRUE(is(t, {2, 3}, {2, 0, 7, 7, 0, 1}));
}

TEST(PutAlongAxis, AFailedCallChangesNothing) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(throws<ShapeError>(
      [&] { put_along_axis(t, tensor({{0}, {1}}), tensor({{1, 2}}), 1); },
      "put_along_axis: value of shape (1, 2) cannot be broadcast to the indexed shape (2, 1)"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { put_along_axis(t, tensor({{0}, {3}}), 9, 1); },
      "put_along_axis: index 3 at [1, 0] is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { put_along_axis(t.transpose(), tensor({0, 6}), 9); },
      "put_along_axis: index 6 at [1] is out of bounds for dimension 0 with size 6"));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
}

// ---- put_

TEST(Scatter, ByListsInBraces) {
  const auto t = zeros<int>({4});
  const auto source = tensor({1, 2, 3});
  scatter_(t, 0, {2, 0}, source);
  EXPECT_TRUE(is(t, {4}, {2, 0, 1, 0}));
  scatter_add_(t, 0, {3, 3}, 5);
  EXPECT_TRUE(is(t, {4}, {2, 0, 1, 10}));
  scatter_(t, 0, {1, 1, 0}, source, {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(t, {4}, {3, 2, 1, 10}));
  EXPECT_TRUE(is(scatter(t, 0, {-1}, 7), {4}, {3, 2, 1, 7}));
  put_along_axis(t, {0, -1}, 0, 0);
  EXPECT_TRUE(is(t, {4}, {0, 2, 1, 0}));
  put_along_axis(t, {1}, 9);
  EXPECT_TRUE(is(t, {4}, {0, 9, 1, 0}));
}

TEST(Scatter, ValuesInBraces) {
  const auto t = zeros<int>({2, 3});
  scatter_(t, 1, {{2}, {0}}, {{7}, {8}});
  EXPECT_TRUE(is(t, {2, 3}, {0, 0, 7, 8, 0, 0}));
  EXPECT_TRUE(
      is(scatter_add(t, 1, {{2, 2}, {0, 1}}, {{1, 2}, {3, 4}}), {2, 3}, {0, 0, 10, 11, 4, 0}));
  put_along_axis(t, {{1}, {1}}, {{5}, {6}}, 1);
  EXPECT_TRUE(is(t, {2, 3}, {0, 5, 7, 8, 6, 0}));
  EXPECT_TRUE(throws<ShapeError>([&] { scatter_(t, 1, {{2}, {0}}, {7, 8}); },
                                 "scatter_: index of shape (2, 1) must have the rank of src, of "
                                 "shape (2), and not be larger"));
}

TEST(Put, ByListsInBraces) {
  const auto t = zeros<int>({2, 3});
  put_(t, {0, 5, -2}, {7, 8, 9});
  EXPECT_TRUE(is(t, {2, 3}, {7, 0, 0, 0, 9, 8}));
  put_(t, {0, 0}, {1, 2}, true);
  put_(t, {1}, 5, {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(t, {2, 3}, {10, 5, 0, 0, 9, 8}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { put_(t, {0, 1}, {7}); },
      "put_: source of shape (1) must have as many elements as the index, of shape (2)"));
}

TEST(Put, AsInPyTorchsManual) {
  const auto t = tensor({{4, 3, 5}, {6, 7, 8}});
  EXPECT_TRUE(is(put_(t, tensor({1, 3}), tensor({9, 10})), {2, 3}, {4, 9, 5, 10, 7, 8}));
  EXPECT_TRUE(is(t, {2, 3}, {4, 9, 5, 10, 7, 8}));
}

TEST(Put, CountsInRowMajorOrderWhateverTheStrides) {
  const auto t = zeros<int>({2, 3});
  put_(t.transpose(), tensor({{1, -1}, {0, 3}}), tensor({1, 2, 3, 4}));  // of (3,2)
  EXPECT_TRUE(is(t, {2, 3}, {3, 0, 0, 1, 4, 2}));
  const auto u = counting({4, 4});
  put_(u.index({Slice(None, None, 2), Slice(1, None, 2)}), tensor({3, 0}), -1);
  EXPECT_EQ(u.at(2, 3), -1);
  EXPECT_EQ(u.at(0, 1), -1);
  EXPECT_EQ(count_nonzero(u == -1).item(), 2);
}

TEST(Put, AccumulatesDuplicates) {
  EXPECT_TRUE(is(put_(zeros<int>({2, 2}), tensor({3, 0, 3}), tensor({1, 2, 3}), true), {2, 2},
                 {2, 0, 0, 4}));
  EXPECT_TRUE(
      is(put_(zeros<int>({2, 2}), tensor({3, 0, 3}), tensor({1, 2, 3})), {2, 2}, {2, 0, 0, 3}));
  EXPECT_TRUE(is(put_(zeros<int>({2, 2}).transpose(), std::vector<int>{1, 1}, 5, true), {2, 2},
                 {0, 10, 0, 0}));
  EXPECT_TRUE(is(put_(tensor({1, 2}), -1, 3, {.reduce = Reduce::multiply}), {2}, {1, 6}));
}

TEST(Put, IntoAndFromItself) {
  const auto t = counting({2, 3});
  put_(t, tensor({0, 1, 2, 3, 4, 5}), t.flip());
  EXPECT_TRUE(is(t, {2, 3}, {5, 4, 3, 2, 1, 0}));
  const auto u = tensor({{1, 2}, {3, 0}});
  put_(u.transpose(), u, u);  // of (2,2), row-major: [1, 3, 2, 0]
  EXPECT_TRUE(is(u, {2, 2}, {0, 2, 1, 3}));
}

TEST(Put, AFailedCallChangesNothing) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(throws<ShapeError>(
      [&] { put_(t, tensor({1, 2}), tensor({1, 2, 3})); },
      "put_: source of shape (3) must have as many elements as the index, of shape (2)"));
  EXPECT_TRUE(
      throws<IndexError>([&] { put_(t, tensor({1, 6}), 9); },
                         "put_: index 6 at [1] is out of bounds for dimension 0 with size 6"));
  EXPECT_TRUE(
      throws<IndexError>([&] { put_(t.transpose(), tensor({1, -7}), 9); },
                         "put_: index -7 at [1] is out of bounds for dimension 0 with size 6"));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { put_(t.select(0, 0).expand({2, 3}), tensor({1}), 9); },
      "put_: shape (2, 3) with strides (0, 1) has elements that share memory and cannot be "
      "written; clone() it first"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { put_(zeros<reference::Bytes3>({2}), tensor({1}), reference::Bytes3{}, true); },
      "put_: accumulate needs an element type that can be added"));
}

}  // namespace scatter_test
