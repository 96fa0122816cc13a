// What the door to AVX-512 says, lane by lane.
#include <bit>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/simd/avx512.hpp>

#include "support/processor.hpp"

#if NDX_X86

namespace avx512_test {

NDX_BEGIN_AVX512

using namespace ndx::kernel;
using avx512::I32x16;
using avx512::I64x8;

template <class Lane, class Vector>
std::vector<Lane> lanes(const Vector& vector) {
  std::vector<Lane> result(64 / sizeof(Lane));
  avx512::store(result.data(), vector);
  return result;
}

/// Lanes first, first + 1, … of a type.
template <class Lane>
std::vector<Lane> counted(int first) {
  std::vector<Lane> values(64 / sizeof(Lane));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<Lane>(first + static_cast<int>(i));
  return values;
}

constexpr std::uint64_t kBits = 0xA50F00000000C831U;

void finds_what_is_set() {
  std::vector<std::int8_t> bytes(64);
  for (std::size_t i = 0; i < 64; ++i) bytes[i] = (kBits >> i & 1U) != 0 ? -3 : 0;
  EXPECT_EQ(avx512::set_bits(bytes.data()), kBits);
}

template <std::size_t N, class Lane>
void expands() {
  const auto values = counted<Lane>(1);
  auto wanted = counted<Lane>(50);
  std::size_t next = 0;
  for (std::size_t i = 0; i < wanted.size(); ++i)
    if ((kBits >> i & 1U) != 0) wanted[i] = values[next++];
  EXPECT_EQ(lanes<Lane>(avx512::expand<N>(avx512::load<avx512::Widest>(counted<Lane>(50).data()),
                                          avx512::load<avx512::Widest>(values.data()), kBits)),
            wanted);
}

template <class Lane>
std::vector<Lane> packed(const std::vector<Lane>& values) {
  std::vector<Lane> result;
  for (std::size_t i = 0; i < values.size(); ++i)
    if ((kBits >> i & 1U) != 0) result.push_back(values[i]);
  return result;
}

/// The lanes that packing fills.
template <class Lane>
std::vector<Lane> filled(std::vector<Lane> all) {
  all.resize(
      static_cast<std::size_t>(std::popcount(kBits & (~std::uint64_t{0} >> (64 - all.size())))));
  return all;
}

void packs_and_permutes() {
  const auto bytes = counted<std::int8_t>(3);
  EXPECT_EQ(
      filled(lanes<std::int8_t>(avx512::pack_bytes(avx512::load<I64x8>(bytes.data()), kBits))),
      packed(bytes));
  const auto pairs = counted<std::int16_t>(3);
  EXPECT_EQ(
      filled(lanes<std::int16_t>(avx512::pack_pairs(avx512::load<I64x8>(pairs.data()), kBits))),
      packed(pairs));

  const I32x16 numbers = avx512::widen<16>(avx512::load<I64x8>(counted<std::int8_t>(0).data()));
  EXPECT_EQ(lanes<std::int32_t>(reinterpret_cast<I64x8>(numbers)), counted<std::int32_t>(16));
  const auto low = reinterpret_cast<I32x16>(avx512::load<I64x8>(counted<std::int32_t>(100).data()));
  const auto high =
      reinterpret_cast<I32x16>(avx512::load<I64x8>(counted<std::int32_t>(200).data()));
  EXPECT_EQ(lanes<std::int32_t>(reinterpret_cast<I64x8>(avx512::permute(low, high, numbers))),
            counted<std::int32_t>(200));
  EXPECT_EQ(lanes<std::int32_t>(reinterpret_cast<I64x8>(avx512::permute(low, high, numbers + 16))),
            counted<std::int32_t>(100));
}

NDX_END_AVX512

TEST(Avx512, SaysWhatTheInstructionsDo) {
  if (!processor::runs_avx512()) return;  // such a processor takes another way, tested on its own
  finds_what_is_set();
  packs_and_permutes();
  expands<1, std::int8_t>();
  expands<2, std::int16_t>();
  expands<4, std::int32_t>();
  expands<8, std::int64_t>();
}

}  // namespace avx512_test

#endif
