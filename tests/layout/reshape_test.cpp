// Which reshapes are views, and with what strides, as NumPy decides.
#include <ndx/layout/rearrange.hpp>

#include "layout/reshape_cases.hpp"
#include "support/expect.hpp"

namespace reshape_test {

using expect::throws;
using ndx::Dims;
using ndx::index_t;
using ndx::Layout;
using ndx::ShapeError;
using ndx::ValueError;

Dims resolve(const Dims& source, const Dims& requested) {
  return ndx::resolve_reshape("reshape", source, requested);
}

/// Whether the requested shape can be a view, and the strides of its dims of size > 1.
bool is_view(const Layout& layout, const Dims& shape, Dims strides) {
  Layout result;
  if (!ndx::reshape_as_view(layout, shape, result)) return false;
  EXPECT_EQ(result.shape, shape);
  EXPECT_EQ(result.offset, layout.offset);
  for (std::size_t d = 0; d < shape.size(); ++d) {
    if (shape[d] > 1) {
      EXPECT_EQ(result.strides[d], strides[d]) << "dim " << d;
    }
  }
  return true;
}

TEST(ReshapeAsView, AgreesWithNumPyOnEveryCase) {
  for (const numpy::Reshape& c : numpy::kReshapes) {
    EXPECT_EQ(is_view({c.shape, c.strides, 5}, c.requested, c.result), c.is_view)
        << testing::PrintToString(c.shape) << testing::PrintToString(c.strides) << " to "
        << testing::PrintToString(c.requested);
  }
}

TEST(ReshapeAsView, IgnoresDimsOfSizeOne) {
  EXPECT_TRUE(is_view({{1, 6, 1}, {99, 1, -7}, 0}, {2, 1, 3}, {3, 0, 1}));
  EXPECT_TRUE(is_view({{6}, {2}, 0}, {1, 1, 6, 1}, {0, 0, 2, 0}));
  EXPECT_TRUE(is_view({{2, 1, 3}, {10, 77, 1}, 0}, {2, 3}, {10, 1}));
  EXPECT_FALSE(is_view({{2, 1, 3}, {10, 77, 1}, 0}, {6}, {}));
}

TEST(ReshapeAsView, OfOneElementIsAlwaysAView) {
  EXPECT_TRUE(is_view({{}, {}, 3}, {1, 1}, {0, 0}));
  EXPECT_TRUE(is_view({{1, 1}, {5, 9}, 3}, {}, {}));
  EXPECT_TRUE(is_view({{}, {}, 3}, {}, {}));
}

TEST(ReshapeAsView, WithoutElementsIsAlwaysAView) {
  EXPECT_TRUE(is_view({{0, 3}, {7, 2}, 0}, {5, 0, 2}, {2, 2, 1}));
  EXPECT_TRUE(is_view({{2, 0}, {1, 9}, 0}, {0}, {1}));
}

TEST(ReshapeAsView, SplitsAndMergesWhatIsExpanded) {
  EXPECT_TRUE(is_view({{6, 4}, {0, 1}, 0}, {2, 3, 4}, {0, 0, 1}));
  EXPECT_TRUE(is_view({{2, 3, 4}, {0, 0, 1}, 0}, {6, 4}, {0, 1}));
  EXPECT_FALSE(is_view({{6, 4}, {0, 1}, 0}, {24}, {}));
}

TEST(ReshapeAsView, TakesRank64) {
  Dims shape = Dims::filled(64, 1);
  for (std::size_t d = 0; d < 10; ++d) shape[6 * d] = 2;
  Layout flat{{1024}, {3}, 0};
  Layout deep;
  ASSERT_TRUE(ndx::reshape_as_view(flat, shape, deep));
  EXPECT_EQ(deep.strides[54], 3);
  EXPECT_EQ(deep.strides[0], 3 * 512);
  Layout back;
  ASSERT_TRUE(ndx::reshape_as_view(deep, Dims{1024}, back));
  EXPECT_EQ(back.strides, Dims{3});
}

TEST(ResolveReshape, FillsInTheOneUnknownSize) {
  EXPECT_EQ(resolve({2, 3, 4}, {-1}), Dims{24});
  EXPECT_EQ(resolve({2, 3, 4}, {6, -1}), (Dims{6, 4}));
  EXPECT_EQ(resolve({2, 3, 4}, {-1, 1, 12}), (Dims{2, 1, 12}));
  EXPECT_EQ(resolve({}, {-1}), Dims{1});
  EXPECT_EQ(resolve({0, 3}, {-1, 2}), (Dims{0, 2}));
  EXPECT_EQ(resolve({0}, {-1}), Dims{0});
}

TEST(ResolveReshape, LeavesAFullShapeAlone) {
  EXPECT_EQ(resolve({2, 3}, {3, 2}), (Dims{3, 2}));
  EXPECT_EQ(resolve({1}, {}), Dims{});
  EXPECT_EQ(resolve({0, 3}, {5, 0}), (Dims{5, 0}));
}

TEST(ResolveReshape, RefusesTwoUnknownSizes) {
  EXPECT_TRUE(throws<ShapeError>([] { resolve({2, 3}, {-1, -1}); },
                                 "reshape: shape (-1, -1) has more than one -1"));
}

TEST(ResolveReshape, RefusesAnotherNumberOfElements) {
  EXPECT_TRUE(throws<ShapeError>([] { resolve({2, 3}, {4}); },
                                 "reshape: a tensor of shape (2, 3) cannot be reshaped to (4)"));
  EXPECT_TRUE(
      throws<ShapeError>([] { resolve({2, 3}, {4, -1}); },
                         "reshape: a tensor of shape (2, 3) cannot be reshaped to (4, -1)"));
  EXPECT_THROW(resolve({2, 3}, {}), ShapeError);
  EXPECT_THROW(resolve({2, 3}, {0}), ShapeError);
  EXPECT_THROW(resolve({0}, {1}), ShapeError);
}

TEST(ResolveReshape, CannotTellTheUnknownSizeBesideAZero) {
  EXPECT_THROW(resolve({0}, {0, -1}), ShapeError);
  EXPECT_THROW(resolve({2, 3}, {0, -1}), ShapeError);
}

TEST(ResolveReshape, RefusesSizesThatCannotBe) {
  EXPECT_TRUE(throws<ValueError>([] { resolve({2, 3}, {-2, 3}); },
                                 "reshape: size -2 of dim 0 is negative"));
  EXPECT_THROW(resolve({2, 3}, {INT64_MAX, INT64_MAX}), ValueError);
  EXPECT_THROW(resolve({2, 3}, {-1, INT64_MAX, 2}), ValueError);
  EXPECT_THROW(resolve({1}, Dims::filled(65, 1)), ValueError);
  EXPECT_EQ(resolve({1}, Dims::filled(64, 1)).size(), 64U);
}

}  // namespace reshape_test
