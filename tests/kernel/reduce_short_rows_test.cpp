// Short rows. At -O3 g++ 12 loses elements of rows whose step is a variable, unless the loop is kept
// from its vectoriser.
#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/reduce/reduce_loop.hpp>

namespace reduce_short_rows_test {

using ndx::index_t;

struct Adds : ndx::kernel::ReducerOf<std::int64_t> {
  [[nodiscard]] std::int64_t identity() const { return 0; }
  template <class T>
  [[nodiscard]] std::int64_t step(std::int64_t total, const T& x) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(total) +
                                     static_cast<std::uint64_t>(std::int64_t{x}));
  }
  [[nodiscard]] std::int64_t merge(std::int64_t a, std::int64_t b) const { return step(a, b); }
};

template <class T>
class ReduceShortRows : public testing::Test {};
using Types = testing::Types<std::int8_t, std::int16_t, std::int32_t, std::int64_t>;
TYPED_TEST_SUITE(ReduceShortRows, Types);

TYPED_TEST(ReduceShortRows, CountsEveryElementOfRowsOfAnyLength) {
  const std::vector<TypeParam> ones(900, TypeParam{1});
  for (const index_t step : {1, 2, 3}) {
    for (index_t count = 1; count <= 300; ++count)
      ASSERT_EQ(ndx::kernel::reduce_elements(Adds(), ones.data(), count, step), count) << step;
  }
}

}  // namespace reduce_short_rows_test
