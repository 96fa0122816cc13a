// Indexing of views that are not in the order of memory, large enough to be visited in another order than
// the result's, gives what it gives for row-major copies of them: values, and which of several duplicates
// is written last.
#include <complex>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/all.hpp>

#include "support/permuted_views.hpp"

namespace transposed_views_test {

using ndx::Ellipsis;
using ndx::index_t;
using ndx::IndexRule;
using ndx::None;
using ndx::Slice;
using ndx::Tensor;
using ndx::TensorIndex;

/// Numbers that all differ.
template <class T>
Tensor<T> numbers(const std::vector<index_t>& shape, index_t first) {
  index_t count = 1;
  for (const index_t size : shape) count *= size;
  return ndx::arange<index_t>(first, first + count).reshape(shape).template to<T>();
}

/// Views of one shape, of which the first is row-major.
template <class T>
std::vector<Tensor<T>> views(index_t a, index_t b, index_t c, index_t first) {
  const auto make = [&](std::vector<index_t> shape) { return numbers<T>(shape, first); };
  std::vector<Tensor<T>> all = permuted_views::of({a, b, c}, make);
  for (const Tensor<T>& view : {make({c, 2 * b, a + 1})
                                    .index({Slice(), Slice(None, None, 2), Slice(1, None)})
                                    .permute({2, 1, 0}),
                                ndx::flip(make({c, b, a}), {0, 1}).permute({2, 1, 0}),
                                ndx::flip(make({b, c, a}).permute({2, 0, 1}), 0)})
    all.push_back(view);
  return all;
}

const permuted_views::Shape kShapes[] = {
    {17, 12, 9}, {3, 40, 30}, {33, 3, 35}, {40, 30, 2}, {5, 5, 5}};

/// Index terms for a tensor of shape (a,b,c), with duplicates and negative indices.
std::vector<std::vector<TensorIndex>> indices(index_t a, index_t b, index_t c) {
  const auto pick = [](index_t size, index_t count) {
    return (ndx::arange<index_t>(count) * 7 + 3) % (2 * size) - size;
  };
  const auto mask = [](std::vector<index_t> shape) { return numbers<index_t>(shape, 0) % 3 != 1; };
  return {{pick(a, 25)},
          {Slice(), pick(b, 25)},
          {Ellipsis, pick(c, 25)},
          {Slice(), pick(b, 25).reshape({5, 5})},
          {pick(a, 20), pick(b, 20)},
          {Slice(), pick(b, 20), pick(c, 20)},
          {pick(a, 20), Slice(), pick(c, 20)},
          {pick(a, 4).reshape({4, 1}), pick(b, 6)},
          {pick(a, 4).reshape({4, 1}), Slice(), pick(c, 6).to<std::int8_t>()},
          {Slice(None, None, 2), pick(b, 25), Slice(1, None)},
          {None, Slice(), None, pick(b, 25)},
          {mask({a})},
          {Slice(), mask({b})},
          {Ellipsis, mask({c})},
          {mask({a, b})},
          {Slice(), mask({b, c})},
          {mask({a, b, c})},
          {pick(a, 1), Ellipsis},
          {Slice(), pick(b, 1)}};
}

template <class T>
class TransposedViews : public ::testing::Test {};
using Types = ::testing::Types<std::uint8_t, std::int16_t, float, double, std::complex<double>>;
TYPED_TEST_SUITE(TransposedViews, Types);

TYPED_TEST(TransposedViews, AreRead) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    for (const Tensor<T>& x : views<T>(a, b, c, 1)) {
      const Tensor<T> row_major = x.clone();
      for (const auto& terms : indices(a, b, c)) {
        for (const IndexRule rule :
             {IndexRule::views_first, IndexRule::numpy, IndexRule::vectorized}) {
          const Tensor<T> read = x.index(terms, {.rule = rule});
          EXPECT_TRUE(read.is_contiguous());
          EXPECT_TRUE(ndx::equal(read, row_major.index(terms, {.rule = rule}))) << terms;
        }
      }
    }
  }
}

TYPED_TEST(TransposedViews, AreReadByEachIndexOnItsOwnDim) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    const auto i = ndx::arange<index_t>(30) * 5 % a;
    const auto k = ndx::arange<index_t>(30) * 7 % c;
    for (const Tensor<T>& x : views<T>(a, b, c, 1)) {
      const Tensor<T> read = x.index({i, Slice(), k}, {.rule = IndexRule::outer});
      EXPECT_TRUE(ndx::equal(read, x.clone().index({i, Slice(), k}, {.rule = IndexRule::outer})));
    }
  }
}

TYPED_TEST(TransposedViews, AreReadWithAFillValue) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    const auto beyond = ndx::arange<index_t>(40) % (b + 2);
    for (const Tensor<T>& x : views<T>(a, b, c, 1)) {
      const auto read = [&](const Tensor<T>& t) {
        return t.index({Slice(), beyond}, {.bounds = ndx::Bounds::fill});
      };
      EXPECT_TRUE(ndx::equal(read(x), read(x.clone())));
    }
  }
}

/// Values of a shape, in several layouts.
template <class T>
std::vector<Tensor<T>> values(const ndx::Dims& shape, index_t first) {
  const std::vector<index_t> sizes(shape.begin(), shape.end());
  std::vector<Tensor<T>> all{numbers<T>(sizes, first), numbers<T>({}, first)};
  if (sizes.empty()) return all;
  const std::vector<index_t> reversed(sizes.rbegin(), sizes.rend());
  std::vector<index_t> order;
  for (std::size_t d = sizes.size(); d-- > 0;) order.push_back(static_cast<index_t>(d));
  all.push_back(numbers<T>(reversed, first).permute(order));
  all.push_back(numbers<T>({sizes.back()}, first));
  std::vector<index_t> column(sizes);
  column.back() = 1;
  all.push_back(numbers<T>(column, first));
  return all;
}

TYPED_TEST(TransposedViews, AreReadIntoOthers) {
  using T = TypeParam;
  for (const auto& [a, b, c] : kShapes) {
    for (const auto& terms : indices(a, b, c)) {
      for (const Tensor<T>& x : views<T>(a, b, c, 1)) {
        const Tensor<T> expected = x.clone().index(terms);
        const auto outs = values<T>(expected.shape(), 7);
        for (const std::size_t layout : {std::size_t{0}, std::size_t{2}}) {
          if (layout >= outs.size()) continue;  // a result of rank 0 has one layout
          x.index_into(outs[layout], terms);
          EXPECT_TRUE(ndx::equal(outs[layout], expected)) << terms;
        }
      }
    }
  }
}

/// write(t, terms, value) does the same to views as to row-major copies of them.
template <class T, class Write>
void expect_writes_alike(const Write& write) {
  for (const auto& [a, b, c] : kShapes) {
    for (const auto& terms : indices(a, b, c)) {
      std::size_t which = 0;
      for (const Tensor<T>& x : views<T>(a, b, c, 1)) {
        const Tensor<T> row_major = x.clone();
        const auto all = values<T>(row_major.index(terms).shape(), 5);
        const Tensor<T>& value = all[which++ % all.size()];
        write(x, terms, value);
        write(row_major, terms, value);
        EXPECT_TRUE(ndx::equal(x, row_major)) << terms;
      }
    }
  }
}

TYPED_TEST(TransposedViews, AreWritten) {
  expect_writes_alike<TypeParam>(
      [](const auto& t, const auto& terms, const auto& value) { t.index_put_(terms, value); });
  expect_writes_alike<TypeParam>(
      [](const auto& t, const auto& terms, const auto&) { t.index_put_(terms, TypeParam(77)); });
}

TYPED_TEST(TransposedViews, AreAddedToInOrder) {
  expect_writes_alike<TypeParam>([](const auto& t, const auto& terms, const auto& value) {
    t.index_put_(terms, value, true);
  });
}

TEST(TransposedViewsWritten, LeaveOutWhatIsOutOfBounds) {
  for (const auto& [a, b, c] : kShapes) {
    const auto beyond = ndx::arange<index_t>(40) % (b + 2);
    for (const Tensor<float>& x : views<float>(a, b, c, 1)) {
      const Tensor<float> row_major = x.clone();
      const Tensor<float> value = numbers<float>({a, 40, c}, 9);
      for (const Tensor<float>& t : {x, row_major})
        t.index_put_({Slice(), beyond}, value, {.bounds = ndx::Bounds::drop});
      EXPECT_TRUE(ndx::equal(x, row_major));
    }
  }
}

TEST(TransposedViewsWritten, AreUnchangedIfAnIndexIsOutOfBounds) {
  const Tensor<float> x = numbers<float>({40, 30, 20}, 1).permute({2, 1, 0});
  const Tensor<float> before = x.clone();
  const auto wrong = ndx::arange<index_t>(31);
  EXPECT_THROW(x.index_put_({Slice(), wrong}, 1.F), ndx::IndexError);
  EXPECT_THROW(x.index_put_({Slice(), wrong}, numbers<float>({20, 31, 40}, 1)), ndx::IndexError);
  EXPECT_THROW((void)x.index({Slice(), wrong}), ndx::IndexError);
  EXPECT_TRUE(ndx::equal(x, before));
}

TEST(TransposedViewsWritten, MayBeTheirOwnValueAndIndex) {
  const Tensor<index_t> x = numbers<index_t>({40, 30}, 0).transpose() % 40;
  const Tensor<index_t> expected = x.clone();
  const Tensor<index_t> index = expected.index({3}).clone();
  expected.index_put_({Slice(), index}, expected.clone());
  x.index_put_({Slice(), x.index({3})}, x);
  EXPECT_TRUE(ndx::equal(x, expected));
}

}  // namespace transposed_views_test
