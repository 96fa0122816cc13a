// Finding a value in rows of every length, at every place.
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/reduce/extreme_rows.hpp>

namespace extreme_rows_test {

using namespace ndx::kernel;
using ndx::index_t;

template <class T>
void expect_found(T other, T value) {
  for (const index_t count : {1, 7, 8, 9, 63, 64, 65, 100, 128, 200, 256, 261}) {
    for (index_t place = 0; place < count; ++place) {
      std::vector<T> in(static_cast<std::size_t>(count), other);
      in[static_cast<std::size_t>(place)] = value;
      EXPECT_EQ(find_first_value(in.data(), count, 1, value), place) << count;
      for (std::size_t i = static_cast<std::size_t>(place); i < in.size(); i += 5) in[i] = value;
      EXPECT_EQ(find_first_value(in.data(), count, 1, value), place) << count;  // not a later one
      std::vector<T> spread(static_cast<std::size_t>(3 * count), value);
      for (std::size_t i = 0; i < in.size(); ++i) spread[3 * i] = in[i];
      EXPECT_EQ(find_first_value(spread.data(), count, 3, value), place) << count;
    }
  }
}

TEST(FindValue, InRowsOfEveryType) {
  expect_found<float>(-1.5F, 2.5F);
  expect_found<double>(-1.5, 2.5);
  expect_found<std::int8_t>(-128, 127);
  expect_found<std::uint8_t>(0, 255);
  expect_found<std::int16_t>(3, -4);
  expect_found<std::int32_t>(3, INT32_MIN);
  expect_found<std::int64_t>(3, INT64_MAX);
  expect_found<long double>(1, 2);
}

TEST(FindValue, PassesNanAndTakesEitherZero) {
  std::vector<float> in(300, std::numeric_limits<float>::quiet_NaN());
  in[130] = -0.0F;
  in[131] = 0.0F;
  EXPECT_EQ(find_first_value(in.data(), 300, 1, 0.0F), 130);
}

}  // namespace extreme_rows_test
