// stencil_into: elements computed from those around them, compared with loops over at.
#include <ndx/half.hpp>
#include <ndx/ops/arithmetic/stencil_into.hpp>

#include "support/expect.hpp"

namespace stencil_into_test {

using expect::counting;
using expect::is;
using expect::throws;
using ndx::index_t;
using ndx::IndexError;
using ndx::ShapeError;
using ndx::Slice;
using ndx::stencil_into;
using ndx::Tensor;
using ndx::ValueError;

/// What no sum of a symmetric stencil would give: every neighbour has a weight of its own.
constexpr auto kWeighted = [](auto at) {
  return at(0, 0) + 10 * at(-1, 0) + 100 * at(1, 0) + 1000 * at(0, -1) + 10000 * at(0, 1);
};

/// Computes the stencil above by a loop over at.
void expect_weighted(const Tensor<int>& out, const Tensor<int>& in, int border) {
  const index_t rows = in.size(0), columns = in.size(1);
  for (index_t i = 0; i < rows; ++i) {
    for (index_t j = 0; j < columns; ++j) {
      const bool inside = i > 0 && j > 0 && i + 1 < rows && j + 1 < columns;
      const int expected = inside ? in.at(i, j) + 10 * in.at(i - 1, j) + 100 * in.at(i + 1, j) +
                                        1000 * in.at(i, j - 1) + 10000 * in.at(i, j + 1)
                                  : border;
      ASSERT_EQ(out.at(i, j), expected) << i << " " << j;
    }
  }
}

TEST(StencilInto, ReadsNeighboursAndKeepsTheBorder) {
  const auto t = ndx::tensor({1, 2, 4, 8, 16});
  const auto out = ndx::full({5}, -1);
  stencil_into<1>(out, [](auto at) { return at(-1) + 100 * at(1); }, t);
  EXPECT_TRUE(is(out, {5}, {-1, 401, 802, 1604, -1}));
}

TEST(StencilInto, IsTheLoopWithAnyStrides) {
  const auto dense = counting({6, 7});
  const auto padded = counting({14, 16}).index({Slice(1, 13, 2), Slice(15, 1, -2)});
  const std::vector<Tensor<int>> inputs{dense,
                                        dense.flip(1),
                                        dense.flip(0),
                                        counting({7, 6}).transpose(),
                                        padded,
                                        counting({7}).expand({6, 7}),
                                        counting({6, 1}).expand({6, 7})};
  for (const auto& in : inputs) {
    const std::vector<Tensor<int>> results{
        ndx::full({6, 7}, -1), ndx::full({7, 6}, -1).transpose(), ndx::full({6, 7}, -1).flip(),
        ndx::full({12, 14}, -1).index({Slice(0, 12, 2), Slice(13, ndx::None, -2)})};
    for (const auto& out : results) {
      stencil_into<1, 1>(out, kWeighted, in);
      expect_weighted(out, in, -1);
    }
  }
}

TEST(StencilInto, HasAReachForEachDim) {
  const auto t = counting({2, 5, 2});
  const auto out = ndx::zeros_like(t);
  stencil_into<0, 2, 0>(out, [](auto at) { return at(0, -2, 0) * 100 + at(0, 2, 0); }, t);
  EXPECT_TRUE(
      is(out, {2, 5, 2}, {0, 0, 0, 0, 8, 109, 0, 0, 0, 0, 0, 0, 0, 0, 1018, 1119, 0, 0, 0, 0}));
  stencil_into<0, 0, 0>(out, [](auto at) { return -at(0, 0, 0); }, t);
  EXPECT_TRUE(ndx::array_equal(out, -t));
}

TEST(StencilInto, ReadsSeveralTensorsOfOtherTypes) {
  const auto bytes = ndx::tensor<std::uint8_t>({200, 100, 50, 25});
  const Tensor<const double> weights = ndx::tensor({0.5, 1.5, 2.5, 3.5});
  const auto out = ndx::zeros<float>({4});
  stencil_into<1>(out, [](auto b, auto w) { return b(-1) * w(1) + b(0); }, bytes, weights);
  EXPECT_TRUE(is(out, {4}, {0, 600, 400, 0}));
  const auto halves = ndx::zeros<ndx::float16>({4});
  stencil_into<1>(halves, [](auto at) { return at(1) - at(-1); }, out.to<ndx::float16>());
  EXPECT_TRUE(is(halves.to<float>(), {4}, {0, 400, -600, 0}));
}

TEST(StencilInto, ReadsWhatOverlapsAsIfCopied) {
  const auto t = ndx::tensor({1, 2, 3, 4, 5, 6});
  const auto sum = [](auto at) { return at(-1) + at(0) + at(1); };
  stencil_into<1>(t, sum, t);
  EXPECT_TRUE(is(t, {6}, {1, 6, 9, 12, 15, 6}));
  stencil_into<1>(t.slice(0, Slice(1)), sum, t.slice(0, Slice(0, -1)));
  EXPECT_TRUE(is(t, {6}, {1, 6, 16, 27, 36, 6}));
}

TEST(StencilInto, WritesNothingWhereNoPositionIsInside) {
  const auto fails = [](auto at) -> int { throw at(0, 0); };
  for (const ndx::Dims& shape :
       {ndx::Dims{0, 5}, ndx::Dims{5, 0}, ndx::Dims{2, 5}, ndx::Dims{5, 1}, ndx::Dims{0, 0}}) {
    const auto t = counting(shape);
    const auto out = ndx::full(shape, 7);
    stencil_into<1, 1>(out, fails, t);
    EXPECT_TRUE(ndx::all(out == 7));
  }
}

TEST(StencilInto, RefusesOffsetsBeyondTheReach) {
  const auto t = counting({5, 6});
  const auto out = ndx::full({5, 6}, 7);
  EXPECT_TRUE(throws<IndexError>(
      [&] { stencil_into<1, 2>(out, [](auto at) { return at(0, 0) + at(-2, 0); }, t); },
      "stencil_into: offset -2 is out of reach for dimension 0, where the reach is 1"));
  EXPECT_TRUE(throws<IndexError>(
      [&] { stencil_into<1, 2>(out, [](auto at) { return at(1, 3); }, t); },
      "stencil_into: offset 3 is out of reach for dimension 1, where the reach is 2"));
  EXPECT_THROW((stencil_into<1, 2>(out, [](auto at) { return at(INT64_MAX, 0); }, t)), IndexError);
  EXPECT_THROW((stencil_into<1, 2>(out, [](auto at) { return at(0, INT64_MIN); }, t)), IndexError);
  EXPECT_TRUE(ndx::all(out == 7));
}

TEST(StencilInto, RefusesOtherRanksAndShapes) {
  const auto at_center = [](auto at) { return at(0, 0); };
  const auto t = counting({5, 6});
  EXPECT_TRUE(throws<ShapeError>([&] { stencil_into<1, 1>(counting({5}), at_center, t); },
                                 "stencil_into: 2 reaches were given for an out of rank 1"));
  EXPECT_TRUE(throws<ShapeError>([&] { stencil_into<1, 1>(counting({5, 5}), at_center, t); },
                                 "stencil_into: out has shape (5, 5), the result has (5, 6)"));
  const auto sum = [](auto a, auto b) { return a(0, 0) + b(0, 0); };
  EXPECT_THROW((stencil_into<1, 1>(counting({5, 6}), sum, t, counting({1, 6}))), ShapeError);
  EXPECT_THROW((stencil_into<1, 1>(counting({6}).expand({5, 6}), at_center, t)), ValueError);
}

}  // namespace stencil_into_test
