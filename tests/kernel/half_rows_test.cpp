// Rows of conversions to and from 16 bits: every variant gives bitwise what a single conversion gives.
#include <cmath>
#include <cstdint>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/map/half_rows.hpp>

#include "support/processor.hpp"

namespace half_rows_test {

using namespace ndx::kernel;
using ndx::bfloat16;
using ndx::float16;
using ndx::index_t;

std::uint32_t bits_of(float value) { return ndx::detail::bit_cast<std::uint32_t>(value); }

/// Floats at and around every place where rounding to H changes, and all kinds of NaN.
template <class H>
std::vector<float> interesting_floats() {
  std::vector<float> floats;
  for (unsigned bits = 0; bits < 0x10000; ++bits) {
    const float at = H::from_bits(static_cast<std::uint16_t>(bits));
    const unsigned half_unit = std::is_same_v<H, float16> ? 0x1000 : 0x8000;
    for (const std::uint32_t more : {0U, 1U, half_unit - 1, half_unit, half_unit + 1})
      floats.push_back(ndx::detail::bit_cast<float>(bits_of(at) + more));
  }
  for (std::uint32_t tiny = 0x30000000; tiny < 0x39000000; tiny += 4099)
    floats.push_back(ndx::detail::bit_cast<float>(tiny));
  return floats;
}

template <class H, class Rows>
void expect_single_conversions(Rows rows) {
  const std::vector<float> floats = interesting_floats<H>();
  for (const std::size_t length : {std::size_t{0}, std::size_t{1}, std::size_t{7}, std::size_t{8},
                                   std::size_t{33}, std::size_t{71}, floats.size()}) {
    std::vector<H> halves(length + 1, H(7));
    rows.narrow(floats.data(), halves.data(), static_cast<index_t>(length));
    for (std::size_t i = 0; i < length; ++i)
      ASSERT_EQ(halves[i].bits(), H(floats[i]).bits()) << i << " of " << length;
    ASSERT_EQ(halves[length], H(7));
    std::vector<float> back(length + 1, 7);
    rows.widen(halves.data(), back.data(), static_cast<index_t>(length));
    for (std::size_t i = 0; i < length; ++i)
      ASSERT_EQ(bits_of(back[i]), bits_of(halves[i])) << i << " of " << length;
    ASSERT_EQ(back[length], 7);
  }
  std::vector<H> all;
  for (unsigned bits = 0; bits < 0x10000; ++bits)
    all.push_back(H::from_bits(static_cast<std::uint16_t>(bits)));
  std::vector<float> wide(all.size());
  rows.widen(all.data(), wide.data(), static_cast<index_t>(all.size()));
  for (std::size_t i = 0; i < all.size(); ++i) ASSERT_EQ(bits_of(wide[i]), bits_of(all[i])) << i;
}

TEST(HalfRows, PortableOnesConvertAsSingleNumbers) {
  expect_single_conversions<float16>(portable::HalfRows{});
  expect_single_conversions<bfloat16>(portable::HalfRows{});
}

#if NDX_X86
TEST(HalfRows, ThoseOfAvx2ConvertAsSingleNumbers) {
  if (!processor::runs_avx2()) return;
  expect_single_conversions<float16>(avx2::HalfRows{});
  expect_single_conversions<bfloat16>(avx2::HalfRows{});
}

TEST(HalfRows, ThoseOfF16cConvertAsSingleNumbers) {
  if (!processor::runs_f16c()) return;
  expect_single_conversions<float16>(avx2::F16cRows{});
  expect_single_conversions<bfloat16>(avx2::F16cRows{});
}
#endif

TEST(HalfRows, TheBestOnesConvertAsSingleNumbers) {
  struct Best {
    void widen(const float16* from, float* to, index_t count) const {
      widen_row(from, 1, to, count);
    }
    void narrow(const float* from, float16* to, index_t count) const {
      narrow_row(from, to, count);
    }
  };
  expect_single_conversions<float16>(Best{});
}

TEST(HalfRows, ReadAnyDistance) {
  std::vector<bfloat16> halves;
  for (int i = 0; i < 30; ++i) halves.emplace_back(i);
  float found[10];
  widen_row(halves.data() + 29, -3, found, 10);
  for (int i = 0; i < 10; ++i) EXPECT_EQ(found[i], static_cast<float>(29 - 3 * i));
}

/// What 16-bit numbers of a wider type are rounded from.
struct FloatToRound {
  template <class Wide>
  float operator()(Wide x) const {
    return ndx::detail::float_to_round(x);
  }
};

template <class H, class Wide, class Rows>
void expect_rounded(Rows rows, const std::vector<Wide>& numbers,
                    const std::vector<double>& expected) {
  std::vector<float> found(numbers.size());
  rows.transform(FloatToRound{}, Results<float>{found.data(), static_cast<index_t>(found.size())},
                 Dense<Wide>{numbers.data()});
  for (std::size_t i = 0; i < numbers.size(); ++i)
    ASSERT_EQ(static_cast<double>(H(found[i])), expected[i]) << numbers[i];
}

/// Integers half way between two numbers of H, which are low and high, and those next to them.
template <class H, class Wide, class Rows>
void expect_integers_rounded_once(Rows rows) {
  std::vector<Wide> numbers;
  std::vector<double> expected;
  const int precision = std::numeric_limits<H>::digits;
  const int top = std::is_same_v<H, float16> ? 15 : std::numeric_limits<Wide>::digits - 1;
  for (int bit = precision + 1; bit <= top; ++bit) {
    const Wide low = Wide{1} << bit;
    const Wide half = Wide{1} << (bit - precision);
    for (const Wide more : {half - 1, half, half + 1}) {
      numbers.push_back(static_cast<Wide>(low + more));
      expected.push_back(static_cast<double>(more <= half ? low : low + 2 * half));
      if (!std::is_signed_v<Wide>) continue;
      numbers.push_back(static_cast<Wide>(Wide{0} - numbers.back()));
      expected.push_back(-expected.back());
    }
  }
  expect_rounded<H>(rows, numbers, expected);
}

template <class Rows>
void expect_wider_types_rounded_once(Rows rows) {
  expect_integers_rounded_once<float16, std::int32_t>(rows);
  expect_integers_rounded_once<float16, std::uint64_t>(rows);
  expect_integers_rounded_once<bfloat16, std::int32_t>(rows);
  expect_integers_rounded_once<bfloat16, std::uint32_t>(rows);
  expect_integers_rounded_once<bfloat16, std::int64_t>(rows);
  expect_integers_rounded_once<bfloat16, std::uint64_t>(rows);
  // The ends of ranges; the least number of each type, and what is next to half of it.
  expect_rounded<bfloat16, std::int64_t>(rows, {INT64_MIN, INT64_MAX, 0, -1},
                                         {-0x1p63, 0x1p63, 0, -1});
  expect_rounded<bfloat16, std::int32_t>(rows, {INT32_MIN, INT32_MAX}, {-0x1p31, 0x1p31});
  expect_rounded<bfloat16, double>(
      rows, {0x1p-133, 0x1p-134, 0x1.000001p-134, -0x1.8000001p-133, 1e-300, 1e300},
      {0x1p-133, 0, 0x1p-133, -0x1p-132, 0, HUGE_VAL});
  expect_rounded<float16, double>(rows,
                                  {0x1p-25, 0x1.0000001p-25, 65519.99, 65520, -0x1.0020000001p0},
                                  {0, 0x1p-24, 65504, HUGE_VAL, -0x1.004p0});
}

TEST(HalfRows, RoundWiderTypesOnce) {
  expect_wider_types_rounded_once(portable::ElementwiseRows{});
#if NDX_X86
  if (processor::runs_avx2()) expect_wider_types_rounded_once(avx2::ElementwiseRows{});
#endif
}

}  // namespace half_rows_test
