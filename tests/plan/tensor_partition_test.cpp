// Where elements lie under each kind of partition. Expected places are those of a table written by
// hand, or of coordinates divided one by one.
#include <ndx/plan/partition/tensor_partition.hpp>

#include "support/expect.hpp"

using namespace ndx;
using expect::Shape;
using expect::throws;

namespace tensor_partition_test {

Shape place(const Partition& partition, index_t element) {
  const Partition::Place at = partition.place(element);
  return {at.part, at.offset, at.run};
}

TEST(Partition, OfEqualBlocksKeepsRowsWhole) {
  const auto blocks = Partition::blocks({5, 3}, 2);  // rows 0-1, 2-3, 4
  EXPECT_EQ(blocks.count(), 3);
  EXPECT_EQ(blocks.elements(0), 6);
  EXPECT_EQ(blocks.elements(2), 3);
  EXPECT_EQ(place(blocks, 0), (Shape{0, 0, 6}));
  EXPECT_EQ(place(blocks, 7), (Shape{1, 1, 5}));
  EXPECT_EQ(place(blocks, 14),
            (Shape{2, 2, 4}));  // the last block is shorter, its runs end with it
  EXPECT_EQ(Partition::blocks({5, 3}, INT64_MAX).count(), 1);
}

TEST(Partition, OfRangesCutsRows) {
  const auto ranges = Partition::ranges({2, 5}, 4);
  EXPECT_EQ(ranges.count(), 3);
  EXPECT_EQ(ranges.elements(2), 2);
  EXPECT_EQ(place(ranges, 3), (Shape{0, 3, 1}));
  EXPECT_EQ(place(ranges, 9), (Shape{2, 1, 3}));
}

TEST(Partition, OfBoundsSkipsEmptyParts) {
  const auto bounds = Partition::bounds({4, 2}, {0, 0, 1, 1, 4});
  EXPECT_EQ(bounds.count(), 4);
  EXPECT_EQ(bounds.elements(0), 0);
  EXPECT_EQ(bounds.elements(3), 6);
  EXPECT_EQ(place(bounds, 0), (Shape{1, 0, 2}));
  EXPECT_EQ(place(bounds, 1), (Shape{1, 1, 1}));
  EXPECT_EQ(place(bounds, 2), (Shape{3, 0, 6}));
  EXPECT_EQ(place(bounds, 7), (Shape{3, 5, 1}));
}

TEST(Partition, OfAGridStoresChunksAtTheEdgeWhole) {
  const auto grid = Partition::grid({3, 5}, {2, 2});  // 2 x 3 chunks of 4 elements
  EXPECT_EQ(grid.count(), 6);
  EXPECT_EQ(grid.elements(5), 4);
  EXPECT_EQ(place(grid, 0), (Shape{0, 0, 2}));   // x[0, 0]
  EXPECT_EQ(place(grid, 4), (Shape{2, 0, 1}));   // x[0, 4]: the edge ends the run
  EXPECT_EQ(place(grid, 8), (Shape{1, 3, 1}));   // x[1, 3]
  EXPECT_EQ(place(grid, 14), (Shape{5, 0, 1}));  // x[2, 4]
}

TEST(Partition, OfAGridPlacesEveryElementByItsCoordinates) {
  const Dims shape{3, 4, 2, 5};
  for (const Dims& chunk : {Dims{2, 3, 2, 5},
                            {3, 4, 2, 5},
                            {1, 4, 1, 5},
                            {2, 2, 2, 2},
                            Dims{3, 1, 2, 7},
                            {1, 1, 1, 1}}) {
    const auto grid = Partition::grid(shape, chunk);
    for (index_t e = 0; e < 120; ++e) {
      index_t rest = e, part = 0, offset = 0;
      const index_t at[] = {e / 40, e / 10 % 4, e / 5 % 2, e % 5};
      for (std::size_t d = 0; d < 4; ++d) {
        part = part * ((shape[d] + chunk[d] - 1) / chunk[d]) + at[d] / chunk[d];
        offset = offset * chunk[d] + at[d] % chunk[d];
      }
      const Partition::Place found = grid.place(e);
      ASSERT_EQ(found.part, part) << e;
      ASSERT_EQ(found.offset, offset) << e;
      ASSERT_LE(found.offset + found.run, grid.elements(part)) << e;
      for (rest = e; rest < e + found.run; ++rest) {  // the run is one
        ASSERT_EQ(grid.place(rest).part, part) << e;
        ASSERT_EQ(grid.place(rest).offset, offset + rest - e) << e;
      }
    }
  }
}

TEST(Partition, OfATensorWithoutElementsHasPartsButNoPlaces) {
  EXPECT_EQ(Partition::blocks({0, 3}, 2).count(), 0);
  EXPECT_EQ(Partition::blocks({3, 0}, 2).count(), 2);
  EXPECT_EQ(Partition::blocks({3, 0}, 2).elements(1), 0);
  EXPECT_EQ(Partition::ranges({0}, 2).count(), 0);
  EXPECT_EQ(Partition::grid({0, 3}, {2, 2}).count(), 0);
  EXPECT_EQ(Partition::grid({}, {}).count(), 1);
  EXPECT_EQ(Partition::ranges({}, 8).count(), 1);
}

TEST(Partition, RefusesWhatIsNone) {
  EXPECT_TRUE(throws<ValueError>([] { (void)Partition::blocks({3}, 0); },
                                 "Partition::blocks: size is 0, it must be at least 1"));
  EXPECT_TRUE(throws<ValueError>([] { (void)Partition::blocks({}, 1); },
                                 "Partition::blocks: a tensor of rank 0 has no dim to divide"));
  EXPECT_TRUE(throws<ValueError>([] { (void)Partition::ranges({3}, -1); },
                                 "Partition::ranges: size is -1, it must be at least 1"));
  EXPECT_TRUE(
      throws<ValueError>([] { (void)Partition::grid({3, 4}, {2}); },
                         "Partition::grid: the chunk (2) has another rank than the shape (3, 4)"));
  EXPECT_TRUE(throws<ValueError>([] { (void)Partition::grid({3, 4}, {2, 0}); },
                                 "Partition::grid: size is 0, it must be at least 1"));
  EXPECT_TRUE(throws<ValueError>(
      [] { (void)Partition::bounds({3}, {0, 2}); },
      "Partition::bounds: the bounds (0, 2) do not begin with 0 and end with 3"));
  EXPECT_TRUE(throws<ValueError>([] { (void)Partition::bounds({3}, {0, 2, 1, 3}); },
                                 "Partition::bounds: bound 2 is 1, less than the one before, 2"));
  EXPECT_THROW((void)Partition::grid({3, 4}, {INT64_MAX, 2}), ValueError);
}

}  // namespace tensor_partition_test
