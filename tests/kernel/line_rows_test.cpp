// Rows of whole cache lines, gathered and scattered by each kind of vectors and by memcpy.
#include <gtest/gtest.h>

#include <ndx/kernel/index/gather_scatter.hpp>

#include "kernel/kernel_sample.hpp"
#include "support/processor.hpp"

namespace line_rows_test {

using namespace ndx::kernel;
using ndx::index_t;
using sample::numbered;

constexpr index_t kOffsets[] = {48, 0, 144, 96, 0, 240, 192};  // in floats
constexpr index_t kPositions = 7;
constexpr index_t kFloats = 304;

/// Rows of 1 to 4 lines; the other side's are `apart` floats longer.
template <class Rows>
void moves_rows(bool fetches) {
  for (index_t bytes = 64; bytes <= 256; bytes += 64) {
    for (const index_t apart : {0, 3}) {
      const index_t step = bytes / 4 + apart;
      IndexedBlock block{kPositions, kOffsets, step, nullptr};
      if (fetches) block.ahead = kOffsets;
      const auto indexed = numbered<4>(kFloats);
      auto linear = numbered<4>(static_cast<std::size_t>(kPositions * step), 99);
      auto wanted = linear;
      const auto row = [&](auto& side, index_t floats) { return side.begin() + 4 * floats; };
      for (index_t k = 0; k < kPositions; ++k)
        std::copy_n(row(indexed, kOffsets[k]), bytes, row(wanted, k * step));
      Rows::gather(linear.data(), indexed.data(), block, {bytes, 4}, false);
      ASSERT_EQ(linear, wanted) << bytes << ' ' << apart;

      auto target = numbered<4>(kFloats, 50);
      auto scattered = target;
      for (index_t k = 0; k < kPositions; ++k)
        std::copy_n(row(linear, k * step), bytes, row(scattered, kOffsets[k]));
      Rows::scatter(target.data(), linear.data(), block, {bytes, 4});
      ASSERT_EQ(target, scattered) << bytes << ' ' << apart;
    }
  }
}

TEST(LineRows, PortableOnesMoveRows) {
  moves_rows<portable::LineRows>(false);
  moves_rows<portable::LineRows>(true);
}

TEST(LineRows, CopiedOnesMoveRows) {
  moves_rows<ndx::kernel::detail::CopiedRows>(false);
  moves_rows<ndx::kernel::detail::CopiedRows>(true);
}

TEST(LineRows, ThoseForAvx2MoveRows) {
  if (!processor::runs_avx2()) return;
  moves_rows<avx2::LineRows>(false);
  moves_rows<avx2::LineRows>(true);
}

}  // namespace line_rows_test
