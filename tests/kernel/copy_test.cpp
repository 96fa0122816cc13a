// Copying and filling elements of 1 to 16 bytes along any strides.
#include <gtest/gtest.h>

#include <ndx/kernel/move/copy.hpp>
#include <ndx/kernel/move/fill.hpp>

#include "kernel/kernel_sample.hpp"

namespace copy_test {

using ndx::index_t;
using sample::element;
using sample::LoopOf;
using sample::numbered;

template <std::size_t N>
void expect_copied(const LoopOf<2>& loop, index_t to, index_t from,
                   const std::vector<std::pair<index_t, index_t>>& moves) {
  const std::vector<std::byte> source = numbered<N>(12);
  std::vector<std::byte> target = numbered<N>(12, 200);
  std::vector<std::byte> expected = target;
  for (const auto& [t, s] : moves) {
    for (std::size_t b = 0; b < N; ++b)
      expected[static_cast<std::size_t>(t) * N + b] = source[static_cast<std::size_t>(s) * N + b];
  }
  const auto bytes = static_cast<index_t>(N);
  ndx::kernel::copy_strided<N>(target.data() + to * bytes, source.data() + from * bytes, loop);
  EXPECT_EQ(target, expected) << N;
}

TEST(CopyStrided, MovesRowsAsOnePiece) {
  sample::for_each_element_size([]<std::size_t N>() {
    expect_copied<N>({{3}, {{1}, {1}}}, 2, 5, {{2, 5}, {3, 6}, {4, 7}});
    expect_copied<N>({{2, 2}, {{4, 1}, {3, 1}}}, 0, 1, {{0, 1}, {1, 2}, {4, 4}, {5, 5}});
  });
}

TEST(CopyStrided, MovesAlongAnyStrides) {
  sample::for_each_element_size([]<std::size_t N>() {
    expect_copied<N>({{3}, {{2}, {1}}}, 0, 0, {{0, 0}, {2, 1}, {4, 2}});
    expect_copied<N>({{3}, {{1}, {-3}}}, 1, 11, {{1, 11}, {2, 8}, {3, 5}});
    expect_copied<N>({{3}, {{-1}, {0}}}, 9, 4, {{9, 4}, {8, 4}, {7, 4}});
    expect_copied<N>({{2, 3}, {{3, 1}, {1, 2}}}, 0, 0,
                     {{0, 0}, {1, 2}, {2, 4}, {3, 1}, {4, 3}, {5, 5}});
  });
}

/// Copies along all strides that `source` gives, to rows `gap` elements apart, whose elements are `step`
/// apart.
template <std::size_t N>
void expect_rows_copied(const std::vector<index_t>& sizes, const std::vector<index_t>& source,
                        index_t step, index_t gap) {
  const std::size_t rank = sizes.size();
  std::vector<index_t> target(rank);
  index_t apart = step;
  for (std::size_t d = rank; d-- > 0; apart *= sizes[d]) {
    target[d] = apart;
    if (d + 1 == rank) apart += gap;
  }
  LoopOf<2> loop{sizes, {target, source}};
  constexpr index_t first = 3000;  // in the middle of the source
  std::vector<std::byte> from = numbered<N>(2 * first);
  for (std::size_t k = 0; k < from.size(); ++k) from[k] = static_cast<std::byte>(k % 251);
  std::vector<std::byte> to = numbered<N>(static_cast<std::size_t>(apart) + 1, 200);
  std::vector<std::byte> expected = to;
  std::vector<index_t> at(rank);
  for (bool more = true; more;) {
    index_t t = 0;
    index_t s = first;
    for (std::size_t d = 0; d < rank; ++d) {
      t += at[d] * target[d];
      s += at[d] * source[d];
    }
    for (std::size_t b = 0; b < N; ++b)
      expected[static_cast<std::size_t>(t) * N + b] = from[static_cast<std::size_t>(s) * N + b];
    std::size_t d = rank;
    while (d-- > 0 && ++at[d] == sizes[d]) at[d] = 0;
    more = d < rank;
  }
  ndx::kernel::copy_strided<N>(to.data(), from.data() + first * static_cast<index_t>(N), loop);
  EXPECT_TRUE(to == expected) << N << " bytes, " << sizes[0] << " of rank " << rank << ", "
                              << source[rank - 1];
}

TEST(CopyStrided, MovesShortRowsWhereverTheyLie) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const index_t count : {1, 2, 3, 5, 7, 8, 9, 16, 33, 64, 65}) {
      for (const index_t step : {1, 2}) {
        for (const index_t along : {1, 2, -1, 0}) {
          expect_rows_copied<N>({30, count}, {70, along}, step, 3);
          expect_rows_copied<N>({300, count}, {4, along}, step, 0);
          expect_rows_copied<N>({20, 3, count}, {90, 0, along}, step, 1);
          expect_rows_copied<N>({3, 20, count}, {-5, 90, along}, step, 0);
          expect_rows_copied<N>({2, 17, 3, count}, {900, -50, 7, along}, step, 2);
        }
      }
    }
  });
}

TEST(CopyStrided, MovesRowsAsOnePiecePastTheCaches) {
  for (const std::size_t count : {4096u, 5000u, 8191u}) {
    const std::vector<std::byte> source = numbered<1>(count);
    for (const std::size_t shift : {0u, 1u, 2u}) {
      std::vector<std::byte> target(count + shift);
      const auto n = static_cast<index_t>(count);
      ndx::kernel::copy_strided<1>(target.data() + shift, source.data(), LoopOf<2>{{n}, {{1}, {1}}},
                                   ndx::kernel::Stores::streamed);
      EXPECT_TRUE(
          std::equal(source.begin(), source.end(), target.begin() + static_cast<index_t>(shift)));
    }
  }
}

TEST(CopyStrided, OfRankZeroMovesOneElement) {
  sample::for_each_element_size(
      []<std::size_t N>() { expect_copied<N>({{}, {{}, {}}}, 3, 7, {{3, 7}}); });
}

TEST(CopyStrided, WithoutElementsTouchesNothing) {
  ndx::kernel::copy_strided<4>(nullptr, nullptr, LoopOf<2>{{0}, {{1}, {1}}});
  ndx::kernel::copy_strided<4>(nullptr, nullptr, LoopOf<2>{{3, 0}, {{1, 1}, {1, 1}}});
  expect_copied<8>({{3, 0}, {{1, 1}, {1, 1}}}, 0, 0, {});
}

TEST(CopyStrided, NeedsNoAlignment) {
  const std::vector<std::byte> source = numbered<1>(40);
  for (const index_t step : {1, 2}) {
    std::vector<std::byte> target(40);
    ndx::kernel::copy_strided<8>(target.data() + 1, source.data() + 3,
                                 LoopOf<2>{{2}, {{step}, {step}}});
    for (const index_t i : {index_t{0}, 8 * step}) {
      EXPECT_TRUE(
          std::equal(target.begin() + 1 + i, target.begin() + 9 + i, source.begin() + 3 + i));
    }
  }
}

template <std::size_t N>
void expect_filled(const LoopOf<1>& loop, index_t to, const std::vector<index_t>& places) {
  std::vector<std::byte> target = numbered<N>(12);
  std::vector<std::byte> expected = target;
  const std::vector<std::byte> value = numbered<N>(1, 90);
  for (const index_t place : places)
    std::copy(value.begin(), value.end(), expected.begin() + place * static_cast<index_t>(N));
  ndx::kernel::fill_strided<N>(target.data() + to * static_cast<index_t>(N), value.data(), loop);
  EXPECT_EQ(target, expected) << N;
}

TEST(FillStrided, WritesEveryElementAndNoOther) {
  sample::for_each_element_size([]<std::size_t N>() {
    expect_filled<N>({{4}, {{1}}}, 3, {3, 4, 5, 6});
    expect_filled<N>({{3}, {{-2}}}, 8, {8, 6, 4});
    expect_filled<N>({{2, 3}, {{6, 1}}}, 1, {1, 2, 3, 7, 8, 9});
    expect_filled<N>({{2, 2}, {{1, 5}}}, 0, {0, 5, 1, 6});
    expect_filled<N>({{}, {{}}}, 11, {11});
    expect_filled<N>({{0}, {{1}}}, 0, {});
    expect_filled<N>({{5, 0}, {{1, 1}}}, 0, {});
  });
}

TEST(FillStrided, OfLongRowsLeavesNothingOut) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const std::size_t count : {15u, 16u, 17u, 63u, 64u, 65u, 200u}) {
      const auto value = numbered<N>(1, 90);
      auto target = numbered<N>(count + 2);
      auto expected = target;
      for (std::size_t i = 1; i <= count; ++i)
        std::copy(value.begin(), value.end(), expected.begin() + static_cast<index_t>(i * N));
      const auto n = static_cast<index_t>(count);
      ndx::kernel::fill_strided<N>(target.data() + N, value.data(), LoopOf<1>{{n}, {{1}}});
      EXPECT_EQ(target, expected) << N << ' ' << count;
    }
  });
}

TEST(Elements, AreLoadedStoredAndMovedByteByByte) {
  sample::for_each_element_size([]<std::size_t N>() {
    std::vector<std::byte> bytes = numbered<N>(3);
    const auto second = element<N>(bytes, 1);
    ndx::kernel::store<N>(bytes.data() + 2 * N, ndx::kernel::load<N>(bytes.data() + N));
    EXPECT_EQ(element<N>(bytes, 2), second);
    ndx::kernel::move_element<N>(bytes.data(), bytes.data() + N);
    EXPECT_EQ(element<N>(bytes, 0), second);
    EXPECT_EQ(ndx::kernel::bytes_of<N>(-3), -3 * static_cast<index_t>(N));
  });
}

}  // namespace copy_test
