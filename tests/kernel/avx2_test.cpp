// What the door to x86's vector instructions says, lane by lane.
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/simd/avx2.hpp>

#include "support/processor.hpp"

#if NDX_X86

namespace avx2_test {

NDX_BEGIN_AVX2

using namespace ndx::kernel;
using namespace ndx::kernel::avx2;
using ndx::index_t;

/// Some bytes at an odd address; half of them are negative as chars.
struct Sample {
  Sample() {
    for (std::size_t i = 0; i < sizeof(bytes); ++i) bytes[i] = static_cast<std::int8_t>(i * 37);
  }
  [[nodiscard]] const std::int8_t* at(std::size_t i) const { return bytes + 1 + i; }
  alignas(32) std::int8_t bytes[97];
};

template <class Lane, class Vector>
std::vector<Lane> lanes(Vector vector) {
  std::vector<Lane> result(sizeof(Vector) / sizeof(Lane));
  store(result.data(), vector);
  return result;
}
template <class Wide, class Lane>
std::vector<Wide> widened_by_hand(const void* from, std::size_t count) {
  std::vector<Lane> narrow(count);
  std::memcpy(narrow.data(), from, count * sizeof(Lane));
  return {narrow.begin(), narrow.end()};
}

void loads_and_widens() {
  const Sample sample;
  const std::vector<std::int8_t> bytes(sample.at(0), sample.at(32));
  EXPECT_EQ(lanes<std::int8_t>(load<I64x4>(sample.at(0))), bytes);
  EXPECT_EQ(lanes<std::int8_t>(load<I64x2>(sample.at(0))),
            std::vector<std::int8_t>(sample.at(0), sample.at(16)));
  std::int8_t halves[48];
  store_halves(halves + 32, halves, load_halves<I8x32>(sample.at(40), sample.at(3)));
  EXPECT_EQ(std::memcmp(halves + 32, sample.at(40), 16), 0);
  EXPECT_EQ(std::memcmp(halves, sample.at(3), 16), 0);
  EXPECT_EQ(lanes<std::int8_t>(load_once<I32x8>(sample.at(0))), bytes);
  EXPECT_EQ(lanes<std::int16_t>(load_widened<I16x16, std::int8_t>(sample.at(0))),
            (widened_by_hand<std::int16_t, std::int8_t>(sample.at(0), 16)));
  EXPECT_EQ(lanes<std::int32_t>(load_widened<I32x8, std::int8_t>(sample.at(0))),
            (widened_by_hand<std::int32_t, std::int8_t>(sample.at(0), 8)));
  EXPECT_EQ(lanes<std::int64_t>(load_widened<I64x4, std::int8_t>(sample.at(0))),
            (widened_by_hand<std::int64_t, std::int8_t>(sample.at(0), 4)));
  EXPECT_EQ(lanes<std::int64_t>(load_widened<I64x4, std::int32_t>(sample.at(0))),
            (widened_by_hand<std::int64_t, std::int32_t>(sample.at(0), 4)));
}

void takes_the_larger() {
  const WideU32 a{0, 1, 2, 0x80000000, UINT32_MAX, 7, 7, 0};
  const WideU32 b{0, 2, 1, 0x7FFFFFFF, 0, 7, 8, UINT32_MAX};
  EXPECT_EQ(lanes<std::uint32_t>(larger(a, b)),
            (std::vector<std::uint32_t>{0, 2, 2, 0x80000000, UINT32_MAX, 7, 8, UINT32_MAX}));
}

void streams() {
  const Sample sample;
  alignas(32) std::int8_t to[48];
  stream(to, load<I32x8>(sample.at(0)));
  stream(to + 32, load<I32x4>(sample.at(32)));
  finish_streams();
  EXPECT_EQ(std::memcmp(to, sample.at(0), sizeof(to)), 0);
}

void moves_lanes() {
  const I32x8 values = {10, 11, 12, 13, 14, 15, 16, 17};
  EXPECT_EQ(lanes<std::int32_t>(permute(values, I32x8{7, 0, 6, 1, 1, 1, 5, 2})),
            (std::vector<std::int32_t>{17, 10, 16, 11, 11, 11, 15, 12}));

  const Sample sample;
  std::vector<std::int8_t> places(32);
  std::vector<std::int8_t> shuffled(32);
  std::vector<std::int8_t> blended(32);
  for (std::size_t i = 0; i < 32; ++i) {
    places[i] = static_cast<std::int8_t>(i % 5 == 0 ? -1 : static_cast<int>(i * 7 % 16));
    const std::size_t half = i / 16 * 16;
    shuffled[i] =
        places[i] < 0 ? std::int8_t{0} : *sample.at(half + static_cast<std::size_t>(places[i]));
    blended[i] = places[i] < 0 ? *sample.at(32 + i) : *sample.at(i);
  }
  const auto by = load<I8x32>(places.data());
  EXPECT_EQ(lanes<std::int8_t>(shuffle_bytes(load<I8x32>(sample.at(0)), by)), shuffled);
  EXPECT_EQ(lanes<std::int8_t>(blend(load<I64x4>(sample.at(0)), load<I64x4>(sample.at(32)), by)),
            blended);
}

template <class Lane, class Vector>
void gives_sign_bits(const Sample& sample) {
  std::uint32_t wanted = 0;
  const auto values = widened_by_hand<std::int64_t, Lane>(sample.at(0), 32 / sizeof(Lane));
  for (std::size_t i = 0; i < values.size(); ++i) wanted |= (values[i] < 0 ? 1U : 0U) << i;
  EXPECT_EQ(sign_bits(load<Vector>(sample.at(0))), wanted);
}

void calculates_across_lanes() {
  const Sample sample;
  index_t sum = 0;
  for (std::size_t i = 0; i < 32; ++i) sum += static_cast<std::uint8_t>(*sample.at(i));
  EXPECT_EQ(add_bytes(load<U8x32>(sample.at(0))), sum);

  const I64x4 a = {3, -5, 0x7FFFFFFF, index_t{1} << 40};
  const I64x4 b = {7, 11, -0x7FFFFFFF, 9};
  EXPECT_EQ(lanes<index_t>(multiply_low(a, b)),
            (std::vector<index_t>{21, -55, -0x7FFFFFFFLL * 0x7FFFFFFFLL, 0}));
}

void handles_bits() {
  EXPECT_EQ(count_bits(0xF0000000000000A1U), 7);
  EXPECT_EQ(lowest_bit(0xF0000000000000A0U), 5);
}

NDX_END_AVX2

TEST(Avx2, SaysWhatTheInstructionsDo) {
  if (!processor::runs_avx2()) return;  // such a processor takes another way, tested on its own
  loads_and_widens();
  streams();
  takes_the_larger();
  moves_lanes();
  gives_sign_bits<std::int8_t, I8x32>(Sample());
  gives_sign_bits<std::int32_t, I32x8>(Sample());
  gives_sign_bits<std::int64_t, I64x4>(Sample());
  calculates_across_lanes();
  handles_bits();
}

}  // namespace avx2_test

#endif
