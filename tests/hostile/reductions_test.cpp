// Callers' own reductions that throw, call the library themselves, or write to the tensors of the
// call that they are part of.
#include <stdexcept>

#include <gtest/gtest.h>
#include <support/expect.hpp>

namespace {

using namespace ndx;
using expect::is;

struct Refused : std::runtime_error {
  Refused() : std::runtime_error("refused") {}
};

TEST(HostileReduction, ThatThrowsLeavesWhatWasWrittenBefore) {
  const auto t = zeros<int>({4});
  int calls = 0;
  const auto add_thrice = [&](int there, int value) {
    if (++calls == 3) throw Refused();
    return there + value;
  };
  EXPECT_THROW(t.index_put_({tensor({0, 1, 2, 3})}, {5, 6, 7, 8}, {.reduce = add_thrice}), Refused);
  EXPECT_TRUE(is(t, {4}, {5, 6, 0, 0}));
  EXPECT_EQ(t.storage().owners(), 1U);
}

TEST(HostileReduction, ThatThrowsAtOnceChangesNothing) {
  const auto t = expect::counting({3, 4});
  const auto refuse = [](int, int) -> int { throw Refused(); };
  for (const IndexRule rule : {IndexRule::views_first, IndexRule::outer}) {
    const Plan plan = t.plan({tensor({0, 2}), Slice(1, 3)}, {.rule = rule});
    EXPECT_THROW(plan.write_(t, 1, {.reduce = refuse}), Refused);
  }
  EXPECT_THROW(t.index_put_({t > 5}, 1, {.reduce = refuse}), Refused);
  EXPECT_THROW(t.index_put_({1, Slice()}, 1, {.reduce = refuse}), Refused);
  EXPECT_THROW(scatter_(t, 0, zeros<int>({3, 4}), t, {.reduce = refuse}), Refused);
  EXPECT_TRUE(equal(t, expect::counting({3, 4})));
}

TEST(HostileReduction, MayCallTheLibraryAlsoOnItsOwnTensors) {
  const auto t = zeros<int>({3});
  const auto log = zeros<int>({3});
  const auto idx = tensor({2, 0, 2});
  const auto nested = [&log, &t](int there, int value) {
    log.index_put_({tensor({2, 0, 2})}, 1, true);
    return there + value + sum(t.index({tensor({0, 1})})).to<int>().item();
  };
  t.index_put_({idx}, {1, 10, 100}, {.reduce = nested});
  EXPECT_TRUE(is(t, {3}, {10, 0, 111}));
  EXPECT_TRUE(is(log, {3}, {3, 0, 6}));
}

TEST(HostileReduction, MayWriteToTheIndexTensor) {
  for (const index_t count : {index_t{3}, index_t{5000}}) {
    const auto t = zeros<int>({8});
    const auto idx = full<index_t>({count}, 7);
    const auto overwrite = [&](int there, int value) {
      idx.fill_(index_t{1} << 50);
      return there + value;
    };
    t.index_put_({idx}, 1, {.reduce = overwrite});
    EXPECT_EQ(t.at(7), count);
    EXPECT_TRUE(is(sum(t), {}, {count}));
  }
}

TEST(HostileReduction, MayWriteToTheValue) {
  const auto t = zeros<int>({3});
  const auto value = tensor({1, 2, 3});
  const auto clear = [&](int there, int one) {
    value.fill_(0);
    return there + one;
  };
  t.index_put_({tensor({0, 1, 2})}, value, {.reduce = clear});
  EXPECT_EQ(t.at(0), 1);
  EXPECT_TRUE(is(value, {3}, {0, 0, 0}));
}

TEST(HostileReduction, MayDropTheHandlesOfItsCall) {
  Tensor<int> t = zeros<int>({3});
  Tensor<index_t> idx = full<index_t>({2000}, 1);
  const Tensor<int> written = t;
  const auto drop = [&](int there, int value) {
    idx = Tensor<index_t>();
    t = Tensor<int>();
    return there + value;
  };
  t.index_put_({idx}, 1, {.reduce = drop});
  EXPECT_TRUE(is(written, {3}, {0, 2000, 0}));
}

}  // namespace
