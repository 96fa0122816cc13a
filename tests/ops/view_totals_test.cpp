// Reductions of indexed views by parts have the bits of those of the read tensor, for any number of threads.
#include <cstring>
#include <functional>
#include <limits>

#include <gtest/gtest.h>

#include <ndx/indexed.hpp>
#include <ndx/linalg.hpp>
#include <ndx/ndx.hpp>
#include <ndx/random.hpp>

#include "support/expect.hpp"
#include "support/parts_in_turn.hpp"

namespace view_totals_test {

using namespace ndx;
using expect::throws;

class ViewTotals : public ndx_test::TestOfParts {};

template <class T>
void expect_same(const Tensor<T>& found, const Tensor<T>& wanted, const char* what) {
  ASSERT_EQ(found.shape(), wanted.shape()) << what;
  ASSERT_EQ(std::memcmp(found.data(), wanted.data(),
                        static_cast<std::size_t>(wanted.numel()) * sizeof(T)),
            0)
      << what << " of shape " << wanted.shape();
}

/// Compares reductions of three kinds, over all lists of dims: one that adds rows together, one that does not
/// depend on the order, and one that stops.
template <class T>
void check_reductions(const IndexedView<T>& view) {
  const Tensor<T> read = view.read();
  for (unsigned bits = 0; bits < 1U << view.dim(); ++bits) {
    Dims dims;
    for (index_t d = 0; d < view.dim(); ++d)
      if ((bits >> d & 1) != 0) dims.push_back(d);
    SCOPED_TRACE(dims);
    expect_same(sum(view, dims), sum(read, dims), "sum");
    expect_same(amax(view, dims), amax(read, dims), "amax");
    expect_same(any(view, dims), any(read, dims), "any");
    if ((bits & 1) != 0 || bits == 0)
      continue;  // the functions below read a view whose first dim is reduced
    expect_same(var(view, dims), var(read, dims), "var");
    expect_same(logsumexp(view, dims, true), logsumexp(read, dims, true), "logsumexp");
  }
  expect_same(argmax(view), argmax(read), "argmax");
  expect_same(argmin(view, {.last = true, .keepdim = true}),
              argmin(read, {.last = true, .keepdim = true}), "argmin");
  for (index_t d = 1; d < view.dim(); ++d) {
    expect_same(argmax(view, d), argmax(read, d), "argmax");
    expect_same(argmin(view, d, {.last = true}), argmin(read, d, {.last = true}), "argmin");
  }
}

/// Views of 300,000 to 700,000 elements, of the kinds into which loops are divided.
template <class T>
void check_views(const std::function<Tensor<T>(const Dims&)>& make) {
  const Tensor<T> table = make({90, 24});
  const Tensor<T> line = make({5000});
  const auto ids = randint(0, 90, {700, 39});
  check_reductions(table.indexed({ids}));
  check_reductions(table.indexed({ids}).slice(2, Slice(None, None, 2)).permute({1, 0, 2}));
  check_reductions(table.indexed({randint(0, 90, {2, 150000}), 3}));
  check_reductions(line.indexed({randint(0, 5000, {300001})}));
  check_reductions(line.indexed({randint(0, 5000, {70001})}).unsqueeze(1).expand({70001, 5}));
  const auto chosen = make({300, 2000}).indexed({rand<float>({300, 2000}) < .7F});
  check_reductions(chosen);
  check_reductions(chosen.slice(0, Slice(7, None)));
}

TEST_F(ViewTotals, HaveTheBitsOfTheReadTensor) {
  for (const index_t threads : {1, 3}) {
    if (threads > 1) ndx_test::use_parts(threads);
    check_views<float>([](const Dims& shape) { return rand<float>(shape) - .3F; });
  }
  check_views<int>([](const Dims& shape) { return randint(-3, 9, shape).to<int>(); });
}

TEST_F(ViewTotals, OfAllReductionsThatTakeViews) {
  const auto view = (rand<float>({90, 24}) - .3F).indexed({randint(0, 90, {700, 39})});
  const Tensor<float> read = view.read();
  expect_same(mean(view, 1, true), mean(read, 1, true), "mean");
  expect_same(mean(view), mean(read), "mean");
  expect_same(prod(view, {1, 2}), prod(read, {1, 2}), "prod");
  expect_same(amin(view, -1), amin(read, -1), "amin");
  expect_same(all(view, 1), all(read, 1), "all");
  expect_same(count_nonzero(view > 0), count_nonzero(read > 0), "count_nonzero");
  expect_same(norm(view, 2, 1), norm(read, 2, 1), "norm");
  expect_same(norm(view, 3), norm(read, 3), "norm");
  expect_same(var(view, 1), var(read, 1), "var");
  expect_same(var(view, {1, 2}, {.correction = 1}), var(read, {1, 2}, {.correction = 1}), "var");
  expect_same(ndx::std(view, -1, {.keepdim = true}), ndx::std(read, -1, {.keepdim = true}), "std");
  expect_same(ndx::std(view), ndx::std(read), "std");
  expect_same(argmin(view), argmin(read), "argmin");
  expect_same(argmin(view, 0), argmin(read, 0), "argmin");
  expect_same(logsumexp(view, {0, 2}), logsumexp(read, {0, 2}), "logsumexp");
  expect_same(argmax(view, {.last = true}), argmax(read, {.last = true}), "argmax");
  expect_same(argmax(view, 2, true), argmax(read, 2, true), "argmax");
  expect_same(argmax(view, 1), argmax(read, 1), "argmax");
  expect_same(max(view), max(read), "max");
  expect_same(logsumexp(view, 2), logsumexp(read, 2), "logsumexp");
  EXPECT_TRUE(any(view));
  EXPECT_FALSE(all(view > 0));
}

TEST_F(ViewTotals, ArgmaxOfAllElementsFindsTheFirstNaNAndTheLastOfEqualElements) {
  const auto x = tensor({1.F, 5.F, std::numeric_limits<float>::quiet_NaN()});
  const auto ids = zeros<index_t>({3, 200000});
  ids(0, 199999) = 1;
  ids(2, 5) = 1;
  const auto view = x.indexed({ids});
  EXPECT_EQ(argmax(view).item(), 199999);
  EXPECT_EQ(argmax(view, {.last = true}).item(), 400005);
  EXPECT_EQ(argmin(view, {.last = true}).item(), 599999);
  ids(1, 7) = 2;
  ids(1, 190000) = 2;
  EXPECT_EQ(argmax(view).item(), 200007);
  EXPECT_EQ(argmin(view, {.last = true}).item(), 390000);
  EXPECT_EQ(argmin(view, {.keepdim = true}).shape(), Dims({1, 1}));
}

TEST_F(ViewTotals, SumsOfFloatsThatOverflowAreAddedAgain) {
  const auto x = full<float>({1000}, 3e38F);
  x.slice(0, Slice(1, None, 2)).fill_(-3e38F);
  const auto ids = randint(0, 500, {400000}) * 2;
  ids.slice(0, Slice(1, None, 2)) += 1;
  const auto view = x.indexed({ids});
  expect_same(sum(view), sum(view.read()), "sum");
}

TEST_F(ViewTotals, AnErrorNamesThePlaceInTheWholeView) {
  const auto ids = zeros<index_t>({300000, 2});
  ids(250000, 1) = 7;
  const auto view = arange(5).indexed({ids});
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)sum(view, 1); },
                         "IndexedView::read: term 0: index 7 at [250000, 1] is out of bounds "
                         "for dimension 0 with size 5"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)argmax(view, 1); },
                         "IndexedView::read: term 0: index 7 at [250000, 1] is out of bounds "
                         "for dimension 0 with size 5"));
  EXPECT_TRUE(
      throws<IndexError>([&] { (void)argmin(view); },
                         "IndexedView::read: term 0: index 7 at [250000, 1] is out of bounds "
                         "for dimension 0 with size 5"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)argmax(view, 2); },
                                 "argmax: dim 2 is out of range for a tensor of rank 2"));
  EXPECT_TRUE(throws<IndexError>([&] { (void)sum(view, 2); },
                                 "sum: dim 2 is out of range for a tensor of rank 2"));
}

TEST_F(ViewTotals, SomeElementsInOrderAreCopiedFromAnyPlace) {
  const auto view = arange(90).reshape({6, 15}).indexed({tensor({{3, 0, 5}, {1, 1, 4}})});
  const auto read = view.read().ravel();
  for (index_t first = 0; first < read.numel(); ++first) {
    for (index_t last = first + 1; last <= read.numel(); ++last) {
      const auto some = detail::ViewElements<index_t>{view, first}.read(last - first);
      ASSERT_TRUE(array_equal(some, read.slice(0, Slice(first, last)))) << first << " " << last;
    }
  }
}

}  // namespace view_totals_test
