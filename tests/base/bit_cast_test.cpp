// The bytes of one type as another.
#include <cmath>
#include <complex>
#include <cstdint>
#include <limits>

#include <gtest/gtest.h>

#include <ndx/base/bit_cast.hpp>

namespace bit_cast_test {

template <class To, class From>
concept Castable = requires(const From& from) { ndx::detail::bit_cast<To>(from); };

static_assert(std::numeric_limits<float>::is_iec559);
static_assert(ndx::detail::bit_cast<std::uint32_t>(1.0F) == 0x3F800000U);
static_assert(ndx::detail::bit_cast<double>(std::uint64_t{0x4008000000000000}) == 3.0);
static_assert(ndx::detail::bit_cast<std::int8_t>(std::uint8_t{255}) == -1);
static_assert(!Castable<std::uint32_t, double> && !Castable<double, std::uint32_t>);

TEST(BitCast, ThereAndBackGivesTheSameValue) {
  const std::complex<float> z(1.5F, -0.0F);
  const auto word = ndx::detail::bit_cast<std::uint64_t>(z);
  const auto back = ndx::detail::bit_cast<std::complex<float>>(word);
  EXPECT_EQ(back.real(), 1.5F);
  EXPECT_TRUE(std::signbit(back.imag()));
}

}  // namespace bit_cast_test
