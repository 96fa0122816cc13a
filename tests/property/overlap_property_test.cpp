// The overlap tests of layout/overlap.hpp against counting: random small layouts whose elements are
// listed one by one.
#include <algorithm>
#include <set>

#include <gtest/gtest.h>

#include <ndx/layout/overlap.hpp>

#include "support/expression.hpp"
#include "support/random_expressions.hpp"
#include "support/reference.hpp"

namespace overlap_property_test {

using namespace reference;

ndx::Layout to_layout(const Strided& view) {
  return {ndx::Dims(view.shape), ndx::Dims(view.strides), view.offset};
}

/// Any strides at all, the offset such that no element is below 0.
Strided wild(RandomExpressions& random, std::int64_t rank, std::int64_t reach) {
  Strided view;
  for (std::int64_t d = 0; d < rank; ++d) {
    view.shape.push_back(random.chance(4) ? 0 : random.between(1, 4));
    view.strides.push_back(random.between(-reach, reach));
    const std::int64_t last = std::max<std::int64_t>(view.shape.back() - 1, 0);
    view.offset -= std::min<std::int64_t>(last * view.strides.back(), 0);
  }
  view.offset += random.below(6);
  return view;
}

std::string describe_view(const Strided& view) {
  return spell(view.shape) + " strides " + spell(view.strides) + " offset " +
         std::to_string(view.offset);
}

std::vector<std::int64_t> elements_of(const Strided& view) {
  return ref_strided(view.shape, view.strides, view.offset).values;
}

TEST(OverlapProperty, ALayoutOverlapsItselfExactlyWhenAnElementIsListedTwice) {
  RandomExpressions random(11);
  for (int round = 0; round < 20000; ++round) {
    const Strided view = wild(random, random.between(0, 4), random.pick({2, 8, 30}));
    const auto elements = elements_of(view);
    const std::set<std::int64_t> distinct(elements.begin(), elements.end());
    ASSERT_EQ(ndx::overlaps_itself(to_layout(view)), distinct.size() < elements.size())
        << "round " << round << ": " << describe_view(view);
  }
}

TEST(OverlapProperty, TwoLayoutsOverlapExactlyWhenTheyListACommonByte) {
  RandomExpressions random(12);
  for (int round = 0; round < 20000; ++round) {
    const Strided a = wild(random, random.between(0, 3), random.pick({2, 8, 30}));
    const Strided b = wild(random, random.between(0, 3), random.pick({2, 8, 30}));
    const std::int64_t a_bytes = random.pick({1, 2, 3, 8});
    const std::int64_t b_bytes = random.pick({1, 2, 3, 8});
    const std::int64_t distance = random.between(-40, 40);
    std::set<std::int64_t> bytes;
    for (std::int64_t e : elements_of(a))
      for (std::int64_t k = 0; k < a_bytes; ++k) bytes.insert(e * a_bytes + k);
    bool common = false;
    for (std::int64_t e : elements_of(b))
      for (std::int64_t k = 0; k < b_bytes; ++k)
        common = common || bytes.contains(distance + e * b_bytes + k);
    ASSERT_EQ(ndx::overlap(to_layout(a), a_bytes, to_layout(b), b_bytes, distance), common)
        << "round " << round << ": " << describe_view(a) << " of " << a_bytes << " bytes, "
        << describe_view(b) << " of " << b_bytes << " bytes, distance " << distance;
  }
}

}  // namespace overlap_property_test
