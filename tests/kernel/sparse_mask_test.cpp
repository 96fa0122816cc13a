// The offsets of few set bytes, and elements that are visited at them as if they were far.
#include <random>

#include <gtest/gtest.h>

#include <ndx/kernel/mask.hpp>

#include "kernel/kernel_sample.hpp"

namespace {

using namespace ndx::kernel;
using ndx::index_t;
using sample::element;
using sample::numbered;

struct FewSet {
  FewSet(index_t size, int percent, unsigned seed) : bytes(static_cast<std::size_t>(size)) {
    std::mt19937 engine(seed);
    for (std::byte& byte : bytes) {
      if (static_cast<int>(engine() % 100) < percent)
        byte = static_cast<std::byte>(1 + engine() % 255);
    }
    for (index_t i = 0; i < size; ++i)
      if (bytes[static_cast<std::size_t>(i)] != std::byte{0}) positions.push_back(i);
  }
  [[nodiscard]] index_t count() const { return static_cast<index_t>(positions.size()); }
  [[nodiscard]] MaskRow row() const {
    return {bytes.data(), static_cast<index_t>(bytes.size()), 1, count(), true, true};
  }
  std::vector<std::byte> bytes;
  std::vector<index_t> positions;
};

/// Masks of lengths around the words and the blocks, of densities of which some are not few at all.
template <class Test>
void for_each_mask(Test test) {
  unsigned seed = 1;
  for (const index_t size : {1, 63, 64, 65, 128, 2047, 2048, 2113, 4096, 4200, 9001})
    for (const int percent : {0, 1, 5, 50, 100}) test(FewSet(size, percent, ++seed));
}

TEST(FewSet, OffsetsAreTheScalarOnesAndNoMore) {
  for_each_mask([](const FewSet& mask) {
    for (const index_t step : {index_t{1}, index_t{-3}, index_t{1} << 40}) {
      std::vector<index_t> wanted(mask.positions.size() + 3, 77);
      std::vector<index_t> got = wanted;
      MaskRow row = mask.row();
      row.count += 2;  // of which two were found before
      const index_t found = scalar::MaskRows::offsets(wanted.data(), row, 2, 1000, step);
      EXPECT_EQ(detail::offsets_row(got.data(), row, 2, 1000, step), found);
      wanted.back() = 77;
      EXPECT_EQ(got, wanted);
    }
  });
}

TEST(FewSet, FarElementsAreReadAndWrittenAsOthers) {
  sample::for_each_element_size([]<std::size_t N>() {
    for_each_mask([](const FewSet& mask) {
      for (const index_t step : {1, 2, -1}) {
        const auto size = static_cast<index_t>(mask.bytes.size());
        const index_t first = step < 0 ? size - 1 : 0;
        std::vector<std::byte> target = numbered<N>(2 * mask.bytes.size());
        std::byte* const base = target.data() + bytes_of<N>(first);
        const auto place = [&](index_t k) {
          return first + mask.positions[static_cast<std::size_t>(k)] * step;
        };

        std::vector<std::byte> read = numbered<N>(mask.positions.size() + 1, 31);
        const auto beyond = element<N>(read, mask.count());
        EXPECT_EQ(detail::compress_row<N>(read.data(), mask.row(), 0, base, step), mask.count());
        for (index_t k = 0; k < mask.count(); ++k)
          ASSERT_EQ(element<N>(read, k), element<N>(target, place(k)));
        ASSERT_EQ(element<N>(read, mask.count()), beyond);

        std::vector<std::byte> wanted = target;
        const auto put = [&](index_t k, const std::vector<std::byte>& one) {
          std::copy(one.begin(), one.end(), wanted.begin() + bytes_of<N>(place(k)));
        };
        const auto values = numbered<N>(mask.positions.size(), 57);
        for (index_t k = 0; k < mask.count(); ++k) put(k, element<N>(values, k));
        EXPECT_EQ(detail::expand_row<N>(base, mask.row(), 0, values.data(), step), mask.count());
        ASSERT_EQ(target, wanted) << N << ' ' << size << ' ' << step;

        const auto value = numbered<N>(1, 78);
        for (index_t k = 0; k < mask.count(); ++k) put(k, value);
        detail::fill_row<N>(base, mask.row(), load<N>(value.data()), step);
        ASSERT_EQ(target, wanted) << N << ' ' << size << ' ' << step;
      }
    });
  });
}

}  // namespace
