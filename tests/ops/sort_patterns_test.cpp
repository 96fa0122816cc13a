#include "support/sort_patterns.hpp"

#include "support/number_types.hpp"

using namespace ndx;

namespace sort_patterns_test {

template <class T>
class SortPatterns : public sort_patterns::SortPatterns<T> {};
TYPED_TEST_SUITE(SortPatterns, number_types::NumbersAndBool);

// Lengths at which insertion, digits of 8 bits and digits of 11 bits begin, and their neighbours.
TYPED_TEST(SortPatterns, OfEveryLength) {
  for (int pattern = 0; pattern < sort_patterns::Patterns<TypeParam>::kCount; ++pattern) {
    for (const index_t n : {0, 1, 2, 24, 25, 26, 65, 300, 1023, 1024, 1500}) {
      TestFixture::expect_sorted(pattern, n, false);
      TestFixture::expect_sorted(pattern, n, true);
    }
  }
}

// Lines that exceed a core's cache are distributed before they are sorted.
TYPED_TEST(SortPatterns, OfLinesBeyondACoresCache) {
  for (const int pattern : {0, 7}) TestFixture::expect_sorted(pattern, 140'001, pattern == 7);
}

}  // namespace sort_patterns_test
