// Where random tensors of any strides are not zero, and writes to places found or drawn, against
// loops over coordinates.
#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/dense.hpp"

namespace nonzero_property_test {

using namespace reference;

constexpr int kRounds = 400;

/// A sample of any strides, some of whose elements are zero.
template <class T>
Sample<T> sparse(RandomExpressions& random) {
  Sample<T> sample(random.strided(random.chance(10) ? Shape{3, 700} : random.shape(), true));
  const int percent = random.pick({5, 50, 95});
  for (T& element : sample.buffer())
    if (random.chance(percent)) element = T{};
  return sample;
}

template <class T>
class NonzeroProperty : public testing::Test {};
using ElementTypes = testing::Types<bool, std::int8_t, std::uint16_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(NonzeroProperty, ElementTypes);

TYPED_TEST(NonzeroProperty, PlacesAndCountsAreAsALoopFinds) {
  using T = TypeParam;
  RandomExpressions random(83 + sizeof(T));
  for (int round = 0; round < kRounds; ++round) {
    const Sample<T> sample = sparse<T>(random);
    const auto t = sample.tensor();
    const RefArray<T> array = sample.values(sample.view());
    RefTensor rows{{0, static_cast<std::int64_t>(array.shape.size())}, {}};
    RefTensor flat{{0}, {}};
    std::int64_t position = 0;
    for_each_coordinate(array.shape, [&](const Shape& c) {
      if (at(array, c) != T{}) {
        rows.values.insert(rows.values.end(), c.begin(), c.end());
        flat.values.push_back(position);
      }
      ++position;
    });
    rows.shape[0] = flat.shape[0] = static_cast<std::int64_t>(flat.values.size());
    ASSERT_TRUE(same(nonzero(t), rows)) << "round " << round;
    ASSERT_TRUE(same(argwhere(t), rows)) << "round " << round;
    ASSERT_TRUE(same(flatnonzero(t), flat)) << "round " << round;
    ASSERT_EQ(count_nonzero(t).item(), flat.shape[0]) << "round " << round;
    if (t.dim() == 0) continue;
    const auto tuple = nonzero_tuple(t);
    std::vector<ndx::Tensor<std::int64_t>> columns;
    for (std::size_t d = 0; d < array.shape.size(); ++d) columns.push_back(tuple[d]);
    ASSERT_TRUE(same(ndx::stack(columns, 1), rows)) << "round " << round;

    const auto dim = static_cast<std::size_t>(random.below(t.dim()));
    Shape kept = array.shape;
    kept.erase(kept.begin() + static_cast<std::ptrdiff_t>(dim));
    const auto counts = dense<std::int64_t>(kept, [&](Shape c) {
      std::int64_t count = 0;
      c.insert(c.begin() + static_cast<std::ptrdiff_t>(dim), 0);
      for (; c[dim] < array.shape[dim]; ++c[dim]) count += at(array, c) != T{} ? 1 : 0;
      return count;
    });
    ASSERT_TRUE(same(count_nonzero(t, static_cast<std::int64_t>(dim)), counts))
        << "round " << round << " dim " << dim;
  }
}

TEST(IndexFillProperty, FillsTheNamedSlices) {
  RandomExpressions random(97);
  for (int round = 0; round < kRounds; ++round) {
    Shape shape = random.shape();
    if (shape.empty()) shape = {4};
    const Sample<int> sample(random.strided(shape, false));
    const auto dim =
        static_cast<std::size_t>(random.below(static_cast<std::int64_t>(shape.size())));
    std::vector<std::int64_t> named;
    for (std::int64_t n = shape[dim] == 0 ? 0 : random.between(0, 4); n > 0; --n)
      named.push_back(random.between(-shape[dim], shape[dim] - 1));
    const RefArray<int> before = sample.values(sample.view());
    const auto expected = dense<int>(shape, [&](const Shape& c) {
      for (const std::int64_t i : named)
        if ((i < 0 ? i + shape[dim] : i) == c[dim]) return -9;
      return at(before, c);
    });
    const auto t = sample.tensor();
    index_fill_(t, static_cast<std::int64_t>(dim),
                ndx::Tensor<std::int64_t>(ndx::adopt(std::vector(named), Shape{std::ssize(named)})),
                -9);
    ASSERT_TRUE(same(t.clone(), expected)) << "round " << round << " dim " << dim;
  }
}

TEST(ScatterNdProperty, AddsTheUpdatesToZeros) {
  RandomExpressions random(101);
  for (int round = 0; round < kRounds; ++round) {
    const Shape shape = {random.between(1, 4), random.between(1, 4), random.between(1, 3)};
    const std::int64_t depth = random.between(1, 3);
    const std::int64_t count = random.between(0, 6);
    const auto indices = dense<std::int64_t>({count, depth}, [&](const Shape& c) {
      const std::int64_t size = shape[static_cast<std::size_t>(c[1])];
      return random.between(-size, size - 1);
    });
    Shape updated = {count};
    updated.insert(updated.end(), shape.begin() + depth, shape.end());
    const auto updates =
        dense<int>(updated, [&](const Shape&) { return static_cast<int>(random.between(-5, 5)); });
    RefArray<int> expected = dense<int>(shape, [](const Shape&) { return 0; });
    for_each_coordinate(updated, [&](const Shape& c) {
      Shape target(c.begin() + 1, c.end());
      for (std::int64_t k = depth; k-- > 0;) {
        const std::int64_t i = at(indices, {c[0], k});
        target.insert(target.begin(), i < 0 ? i + shape[static_cast<std::size_t>(k)] : i);
      }
      expected.values[broadcast_place(shape, target)] += at(updates, c);
    });
    ToNdx to_ndx(random.seed());
    ASSERT_TRUE(same(scatter_nd(to_ndx.tensor<std::int32_t>(indices.shape, indices.values),
                                to_ndx.tensor<int>(updates.shape, updates.values), shape),
                     expected))
        << "round " << round;
  }
}

}  // namespace nonzero_property_test
