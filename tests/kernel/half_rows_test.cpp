// Rows of conversions to and from 16 bits: every variant gives bitwise what a single conversion gives.
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/half_rows.hpp>

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

}  // namespace half_rows_test
