// Floats and doubles converted to integers in rows of every length: all that fit, and one that does
// not at each place.
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/map/map_rows.hpp>

namespace truncate_rows_test {

using namespace ndx::kernel;
using ndx::index_t;

template <class To, class From>
std::vector<To> converted(const std::vector<From>& from) {
  std::vector<To> to(from.size() + 1, To{77});  // one that is not written
  truncate_rows(Results<To>{to.data(), static_cast<index_t>(from.size())},
                Dense<From>{from.data()});
  EXPECT_EQ(to.back(), To{77});
  to.pop_back();
  return to;
}

/// A value and the integer that it becomes: truncated towards zero, saturated, 0 for NaN.
template <class To, class From>
struct Pair {
  From from;
  To to;
};

template <class To, class From>
std::vector<Pair<To, From>> pairs() {
  using Limits = std::numeric_limits<To>;
  const From limit = std::ldexp(From{1}, Limits::digits);
  const From below = std::nextafter(limit, From{0});
  const From infinity = std::numeric_limits<From>::infinity();
  const From nan = std::numeric_limits<From>::quiet_NaN();
  std::vector<Pair<To, From>> all{
      {From(0), To{0}},
      {-From(0), To{0}},
      {From(2.75), To{2}},
      {From(-0.75), To{0}},
      {std::numeric_limits<From>::denorm_min(), To{0}},
      {-std::numeric_limits<From>::denorm_min(), To{0}},
      {limit, Limits::max()},
      {limit * From{4}, Limits::max()},
      {std::numeric_limits<From>::max(), Limits::max()},
      {infinity, Limits::max()},
      {-infinity, Limits::min()},
      {nan, To{0}},
      {-nan, To{0}},
      {below, static_cast<To>(below)},
  };
  if constexpr (std::is_signed_v<To>) {
    all.push_back({From(-2.75), To{-2}});
    all.push_back({-limit, Limits::min()});
    all.push_back({std::nextafter(-limit, -infinity), Limits::min()});
    all.push_back({-below, static_cast<To>(-below)});
  } else {
    all.push_back({From(-1), To{0}});
    all.push_back({From(-300), To{0}});
  }
  return all;
}

template <class To, class From>
void expect_all() {
  for (const index_t count : {0, 1, 7, 8, 9, 63, 64, 65, 72, 127, 128, 200}) {
    std::vector<From> from;
    std::vector<To> to;
    for (index_t i = 0; i < count; ++i) {
      from.push_back(static_cast<From>(i % 101) + From(0.5));
      to.push_back(static_cast<To>(i % 101));
    }
    ASSERT_EQ((converted<To, From>(from)), to) << count;
    for (const auto& [value, integer] : pairs<To, From>()) {
      for (std::size_t place = 0; place < from.size(); ++place) {
        auto with = from;
        auto expected = to;
        with[place] = value;
        expected[place] = integer;
        ASSERT_EQ((converted<To, From>(with)), expected) << value << " at " << place;
      }
    }
  }
}
template <class To>
void expect_all_of() {
  expect_all<To, float>();
  expect_all<To, double>();
}

TEST(TruncateRows, ToSignedIntegers) {
  expect_all_of<std::int8_t>();
  expect_all_of<std::int16_t>();
  expect_all_of<std::int32_t>();
  expect_all_of<std::int64_t>();
}

TEST(TruncateRows, ToUnsignedIntegers) {
  expect_all_of<std::uint8_t>();
  expect_all_of<std::uint16_t>();
  expect_all_of<std::uint32_t>();
  expect_all_of<std::uint64_t>();
}

TEST(TruncateRows, SeveralRowsApart) {
  std::vector<float> from(300, 1.5F);
  from[200] = 1e30F;
  std::vector<std::int32_t> to(300, -7);
  truncate_rows(Results<std::int32_t>{to.data(), 100, 2, 150}, Dense<float>{from.data(), 140});
  EXPECT_EQ(to[0], 1);
  EXPECT_EQ(to[99], 1);
  EXPECT_EQ(to[100], -7);
  EXPECT_EQ(to[149], -7);
  EXPECT_EQ(to[150], 1);
  EXPECT_EQ(to[210], INT32_MAX);
  EXPECT_EQ(to[249], 1);
  EXPECT_EQ(to[250], -7);
}

}  // namespace truncate_rows_test
