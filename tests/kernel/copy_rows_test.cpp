// Rows copied backwards, every other element, and with other steps, at every length.
#include <gtest/gtest.h>

#include <ndx/kernel/move/copy.hpp>

#include "kernel/kernel_sample.hpp"

namespace copy_rows_test {

using namespace ndx::kernel;
using ndx::index_t;
using sample::element;
using sample::LoopOf;
using sample::numbered;

constexpr index_t kLongest = 80;
constexpr auto kRoom = static_cast<std::size_t>(4 * kLongest);

/// Copies a row between the middles of two buffers and compares each element.
template <std::size_t N>
void check(index_t count, index_t to_step, index_t from_step) {
  const auto from = numbered<N>(2 * kRoom);
  auto to = numbered<N>(2 * kRoom, 99);
  auto expected = to;
  const auto middle = static_cast<index_t>(kRoom);
  for (index_t i = 0; i < count; ++i) {
    const auto one = element<N>(from, middle + i * from_step);
    std::copy(one.begin(), one.end(),
              expected.begin() + (middle + i * to_step) * static_cast<index_t>(N));
  }
  copy_strided<N>(to.data() + kRoom * N, from.data() + kRoom * N,
                  LoopOf<2>{{count}, {{to_step}, {from_step}}});
  ASSERT_EQ(to, expected) << N << ": " << count << " by " << to_step << " and " << from_step;
}

TEST(CopyRow, OfEveryLengthByEveryStep) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (index_t count = 1; count <= kLongest; ++count)
      for (const index_t from_step : {-1, 2, 1, -2, 3, 0}) {
        check<N>(count, 1, from_step);
        check<N>(count, -2, from_step);
      }
  });
}

TEST(CopyRow, OfManyBytesIsTheSameWhereverInTheirPagesTheyAre) {
  const std::size_t size = 5 * 4096;
  std::vector<std::byte> source(size);
  for (std::size_t i = 0; i < size; ++i) source[i] = static_cast<std::byte>(i * 7 + i / 251);
  for (const index_t count : {255, 256, 257, 383, 384, 511, 1000, 1151, 4096, 16384, 16385}) {
    for (const index_t further : {0, 1, 4, 31, 63, 64, 65, 2048, 4095}) {
      const std::vector<std::byte> before(2 * size, std::byte{99});
      std::vector<std::byte> target = before;
      const auto page = static_cast<index_t>((reinterpret_cast<std::uintptr_t>(source.data()) -
                                              reinterpret_cast<std::uintptr_t>(target.data())) %
                                             4096);
      const auto begin = static_cast<std::size_t>(page + further);
      ndx::kernel::detail::copy_bytes(target.data() + begin, source.data(), count);
      std::vector<std::byte> expected = before;
      std::copy_n(source.begin(), count, expected.begin() + page + further);
      EXPECT_TRUE(target == expected) << count << " bytes, " << further << " further";
      target = before;
      dispatch<detail::FallbackCopyRows, avx2::CopyRows>(
          [&](auto rows) { rows.bytes(target.data() + begin, source.data(), count); });
      EXPECT_TRUE(target == expected) << count << " bytes by vectors, " << further << " further";
    }
  }
}

/// The source ends with its last element: nothing behind it may be read.
TEST(CopyRow, EveryOtherReadsNothingBehindTheLast) {
  for (index_t count = 1; count <= kLongest; ++count) {
    const auto from = numbered<4>(static_cast<std::size_t>(2 * count - 1));
    const std::vector<std::byte> exact(from.begin(), from.end());
    std::vector<std::byte> to(static_cast<std::size_t>(4 * count));
    copy_strided<4>(to.data(), exact.data(), LoopOf<2>{{count}, {{1}, {2}}});
    EXPECT_EQ(element<4>(to, count - 1), element<4>(exact, 2 * count - 2));
  }
}

}  // namespace copy_rows_test
