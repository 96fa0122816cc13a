// Random tensors of any strides of which a random view is replaced, against the reference's writes.
#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/dense.hpp"

namespace view_scatter_property_test {

using namespace reference;

constexpr int kRounds = 300;

/// A random tensor, its elements as a dense array, and a source for views of it.
template <class T>
class Scattered {
 public:
  explicit Scattered(RandomExpressions& random)
      : t(random.strided(random.shape(), true)), dense_(t.values(t.view())), random_(random) {}

  [[nodiscard]] std::int64_t rank() const {
    return static_cast<std::int64_t>(t.view().shape.size());
  }

  /// Whether call(tensor, source) gives a copy with the source at these places, or refuses it when
  /// its shape is another.
  template <class Call>
  testing::AssertionResult agrees(const RefTensor& places, Call call) {
    Shape shape = places.shape;
    if (random_.chance(5)) shape.insert(shape.begin(), 1);
    if (random_.chance(5) && !shape.empty()) shape[0] += 1;
    const Sample<T> src(random_.strided(shape, true), 90);
    ndx::Tensor<T> result;
    const RefFaults thrown = fault_of([&] { result = call(t.tensor(), src.tensor()); });
    if (shape != places.shape) {
      if (thrown == kShapeFault) return testing::AssertionSuccess();
      return testing::AssertionFailure() << "takes src of shape " << spell(shape);
    }
    if (thrown != 0) return testing::AssertionFailure() << "threw " << describe(thrown);
    RefArray<T> expected = dense_;
    const std::vector<T> values = src.values(src.view()).values;
    for (std::size_t i = 0; i < values.size(); ++i)
      expected.values[static_cast<std::size_t>(places.values[i])] = values[i];
    return same(result, expected) << " of " << spell(t.view());
  }

  const Sample<T> t;

 private:
  RefArray<T> dense_;
  RandomExpressions& random_;
};

template <class T>
class ViewScatterProperty : public testing::Test {};
using ElementTypes = testing::Types<std::uint16_t, std::int32_t, double, Bytes3, Pair16>;
TYPED_TEST_SUITE(ViewScatterProperty, ElementTypes);

TYPED_TEST(ViewScatterProperty, SelectAndSliceAreReplacedInACopy) {
  RandomExpressions random(71 + sizeof(TypeParam));
  for (int round = 0; round < kRounds; ++round) {
    Scattered<TypeParam> drawn(random);
    if (drawn.rank() == 0) continue;
    const Shape& shape = drawn.t.view().shape;
    const auto dim = static_cast<std::size_t>(random.below(drawn.rank()));
    const std::int64_t n = shape[dim];
    const auto said = static_cast<std::int64_t>(dim) - (random.chance(50) ? drawn.rank() : 0);
    RefTerms terms(dim, RefSlice{});
    const std::int64_t start = random.between(-n - 1, n + 1);
    const std::int64_t stop = random.between(-n - 1, n + 1);
    const std::int64_t step = random.pick({-2, -1, 1, 1, 2, 3});
    terms.emplace_back(RefSlice{start, stop, step});
    ASSERT_TRUE(drawn.agrees(ref_positions(shape, terms, RefRule::index),
                             [&](const auto& t, const auto& src) {
                               return slice_scatter(t, src, said, start, stop, step);
                             }));
    if (n == 0) continue;
    const std::int64_t index = random.between(-n, n - 1);
    terms.back() = index;
    ASSERT_TRUE(drawn.agrees(
        ref_positions(shape, terms, RefRule::index),
        [&](const auto& t, const auto& src) { return select_scatter(t, src, said, index); }));
  }
}

TYPED_TEST(ViewScatterProperty, DiagonalsAreReplacedInACopy) {
  RandomExpressions random(73 + sizeof(TypeParam));
  for (int round = 0; round < kRounds; ++round) {
    Scattered<TypeParam> drawn(random);
    if (drawn.rank() < 2) continue;
    const Shape& shape = drawn.t.view().shape;
    const std::vector<std::size_t> order = random.permutation(shape.size());
    const std::size_t rows = order[0];
    const std::size_t columns = order[1];
    const std::int64_t offset = random.between(-4, 4);
    RefTensor places;
    for (std::size_t d = 0; d < shape.size(); ++d)
      if (d != rows && d != columns) places.shape.push_back(shape[d]);
    std::int64_t length = 0;
    for (std::int64_t r = 0; r < shape[rows]; ++r)
      if (r + offset >= 0 && r + offset < shape[columns]) ++length;
    places.shape.push_back(length);
    for_each_coordinate(places.shape, [&](const Shape& c) {
      Shape whole(shape.size(), 0);
      std::size_t next = 0;
      for (std::size_t d = 0; d < shape.size(); ++d)
        if (d != rows && d != columns) whole[d] = c[next++];
      whole[rows] = c.back() + (offset < 0 ? -offset : 0);
      whole[columns] = whole[rows] + offset;
      places.values.push_back(static_cast<std::int64_t>(broadcast_place(shape, whole)));
    });
    ASSERT_TRUE(drawn.agrees(places, [&](const auto& t, const auto& src) {
      return diagonal_scatter(t, src, offset, static_cast<std::int64_t>(rows),
                              static_cast<std::int64_t>(columns));
    }));
  }
}

}  // namespace view_scatter_property_test
