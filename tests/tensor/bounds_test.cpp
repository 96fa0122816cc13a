// Bounds policies: what an index outside its dim means, for reads and writes.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace bounds_test {

const Tensor<int> tens = tensor({0, 10, 20, 30, 40});
const Tensor<int> wild = tensor({{-7, -5, -1}, {0, 4, 12}});

TEST(Bounds, WrapIsModuloTheSize) {  // NumPy: take(…, mode="wrap")
  EXPECT_TRUE(is(tens.index({wild}, {.bounds = Bounds::wrap}), {2, 3}, {30, 0, 40, 0, 40, 20}));
}

TEST(Bounds, ClipGoesToTheNearestEnd) {  // NumPy: take(…, mode="clip"): negatives are the first
  EXPECT_TRUE(is(tens.index({wild}, {.bounds = Bounds::clip}), {2, 3}, {0, 0, 0, 0, 40, 40}));
}

// JAX: x.at[i].get(mode="clip"), where -1 is the last element and -6, before the first of five, the
// first.
TEST(Bounds, WrapClipCountsFromTheEndBeforeItClips) {
  EXPECT_TRUE(is(tens.index({wild}, {.bounds = Bounds::wrap_clip}), {2, 3}, {0, 0, 40, 0, 40, 40}));
  const auto near = tensor<std::int8_t>({-6, -5, -4, -1, 5, 127, -128});
  EXPECT_TRUE(
      is(tens.index({near}, {.bounds = Bounds::wrap_clip}), {7}, {0, 0, 10, 40, 40, 40, 0}));
  const auto t = zeros<int>({5});
  t.index_put_({wild}, 1, {.reduce = Reduce::add, .bounds = Bounds::wrap_clip});
  EXPECT_TRUE(is(t, {5}, {3, 0, 0, 0, 3}));
}

TEST(Bounds, WrapClipOfEveryWayToIndex) {
  const auto x = counting({3, 4});
  const auto rows = tensor({{4}, {-1}, {-9}});  // 2, 2, 0
  const auto columns = tensor({9, -3});         // 3, 1
  const ReadOptions<int> how{.bounds = Bounds::wrap_clip};
  EXPECT_TRUE(is(x.index({rows, columns}, how), {3, 2}, {11, 9, 11, 9, 3, 1}));
  EXPECT_TRUE(is(x.vindex({rows, columns}, how), {3, 2}, {11, 9, 11, 9, 3, 1}));
  EXPECT_TRUE(is(x.oindex({tensor({7, -2}), columns}, how), {2, 2}, {11, 9, 7, 5}));
  EXPECT_TRUE(is(x.numpy_index({-7, columns}, how), {2}, {3, 1}));
  EXPECT_TRUE(is(take(x, columns, 1, Bounds::wrap_clip), {3, 2}, {3, 1, 7, 5, 11, 9}));
  const auto plan = x.plan({rows, columns}, {.bounds = Bounds::wrap_clip});
  EXPECT_TRUE(is(plan.read(x), {3, 2}, {11, 9, 11, 9, 3, 1}));
  const auto out = zeros<int>({2});
  x.index_into(out, {-1, columns}, how);
  EXPECT_TRUE(is(out, {2}, {11, 9}));
  EXPECT_TRUE(is(x.index_put({3, -9}, 50, how), {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 50, 9, 10, 11}));
}

TEST(Bounds, FillReadsAValueAndStillCountsFromTheEnd) {
  EXPECT_TRUE(
      is(tens.index({wild}, {.bounds = Bounds::fill, .fill = 99}), {2, 3}, {99, 0, 40, 0, 40, 99}));
  EXPECT_TRUE(is(tens.index({wild}, {.bounds = Bounds::fill}), {2, 3}, {0, 0, 40, 0, 40, 0}));
}

TEST(Bounds, DropWritesWhatIsInside) {
  const auto t = tens.clone();
  t.index_put_({wild}, tensor({{1, 2, 3}, {4, 5, 6}}), {.bounds = Bounds::drop});
  EXPECT_TRUE(is(t, {5}, {4, 10, 20, 30, 5}));  // 0 and 4 are each written twice, the last wins
  t.index_put_({wild}, 1, {.reduce = Reduce::add, .bounds = Bounds::drop});
  EXPECT_TRUE(is(t, {5}, {6, 10, 20, 30, 7}));
  t.index_put_({tensor({5, -6})}, 77, {.bounds = Bounds::drop});
  EXPECT_TRUE(is(t, {5}, {6, 10, 20, 30, 7}));
}

TEST(Bounds, WritesWrapAndClipAsReadsDo) {
  const auto wrapped = zeros<int>({5});
  wrapped.index_put_({wild}, 1, {.reduce = Reduce::add, .bounds = Bounds::wrap});
  EXPECT_TRUE(is(wrapped, {5}, {2, 0, 1, 1, 2}));
  const auto clipped = zeros<int>({5});
  clipped.index_put_({wild}, 1, {.reduce = Reduce::add, .bounds = Bounds::clip});
  EXPECT_TRUE(is(clipped, {5}, {4, 0, 0, 0, 2}));
}

TEST(Bounds, AssumeTrustsGoodIndices) {
  EXPECT_TRUE(is(tens.index({tensor({4, 0, 2})}, {.bounds = Bounds::assume}), {3}, {40, 0, 20}));
  const auto t = zeros<int>({5});
  t.index_put_({tensor({4, 0})}, 1, {.bounds = Bounds::assume});
  EXPECT_TRUE(is(t, {5}, {1, 0, 0, 0, 1}));
#if NDX_CHECKED
  EXPECT_TRUE(throws<IndexError>(
      [&] { t.index_put_({tensor({1, 5})}, 9, {.bounds = Bounds::assume}); },
      "index_put_: term 0: index 5 at [1] is out of bounds for dimension 0 with size 5"));
  EXPECT_TRUE(is(t, {5}, {1, 0, 0, 0, 1}));
#endif
}

TEST(Bounds, EachIndexTensorHasItsOwnDim) {  // NumPy: x[[1, 2, 1]][:, [3, 0]] for wrap and clip
  const auto x = counting({3, 4});
  const auto rows = tensor({{4}, {-4}, {1}});
  const auto columns = tensor({9, -3});
  EXPECT_TRUE(is(x.index({rows, columns}, {.bounds = Bounds::wrap}), {3, 2}, {5, 5, 9, 9, 5, 5}));
  EXPECT_TRUE(is(x.index({rows, columns}, {.bounds = Bounds::clip}), {3, 2}, {11, 8, 3, 0, 7, 4}));
  EXPECT_TRUE(is(x.index({rows, columns}, {.bounds = Bounds::fill, .fill = -1}), {3, 2},
                 {-1, -1, -1, -1, -1, 5}));
}

TEST(Bounds, FillsAndDropsWholeRows) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(is(x.index({tensor({1, 2, 0})}, {.bounds = Bounds::fill, .fill = 7}), {3, 3},
                 {3, 4, 5, 7, 7, 7, 0, 1, 2}));
  EXPECT_TRUE(is(x.index({Slice(), tensor({5, 1})}, {.bounds = Bounds::fill, .fill = 7}), {2, 2},
                 {7, 1, 7, 4}));
  x.index_put_({tensor({1, 2, 0})}, tensor({{10}, {20}, {30}}), {.bounds = Bounds::drop});
  EXPECT_TRUE(is(x, {2, 3}, {30, 30, 30, 10, 10, 10}));
}

TEST(Bounds, BelongToAllRules) {
  const auto x = counting({2, 2});
  const auto i = tensor({0, 3});
  const ReadOptions<int> fill{.bounds = Bounds::fill, .fill = 9};
  EXPECT_TRUE(is(x.oindex({i, i}, fill), {2, 2}, {0, 9, 9, 9}));
  EXPECT_TRUE(is(x.vindex({Slice(), i}, fill), {2, 2}, {0, 2, 9, 9}));
  EXPECT_TRUE(is(x.numpy_index({1, i}, fill), {2}, {2, 9}));
  x.oindex_put_({i, i}, 5, {.bounds = Bounds::drop});
  EXPECT_TRUE(is(x, {2, 2}, {5, 1, 2, 3}));
}

TEST(Bounds, WorkForUnsignedIndicesOfEveryWidth) {
  const auto narrow = tensor<std::uint8_t>({0, 4, 5, 255});
  EXPECT_TRUE(is(tens.index({narrow}, {.bounds = Bounds::wrap}), {4}, {0, 40, 0, 0}));
  EXPECT_TRUE(is(tens.index({narrow}, {.bounds = Bounds::clip}), {4}, {0, 40, 40, 40}));
  const auto wide = tensor<std::uint64_t>({0, 4, 5, UINT64_MAX});  // 2^64 - 1 is a multiple of 5
  EXPECT_TRUE(is(tens.index({wide}, {.bounds = Bounds::wrap}), {4}, {0, 40, 0, 0}));
  EXPECT_TRUE(is(tens.index({wide}, {.bounds = Bounds::clip}), {4}, {0, 40, 40, 40}));
  EXPECT_TRUE(is(tens.index({wide}, {.bounds = Bounds::wrap_clip}), {4}, {0, 40, 40, 40}));
  EXPECT_TRUE(is(tens.index({wide}, {.bounds = Bounds::fill, .fill = -1}), {4}, {0, 40, -1, -1}));
}

TEST(Bounds, WorkAtTheExtremesOf64Bits) {
  const auto far = tensor({INT64_MIN, INT64_MIN + 1, INT64_MAX});
  // -2^63 mod 5 is 2, (-2^63 + 1) mod 5 is 3, (2^63 - 1) mod 5 is 2.
  EXPECT_TRUE(is(tens.index({far}, {.bounds = Bounds::wrap}), {3}, {20, 30, 20}));
  EXPECT_TRUE(is(tens.index({far}, {.bounds = Bounds::clip}), {3}, {0, 0, 40}));
  EXPECT_TRUE(is(tens.index({far}, {.bounds = Bounds::wrap_clip}), {3}, {0, 0, 40}));
  EXPECT_TRUE(is(tens.index({far}, {.bounds = Bounds::fill, .fill = 1}), {3}, {1, 1, 1}));
}

TEST(Bounds, ADimOfSizeZeroHasNoPlaceToWrapOrClipTo) {
  const auto none = zeros<int>({0, 2});
  const auto i = tensor({0, 3});
  for (const Bounds bounds : {Bounds::wrap, Bounds::clip, Bounds::wrap_clip}) {
    EXPECT_TRUE(throws<IndexError>(
        [&] { (void)none.index({i}, {.bounds = bounds}); },
        "index: term 0: index 0 at [0] is out of bounds for dimension 0 with size 0"));
    EXPECT_THROW(none.index_put_({i}, 1, {.bounds = bounds}), IndexError);
  }
  EXPECT_TRUE(is(none.index({i}, {.bounds = Bounds::fill, .fill = 4}), {2, 2}, {4, 4, 4, 4}));
  none.index_put_({i}, 1, {.bounds = Bounds::drop});
  EXPECT_TRUE(is(none.index({tensor<int>({})}, {.bounds = Bounds::wrap}), {0, 2}, {}));
}

TEST(Bounds, HoldForMoreIndicesThanABlock) {
  const auto x = arange<index_t>(1000);
  const auto i = arange<index_t>(2000).flip();
  const auto read = x.index({i}, {.bounds = Bounds::fill, .fill = -1});
  EXPECT_EQ(read.at(0), -1);
  EXPECT_EQ(read.at(999), -1);
  EXPECT_EQ(read.at(1000), 999);
  EXPECT_EQ(read.at(1999), 0);
  const auto t = zeros<index_t>({1000});
  t.index_put_({i}, arange<index_t>(2000), {.bounds = Bounds::drop});
  EXPECT_EQ(t.at(0), 1999);
  EXPECT_EQ(t.at(999), 1000);
}

TEST(Bounds, AnIndexTensorBesideAMask) {
  const auto x = counting({2, 3, 4});
  const auto mask = tensor({{true, false, false}, {false, false, true}});
  EXPECT_TRUE(
      is(x.index({mask, tensor({1, 9})}, {.bounds = Bounds::fill, .fill = -1}), {2}, {1, -1}));
  x.index_put_({mask, tensor({9, 0})}, 100, {.bounds = Bounds::drop});
  EXPECT_EQ(x.at(0, 0, 1), 1);
  EXPECT_EQ(x.at(1, 2, 0), 100);
}

TEST(Bounds, WrapAndClipMoveIntegers) {
  const auto x = counting({2, 5});
  const auto view = x.index({1, 7}, {.bounds = Bounds::wrap});
  EXPECT_TRUE(is(view, {}, {7}));
  EXPECT_TRUE(view.shares_storage(x));
  EXPECT_TRUE(is(x.index({9, Slice()}, {.bounds = Bounds::clip}), {5}, {5, 6, 7, 8, 9}));
  EXPECT_TRUE(is(x.index({-9, 0}, {.bounds = Bounds::clip}), {}, {0}));
  EXPECT_TRUE(is(x.index({-1, -1}, {.bounds = Bounds::clip}), {}, {0}));  // as for index tensors
  const auto last = x.index({-1, -1}, {.bounds = Bounds::wrap_clip});
  EXPECT_TRUE(is(last, {}, {9}));
  EXPECT_TRUE(last.shares_storage(x));
  EXPECT_TRUE(is(x.index({-3, 5}, {.bounds = Bounds::wrap_clip}), {}, {4}));
  EXPECT_TRUE(is(x.index({INT64_MAX, INT64_MIN}, {.bounds = Bounds::wrap_clip}), {}, {5}));
  EXPECT_TRUE(
      is(x.index({tensor(-3), tensor<std::uint64_t>(UINT64_MAX)}, {.bounds = Bounds::wrap_clip}),
         {}, {4}));
  EXPECT_TRUE(is(x.index({-3, tensor({0, 6})}, {.bounds = Bounds::wrap}), {2}, {5, 6}));
  EXPECT_TRUE(
      is(x.numpy_index({3, Slice(3, None), true}, {.bounds = Bounds::wrap}), {1, 2}, {8, 9}));
  // 2^64 - 1 modulo 5
  EXPECT_TRUE(
      is(x.index({0, tensor<std::uint64_t>(UINT64_MAX)}, {.bounds = Bounds::wrap}), {}, {0}));
  x.index_put_({3, 1}, 60, {.bounds = Bounds::wrap});
  x.index_put_({INT64_MAX, INT64_MIN}, 50, {.bounds = Bounds::clip});
  EXPECT_TRUE(is(x, {2, 5}, {0, 1, 2, 3, 4, 50, 60, 7, 8, 9}));
  EXPECT_THROW((void)zeros<int>({0}).index({0}, {.bounds = Bounds::wrap}), IndexError);
  EXPECT_THROW((void)zeros<int>({0}).index({0}, {.bounds = Bounds::clip}), IndexError);
  EXPECT_THROW((void)zeros<int>({0}).index({-1}, {.bounds = Bounds::wrap_clip}), IndexError);
  EXPECT_THROW((void)x.index({2, 0}, {.bounds = Bounds::assume}), IndexError);
}

TEST(Bounds, AnIntegerOutsideFillsTheWholeResult) {
  const auto x = counting({2, 5});
  const ReadOptions<int> fill{.bounds = Bounds::fill, .fill = -1};
  const auto one = x.index({2, 0}, fill);
  EXPECT_TRUE(is(one, {}, {-1}));
  EXPECT_FALSE(one.shares_storage(x));
  EXPECT_TRUE(is(x.index({-3, Slice(None, 2)}, fill), {2}, {-1, -1}));
  EXPECT_TRUE(is(x.oindex({5, tensor({0, 7, 1})}, fill), {3}, {-1, -1, -1}));
  EXPECT_TRUE(is(zeros<int>({0, 2}).index({0}, fill), {2}, {-1, -1}));
  EXPECT_TRUE(is(x.index({tensor(7), None, 0}, fill), {1}, {-1}));
  EXPECT_TRUE(x.index({-1, 0}, fill).shares_storage(x));  // inside: a view
  const auto out = zeros<int>({2});
  x.index_into(out, {9, Slice(None, 2)}, fill);
  EXPECT_TRUE(is(out, {2}, {-1, -1}));
  EXPECT_TRUE(is(x.plan({4, Slice(3, None)}, {.bounds = Bounds::fill}).read(x, -2), {2}, {-2, -2}));
}

TEST(Bounds, AnIntegerOutsideDropsTheWholeWrite) {
  const auto x = counting({2, 2});
  const WriteOptions<int> drop{.bounds = Bounds::drop};
  x.index_put_({2, 0}, 9, drop);
  x.index_put_({Slice(), -3}, tensor({8, 9}), drop);
  x.index_put_({tensor({0, 1}), 7}, 5, {.reduce = Reduce::add, .bounds = Bounds::drop});
  EXPECT_TRUE(is(x, {2, 2}, {0, 1, 2, 3}));
  EXPECT_THROW(x.index_put_({2, Slice()}, tensor({1, 2, 3}), drop), ShapeError);
  x.index_put_({-2, 1}, 9, drop);
  EXPECT_TRUE(is(x, {2, 2}, {0, 9, 2, 3}));
}

TEST(Bounds, DoNotConcernMasksAndSlices) {
  EXPECT_THROW((void)tens.index({tens > 5, tensor({0})}, {.bounds = Bounds::clip}), IndexError);
  EXPECT_TRUE(is(tens.index({tens > 25}, {.bounds = Bounds::fill}), {2}, {30, 40}));
  EXPECT_TRUE(tens.index({Slice(1)}, {.bounds = Bounds::fill}).shares_storage(tens));
}

TEST(Bounds, ReadsDoNotDropAndWritesDoNotFill) {
  EXPECT_TRUE(
      throws<ValueError>([] { (void)tens.index({wild}, {.bounds = Bounds::drop}); },
                         "index: Bounds::drop is only for writes; use Bounds::fill for reads"));
  const auto t = tens.clone();
  EXPECT_TRUE(throws<ValueError>(
      [&] { t.index_put_({wild}, 1, {.bounds = Bounds::fill}); },
      "index_put_: Bounds::fill is only for reads; use Bounds::drop for writes"));
  EXPECT_TRUE(is(t, {5}, {0, 10, 20, 30, 40}));
}

// A list padded with -1, as edges of a graph are: x[i] where i is not negative, by hand.
const Tensor<int> padded = tensor({3, -1, 0, -1, 7});

TEST(Bounds, FillNegativeReadsAValueForPadding) {
  const ReadOptions<int> how{.bounds = Bounds::fill_negative, .fill = 99};
  EXPECT_TRUE(is(tens.index({padded}, how), {5}, {30, 99, 0, 99, 99}));
  EXPECT_TRUE(is(tens.index({wild}, how), {2, 3}, {99, 99, 99, 0, 40, 99}));
  EXPECT_TRUE(is(tens.index({tensor<std::int8_t>({-128, -1, 4})}, how), {3}, {99, 99, 40}));
  const auto wide = tensor<std::uint64_t>({0, 4, 5, UINT64_MAX});
  EXPECT_TRUE(is(tens.index({wide}, how), {4}, {0, 40, 99, 99}));
  const auto far = tensor({INT64_MIN, INT64_MIN + 1, INT64_MAX, index_t{2}});
  EXPECT_TRUE(is(tens.index({far}, how), {4}, {99, 99, 99, 20}));
  EXPECT_TRUE(is(take(tens, padded, 0, how), {5}, {30, 99, 0, 99, 99}));
  EXPECT_TRUE(is(gather(tens, 0, padded, how), {5}, {30, 99, 0, 99, 99}));
  EXPECT_TRUE(is(gather_nd(tens, padded.unsqueeze(1), how), {5}, {30, 99, 0, 99, 99}));
  EXPECT_TRUE(is(zeros<int>({0, 2}).index({padded}, how), {5, 2}, std::vector<int>(10, 99)));
}

TEST(Bounds, DropNegativeLeavesPaddingOutOfAWrite) {
  const WriteOptions<int> add{.reduce = Reduce::add, .bounds = Bounds::drop_negative};
  EXPECT_TRUE(is(zeros<int>({5}).index_put({padded}, 1, add), {5}, {1, 0, 0, 1, 0}));
  EXPECT_TRUE(is(zeros<int>({5}).index_put({wild}, 1, add), {5}, {1, 0, 0, 0, 1}));
  const auto values = tensor({1, 2, 3, 4, 5});
  EXPECT_TRUE(is(zeros<int>({5}).index_put({padded}, values, {.bounds = Bounds::drop_negative}),
                 {5}, {3, 0, 0, 1, 0}));
  EXPECT_TRUE(is(scatter_add(zeros<int>({5}), 0, padded, values, Bounds::drop_negative), {5},
                 {3, 0, 0, 1, 0}));
  EXPECT_TRUE(is(scatter_reduce(tens, 0, padded, values, "amax", false, Bounds::drop_negative), {5},
                 {3, 10, 20, 1, 40}));
  EXPECT_TRUE(is(scatter_reduce(tens, 0, tensor({1, -1, 1}), tensor({2, 9, 4}), "mean", false,
                                Bounds::drop_negative),
                 {5}, {0, 3, 20, 30, 40}));
  EXPECT_TRUE(is(index_add(zeros<int>({5}), 0, padded, values, 2, Bounds::drop_negative), {5},
                 {6, 0, 0, 2, 0}));
  const auto t = zeros<int>({5});
  put_(t, padded, values, {.bounds = Bounds::drop_negative});
  EXPECT_TRUE(is(t, {5}, {3, 0, 0, 1, 0}));
}

TEST(Bounds, RaiseNegativeRefusesWhatCountsFromTheEnd) {
  const auto t = tens.clone();
  EXPECT_TRUE(is(t.index({tensor({4, 0})}, {.bounds = Bounds::raise_negative}), {2}, {40, 0}));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)t.index({padded}, {.bounds = Bounds::raise_negative}); },
      "index: term 0: index -1 at [1] is out of bounds for dimension 0 with size 5"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { t.index_put_({tensor({0, -5})}, 9, {.bounds = Bounds::raise_negative}); },
      "index_put_: term 0: index -5 at [1] is out of bounds for dimension 0 with size 5"));
  EXPECT_TRUE(is(t, {5}, {0, 10, 20, 30, 40}));
  const auto many = arange<index_t>(2000) % 5;
  many.at(1999) = -1;  // after the first block
  EXPECT_THROW(t.index_put_({many}, 9, {.bounds = Bounds::raise_negative}), IndexError);
  EXPECT_TRUE(is(t, {5}, {0, 10, 20, 30, 40}));
}

TEST(Bounds, NegativesAreOutOfBoundsByEveryRuleForIntegersAndInPlans) {
  const auto x = counting({2, 3});
  const auto i = tensor({-1, 0});
  const ReadOptions<int> fill{.bounds = Bounds::fill_negative, .fill = 9};
  EXPECT_TRUE(is(x.index({i, 1}, fill), {2}, {9, 1}));
  EXPECT_TRUE(is(x.oindex({i, i}, fill), {2, 2}, {9, 9, 9, 0}));
  EXPECT_TRUE(is(x.vindex({Slice(), i}, fill), {2, 2}, {9, 9, 0, 3}));
  EXPECT_TRUE(is(x.numpy_index({1, i}, fill), {2}, {9, 3}));
  EXPECT_TRUE(is(x.index({-1}, fill), {3}, {9, 9, 9}));
  EXPECT_TRUE(is(x.index({tensor(-1)}, fill), {3}, {9, 9, 9}));
  EXPECT_TRUE(x.index({1}, fill).shares_storage(x));
  EXPECT_TRUE(is(x.index(parse_index("[-1, 0], 1"), fill), {2}, {9, 1}));
  EXPECT_TRUE(is(x.index("-1"_ix, fill), {3}, {9, 9, 9}));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)x.index({0, -1}, {.bounds = Bounds::raise_negative}); },
                         "index: term 1: index -1 is out of bounds for dimension 1 with size 3"));
  const Plan reads = x.plan({i, Slice(1, None)}, {.bounds = Bounds::fill_negative});
  EXPECT_TRUE(reads.skips());
  EXPECT_TRUE(is(reads.read(x, 7), {2, 2}, {7, 7, 1, 2}));
  const Plan writes = x.plan({i, 0}, {.bounds = Bounds::drop_negative});
  EXPECT_TRUE(is(writes.write_(x, tensor({5, 6})), {2, 3}, {6, 1, 2, 3, 4, 5}));
  EXPECT_TRUE(
      is(x.index_put({-1, 0}, 8, {.bounds = Bounds::drop_negative}), {2, 3}, {6, 1, 2, 3, 4, 5}));
  EXPECT_THROW((void)x.plan({i}, {.bounds = Bounds::raise_negative}), IndexError);
}

TEST(Bounds, NegativesOutOfBoundsAreForReadsOrForWrites) {
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)tens.index({wild}, {.bounds = Bounds::drop_negative}); },
      "index: Bounds::drop_negative is only for writes; use Bounds::fill_negative for reads"));
  EXPECT_TRUE(throws<ValueError>(
      [] { tens.clone().index_put_({wild}, 1, {.bounds = Bounds::fill_negative}); },
      "index_put_: Bounds::fill_negative is only for reads; use Bounds::drop_negative for "
      "writes"));
  const auto coordinates = tensor({0, 1});
  EXPECT_TRUE(is(ravel_multi_index({coordinates}, {2}, Bounds::raise_negative), {2}, {0, 1}));
  EXPECT_THROW((void)ravel_multi_index({padded}, {9}, Bounds::raise_negative), IndexError);
  EXPECT_THROW((void)ravel_multi_index({padded}, {9}, Bounds::fill_negative), ValueError);
  // JAX: one_hot([1, -1], 2) is [[0, 1], [0, 0]].
  EXPECT_TRUE(is(one_hot<int>(tensor({1, -1}), 2, {.bounds = Bounds::drop_negative}), {2, 2},
                 {0, 1, 0, 0}));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)one_hot<int>(tensor({-1}), 2, {.bounds = Bounds::raise_negative}); },
      "one_hot: class -1 at [0] is negative"));
}

}  // namespace bounds_test
