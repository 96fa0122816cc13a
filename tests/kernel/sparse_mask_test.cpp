// The offsets of few set bytes, and the elements there, visited as if they were far.
#include <random>

#include <gtest/gtest.h>

#include <ndx/kernel/mask/mask.hpp>

#include "kernel/kernel_sample.hpp"

namespace sparse_mask_test {

using namespace ndx::kernel;
using ndx::index_t;

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
    return {bytes.data(), static_cast<index_t>(bytes.size()), 1, count(), true};
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

TEST(FewSet, FarElementsAreVisitedInOrder) {
  constexpr std::size_t element_bytes =
      1 << 24;  // one exceeds the caches; only offsets are looked at
  for_each_mask([](const FewSet& mask) {
    for (const index_t step : {1, 2, -1}) {
      const ndx::Loop<2> loop = sample::LoopOf<2>{{mask.row().n}, {{1}, {step}}};
      std::vector<index_t> visited;
      MaskWalk walk({mask.bytes.data(), mask.bytes.data(), element_bytes, loop, mask.count()});
      while (walk.next()) {
        ASSERT_FALSE(walk.by_rows);
        for (index_t k = 0; k < walk.count; ++k) visited.push_back(walk.offsets[k] / step);
      }
      EXPECT_EQ(visited, mask.positions) << mask.row().n << ' ' << step;
    }
  });
}

}  // namespace sparse_mask_test
