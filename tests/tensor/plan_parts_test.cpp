// Plans cut by a partition of their source: which runs each part has, and what running them gives.
#include <ndx/tensor/plan_parts.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::Shape;
using expect::throws;

namespace plan_parts_test {

Shape list(std::span<const index_t> numbers) { return {numbers.begin(), numbers.end()}; }

TEST(Split, SortsPositionsByPartAndKeepsTheirOrder) {
  const auto t = counting({6});
  const Split parts = split(t.plan({tensor({5, 0, 4, 5, 1})}), Partition::blocks(t.shape(), 2));
  ASSERT_EQ(parts.size(), 2U);  // the part of elements 2 and 3 is not touched
  EXPECT_EQ(parts.runs(), 5U);
  EXPECT_EQ(parts[0].part, 0);
  EXPECT_EQ(list(parts[0].offsets), (Shape{0, 1}));
  EXPECT_EQ(list(parts[0].places), (Shape{1, 4}));
  EXPECT_EQ(parts[1].part, 2);
  EXPECT_EQ(list(parts[1].offsets), (Shape{1, 0, 1}));
  EXPECT_EQ(list(parts[1].places), (Shape{0, 2, 3}));
  EXPECT_EQ(parts[1].length, 1);
  EXPECT_TRUE(parts[1].lengths.empty());
}

TEST(Split, KeepsRowsAsRuns) {
  const auto t = counting({6, 4});
  const Split parts = split(t.plan({tensor({5, 0, 4}), Slice(1)}), Partition::blocks(t.shape(), 3));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(list(parts[1].offsets), (Shape{9, 5}));
  EXPECT_EQ(list(parts[1].places), (Shape{0, 6}));
  EXPECT_EQ(parts[1].length, 3);
}

TEST(Split, CutsRunsWhereAPartEnds) {
  const auto t = counting({2, 6});
  const Split parts = split(t.plan({tensor({1}), Slice(1)}), Partition::grid(t.shape(), {2, 4}));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(list(parts[0].offsets), (Shape{5}));  // x[1, 1:4] of a chunk with rows of 4
  EXPECT_EQ(parts[0].length_of(0), 3);
  EXPECT_EQ(list(parts[1].offsets), (Shape{4}));  // x[1, 4:6]
  EXPECT_EQ(list(parts[1].places), (Shape{3}));
  EXPECT_EQ(parts[1].length_of(0), 2);
}

TEST(Split, TakesViewsMasksAndNothing) {
  const auto t = counting({3, 4});
  const auto whole = Partition::blocks(t.shape(), 3);
  EXPECT_EQ(split(t.plan({}), whole).runs(), 1U);
  EXPECT_EQ(t.plan({}).run_count(), 1);
  EXPECT_EQ(t.plan({Slice(), Slice(1)}).run_count(), 3);
  EXPECT_EQ(t.plan({tensor({0, 0}), Slice(None, None, 2)}).run_count(), 4);
  EXPECT_EQ(t.plan({Slice(0, 0)}).run_count(), 0);
  EXPECT_EQ(split(t.plan({Slice(None, None, 2), -1}), whole).runs(), 2U);
  const Split masked = split(t.plan({t > 9}), whole);
  EXPECT_EQ(list(masked[0].offsets), (Shape{10, 11}));
  EXPECT_TRUE(split(t.plan({t > 99}), whole).empty());
  EXPECT_TRUE(split(t.plan({Slice(0, 0)}), whole).empty());
  EXPECT_TRUE(split(t.plan({false}), whole).empty());
}

TEST(Split, LeavesOutWhatThePolicySkips) {
  const auto t = counting({4});
  const auto parts = split(t.plan({tensor({1, 9, -7, 3})}, {.bounds = Bounds::drop}),
                           Partition::blocks(t.shape(), 4));
  EXPECT_EQ(list(parts[0].places), (Shape{0, 3}));
  EXPECT_TRUE(
      split(t.plan({7}, {.bounds = Bounds::fill}), Partition::blocks(t.shape(), 4)).empty());
}

TEST(Split, OfATensorOfRankZero) {
  const auto t = full({}, 7);
  const Split parts = split(t.plan({}), Partition::ranges(t.shape(), 1));
  ASSERT_EQ(parts.size(), 1U);
  const auto out = zeros<int>({});
  read_part(parts[0], t, out);
  EXPECT_EQ(out.item(), 7);
}

/// The elements of a part, as they are stored: those of a block of rows.
Tensor<int> block(const Tensor<int>& t, index_t part, index_t rows) {
  return t.index({Slice(part * rows, (part + 1) * rows)});
}

TEST(Split, ReadsPartByPart) {
  const auto t = counting({7, 3});
  const Plan plan = t.plan({tensor({6, 0, 3, 6, 2}), Slice(1)});
  const Split parts = split(plan, Partition::blocks(t.shape(), 2));
  const auto out = zeros<int>(plan.result_shape());
  for (std::size_t k = parts.size(); k-- > 0;)  // in whatever order
    read_part(parts[k], block(t, parts[k].part, 2), out);
  EXPECT_TRUE(is(out, {5, 2}, {19, 20, 1, 2, 10, 11, 19, 20, 7, 8}));
}

TEST(Split, WritesPartByPartWithTheLastDuplicateLast) {
  const auto t = zeros<int>({5});
  const Plan plan = t.plan({tensor({4, 1, 4, 0, 1})});
  const Split parts = split(plan, Partition::blocks(t.shape(), 2));
  const Tensor<const int> value = tensor({10, 20, 30, 40, 50});
  for (std::size_t k = 0; k < parts.size(); ++k)
    write_part(parts[k], block(t, parts[k].part, 2), value);
  EXPECT_TRUE(is(t, {5}, {40, 50, 0, 0, 30}));
  const Reduce how = parts.empty() ? Reduce::assign : Reduce::add;
  for (std::size_t k = 0; k < parts.size(); ++k)
    write_part<int>(parts[k], block(t, parts[k].part, 2), full({}, 1), how);
  EXPECT_TRUE(is(t, {5}, {41, 52, 0, 0, 32}));
}

TEST(Split, PartsAreNotWrittenByAReductionThatTheElementsDoNotHave) {
  const auto t = zeros<float>({4});
  const Split parts = split(t.plan({tensor({0})}), Partition::blocks(t.shape(), 4));
  EXPECT_TRUE(throws<ValueError>(
      [&] { write_part<float>(parts[0], t, full({}, 1.F), reduce_from_name("bitwise_xor")); },
      "write_part: reduce \"bitwise_xor\" is not available for this element type"));
}

TEST(Split, ComesInBlocksOfBoundedSize) {
  const auto t = counting({9});
  const Plan plan = t.plan({tensor({8, 0, 4, 8, 1, 3, 0})});
  const auto out = zeros<int>({7});
  std::vector<std::size_t> runs;
  for_each_split(plan, Partition::blocks(t.shape(), 4), 3, [&](const Split& some) {
    runs.push_back(some.runs());
    for (std::size_t k = 0; k < some.size(); ++k)
      read_part(some[k], block(t, some[k].part, 4), out);
  });
  EXPECT_EQ(runs, (std::vector<std::size_t>{3, 3, 1}));
  EXPECT_TRUE(is(out, {7}, {8, 0, 4, 8, 1, 3, 0}));
}

/// A run that parts cut is as many as there are parts of it.
TEST(Split, ComesInBlocksOfBoundedSizeAfterRunsWereCut) {
  const auto t = counting({9});
  const auto out = zeros<int>({9});
  std::vector<std::size_t> runs;
  for_each_split(t.plan({Slice()}), Partition::blocks(t.shape(), 2), 2, [&](const Split& some) {
    runs.push_back(some.runs());
    for (std::size_t k = 0; k < some.size(); ++k)
      read_part(some[k], t.index({Slice(2 * some[k].part, 2 * some[k].part + 2)}), out);
  });
  EXPECT_EQ(runs, (std::vector<std::size_t>{2, 2, 1}));
  EXPECT_TRUE(array_equal(out, t));
}

TEST(Split, OutlivesTheOneThatItIsACopyOf) {
  const auto t = counting({6});
  const auto copy_of = [](const Split& parts) { return parts; };
  const Split parts = copy_of(split(t.plan({tensor({5, 0, 4})}), Partition::blocks(t.shape(), 4)));
  ASSERT_EQ(parts.size(), 2U);
  EXPECT_EQ(list(parts[1].offsets), (Shape{1, 0}));
  EXPECT_EQ(list(parts[1].places), (Shape{0, 2}));
}

TEST(Split, UsesTheMemoryOfLongListsAgain) {
  const Dims shape{1 << 17, 2};
  const Plan all({}, contiguous_layout("test", shape), {Slice(), 1});
  const auto halves = Partition::blocks(shape, 1 << 16);
  const index_t limit = large_allocations().limit();
  large_allocations().set_limit(index_t{64} << 20);
  const auto kept = [&] {
    large_allocations().clear();
    (void)split(all, halves);
    return large_allocations().bytes();
  }();
  EXPECT_EQ(kept, index_t{2} * ((1 << 20) + 64));  // offsets and places, of 1 MB each
  const Split parts = split(all, halves);
  EXPECT_EQ(large_allocations().bytes(), 0);
  large_allocations().set_limit(limit);
  EXPECT_EQ(parts[1].offsets[3], 7);
  EXPECT_EQ(parts[1].places.back(), (1 << 17) - 1);
}

TEST(Split, RefusesWhatDoesNotFit) {
  const auto t = counting({4, 3});
  const auto blocks = Partition::blocks(t.shape(), 2);
  EXPECT_TRUE(throws<ValueError>(
      [&] { (void)split(t.transpose().plan({0}), blocks); },
      "split: the plan is for a tensor that is not contiguous, with strides (1, 3)"));
  EXPECT_TRUE(
      throws<ValueError>([&] { (void)split(counting({5}).plan({0}), blocks); },
                         "split: the partition is of 12 elements, the plan's tensor has 5"));
  EXPECT_TRUE(
      throws<ValueError>([&] { for_each_split(t.plan({0}), blocks, 0, [](const Split&) {}); },
                         "for_each_split: most_runs is 0, it must be at least 1"));
  const Split parts = split(t.plan({tensor({3, 3})}), blocks);
  const auto out = zeros<int>({2, 3});
  EXPECT_TRUE(throws<ShapeError>(
      [&] { read_part(parts[0], t, out); },
      "read_part: part 1 stores 6 elements, it cannot be a tensor of shape (4, 3) with strides (3, "
      "1)"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { read_part(parts[0], block(t, 1, 2), out.transpose()); },
      "read_part: the plan has 6 places, the result cannot have shape (3, 2) with strides (1, 3)"));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { write_part<int>(parts[0], block(t, 1, 2), tensor({1, 2})); },
      "write_part: the plan has 6 places, the value cannot have shape (2) with strides (1)"));
}

}  // namespace plan_parts_test
