// Tests what every way of reading has in common: views come first, slices clamp and integers do not,
// every index is checked, masks have the shape of the dims that they cover; then dims of size 0, rank
// 0, bools, and None among index tensors.
#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::has_shape;
using expect::is;
using expect::throws;

namespace rules_test {

const Tensor<int> t2 = tensor({0, 1});
const Tensor<bool> m2 = tensor({{true, false}, {false, true}});

TEST(Rule1ViewsFirst, ACombinedIndexIsTheViewAndThenTheIndexTensors) {
  const auto x = counting({3, 4, 5, 6});
  const auto a = tensor({0, 2});
  const auto b = tensor({3, 4});
  const Tensor<int> once = x.index({a, 1, b, 5});
  const Tensor<int> twice = x.index({Slice(), 1, Slice(), 5}).index({a, b});
  EXPECT_TRUE(is(once, {2}, expect::elements(twice)));
}

TEST(Rule2Masks, AMaskOfRankKConsumesKDims) {
  const auto x = counting({2, 2, 3});
  EXPECT_TRUE(is(x.index({m2, 0}), {2}, {0, 9}));
  EXPECT_TRUE(is(x.index({m2, Slice(None, None, 2)}), {2, 2}, {0, 2, 9, 11}));
  EXPECT_TRUE(has_shape(x.index({m2, None}), {2, 1, 3}));
  EXPECT_TRUE(is(x.index({m2, None, tensor({0, 2})}), {2, 1}, {0, 11}));
  EXPECT_TRUE(has_shape(counting({3, 2, 2, 4}).index({Slice(), m2, Slice(1, 3)}), {3, 2, 2}));
  EXPECT_TRUE(is(counting({1, 2, 2}).index({ones<bool>({1, 2}), "...", 0}), {2}, {0, 2}));
}

TEST(Rule3ViewOrCopy, OnlyBasicTermsShareStorage) {
  const auto x = counting({2, 3});
  EXPECT_TRUE(x.index({0}).shares_storage(x));
  EXPECT_TRUE(x.index({1, 2}).shares_storage(x));
  EXPECT_TRUE(x.index({Slice(None, None, -1), None, "..."}).shares_storage(x));
  EXPECT_TRUE(x.index({tensor(1)}).shares_storage(x));
  x.index({1, 2}).fill_(70);
  EXPECT_EQ(x.at(1, 2), 70);
}

TEST(Rule3ViewOrCopy, AnyIndexTensorMaskOrBoolGivesAFreshContiguousTensor) {
  const auto x = counting({2, 3});
  for (const Tensor<int>& got : {x.index({t2}), x.index({Slice(), t2}), x.index({true}),
                                 x.index({m2.index({0}), 0}), x.index({x.to<bool>()})}) {
    EXPECT_FALSE(got.shares_storage(x));
    EXPECT_TRUE(got.is_contiguous());
  }
}

TEST(Rule3ViewOrCopy, NoIndexAtAllIsTheViewOnRankZeroToo) {
  const auto x = tensor(5);
  EXPECT_TRUE(x.index({}).shares_storage(x));
  x.index({}).fill_(6);
  EXPECT_EQ(x.item(), 6);
}

TEST(Rule4Slices, ClampForEveryStepAndExtreme) {
  const auto x = arange<int>(5);
  const index_t least = INT64_MIN;
  const index_t most = INT64_MAX;
  EXPECT_TRUE(is(x.index({Slice(least, most)}), {5}, {0, 1, 2, 3, 4}));
  EXPECT_TRUE(is(x.index({Slice(most, least, -1)}), {5}, {4, 3, 2, 1, 0}));
  EXPECT_TRUE(is(x.index({Slice(None, None, most)}), {1}, {0}));
  EXPECT_TRUE(is(x.index({Slice(None, None, least)}), {1}, {4}));
  EXPECT_TRUE(is(x.index({Slice(-100, 2)}), {2}, {0, 1}));
  EXPECT_TRUE(is(x.index({Slice(3, 100)}), {2}, {3, 4}));
  EXPECT_TRUE(is(x.index({Slice(4, 1)}), {0}, {}));
  EXPECT_TRUE(is(x.index({Slice(7, 9)}), {0}, {}));
  EXPECT_TRUE(is(x.index({Slice(-1, -4, -2)}), {2}, {4, 2}));
  EXPECT_TRUE(is(x.index({Slice(UINT64_MAX, None, -2)}), {3}, {4, 2, 0}));
}

TEST(Rule5Checks, EveryElementIsCheckedAlsoWhereTheResultIsEmpty) {
  const auto x = zeros<int>({3, 0});
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)x.index({tensor({0, 3})}); },
      "index: term 0: index 3 at [1] is out of bounds for dimension 0 with size 3"));
  const auto none = zeros<int>({0, 1});
  EXPECT_THROW((void)zeros<int>({3, 3}).index({tensor({9}), none}), IndexError);
  EXPECT_THROW(zeros<int>({3, 3}).index_put_({tensor({9}), none}, 1), IndexError);
}

TEST(Rule12Masks, WithoutElementsCoversDimsOfOtherSizesUnderNumpysRuleAlone) {
  const auto x = arange(12).reshape({3, 4});
  EXPECT_TRUE(has_shape(arange(3).numpy_index({zeros<bool>({0})}), {0}));
  EXPECT_TRUE(has_shape(x.numpy_index({zeros<bool>({0, 4})}), {0}));
  EXPECT_TRUE(has_shape(x.numpy_index({zeros<bool>({3, 0})}), {0}));
  EXPECT_TRUE(has_shape(x.numpy_index({zeros<bool>({0}), Slice(1, 3)}), {0, 2}));
  EXPECT_THROW((void)x.numpy_index({zeros<bool>({2, 0})}), IndexError);  // 2 is not 3
  EXPECT_THROW((void)x.index({zeros<bool>({3, 0})}), IndexError);
  EXPECT_THROW((void)x.oindex({zeros<bool>({0, 4})}), IndexError);
  EXPECT_THROW((void)x.vindex({zeros<bool>({0})}), IndexError);
}

TEST(Rule12Masks, AMaskIsNeverBroadcast) {
  const auto x = counting({2, 3});
  EXPECT_THROW((void)x.index({tensor({true})}), IndexError);
  EXPECT_THROW((void)x.index({ones<bool>({2, 1})}), IndexError);
  EXPECT_THROW((void)x.index({ones<bool>({1, 3})}), IndexError);
  EXPECT_THROW((void)x.index({ones<bool>({2, 3, 1})}), IndexError);
  EXPECT_THROW((void)x.index({0, ones<bool>({2, 3})}), IndexError);
}

TEST(Rule13SizeZero, EmptyDimsAndEmptyIndices) {
  const auto none = empty<index_t>({0});
  const auto x = zeros<int>({10, 0});
  EXPECT_TRUE(has_shape(x.index({tensor({1, 2})}), {2, 0}));
  EXPECT_THROW((void)x.index({Slice(), tensor({0, 1})}), IndexError);
  EXPECT_TRUE(has_shape(x.index({Slice(), none}), {10, 0}));
  const auto y = counting({4, 3});
  EXPECT_TRUE(has_shape(y.index({none, none}), {0}));
  EXPECT_TRUE(has_shape(y.index({none, tensor({0})}), {0}));
  EXPECT_THROW((void)y.index({none, tensor({0, 1})}), ShapeError);
  EXPECT_TRUE(
      has_shape(counting({2, 3, 4, 5}).index({Slice(), empty<int>({0, 6})}), {2, 0, 6, 4, 5}));
}

TEST(Rule13SizeZero, AnEmptyWriteChangesNothing) {
  const auto y = counting({4, 3});
  y.index_put_({empty<int>({0})}, 7).index_put_({Slice(2, 1)}, 7).index_put_({false}, 7);
  y.index_put_({zeros<bool>({4, 3})}, 7).index_put_({zeros<bool>({4})}, 7, true);
  EXPECT_TRUE(is(y, {4, 3}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
}

TEST(Rule14RankZero, TakesOnlyWhatConsumesNoDim) {
  const auto x = tensor(5);
  EXPECT_THROW((void)x.index({0}), IndexError);
  EXPECT_THROW((void)x.index({Slice()}), IndexError);
  EXPECT_TRUE(x.index({"..."}).shares_storage(x));
  EXPECT_TRUE(is(x.index({None}), {1}, {5}));
  EXPECT_TRUE(is(x.index({true}), {1}, {5}));
  EXPECT_TRUE(is(x.index({false}), {0}, {}));
  x.index_put_({true}, 8);
  EXPECT_EQ(x.item(), 8);
}

TEST(Rule15Bools, InsertBroadcastAndSeparate) {
  const auto a = counting({2, 3});
  EXPECT_TRUE(has_shape(a.index({true}), {1, 2, 3}));
  EXPECT_TRUE(has_shape(a.index({false}), {0, 2, 3}));
  EXPECT_TRUE(has_shape(a.index({true, true}), {1, 2, 3}));
  EXPECT_TRUE(has_shape(a.index({true, false}), {0, 2, 3}));
  const auto b = counting({2, 3, 4});
  EXPECT_TRUE(has_shape(b.index({false, true, "..."}), {0, 2, 3, 4}));
  EXPECT_TRUE(is(b.index({true, t2, true, true, tensor({1}), tensor({{2}})}), {1, 2}, {6, 18}));
  EXPECT_THROW((void)b.index({false, t2, "..."}), ShapeError);
  EXPECT_TRUE(has_shape(b.index({0, true}), {1, 3, 4}));
  EXPECT_TRUE(has_shape(b.index({Slice(), true}), {2, 1, 3, 4}));
  EXPECT_TRUE(has_shape(b.index({true, Slice(), t2}), {2, 2, 4}));
}

TEST(Rule16None, AmongIndexTensors) {
  const auto x = counting({5, 6, 7});
  EXPECT_TRUE(has_shape(x.index({t2, None, t2}), {2, 1, 7}));
  EXPECT_TRUE(has_shape(x.index({None, t2, t2}), {1, 2, 7}));
  EXPECT_TRUE(has_shape(x.index({t2, t2, None}), {2, 1, 7}));
  EXPECT_TRUE(has_shape(x.index({Slice(), None, t2}), {5, 1, 2, 7}));
  EXPECT_TRUE(has_shape(x.index({Slice(), t2, None, t2}), {2, 5, 1}));
  EXPECT_TRUE(has_shape(x.index({"...", t2, None}), {5, 6, 2, 1}));
}

}  // namespace rules_test
