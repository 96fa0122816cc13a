// One plan, used by several threads at once.
#include <gtest/gtest.h>
#include <support/at_once.hpp>
#include <support/expect.hpp>

namespace shared_plans_test {

using namespace ndx;

constexpr int kThreads = 4;
constexpr int kRounds = 100;

TEST(SharedPlan, ReadsOneTableForAll) {
  const auto table = expect::counting({50, 3});
  const Plan plan = table.plan({tensor({7, 0, 49, 7}), Slice(None, None, -2)});
  at_once::run(kThreads, [&](int) {
    const auto out = empty<int>({4, 2});
    for (int round = 0; round < kRounds; ++round) {
      plan.read_into(out, table);
      ASSERT_TRUE(expect::is(out, {4, 2}, {23, 21, 2, 0, 149, 147, 23, 21}));
      ASSERT_TRUE(expect::is(plan.read(table), {4, 2}, {23, 21, 2, 0, 149, 147, 23, 21}));
    }
  });
}

TEST(SharedPlan, WritesToATensorOfEach) {
  const auto like = zeros<int>({5, 2});
  const Plan plan = like.plan({tensor({1, 3, 1}), 0});
  at_once::run(kThreads, [&](int id) {
    const auto own = zeros<int>({5, 2});
    for (int round = 0; round < kRounds; ++round) plan.write_(own, id + 1, true);
    const int once = kRounds * (id + 1);
    EXPECT_TRUE(expect::is(own, {5, 2}, {0, 0, 2 * once, 0, 0, 0, once, 0, 0, 0}));
  });
}

TEST(SharedPlan, WritesToPartsOfOneTensor) {
  const auto all = zeros<int>({kThreads, 6});
  const Plan plan = all.select(0, 0).plan({tensor({5, 0})});
  at_once::run(kThreads, [&](int id) { plan.write_(all.select(0, id), {id, 10 + id}); });
  EXPECT_TRUE(expect::is(all, {4, 6}, {10, 0, 0, 0, 0, 0, 11, 0, 0, 0, 0, 1,  //
                                       12, 0, 0, 0, 0, 2, 13, 0, 0, 0, 0, 3}));
}

TEST(SharedPlan, IsCopiedAndDroppedWhileOthersUseIt) {
  const auto table = expect::counting({6});
  for (const IndexRule rule : {IndexRule::views_first, IndexRule::outer}) {
    const Plan plan = table.plan({tensor({5, 1})}, {.rule = rule});
    at_once::run(kThreads, [&](int id) {
      for (int round = 0; round < kRounds; ++round) {
        if (id % 2 == 0) {
          const Plan own = plan;
          ASSERT_TRUE(expect::is(own.read(table), {2}, {5, 1}));
        } else {
          ASSERT_TRUE(expect::is(plan.read(table), {2}, {5, 1}));
        }
      }
    });
  }
}

TEST(SharedPlan, ThatSkipsReadsTheFillOfEach) {
  const auto table = expect::counting({4});
  const Plan plan = table.plan({tensor({9, 2, -7})}, {.bounds = Bounds::fill});
  at_once::run(kThreads, [&](int id) {
    for (int round = 0; round < kRounds; ++round)
      ASSERT_TRUE(expect::is(plan.read(table, -id), {3}, {-id, 2, -id}));
  });
}

}  // namespace shared_plans_test
