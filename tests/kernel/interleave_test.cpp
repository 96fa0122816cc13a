// Rows that alternate, there and back, element by element.
#include <gtest/gtest.h>

#include <ndx/kernel/move/interleave.hpp>

#include "kernel/kernel_sample.hpp"
#include "support/processor.hpp"

namespace interleave_test {

using namespace ndx::kernel;
using ndx::index_t;
using sample::element;
using sample::numbered;

using Interleave = decltype(&avx2::interleave_rows);

/// So many rows of `count` elements, gaps between them, against one row in which they alternate.
template <std::size_t N>
void interleaves(Interleave interleave_rows, index_t all, index_t count, bool streamed) {
  const index_t row = (count + 31) / 32 * 32;  // so that rows begin where streaming may
  const auto rows = numbered<N>(static_cast<std::size_t>(all * row));
  const auto bytes = static_cast<std::size_t>(all * row) * N;
  alignas(64) static std::byte memory[4 * 2000 * 8];
  ASSERT_LE(bytes, sizeof(memory));
  const auto size = static_cast<index_t>(N);

  const index_t moved =
      interleave_rows(memory, rows.data(), true, all, row * size, size, count, streamed);
  finish_streaming();
  ASSERT_GT(moved, count - 32 / size);
  const std::vector<std::byte> interleaved(memory, memory + all * count * size);
  for (index_t i = 0; i < moved; ++i)
    for (index_t k = 0; k < all; ++k)
      ASSERT_EQ(element<N>(interleaved, i * all + k), element<N>(rows, k * row + i))
          << all << ' ' << N;

  ASSERT_EQ(
      interleave_rows(memory, interleaved.data(), false, all, row * size, size, count, streamed),
      moved);
  finish_streaming();
  const std::vector<std::byte> separate(memory, memory + bytes);
  for (index_t i = 0; i < moved; ++i)
    for (index_t k = 0; k < all; ++k)
      ASSERT_EQ(element<N>(separate, k * row + i), element<N>(rows, k * row + i))
          << all << ' ' << N;
}

void interleaves_all(Interleave rows_of) {
  for (index_t rows = 2; rows <= kMaxRows; ++rows)
    for (const index_t count : {0, 1, 3, 4, 31, 32, 33, 100, 1000, 1024})
      for (const bool streamed : {false, true}) {
        interleaves<1>(rows_of, rows, count, streamed);
        interleaves<2>(rows_of, rows, count, streamed);
        interleaves<4>(rows_of, rows, count, streamed);
        interleaves<8>(rows_of, rows, count, streamed);
      }
}

TEST(InterleaveRows, AlternatesTheirElementsAndSeparatesThem) {
  if (portable::kShufflesBytes) interleaves_all(portable::interleave_rows);
  if (processor::runs_avx2()) interleaves_all(avx2::interleave_rows);
}

}  // namespace interleave_test
