// Plans, reading into a tensor that is there, and questions that need no tensor.
#include <thread>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::dims;
using expect::is;
using expect::Shape;
using expect::throws;

namespace plan_test {

TEST(Plan, GathersAsIndexDoes) {
  const auto t = counting({3, 4, 5});
  const auto i = tensor({2, -3});
  const Plan plan = t.plan({i, Slice(None, None, -2), 1});
  EXPECT_EQ(dims(plan.result_shape()), (Shape{2, 2}));
  EXPECT_TRUE(is(plan.read(t), {2, 2}, {56, 46, 16, 6}));
  EXPECT_TRUE(is(plan.read(t + 100), {2, 2}, {156, 146, 116, 106}));
}

TEST(Plan, ServesEveryElementTypeOfThatLayout) {
  const Plan plan = counting({2, 2}).plan({tensor({1, 0}), tensor({0, 0})});
  EXPECT_TRUE(is(plan.read(tensor({{0.5, 1.5}, {2.5, 3.5}})), {2}, {2.5, 0.5}));
  EXPECT_TRUE(is(plan.read(Tensor<const bool>(tensor({{true, false}, {false, false}}))), {2},
                 {false, true}));
}

TEST(Plan, ServesViewsOfTheSameStridesWhereverTheyBegin) {
  const auto t = counting({4, 3});
  const Plan plan = t.index({Slice(0, 2)}).plan({Slice(), tensor({2, 0})});
  EXPECT_TRUE(is(plan.read(t.index({Slice(2)})), {2, 2}, {8, 6, 11, 9}));
  const Plan backwards = t.flip().plan({tensor({0}), tensor({0})});
  EXPECT_TRUE(is(backwards.read(t.flip()), {1}, {11}));
}

TEST(Plan, RefusesAnotherLayout) {
  const Plan plan = counting({2, 3}).plan({tensor({1})});
  EXPECT_TRUE(throws<ShapeError>(
      [&] { (void)plan.read(counting({3, 2})); },
      "Plan::read: the plan is for shape (2, 3) with strides (3, 1), the tensor has shape (3, 2) "
      "with strides (2, 1)"));
  EXPECT_THROW((void)plan.read(counting({3, 2}).transpose()), ShapeError);
  EXPECT_THROW(plan.write_(counting({2, 4}), 1), ShapeError);
}

TEST(Plan, OutlivesItsIndexTensorsAndIsAValue) {
  const auto t = counting({5});
  const auto make = [&] {
    const auto i = tensor({4, 0});
    Plan plan = t.plan({i});
    i.fill_(1000);  // the plan has its own offsets
    return plan;
  };
  const Plan plan = make();
  Plan copy = plan;
  const Plan moved = std::move(copy);
  EXPECT_TRUE(is(moved.read(t), {2}, {4, 0}));
  EXPECT_TRUE(is(plan.read(t), {2}, {4, 0}));
}

TEST(Plan, OfBasicTermsGivesAView) {
  const auto t = counting({2, 3});
  const Plan plan = t.plan({1, Slice(1)});
  EXPECT_TRUE(plan.is_view());
  EXPECT_TRUE(plan.read(t).shares_storage(t));
  plan.write_(t, 9);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 9, 9}));
  plan.write_(t, 1, true);
  EXPECT_TRUE(is(t, {2, 3}, {0, 1, 2, 3, 10, 10}));
}

TEST(Plan, ScattersAsIndexPutDoes) {
  const auto t = zeros<int>({2, 3});
  const Plan plan = t.plan({Slice(), tensor({2, 0, 2})});
  plan.write_(t, tensor({1, 2, 3}));
  EXPECT_TRUE(is(t, {2, 3}, {2, 0, 3, 2, 0, 3}));
  plan.write_(t, tensor({{10}, {20}}), true);
  EXPECT_TRUE(is(t, {2, 3}, {12, 0, 23, 22, 0, 43}));
  plan.write_(t, {1, 50, 30}, {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(plan.write_(t, 2.9), {2, 3}, {2, 0, 2, 2, 0, 2}));
}

TEST(Plan, TakesAllRules) {
  const auto x = counting({2, 3, 4});
  const auto i = tensor({0, 1});
  EXPECT_TRUE(is(x.plan({0, Slice(), i}).read(x), {3, 2}, {0, 1, 4, 5, 8, 9}));
  EXPECT_TRUE(
      is(x.plan({0, Slice(), i}, {.rule = IndexRule::numpy}).read(x), {2, 3}, {0, 4, 8, 1, 5, 9}));
  const Plan outer = x.plan({i, Slice(0, 2), tensor({3, 0, -1})}, {.rule = IndexRule::outer});
  EXPECT_EQ(dims(outer.result_shape()), (Shape{2, 2, 3}));
  EXPECT_TRUE(is(outer.read(x), {2, 2, 3}, {3, 0, 3, 7, 4, 7, 15, 12, 15, 19, 16, 19}));
  outer.write_(x, -1);
  EXPECT_TRUE(is(x.index({0, 0}), {4}, {-1, 1, 2, -1}));
  EXPECT_TRUE(is(x.plan({Slice(), i, i}, {.rule = IndexRule::vectorized}).read(counting({2, 3, 4})),
                 {2, 2}, {0, 12, 5, 17}));
}

TEST(Plan, TakesMasksBoolsAndRankZero) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(is(x.plan({x > 2}).read(x), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(x.plan({tensor({false, true}), tensor({2})}).read(x), {1}, {5}));
  EXPECT_TRUE(is(x.plan({true, 1}).read(x), {1, 3}, {3, 4, 5}));
  EXPECT_TRUE(is(x.plan({false}).read(x), {0, 2, 3}, {}));
  EXPECT_TRUE(
      is(x.plan({tensor({{true, false, true}, {false, false, true}})}, {.rule = IndexRule::outer})
             .read(x),
         {3}, {0, 2, 5}));
  const auto rank0 = tensor(7);
  EXPECT_TRUE(is(rank0.plan({true}).read(rank0), {1}, {7}));
  EXPECT_TRUE(is(rank0.plan({}).read(rank0), {}, {7}));
  const auto none = zeros<int>({0, 3});
  EXPECT_TRUE(is(none.plan({tensor<int>({})}).read(none), {0, 3}, {}));
}

TEST(Plan, ChecksItsIndicesWhenItIsMade) {
  const auto t = counting({2, 3});
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)t.plan({Slice(), tensor({0, 3})}); },
      "plan: term 1: index 3 at [1] is out of bounds for dimension 1 with size 3"));
  EXPECT_THROW((void)counting({2, 0}).plan({tensor({5})}), IndexError);
  EXPECT_THROW((void)t.plan({0, 0, 0}), IndexError);
}

TEST(Plan, DecidesOnBounds) {
  const auto t = counting({4});
  const auto wild = tensor({5, -1, -5, 2});
  EXPECT_TRUE(is(t.plan({wild}, {.bounds = Bounds::wrap}).read(t), {4}, {1, 3, 3, 2}));
  EXPECT_TRUE(is(t.plan({wild}, {.bounds = Bounds::clip}).read(t), {4}, {3, 0, 0, 2}));
  for (const Bounds bounds : {Bounds::fill, Bounds::drop}) {
    const Plan plan = t.plan({wild}, {.bounds = bounds});
    EXPECT_TRUE(is(plan.read(t, -9), {4}, {-9, 3, -9, 2}));
    const auto out = zeros<int>({4});
    plan.read_into(out, t, 8);
    EXPECT_TRUE(is(out, {4}, {8, 3, 8, 2}));
    const auto target = zeros<int>({4});
    plan.write_(target, tensor({1, 2, 3, 4}));
    EXPECT_TRUE(is(target, {4}, {0, 0, 4, 2}));
  }
  const Plan outer = counting({2, 2}).plan({tensor({0, 7}), tensor({1, 7})},
                                           {.rule = IndexRule::outer, .bounds = Bounds::fill});
  EXPECT_TRUE(is(outer.read(counting({2, 2}), -1), {2, 2}, {1, -1, -1, -1}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { t.plan({wild}, {.bounds = Bounds::wrap}).write_(t, 1, {.bounds = Bounds::drop}); },
      "Plan::write_: bounds are set when the plan is made, not when it is used"));
}

TEST(Plan, GathersIntoATensorThatIsThere) {
  const auto t = counting({3, 2});
  const Plan plan = t.plan({tensor({2, 0})});
  const auto out = zeros<int>({2, 2});
  plan.read_into(out.transpose(), t);
  EXPECT_TRUE(is(out, {2, 2}, {4, 0, 5, 1}));
  EXPECT_TRUE(throws<ShapeError>([&] { plan.read_into(zeros<int>({4}), t); },
                                 "Plan::read_into: out has shape (4), the result has (2, 2)"));
}

TEST(Plan, OverlapIsAsIfCopiedFirst) {
  const auto t = counting({4});
  const Plan plan = t.plan({tensor({1, 2, 3, 0})});
  plan.read_into(t, t);
  EXPECT_TRUE(is(t, {4}, {1, 2, 3, 0}));
  plan.write_(t, t);
  EXPECT_TRUE(is(t, {4}, {0, 1, 2, 3}));
  EXPECT_THROW(plan.read_into(zeros<int>({1}).expand({4}), t), ValueError);
}

TEST(Plan, ThatIsConstIsSharedByThreads) {
  const auto t = arange<index_t>(5000);
  const Plan plan = t.plan({arange<index_t>(5000).flip()});
  std::vector<Tensor<index_t>> results(4);
  std::vector<std::thread> threads;
  for (Tensor<index_t>& result : results)
    threads.emplace_back([&] {
      for (int round = 0; round < 20; ++round) result = plan.read(t);
    });
  for (std::thread& thread : threads) thread.join();
  for (const Tensor<index_t>& result : results) {
    EXPECT_EQ(result.at(0), 4999);
    EXPECT_EQ(result.at(4999), 0);
  }
}

TEST(IndexInto, WritesTheResultWhereItIsTold) {
  const auto t = counting({2, 3});
  const auto out = zeros<int>({2, 4});
  t.index_into(out.index({Slice(), Slice(0, 2)}), {Slice(), tensor({2, 0})});
  EXPECT_TRUE(is(out, {2, 4}, {2, 0, 0, 0, 5, 3, 0, 0}));
  t.index_into(out.index({0}), {1, tensor({0, 9, 1, 9})}, {.bounds = Bounds::fill, .fill = -1});
  EXPECT_TRUE(is(out, {2, 4}, {3, -1, 4, -1, 5, 3, 0, 0}));
  const auto copy = zeros<int>({3});
  t.index_into(copy, {1});  // a view is copied
  EXPECT_TRUE(is(copy, {3}, {3, 4, 5}));
  t.index_into(copy.index({Slice(0, 2)}), {(t == 0) | (t == 5)});
  EXPECT_TRUE(is(copy, {3}, {0, 5, 5}));
}

TEST(IndexInto, BelongsToAllRules) {
  const auto x = counting({2, 3, 4});
  const auto i = tensor({0, 1});
  const auto numpy = zeros<int>({2, 3});
  x.numpy_index_into(numpy, {0, Slice(), i});
  EXPECT_TRUE(is(numpy, {2, 3}, {0, 4, 8, 1, 5, 9}));
  const auto outer = zeros<int>({2, 2});
  x.oindex_into(outer, {1, i, i});
  EXPECT_TRUE(is(outer, {2, 2}, {12, 13, 16, 17}));
  const auto front = zeros<int>({2, 2});
  x.vindex_into(front, {Slice(), i, i});
  EXPECT_TRUE(is(front, {2, 2}, {0, 12, 5, 17}));
}

TEST(IndexInto, LeavesOutAloneWhenSomethingIsWrong) {
  const auto t = counting({600, 2});
  const auto out = zeros<int>({600, 2});
  const auto i = arange<int>(600);
  i.index_put_({599}, 600);
  EXPECT_TRUE(throws<IndexError>(
      [&] { t.index_into(out, {i}); },
      "index_into: term 0: index 600 at [599] is out of bounds for dimension 0 with size 600"));
  EXPECT_TRUE(throws<ShapeError>([&] { t.index_into(out, {0}); },
                                 "index_into: out has shape (600, 2), the result has (2)"));
  EXPECT_EQ(sum(out).item(), 0);
  EXPECT_THROW(t.index_into(zeros<int>({1, 2}).expand({600, 2}), {Slice()}), ValueError);
}

TEST(IndexInto, OverlapIsAsIfTheResultHadBeenMadeFirst) {
  const auto t = counting({4});
  t.index_into(t, {Slice(None, None, -1)});
  EXPECT_TRUE(is(t, {4}, {3, 2, 1, 0}));
  const auto i = tensor({1, 2, 0});
  tensor({10, 20, 30}).index_into(i, {i});  // the index tensor is overwritten
  EXPECT_TRUE(is(i, {3}, {20, 30, 10}));
  const auto wild = tensor({1, 7, 0});
  tensor({10, 20, 30}).index_into(wild, {wild}, {.bounds = Bounds::fill, .fill = -1});
  EXPECT_TRUE(is(wild, {3}, {20, -1, 10}));
}

TEST(ResultShape, NeedsNoTensor) {
  const auto i = tensor({0, 1});
  EXPECT_EQ(dims(result_shape({2, 3, 4}, {0, Slice(), i})), (Shape{3, 2}));
  EXPECT_EQ(dims(result_shape({2, 3, 4}, {0, Slice(), i}, IndexRule::numpy)), (Shape{2, 3}));
  EXPECT_EQ(dims(result_shape({5, 6, 7}, {i, Slice(), i}, IndexRule::outer)), (Shape{2, 6, 2}));
  EXPECT_EQ(dims(result_shape({5, 6, 7}, {Slice(), i, i}, IndexRule::vectorized)), (Shape{2, 5}));
  EXPECT_EQ(dims(result_shape({2, 2}, {tensor({{true, false}, {true, true}})})), (Shape{3}));
  EXPECT_EQ(dims(result_shape({}, {None})), (Shape{1}));
  EXPECT_TRUE(throws<IndexError>(
      [] { (void)result_shape({2}, {0, 0}); },
      "result_shape: too many indices for tensor: tensor is 1-dimensional, but 2 were indexed"));
}

TEST(WouldCopy, KnowsIndexTensorsMasksAndBools) {
  EXPECT_FALSE(would_copy({0, Slice(), None, "..."}));
  EXPECT_FALSE(would_copy({tensor(3)}));
  EXPECT_FALSE(would_copy({}));
  EXPECT_TRUE(would_copy({Slice(), tensor({0})}));
  EXPECT_TRUE(would_copy({true}));
  EXPECT_TRUE(would_copy({tensor(true)}));
  EXPECT_TRUE(would_copy({tensor({true, false})}));
}

TEST(Plan, OfAnIndexTensorWithoutElementsReadsNone) {
  const auto t = arange<int>(12).reshape({3, 4});
  const auto index = ndx::tensor<index_t>({0, 1, 2, 0}).flip().expand({0, 4});  // strides 0, -1
  for (const IndexRule rule : {IndexRule::views_first, IndexRule::outer}) {
    const Plan plan = t.plan({index}, {.rule = rule});
    EXPECT_EQ(plan.read(t).shape(), (Dims{0, 4, 4}));
    plan.write_(t, 7);
  }
  EXPECT_EQ(t.plan({index, index}).read(t).shape(), (Dims{0, 4}));
  EXPECT_TRUE(is(t, {3, 4}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

}  // namespace plan_test
