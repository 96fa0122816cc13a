// Prefetcher: what is prefetched is what is moved later, at the distance that keeps 128 lines in
// flight.
#include "moves.hpp"

using namespace moves;

namespace prefetcher_test {

TEST(Prefetcher, FetchesFewerLongRowsAhead) {
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

TEST(Prefetcher, FetchesNoRowsThatAreNotContiguous) {
  const auto i = some(700, 1000, 2);
  for (const Moved& moved : Walk{{1000, kFar}, {i, Slice(None, None, 2)}}.moves())
    ASSERT_EQ(moved.fetched, kNothing);
}

}  // namespace prefetcher_test
