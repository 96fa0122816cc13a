// One block of gather, scatter and reduce: single elements, rows, strided rows, uneven linear
// sides.
#include <gtest/gtest.h>

#include <ndx/plan/reducer.hpp>

#include "kernel/kernel_sample.hpp"
#include "support/processor.hpp"

namespace gather_scatter_test {

using ndx::index_t;
using ndx::kernel::IndexedBlock;
using ndx::kernel::Loads;
using ndx::kernel::Stores;
using sample::element;
using sample::LoopOf;
using sample::numbered;

using Offsets = std::vector<index_t>;
using Places =
    std::vector<std::pair<index_t, index_t>>;  // indexed, linear, in the order of writing

IndexedBlock block_of(const Offsets& offsets, index_t step) {
  return {static_cast<index_t>(offsets.size()), offsets.data(), step, nullptr};
}

/// Runs gather_block one way and scatter_block the other, against a list of places.
template <std::size_t N>
void expect_moves(const IndexedBlock& block, const LoopOf<2>& row, const Places& places) {
  const auto bytes = static_cast<index_t>(N);
  const std::size_t count = 700;
  const auto from = numbered<N>(count);
  const auto before = numbered<N>(count, 120);

  auto gathered = before;
  auto expected = before;
  for (const auto& [indexed, linear] : places)
    std::copy_n(from.begin() + indexed * bytes, bytes, expected.begin() + linear * bytes);
  ndx::kernel::gather_block<N>(gathered.data(), from.data(), block, row);
  EXPECT_EQ(gathered, expected) << N;
  if (processor::runs_avx512()) {
    gathered = before;
    ndx::kernel::gather_block<N>(gathered.data(), from.data(), block, row, Stores::cached,
                                 Loads::hardware_gather);
    EXPECT_EQ(gathered, expected) << N;
  }

  auto scattered = before;
  expected = before;
  for (const auto& [indexed, linear] : places)
    std::copy_n(from.begin() + linear * bytes, bytes, expected.begin() + indexed * bytes);
  ndx::kernel::scatter_block<N>(scattered.data(), from.data(), block, row);
  EXPECT_EQ(scattered, expected) << N;
}

const LoopOf<2> kElement{{}, {{}, {}}};

TEST(GatherAndScatter, MoveSingleElements) {
  const Offsets offsets{5, 0, 7, 5};
  sample::for_each_element_size([&]<std::size_t N>() {
    expect_moves<N>(block_of(offsets, 1), kElement, {{5, 0}, {0, 1}, {7, 2}, {5, 3}});
    expect_moves<N>(block_of(offsets, 3), kElement, {{5, 0}, {0, 3}, {7, 6}, {5, 9}});
  });
}

TEST(GatherAndScatter, MoveBlocksOfAnyLengthFromNearAndFar) {
  sample::for_each_element_size([]<std::size_t N>() {
    for (const index_t count : {0, 1, 7, 8, 9, 15, 16, 17, 63, 511, 512}) {
      Offsets offsets;
      Places places;
      for (index_t k = 0; k < count; ++k) {
        offsets.push_back(k * 37 % 600);
        places.emplace_back(k * 37 % 600, k);
      }
      IndexedBlock block = block_of(offsets, 1);
      expect_moves<N>(block, kElement, places);
      block.ahead = offsets.data();
      block.ahead_from = -3;
      expect_moves<N>(block, kElement, places);
    }
  });
}

TEST(GatherAndScatter, MoveRowsOfEveryLength) {
  const Offsets offsets{9, 40, 300, 9, 1, 250, 30, 77, 12, 150};
  for (index_t length = 1; length <= 40; ++length) {
    for (const index_t step : {length, length + 2}) {
      Places places;
      for (std::size_t k = 0; k < offsets.size(); ++k) {
        for (index_t j = 0; j < length; ++j)
          places.emplace_back(offsets[k] + j, static_cast<index_t>(k) * step + j);
      }
      sample::for_each_element_size([&]<std::size_t N>() {
        expect_moves<N>(block_of(offsets, step), {{length}, {{1}, {1}}}, places);
      });
    }
  }
}

TEST(GatherAndScatter, TakeAnUnevenLinearSideFromATable) {
  const Offsets offsets{1, 2, 3};
  const Offsets table{10, 0, 40};
  sample::for_each_element_size([&]<std::size_t N>() {
    expect_moves<N>({3, offsets.data(), 1, table.data()}, kElement, {{1, 10}, {2, 0}, {3, 40}});
    expect_moves<N>({3, offsets.data(), 1, table.data()}, {{2}, {{1}, {1}}},
                    {{1, 10}, {2, 11}, {2, 0}, {3, 1}, {3, 40}, {4, 41}});
  });
}

TEST(GatherAndScatter, MoveWholeRows) {
  const Offsets offsets{10, 0};
  sample::for_each_element_size([&]<std::size_t N>() {
    expect_moves<N>(block_of(offsets, 3), {{3}, {{1}, {1}}},
                    {{10, 0}, {11, 1}, {12, 2}, {0, 3}, {1, 4}, {2, 5}});
  });
}

TEST(GatherAndScatter, MoveStridedRows) {
  const Offsets offsets{20, 3};
  sample::for_each_element_size([&]<std::size_t N>() {
    expect_moves<N>(block_of(offsets, 4), {{2}, {{-2}, {1}}}, {{20, 0}, {18, 1}, {3, 4}, {1, 5}});
    expect_moves<N>(block_of(offsets, 4), {{2, 2}, {{10, 1}, {1, 2}}},
                    {{20, 0}, {21, 2}, {30, 1}, {31, 3}, {3, 4}, {4, 6}, {13, 5}, {14, 7}});
  });
}

TEST(GatherAndScatter, MoveRowsOfEveryLengthFromFarAway) {
  Offsets offsets, ahead;
  for (index_t k = 0; k < 40; ++k) offsets.push_back(k * 7 % 40);
  for (index_t k = 0; k < 40; ++k) ahead.push_back(k * 11 % 40 + 2);
  for (const index_t length : {1, 2, 3, 4, 5, 8, 12, 16}) {
    Places places;
    for (index_t k = 0; k < 40; ++k) {
      for (index_t j = 0; j < length; ++j)
        places.emplace_back(offsets[static_cast<std::size_t>(k)] + j, k * 17 + j);
    }
    sample::for_each_element_size([&]<std::size_t N>() {
      IndexedBlock block = block_of(offsets, 17);
      expect_moves<N>(block, {{length}, {{1}, {1}}}, places);
      block.ahead = ahead.data();
      block.ahead_from = -2;
      expect_moves<N>(block, {{length}, {{1}, {1}}}, places);
    });
  }
}

TEST(Gather, PastTheCachesGivesTheSame) {
  const Offsets offsets{70, 0, 3, 70, 120};
  const auto from = numbered<4>(400);
  for (const index_t length : {1, 4, 15, 16, 17, 32, 64, 80}) {
    const LoopOf<2> row{{length}, {{1}, {1}}};
    for (const std::size_t start : {0u, 4u, 16u, 32u, 64u}) {
      alignas(64) std::byte got[2048] = {};
      std::vector<std::byte> expected(2048);
      for (std::size_t k = 0; k < offsets.size(); ++k)
        std::copy_n(
            from.begin() + offsets[k] * 4, length * 4,
            expected.begin() + static_cast<index_t>(start) + static_cast<index_t>(k) * length * 4);
      ndx::kernel::gather_block<4>(got + start, from.data(), block_of(offsets, length), row,
                                   ndx::kernel::Stores::streamed);
      ndx::kernel::finish_streaming();
      EXPECT_TRUE(std::equal(expected.begin(), expected.end(), got)) << length << ' ' << start;
    }
  }
}

TEST(Scatter, LastOfDuplicatesWins) {
  const Offsets offsets{2, 2, 0, 2};
  std::vector<std::byte> target(3);
  const std::vector<std::byte> values{std::byte{1}, std::byte{2}, std::byte{3}, std::byte{4}};
  ndx::kernel::scatter_block<1>(target.data(), values.data(), block_of(offsets, 1), kElement);
  EXPECT_EQ(target, (std::vector<std::byte>{std::byte{3}, std::byte{0}, std::byte{4}}));
}

TEST(Fill, WritesOneValueToEveryElementOfABlock) {
  const Offsets offsets{3, 1};
  std::vector<std::byte> target(5);
  const std::byte value{9};
  ndx::kernel::fill_block<1>(target.data(), &value, block_of(offsets, 0), kElement);
  EXPECT_EQ(target, (std::vector<std::byte>{std::byte{0}, std::byte{9}, std::byte{0}, std::byte{9},
                                            std::byte{0}}));
}

TEST(Fill, WritesOneValueToRowsOfAnyLengthAndStride) {
  const Offsets offsets{3000, 0};
  const std::vector<std::byte> value{std::byte{1}, std::byte{2}, std::byte{3}};
  for (const index_t stride : {1, 2}) {
    for (const index_t size : {0, 1, 2, 700, 1000}) {
      const LoopOf<2> row{{size}, {{stride}, {0}}};
      std::vector<std::byte> target(3 * 6000);
      std::vector<std::byte> expected = target;
      for (const index_t offset : offsets) {
        for (index_t i = 0; i < size; ++i)
          std::copy_n(value.begin(), 3, expected.begin() + 3 * (offset + i * stride));
      }
      ndx::kernel::fill_block<3>(target.data(), value.data(), block_of(offsets, 0), row);
      EXPECT_EQ(target, expected) << size << ' ' << stride;
    }
  }
}

TEST(Fill, WritesOneValueToRowsOfTwoDims) {
  const Offsets offsets{1, 20};
  const std::int32_t value = 7;
  std::vector<std::int32_t> target(40);
  std::vector<std::int32_t> expected = target;
  for (const int offset : {1, 20}) {
    for (const int at : {0, 2, 5, 7, 10, 12}) expected[static_cast<std::size_t>(offset + at)] = 7;
  }
  const LoopOf<2> row{{3, 2}, {{5, 2}, {0, 0}}};
  ndx::kernel::fill_block<4>(reinterpret_cast<std::byte*>(target.data()),
                             reinterpret_cast<const std::byte*>(&value), block_of(offsets, 0), row);
  EXPECT_EQ(target, expected);
}

TEST(Reduce, CountsDuplicatesEachInTurn) {
  const Offsets offsets{2, 2, 0, 2};
  std::vector<int> target{100, 200, 300};
  const std::vector<int> values{1, 2, 3, 4};
  ndx::kernel::reduce_block(target.data(), values.data(), block_of(offsets, 1), kElement,
                            std::plus<int>());
  EXPECT_EQ(target, (std::vector<int>{103, 200, 307}));
  // In order: 300, then twice times ten plus the value, is not the same the other way round.
  const auto append = [](int a, int b) { return a * 10 + b; };
  ndx::kernel::reduce_block(target.data(), values.data(), block_of(offsets, 1), kElement, append);
  EXPECT_EQ(target, (std::vector<int>{1033, 200, 307124}));
}

TEST(Reduce, OfAnElementHitOverAndOverKeepsTheOrder) {
  std::vector<index_t> target(5, 1), expected(5, 1), values;
  Offsets offsets;
  for (index_t k = 0; k < 100; ++k) {
    offsets.push_back(k < 60 ? 3 : k < 90 ? 0 : k % 5);
    values.push_back(k);
    index_t& hit = expected[static_cast<std::size_t>(offsets.back())];
    hit = (hit * 31 + k) % 1009;
  }
  ndx::kernel::reduce_block(
      target.data(), values.data(), block_of(offsets, 1), kElement,
      [](index_t there, index_t value) { return (there * 31 + value) % 1009; });
  EXPECT_EQ(target, expected);
}

TEST(Reduce, OfAnyNumberOfElementsKeepsTheOrderWhereverSomeAreHot) {
  for (const index_t count : {0, 1, 3, 4, 5, 7, 8, 4095, 4096, 4097, 9001}) {
    Offsets offsets, table;
    std::vector<index_t> values;
    for (index_t k = 0; k < count; ++k) {
      offsets.push_back(k / 1000 % 2 == 0 ? 3 : k * 7 % 50);
      table.push_back(count - 1 - k);
      values.push_back(k);
    }
    for (const bool reversed : {false, true}) {
      for (const bool far : {false, true}) {
        std::vector<index_t> target(50, 1), expected(50, 1);
        for (index_t k = 0; k < count; ++k) {
          index_t& hit = expected[static_cast<std::size_t>(offsets[static_cast<std::size_t>(k)])];
          hit = (hit * 31 + (reversed ? count - 1 - k : k)) % 1009;
        }
        IndexedBlock block = block_of(offsets, 1);
        if (reversed) block.table = table.data();
        if (far) block.ahead = block.offsets;
        ndx::kernel::reduce_block(
            target.data(), values.data(), block, kElement,
            [](index_t there, index_t value) { return (there * 31 + value) % 1009; });
        EXPECT_EQ(target, expected) << count << reversed << far;
      }
    }
  }
}

TEST(Reduce, CombinesRowsAlongAnyStrides) {
  const Offsets offsets{4, 0};
  std::vector<double> target(8, 0.5);
  const std::vector<double> values{1, 2, 3, 4};
  ndx::kernel::reduce_block(target.data(), values.data(), block_of(offsets, 2),
                            LoopOf<2>{{2}, {{2}, {1}}}, std::plus<double>());
  EXPECT_EQ(target, (std::vector<double>{3.5, 0.5, 4.5, 0.5, 1.5, 0.5, 2.5, 0.5}));
}

TEST(Reduce, CombinesLongRowsByVectorsAndFromFarAway) {
  Offsets offsets;
  for (index_t k = 0; k < 30; ++k) offsets.push_back(k * 7 % 10 * 40);
  for (const index_t length : {3, 8, 20, 40}) {
    std::vector<float> values(30 * 40), expected(400, 1.F);
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = static_cast<float>(i % 13);
    for (std::size_t k = 0; k < 30; ++k)
      for (std::size_t j = 0; j < static_cast<std::size_t>(length); ++j)
        expected[static_cast<std::size_t>(offsets[k]) + j] += values[k * 40 + j];
    for (const bool far : {false, true}) {
      std::vector<float> target(400, 1.F);
      IndexedBlock block = block_of(offsets, 40);
      if (far) block.ahead = block.offsets;
      ndx::kernel::reduce_block(target.data(), values.data(), block,
                                LoopOf<2>{{length}, {{1}, {1}}}, ndx::Reduce::Add{});
      EXPECT_EQ(target, expected) << length;
    }
  }
}

TEST(Reduce, TakesATableAndAStandingValue) {
  const Offsets offsets{0, 1, 0};
  const Offsets table{2, 0, 1};
  std::vector<int> target{0, 0};
  const std::vector<int> values{5, 6, 7};
  ndx::kernel::reduce_block(target.data(), values.data(), {3, offsets.data(), 0, table.data()},
                            kElement, std::plus<int>());
  EXPECT_EQ(target, (std::vector<int>{13, 5}));
  ndx::kernel::reduce_block(target.data(), values.data(), block_of(offsets, 0), kElement,
                            std::plus<int>());
  EXPECT_EQ(target, (std::vector<int>{23, 10}));
}

TEST(IsOnePiece, AsksForStepsOfOneOnBothSides) {
  EXPECT_TRUE(ndx::kernel::is_contiguous_row(LoopOf<2>{{3}, {{1}, {1}}}));
  EXPECT_FALSE(ndx::kernel::is_contiguous_row(LoopOf<2>{{3}, {{1}, {2}}}));
  EXPECT_FALSE(ndx::kernel::is_contiguous_row(LoopOf<2>{{3}, {{-1}, {1}}}));
  EXPECT_FALSE(ndx::kernel::is_contiguous_row(LoopOf<2>{{3, 2}, {{2, 1}, {2, 1}}}));
  EXPECT_TRUE(ndx::kernel::is_contiguous_row(kElement));
}

}  // namespace gather_scatter_test
