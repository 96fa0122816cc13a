// Masks: counting, offsets, compressing, filling. Any byte but 0 is true.
#include <gtest/gtest.h>

#include <ndx/kernel/mask/mask.hpp>

#include "kernel/kernel_sample.hpp"

namespace mask_test {

using ndx::index_t;
using ndx::kernel::count_set;
using ndx::kernel::set_offsets;
using sample::element;
using sample::LoopOf;
using sample::numbered;

std::vector<std::byte> mask_of(const std::vector<int>& values) {
  std::vector<std::byte> bytes;
  for (const int value : values) bytes.push_back(static_cast<std::byte>(value));
  return bytes;
}

/// The offsets of the set bytes, with one more element behind them that must not be written.
std::vector<index_t> offsets(const std::byte* mask, const LoopOf<2>& loop, index_t count) {
  std::vector<index_t> result(static_cast<std::size_t>(count) + 1, -999);
  set_offsets(result.data(), mask, loop, count);
  EXPECT_EQ(result.back(), -999);
  result.pop_back();
  return result;
}

TEST(CountSet, CountsAnyByteButZero) {
  const auto mask = mask_of({0, 1, 2, 0, 128, 255, 0, 1});
  EXPECT_EQ(count_set(mask.data(), LoopOf<1>{{8}, {{1}}}), 5);
  EXPECT_EQ(count_set(mask.data() + 7, LoopOf<1>{{4}, {{-2}}}), 3);  // 1 255 0 1
  EXPECT_EQ(count_set(mask.data() + 1, LoopOf<1>{{100}, {{0}}}), 100);
}

TEST(CountSet, OfRankZeroAndOfNothing) {
  const auto mask = mask_of({7, 0});
  EXPECT_EQ(count_set(mask.data(), LoopOf<1>{{}, {{}}}), 1);
  EXPECT_EQ(count_set(mask.data() + 1, LoopOf<1>{{}, {{}}}), 0);
  EXPECT_EQ(count_set(nullptr, LoopOf<1>{{0}, {{1}}}), 0);
  EXPECT_EQ(count_set(nullptr, LoopOf<1>{{4, 0}, {{1, 1}}}), 0);
}

TEST(CountSet, CountsLongRowsAndManyRows) {
  for (const index_t size : {1, 7, 8, 63, 64, 65, 255, 256, 257, 4095, 4096, 5000, 70000}) {
    std::vector<std::byte> mask(static_cast<std::size_t>(size), std::byte{3});
    EXPECT_EQ(count_set(mask.data(), LoopOf<1>{{size}, {{1}}}), size);
    mask.front() = mask.back() = std::byte{0};
    EXPECT_EQ(count_set(mask.data(), LoopOf<1>{{size}, {{1}}}), size == 1 ? 0 : size - 2);
    EXPECT_EQ(count_set(mask.data(), LoopOf<1>{{3, size}, {{0, 1}}}),
              size == 1 ? 0 : 3 * (size - 2));
  }
}

TEST(SetOffsets, AreSumsOfCoordinateTimesStride) {
  const auto mask = mask_of({1, 0, 2, 0, 0, 255});
  EXPECT_EQ(offsets(mask.data(), {{2, 3}, {{3, 1}, {10, 1}}}, 3), (std::vector<index_t>{0, 2, 12}));
  EXPECT_EQ(offsets(mask.data(), {{6}, {{1}, {-5}}}, 3), (std::vector<index_t>{0, -10, -25}));
  EXPECT_EQ(offsets(mask.data(), {{3, 2}, {{1, 3}, {1, 7}}}, 3), (std::vector<index_t>{0, 2, 9}));
}

TEST(SetOffsets, OfNothingWritesNothing) {
  const auto mask = mask_of({0, 0});
  set_offsets(nullptr, mask.data(), LoopOf<2>{{2}, {{1}, {1}}}, 0);
  set_offsets(nullptr, nullptr, LoopOf<2>{{0}, {{1}, {1}}}, 0);
}

TEST(SetOffsets, OfAllSetWritesAll) {
  const std::vector<std::byte> mask(600, std::byte{255});
  const std::vector<index_t> all = offsets(mask.data(), {{600}, {{1}, {2}}}, 600);
  for (index_t i = 0; i < 600; ++i) EXPECT_EQ(all[static_cast<std::size_t>(i)], 2 * i);
}

TEST(SetOffsets, MayBeFarApart) {
  const std::vector<std::byte> mask(100, std::byte{1});
  for (const index_t step : {index_t{1} << 31, index_t{1} << 40, -(index_t{1} << 31),
                             -(index_t{1} << 31) - 1, (index_t{1} << 31) - 1}) {
    const std::vector<index_t> all = offsets(mask.data(), {{100}, {{1}, {step}}}, 100);
    for (index_t i = 0; i < 100; ++i) EXPECT_EQ(all[static_cast<std::size_t>(i)], i * step);
  }
}

TEST(Compress, PutsWhatIsSetNextToEachOther) {
  sample::for_each_element_size([]<std::size_t N>() {
    const auto mask = mask_of({0, 1, 0, 0, 9, 255});
    const auto source = numbered<N>(12);
    std::vector<std::byte> out = numbered<N>(4, 99);
    const auto untouched = element<N>(out, 3);
    ndx::kernel::compress<N>(out.data(), mask.data(), source.data() + 11 * N,
                             LoopOf<2>{{2, 3}, {{3, 1}, {-1, -2}}}, 3);
    EXPECT_EQ(element<N>(out, 0), element<N>(source, 9));
    EXPECT_EQ(element<N>(out, 1), element<N>(source, 8));
    EXPECT_EQ(element<N>(out, 2), element<N>(source, 6));
    EXPECT_EQ(element<N>(out, 3), untouched);
  });
}

TEST(Compress, PastTheCachesIsTheSame) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const index_t period : {1, 2, 7})
      for (const index_t columns : {40, 1500}) {
        const index_t rows = 5;
        std::vector<std::byte> mask(static_cast<std::size_t>(rows * columns));
        index_t count = 0;
        for (index_t i = 0; i < rows * columns; i += period, ++count)
          mask[static_cast<std::size_t>(i)] = std::byte{9};
        const auto source = numbered<N>(static_cast<std::size_t>(rows * (columns + 1)));
        const LoopOf<2> loop{{rows, columns}, {{columns, 1}, {columns + 1, 1}}};
        std::vector<std::byte> wanted(static_cast<std::size_t>(count) * N);
        ndx::kernel::compress<N>(wanted.data(), mask.data(), source.data(), loop, count);
        for (const std::size_t shift : {0u, 32u, 1u}) {  // of the lines
          std::vector<std::byte> memory(wanted.size() + 128);
          const std::size_t past = reinterpret_cast<std::uintptr_t>(memory.data()) % 64;
          std::byte* const out = memory.data() + (64 - past) % 64 + shift;
          ndx::kernel::compress<N>(out, mask.data(), source.data(), loop, count,
                                   ndx::kernel::Stores::streamed);
          ASSERT_EQ(std::vector<std::byte>(out, out + wanted.size()), wanted) << N;
          ASSERT_EQ(out[wanted.size()], std::byte{0}) << N;
        }
      }
  });
}

TEST(Compress, OfNothingTouchesNothing) {
  ndx::kernel::compress<4>(nullptr, nullptr, nullptr, LoopOf<2>{{0}, {{1}, {1}}}, 0);
}

TEST(FillMasked, WritesUnderSetBytesOnly) {
  sample::for_each_element_size([]<std::size_t N>() {
    const auto mask = mask_of({0, 2, 0, 255, 0, 1});
    std::vector<std::byte> target = numbered<N>(12);
    const std::vector<std::byte> before = target;
    const std::vector<std::byte> value = numbered<N>(1, 77);
    ndx::kernel::fill_masked<N>(target.data(), mask.data(), value.data(),
                                LoopOf<2>{{6}, {{1}, {2}}}, 3);
    for (index_t i = 0; i < 12; ++i) {
      const bool written = i == 2 || i == 6 || i == 10;
      EXPECT_EQ(element<N>(target, i), written ? value : element<N>(before, i)) << N << ' ' << i;
    }
  });
}

/// Masks longer than what is looked at together, set at every `period`-th byte, over elements with
/// and without gaps.
TEST(Masks, OfAnyLengthServeElementsOfAnySizeAndStep) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const index_t n : {1, 31, 64, 100, 1023, 1024, 1100, 3000})
      for (const index_t period : {1, 3, 40})
        for (const index_t step : {1, 2, -1}) {
          std::vector<std::byte> mask(static_cast<std::size_t>(n));
          std::vector<index_t> set;
          for (index_t i = period / 2; i < n; i += period) {
            mask[static_cast<std::size_t>(i)] = static_cast<std::byte>(1 + i % 255);
            set.push_back(i * step);
          }
          const LoopOf<2> loop{{n}, {{1}, {step}}};
          const auto count = static_cast<index_t>(set.size());
          const index_t first = step < 0 ? n - 1 : 0;
          std::vector<std::byte> target = numbered<N>(static_cast<std::size_t>(2 * n));
          std::byte* const base = target.data() + static_cast<std::size_t>(first) * N;

          std::vector<std::byte> read = numbered<N>(set.size() + 1, 31);
          const auto beyond = element<N>(read, count);
          ndx::kernel::compress<N>(read.data(), mask.data(), base, loop, count);
          for (index_t k = 0; k < count; ++k)
            ASSERT_EQ(element<N>(read, k),
                      element<N>(target, first + set[static_cast<std::size_t>(k)]));
          ASSERT_EQ(element<N>(read, count), beyond);

          std::vector<std::byte> wanted = target;
          const auto values = numbered<N>(set.size(), 57);
          const auto copy = [&](index_t to, const std::vector<std::byte>& from, index_t k) {
            const auto one = element<N>(from, k);
            std::copy(one.begin(), one.end(),
                      wanted.begin() + (first + to) * static_cast<index_t>(N));
          };
          for (index_t k = 0; k < count; ++k) copy(set[static_cast<std::size_t>(k)], values, k);
          ndx::kernel::expand<N>(base, mask.data(), values.data(), loop, count);
          ASSERT_EQ(target, wanted) << N << ' ' << n << ' ' << period << ' ' << step;

          const auto value = numbered<N>(1, 78);
          for (const index_t to : set) copy(to, value, 0);
          ndx::kernel::fill_masked<N>(base, mask.data(), value.data(), loop, count);
          ASSERT_EQ(target, wanted) << N << ' ' << n << ' ' << period << ' ' << step;
        }
  });
}

/// Rows shorter and longer than what is worth vectors, of masks and elements with and without gaps.
void check_rows(const index_t rows, const std::vector<index_t>& lengths) {
  constexpr std::size_t N = 4;
  for (const index_t n : lengths)
    for (const index_t mask_step : {1, 3, -2, 0})
      for (const index_t step : {1, 2}) {
        const index_t row = n * 3 + 1;
        std::vector<std::byte> mask(static_cast<std::size_t>(rows * row));
        std::vector<std::byte> target = numbered<N>(static_cast<std::size_t>(rows * row));
        const index_t first = mask_step < 0 ? (n - 1) * -mask_step : 0;
        std::vector<index_t> set;
        for (index_t r = 0; r < rows; ++r)
          for (index_t i = 0; i < n; ++i) {
            if ((r * 7 + i * i * (mask_step != 0 ? 1 : 0)) % 5 > 1) continue;
            mask[static_cast<std::size_t>(r * row + first + i * mask_step)] = std::byte{9};
            set.push_back(r * row + i * step);
          }
        const bool one = rows == 1;
        const LoopOf<2> loop = one ? LoopOf<2>{{n}, {{mask_step}, {step}}}
                                   : LoopOf<2>{{rows, n}, {{row, mask_step}, {row, step}}};
        const LoopOf<1> mask_loop =
            one ? LoopOf<1>{{n}, {{mask_step}}} : LoopOf<1>{{rows, n}, {{row, mask_step}}};
        const auto count = static_cast<index_t>(set.size());
        const std::byte* const from = mask.data() + first;
        ASSERT_EQ(count_set(from, mask_loop), count);
        std::vector<std::byte> read(set.size() * N);
        ndx::kernel::compress<N>(read.data(), from, target.data(), loop, count);
        std::vector<std::byte> wanted;
        for (const index_t at : set)
          for (const std::byte byte : element<N>(target, at)) wanted.push_back(byte);
        ASSERT_EQ(read, wanted) << n << ' ' << mask_step << ' ' << step;

        const auto values = numbered<N>(set.size(), 57);
        std::vector<std::byte> put = target;
        for (std::size_t k = 0; k < set.size(); ++k)
          std::memcpy(put.data() + set[k] * index_t{N}, values.data() + k * N, N);
        ndx::kernel::expand<N>(target.data(), from, values.data(), loop, count);
        ASSERT_EQ(target, put) << n << ' ' << mask_step << ' ' << step;
        for (const index_t at : set) std::memcpy(put.data() + at * index_t{N}, values.data(), N);
        ndx::kernel::fill_masked<N>(target.data(), from, values.data(), loop, count);
        ASSERT_EQ(target, put) << n << ' ' << mask_step << ' ' << step;
      }
}

TEST(Masks, OfRowsOfAnyLengthAndStep) {
  check_rows(300, {1, 4, 11, 12, 13, 30, 1100});
  check_rows(1, {1, 4, 5, 11, 12, 13, 517, 1030});  // their last blocks are short
}

TEST(FillMasked, OfAStridedMaskAndOfNothing) {
  const auto mask = mask_of({1, 0, 0, 1});
  std::vector<std::byte> target(4);
  const std::byte value{5};
  ndx::kernel::fill_masked<1>(target.data(), mask.data(), &value,
                              LoopOf<2>{{2, 2}, {{1, 2}, {2, 1}}}, 2);
  EXPECT_EQ(target, mask_of({5, 0, 0, 5}));
  ndx::kernel::fill_masked<1>(target.data() + 3, mask.data() + 3, &value,
                              LoopOf<2>{{4}, {{-1}, {-1}}}, 2);
  EXPECT_EQ(target, mask_of({5, 0, 0, 5}));
  ndx::kernel::fill_masked<1>(nullptr, nullptr, &value, LoopOf<2>{{2, 0}, {{1, 1}, {1, 1}}}, 0);
}

}  // namespace mask_test
