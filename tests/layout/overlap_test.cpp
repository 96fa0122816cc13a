// Overlap of layouts against brute force: every byte written down and looked up.
#include <map>
#include <random>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/layout/overlap.hpp>

namespace overlap_test {

using ndx::Dims;
using ndx::index_t;
using ndx::Layout;
using ndx::overlap;
using ndx::overlaps_itself;

std::vector<index_t> offsets(const Layout& layout) {
  std::vector<index_t> result;
  for (index_t i = 0; i < ndx::numel(layout); ++i)
    result.push_back(layout.offset + ndx::offset_of_linear(layout.shape, layout.strides, i));
  return result;
}

bool holds_one_twice(const Layout& layout) {
  const std::vector<index_t> all = offsets(layout);
  return std::set<index_t>(all.begin(), all.end()).size() != all.size();
}

std::set<index_t> bytes(const Layout& layout, index_t element_bytes, index_t start) {
  std::set<index_t> result;
  for (const index_t offset : offsets(layout)) {
    for (index_t byte = 0; byte < element_bytes; ++byte)
      result.insert(start + offset * element_bytes + byte);
  }
  return result;
}

bool share_a_byte(const Layout& a, index_t a_bytes, const Layout& b, index_t b_bytes,
                  index_t distance) {
  const std::set<index_t> of_a = bytes(a, a_bytes, 0);
  for (const index_t byte : bytes(b, b_bytes, distance)) {
    if (of_a.contains(byte)) return true;
  }
  return false;
}

class RandomLayouts {
 public:
  explicit RandomLayouts(unsigned seed) : engine_(seed) {}

  index_t pick(index_t low, index_t high) {
    return std::uniform_int_distribution<index_t>(low, high)(engine_);
  }
  Layout layout(index_t most_dims, index_t most, index_t widest) {
    Layout result;
    result.offset = pick(0, 12);
    const index_t rank = pick(0, most_dims);
    for (index_t d = 0; d < rank; ++d)
      result.push_dim(pick(0, 9) == 0 ? 0 : pick(1, most), pick(-widest, widest));
    return result;
  }

 private:
  std::mt19937 engine_;
};

TEST(OverlapsItself, AgreesWithBruteForce) {
  RandomLayouts random(1);
  int overlapping = 0;
  for (int round = 0; round < 5000; ++round) {
    const Layout layout = random.layout(4, 5, 30);
    const bool expected = holds_one_twice(layout);
    overlapping += expected ? 1 : 0;
    ASSERT_EQ(overlaps_itself(layout), expected)
        << ndx::message("shape ", layout.shape, " strides ", layout.strides);
  }
  EXPECT_GT(overlapping, 500);
  EXPECT_LT(overlapping, 4500);
}

TEST(OverlapsItself, IsExactForInterleavedStrides) {
  EXPECT_FALSE(overlaps_itself({{3, 4}, {4, 3}, 0}));  // 0 3 6 9, 4 7 10 13, 8 11 14 17
  EXPECT_TRUE(overlaps_itself({{4, 5}, {4, 3}, 0}));   // 3·4 = 4·3
  EXPECT_FALSE(overlaps_itself({{2, 3, 2}, {6, 2, 1}, 0}));
  EXPECT_FALSE(overlaps_itself({{100, 99}, {100, 101}, 0}));
  EXPECT_TRUE(overlaps_itself({{102, 101}, {100, 101}, 0}));
}

TEST(OverlapsItself, HoldsForExpandedDimsAndWindows) {
  EXPECT_TRUE(overlaps_itself({{3, 4}, {0, 1}, 0}));
  EXPECT_TRUE(overlaps_itself({{3, 3}, {2, 1}, 0}));  // windows of 3, one every 2
  EXPECT_TRUE(overlaps_itself({{2, 2}, {1, 1}, 0}));
  EXPECT_TRUE(overlaps_itself({{2, 2}, {1, -1}, 0}));
  EXPECT_FALSE(overlaps_itself({{3, 3}, {3, 1}, 0}));
}

TEST(OverlapsItself, NeverHoldsForOneElementOrNone) {
  EXPECT_FALSE(overlaps_itself({{}, {}, 0}));
  EXPECT_FALSE(overlaps_itself({{1, 1}, {0, 0}, 0}));
  EXPECT_FALSE(overlaps_itself({{0, 5}, {0, 0}, 0}));
}

TEST(OverlapsItself, NeverHoldsForPermutedFlippedOrSlicedTensors) {
  EXPECT_FALSE(overlaps_itself({{4, 2, 3}, {1, 12, 4}, 0}));
  EXPECT_FALSE(overlaps_itself({{2, 3, 4}, {-12, 4, -1}, 23}));
  EXPECT_FALSE(overlaps_itself({{1000, 500}, {-2, 4000}, 0}));
  Layout deep;
  for (index_t d = 0; d < 62; ++d) deep.push_dim(2, index_t{1} << ((d * 7) % 62));
  EXPECT_FALSE(overlaps_itself(deep));
}

TEST(Overlap, AgreesWithBruteForceForEveryPairOfElementSizes) {
  RandomLayouts random(2);
  int overlapping = 0;
  for (int round = 0; round < 4000; ++round) {
    const index_t sizes[] = {1, 2, 3, 4, 8, 16};
    const index_t a_bytes = sizes[random.pick(0, 5)];
    const index_t b_bytes = sizes[random.pick(0, 5)];
    const Layout a = random.layout(3, 4, 20);
    const Layout b = random.layout(3, 4, 20);
    const index_t distance = random.pick(-100, 100);
    const bool expected = share_a_byte(a, a_bytes, b, b_bytes, distance);
    overlapping += expected ? 1 : 0;
    ASSERT_EQ(overlap(a, a_bytes, b, b_bytes, distance), expected)
        << ndx::message("shape ", a.shape, " strides ", a.strides, " offset ", a.offset, " of ",
                        a_bytes, " and shape ", b.shape, " strides ", b.strides, " offset ",
                        b.offset, " of ", b_bytes, ", distance ", distance);
  }
  EXPECT_GT(overlapping, 400);
  EXPECT_LT(overlapping, 3600);
}

TEST(Overlap, EvenAndOddElementsAreApart) {
  EXPECT_FALSE(overlap({{50}, {2}, 0}, 8, {{50}, {2}, 1}, 8, 0));
  EXPECT_TRUE(overlap({{50}, {2}, 0}, 8, {{50}, {2}, 1}, 8, 1));  // a byte further on
  EXPECT_FALSE(overlap({{50}, {2}, 0}, 8, {{50}, {-2}, 99}, 8, 0));
}

TEST(Overlap, HalvesOfAMatrixAreApart) {
  const Layout left{{100, 50}, {100, 1}, 0};
  const Layout right{{100, 50}, {100, 1}, 50};
  EXPECT_FALSE(overlap(left, 4, right, 4, 0));
  EXPECT_TRUE(overlap(left, 4, {{100, 50}, {100, 1}, 49}, 4, 0));
  EXPECT_TRUE(overlap(left, 4, {{50, 100}, {1, 100}, 0}, 4, 0));
}

TEST(Overlap, NeverHoldsWithoutElements) {
  EXPECT_FALSE(overlap({{0}, {1}, 0}, 4, {{5}, {1}, 0}, 4, 0));
  EXPECT_FALSE(overlap({{5}, {1}, 0}, 4, {{3, 0}, {1, 1}, 0}, 4, 0));
}

TEST(Overlap, OfSingleElementsGoesByTheirBytes) {
  EXPECT_TRUE(overlap({{}, {}, 0}, 4, {{}, {}, 0}, 4, 3));
  EXPECT_FALSE(overlap({{}, {}, 0}, 4, {{}, {}, 0}, 4, 4));
  EXPECT_TRUE(overlap({{}, {}, 0}, 4, {{}, {}, 0}, 1, 3));
  EXPECT_FALSE(overlap({{}, {}, 0}, 1, {{}, {}, 0}, 4, 1));
}

TEST(Overlap, AnswersAtOnceForLargeTensors) {
  const index_t million = 1000000;
  EXPECT_FALSE(overlap({{million, million}, {2 * million, 2}, 0}, 8,
                       {{million, million}, {2 * million, 2}, 1}, 8, 0));
  EXPECT_TRUE(overlap({{million, million}, {million, 1}, 0}, 8,
                      {{million, million}, {1, million}, 0}, 8, 8));
  EXPECT_FALSE(overlaps_itself({{million, million}, {1, million}, 0}));
}

}  // namespace overlap_test
