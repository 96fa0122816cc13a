// Indexes that have nothing to read or write: of tensors, of plans that are cut into parts, and what is
// said of their results.
#include "support/empty_work.hpp"

#include <ndx/explain.hpp>
#include <ndx/io/text/describe.hpp>
#include <ndx/tensor/plan_parts.hpp>

using namespace ndx;
using expect::counting;

namespace empty_work_test {

TEST(EmptyWork, MovesNothingInTensors) {
  for (const empty_work::Case& c : empty_work::cases()) {
    const auto t = counting(c.source);
    empty_work::expect_nothing_moves(
        c, t, [&](const Plan& plan, int fill) { return plan.read(t, fill); },
        [&](const Plan& plan, const Tensor<int>& value) { plan.write_(t, value); });
    // Stored with the last dim first.
    const auto turned = zeros<int>(Dims(t.transpose().shape())).transpose().copy_(t);
    empty_work::expect_nothing_moves(
        c, turned, [&](const Plan& plan, int fill) { return plan.read(turned, fill); },
        [&](const Plan& plan, const Tensor<int>& value) { plan.write_(turned, value); });
  }
}

TEST(EmptyWork, HasNoParts) {
  for (const empty_work::Case& c : empty_work::cases()) {
    const auto t = counting(c.source);
    for (const Bounds bounds : {Bounds::fill, Bounds::drop}) {
      const Plan plan = t.plan(IndexList(c.terms), {c.rule, bounds});
      std::vector<Partition> partitions{Partition::ranges(t.shape(), 2)};
      if (t.dim() > 0) partitions.push_back(Partition::blocks(t.shape(), 2));
      if (t.dim() == 2) partitions.push_back(Partition::grid(t.shape(), {2, 3}));
      if (t.dim() == 2) partitions.push_back(Partition::bounds(t.shape(), {0, 0, t.size(0)}));
      for (const Partition& partition : partitions) {
        EXPECT_TRUE(split(plan, partition).empty()) << c.name;
        for (const index_t most : {index_t{1}, index_t{3}, index_t{1} << 20}) {
          int calls = 0;
          for_each_split(plan, partition, most, [&](const Split&) { ++calls; });
          EXPECT_EQ(calls, 0) << c.name << ", at most " << most;
        }
      }
      int runs = 0;
      plan.for_each_run([&](const PlanRun&) { ++runs; });
      EXPECT_EQ(runs, 0) << c.name;
    }
  }
}

TEST(EmptyWork, IsExplainedAndDescribed) {
  for (const empty_work::Case& c : empty_work::cases()) {
    const auto t = counting(c.source);
    const auto read = t.index(IndexList(c.terms), {.rule = c.rule, .bounds = Bounds::fill});
    for (const std::string& text : {describe(t), describe(read)})
      EXPECT_NE(text.find(" of 4 bytes"), text.npos) << c.name;
    try {
      const Explanation told = explain(t, IndexList(c.terms), c.rule);
      EXPECT_EQ(told.shape, c.result) << c.name;
      EXPECT_NE(to_string(told).find(message(c.result)), std::string::npos) << c.name;
      EXPECT_NE(to_svg(told).find("</svg>"), std::string::npos) << c.name;
    } catch (const IndexError&) {  // explanations are of Bounds::raise
    }
  }
}

}  // namespace empty_work_test
