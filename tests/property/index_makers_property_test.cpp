// Functions that make indices against loops that count: for random shapes, lists on random strides
// and random bounds.
#include <algorithm>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace index_makers_property_test {

using namespace reference;

using Indices = ndx::Tensor<ndx::index_t>;

std::vector<std::int64_t> elements(const Indices& tensor) { return {tensor.begin(), tensor.end()}; }

Shape small_shape(RandomExpressions& random, std::int64_t most_dims) {
  Shape shape;
  for (std::int64_t rank = random.between(1, most_dims); rank > 0; --rank)
    shape.push_back(random.between(1, 5));
  return shape;
}

std::vector<std::int64_t> draw(RandomExpressions& random, std::size_t count, std::int64_t low,
                               std::int64_t high) {
  std::vector<std::int64_t> values;
  for (std::size_t i = 0; i < count; ++i) values.push_back(random.between(low, high));
  return values;
}

/// The coordinate that a mode makes of a value; false where it makes none.
bool bring_in(ndx::Bounds mode, std::int64_t size, std::int64_t& value) {
  if (mode == ndx::Bounds::clip) value = std::clamp<std::int64_t>(value, 0, size - 1);
  while (mode == ndx::Bounds::wrap && value < 0) value += size;
  while (mode == ndx::Bounds::wrap && value >= size) value -= size;
  return value >= 0 && value < size;
}

TEST(IndexMakersProperty, UnravelCountsAsAnOdometerDoes) {
  RandomExpressions random(101);
  for (int round = 0; round < 400; ++round) {
    const Shape shape = small_shape(random, 4);
    std::vector<Shape> odometer;
    Shape coordinate(shape.size(), 0);
    do {
      odometer.push_back(coordinate);
    } while (advance(coordinate, shape));
    const Shape flat_shape = small_shape(random, 2);
    const auto flat =
        draw(random, element_count(flat_shape), 0, static_cast<std::int64_t>(odometer.size()) - 1);
    ToNdx make(random.seed());
    const auto found = ndx::unravel_index(make.tensor<std::uint16_t>(flat_shape, flat), shape);
    ASSERT_EQ(found.size(), shape.size());
    for (std::size_t d = 0; d < shape.size(); ++d) {
      std::vector<std::int64_t> expected;
      for (std::int64_t p : flat) expected.push_back(odometer[static_cast<std::size_t>(p)][d]);
      ASSERT_EQ(elements(found[d]), expected) << spell(shape);
      ASSERT_EQ(to_shape(found[d].shape()), flat_shape);
    }
    ASSERT_EQ(elements(ndx::ravel_multi_index(found, shape)), flat) << spell(shape);
  }
}

TEST(IndexMakersProperty, RavelBringsEachCoordinateInByItsMode) {
  RandomExpressions random(103);
  int refused = 0;
  for (int round = 0; round < 600; ++round) {
    const Shape shape = small_shape(random, 4);
    const Shape common = small_shape(random, 2);
    std::vector<std::int64_t> expected(element_count(common), 0);
    std::vector<ndx::TensorIndex> coordinates;
    std::vector<ndx::Bounds> modes;
    bool good = true;
    for (std::int64_t size : shape) {
      modes.push_back(random.pick({ndx::Bounds::raise, ndx::Bounds::wrap, ndx::Bounds::clip}));
      const bool wild = modes.back() != ndx::Bounds::raise || random.chance(5);
      auto values = draw(random, expected.size(), wild ? -20 : 0, wild ? 20 : size - 1);
      ToNdx make(random.seed());
      coordinates.emplace_back(make.tensor<std::int16_t>(common, values));
      for (std::size_t i = 0; i < values.size(); ++i) {
        good = bring_in(modes.back(), size, values[i]) && good;
        expected[i] = expected[i] * size + values[i];
      }
    }
    const auto ravel = [&] { return ndx::ravel_multi_index(coordinates, shape, modes); };
    ASSERT_EQ(fault_of([&] { static_cast<void>(ravel()); }), good ? 0u : kIndexFault);
    if (good) {
      ASSERT_EQ(elements(ravel()), expected) << spell(shape);
    }
    refused += good ? 0 : 1;
  }
  EXPECT_GT(refused, 10);
  EXPECT_LT(refused, 300);
}

TEST(IndexMakersProperty, IxReadsAsNestedLoopsDo) {
  RandomExpressions random(107);
  for (int round = 0; round < 400; ++round) {
    const Shape shape{random.between(1, 5), random.between(1, 5), random.between(1, 5)};
    const Sample<std::int32_t> source(random.strided(shape, true));
    std::vector<std::vector<std::int64_t>> lists;
    for (std::int64_t n : shape)
      lists.push_back(draw(random, random.pick({0u, 1u, 2u, 4u}), -n, n - 1));
    const std::vector<bool> mask(static_cast<std::size_t>(shape[2]), true);
    std::vector<std::int64_t> expected;
    const auto places = source.places();
    const auto wrapped = [](std::int64_t i, std::int64_t n) { return i < 0 ? i + n : i; };
    for (std::int64_t i : lists[0])
      for (std::int64_t j : lists[1])
        for (std::int64_t k = 0; k < shape[2]; ++k) {
          const std::int64_t at =
              (wrapped(i, shape[0]) * shape[1] + wrapped(j, shape[1])) * shape[2] + k;
          expected.push_back(places.values[static_cast<std::size_t>(at)]);
        }
    ToNdx make(random.seed());
    const auto size = [](const auto& list) { return static_cast<std::int64_t>(list.size()); };
    const auto first = make.tensor<std::int8_t>({size(lists[0])}, lists[0]);
    const auto read = source.tensor().index(ndx::ix_(first, lists[1], mask));
    ASSERT_EQ(to_shape(read.shape()), (Shape{size(lists[0]), size(lists[1]), shape[2]}));
    std::size_t next = 0;
    for (std::int32_t element : read)
      ASSERT_EQ(element, source.buffer()[static_cast<std::size_t>(expected[next++])]);
  }
}

TEST(IndexMakersProperty, TrianglesDiagonalsAndGridsAreWhatLoopsFind) {
  RandomExpressions random(109);
  for (int round = 0; round < 400; ++round) {
    const std::int64_t n = random.between(0, 6);
    const std::int64_t m = random.between(0, 6);
    const std::int64_t k = random.between(-8, 8);
    std::vector<std::int64_t> lower[2];
    std::vector<std::int64_t> upper[2];
    std::vector<std::int64_t> all[2];
    const auto note = [](std::vector<std::int64_t>(&list)[2], std::int64_t i, std::int64_t j) {
      list[0].push_back(i);
      list[1].push_back(j);
    };
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < m; ++j) {
        note(all, i, j);
        if (j - i <= k) note(lower, i, j);
        if (j - i >= k) note(upper, i, j);
      }
    const auto tril = ndx::tril_indices(n, k, m);
    const auto triu = ndx::triu_indices(n, k, m);
    const auto whole = ndx::indices({n, m});
    const auto grids = ndx::meshgrid({ndx::arange(n), ndx::arange(m)});
    for (std::size_t d = 0; d < 2; ++d) {
      ASSERT_EQ(elements(tril[d]), lower[d]) << n << ' ' << k << ' ' << m;
      ASSERT_EQ(elements(triu[d]), upper[d]) << n << ' ' << k << ' ' << m;
      ASSERT_EQ(elements(whole.select(0, static_cast<std::int64_t>(d))), all[d]);
      ASSERT_EQ(elements(grids[d]), all[d]);
    }
    for (const auto& part : ndx::diag_indices(n, m)) ASSERT_EQ(part.numel(), n);
  }
}

}  // namespace index_makers_property_test
