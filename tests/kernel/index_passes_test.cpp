// Passes over indices, for each instruction set: what one value after the other gives.
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/index/resolve.hpp>

#include "support/processor.hpp"

namespace index_passes_test {

using namespace ndx::kernel;
using ndx::index_t;

/// The variants that this processor runs.
template <class Passes>
struct IndexPassesTest : testing::Test {
  static bool is_missing() {
    return std::is_same_v<Passes, avx2::IndexPasses> && NDX_X86 && !processor::runs_avx2();
  }
};
using Variants = testing::Types<scalar::IndexPasses, portable::IndexPasses, avx2::IndexPasses>;
TYPED_TEST_SUITE(IndexPassesTest, Variants);

TYPED_TEST(IndexPassesTest, TellWhetherAllLieInside) {
  if (this->is_missing()) return;
  using Passes = TypeParam;
  const index_t wrong[] = {-1, INT64_MIN, INT64_MAX, index_t{1} << 32, (index_t{1} << 32) + 3};
  for (const index_t size :
       {index_t{1}, index_t{7}, index_t{8}, index_t{1} << 31, index_t{1} << 32}) {
    for (const index_t n : {1, 15, 16, 17, 64, 100}) {
      std::vector<index_t> values(static_cast<std::size_t>(n), 0);
      EXPECT_TRUE(Passes::all_inside(values.data(), n, size));
      for (index_t& value : values) {
        for (const index_t bad : wrong) {
          value = bad;
          EXPECT_FALSE(Passes::all_inside(values.data(), n, size)) << bad << ' ' << size;
        }
        value = size;
        EXPECT_FALSE(Passes::all_inside(values.data(), n, size)) << size;
        value = size - 1;
        EXPECT_TRUE(Passes::all_inside(values.data(), n, size)) << size;
      }
    }
  }
  EXPECT_TRUE(Passes::all_inside(nullptr, 0, 0));
  const std::vector<index_t> zeros(40);
  EXPECT_FALSE(Passes::all_inside(zeros.data(), 40, 0));
}

TYPED_TEST(IndexPassesTest, MultiplyAndAddAndTellWhetherAllLieInside) {
  if (this->is_missing()) return;
  using Passes = TypeParam;
  for (const index_t n : {1, 3, 4, 7, 8, 9, 12, 16, 23, 512}) {
    for (const index_t stride : {index_t{1}, index_t{-3}, index_t{INT32_MAX}, index_t{INT32_MIN}}) {
      std::vector<index_t> values, sums, wanted;
      for (index_t i = 0; i < n; ++i) {
        values.push_back(i % 5 == 0 ? INT32_MAX - 1 : i);
        sums.push_back(1000 * i);
        wanted.push_back(values.back() * stride);
      }
      EXPECT_TRUE(Passes::add_offsets(sums.data(), true, values.data(), n, stride, INT32_MAX));
      EXPECT_EQ(sums, wanted);
      EXPECT_TRUE(Passes::add_offsets(sums.data(), false, values.data(), n, -7, INT32_MAX));
      for (index_t i = 0; i < n; ++i)
        wanted[static_cast<std::size_t>(i)] -= 7 * values[static_cast<std::size_t>(i)];
      EXPECT_EQ(sums, wanted);
      for (const bool first : {true, false}) {
        EXPECT_FALSE(Passes::add_offsets(sums.data(), first, values.data(), n, 1, INT32_MAX - 1));
        for (const index_t bad : {index_t{-1}, index_t{1} << 32, INT64_MIN, INT64_MAX}) {
          for (const index_t place : {index_t{0}, n / 2, n - 1}) {
            auto with_bad = values;
            with_bad[static_cast<std::size_t>(place)] = bad;
            EXPECT_FALSE(Passes::add_offsets(sums.data(), first, with_bad.data(), n, 1, INT32_MAX));
          }
        }
      }
    }
  }
}

TYPED_TEST(IndexPassesTest, AddOneValueToAllAndTellWhetherItLiesInside) {
  if (this->is_missing()) return;
  using Passes = TypeParam;
  for (const index_t n : {1, 3, 4, 7, 8, 9, 12, 16, 23, 512}) {
    for (const index_t stride : {index_t{1}, index_t{-3}, index_t{INT32_MAX}, index_t{INT32_MIN}}) {
      const auto count = static_cast<std::size_t>(n);
      std::vector<index_t> sums(count, 1000);
      const index_t five = 5;
      EXPECT_TRUE(Passes::add_offset(sums.data(), true, &five, n, stride, 6));
      EXPECT_EQ(sums, std::vector<index_t>(count, 5 * stride));
      EXPECT_TRUE(Passes::add_offset(sums.data(), false, &five, n, -7, INT32_MAX));
      EXPECT_EQ(sums, std::vector<index_t>(count, 5 * stride - 35));
      for (const bool first : {true, false})
        for (const index_t bad : {index_t{-1}, index_t{6}, index_t{1} << 32, INT64_MIN, INT64_MAX})
          EXPECT_FALSE(Passes::add_offset(sums.data(), first, &bad, n, stride, 6)) << bad;
    }
  }
}

template <class Passes, class I>
void expect_widened() {
  for (const std::size_t n : {0u, 1u, 15u, 16u, 17u, 100u}) {
    std::vector<std::byte> bytes(n * sizeof(I) + 1);
    std::vector<index_t> expected, out(n);
    for (std::size_t k = 0; k < n; ++k) {
      const I value = k % 3 == 0   ? std::numeric_limits<I>::min()
                      : k % 3 == 1 ? std::numeric_limits<I>::max()
                                   : static_cast<I>(k);
      std::memcpy(bytes.data() + 1 + k * sizeof(I), &value, sizeof(I));
      expected.push_back(static_cast<index_t>(value));
    }
    const index_t done = Passes::widen(out.data(), bytes.data() + 1, static_cast<index_t>(n),
                                       StoredInteger(ndx::dtype_of<I>()));
    const std::size_t eights = std::is_same_v<Passes, scalar::IndexPasses> ? 0 : n / 8 * 8;
    EXPECT_EQ(done, static_cast<index_t>(eights));
    for (std::size_t k = eights; k < n; ++k) expected[k] = 0;  // left to the caller
    EXPECT_EQ(out, expected) << sizeof(I);
  }
}

TYPED_TEST(IndexPassesTest, WidenEveryNarrowerType) {
  if (this->is_missing()) return;
  using Passes = TypeParam;
  expect_widened<Passes, std::int8_t>();
  expect_widened<Passes, std::int16_t>();
  expect_widened<Passes, std::int32_t>();
  expect_widened<Passes, std::uint8_t>();
  expect_widened<Passes, std::uint16_t>();
  expect_widened<Passes, std::uint32_t>();
}

}  // namespace index_passes_test
