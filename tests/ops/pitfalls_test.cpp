// Sentences of the guide's pages of masks and of pitfalls that no other test is about.
#include <limits>
#include <type_traits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/statistics.hpp>

namespace pitfalls_test {

using namespace ndx;

// Compilers warn of what is tested here.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wparentheses"
TEST(Precedence, ComparisonsBindMoreTightlyThanBitwiseOperators) {
  const auto t = arange(20);
  EXPECT_TRUE(equal(t.index({t > 7 & t < 10}), tensor<index_t>({8, 9})));
  EXPECT_TRUE(equal(t.index({t < 1 | t > 17}), tensor<index_t>({0, 18, 19})));
  EXPECT_TRUE(equal(t.index({t < 3 ^ t < 5}), tensor<index_t>({3, 4})));
}
#pragma GCC diagnostic pop

TEST(Masks, TwoInOneIndexArePairedAndByOindexOrIxCombined) {
  const auto t = arange(12).reshape({3, 4});
  const auto rows = tensor({true, false, true});
  const auto columns = tensor({false, true, false, true});
  EXPECT_TRUE(equal(t.index({rows, columns}), tensor<index_t>({1, 11})));
  const auto all_pairs = tensor<index_t>({{1, 3}, {9, 11}});
  EXPECT_TRUE(equal(t.oindex({rows, columns}), all_pairs));
  EXPECT_TRUE(equal(t.index(ix_(rows, columns)), all_pairs));
}

TEST(Masks, AreWrittenByOneValueOrByOneForEachTrueElement) {
  auto t = tensor({15, -2, 7, -1, 3, 30});
  t.index_put_({t > 20}, 20);
  t.index_put_({t < 0}, {-4, -3});
  EXPECT_TRUE(equal(t, tensor({15, -4, 7, -3, 3, 20})));
  EXPECT_THROW(t.index_put_({t < 0}, {1, 2, 3}), ShapeError);
}

TEST(AnyAndAll, AreConditions) {
  int taken = 0;
  if (any(tensor({false, true}))) ++taken;
  if (!all(tensor({false, true}))) ++taken;
  EXPECT_EQ(taken, 2);
}

TEST(Pitfalls, ACopyOfATensorIsAHandleAndConstnessIsShallow) {
  const auto a = zeros<int>({2});
  auto b = a;
  b.fill_(1);
  a.index_put_({0}, 5);
  EXPECT_TRUE(equal(a, tensor({5, 1})));
  const Tensor<const int> read_only = a;
  static_assert(std::is_same_v<decltype(read_only.data()), const int*>);
}

TEST(Pitfalls, AShapeKeptByAutoIsThatOfWhatTheTensorIsNow) {
  auto a = zeros<int>({2, 3});
  auto seen = a.shape();
  const Dims kept = a.shape();
  a = zeros<int>({4, 5});
  EXPECT_EQ(seen, (Dims{4, 5}));
  EXPECT_EQ(kept, (Dims{2, 3}));
}

TEST(Pitfalls, ARangeForVisitsElementsAndUnbindGivesRows) {
  const auto t = arange(6).reshape({2, 3});
  index_t count = 0;
  for (const index_t element : t) count += element >= 0 ? 1 : 0;
  EXPECT_EQ(count, 6);
  EXPECT_EQ(t.unbind().size(), 2);
}

template <class T>
index_t elements_of(const Tensor<T>& t) {
  return t.numel();
}
template <class X>
concept TakenByATemplate = requires(X x) { elements_of(x); };
TEST(Pitfalls, ATemplateOfTensorsDoesNotDeduceFromASubscript) {
  const auto t = zeros<int>({2, 3});
  static_assert(!TakenByATemplate<decltype(t[0])>);
  EXPECT_EQ(elements_of(t.index({0})), 3);
}

TEST(Pitfalls, AnUpdateOfAListChangesACopyAndOfAViewTheTensor) {
  auto t = zeros<int>({3});
  t.index({tensor({0, 1})}) += 1;
  EXPECT_TRUE(equal(t, zeros<int>({3})));
  t[{tensor({0, 1})}] += 1;
  t.index({2}) += 5;
  EXPECT_TRUE(equal(t, tensor({1, 1, 5})));
}

TEST(Pitfalls, StdIsThePopulationsDeviation) {
  EXPECT_DOUBLE_EQ(ndx::std(tensor<double>({1, 3})).item(), 1.0);  // NumPy: np.std([1, 3]) is 1
}

TEST(Pitfalls, MaxIsNanIfAnElementIsAndNanmaxLeavesItOut) {
  const auto t = tensor<double>({1, std::numeric_limits<double>::quiet_NaN(), 2});
  EXPECT_NE(max(t).item(), max(t).item());
  EXPECT_EQ(nanmax(t).item(), 2);
}

TEST(Pitfalls, RepeatIsPyTorchs) {
  EXPECT_TRUE(equal(repeat(tensor({0, 1}), 2), tensor({0, 1, 0, 1})));
  EXPECT_TRUE(equal(repeat_interleave(tensor({0, 1}), 2), tensor({0, 0, 1, 1})));
}

TEST(Pitfalls, RoundGoesToEven) {
  EXPECT_TRUE(equal(round(tensor<double>({0.5, 1.5, 2.5, -2.5})), tensor<double>({0, 2, 2, -2})));
}

TEST(Pitfalls, IntegersAreCountedInTheTypeTheyHave) {
  EXPECT_EQ((tensor({100'000}) * 100'000).item(), 1'410'065'408);  // 10^10 modulo 2^32
  EXPECT_EQ((tensor<index_t>({100'000}) * 100'000).item(), 10'000'000'000);
  EXPECT_EQ(sum(tensor({2'000'000'000, 2'000'000'000})).item(), 4'000'000'000);
  static_assert(std::is_same_v<decltype(zeros({1}))::value_type, float>);
  static_assert(std::is_same_v<decltype(tensor({1, 2}))::value_type, int>);
  static_assert(std::is_same_v<decltype(arange(5))::value_type, index_t>);
}

TEST(Pitfalls, AListOfOneInBracesBesideAnIndexTensorIsAnInteger) {
  const auto x = arange(12).reshape({3, 4});
  const auto i = tensor({0, 2});
  EXPECT_EQ(x.index({i, {0}}).shape(), (Dims{2}));
  EXPECT_TRUE(equal(x.index({i, {0}}), x.index({i, 0})));
}

}  // namespace pitfalls_test
