// Broadcasting shapes and layouts; expected shapes from NumPy's broadcast_shapes.
#include <ndx/layout/broadcast.hpp>

#include "support/expect.hpp"

namespace broadcast_test {

using expect::throws;
using ndx::broadcast_layout;
using ndx::broadcasts_to;
using ndx::Dims;
using ndx::expanded;
using ndx::Layout;
using ndx::ShapeError;
using ndx::ValueError;

Dims both(const Dims& a, const Dims& b) { return ndx::broadcast_shapes("add", a, b); }

TEST(BroadcastShapes, StretchesOnesAndAddsLeadingDims) {
  EXPECT_EQ(both({3, 1}, {1, 4}), (Dims{3, 4}));
  EXPECT_EQ(both({4}, {2, 3, 1}), (Dims{2, 3, 4}));
  EXPECT_EQ(both({2, 3, 1}, {4}), (Dims{2, 3, 4}));
  EXPECT_EQ(both({5}, {5}), (Dims{5}));
}

TEST(BroadcastShapes, RankZeroFitsEverything) {
  EXPECT_EQ(both({}, {}), Dims{});
  EXPECT_EQ(both({}, {2, 3}), (Dims{2, 3}));
  EXPECT_EQ(both({0}, {}), Dims{0});
}

TEST(BroadcastShapes, OneStretchesToZero) {
  EXPECT_EQ(both({1, 3}, {0, 1}), (Dims{0, 3}));
  EXPECT_EQ(both({0}, {1}), Dims{0});
  EXPECT_THROW(both({0}, {2}), ShapeError);
}

TEST(BroadcastShapes, NamesBothShapesThatDoNotFit) {
  EXPECT_TRUE(throws<ShapeError>([] { both({2, 3}, {2}); },
                                 "add: shapes (2, 3) and (2) cannot be broadcast together"));
}

TEST(BroadcastShapes, OfAnyNumberNamesEach) {
  const auto all = [](const Dims& a, const Dims& b, const Dims& c) {
    return ndx::broadcast_shapes("where", {a, b, c});
  };
  EXPECT_EQ(all({2, 1}, {3}, {5, 1, 1}), (Dims{5, 2, 3}));
  EXPECT_EQ(all({}, {}, {}), Dims{});
  EXPECT_EQ(ndx::broadcast_shapes("where", {Dims{2, 0}}), (Dims{2, 0}));
  EXPECT_TRUE(throws<ShapeError>([&] { all({2, 1}, {3}, {4}); },
                                 "where: shapes (2, 1), (3) and (4) cannot be broadcast together"));
}

TEST(BroadcastShapes, RefusesAResultThatOverflows) {
  EXPECT_THROW(both({INT64_MAX, 1}, {1, 2}), ValueError);
  EXPECT_THROW(both(Dims::filled(65, 1), {2}), ValueError);
  EXPECT_EQ(both(Dims::filled(64, 1), {2}).size(), 64U);
}

TEST(BroadcastInto, TellsWhetherItFits) {
  Dims shape{3, 1};
  EXPECT_TRUE(ndx::broadcast_into(shape, Dims{2, 1, 5}));
  EXPECT_EQ(shape, (Dims{2, 3, 5}));
  EXPECT_FALSE(ndx::broadcast_into(shape, Dims{4}));
}

TEST(BroadcastsTo, IsOneWay) {
  EXPECT_TRUE(broadcasts_to(Dims{3, 1}, Dims{2, 3, 4}));
  EXPECT_TRUE(broadcasts_to(Dims{}, Dims{}));
  EXPECT_TRUE(broadcasts_to(Dims{1}, Dims{0}));
  EXPECT_FALSE(broadcasts_to(Dims{2, 3}, Dims{3}));
  EXPECT_FALSE(broadcasts_to(Dims{1, 1}, Dims{3}));
  EXPECT_FALSE(broadcasts_to(Dims{4}, Dims{1}));
  EXPECT_FALSE(broadcasts_to(Dims{0}, Dims{1}));
}

TEST(BroadcastStrides, AreZeroWhereADimIsStretched) {
  EXPECT_EQ(ndx::broadcast_strides(Dims{3, 1}, Dims{-5, 7}, Dims{2, 3, 4}), (Dims{0, -5, 0}));
  EXPECT_EQ(ndx::broadcast_strides(Dims{1, 4}, Dims{9, 1}, Dims{1, 4}), (Dims{9, 1}));
}

TEST(BroadcastLayout, KeepsTheOffset) {
  const Layout layout = broadcast_layout("broadcast_to", {{3, 1}, {-2, 1}, 11}, Dims{4, 3, 2});
  EXPECT_EQ(layout.shape, (Dims{4, 3, 2}));
  EXPECT_EQ(layout.strides, (Dims{0, -2, 0}));
  EXPECT_EQ(layout.offset, 11);
}

TEST(BroadcastLayout, RefusesWhatDoesNotFit) {
  const Layout layout{{2, 3}, {3, 1}, 0};
  EXPECT_TRUE(throws<ShapeError>([&] { broadcast_layout("broadcast_to", layout, Dims{3, 2}); },
                                 "broadcast_to: shape (2, 3) cannot be broadcast to (3, 2)"));
  EXPECT_THROW(broadcast_layout("f", layout, Dims{3}), ShapeError);
  EXPECT_THROW(broadcast_layout("f", layout, Dims{-1, 2, 3}), ValueError);
  EXPECT_THROW(broadcast_layout("f", layout, Dims{INT64_MAX, 2, 3}), ValueError);
  EXPECT_THROW(broadcast_layout("f", {}, Dims::filled(65, 1)), ValueError);
  EXPECT_EQ(broadcast_layout("f", {}, Dims::filled(64, 1)).rank(), 64U);
}

TEST(Expanded, MinusOneKeepsASize) {
  const Layout layout = expanded("expand", {{3, 1}, {1, 1}, 0}, Dims{2, -1, 5});
  EXPECT_EQ(layout.shape, (Dims{2, 3, 5}));
  EXPECT_EQ(layout.strides, (Dims{0, 1, 0}));
  EXPECT_EQ(expanded("expand", {{1}, {1}, 0}, Dims{-1}).shape, Dims{1});
}

TEST(Expanded, MinusOneCannotStandForANewDim) {
  EXPECT_TRUE(
      throws<ShapeError>([] { expanded("expand", {{3}, {1}, 0}, Dims{-1, 3}); },
                         "expand: -1 in (-1, 3) refers to a dim that shape (3) does not have"));
  EXPECT_THROW(expanded("expand", {}, Dims{-1}), ShapeError);
}

TEST(Expanded, RefusesFewerDims) {
  EXPECT_THROW(expanded("expand", {{3, 1}, {1, 1}, 0}, Dims{-1}), ShapeError);
  EXPECT_THROW(expanded("expand", {{3, 1}, {1, 1}, 0}, Dims{}), ShapeError);
  EXPECT_THROW(expanded("expand", {{3}, {1}, 0}, Dims{-2}), ValueError);
}

}  // namespace broadcast_test
