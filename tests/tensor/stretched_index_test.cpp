// Index tensors and masks whose elements repeat along dims of stride 0, more often than could ever
// be looked at one by one: each element that is stored is checked once, and what
// would be too large to hold is std::bad_alloc at once.
#include <new>

#include "support/expect.hpp"
#include "support/huge_allocations.hpp"

namespace stretched_index_test {

using expect::has_shape;
using expect::is;
using expect::throws;
using ndx::arange;
using ndx::Bounds;
using ndx::Dims;
using ndx::index_t;
using ndx::IndexError;
using ndx::None;
using ndx::Reduce;
using ndx::Slice;
using ndx::Tensor;
using ndx::tensor;
using ndx::zeros;

constexpr index_t kHuge = index_t{1} << 40;

TEST(StretchedIndex, OfAnEmptyResultIsCheckedOncePerStoredElement) {
  const auto x = zeros<int>({4, 0});
  EXPECT_TRUE(has_shape(x.index({tensor(3).expand({kHuge})}), {kHuge, 0}));
  EXPECT_TRUE(has_shape(x.index({tensor({{1}, {2}}).expand({2, kHuge})}), {2, kHuge, 0}));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)x.index({tensor(4).expand({kHuge})}); },
      "index: term 0: index 4 at [0] is out of bounds for dimension 0 with size 4"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)x.index({tensor({{1}, {-5}}).expand({2, kHuge})}); },
      "index: term 0: index -5 at [1, 0] is out of bounds for dimension 0 with size 4"));
  EXPECT_THROW((void)x.index({tensor(4).expand({kHuge})}, {.bounds = Bounds::raise}), IndexError);
}

TEST(StretchedIndex, BesideAnotherOfSizeZero) {
  const auto x = zeros<int>({4, 5});
  const auto none = zeros<index_t>({0, 1});
  EXPECT_TRUE(has_shape(x.index({none, tensor({4}).expand({kHuge})}), {0, kHuge}));
  EXPECT_THROW((void)x.index({none, tensor({5}).expand({kHuge})}), IndexError);
}

TEST(StretchedIndex, WithoutMemoryForTheResultIsBadAlloc) {
  const auto x = arange(4);
  const auto index = tensor(3).expand({kHuge});
  EXPECT_THROW((void)x.index({index}), std::bad_alloc);
  EXPECT_THROW((void)x.oindex({index}), std::bad_alloc);
  // A plan holds each offset once, however often it is repeated.
  EXPECT_THROW((void)x.plan({index}).read(x), std::bad_alloc);
  EXPECT_EQ(zeros<int>({4, 0}).plan({index}).result_shape(), (Dims{kHuge, 0}));
  EXPECT_THROW((void)take(x, index), std::bad_alloc);
}

TEST(StretchedIndex, WritesEachElementOnce) {
  const auto x = zeros<int>({4});
  x.index_put_({tensor(3).expand({kHuge})}, 7);
  EXPECT_TRUE(is(x, {4}, {0, 0, 0, 7}));
  x.index_put_({tensor({{0}, {1}}).expand({2, kHuge})}, tensor({{5}, {6}}));
  EXPECT_TRUE(is(x, {4}, {5, 6, 0, 7}));
  const auto y = zeros<int>({3, 2});
  y.index_put_({tensor(-1).expand({kHuge})}, tensor({8, 9}));
  EXPECT_TRUE(is(y, {3, 2}, {0, 0, 0, 0, 8, 9}));
  EXPECT_THROW(x.index_put_({tensor(4).expand({kHuge})}, 1), IndexError);
  EXPECT_TRUE(is(x, {4}, {5, 6, 0, 7}));
}

TEST(StretchedIndex, WritesTheLastOfTheValuesAlongARepeatedDim) {
  const auto x = zeros<int>({4});
  x.index_put_({tensor(2).expand({3})}, tensor({5, 6, 7}));
  EXPECT_TRUE(is(x, {4}, {0, 0, 7, 0}));
}

TEST(StretchedIndex, CombinesOnceWhereRepeatingChangesNothing) {
  const auto x = tensor({4, 4, 4, 4});
  const auto index = tensor({1, -1}).expand({kHuge, 2});
  x.index_put_({index}, 5, {.reduce = Reduce::maximum});
  EXPECT_TRUE(is(x, {4}, {4, 5, 4, 5}));
  x.index_put_({index}, tensor({6, 3}), {.reduce = Reduce::minimum});
  EXPECT_TRUE(is(x, {4}, {4, 5, 4, 3}));
  x.index_put_({tensor({{0}, {3}}).expand({2, kHuge})}, tensor({{10}, {8}}),
               {.reduce = Reduce::bitwise_or});
  EXPECT_TRUE(is(x, {4}, {14, 5, 4, 11}));
  x.index_put_({tensor(0).expand({kHuge, 2})}, tensor({12, 6}), {.reduce = Reduce::bitwise_and});
  EXPECT_TRUE(is(x, {4}, {4, 5, 4, 11}));
}

TEST(StretchedIndex, AddsForEachPosition) {
  const auto x = zeros<int>({4});
  x.index_put_({tensor(2).expand({1000})}, 1, true);
  EXPECT_TRUE(is(x, {4}, {0, 0, 1000, 0}));
  x.index_put_({tensor(2).expand({10, 1000})}, tensor(2), true);
  EXPECT_TRUE(is(x, {4}, {0, 0, 21000, 0}));
}

TEST(StretchedMask, IsCountedOncePerStoredElement) {
  const auto x = arange(2).unsqueeze(1).expand({2, kHuge});
  const auto none = tensor({{false}, {false}}).expand({2, kHuge});
  EXPECT_TRUE(is(x.index({none}), {0}, {}));
  EXPECT_TRUE(has_shape(x.index({None, none}), {1, 0}));
  EXPECT_THROW((void)x.index({tensor({{false}, {true}}).expand({2, kHuge})}), std::bad_alloc);
  const auto few = tensor({{false}, {true}}).expand({2, 3});
  EXPECT_TRUE(is(arange(6).reshape({2, 3}).index({few}), {3}, {3, 4, 5}));
  EXPECT_TRUE(is(arange(6).reshape({2, 3}).oindex({few}), {3}, {3, 4, 5}));
}

}  // namespace stretched_index_test
