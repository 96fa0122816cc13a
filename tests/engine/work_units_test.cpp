// WorkUnits: every position is moved once, in order, alone and in parts.
#include "moves.hpp"

using namespace moves;

namespace work_units_test {

TEST(WorkUnits, GoThroughAListInOrderAndFetchAhead) {
  for (const index_t count : {1, 127, 128, 129, 511, 512, 513, 639, 640, 641, 1500}) {
    const auto i = some(count, 1000, 1);
    EXPECT_TRUE((Walk{{1000}, {i}}.moves()) == in_order({i.begin(), i.end()}, 0)) << count;
    const auto far = some(count, kFar, 1);
    EXPECT_TRUE((Walk{{kFar}, {far}}.moves()) == in_order({far.begin(), far.end()}, 128)) << count;
  }
}

TEST(WorkUnits, OfIndicesThatAreKnownToBeOffsetsAreOneAPart) {
  const auto i = some(1500, 1000, 1);
  const std::vector<index_t> places(i.begin(), i.end());
  for (const index_t parts : {1, 2, 3}) {
    EXPECT_TRUE((Walk{.shape = {1000}, .terms = {i}, .parts = parts, .checked = true}.moves()) ==
                in_order(places, 0));
  }
  const auto far = some(1500, kFar, 1);
  EXPECT_TRUE((Walk{.shape = {kFar}, .terms = {far}, .checked = true}.moves()) ==
              in_order({far.begin(), far.end()}, 128));
}

TEST(WorkUnits, PrefetchNothingWhereAWindowMovesAlongAFarTensor) {
  const auto window = (arange(100).reshape({-1, 1}) + arange(16) * 4 + 5000).reshape({-1});
  const std::vector<index_t> places(window.begin(), window.end());
  EXPECT_TRUE((Walk{{kFar}, {window}}.moves()) == in_order(places, 0));
  const auto apart = window * 40;
  EXPECT_TRUE((Walk{{kFar}, {apart}}.moves()) == in_order({apart.begin(), apart.end()}, 128));
}

TEST(WorkUnits, OfIndicesThatAreNotOffsetsYetAreMadeOneByOne) {
  const auto i = some(1500, 1000, 1);
  const auto negative = some(1500, 1000, 1) - index_t{1000};
  std::vector<index_t> places, doubled;
  for (const index_t place : i) {
    places.push_back(place);
    doubled.push_back(2 * place);
  }
  Walk walk{.shape = {1000}, .terms = {i.to<std::int32_t>()}, .checked = true};
  EXPECT_TRUE(walk.moves() == in_order(places, 0));
  walk.terms = {negative};
  EXPECT_TRUE(walk.moves() == in_order(places, 0));
  walk.terms = {i.to<std::uint64_t>()};
  EXPECT_TRUE(walk.moves() == in_order(places, 0));
  walk.terms = {i, 0};
  walk.shape = {1000, 2};
  EXPECT_TRUE(walk.moves() == in_order(doubled, 0));
}

TEST(WorkUnits, InPartsAreWhatTheyAreAlone) {
  const auto i = some(1300, 4000, 9);
  const auto j = some(40, 30, 10);
  const Walk walks[] = {{{4000}, {i}},
                        {{kFar, 2}, {i}},
                        {{30, 4000}, {Slice(), i}},
                        {{30, kFar}, {j, i}, IndexRule::outer},
                        {{20, kFar, 3}, {Slice(), i}}};
  for (Walk walk : walks) {
    const Moves alone = walk.moves();
    for (const index_t parts : {2, 3, 7}) {
      walk.parts = parts;
      const Moves together = walk.moves();
      ASSERT_EQ(together.size(), alone.size());
      for (std::size_t k = 0; k < alone.size(); ++k) {
        EXPECT_EQ(together[k].from, alone[k].from);
        EXPECT_EQ(together[k].to, alone[k].to);
      }
    }
  }
}

TEST(WorkUnits, LeaveOutWhatIsSkipped) {
  for (const index_t size : {index_t{9}, kFar}) {
    const auto i = tensor<index_t>({3, size, -1, INT64_MIN, 0});
    const Moves moves = Walk{{2, size}, {Slice(), i}, IndexRule::views_first, Bounds::fill}.moves();
    EXPECT_EQ(moves, (Moves{{3, 0, kNothing},
                            {size - 1, 2, kNothing},
                            {0, 4, kNothing},
                            {size + 3, 5, kNothing},
                            {2 * size - 1, 7, kNothing},
                            {size, 9, kNothing}}));
  }
}

TEST(WorkUnits, PrefetchNothingFromAWindowOfManyElementsThatSpansFew) {
  const auto i = some(700, 1000, 1);
  std::vector<index_t> places;
  for (const index_t place : i) places.push_back(2 * place);
  const Walk walk{.shape = {1000, 9000}, .terms = {i, i}, .strides = {1, 1}};
  EXPECT_TRUE(walk.moves() == in_order(places, 0));
}

TEST(WorkUnits, RefuseWhatIsOutOfBoundsWithTheTermThatIs) {
  const auto good = some(40, 9, 13);
  const auto bad = tensor<index_t>({0, 8, 9});
  EXPECT_TRUE(expect::throws<IndexError>(
      [&] { (void)Walk{{2, 9}, {Slice(), bad}}.moves(); },
      "index: term 1: index 9 at [2] is out of bounds for dimension 1 with size 9"));
  EXPECT_TRUE(expect::throws<IndexError>(
      [&] { (void)Walk{{9, 9}, {bad, good}, IndexRule::outer}.moves(); },
      "index: term 0: index 9 at [2] is out of bounds for dimension 0 with size 9"));
}

TEST(BlockWalk, PrefetchesFewerLongRowsAhead) {
  const auto i = some(700, 1000, 2);
  std::vector<index_t> places;
  for (const index_t row : i) places.push_back(row * 100);
  const auto moves = Walk{{kFar, 100}, {i}}.moves();  // 7 lines each
  ASSERT_EQ(moves.size(), 700u);
  for (std::size_t k = 0; k < 700; ++k) {
    EXPECT_EQ(moves[k].from, places[k]);
    EXPECT_EQ(moves[k].to, static_cast<index_t>(k) * 100);
    EXPECT_EQ(moves[k].fetched, k + 18 < 700 ? places[k + 18] : kNothing);
  }
}

TEST(BlockWalk, PrefetchesNoRowsThatAreNotContiguous) {
  const auto i = some(700, 1000, 2);
  for (const Moved& moved : Walk{{1000, kFar}, {i, Slice(None, None, 2)}}.moves())
    ASSERT_EQ(moved.fetched, kNothing);
}

}  // namespace work_units_test
