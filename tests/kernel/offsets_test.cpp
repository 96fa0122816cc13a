// From index tensors to offsets: every integer type, any strides, block by block.
#include <limits>
#include <memory>
#include <tuple>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/kernel/index/offsets.hpp>

namespace offsets_test {

using ndx::DType;
using ndx::index_t;
using ndx::kernel::BlockBuffers;
using ndx::kernel::IndexCheck;
using ndx::kernel::IndexShape;
using ndx::kernel::IndexStream;
using ndx::kernel::kBlock;
using ndx::kernel::Resolve;

using Integers = std::tuple<std::int8_t, std::int16_t, std::int32_t, std::int64_t, std::uint8_t,
                            std::uint16_t, std::uint32_t, std::uint64_t, long long>;

template <class F>
void for_each_integer(F f) {
  std::apply([&](auto... value) { (f(value), ...); }, Integers{});
}

/// Indices of one type, broadcast over a shape, into a dim.
template <class I>
struct Operand {
  std::vector<I> values;
  std::vector<index_t> strides;
  index_t size;
  index_t stride = 1;
  index_t start = 0;  // the first index is values[start]
  Resolve resolve = Resolve::check;

  [[nodiscard]] IndexStream get() const {
    return {reinterpret_cast<const std::byte*>(values.data() + start),
            ndx::dtype_of<I>(),
            resolve,
            size,
            stride,
            strides.data(),
            false,
            0};
  }
};

/// All offsets, block by block as the engine asks for them; empty where one is out of bounds.
template <class... I>
std::vector<index_t> walked_offsets(const IndexShape& shape, const Operand<I>&... operands) {
  IndexStream list[] = {operands.get()..., IndexStream{}};
  for (std::size_t k = 0; k < sizeof...(I); ++k)
    list[k].equally_spaced = ndx::kernel::is_equally_spaced(shape, list[k].strides);
  index_t total = 1;
  for (std::size_t d = 0; d < shape.rank; ++d) total *= shape.sizes[d];
  const auto buffers = std::make_unique<BlockBuffers>();
  std::vector<index_t> result;
  for (index_t start = 0; start < total; start += kBlock) {
    const index_t n = total - start < kBlock ? total - start : kBlock;
    const index_t* const block =
        ndx::kernel::block_offsets(shape, list, sizeof...(I), start, n, *buffers);
    if (block == nullptr) return {};
    result.insert(result.end(), block, block + n);
  }
  return result;
}
template <class... I>
std::vector<index_t> offsets(const std::vector<index_t>& sizes, const Operand<I>&... operands) {
  return walked_offsets(IndexShape{sizes.size(), sizes.data()}, operands...);
}

TEST(BlockOffsets, AreIndexTimesStrideForEveryIntegerType) {
  for_each_integer([]<class I>(I) {
    const Operand<I> operand{{0, 3, 1, 3}, {1}, 4, 7};
    EXPECT_EQ(offsets({4}, operand), (std::vector<index_t>{0, 21, 7, 21})) << sizeof(I);
    EXPECT_EQ(offsets({4}, Operand<I>{{0, 3, 1, 3}, {1}, 4, 1}),
              (std::vector<index_t>{0, 3, 1, 3}));
    EXPECT_EQ(offsets({4}, Operand<I>{{0, 3, 1, 3}, {1}, 4, 0}),
              (std::vector<index_t>{0, 0, 0, 0}));
    EXPECT_EQ(offsets({4}, Operand<I>{{0, 3, 1, 3}, {1}, 4, -2}),
              (std::vector<index_t>{0, -6, -2, -6}));
  });
}

TEST(BlockOffsets, WrapNegativesOfEverySignedType) {
  for_each_integer([]<class I>(I) {
    if constexpr (std::is_signed_v<I>) {
      EXPECT_EQ(offsets({4}, Operand<I>{{-1, 0, -5, 4}, {1}, 5, 10}),
                (std::vector<index_t>{40, 0, 0, 40}));
      EXPECT_EQ(offsets({2}, Operand<I>{{-1, -5}, {1}, 5, 1}), (std::vector<index_t>{4, 0}));
    }
  });
}

TEST(BlockOffsets, AreRightForRowsAndColumnsOfIndicesOfEveryLength) {
  for_each_integer([]<class I>(I) {
    for (const index_t columns : {1, 2, 3, 23, 24, 25, 100}) {
      const index_t rows = 700 / columns;
      std::vector<I> of_row;
      std::vector<I> of_column;
      for (index_t i = 0; i < rows; ++i) of_row.push_back(static_cast<I>(i * 7 % 90));
      for (index_t j = 0; j < columns; ++j) of_column.push_back(static_cast<I>(j * 11 % 50));
      const auto result = offsets({rows, columns}, Operand<I>{of_row, {1, 0}, 90, 1000},
                                  Operand<I>{of_column, {0, 1}, 50, -3});
      ASSERT_EQ(result.size(), static_cast<std::size_t>(rows * columns));
      for (index_t i = 0; i < rows * columns; ++i) {
        ASSERT_EQ(result[static_cast<std::size_t>(i)],
                  i / columns * 7 % 90 * 1000 - i % columns * 11 % 50 * 3)
            << columns << " at " << i;
      }
      of_column.back() = I{50};
      EXPECT_TRUE(offsets({rows, columns}, Operand<I>{of_row, {1, 0}, 90, 1000},
                          Operand<I>{of_column, {0, 1}, 50, -3})
                      .empty());
    }
  });
}

TEST(BlockOffsets, DoNotWriteOverTheIndexTensor) {
  Operand<index_t> operand{{-1, 0, -5, 4}, {1}, 5, 1};
  EXPECT_EQ(offsets({4}, operand), (std::vector<index_t>{4, 0, 0, 4}));
  EXPECT_EQ(operand.values, (std::vector<index_t>{-1, 0, -5, 4}));
}

TEST(BlockOffsets, RefuseEveryKindOfIndexOutOfBounds) {
  for_each_integer([]<class I>(I) {
    EXPECT_TRUE(offsets({1}, Operand<I>{{5}, {1}, 5}).empty());
    EXPECT_TRUE(offsets({1}, Operand<I>{{0}, {1}, 0}).empty());
    EXPECT_TRUE(offsets({1}, Operand<I>{{std::numeric_limits<I>::max()}, {1}, 5}).empty());
    if constexpr (std::is_signed_v<I>) {
      EXPECT_TRUE(offsets({1}, Operand<I>{{-6}, {1}, 5}).empty());
      EXPECT_TRUE(offsets({1}, Operand<I>{{-1}, {1}, 0}).empty());
      EXPECT_TRUE(offsets({1}, Operand<I>{{std::numeric_limits<I>::min()}, {1}, 5}).empty());
    }
  });
}

TEST(BlockOffsets, NeverTakeALargeUint64ForANegative) {
  const std::uint64_t minus_one = UINT64_MAX;  // the bits of -1
  EXPECT_TRUE(offsets({1}, Operand<std::uint64_t>{{minus_one}, {1}, 5}).empty());
  EXPECT_TRUE(offsets({1}, Operand<std::uint64_t>{{minus_one - 4}, {1}, 5}).empty());
  EXPECT_TRUE(
      offsets({1}, Operand<std::uint64_t>{{std::uint64_t{1} << 63}, {1}, INT64_MAX}).empty());
  EXPECT_TRUE(offsets({2}, Operand<std::uint64_t>{{0, minus_one}, {1}, 5}).empty());
}

TEST(BlockOffsets, FindABadIndexAnywhereInABlock) {
  for (const index_t count : {1, 2, 3, 4, 7, 8, 9, 15, 16, 17, 31, 33, 511, 512, 513, 1025}) {
    for (const index_t bad : {index_t{9}, index_t{-10}, INT64_MIN, INT64_MAX}) {
      Operand<index_t> operand{std::vector<index_t>(static_cast<std::size_t>(count), -9), {1}, 9};
      ASSERT_EQ(offsets({count}, operand),
                std::vector<index_t>(static_cast<std::size_t>(count), 0));
      for (const index_t place : {index_t{0}, count / 2, count - 1}) {
        operand.values[static_cast<std::size_t>(place)] = bad;
        EXPECT_TRUE(offsets({count}, operand).empty()) << count << ' ' << bad << ' ' << place;
        operand.values[static_cast<std::size_t>(place)] = 8;
      }
    }
  }
}

TEST(BlockOffsets, GoOnInTheNextBlock) {
  for (const index_t count : {511, 512, 513, 1023, 1024, 1025, 2000}) {
    for_each_integer([&]<class I>(I) {
      Operand<I> operand{{}, {-1}, 100, 3, count - 1};
      std::vector<index_t> expected;
      for (index_t i = 0; i < count; ++i) operand.values.push_back(static_cast<I>(i % 100));
      for (index_t i = count; i-- > 0;) expected.push_back(i % 100 * 3);
      EXPECT_EQ(offsets({count}, operand), expected) << count;
    });
  }
}

TEST(BlockOffsets, AddUpOverSeveralIndexTensors) {
  const Operand<std::int32_t> rows{{1, 0, -1}, {1}, 3, 100};
  const Operand<std::uint8_t> columns{{2, 1, 0}, {1}, 4, 10};
  const Operand<index_t> depths{{-5, 4, 3}, {1}, 5, -1};
  EXPECT_EQ(offsets({3}, rows, columns), (std::vector<index_t>{120, 10, 200}));
  EXPECT_EQ(offsets({3}, rows, columns, depths), (std::vector<index_t>{120, 6, 197}));
  EXPECT_EQ(offsets({3}, depths), (std::vector<index_t>{0, -4, -3}));
}

TEST(BlockOffsets, BroadcastIndexTensorsOverTheSpace) {
  const Operand<std::int16_t> rows{{0, 2}, {1, 0}, 3, 10};
  const Operand<index_t> columns{{1, 0, -1}, {0, 1}, 4, 1};
  EXPECT_EQ(offsets({2, 3}, rows, columns), (std::vector<index_t>{1, 0, 3, 21, 20, 23}));
}

TEST(BlockOffsets, RefuseAndWrapTheIndicesOfABroadcastTensor) {
  for_each_integer([]<class I>(I) {
    const Operand<I> good{{0, 2}, {1, 0}, 3, 10};
    const Operand<I> other{{1, 0, 3}, {0, 1}, 4, 1};
    EXPECT_EQ(offsets({2, 3}, good, other), (std::vector<index_t>{1, 0, 3, 21, 20, 23}));
    EXPECT_TRUE(offsets({2, 3}, Operand<I>{{0, 3}, {1, 0}, 3, 10}, other).empty());
    EXPECT_TRUE(offsets({2, 3}, good, Operand<I>{{1, 0, 4}, {0, 1}, 4, 1}).empty());
    if constexpr (std::is_signed_v<I>) {
      EXPECT_EQ(offsets({2, 3}, Operand<I>{{0, -1}, {1, 0}, 3, 10}, other),
                (std::vector<index_t>{1, 0, 3, 21, 20, 23}));
      EXPECT_TRUE(offsets({2, 3}, Operand<I>{{0, -4}, {1, 0}, 3, 10}, other).empty());
    }
  });
}

TEST(BlockOffsets, GoOnInTheNextBlockOfASpaceOfHigherRank) {
  // 7 × 11 × 13 = 1001 positions: blocks begin in the middle of rows.
  Operand<std::int32_t> a{{}, {1, 0, 0}, 7, 1000};
  Operand<std::uint16_t> b{{}, {0, 0, -1}, 13, 1, 12};
  for (std::int32_t i = 0; i < 7; ++i) a.values.push_back(6 - i);
  for (std::uint16_t i = 0; i < 13; ++i) b.values.push_back(i);
  std::vector<index_t> expected;
  for (index_t i = 0; i < 7; ++i) {
    for (index_t j = 0; j < 11; ++j) {
      for (index_t k = 0; k < 13; ++k) expected.push_back((6 - i) * 1000 + 12 - k);
    }
  }
  EXPECT_EQ(offsets({7, 11, 13}, a, b), expected);
}

TEST(BlockOffsets, OfRankZeroIsOneOffset) {
  EXPECT_EQ(offsets({}, Operand<std::int8_t>{{-2}, {}, 5, 7}), (std::vector<index_t>{21}));
  EXPECT_EQ(offsets({}, Operand<index_t>{{2}, {}, 5, 7}), (std::vector<index_t>{14}));
}

TEST(BlockOffsets, WithoutIndexTensorsAreZero) {
  EXPECT_EQ(offsets({3}), (std::vector<index_t>{0, 0, 0}));
}

TEST(BlockOffsets, AreUsedAsTheyAreWhereTheyAreOffsetsAlready) {
  const Operand<index_t> mask{{-70, 500, 3}, {1}, 0, 1, 0, Resolve::offsets};
  EXPECT_EQ(offsets({3}, mask), (std::vector<index_t>{-70, 500, 3}));
  const Operand<std::int8_t> other{{1, 1, -1}, {1}, 2, 1000};
  EXPECT_EQ(offsets({3}, mask, other), (std::vector<index_t>{930, 1500, 1003}));
  EXPECT_EQ(offsets({3}, other, mask), (std::vector<index_t>{930, 1500, 1003}));
}

TEST(BlockOffsets, AreIndexTimesStrideForWhatIsKnownToLieInside) {
  EXPECT_EQ(offsets({2}, Operand<std::int32_t>{{3, 1}, {1}, 5, 2, 0, Resolve::inside}),
            (std::vector<index_t>{6, 2}));
}

TEST(BlockOffsets, StillWrapWhatIsKnownToBeInBounds) {
  EXPECT_EQ(offsets({2}, Operand<index_t>{{-1, 1}, {1}, 5, 2, 0, Resolve::normalize}),
            (std::vector<index_t>{8, 2}));
}

TEST(BlockOffsets, BeginWithWhatPositionsWalk) {
  const index_t sizes[] = {2, 3};
  const index_t walked[] = {100, 0};
  const IndexShape shape{2, sizes, walked};
  EXPECT_EQ(walked_offsets(shape, Operand<index_t>{{4, 0, -1, 1, 1, 2}, {3, 1}, 5, 1}),
            (std::vector<index_t>{4, 0, 4, 101, 101, 102}));
  EXPECT_EQ(walked_offsets(shape, Operand<std::int8_t>{{4, 0, 3}, {0, 1}, 5, -10}),
            (std::vector<index_t>{-40, 0, -30, 60, 100, 70}));
  constexpr index_t skipped = ndx::kernel::kSkipped;
  EXPECT_EQ(walked_offsets(shape, Operand<int>{{4, 5, -6, 1, 1, 7}, {3, 1}, 5, 1, 0, Resolve::skip},
                           Operand<int>{{1}, {0, 0}, 5, 1000}),
            (std::vector<index_t>{1004, skipped, skipped, 1101, 1101, skipped}));
}

TEST(BlockOffsets, WalkOnInTheNextBlock) {
  const index_t sizes[] = {3, 500};
  const index_t walked[] = {-7, 11};
  const auto result = walked_offsets(IndexShape{2, sizes, walked}, Operand<int>{{2}, {0, 0}, 3, 5});
  ASSERT_EQ(result.size(), 1500u);
  for (index_t i = 0; i < 1500; ++i)
    ASSERT_EQ(result[static_cast<std::size_t>(i)], 10 - i / 500 * 7 + i % 500 * 11);
}

TEST(LookAtAll, ChecksEveryIndexOfEveryType) {
  for_each_integer([]<class I>(I) {
    for (const index_t count : {1, 512, 513, 1500}) {
      Operand<I> operand{std::vector<I>(static_cast<std::size_t>(count), I{3}), {1}, 4};
      const std::vector<index_t> sizes{count};
      const IndexShape shape{1, sizes.data()};
      const auto found = [&] { return ndx::kernel::check_all_values(shape, operand.get(), count); };
      EXPECT_EQ(found(), IndexCheck::inside);
      operand.values.back() = I{4};
      EXPECT_EQ(found(), IndexCheck::out_of_bounds);
      if constexpr (std::is_signed_v<I>) {
        operand.values.back() = I{-4};
        EXPECT_EQ(found(), IndexCheck::in_bounds);
        operand.values.front() = I{-5};
        EXPECT_EQ(found(), IndexCheck::out_of_bounds);
      }
    }
  });
  EXPECT_EQ(ndx::kernel::check_all_values({1, nullptr}, IndexStream{}, 0), IndexCheck::inside);
}

TEST(IndexAt, GivesTheValueAtAPosition) {
  const Operand<std::int16_t> operand{{3, -4, 7, -9}, {-1}, 5, 1, 3};
  const std::vector<index_t> sizes{4};
  const IndexShape shape{1, sizes.data()};
  const std::pair<index_t, bool> expected[] = {{-9, false}, {7, false}, {-4, true}, {3, true}};
  for (index_t i = 0; i < 4; ++i) {
    const auto found = ndx::kernel::index_at(shape, operand.get(), i);
    EXPECT_EQ(found.value, expected[i].first);
    EXPECT_EQ(found.in_bounds, expected[i].second);
  }
}

TEST(StridedOffsets, FollowTheStridesFromAnyPosition) {
  const index_t sizes[] = {2, 3, 4};
  const index_t strides[] = {-100, 0, 5};
  for (const index_t start : {0, 1, 5, 11, 12, 20, 23}) {
    std::vector<index_t> out(static_cast<std::size_t>(24 - start));
    ndx::kernel::strided_offsets({3, sizes}, strides, start, 24 - start, out.data());
    for (index_t i = start; i < 24; ++i)
      EXPECT_EQ(out[static_cast<std::size_t>(i - start)], i / 12 * -100 + i % 4 * 5) << start;
  }
}

TEST(StridedOffsets, RepeatRunsOfEveryLengthInEveryDim) {
  const index_t strides[] = {100000, -3000, 70, -2};
  const index_t lengths[] = {1, 2, 3, 7, 31, 32, 33, 100};
  for (const index_t rows : lengths) {
    for (const index_t columns : lengths) {
      const index_t sizes[] = {3, 2, rows, columns};
      const index_t total = 6 * rows * columns;
      for (const index_t start : {index_t{0}, columns / 2, rows * columns - 1, total - 1}) {
        const index_t n = total - start < 512 ? total - start : 512;
        std::vector<index_t> out(static_cast<std::size_t>(n) + 1, -1);
        ndx::kernel::strided_offsets({4, sizes}, strides, start, n, out.data());
        for (index_t i = 0; i < n; ++i) {
          const index_t position = start + i;
          const index_t row = position / columns;
          ASSERT_EQ(out[static_cast<std::size_t>(i)], row / rows / 2 * 100000 -
                                                          row / rows % 2 * 3000 + row % rows * 70 -
                                                          position % columns * 2)
              << rows << " x " << columns << " from " << start << " at " << i;
        }
        EXPECT_EQ(out.back(), -1);
      }
    }
  }
}

}  // namespace offsets_test
