// Values are those of TensorFlow's, Paddle's and ONNX's manuals, and worked by hand elsewhere.
#include <complex>
#include <limits>

#include <ndx/ops/random/random_numbers.hpp>

#include "support/elements.hpp"
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace gather_nd_test {

TEST(GatherNd, ARowNamesAnElement) {
  const auto t = tensor({{1, 2}, {3, 4}});
  EXPECT_TRUE(is(gather_nd(t, tensor({{0, 0}, {1, 1}})), {2}, {1, 4}));
  EXPECT_TRUE(is(gather_nd(t, tensor({{{-1, 0}}, {{0, -1}}})), {2, 1}, {3, 2}));
}

TEST(GatherNd, RowsInBraces) {
  const auto t = tensor({{1, 2}, {3, 4}});
  EXPECT_TRUE(is(gather_nd(t, {{0, 0}, {1, 1}}), {2}, {1, 4}));
  EXPECT_TRUE(is(gather_nd(t, {1, 0}), {}, {3}));
  EXPECT_TRUE(is(gather_nd(t, {{1}, {0}}, 1), {2}, {2, 3}));
  EXPECT_TRUE(is(scatter_nd(t, {{1}}, 9), {2, 2}, {1, 2, 9, 9}));
  EXPECT_TRUE(is(scatter_nd({{1}, {3}, {1}}, tensor({10, 20, 30}), {5}), {5}, {0, 40, 0, 20, 0}));
  EXPECT_TRUE(is(scatter_nd(tensor({{1}, {3}}), tensor({10, 20}), {4}), {4}, {0, 10, 0, 20}));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)gather_nd(t, {{0, 0}, {1}}); },
                                 "indices: the lists at depth 1 differ in length"));
}

TEST(ScatterNd, UpdatesInBraces) {
  const auto t = tensor({{1, 2}, {3, 4}});
  EXPECT_TRUE(is(scatter_nd(t, {{0, 0}, {1, 1}}, {7, 8}), {2, 2}, {7, 2, 3, 8}));
  EXPECT_TRUE(is(scatter_nd(t.to<float>(), tensor({{1}}), {{7, 8}}), {2, 2}, {1, 2, 7, 8}));
  EXPECT_TRUE(is(scatter_nd_add(t, {{1}, {1}}, {{1, 1}, {10, 10}}), {2, 2}, {1, 2, 14, 15}));
  const auto target = t.clone();
  scatter_nd_(target, tensor({{0}}), {{5, 6}}, {.reduce = Reduce::multiply});
  EXPECT_TRUE(is(target, {2, 2}, {5, 12, 3, 4}));
  EXPECT_TRUE(throws<ShapeError>([&] { scatter_nd_(target, {{0}}, {5, 6}); },
                                 "scatter_nd_: updates have shape (2), but indices of shape (1, 1) "
                                 "into shape (2, 2) need shape (1, 2)"));
  EXPECT_TRUE(throws<ShapeError>([&] { scatter_nd_(target, {{0}}, {{5, 6}, {7}}); },
                                 "values: the lists at depth 1 differ in length"));
}

TEST(GatherNd, AShortRowNamesASubTensor) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(
      is(gather_nd(t, tensor({{1}})), {1, 3, 4}, {12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23}));
  EXPECT_TRUE(is(gather_nd(t, tensor({{0, 2}, {1, 0}})), {2, 4}, {8, 9, 10, 11, 12, 13, 14, 15}));
}

TEST(GatherNd, OneRowAloneLosesItsDim) {
  const auto t = counting({2, 3, 4});
  EXPECT_TRUE(is(gather_nd(t, tensor({0, 2})), {4}, {8, 9, 10, 11}));  // as in Paddle's manual
  EXPECT_TRUE(is(gather_nd(t, tensor({0, 2, 3})), {}, {11}));
  const auto whole = gather_nd(t, zeros<int>({0}));
  EXPECT_TRUE(equal(whole, t));
  EXPECT_FALSE(whole.shares_storage(t));
}

TEST(GatherNd, RowsWithoutCoordinatesNameTheWhole) {
  const auto t = tensor({{65, 17}, {-14, -25}});
  EXPECT_TRUE(
      is(gather_nd(t, zeros<int>({2, 0})), {2, 2, 2}, {65, 17, -14, -25, 65, 17, -14, -25}));
  EXPECT_TRUE(is(gather_nd(tensor(5), zeros<int>({3, 0})), {3}, {5, 5, 5}));
  EXPECT_TRUE(is(gather_nd(tensor(5), zeros<int>({0})), {}, {5}));
}

TEST(GatherNd, OfWhatNonzeroGivesIsTheMask) {
  const auto t = counting({3, 4, 2});
  const auto mask = randint(0, 3, {3, 4, 2}, 1) == 1;
  EXPECT_TRUE(equal(gather_nd(t, nonzero(mask)), t.index({mask})));
  const auto rows = tensor({true, false, true});  // x[bool_index] in Paddle's guide
  EXPECT_TRUE(equal(gather_nd(t, nonzero(rows)), t.index({rows})));
}

TEST(GatherNd, FromAnyStridesAndTypes) {
  using reference::Bytes3;
  const auto t = counting({2, 3}).flip().transpose();  // [[5, 2], [4, 1], [3, 0]]
  const Tensor<const std::uint8_t> indices = tensor<std::uint8_t>({{0, 1}, {2, 0}});
  EXPECT_TRUE(is(gather_nd(t, indices), {2}, {2, 3}));
  EXPECT_TRUE(is(gather_nd(t, indices.flip().transpose()), {2}, {2, 3}));  // the same rows
  EXPECT_TRUE(is(gather_nd(t, tensor({1}).expand({2, 2})), {2}, {1, 1}));
  const Bytes3 bytes[] = {{1, 2, 3}, {4, 5, 6}};
  const Tensor<const Bytes3> structs = borrow(bytes, {2});
  EXPECT_TRUE(is(gather_nd(structs, tensor({{-1}})), {1}, {bytes[1]}));
}

TEST(GatherNd, ByAPolicy) {
  const auto t = counting({2, 3});
  const auto indices = tensor({{1, 3}, {-3, 0}, {-1, -1}});
  EXPECT_TRUE(is(gather_nd(t, indices, {.bounds = Bounds::fill, .fill = 9}), {3}, {9, 9, 5}));
  EXPECT_TRUE(is(gather_nd(t, indices, {.bounds = Bounds::clip}), {3}, {5, 0, 0}));
  EXPECT_TRUE(is(gather_nd(t, indices, {.bounds = Bounds::wrap}), {3}, {3, 3, 5}));
}

TEST(GatherNd, OfNothing) {
  EXPECT_TRUE(has_shape(gather_nd(counting({2, 3}), zeros<int>({0, 1})), {0, 3}));
  EXPECT_TRUE(has_shape(gather_nd(zeros({0, 3}), zeros<int>({4, 0})), {4, 0, 3}));
  EXPECT_TRUE(
      throws<IndexError>([] { (void)gather_nd(zeros({0, 3}), tensor({{0}})); },
                         "gather_nd: index 0 at [0] is out of bounds for dimension 0 with size 0"));
}

TEST(GatherNd, NamesWhatIsWrong) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)gather_nd(t, tensor({{0, 2}, {1, 3}})); },
                         "gather_nd: index 3 at [1] is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)gather_nd(t, tensor({0, 0, 0})); },
                                 "gather_nd: too many indices for tensor: tensor is 2-dimensional, "
                                 "but 3 were indexed"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { (void)gather_nd(t, tensor(0)); },
                         "gather_nd: indices of rank 0 have no last dim for the coordinates"));
}

TEST(GatherNd, InBatches) {
  // ONNX's manual, example 5: batch_dims 1, data [[[0,1],[2,3]],[[4,5],[6,7]]], indices [[1],[0]].
  const auto data = counting({2, 2, 2});
  EXPECT_TRUE(is(gather_nd(data, tensor({{1}, {0}}), 1), {2, 2}, {2, 3, 4, 5}));
  // TensorFlow's manual: batch_dims 1, params [['a0','b0'],['c0','d0']], [['a1','b1'],['c1','d1']].
  EXPECT_TRUE(is(gather_nd(data, tensor({{{1}}, {{0}}}), 1), {2, 1, 2}, {2, 3, 4, 5}));
  EXPECT_TRUE(is(gather_nd(data, tensor({{{1, 0}}, {{0, 1}}}), 1), {2, 1}, {2, 5}));
  EXPECT_TRUE(is(gather_nd(data, tensor({{{1}, {0}}, {{0}, {1}}}), 2), {2, 2}, {1, 2, 4, 7}));
  EXPECT_TRUE(equal(gather_nd(data, tensor({{1}, {0}}), 0), gather_nd(data, tensor({{1}, {0}}))));
}

TEST(GatherNd, EachBatchIsIndexedByItsOwnRows) {
  const auto t = counting({3, 2, 4, 5}).flip({1, 3});
  const auto indices = randint(-4, 4, {3, 2, 6, 1}, 7).transpose(0, 1).contiguous().transpose(0, 1);
  const auto two = gather_nd(t, indices, 2);
  ASSERT_TRUE(has_shape(two, {3, 2, 6, 5}));
  for (int b = 0; b < 3; ++b) {
    const auto one = gather_nd(t.select(0, b), indices.select(0, b), 1);
    EXPECT_TRUE(equal(two.select(0, b), one)) << b;
    for (int c = 0; c < 2; ++c) {
      EXPECT_TRUE(equal(one.select(0, c),
                        gather_nd(t.select(0, b).select(0, c), indices.select(0, b).select(0, c))))
          << b << c;
    }
  }
  // One batch expanded to three: stride 0 in both.
  const auto same = gather_nd(t.narrow(0, 0, 1).expand({3, 2, 4, 5}),
                              indices.narrow(0, 0, 1).expand({3, 2, 6, 1}), 2);
  EXPECT_TRUE(equal(same, two.narrow(0, 0, 1).expand({3, 2, 6, 5})));
}

TEST(GatherNd, InBatchesOfNothingAndOfOne) {
  EXPECT_TRUE(has_shape(gather_nd(zeros({0, 3, 2}), zeros<int>({0, 4, 1}), 1), {0, 4, 2}));
  EXPECT_TRUE(is(gather_nd(counting({2, 3}), zeros<int>({2, 0}), 1), {2, 3}, {0, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(is(gather_nd(counting({2}), zeros<int>({2, 0}), 1), {2}, {0, 1}));
  EXPECT_TRUE(is(gather_nd(counting({1, 3}), tensor({{-1}}), 1), {1}, {2}));
  EXPECT_TRUE(
      is(gather_nd(counting({2, 3}), tensor({{1}, {5}}), 1, {.bounds = Bounds::fill, .fill = -1}),
         {2}, {1, -1}));
}

TEST(GatherNd, NamesWhatIsWrongWithBatches) {
  const auto t = counting({2, 3, 4});
  const auto indices = zeros<int>({2, 1});
  EXPECT_TRUE(throws<ValueError>([&] { (void)gather_nd(t, indices, 2); },
                                 "gather_nd: batch_dims 2 is outside 0..1 for a tensor of rank 3 "
                                 "and indices of rank 2"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)gather_nd(t, indices, -1); },
                                 "gather_nd: batch_dims -1 is outside 0..1 for a tensor of rank 3 "
                                 "and indices of rank 2"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)gather_nd(t, indices, std::numeric_limits<std::uint64_t>::max()); },
      "gather_nd: batch_dims 9223372036854775807 is outside 0..1 for a tensor of rank 3 and "
      "indices of rank 2"));
  EXPECT_TRUE(throws<ShapeError>([&] { (void)gather_nd(t, zeros<int>({1, 1}), 1); },
                                 "gather_nd: the tensor of shape (2, 3, 4) and the indices of "
                                 "shape (1, 1) differ along batch dim 0"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)gather_nd(t, zeros<int>({2, 3}), 1); },
                                 "gather_nd: too many indices for tensor: tensor is "
                                 "3-dimensional, but 4 were indexed"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)gather_nd(t, tensor({{0, 3}, {2, 4}}), 1); },
                         "gather_nd: index 4 at [1] is out of bounds for dimension 2 with size 4"));
}

TEST(ScatterNd, AssignsAsInOnnxsManual) {
  const auto row = arange<float>(1, 9);
  EXPECT_TRUE(is(scatter_nd(row, tensor({{4}, {3}, {1}, {7}}), tensor({9, 10, 11, 12})), {8},
                 {1, 11, 3, 10, 9, 6, 7, 12}));
  EXPECT_TRUE(is(row, {8}, {1, 2, 3, 4, 5, 6, 7, 8}));
  const auto data = tensor({{{1, 2}, {3, 4}}, {{5, 6}, {7, 8}}, {{8, 7}, {6, 5}}});
  EXPECT_TRUE(is(scatter_nd(data, tensor({{0}, {2}}), tensor({{{5, 5}, {6, 6}}, {{1, 1}, {2, 2}}})),
                 {3, 2, 2}, {5, 5, 6, 6, 5, 6, 7, 8, 1, 1, 2, 2}));
}

TEST(ScatterNd, ByAReduction) {
  // test_scatternd_add, _multiply, _max and _min of ONNX, in small: row 0 is written twice.
  const auto data = tensor({{1, 2, 3}, {5, 6, 7}, {8, 7, 6}});
  const auto indices = tensor({{0}, {0}, {2}});
  const auto updates = tensor({{5, 5, 0}, {2, 4, 4}, {9, 1, 6}});
  const auto check = [&](Reducer<int> reduce, std::vector<int> want) {
    EXPECT_TRUE(is(scatter_nd(data, indices, updates, {.reduce = reduce}), {3, 3}, want));
  };
  check(Reduce::assign, {2, 4, 4, 5, 6, 7, 9, 1, 6});
  check(Reduce::add, {8, 11, 7, 5, 6, 7, 17, 8, 12});
  check(Reduce::multiply, {10, 40, 0, 5, 6, 7, 72, 7, 36});
  check(Reduce::maximum, {5, 5, 4, 5, 6, 7, 9, 7, 6});
  check(Reduce::minimum, {1, 2, 0, 5, 6, 7, 8, 1, 6});
  EXPECT_TRUE(equal(scatter_nd(data, indices, updates, {.accumulate = true}),
                    scatter_nd_add(data, indices, updates)));
}

TEST(ScatterNd, NegativeCoordinatesCountFromTheEndAndTheLastOfEqualRowsWins) {
  const auto indices = tensor<std::int8_t>({{-1, 0}, {1, 0}, {0, -3}});
  EXPECT_TRUE(
      is(scatter_nd(zeros<int>({2, 3}), indices, tensor({7, 8, 9})), {2, 3}, {9, 0, 0, 8, 0, 0}));
  EXPECT_TRUE(is(scatter_nd(zeros<int>({2, 3}), indices.flip(0), tensor({7, 8, 9})), {2, 3},
                 {7, 0, 0, 9, 0, 0}));
}

TEST(ScatterNd, IsInPlaceOnAnyStrides) {
  const auto t = counting({2, 3});
  const auto same = scatter_nd_(t.flip().transpose(), tensor({{0, 1}, {2, 0}}), tensor({20, 30}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 20, 30, 4, 5}));
  EXPECT_TRUE(same.shares_storage(t));
  EXPECT_TRUE(is(same, {3, 2}, {5, 20, 4, 1, 30, 0}));
  scatter_nd_(t, tensor({{1}}), -1);  // a scalar
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 20, -1, -1, -1}));
  scatter_nd_(t, zeros<int>({1, 0}), tensor({9}).expand({1, 2, 3}));  // no coordinate: all of t
  EXPECT_TRUE(is(t, {2, 3}, std::vector<int>(6, 9)));
}

TEST(ScatterNd, OverlapIsAsIfCopiedFirst) {
  const auto t = counting({4});
  scatter_nd_(t, tensor({{1}, {2}, {3}}), t.narrow(0, 0, 3));
  EXPECT_TRUE(is(t, {4}, {0, 0, 1, 2}));
  const auto own = tensor({3, 1, 2, 0});
  scatter_nd_(own, own.unsqueeze(1), own.flip());
  EXPECT_TRUE(is(own, {4}, {3, 2, 1, 0}));  // own[3]=0, own[1]=2, own[2]=1, own[0]=3
}

TEST(ScatterNd, OfEveryElementType) {
  const auto i = tensor({{1}});
  EXPECT_TRUE(is(scatter_nd(zeros<bool>({2}), i, tensor({true})), {2}, {false, true}));
  EXPECT_TRUE(is(scatter_nd(zeros<std::int8_t>({2}), i, tensor({2.9})), {2}, {0, 2}));
  EXPECT_TRUE(is(scatter_nd(zeros<std::uint64_t>({2}), i, tensor({7})), {2}, {0, 7}));
  using Z = std::complex<double>;
  EXPECT_TRUE(is(scatter_nd(full({2}, Z(0, 1)), i, tensor({Z(0, 1)}), {.reduce = Reduce::multiply}),
                 {2}, {Z(0, 1), Z(-1, 0)}));
  using reference::Bytes3;
  const Tensor<Bytes3> structs = zeros<Bytes3>({2});
  EXPECT_TRUE(is(scatter_nd(structs, i, full({1}, Bytes3{1, 2, 3})), {2}, {{}, {1, 2, 3}}));
  const Tensor<const float> read_only = tensor({0.5f, 1.f});
  EXPECT_TRUE(is(scatter_nd(read_only, i, tensor({2})), {2}, {0.5f, 2.f}));
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const auto largest =
      scatter_nd(tensor({1.0, 2.0}), i, tensor({nan}), {.reduce = Reduce::maximum});
  EXPECT_TRUE(largest(0) == 1.0 && largest(1) != largest(1));  // NaN stays, as in NumPy's maximum
}

TEST(ScatterNd, AFailedCallChangesNothing) {
  const auto t = counting({2, 3});
  const auto two = tensor({{0, 0}, {1, 3}});
  EXPECT_TRUE(throws<IndexError>(
      [&] { scatter_nd_(t, two, tensor({8, 9})); },
      "scatter_nd_: index 3 at [1] is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)scatter_nd(t, two, tensor({8, 9})); },
      "scatter_nd: index 3 at [1] is out of bounds for dimension 1 with size 3"));
  EXPECT_TRUE(throws<ShapeError>([&] { scatter_nd_(t, tensor({{0}, {1}}), tensor({8, 9})); },
                                 "scatter_nd_: updates have shape (2), but indices of shape (2, 1) "
                                 "into shape (2, 3) need shape (2, 3)"));
  EXPECT_TRUE(throws<IndexError>([&] { scatter_nd_(t, tensor({{0, 0, 0}}), tensor({8})); },
                                 "scatter_nd_: too many indices for tensor: tensor is "
                                 "2-dimensional, but 3 were indexed"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { scatter_nd_(t, tensor(0), tensor({8, 9, 7})); },
                         "scatter_nd_: indices of rank 0 have no last dim for the coordinates"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { scatter_nd_(t, tensor({{0}}), t.narrow(0, 0, 1), {.bounds = Bounds::fill}); },
      "scatter_nd_: Bounds::fill is only for reads; use Bounds::drop for writes"));
  EXPECT_TRUE(throws<ValueError>(
      [&] { scatter_nd_(t.select(0, 0).expand({2, 3}), tensor({{0, 0}}), tensor({8})); },
      "scatter_nd_: shape (2, 3) with strides (0, 1) has elements that share memory and cannot be "
      "written; clone() it first"));
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 4, 5}));
  scatter_nd_(t, two, tensor({8, 9}), {.bounds = Bounds::drop});
  EXPECT_TRUE(is(t, {2, 3}, {8, 1, 2, 3, 4, 5}));
}

TEST(ScatterNd, AsInTheManuals) {
  EXPECT_TRUE(is(scatter_nd(tensor({{4}, {3}, {1}, {7}}), tensor({9, 10, 11, 12}), {8}), {8},
                 {0, 11, 0, 10, 9, 0, 0, 12}));
  EXPECT_TRUE(
      is(scatter_nd(tensor({{1}, {3}, {1}}), tensor({10, 20, 30}), {5}), {5}, {0, 40, 0, 20, 0}));
  EXPECT_TRUE(is(scatter_nd(tensor({{0}, {2}}), tensor({{1, 2}, {3, 4}}), {3, 2}), {3, 2},
                 {1, 2, 0, 0, 3, 4}));
}

TEST(ScatterNd, NamesWhatIsWrong) {
  EXPECT_TRUE(throws<ShapeError>([] { (void)scatter_nd(tensor({{0}, {2}}), tensor({1}), {3}); },
                                 "scatter_nd: updates have shape (1), but indices of shape (2, 1) "
                                 "into shape (3) need shape (2)"));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)scatter_nd(tensor({{0}, {3}}), tensor({1, 2}), {3}); },
      "scatter_nd: index 3 at [1] is out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)scatter_nd(tensor({{0}}), tensor({1}), {-1}); },
                                 "scatter_nd: size -1 of dim 0 is negative"));
  EXPECT_TRUE(
      is(scatter_nd(tensor({{0}, {3}}), tensor({1, 2}), {3}, Bounds::drop), {3}, {1, 0, 0}));
}

TEST(ScatterNdAdd, AsInPaddlesManual) {
  const auto x = tensor({{65, 17}, {-14, -25}});
  const auto updates = tensor({{{-1, -2}, {1, 2}}, {{3, 4}, {-3, -4}}});
  EXPECT_TRUE(is(scatter_nd_add(x, zeros<int>({2, 0}), updates), {2, 2}, {67, 19, -16, -27}));
  EXPECT_TRUE(is(x, {2, 2}, {65, 17, -14, -25}));
}

TEST(ScatterNdAdd, CountsDuplicatesAndConverts) {
  const Tensor<const float> t = tensor({0.5f, 1.f});
  EXPECT_TRUE(is(scatter_nd_add(t, tensor({{1}, {-1}, {0}}), tensor({1, 2, 3})), {2}, {3.5f, 4.f}));
  EXPECT_TRUE(
      is(scatter_nd_add(zeros<bool>({2}), tensor({{1}}), tensor({true})), {2}, {false, true}));
  EXPECT_TRUE(
      is(scatter_nd_add(counting({2, 2}), tensor({1, 0}), tensor(10)), {2, 2}, {0, 1, 12, 3}));
}

}  // namespace gather_nd_test
