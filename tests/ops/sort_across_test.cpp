// Sorting and selecting along a dim that is not the last, where lines are across the rows of memory.
#include "support/sort_patterns.hpp"

using namespace ndx;

namespace sort_across_test {

using expect::elements;

template <class T>
class SortAcross : public testing::Test {
 protected:
  static Tensor<T> drawn(const Dims& shape, int pattern) {
    sort_patterns::Patterns<T> patterns;
    const Tensor<T> x = empty<T>(shape);
    for (index_t i = 0; i < x.numel(); ++i) x.data()[i] = patterns.draw(pattern, i, x.numel());
    return x;
  }
  static void expect_same(const Tensor<T>& found, const Tensor<T>& expected) {
    ASSERT_EQ(found.numel(), expected.numel());
    const Tensor<T> a = found.contiguous();
    const Tensor<T> b = expected.contiguous();
    for (index_t i = 0; i < a.numel(); ++i)
      ASSERT_EQ(sort_patterns::told(a.data()[i]), sort_patterns::told(b.data()[i])) << i;
  }
  /// Each line along `dim`, which is moved to the end of x and of the results.
  static void expect_sorted(const Tensor<T>& x, index_t dim, bool descending) {
    const auto sorted = sort(x, dim, descending);
    const auto alone = sort_values(x, dim, descending);
    const auto order = argsort(x, dim, descending);
    const index_t n = x.size(dim);
    const index_t k = n / 3;
    const auto first = topk(x, k, dim, descending);
    const auto one = kthvalue(x, k, dim);
    ASSERT_TRUE(sorted.values.is_contiguous() && sorted.indices.is_contiguous());
    ASSERT_TRUE(alone.is_contiguous() && order.is_contiguous());
    ASSERT_EQ(sorted.values.shape(), x.shape());
    const auto lines = [dim](const auto& of) { return of.movedim(dim, -1).flatten(0, 1); };
    for (index_t line = 0; line < x.numel() / n; ++line) {
      const Tensor<T> of = lines(x).select(0, line);
      const auto expected = sort_patterns::stable_order(of, descending);
      const Tensor<T> values = of.index({tensor(expected)});
      const std::vector<index_t> start(expected.begin(), expected.begin() + k);
      ASSERT_EQ(elements(lines(sorted.indices).select(0, line)), expected);
      ASSERT_EQ(elements(lines(order).select(0, line)), expected);
      ASSERT_EQ(elements(lines(first.indices).select(0, line)), start);
      expect_same(lines(sorted.values).select(0, line), values);
      expect_same(lines(alone).select(0, line), values);
      expect_same(lines(first.values).select(0, line), values.narrow(0, 0, k));
      if (descending) continue;
      ASSERT_EQ(one.indices.flatten().at(line), start.back());
      const Tensor<T> parted = lines(partition(x, k, dim)).select(0, line);
      const Tensor<T> by_index = of.index({lines(argpartition(x, k, dim)).select(0, line)});
      for (const Tensor<T>& found : {parted, by_index}) {
        for (index_t i = 0; i < n; ++i) {
          ASSERT_FALSE(i < k && sort_patterns::before(values.at(k), found.at(i)));
          ASSERT_FALSE(i > k && sort_patterns::before(found.at(i), values.at(k)));
        }
      }
    }
  }
};
using Types = testing::Types<bool, std::int16_t, std::int32_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(SortAcross, Types);

TYPED_TEST(SortAcross, EachLineIsSorted) {
  for (const int pattern : {0, 2, 3, 5, 7}) {
    for (const bool descending : {false, true}) {
      TestFixture::expect_sorted(TestFixture::drawn({20, 3, 5}, pattern), 0, descending);
      TestFixture::expect_sorted(TestFixture::drawn({3, 40, 4}, pattern), 1, descending);
      TestFixture::expect_sorted(TestFixture::drawn({17, 9, 1}, pattern), 0, descending);
    }
  }
}

TYPED_TEST(SortAcross, OfOtherLayouts) {
  const Tensor<TypeParam> x = TestFixture::drawn({4, 6, 40}, 7);
  TestFixture::expect_sorted(x.flip(), 1, false);
  TestFixture::expect_sorted(x.permute({2, 0, 1}).flip(), 0, true);
  TestFixture::expect_sorted(x.select(1, 2).unsqueeze(1).expand({4, 30, 40}), 1, false);
  TestFixture::expect_sorted(x.transpose().slice(0, Slice(None, None, 2)), 0, false);
}

TYPED_TEST(SortAcross, OfLongLines) {
  TestFixture::expect_sorted(TestFixture::drawn({2000, 3, 4}, 0), 0, false);
}

TEST(SortAcross, OfNothing) {
  EXPECT_EQ(sort_values(zeros({20, 0, 9}), 0).shape(), (Dims{20, 0, 9}));
  EXPECT_EQ(argsort(zeros({0, 30}), 0).shape(), (Dims{0, 30}));
}

}  // namespace sort_across_test
