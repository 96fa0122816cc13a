// Small indices that go the short way give what the long way gives, and leave to it what is wrong.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace small_index_test {

std::vector<index_t> found(IndexRule rule, const Layout& source,
                           const std::vector<TensorIndex>& terms) {
  detail::SmallIndex small;
  if (!small.find({"index", rule, Bounds::raise, source, terms})) return {-1};
  std::vector<index_t> offsets;
  for (index_t k = 0; k < small.count(); ++k) offsets.push_back(small.first() + small.offsets()[k]);
  return offsets;
}

const Tensor<int> table = counting({3, 4});
constexpr IndexRule kAny = IndexRule::views_first;

TEST(SmallIndex, AreOffsetsOfIntegersAndShortLists) {
  EXPECT_EQ(found(kAny, table.layout(), {tensor({0, -1}), 1}), (std::vector<index_t>{1, 9}));
  EXPECT_EQ(found(kAny, table.layout(), {tensor({0, 2}), tensor<std::int8_t>({3, -4})}),
            (std::vector<index_t>{3, 8}));
  EXPECT_EQ(found(kAny, table.transpose().layout(), {2, tensor<std::uint16_t>({2, 1})}),
            (std::vector<index_t>{10, 6}));
  EXPECT_EQ(found(kAny, table.flip().layout(), {0, 0}), (std::vector<index_t>{11}));
  EXPECT_EQ(found(kAny, table.layout(), {tensor<int>({}), 1}), (std::vector<index_t>{}));
  EXPECT_EQ(found(kAny, table.layout(), {tensor(1), tensor({0})}), (std::vector<index_t>{4}));
  EXPECT_EQ(found(kAny, table.layout(), {1, tensor({9, 3, 9, 0}).index({Slice(1, None, 2)})}),
            (std::vector<index_t>{7, 4}));
}

TEST(SmallIndex, LeaveEverythingElseToThePlanner) {
  const std::vector<index_t> nothing{-1};
  using Terms = std::vector<TensorIndex>;
  const Terms others[] = {
      Terms{},
      Terms{tensor({0})},                        // rows
      Terms{tensor({0}), Slice()},               // rows
      Terms{tensor({0, 1}), tensor({0, 1, 2})},  // do not fit
      Terms{tensor({0, 1}), tensor({0})},        // broadcast
      Terms{tensor({{0}}), 0},                   // rank 2
      Terms{tensor({true, false, true}), 0},     // a mask
      Terms{tensor<std::uint64_t>({0}), 0},      // may be beyond 64 bits
      Terms{tensor({0, 3}), 0},                  // out of bounds
      Terms{tensor({0, -4}), 0},                 // out of bounds
      Terms{zeros<int>({65}), 0},                // long
      Terms{tensor({INT64_MIN}), 0},             // absurd
      Terms{tensor({INT64_MAX}), 0},             // absurd
  };
  EXPECT_EQ(found(kAny, table.layout(), {zeros<int>({64}), 0}), std::vector<index_t>(64, 0));
  for (const Terms& terms : others) EXPECT_EQ(found(kAny, table.layout(), terms), nothing);
  EXPECT_EQ(found(IndexRule::outer, table.layout(), {tensor({0}), tensor({0})}), nothing);
  EXPECT_EQ(found(IndexRule::outer, table.layout(), {tensor({1}), 0}), (std::vector<index_t>{4}));
}

TEST(SmallIndex, ReadAndWriteWithEveryRule) {
  const auto i = tensor({2, 0});
  for (const Tensor<int>& got : {table.index({i, 1}), table.numpy_index({i, 1}),
                                 table.oindex({i, 1}), table.vindex({i, 1})}) {
    EXPECT_TRUE(is(got, {2}, {9, 1}));
    EXPECT_FALSE(got.shares_storage(table));
  }
  EXPECT_TRUE(is(table.oindex({i, i}), {2, 2}, {10, 8, 2, 0}));
  const auto t = counting({2, 2});
  t.index_put_({tensor({0, 1}), tensor({1, 1})}, 9.7);
  EXPECT_TRUE(is(t, {2, 2}, {0, 9, 2, 9}));
  t.index_put_({1, 0}, -1);
  EXPECT_TRUE(is(t, {2, 2}, {0, 9, -1, 9}));
}

TEST(SmallIndex, TakeOneValueForEachOrOneForAll) {
  const auto t = counting({2, 3});
  const auto r = tensor({0, 1, 0});
  const auto c = tensor({2, 0, 2});
  t.index_put_({r, c}, tensor({10, 20, 30}));  // the last of duplicates stays
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 30, 20, 4, 5}));
  t.index_put_({r, c}, tensor({7, 1, 8, 2, 9, 3}).index({Slice(None, None, -2)}));  // 3, 2, 1
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 1, 2, 4, 5}));
  t.index_put_({1, tensor({1, 2})}, tensor({1.9, -1.9}));  // converted
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 1, 2, 1, -1}));
  for (const Tensor<int>& one : {tensor(6), tensor({6}), tensor({{{6}}})}) {
    t.fill_(0);
    t.index_put_({1, 2}, one);
    t.index_put_({r, 1}, one);
    EXPECT_TRUE(is(t, {2, 3}, {0, 6, 0, 0, 6, 6}));
  }
  t.index_put_({tensor<int>({}), 0}, tensor<int>({}));
  const auto nowhere = borrow(static_cast<int*>(nullptr), {0, 5});
  nowhere.index_put_({tensor<int>({}), 3}, 1);
  EXPECT_TRUE(is(nowhere.index({tensor<int>({}), 3}), {0}, {}));
  EXPECT_TRUE(is(t, {2, 3}, {0, 6, 0, 0, 6, 6}));
}

TEST(SmallIndex, CombineInTurn) {
  const auto t = counting({2, 3});
  const auto r = tensor({0, 1, 0});
  const auto c = tensor({2, 0, 2});
  t.index_put_({r, c}, tensor({10, 20, 30}), true);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 42, 23, 4, 5}));
  t.index_put_({r, c}, 1, true);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 44, 24, 4, 5}));
  t.index_put_({1, 1}, 2, {.reduce = Reduce::multiply});
  t.index_put_({1, tensor({0, 2})}, tensor({30, 3}), {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 44, 30, 8, 5}));
}

TEST(SmallIndex, RefuseValuesThatDoNotFitAndReadThoseOfTheTargetFirst) {
  const auto t = counting({4});
  const auto i = tensor({1, 2, 3});
  EXPECT_THROW(t.index_put_({i}, tensor({1, 2})), ShapeError);
  EXPECT_THROW(t.index_put_({2}, tensor({1, 2})), ShapeError);
  EXPECT_TRUE(is(t, {4}, {0, 1, 2, 3}));
  t.index_put_({i}, t.index({Slice(None, 3)}));  // as if the value had been read before
  EXPECT_TRUE(is(t, {4}, {0, 0, 1, 2}));
}

TEST(SmallIndex, WriteToTheirOwnIndicesAndThroughExpandedViews) {
  const auto i = tensor({1, 0, 2});
  i.index_put_({i}, 7);
  EXPECT_TRUE(is(i, {3}, {7, 7, 7}));
  const auto rows = counting({1, 3});
  rows.expand({4, 3}).index_put_({2, tensor({0, 2})}, 5);  // each element once: row 2 was selected
  EXPECT_TRUE(is(rows, {1, 3}, {5, 1, 5}));
  EXPECT_THROW(rows.expand({4, 3}).index_put_({tensor({0, 2}), 1}, 5), ValueError);
  EXPECT_TRUE(is(rows, {1, 3}, {5, 1, 5}));
}

TEST(SmallIndex, ReadIntoAnExistingTensor) {
  const auto out = zeros<int>({6});
  const auto every_second = out.index({Slice(None, None, -2)});
  table.index_into(every_second, {tensor({0, 2, 1}), tensor({3, 0, -1})});
  EXPECT_TRUE(is(out, {6}, {0, 7, 0, 8, 0, 3}));
  const auto i = tensor<index_t>({2, 0, 1});
  (counting({3}).to<index_t>() * 10).index_into(i, {i});  // as if the index had been copied
  EXPECT_TRUE(is(i, {3}, {20, 0, 10}));
  const auto own = counting({4});
  own.index_into(own.flip(), {tensor({1, 1, 2, 0})});  // as if the source had been copied
  EXPECT_TRUE(is(own, {4}, {0, 2, 1, 1}));
  EXPECT_TRUE(throws<ShapeError>([&] { table.index_into(out, {tensor({0, 1}), 1}); },
                                 "index_into: out has shape (6), the result has (2)"));
  EXPECT_THROW(table.index_into(zeros<int>({1}).expand({2}), {tensor({0, 1}), 1}), ValueError);
  EXPECT_THROW(table.index_into(every_second, {tensor({0, 1, 3}), 1}), IndexError);
  EXPECT_TRUE(is(out, {6}, {0, 7, 0, 8, 0, 3}));
  table.index_into(every_second, {tensor({0, 1, 4}), 1}, {.bounds = Bounds::wrap});
  EXPECT_TRUE(is(out, {6}, {0, 5, 0, 5, 0, 1}));
}

TEST(SmallIndex, ThatAreOutOfBoundsAreToldByTheLongWay) {
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)table.index({tensor({0, 3}), 1}); },
      "index: term 0: index 3 at [1] is out of bounds for dimension 0 with size 3"));
}

}  // namespace small_index_test
