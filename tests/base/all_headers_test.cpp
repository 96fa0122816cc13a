// ndx/all.hpp, also where tests/platforms.sh runs few rooms: on 32 bits it compiles, and what is made
// of products of 64 bits is the same.
#include <gtest/gtest.h>

#include <ndx/all.hpp>

namespace all_headers_test {

TEST(AllHeaders, GiveTheSameNumbersOnEveryPlatform) {
  const auto drawn = ndx::randint<int>(-5, 5, {3}, 42);
  EXPECT_TRUE(ndx::array_equal(drawn, ndx::tensor({1, -1, -5})));
}

}  // namespace all_headers_test
