// Indexed views: what an index selects, indexed and rearranged further before it is read or written.
#include <gtest/gtest.h>

#include <ndx/indexed.hpp>
#include <ndx/ndx.hpp>

#include "support/expect.hpp"

namespace indexed_view_test {

using namespace ndx;
using expect::throws;

template <class T>
std::vector<T> values(const Tensor<T>& t) {
  return t.to_vector();
}

TEST(IndexedView, IsWhatTheIndexSelects) {
  const auto x = arange(12).reshape({4, 3});
  const auto view = x.indexed({tensor({3, 0}), Slice(1, None)});
  EXPECT_EQ(view.shape(), (Dims{2, 2}));
  EXPECT_EQ(view.numel(), 4);
  EXPECT_EQ(view.dtype(), x.dtype());
  EXPECT_FALSE(view.is_view());
  const Tensor<index_t> read = view;
  EXPECT_EQ(values(read), (std::vector<index_t>{10, 11, 1, 2}));
  EXPECT_FALSE(read.shares_storage(x));
}

TEST(IndexedView, OfBasicTermsIsATensorThatSharesMemory) {
  const auto x = arange(12).reshape({4, 3});
  const auto view = x.indexed({Slice(None, None, 2), 1});
  EXPECT_TRUE(view.is_view());
  const Tensor<index_t> read = view;
  EXPECT_TRUE(read.shares_storage(x));
  EXPECT_EQ(values(read), (std::vector<index_t>{1, 7}));
}

TEST(IndexedView, ABoolMakesACopyAsInIndex) {
  const auto x = arange(3);
  EXPECT_FALSE(x.indexed({true}).is_view());
  EXPECT_FALSE(x.indexed({true}).read().shares_storage(x));
  EXPECT_EQ(x.indexed({false}).shape(), (Dims{0, 3}));
}

TEST(IndexedView, TakesTextWithPlaces) {
  const auto x = arange(12).reshape({4, 3});
  const auto view = x.indexed("{}, 1:"_ix(tensor({3, 0})));
  EXPECT_EQ(values(view.read()), (std::vector<index_t>{10, 11, 1, 2}));
}

TEST(IndexedView, AnIndexAfterAnIndexIndexesTheIndex) {
  const auto x = arange(100).reshape({10, 10});
  const auto a = tensor({9, 4, 7, 4});
  const auto view = x.indexed({a}).indexed({tensor({2, 0, 2}), tensor({1, 3, 5})});
  EXPECT_EQ(values(view.read()), (std::vector<index_t>{71, 93, 75}));
  // Dims of the tensor and of an index tensor under one mask.
  const auto pairs =
      x.indexed({a, Slice(0, 2)})
          .indexed({tensor({{true, false}, {false, true}, {true, true}, {false, false}})});
  EXPECT_EQ(values(pairs.read()), (std::vector<index_t>{90, 41, 70, 71}));
}

TEST(IndexedView, SlicingSlicesTheIndexTensor) {
  const auto x = arange(20).reshape({10, 2});
  const auto ids = tensor({5, 3, 9, 100});
  const auto view = x.indexed({ids});
  EXPECT_THROW((void)view.read(), IndexError);
  // The index out of bounds is not part of the slice.
  EXPECT_EQ(values(view.slice(0, Slice(1, 3)).read()), (std::vector<index_t>{6, 7, 18, 19}));
  EXPECT_EQ(values(view.select(0, -3).flip({0}).read()), (std::vector<index_t>{7, 6}));
}

TEST(IndexedView, KeepsTheTensorAndTheIndexTensorsAlive) {
  const auto make = [] {
    return arange(6).indexed({tensor({4, 2, 0})}).indexed({Slice(None, None, -1)});
  };
  EXPECT_EQ(values(make().read()), (std::vector<index_t>{0, 2, 4}));
}

TEST(IndexedView, SharesIndexTensorsButNotMasks) {
  const auto x = arange(6);
  const auto ids = tensor({4, 2, 0});
  const auto mask = tensor({true, true, false, false, false, false});
  const auto by_ids = x.indexed({ids});
  const auto by_mask = x.indexed({mask});
  ids.fill_(5);
  mask.fill_(true);
  EXPECT_EQ(values(by_ids.read()), (std::vector<index_t>{5, 5, 5}));
  EXPECT_EQ(values(by_mask.read()), (std::vector<index_t>{0, 1}));
}

TEST(IndexedView, AnIndexThatWasChangedToOneOutOfBoundsWritesNothing) {
  const auto x = arange(6);
  const auto ids = tensor({4, 2, 0});
  const auto view = x.indexed({ids});
  ids.index_put_({1}, 6);
  EXPECT_THROW(view.write_(9), IndexError);
  EXPECT_THROW(view.fill_(9), IndexError);
  EXPECT_THROW(view += 9, IndexError);
  EXPECT_EQ(values(x), values(arange(6)));
}

TEST(IndexedView, EveryRuleIsAnOption) {
  const auto x = arange(24).reshape({2, 3, 4});
  const auto i = tensor({1, 0});
  const auto j = tensor({2, 0});
  for (const IndexRule rule :
       {IndexRule::views_first, IndexRule::numpy, IndexRule::outer, IndexRule::vectorized}) {
    const Tensor<index_t> wanted = x.index({i, Slice(1, None), j}, {.rule = rule});
    const Tensor<index_t> read = x.indexed({i, Slice(1, None), j}, {.rule = rule});
    EXPECT_EQ(read.shape(), wanted.shape());
    EXPECT_EQ(values(read), values(wanted));
  }
}

TEST(IndexedView, EachLinkKeepsItsBoundsPolicy) {
  const auto x = arange(10);
  const auto wrapped = x.indexed({tensor({12, -1, 25})}, {.bounds = Bounds::wrap});
  EXPECT_EQ(values(wrapped.read()), (std::vector<index_t>{2, 9, 5}));
  // The second link clips its own indices, the first still wraps its own.
  const auto clipped = wrapped.indexed({tensor({7, -7, 1})}, {.bounds = Bounds::clip});
  EXPECT_EQ(values(clipped.read()), (std::vector<index_t>{5, 2, 9}));
  const auto filled = wrapped.indexed({tensor({2, 3, 0})}, {.bounds = Bounds::fill, .fill = -7});
  EXPECT_EQ(values(filled.read()), (std::vector<index_t>{5, -7, 2}));
  // A skipped position stays one whatever comes after.
  EXPECT_EQ(values(filled.indexed({tensor({1, 1, 0})}).read()), (std::vector<index_t>{-7, -7, 5}));
  filled.write_(0);
  EXPECT_EQ(values(x), (std::vector<index_t>{0, 1, 0, 3, 4, 0, 6, 7, 8, 9}));
  EXPECT_THROW((void)wrapped.indexed({tensor({2, 3, 0})}).read(), IndexError);
}

TEST(IndexedView, AnIntegerOutOfBoundsUnderFillSelectsNothing) {
  const auto x = arange(6).reshape({2, 3});
  const auto view = x.indexed({5}, {.bounds = Bounds::fill, .fill = -1});
  EXPECT_FALSE(view.is_view());
  EXPECT_EQ(values(view.indexed({tensor({2, 0})}).read()), (std::vector<index_t>{-1, -1}));
  view.fill_(9);
  EXPECT_EQ(values(x), values(arange(6)));
  EXPECT_THROW((void)view.indexed({tensor({3})}).read(), IndexError);
}

TEST(IndexedView, OneViewHasOneFillValue) {
  const auto x = arange(6);
  const auto view = x.indexed({tensor({9, 1})}, {.bounds = Bounds::fill, .fill = -1});
  EXPECT_THROW((void)view.indexed({tensor({0, 8})}, {.bounds = Bounds::fill, .fill = -2}),
               ValueError);
  const auto both = view.indexed({tensor({0, 8, 1})}, {.bounds = Bounds::fill, .fill = -1});
  EXPECT_EQ(values(both.read()), (std::vector<index_t>{-1, -1, 1}));
}

TEST(IndexedView, WritesCountDuplicatesWithAReductionAndOnceWithAnUpdate) {
  const auto x = zeros<float>({3});
  const auto view = x.indexed({tensor({1, 2, 1})});
  view.write_(1.f, {.reduce = Reduce::add});
  EXPECT_EQ(values(x), (std::vector<float>{0, 2, 1}));
  view += 10.f;
  EXPECT_EQ(values(x), (std::vector<float>{0, 12, 11}));
  view.write_({1.f, 2.f, 3.f}, true);
  EXPECT_EQ(values(x), (std::vector<float>{0, 16, 13}));
  view.copy_(tensor({7.f, 8.f, 9.f}));
  EXPECT_EQ(values(x), (std::vector<float>{0, 9, 8}));
  view *= {2.f, 2.f, 2.f};
  EXPECT_EQ(values(x), (std::vector<float>{0, 18, 16}));
}

TEST(IndexedView, UpdatesThroughAViewOfBasicTermsInPlace) {
  const auto x = arange(6).reshape({2, 3});
  const auto view = x.indexed({1});
  view += 10;
  EXPECT_EQ(values(x), (std::vector<index_t>{0, 1, 2, 13, 14, 15}));
}

TEST(IndexedView, AValueOrAnIndexThatOverlapsTheTargetIsReadFirst) {
  const auto x = arange(6);
  x.indexed({tensor({1, 2, 3, 4, 5})}).write_(x.index({Slice(0, 5)}));
  EXPECT_EQ(values(x), (std::vector<index_t>{0, 0, 1, 2, 3, 4}));
  const auto a = tensor({0, 1, 2});
  a.indexed({a.flip()}).write_(a);
  EXPECT_EQ(values(a), (std::vector<int>{2, 1, 0}));
  const auto b = arange(5);
  b.indexed({tensor({4, 3, 2, 1, 0})}).read_into(b);
  EXPECT_EQ(values(b), (std::vector<index_t>{4, 3, 2, 1, 0}));
}

TEST(IndexedView, RepeatedElementsCannotBeWritten) {
  const auto x = arange(6);
  const auto view = x.indexed({tensor({1, 2})}).unsqueeze(0).expand({3, 2});
  EXPECT_EQ(values(view.read()), (std::vector<index_t>{1, 2, 1, 2, 1, 2}));
  EXPECT_THROW(view.write_(0), ValueError);
  EXPECT_THROW(view.fill_(0), ValueError);
  EXPECT_THROW(x.unsqueeze(0).expand({3, 6}).indexed({tensor({0, 1})}).fill_(0), ValueError);
  const Tensor<int> none = zeros<int>({1, 1}).expand({4, 0});  // strides of 0, but nothing repeats
  none.indexed({tensor({3, 3})}).fill_(1);
  none.indexed({empty<int>({0}), Slice()}).indexed({empty<int>({0})}).fill_(1);
  EXPECT_EQ(values(x), values(arange(6)));
  // An index tensor may repeat its elements: these are duplicates.
  const Tensor<int> ids = tensor({4}).expand({3});
  x.indexed({ids}).write_(10, {.reduce = Reduce::add});
  EXPECT_EQ(values(x), (std::vector<index_t>{0, 1, 2, 3, 34, 5}));
  x.indexed({ids}).indexed({tensor({0, 1})}).write_(100, {.reduce = Reduce::add});
  EXPECT_EQ(values(x), (std::vector<index_t>{0, 1, 2, 3, 234, 5}));
}

TEST(IndexedView, OfAReadOnlyTensorIsRead) {
  const Tensor<const float> x = arange<float>(4);
  const Tensor<const float> read = x.indexed({tensor({2, 0})});
  EXPECT_EQ(values(read.clone()), (std::vector<float>{2, 0}));
}

TEST(IndexedView, ReadsPlainStructs) {
  struct Pair {
    float a, b;
  };
  const Tensor<Pair> x = full({3}, Pair{1, 2});
  x.index_put_({2}, Pair{5, 6});
  EXPECT_EQ(x.indexed({tensor({2, 0})}).read().index({0}).item().b, 6.f);
}

TEST(IndexedView, ErrorsNameTheLinkAndTheTerm) {
  const auto x = arange(60).reshape({3, 4, 5});
  const auto first = x.indexed({tensor({0, 7}), tensor({1, 1})});
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)first.read(); },
                         "IndexedView::read: term 0: index 7 at [1, 0] is out of bounds for "
                         "dimension 0 with size 3"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)first.indexed({Slice(), tensor({4, 3})}).read(); },
                                 "IndexedView::read: link 0: term 0: index 7 at [1, 0] is out of "
                                 "bounds for dimension 0 with size 3"));
  const auto second = x.indexed({tensor({0, 1})}).indexed({0, tensor({3, 4})});
  EXPECT_TRUE(throws<IndexError>([&] { second.fill_(0); },
                                 "IndexedView::fill_: link 1: term 1: index 4 at [1, 0] is out of "
                                 "bounds for dimension 1 with size 4"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)x.indexed({0}).indexed({4}); },
                         "indexed: link 1: term 0: index 4 is out of bounds for dimension 0 "
                         "with size 4"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)x.indexed({tensor({0, 1})}).indexed({tensor({1, 2})}); },
                         "indexed: link 1: term 0: index 2 at [1] is out of bounds for "
                         "dimension 0 with size 2"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { (void)first.indexed({tensor({0, 9})}, {.bounds = Bounds::fill}); },
      "indexed: link 0: term 0: index 7 at [1, 0] is out of bounds for dimension 0 with size 3"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)x.indexed({0}, {.accumulate = true}); },
                                 "indexed: reduce and accumulate are options of write_"));
  EXPECT_TRUE(throws<ValueError>([&] { first.write_(0, {.bounds = Bounds::drop}); },
                                 "IndexedView::write_: bounds are set when the view is made, not "
                                 "when it is written"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { first.write_(zeros<index_t>({3, 5})); },
                         "IndexedView::write_: value of shape (3, 5) cannot be broadcast to "
                         "the indexed shape (2, 5)"));
  EXPECT_TRUE(
      throws<ShapeError>([&] { first.read_into(zeros<index_t>({3, 5})); },
                         "IndexedView::read_into: out has shape (3, 5), the result has (2, 5)"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)first.select(0, 2); },
                                 "select: index 2 is out of bounds for dimension 0 with size 2"));
  EXPECT_TRUE(throws<ValueError>([&] { (void)first.slice(0, Slice(None, None, 0)); },
                                 "slice: slice step cannot be zero"));
}

TEST(IndexedView, ManyLinksAreOnePlan) {
  auto view = arange(1000).indexed({Slice()});
  Tensor<index_t> places = arange(1000);
  for (int link = 0; link < 300; ++link) {
    const Tensor<index_t> ids = (arange(1000) * 7 + link) % 1000;
    view = view.indexed({ids});
    places = places.index({ids});
  }
  EXPECT_EQ(values(view.read()), values(places));
}

}  // namespace indexed_view_test
