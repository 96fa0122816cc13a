// Indexed views where tensors are taken: as values that are written, as operands and as arguments.
#include <sstream>

#include <gtest/gtest.h>

#include <ndx/indexed.hpp>
#include <ndx/into.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/numpy.hpp>

#include "support/expect.hpp"

namespace indexed_view_operand_test {

using namespace ndx;
using expect::throws;

/// x[[3, 0, 3]] of the numbers 0…11 in 4 rows.
class IndexedViewOperand : public testing::Test {
 protected:
  Tensor<index_t> x = arange(12).reshape({4, 3});
  IndexedView<index_t> view = x.indexed({tensor({3, 0, 3})});
  Tensor<index_t> read = tensor<index_t>({{9, 10, 11}, {0, 1, 2}, {9, 10, 11}});
};

TEST_F(IndexedViewOperand, IsAValueOfEveryWrite) {
  const auto to = zeros<index_t>({5, 3});
  const auto rows = to.indexed({tensor({4, 1, 0})});
  rows.copy_(view);
  EXPECT_TRUE(array_equal(
      to, tensor<index_t>({{9, 10, 11}, {0, 1, 2}, {0, 0, 0}, {0, 0, 0}, {9, 10, 11}})));
  rows.write_(view.select(0, 1), {.reduce = Reduce::add});
  EXPECT_TRUE(array_equal(to.index({4}), tensor<index_t>({9, 11, 13})));
  rows += view.slice(0, Slice(1, 2));
  EXPECT_TRUE(array_equal(to.index({4}), tensor<index_t>({9, 12, 15})));
  to.index_put_({tensor({2, 3, 2})}, view);
  EXPECT_TRUE(array_equal(to.index({2}), tensor<index_t>({9, 10, 11})));
  to[{2}] = view.select(0, 1);
  to[{3}] += view.select(0, 0);
  EXPECT_TRUE(array_equal(to.index({2}), tensor<index_t>({0, 1, 2})));
  EXPECT_TRUE(array_equal(to.index({3}), tensor<index_t>({9, 11, 13})));
  const auto whole = zeros<double>({3, 3});
  whole.copy_(view);
  EXPECT_TRUE(array_equal(whole, read));
  whole.fill_(view.select(0, 1).select(0, 1));
  EXPECT_EQ(whole(2, 2), 1);
  whole += view;
  EXPECT_TRUE(array_equal(whole, read + 1));
}

TEST_F(IndexedViewOperand, OverlappingMemoryIsReadFirst) {
  view.slice(0, Slice(0, 2)).copy_(x.indexed({tensor({0, 1})}));
  EXPECT_TRUE(array_equal(x, tensor<index_t>({{3, 4, 5}, {3, 4, 5}, {6, 7, 8}, {0, 1, 2}})));
}

TEST_F(IndexedViewOperand, OfOperatorsAndFunctions) {
  EXPECT_TRUE(array_equal(view + 1, read + 1));
  EXPECT_TRUE(array_equal(2 - view, 2 - read));
  EXPECT_TRUE(array_equal(view * view, read * read));
  EXPECT_TRUE(array_equal(view + read.select(0, 1), read + read.select(0, 1)));
  EXPECT_TRUE(array_equal(-view, -read));
  EXPECT_TRUE(array_equal(view << 1, read << 1));
  EXPECT_TRUE(array_equal(view > 1, read > 1));
  EXPECT_TRUE(all(view == read));
  EXPECT_TRUE(array_equal(view, read));
  EXPECT_TRUE(allclose(view, read));
  EXPECT_TRUE(array_equal(where(view > 5, view, 0), where(read > 5, read, 0)));
  EXPECT_TRUE(array_equal(where(x.indexed({tensor({0, 1, 0})}) > 1, 1, view),
                          where(x.index({tensor({0, 1, 0})}) > 1, 1, read)));
  EXPECT_TRUE(array_equal(flip(view, {0}), read.flip({0})));
  EXPECT_TRUE(array_equal(roll(view, {1, 1}, {0, 1}), roll(read, {1, 1}, {0, 1})));
  EXPECT_TRUE(array_equal(sort(view, -1, true).values, sort(read, -1, true).values));
  EXPECT_TRUE(array_equal(cat<index_t>({view, view}), cat<index_t>({read, read})));
  EXPECT_TRUE(array_equal(gather(view, 0, {{2, 1, 0}}), gather(read, 0, {{2, 1, 0}})));
  EXPECT_TRUE(array_equal(view.to<double>() / 2, read.to<double>() / 2));
  const auto first = view.select(1, 0);
  EXPECT_TRUE(array_equal(dot(first, first), dot(read.select(1, 0), read.select(1, 0))));
}

TEST_F(IndexedViewOperand, IsReadIntoAnExistingTensor) {
  const auto out = zeros<index_t>({3, 3});
  map_into(out, [](index_t a, index_t b) { return a * 10 + b; }, view, read);
  EXPECT_TRUE(array_equal(out, read * 11));
  add_into(out, view, 1);
  EXPECT_TRUE(array_equal(out, read + 1));
}

TEST_F(IndexedViewOperand, IsAnIndexTensor) {
  const auto ids = tensor({3, 1, 2, 0}).indexed({tensor({0, 3})});
  EXPECT_TRUE(array_equal(x.index({ids}), x.index({tensor({3, 0})})));
  EXPECT_TRUE(array_equal(x.indexed({ids, ids - 1 + (ids == 0)}), tensor<index_t>({11, 0})));
  EXPECT_TRUE(array_equal(take(x, ids), tensor<index_t>({3, 0})));
}

TEST_F(IndexedViewOperand, OfFunctionsWithTemplateArguments) {
  const auto classes = view.select(1, 0);
  EXPECT_TRUE(array_equal(one_hot<float>(classes, 10), one_hot<float>(read.select(1, 0), 10)));
  EXPECT_TRUE(array_equal(one_hot(classes), one_hot(read.select(1, 0))));
}

TEST_F(IndexedViewOperand, IsPrintedAsATensor) {
  std::ostringstream printed;
  std::ostringstream wanted;
  printed << view;
  wanted << read;
  EXPECT_EQ(printed.str(), wanted.str());
}

TEST_F(IndexedViewOperand, ErrorsAreThoseOfTheTensor) {
  EXPECT_TRUE(throws<ShapeError>([&] { (void)(view + zeros<index_t>({4})); },
                                 "operator+: shapes (3, 3) and (4) cannot be broadcast together"));
  const auto wrong = x.indexed({tensor({0, 4})});
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)(wrong + 1); },
                         "IndexedView::read: term 0: index 4 at [1, 0] is out of bounds for "
                         "dimension 0 with size 4"));
}

}  // namespace indexed_view_operand_test
