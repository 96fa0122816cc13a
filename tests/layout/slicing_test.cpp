// Slices against Python's slice.indices, for every bound that could matter.
#include <optional>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/base/dims.hpp>
#include <ndx/layout/slicing.hpp>

namespace slicing_test {

using ndx::Dims;
using ndx::index_t;
using ndx::Layout;
using ndx::SliceRange;

using Bound = std::optional<index_t>;

/// None, -7…7, and the extremes.
std::vector<Bound> bounds() {
  std::vector<Bound> values{std::nullopt};
  for (index_t b = -7; b <= 7; ++b) values.emplace_back(b);
  for (const index_t b : {INT64_MIN, INT64_MIN + 1, INT64_MAX - 1, INT64_MAX})
    values.emplace_back(b);
  return values;
}

// Python's slice(bound, None, ±1).indices(size)[0] and slice(None, bound, ±1).indices(size)[1], for
// sizes 0…5 and the bounds above; only the sign of the step matters.
// clang-format off
constexpr int kStarts[2][6][20] = {
    {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1},
        {0, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 2, 2, 2, 2, 2, 0, 0, 2, 2},
        {0, 0, 0, 0, 0, 0, 1, 2, 0, 1, 2, 3, 3, 3, 3, 3, 0, 0, 3, 3},
        {0, 0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 4, 4, 4, 4, 0, 0, 4, 4},
        {0, 0, 0, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 5, 5, 0, 0, 5, 5},
    },
    {
        {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
        {0, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0},
        {1, -1, -1, -1, -1, -1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, -1, -1, 1, 1},
        {2, -1, -1, -1, -1, 0, 1, 2, 0, 1, 2, 2, 2, 2, 2, 2, -1, -1, 2, 2},
        {3, -1, -1, -1, 0, 1, 2, 3, 0, 1, 2, 3, 3, 3, 3, 3, -1, -1, 3, 3},
        {4, -1, -1, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 4, 4, 4, -1, -1, 4, 4},
    },
};
constexpr int kStops[2][6][20] = {
    {
        {0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0},
        {1, 0, 0, 0, 0, 0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 0, 0, 1, 1},
        {2, 0, 0, 0, 0, 0, 0, 1, 0, 1, 2, 2, 2, 2, 2, 2, 0, 0, 2, 2},
        {3, 0, 0, 0, 0, 0, 1, 2, 0, 1, 2, 3, 3, 3, 3, 3, 0, 0, 3, 3},
        {4, 0, 0, 0, 0, 1, 2, 3, 0, 1, 2, 3, 4, 4, 4, 4, 0, 0, 4, 4},
        {5, 0, 0, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 5, 5, 5, 0, 0, 5, 5},
    },
    {
        {-1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1, -1},
        {-1, -1, -1, -1, -1, -1, -1, 0, 0, 0, 0, 0, 0, 0, 0, 0, -1, -1, 0, 0},
        {-1, -1, -1, -1, -1, -1, 0, 1, 0, 1, 1, 1, 1, 1, 1, 1, -1, -1, 1, 1},
        {-1, -1, -1, -1, -1, 0, 1, 2, 0, 1, 2, 2, 2, 2, 2, 2, -1, -1, 2, 2},
        {-1, -1, -1, -1, 0, 1, 2, 3, 0, 1, 2, 3, 3, 3, 3, 3, -1, -1, 3, 3},
        {-1, -1, -1, 0, 1, 2, 3, 4, 0, 1, 2, 3, 4, 4, 4, 4, -1, -1, 4, 4},
    },
};
// clang-format on

SliceRange resolve(Bound start, Bound stop, index_t step, index_t size) {
  return ndx::resolve_slice(start.has_value(), start.value_or(0), stop.has_value(),
                            stop.value_or(0), step, size);
}

/// Python's list(range(start, stop, step)), for a small size.
std::vector<index_t> python_range(index_t start, index_t stop, index_t step) {
  std::vector<index_t> values;
  if (step > 0) {
    for (index_t i = start; i < stop; i += step) {
      values.push_back(i);
      if (step > 100) break;  // one step leaves any of these sizes
    }
  } else {
    for (index_t i = start; i > stop; i += step) {
      values.push_back(i);
      if (step < -100) break;
    }
  }
  return values;
}

std::vector<index_t> listed(const SliceRange& range) {
  std::vector<index_t> values;
  for (index_t k = 0; k < range.count; ++k)
    values.push_back(k == 0 ? range.first : values.back() + range.step);
  return values;
}

TEST(ResolveSlice, ClampsAsPythonForEverySizeBoundAndStep) {
  const std::vector<Bound> all = bounds();
  for (std::size_t size = 0; size < 6; ++size) {
    for (const index_t step : {index_t{1}, index_t{2}, index_t{3}, INT64_MAX - 1, INT64_MAX,
                               index_t{-1}, index_t{-2}, index_t{-3}, INT64_MIN, INT64_MIN + 1}) {
      const std::size_t down = step < 0 ? 1 : 0;
      for (std::size_t a = 0; a < all.size(); ++a) {
        for (std::size_t b = 0; b < all.size(); ++b) {
          const SliceRange range = resolve(all[a], all[b], step, static_cast<index_t>(size));
          EXPECT_EQ(listed(range),
                    python_range(kStarts[down][size][a], kStops[down][size][b], step))
              << "size " << size << ", bounds number " << a << " and " << b << ", step " << step;
        }
      }
    }
  }
}

TEST(ResolveSlice, TakesTheLargestSizes) {
  EXPECT_EQ(resolve({}, {}, 1, INT64_MAX).count, INT64_MAX);
  EXPECT_EQ(resolve({}, {}, -1, INT64_MAX).count, INT64_MAX);
  EXPECT_EQ(resolve({}, {}, -1, INT64_MAX).first, INT64_MAX - 1);
  EXPECT_EQ(resolve({}, {}, 2, INT64_MAX).count, 4611686018427387904);
  EXPECT_EQ(resolve(-1, {}, 1, INT64_MAX).first, INT64_MAX - 1);
  EXPECT_EQ(resolve(INT64_MIN, INT64_MAX, INT64_MAX, INT64_MAX).count, 1);
  EXPECT_EQ(resolve({}, {}, INT64_MIN, INT64_MAX).count, 1);
}

TEST(SliceDim, MovesTheOffsetAndStretchesTheStride) {
  Layout layout{{4, 6}, {6, 1}, 100};
  ndx::slice_dim(layout, 1, resolve(1, 6, 2, 6));
  EXPECT_EQ(layout.shape, (Dims{4, 3}));
  EXPECT_EQ(layout.strides, (Dims{6, 2}));
  EXPECT_EQ(layout.offset, 101);
  ndx::slice_dim(layout, 0, resolve({}, {}, -1, 4));
  EXPECT_EQ(layout.strides, (Dims{-6, 2}));
  EXPECT_EQ(layout.offset, 119);
}

TEST(SliceDim, OfNegativeAndZeroStrides) {
  Layout layout{{5, 5}, {-2, 0}, 50};
  ndx::slice_dim(layout, 0, resolve(1, {}, 2, 5));
  ndx::slice_dim(layout, 1, resolve(2, {}, 2, 5));
  EXPECT_EQ(layout.shape, (Dims{2, 2}));
  EXPECT_EQ(layout.strides, (Dims{-4, 0}));
  EXPECT_EQ(layout.offset, 48);
}

TEST(SliceDim, WithoutElementsLeavesTheOffset) {
  Layout layout{{4}, {1}, 7};
  ndx::slice_dim(layout, 0, resolve(4, {}, 1, 4));
  EXPECT_EQ(layout.shape, Dims{0});
  EXPECT_EQ(layout.offset, 7);
}

TEST(SliceDim, OfOneElementDoesNotMultiplyTheStrideOutOfRange) {
  Layout layout{{3}, {1000}, 0};
  ndx::slice_dim(layout, 0, resolve(1, {}, INT64_MAX, 3));
  EXPECT_EQ(layout.shape, Dims{1});
  EXPECT_EQ(layout.strides, Dims{1000});
  EXPECT_EQ(layout.offset, 1000);
}

TEST(SelectDim, DropsTheDimAndMovesTheOffset) {
  Layout layout{{4, 6, 2}, {12, 2, -1}, 1};
  ndx::select_dim(layout, 1, 3);
  EXPECT_EQ(layout.shape, (Dims{4, 2}));
  EXPECT_EQ(layout.strides, (Dims{12, -1}));
  EXPECT_EQ(layout.offset, 7);
  ndx::select_dim(layout, 0, 0);
  ndx::select_dim(layout, 0, 1);
  EXPECT_EQ(layout.rank(), 0U);
  EXPECT_EQ(layout.offset, 6);
}

}  // namespace slicing_test
