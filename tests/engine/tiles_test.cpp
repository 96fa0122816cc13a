// Tiles: one pattern of offsets, moved to each of its base offsets once and in order.
#include "moves.hpp"

using namespace moves;

namespace tiles_test {

TEST(Tiles, MoveColumnsFromRowToRow) {
  for (const index_t count : {2, 63, 64, 65, 100, 600, 2048, 2049, 3000}) {
    const auto i = some(count, 5000, 3);
    std::vector<index_t> near, far;
    for (index_t row = 0; row < 30; ++row) {
      for (const index_t column : i) {
        near.push_back(row * 5000 + column);
        far.push_back(row * kFar + column);
      }
    }
    EXPECT_TRUE((Walk{{30, 5000}, {Slice(), i}}.moves()) == in_order(near, 0)) << count;
    // A tile that the nearest cache holds is fetched as a whole.
    const bool whole = count > 64 && count <= 2048;
    const index_t ahead = whole ? (127 + count) / count * count : 128;
    EXPECT_TRUE((Walk{{30, kFar}, {Slice(), i}}.moves()) ==
                in_order(far, static_cast<std::size_t>(ahead)))
        << count;
  }
}

TEST(Tiles, WhoseCacheLinesFollowEachOtherPrefetchNothing) {
  const auto i = some(20, kFar, 3);
  for (const index_t step : {1, 32, 33, -32, -33}) {
    std::vector<index_t> places;
    for (index_t row = 0; row < 30; ++row) {
      for (const index_t column : i) places.push_back(row * step + column);
    }
    const bool follows = step >= -32 && step <= 32;  // elements of 4 bytes
    const Walk walk{.shape = {30, kFar}, .terms = {Slice(), i}, .strides = {step, 1}};
    EXPECT_TRUE(walk.moves() == in_order(places, follows ? 0 : 128)) << step;
  }
}

// In cache, tiles of few columns of several rows are joined.
TEST(Tiles, OfFewColumnsMoveThemFromRowToRow) {
  for (const index_t rows : {2, 3, 8, 11, 12, 40, 341, 342, 1023, 1400}) {
    for (const index_t columns : {2, 3, 8, 9, 100, 513}) {
      if (rows * columns > 20'000) continue;
      const auto i = some(columns, 600, 9);
      const index_t kept = (rows + 1) / 2;
      std::vector<Walk> walks = {{{3, rows, 600}, {Slice(), Slice(None, None, 2), i}}};
      walks.push_back(walks[0]);
      walks[1].linear = {kept * (columns + 5), columns + 5, 1};
      walks.push_back(walks[0]);
      walks[2].linear = {1, 3, 3 * kept};
      walks.push_back(walks[0]);
      walks[3].linear = {-kept * columns, -columns, 1};
      for (Walk& walk : walks) {
        const Dims to = walk.linear.empty() ? Dims{kept * columns, columns, 1} : walk.linear;
        Moves expected;
        for (index_t a = 0; a < 3; ++a) {
          for (index_t b = 0; b < kept; ++b) {
            for (index_t c = 0; c < columns; ++c)
              expected.push_back(
                  {(a * rows + 2 * b) * 600 + i(c), a * to[0] + b * to[1] + c * to[2], kNothing});
          }
        }
        for (const index_t parts : {1, 3}) {
          walk.parts = parts;
          ASSERT_TRUE(walk.moves() == expected) << rows << " rows of " << columns;
        }
      }
    }
  }
}

TEST(Tiles, MoveOuterProductsInRowMajorOrder) {
  for (const index_t columns : {5, 16, 40, 600}) {
    const auto i = some(50, 700, 4);
    const auto j = some(columns, 8000, 5);
    std::vector<index_t> places;
    for (const index_t row : i) {
      for (const index_t column : j) places.push_back(row * 8000 + column);
    }
    const Walk walk{{700, 8000}, {i, j}, IndexRule::outer};
    const Moves moves = walk.moves();
    const Moves expected = in_order(places, 0);
    ASSERT_EQ(moves.size(), expected.size());
    for (std::size_t k = 0; k < moves.size(); ++k) {
      EXPECT_EQ(moves[k].from, expected[k].from);
      EXPECT_EQ(moves[k].to, expected[k].to);
    }
  }
}

TEST(Tiles, OfSeveralOuterTensorsBesideSlicesMoveEverythingOnce) {
  const auto i = some(6, 9, 6);
  const auto j = some(20, 7, 7);
  const auto k = some(33, 100, 8);
  Moves expected;
  for (index_t a = 0; a < 3; ++a) {
    for (const index_t b : i) {
      for (const index_t c : j) {
        for (const index_t d : k)
          expected.push_back(
              {((a * 9 + b) * 7 + c) * 100 + d, static_cast<index_t>(expected.size()), kNothing});
      }
    }
  }
  EXPECT_EQ((Walk{{3, 9, 7, 100}, {Slice(), i, j, k}, IndexRule::outer}.moves()), expected);
}

TEST(Tiles, ThatWouldBeTooLargeAreNotMade) {
  const auto i = some((1 << 17) + 5, 1000, 11);
  Moves moves = Walk{{2, 1000}, {Slice(), i}}.moves();
  std::sort(moves.begin(), moves.end(), [](const Moved& a, const Moved& b) { return a.to < b.to; });
  ASSERT_EQ(moves.size(), 2 * static_cast<std::size_t>(i.numel()));
  for (index_t k = 0; k < 2 * i.numel(); ++k) {
    const Moved& moved = moves[static_cast<std::size_t>(k)];
    ASSERT_EQ(moved.to, k);
    ASSERT_EQ(moved.from, k / i.numel() * 1000 + i.at(k % i.numel()));
  }
}

TEST(Tiles, FollowALinearSideOfAnyStrides) {
  const auto i = some(60, 500, 12).reshape({6, 10});
  for (const index_t rows : {index_t{500}, kFar}) {
    const auto moves =
        Walk{{4, rows}, {Slice(), i}, IndexRule::views_first, Bounds::raise, 1, {-7, 1000, 13}}
            .moves();
    ASSERT_EQ(moves.size(), 240u);
    for (index_t k = 0; k < 240; ++k) {
      const Moved& moved = moves[static_cast<std::size_t>(k)];
      EXPECT_EQ(moved.from, k / 60 * rows + i.at(k / 10 % 6, k % 10));
      EXPECT_EQ(moved.to, k / 60 * -7 + k / 10 % 6 * 1000 + k % 10 * 13);
    }
  }
}

}  // namespace tiles_test
