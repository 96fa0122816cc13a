#include "support/sort_patterns.hpp"

using namespace ndx;

namespace sort_short_lines_test {

using expect::elements;

template <class T>
class SortShortLines : public testing::Test {
 protected:
  static bool same(const Tensor<T>& a, const Tensor<T>& b) {
    for (index_t i = 0; i < a.numel(); ++i) {
      if (sort_patterns::told(a.data()[i]) != sort_patterns::told(b.data()[i])) return false;
    }
    return true;
  }

  /// What all lines of x have sorted is what each has alone.
  static void expect_sorted(const Tensor<T>& x, bool descending) {
    const auto [values, indices] = sort(x, -1, descending);
    const Tensor<T> alone = sort_values(x, -1, descending);
    for (index_t line = 0; line < x.size(0); ++line) {
      const auto expected = sort(x.select(0, line).contiguous(), 0, descending);
      EXPECT_EQ(elements(indices.select(0, line)), elements(expected.indices)) << line;
      EXPECT_TRUE(same(values.select(0, line), expected.values)) << line;
      EXPECT_TRUE(same(alone.select(0, line), expected.values)) << line;
    }
  }

  /// Each line is as std::stable_sort has it.
  static void expect_stably_sorted(const Tensor<T>& x, bool descending) {
    const auto [values, indices] = sort(x, -1, descending);
    const Tensor<T> alone = sort_values(x, -1, descending);
    for (index_t line = 0; line < x.size(0); ++line) {
      const auto order = sort_patterns::stable_order(x.select(0, line), descending);
      ASSERT_EQ(elements(indices.select(0, line)), order) << line;
      const Tensor<T> expected = x.select(0, line).index({tensor(order)});
      ASSERT_TRUE(same(values.select(0, line), expected)) << line;
      ASSERT_TRUE(same(alone.select(0, line), expected)) << line;
    }
  }
};
using Types =
    testing::Types<bool, std::int8_t, std::int32_t, std::uint64_t, float, double, long double>;
TYPED_TEST_SUITE(SortShortLines, Types);

// Sixteen lines are sorted at a time: full ones, some of them, and lines that do not follow each other.
TYPED_TEST(SortShortLines, AreSortedAsEachAlone) {
  for (const index_t n : {1, 2, 3, 10, 32, 100, 128, 129}) {
    for (const int pattern : {0, 1, 3, 6, 7, 8}) {
      SCOPED_TRACE("pattern " + std::to_string(pattern) + " n " + std::to_string(n));
      sort_patterns::Patterns<TypeParam> patterns;
      const Tensor<TypeParam> x = empty<TypeParam>({37, n});
      for (index_t i = 0; i < x.numel(); ++i) x.data()[i] = patterns.draw(pattern, i, x.numel());
      TestFixture::expect_sorted(x, pattern % 2 == 0);
      TestFixture::expect_sorted(x.narrow(0, 2, 16).flip(), pattern % 2 != 0);
      TestFixture::expect_sorted(x.narrow(0, 0, 9).transpose().contiguous().transpose(), false);
    }
  }
}

TYPED_TEST(SortShortLines, OfEveryLength) {
  using Patterns = sort_patterns::Patterns<TypeParam>;
  for (index_t n = 0; n <= 300; ++n) {
    const int pattern = static_cast<int>(n % Patterns::kCount);
    SCOPED_TRACE("pattern " + std::to_string(pattern) + " n " + std::to_string(n));
    Patterns patterns;
    const Tensor<TypeParam> x = empty<TypeParam>({21, n});
    for (index_t i = 0; i < x.numel(); ++i) x.data()[i] = patterns.draw(pattern, i, x.numel());
    TestFixture::expect_stably_sorted(x, n % 2 == 0);
  }
}

// Where lines begin to be sorted alone, with and without indices.
TYPED_TEST(SortShortLines, UpToTheLongest) {
  for (const index_t n : {511, 512, 513, 1023, 1024, 1025}) {
    for (const int pattern : {0, 7}) {
      SCOPED_TRACE("pattern " + std::to_string(pattern) + " n " + std::to_string(n));
      sort_patterns::Patterns<TypeParam> patterns;
      const Tensor<TypeParam> x = empty<TypeParam>({9, n});
      for (index_t i = 0; i < x.numel(); ++i) x.data()[i] = patterns.draw(pattern, i, x.numel());
      TestFixture::expect_stably_sorted(x, pattern == 7);
    }
  }
}

TEST(SortShortLines, AlongTheFirstDim) {
  const auto x = tensor({{3, 1, 2, 9, 8, 7, 5, 6}, {1, 3, 2, 7, 8, 9, 5, 4}});
  EXPECT_TRUE(
      expect::is(sort_values(x, 0), {2, 8}, {1, 1, 2, 7, 8, 7, 5, 4, 3, 3, 2, 9, 8, 9, 5, 6}));
  EXPECT_TRUE(expect::is(argsort(x, 0), {2, 8}, {1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 0}));
  EXPECT_TRUE(
      expect::is(argsort(x, 0, true), {2, 8}, {0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1}));
}

// Lines in order, reversed ones and both, dense and not; what is equal keeps its order.
TEST(SortShortLines, FirstOfLinesInOrder) {
  for (const index_t n : {2, 4, 10, 100}) {
    Tensor<float> x = empty<float>({37, n});
    for (index_t i = 0; i < x.numel(); ++i) x.data()[i] = static_cast<float>(i % n / 2 + i % n);
    Tensor<float> mixed = x.clone();
    mixed[5] = x[5].flip();
    mixed[{11, 0}] = std::numeric_limits<float>::quiet_NaN();
    Tensor<float> equal = x.clone();
    equal[{Ellipsis, 1}] = 0.0F;
    for (const Tensor<float>& lines : {x, x.flip(), mixed, equal, x.narrow(0, 3, 20)}) {
      for (const bool largest : {true, false}) {
        const auto all = sort(lines, -1, largest);
        const auto [values, indices] = topk(lines, n / 2, -1, largest);
        EXPECT_EQ(elements(nan_to_num(values)),
                  elements(nan_to_num(all.values.narrow(1, 0, n / 2))));
        EXPECT_EQ(elements(indices), elements(all.indices.narrow(1, 0, n / 2)));
        for (index_t line = 0; line < lines.size(0); ++line) {
          const auto alone = sort(lines.select(0, line).contiguous(), 0, largest);
          EXPECT_EQ(elements(all.indices.select(0, line)), elements(alone.indices)) << line;
        }
      }
    }
  }
}

TEST(SortShortLines, FirstOfLinesBackwards) {
  const Tensor<int> x = arange<int>(0, 80).reshape({16, 5});
  const auto [values, indices] = topk(x, 2);
  EXPECT_TRUE(expect::is(indices.narrow(0, 14, 2), {2, 2}, {4, 3, 4, 3}));
  EXPECT_TRUE(expect::is(values.narrow(0, 14, 2), {2, 2}, {74, 73, 79, 78}));
  const auto columns = topk(x.transpose(), 1, 0);
  EXPECT_TRUE(expect::is(columns.values.narrow(1, 14, 2), {1, 2}, {74, 79}));
}

}  // namespace sort_short_lines_test
