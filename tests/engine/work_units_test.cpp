// WorkUnits: every position is moved once, in order, and what is fetched ahead is what is moved so
// many positions later. The tensors that are indexed are layouts alone: no memory stands behind
// them.
#include <algorithm>

#include <ndx/tensor/random.hpp>

#include "support/expect.hpp"

using namespace ndx;

namespace {

struct Moved {
  index_t from;
  index_t to;
  index_t fetched;  // what is fetched meanwhile, else -1
  bool operator==(const Moved&) const = default;
};
using Moves = std::vector<Moved>;

constexpr index_t kNothing = -1;

/// What is done with an index of a tensor of that shape and elements of 4 bytes, in so many parts.
struct Walk {
  Dims shape;
  std::vector<TensorIndex> terms;
  IndexRule rule = IndexRule::views_first;
  Bounds bounds = Bounds::raise;
  index_t parts = 1;
  Dims linear = {};      // of the result; row-major if empty
  bool checked = false;  // all indices beforehand
  index_t* blocks_made = nullptr;

  [[nodiscard]] Moves moves() const {
    const IndexPlan plan = plan_index("index", rule, contiguous_layout("", shape), terms, bounds);
    const Dims strides = linear.empty() ? contiguous_strides(plan.result_shape()) : linear;
    detail::IndexedLoop loop(plan, strides);
    if (checked) loop.check_all();
    const detail::WorkUnits units(plan, loop, 4);
    Moves made;
    const auto note = [&](index_t at, index_t on, const kernel::IndexedBlock& block) {
      if (blocks_made != nullptr) ++*blocks_made;
      for (index_t k = 0; k < block.count; ++k) {
        const bool fetches = block.ahead != nullptr;
        made.push_back({at + block.offset(k), on + block.linear(k),
                        fetches ? at + block.ahead_from + block.ahead[k] : kNothing});
      }
    };
    const index_t count = units.count();
    const index_t shares = std::min(parts, count);
    for (index_t p = 0; p < shares; ++p)
      units.run(count * p / shares, count * (p + 1) / shares, detail::BlockBody(note));
    return made;
  }
};

/// Positions in order, each told what is fetched: what is moved `distance` positions later.
Moves in_order(const std::vector<index_t>& from, std::size_t distance) {
  Moves moves;
  for (std::size_t k = 0; k < from.size(); ++k) {
    const bool fetches = distance != 0 && k + distance < from.size();
    moves.push_back({from[k], static_cast<index_t>(k), fetches ? from[k + distance] : kNothing});
  }
  return moves;
}

Tensor<index_t> some(index_t count, index_t limit, std::uint64_t seed) {
  return randint<index_t>(0, limit, {count}, seed);
}

constexpr index_t kFar = index_t{1} << 23;  // elements

TEST(WorkUnits, GoThroughAListInOrderAndFetchAhead) {
  for (const index_t count : {1, 127, 128, 129, 511, 512, 513, 639, 640, 641, 1500}) {
    const auto i = some(count, 1000, 1);
    const std::vector<index_t> places(i.begin(), i.end());
    EXPECT_TRUE((Walk{{1000}, {i}}.moves()) == in_order(places, 0)) << count;
    EXPECT_TRUE((Walk{{kFar}, {i}}.moves()) == in_order(places, 128)) << count;
  }
}

TEST(WorkUnits, OfIndicesThatAreKnownToBeOffsetsAreOneAPart) {
  const auto i = some(1500, 1000, 1);
  const std::vector<index_t> places(i.begin(), i.end());
  for (const index_t parts : {1, 2, 3}) {
    index_t made = 0;
    EXPECT_TRUE(
        (Walk{.shape = {1000}, .terms = {i}, .parts = parts, .checked = true, .blocks_made = &made}
             .moves()) == in_order(places, 0));
    EXPECT_EQ(made, parts);
  }
  EXPECT_TRUE((Walk{.shape = {kFar}, .terms = {i}, .checked = true}.moves()) ==
              in_order(places, 128));
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

TEST(WorkUnits, FetchAsManyRowsAheadAsLinesAreUnderWay) {
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

TEST(WorkUnits, DoNotFetchRowsThatAreNotInOnePiece) {
  const auto i = some(700, 1000, 2);
  for (const Moved& moved : Walk{{1000, kFar}, {i, Slice(None, None, 2)}}.moves())
    ASSERT_EQ(moved.fetched, kNothing);
}

TEST(WorkUnits, MoveColumnsAsOneTileFromRowToRow) {
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

TEST(WorkUnits, MoveOuterProductsAsTilesInRowMajorOrder) {
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

TEST(WorkUnits, OfSeveralOuterTensorsBesideSlicesMoveEverythingOnce) {
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

TEST(WorkUnits, OfTilesThatAreTooLargeStillMoveEverythingOnce) {
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

TEST(WorkUnits, FollowALinearSideOfAnyStrides) {
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

}  // namespace
