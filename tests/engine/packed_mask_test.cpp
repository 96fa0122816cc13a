// Packed masks: every part of what a mask selects, for elements of any size and masks of any density, and the
// positions of the set bits.
#include <array>
#include <complex>

#include <gtest/gtest.h>

#include <ndx/complex.hpp>
#include <ndx/engine/packed_mask.hpp>
#include <ndx/ndx.hpp>
#include <ndx/random.hpp>

#include "support/parts_in_turn.hpp"

namespace packed_mask_test {

using namespace ndx;

class PackedMasks : public ndx_test::TestOfParts {};

detail::PackedMask pack(const Tensor<bool>& mask) {
  return {reinterpret_cast<const std::byte*>(mask.data()), mask.numel()};
}

/// Compares elements first … last-1 under the mask with those of `wanted`, and checks that the element after them is
/// not written.
template <class T>
bool reads_part(const detail::PackedMask& mask, const Tensor<T>& from, index_t first, index_t last,
                const Tensor<T>& wanted) {
  const auto out = zeros<T>({last - first + 1});
  detail::compress_bits<sizeof(T)>(
      mask, first, last, reinterpret_cast<const std::byte*>(from.data()),
      reinterpret_cast<std::byte*>(out.data()), kernel::Stores::cached);
  return out(last - first) == T{} &&
         array_equal(out.narrow(0, 0, last - first), wanted.narrow(0, first, last - first));
}

template <class T>
void check_parts() {
  for (const index_t size : {1, 63, 64, 65, 200, 4096, 4097, 9000}) {
    for (const float density : {.01F, .5F, 1.F}) {
      const auto mask = rand<float>({size}) < density;
      mask(size / 2) = true;
      const auto from = (arange(size) + 1).to<T>();
      const auto wanted = from.index({mask});
      const auto packed = pack(mask);
      ASSERT_EQ(packed.count(), wanted.numel());
      const index_t step = 1 + wanted.numel() / 37;
      for (index_t first = 0; first < wanted.numel(); first += step)
        for (index_t last = first + 1; last <= wanted.numel(); last += step)
          ASSERT_TRUE(reads_part(packed, from, first, last, wanted))
              << size << " " << density << " " << first << " " << last;
    }
  }
}

TEST_F(PackedMasks, ReadEveryPartForElementsOfEachSize) {
  check_parts<std::uint8_t>();
  check_parts<std::int16_t>();
  check_parts<float>();
  check_parts<double>();
  check_parts<std::complex<double>>();
}

TEST_F(PackedMasks, AnyNonzeroByteIsTrue) {
  auto bytes = zeros<std::uint8_t>({130});
  bytes.slice(0, Slice(0, None, 3)).fill_(2);
  bytes.slice(0, Slice(1, None, 3)).fill_(128);
  const detail::PackedMask mask(reinterpret_cast<const std::byte*>(bytes.data()), 130);
  EXPECT_EQ(mask.count(), 87);
}

TEST_F(PackedMasks, PositionsAreThoseOfTheSetBits) {
  for (const index_t size : {70, 5000, 600001}) {
    for (const index_t threads : {1, 3}) {
      if (threads > 1) ndx_test::use_parts(threads);
      const auto mask = rand<float>({size}) < .3F;
      const auto packed = pack(mask);
      const UntypedTensor& offsets = packed.offsets();
      EXPECT_TRUE(
          array_equal(Tensor<index_t>(offsets.storage, Layout(offsets.layout)), flatnonzero(mask)));
      EXPECT_EQ(packed.offsets().storage.data(), offsets.storage.data());
    }
  }
}

/// Reads results that are stored past the caches, because their memory has been used before.
template <class T>
void check_large() {
  const auto from = (arange(5000001) % 251).to<T>();
  const auto mask = rand<float>({5000001}) < .8F;
  const auto wanted = from.index({mask});
  const auto packed = pack(mask);
  const auto out = zeros<T>({wanted.numel() + 1});
  detail::compress_bits<sizeof(T)>(
      packed, 0, wanted.numel(), reinterpret_cast<const std::byte*>(from.data()),
      reinterpret_cast<std::byte*>(out.data()), kernel::Stores::streamed);
  EXPECT_TRUE(array_equal(out.narrow(0, 0, wanted.numel()), wanted));
  EXPECT_EQ(out(wanted.numel()), T{});
}

TEST_F(PackedMasks, LargeResultsBypassTheCaches) {
  for (const index_t threads : {1, 3}) {
    if (threads > 1) ndx_test::use_parts(threads);
    check_large<float>();
    check_large<std::uint8_t>();
  }
}

}  // namespace packed_mask_test
