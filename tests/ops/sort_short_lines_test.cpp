#include "support/sort_patterns.hpp"

using namespace ndx;

namespace {

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

TEST(SortShortLines, AlongTheFirstDim) {
  const auto x = tensor({{3, 1, 2, 9, 8, 7, 5, 6}, {1, 3, 2, 7, 8, 9, 5, 4}});
  EXPECT_TRUE(
      expect::is(sort_values(x, 0), {2, 8}, {1, 1, 2, 7, 8, 7, 5, 4, 3, 3, 2, 9, 8, 9, 5, 6}));
  EXPECT_TRUE(expect::is(argsort(x, 0), {2, 8}, {1, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0, 1, 1, 1, 0}));
  EXPECT_TRUE(
      expect::is(argsort(x, 0, true), {2, 8}, {0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 1, 1, 0, 1, 1}));
}

}  // namespace
