// Tests the rules of writes (writing.md of the guide): all or nothing, the order of duplicates,
// broadcast values, conversions, overlap, and elements that are stored once but have several places.
#include <cmath>
#include <complex>
#include <limits>

#include "support/expect.hpp"

using namespace ndx;
using expect::counting;
using expect::is;
using expect::throws;

namespace write_rules_test {

const Tensor<int> t2 = tensor({0, 1});

TEST(Rule6FailedCalls, ChangeNothing) {
  const auto x = counting({2, 3});
  const std::vector<int> before = expect::elements(x);
  EXPECT_THROW(x.index_put_({tensor({0, 1, 2})}, 9), IndexError);
  EXPECT_THROW(x.index_put_({Slice(), tensor({0, -4})}, 9), IndexError);
  EXPECT_THROW(x.index_put_({0}, zeros<int>({2})), ShapeError);
  EXPECT_THROW(x.index_put_({tensor({0, 1})}, zeros<int>({3, 3})), ShapeError);
  EXPECT_THROW(x.index_put_({Slice(None, None, 0)}, 9), ValueError);
  EXPECT_TRUE(is(x, {2, 3}, before));
}

TEST(Rule6FailedCalls, ChangeNothingAlsoWhenTheBadIndexIsFarBack) {
  const auto x = zeros<int>({100});
  auto index = arange<index_t>(5000).index({Slice()}).fill_(1);
  index.at(4999) = 100;
  EXPECT_THROW(x.index_put_({index}, 9), IndexError);
  EXPECT_EQ(x.at(1), 0);
}

TEST(Rule7Duplicates, TheLastInRowMajorOrderWins) {
  const auto x = zeros<int>({3});
  x.index_put_({tensor({0, 2, 0})}, tensor({1, 2, 3}));
  EXPECT_TRUE(is(x, {3}, {3, 0, 2}));
  const auto y = zeros<int>({2, 2});
  y.index_put_({tensor({{0, 0}, {0, 0}})}, arange<int>(8).reshape({2, 2, 2}));
  EXPECT_TRUE(is(y, {2, 2}, {6, 7, 0, 0}));
}

TEST(Rule7Duplicates, AccumulateAppliesEach) {
  const auto x = zeros<int>({3});
  x.index_put_({tensor({0, 2, 0, 0})}, tensor({1, 2, 3, 4}), true);
  EXPECT_TRUE(is(x, {3}, {8, 0, 2}));
  const auto many = zeros<int>({2});
  many.index_put_({zeros<int>({2000})}, 1, true);
  EXPECT_TRUE(is(many, {2}, {2000, 0}));
}

TEST(Rule8Values, AnyScalarOrAnythingThatBroadcasts) {
  const auto x = zeros<int>({2, 3});
  x.index_put_({0}, 1).index_put_({1}, tensor({1, 2, 3}));
  EXPECT_TRUE(is(x, {2, 3}, {1, 1, 1, 1, 2, 3}));
  x.index_put_({Slice()}, tensor({{7}, {8}}));
  EXPECT_TRUE(is(x, {2, 3}, {7, 7, 7, 8, 8, 8}));
  x.index_put_({Slice(), t2}, tensor({4, 5}));
  EXPECT_TRUE(is(x, {2, 3}, {4, 5, 7, 4, 5, 8}));
}

TEST(Rule8Values, LeadingOnesBeyondTheResultsRankAreDropped) {
  const auto x = zeros<int>({2, 3});
  x.index_put_({Slice()}, arange<int>(6).reshape({1, 1, 2, 3}));
  EXPECT_TRUE(is(x, {2, 3}, {0, 1, 2, 3, 4, 5}));
  x.index_put_({t2}, ones<int>({1, 1, 1, 3}));
  EXPECT_TRUE(is(x, {2, 3}, {1, 1, 1, 1, 1, 1}));
  EXPECT_TRUE(throws<ShapeError>(
      [&] { x.index_put_({t2}, zeros<int>({5, 1, 2, 3})); },
      "index_put_: value of shape (5, 1, 2, 3) cannot be broadcast to the indexed shape (2, 3)"));
}

TEST(Rule8Values, AreLaidOutAsTheResult) {
  const auto x = zeros<int>({2, 3, 2});
  x.index_put_({0, Slice(), t2}, arange<int>(6).reshape({3, 2}));
  EXPECT_TRUE(is(x.index({0}), {3, 2}, {0, 1, 2, 3, 4, 5}));
  EXPECT_THROW(x.index_put_({0, Slice(), t2}, arange<int>(6).reshape({2, 3})), ShapeError);
}

TEST(Rule8Values, OfRankZeroAndOfOddStrides) {
  const auto x = zeros<int>({2, 2});
  x.index_put_({t2, t2}, tensor(5));
  x.index_put_({t2, tensor({1, 0})}, arange<int>(4).index({Slice(None, None, -2)}));
  EXPECT_TRUE(is(x, {2, 2}, {5, 3, 1, 5}));
}

TEST(Rule9ElementTypes, TheTargetsTypeWins) {
  const auto x = zeros<int>({3});
  x.index_put_({Slice()}, tensor({2.9, -2.9, 1e30}));
  EXPECT_TRUE(is(x, {3}, {2, -2, std::numeric_limits<int>::max()}));
  x.index_put_({t2}, std::nan(""));
  EXPECT_TRUE(is(x, {3}, {0, 0, std::numeric_limits<int>::max()}));
  const auto bytes = zeros<std::uint8_t>({2});
  bytes.index_put_({t2}, tensor({256 + 7, -1}));
  EXPECT_TRUE(is(bytes, {2}, {7, 255}));
  const auto z = zeros<std::complex<float>>({1});
  z.index_put_({0}, 2);
  EXPECT_EQ(z.item(), std::complex<float>(2, 0));
}

TEST(Rule9ElementTypes, AddingBoolsIsOr) {
  const auto x = tensor({true, false, false});
  x.index_put_({tensor({0, 1, 1})}, true, true);
  EXPECT_TRUE(is(x, {3}, {true, true, false}));
}

TEST(Rule9ElementTypes, AddingIntegersWrapsWithoutUndefinedBehaviour) {
  const auto x = tensor({std::numeric_limits<int>::max()});
  x.index_put_({tensor({0})}, 1, true);
  EXPECT_EQ(x.item(), std::numeric_limits<int>::min());
}

TEST(Rule10Overlap, IsAsIfValueAndIndicesHadBeenCopiedFirst) {
  auto x = arange<int>(6);
  x.index_put_({Slice(1)}, x.index({Slice(None, -1)}));
  EXPECT_TRUE(is(x, {6}, {0, 0, 1, 2, 3, 4}));
  x = arange<int>(6);
  x.index_put_({tensor({1, 2, 3, 4, 5})}, x.index({Slice(None, -1)}));
  EXPECT_TRUE(is(x, {6}, {0, 0, 1, 2, 3, 4}));
  auto a = arange<int>(3);
  a.index_put_({tensor({2, 1, 0})}, a);
  EXPECT_TRUE(is(a, {3}, {2, 1, 0}));
  a = arange<int>(5);
  a.index({Slice(2)}).index_put_({a.index({Slice(None, -2)})}, 3);
  EXPECT_TRUE(is(a, {5}, {0, 1, 3, 3, 3}));
}

TEST(Rule10Overlap, HoldsForMoreIndicesThanABlock) {
  const auto a = arange<index_t>(3000).flip();  // 2999 … 0
  const auto b = a.clone();
  a.index_put_({a}, arange<index_t>(3000));
  for (index_t i = 0; i < 3000; ++i) ASSERT_EQ(a.at(b.at(i)), i);
}

TEST(Rule10Overlap, HoldsForAMaskThatIsItsOwnTarget) {
  const auto m = tensor({true, false, true});
  m.index_put_({m}, false);
  EXPECT_TRUE(is(m, {3}, {false, false, false}));
  const auto n = tensor({true, true, false, true});
  n.index({Slice(1)}).index_put_({n.index({Slice(None, -1)})}, false);
  EXPECT_TRUE(is(n, {4}, {true, false, false, true}));
}

TEST(Rule10Overlap, HoldsForAccumulation) {
  const auto x = arange<int>(4);
  x.index_put_({Slice(1)}, x.index({Slice(None, -1)}), true);
  EXPECT_TRUE(is(x, {4}, {0, 1, 3, 5}));
}

TEST(Rule11Overlap, WritingThroughAnExpandedViewIsAValueError) {
  const auto row = arange<int>(3);
  const auto x = row.expand({2, 3});
  EXPECT_THROW(x.index_put_({0, 0}, 1).index_put_({Slice()}, 1), ValueError);
  EXPECT_THROW(x.index_put_({tensor({0})}, 1), ValueError);
  EXPECT_THROW(x.fill_(1), ValueError);
  EXPECT_THROW(x.copy_(zeros<int>({2, 3})), ValueError);
  EXPECT_EQ(row.at(1), 1);
}

TEST(Rule11Overlap, AnExpandedViewMayBeReadAndItsPartsWritten) {
  const auto row = arange<int>(3);
  const auto x = row.expand({2, 3});
  EXPECT_TRUE(is(x.index({Slice(), tensor({2, 0})}), {2, 2}, {2, 0, 2, 0}));
  x.index_put_({1}, 9);
  EXPECT_TRUE(is(row, {3}, {9, 9, 9}));
}

}  // namespace write_rules_test
