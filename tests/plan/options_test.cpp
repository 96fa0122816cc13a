// One aggregate of options for all reads and writes: the rule as an option, and options that say
// nothing about a call.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace options_test {

const auto i = tensor({0, 2});

TEST(Options, TheRuleIsOneOfThem) {
  const auto x = counting({3, 4, 5});
  EXPECT_TRUE(
      equal(x.index({i, Slice(), i}, {.rule = IndexRule::outer}), x.oindex({i, Slice(), i})));
  EXPECT_TRUE(has_shape(x.index({Slice(), i, i}, {.rule = IndexRule::vectorized}), {2, 3}));
  EXPECT_TRUE(has_shape(x.index({0, Slice(), i}, {.rule = IndexRule::numpy}), {2, 4}));
  EXPECT_TRUE(has_shape(x.index({0, Slice(), i}, {}), {4, 2}));
  const auto out = zeros<int>({2, 4, 2});
  x.index_into(out, {i, Slice(), i}, {.rule = IndexRule::outer});
  EXPECT_TRUE(equal(out, x.oindex({i, Slice(), i})));
}

TEST(Options, TheRuleIsOneOfThemForWrites) {
  const auto x = zeros<int>({3, 3});
  x.index_put_({i, i}, 1, {.rule = IndexRule::outer});
  EXPECT_TRUE(is(x, {3, 3}, {1, 0, 1, 0, 0, 0, 1, 0, 1}));
  x.index_put_({i, i}, 1, {.rule = IndexRule::vectorized, .reduce = Reduce::add});
  EXPECT_TRUE(is(x, {3, 3}, {2, 0, 1, 0, 0, 0, 1, 0, 2}));
  EXPECT_TRUE(
      is(x.index_put({i, 0}, 7, {.rule = IndexRule::numpy}), {3, 3}, {7, 0, 1, 0, 0, 0, 7, 0, 2}));
}

TEST(Options, TheMethodOfARuleKeepsItsRule) {
  const auto x = counting({3, 3});
  EXPECT_TRUE(has_shape(x.oindex({i, i}, {.rule = IndexRule::vectorized}), {2, 2}));
  EXPECT_TRUE(throws<IndexError>([&] { (void)x.index({i, 3}, {.rule = IndexRule::outer}); },
                                 "oindex: term 1: index 3 is out of bounds for dimension 1 with "
                                 "size 3"));
}

TEST(Options, AccumulateIsShortForAddition) {
  const auto x = zeros<int>({3});
  x.index_put_({tensor({1, 1})}, 2, {.accumulate = true});
  x.index_put_({tensor({1, 5})}, 2, {.accumulate = true, .bounds = Bounds::drop});
  EXPECT_TRUE(is(x, {3}, {0, 6, 0}));
  x.plan({tensor({0, 0})}).write_(x, 3, {.accumulate = true});
  EXPECT_TRUE(is(x, {3}, {6, 6, 0}));
  EXPECT_TRUE(throws<ValueError>(
      [&] { x.index_put_({0}, 1, {.reduce = Reduce::maximum, .accumulate = true}); },
      "index_put_: accumulate is short for .reduce = Reduce::add: set one of them"));
  struct Plain {
    int value;
  };
  const auto plain = full<Plain>({2}, Plain{1});
  EXPECT_TRUE(throws<ValueError>([&] { plain.index_put_({0}, Plain{2}, {.accumulate = true}); },
                                 "index_put_: accumulate needs an element type that can be added"));
  EXPECT_TRUE(is(x, {3}, {6, 6, 0}));
}

TEST(Options, ThatSayNothingAboutACallAreRefused) {
  const auto x = counting({3});
  const auto out = zeros<int>({2});
  const char* const combines = ": a read combines nothing: reduce and accumulate are for writes";
  EXPECT_TRUE(throws<ValueError>([&] { (void)x.index({i}, {.reduce = Reduce::add}); },
                                 std::string("index") + combines));
  EXPECT_TRUE(throws<ValueError>([&] { x.vindex_into(out, {i}, {.accumulate = true}); },
                                 std::string("vindex_into") + combines));
  EXPECT_TRUE(throws<ValueError>([&] { (void)take(x, i, 0, {.accumulate = true}); },
                                 std::string("take") + combines));
  const char* const rule = ": rule is an option of index, index_into, index_put_ and plan";
  EXPECT_TRUE(throws<ValueError>([&] { (void)take(x, i, 0, {.rule = IndexRule::outer}); },
                                 std::string("take") + rule));
  EXPECT_TRUE(throws<ValueError>([&] { scatter_(x, 0, i, 1, {.rule = IndexRule::numpy}); },
                                 std::string("scatter_") + rule));
  EXPECT_TRUE(throws<ValueError>([&] { x.plan({i}).write_(x, 1, {.rule = IndexRule::numpy}); },
                                 std::string("Plan::write_") + rule));
  EXPECT_TRUE(throws<ValueError>(
      [&] { x.plan({i}).write_(x, 1, {.bounds = Bounds::drop}); },
      "Plan::write_: bounds are set when the plan is made, not when it is used"));
  EXPECT_TRUE(is(x, {3}, {0, 1, 2}));
}

#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wdeprecated-declarations"
TEST(Options, OldNamesOfAPlanForward) {
  const auto x = counting({4});
  const Plan plan = x.plan({i});
  const auto out = zeros<int>({2});
  EXPECT_TRUE(is(plan.gather(x), {2}, {0, 2}));
  plan.gather_into(out, x);
  EXPECT_TRUE(is(out, {2}, {0, 2}));
  EXPECT_TRUE(is(plan.scatter_(x, 5), {4}, {5, 1, 5, 3}));
}
#pragma GCC diagnostic pop

}  // namespace options_test
