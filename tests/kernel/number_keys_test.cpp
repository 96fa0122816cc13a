#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/sort/number_keys.hpp>

namespace number_keys_test {

using namespace ndx;

kernel::KeyCode<std::uint32_t> code_of_floats(bool descending) {
  return kernel::key_code<std::uint32_t, true>(true, descending, 0x7F800000);
}
const std::byte* bytes(const std::vector<float>& numbers) {
  return reinterpret_cast<const std::byte*>(numbers.data());
}

/// The keys of the numbers, and whether they tell all bits.
struct Loaded {
  std::vector<std::uint32_t> keys;
  bool is_exact;

  Loaded(const std::vector<float>& numbers, bool descending) : keys(numbers.size()) {
    const auto code = code_of_floats(descending);
    is_exact = code.load(code, bytes(numbers), static_cast<index_t>(numbers.size()), keys.data());
  }
};

const float kInfinity = std::numeric_limits<float>::infinity();
const float kNan = std::numeric_limits<float>::quiet_NaN();

TEST(NumberKeys, AscendAsTheNumbersDo) {
  const std::vector<float> ascending{-kInfinity, -2.5F, -1E-40F, 0.F, 1E-40F, 7.F, kInfinity, kNan};
  const Loaded up(ascending, false);
  const Loaded down(ascending, true);
  for (std::size_t i = 1; i < ascending.size(); ++i) {
    EXPECT_LT(up.keys[i - 1], up.keys[i]) << i;
    EXPECT_GT(down.keys[i - 1], down.keys[i]) << i;
  }
}

TEST(NumberKeys, GiveBackTheNumbers) {
  std::vector<float> numbers;  // more than one run of them
  for (int i = 0; i < 200; ++i) numbers.push_back(static_cast<float>(i - 100) * 0.75F);
  for (const float number : {kInfinity, -kInfinity, -1E-40F, 1E-40F}) numbers.push_back(number);
  for (const bool descending : {false, true}) {
    const auto code = code_of_floats(descending);
    const Loaded loaded(numbers, descending);
    EXPECT_TRUE(loaded.is_exact);
    std::vector<float> found(numbers.size());
    code.store(code, loaded.keys.data(), static_cast<index_t>(numbers.size()),
               reinterpret_cast<std::byte*>(found.data()), nullptr);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      EXPECT_EQ(std::bit_cast<std::uint32_t>(found[i]), std::bit_cast<std::uint32_t>(numbers[i]));
  }
}

TEST(NumberKeys, OfEitherZeroAndOfAnyNanAreOneAndLoseBits) {
  EXPECT_EQ(Loaded({0.F}, false).keys, Loaded({-0.F}, false).keys);
  EXPECT_FALSE(Loaded({-0.F}, false).is_exact);
  for (const std::uint32_t nan :
       {0x7FC00000U, 0x7F800001U, 0xFFC00000U, 0x7FFFFFFFU, 0xFF800001U, 0xFFFFFFFFU}) {
    const Loaded loaded({std::bit_cast<float>(nan)}, false);
    EXPECT_EQ(loaded.keys, Loaded({kNan}, false).keys) << nan;
    EXPECT_FALSE(loaded.is_exact) << nan;
  }
}

TEST(NumberKeys, OfBoolsTakeAnyByteForTrue) {
  const auto code = kernel::key_code<bool, false>(false, false, 0);
  const std::byte stored[] = {std::byte{0}, std::byte{1}, std::byte{7}};
  std::uint32_t keys[3];
  EXPECT_TRUE(code.load(code, stored, 3, keys));
  EXPECT_EQ(keys[0], 0U);
  EXPECT_EQ(keys[1], 1U);
  EXPECT_EQ(keys[2], 1U);
}

}  // namespace number_keys_test
