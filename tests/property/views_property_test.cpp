// Random chains of views on sources of any strides: a view must show the places that the same step
// done on a list of places gives. `reshape` must be a view exactly when some strides can say it.

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace views_property_test {

using namespace reference;

using Ints = ndx::Tensor<std::int32_t>;

/// The places in the source's buffer that a view shows, in row-major order.
std::vector<std::int64_t> shown(const Sample<std::int32_t>& source, const Ints& view) {
  std::vector<std::int64_t> places;
  for (std::int32_t& element : view) places.push_back(&element - source.buffer().data());
  return places;
}

RefSlice between(std::int64_t start, std::int64_t stop, std::int64_t step = 1) {
  return {start, stop, step};
}

RefTensor permuted(const RefTensor& from, const std::vector<std::size_t>& order) {
  RefTensor result;
  for (std::size_t d : order) result.shape.push_back(from.shape[d]);
  if (from.values.empty()) return result;
  Shape coordinate(order.size(), 0);
  do {
    Shape original(order.size(), 0);
    for (std::size_t d = 0; d < order.size(); ++d) original[order[d]] = coordinate[d];
    result.values.push_back(from.values[broadcast_place(from.shape, original)]);
  } while (advance(coordinate, result.shape));
  return result;
}

/// Applies one random view to the tensor and to the reference's places; returns how it is spelled.
std::string step(RandomExpressions& random, Ints& view, RefTensor& places) {
  const auto rank = static_cast<std::int64_t>(places.shape.size());
  const std::int64_t dim = random.below(rank);
  const std::int64_t n = rank == 0 ? 0 : places.shape[static_cast<std::size_t>(dim)];
  const std::int64_t said = random.chance(50) ? dim : dim - rank;  // dims may count from the end
  RefTerms terms(static_cast<std::size_t>(dim), RefSlice{});
  std::string name = "unsqueeze";
  const std::int64_t kind = rank == 0 ? 0 : random.below(6);
  if (kind == 0) {
    view = view.unsqueeze(dim);
    terms.emplace_back(RefNewAxis{});
  } else if (kind == 1) {
    name = "flip";
    view = view.flip(said);
    terms.emplace_back(RefSlice{{}, {}, -1});
  } else if (kind == 2 && n > 0) {
    name = "select";
    const std::int64_t i = random.between(-n, n - 1);
    view = view.select(said, i);
    terms.emplace_back(i);
  } else if (kind == 3) {
    name = "narrow";
    const std::int64_t start = random.between(0, n);
    const std::int64_t length = random.between(0, n - start);
    view = view.narrow(said, start, length);
    terms.emplace_back(between(start, start + length));
  } else if (kind == 4) {
    name = "slice";
    const RefSlice slice =
        between(random.between(-n - 1, n), random.between(-n - 1, n + 1), random.pick({1, 2, 3}));
    view = view.slice(said, ndx::Slice(*slice.start, *slice.stop, *slice.step));
    terms.emplace_back(slice);
  } else {
    const auto order = random.permutation(places.shape.size());
    view = view.permute(Shape(order.begin(), order.end()));
    places = permuted(places, order);
    return "permute";
  }
  places = ref_index(places, terms);
  return name;
}

TEST(ViewsProperty, ChainsOfViewsShowThePlacesThatTheyShould) {
  RandomExpressions random(41);
  for (int round = 0; round < 4000; ++round) {
    const Sample<std::int32_t> source(random.strided(random.shape(), true));
    Ints view = source.tensor();
    RefTensor places = source.places();
    std::string chain = spell(source.view());
    for (std::int64_t left = random.between(1, 6); left > 0; --left) {
      chain += "\n  " + step(random, view, places);
      ASSERT_EQ(to_shape(view.shape()), places.shape) << chain;
      ASSERT_EQ(shown(source, view), places.values) << chain;
    }
  }
}

/// Factors of n in any order, some of them 1.
Shape factored(RandomExpressions& random, std::int64_t n) {
  Shape shape;
  while (n > 1) {
    std::int64_t factor = random.between(2, n);
    while (n % factor != 0) --factor;
    shape.push_back(factor);
    n /= factor;
  }
  for (std::int64_t ones = random.below(3); ones > 0; --ones)
    shape.insert(shape.begin() + random.below(static_cast<std::int64_t>(shape.size()) + 1), 1);
  return shape;
}

/// Whether some strides show these places in a shape without zeros: the first steps decide them
/// all.
bool strides_can_show(const Shape& shape, const std::vector<std::int64_t>& places) {
  Shape strides;
  for (std::size_t d = 0; d < shape.size(); ++d) {
    Shape next(shape.size(), 0);
    next[d] = shape[d] > 1 ? 1 : 0;
    strides.push_back(places[broadcast_place(shape, next)] - places[0]);
  }
  return ref_strided(shape, strides, places[0]).values == places;
}

TEST(ViewsProperty, ReshapeIsAViewExactlyWhenStridesCanSayIt) {
  RandomExpressions random(43);
  int views = 0;
  int copies = 0;
  for (int round = 0; round < 6000; ++round) {
    const Sample<std::int32_t> source(random.strided(random.shape(), true));
    const RefTensor places = source.places();
    if (places.values.empty()) continue;
    const Shape shape = factored(random, static_cast<std::int64_t>(places.values.size()));
    const std::string told = spell(source.view()) + " to " + spell(shape);
    const bool possible = strides_can_show(shape, places.values);
    const Ints reshaped = source.tensor().reshape(shape);
    ASSERT_EQ(to_shape(reshaped.shape()), shape) << told;
    ASSERT_TRUE(equal_elements(reshaped, source.tensor())) << told;
    ASSERT_EQ(source.holds(reshaped.data()), possible) << told;
    const RefFaults thrown = fault_of([&] { static_cast<void>(source.tensor().view(shape)); });
    ASSERT_EQ(thrown, possible ? 0u : kShapeFault) << told;
    if (possible) {
      ASSERT_EQ(shown(source, reshaped), places.values) << told;
    }
    ++(possible ? views : copies);
  }
  EXPECT_GT(views, 1000);
  EXPECT_GT(copies, 1000);
}

TEST(ViewsProperty, CopiesHoldTheSameElementsOnFreshMemory) {
  RandomExpressions random(47);
  for (int round = 0; round < 2000; ++round) {
    const Sample<std::int32_t> source(random.strided(random.shape(), true));
    const Ints copy = source.tensor().clone();
    ASSERT_TRUE(copy.is_contiguous()) << spell(source.view());
    ASSERT_EQ(to_shape(copy.shape()), source.view().shape);
    ASSERT_TRUE(equal_elements(copy, source.tensor())) << spell(source.view());
    ASSERT_TRUE(copy.numel() == 0 || !source.holds(copy.data())) << spell(source.view());
    const Ints contiguous = source.tensor().contiguous();
    ASSERT_TRUE(contiguous.is_contiguous());
    ASSERT_TRUE(equal_elements(contiguous, source.tensor())) << spell(source.view());
  }
}

}  // namespace views_property_test
