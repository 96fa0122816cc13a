// Sorting, selecting and searching along a dim of random views, with ties and NaN: against each
// line on its own, sorted stably by the standard library.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include "support/ordered.hpp"
#include "support/to_ndx.hpp"

namespace order_property_test {

using namespace reference;

/// A random view, one of its dims as a caller names it, and its lines.
template <class T>
struct Case {
  explicit Case(RandomExpressions& random)
      : sample(few_values<T>(random, random.strided(draw_shape(random), true))),
        tensor(sample.tensor()) {
    const auto rank = static_cast<std::int64_t>(tensor.shape().size());
    dim = static_cast<std::size_t>(random.below(rank));
    said = static_cast<std::int64_t>(dim) - (random.chance(50) ? rank : 0);
    size = tensor.shape()[dim];
    rows = lines(tensor, dim);
    told = spell(sample.view()) + " dim " + std::to_string(said);
  }

  /// Now and then one long line, where sorting and selecting do more than insert.
  static Shape draw_shape(RandomExpressions& random) {
    Shape shape = random.chance(10) ? Shape{random.between(30, 300)} : random.shape();
    if (shape.empty()) shape.push_back(random.between(1, 9));
    return shape;
  }

  Sample<T> sample;
  ndx::Tensor<T> tensor;
  std::size_t dim;
  std::int64_t said;
  std::int64_t size;
  std::vector<std::vector<T>> rows;
  std::string told;
};

/// The places of a line's elements in ascending or descending order, equals in the line's order.
template <class T>
std::vector<std::int64_t> places_in_order(const std::vector<T>& line, bool descending) {
  std::vector<std::int64_t> places(line.size());
  std::iota(places.begin(), places.end(), 0);
  std::stable_sort(places.begin(), places.end(), [&](std::int64_t a, std::int64_t b) {
    const auto x = key<T>(line[static_cast<std::size_t>(a)]);
    const auto y = key<T>(line[static_cast<std::size_t>(b)]);
    return descending ? y < x : x < y;
  });
  return places;
}

template <class T>
std::vector<T> at_places(const std::vector<T>& line, const std::vector<std::int64_t>& places) {
  std::vector<T> result;
  for (std::int64_t place : places) result.push_back(line[static_cast<std::size_t>(place)]);
  return result;
}

std::vector<std::int64_t> first_of(std::vector<std::int64_t> places, std::int64_t count) {
  places.resize(static_cast<std::size_t>(count));
  return places;
}

template <class T>
class OrderProperty : public testing::Test {};
using ElementTypes = testing::Types<bool, std::int8_t, std::uint16_t, std::int64_t, float, double>;
TYPED_TEST_SUITE(OrderProperty, ElementTypes);

TYPED_TEST(OrderProperty, SortIsAStableSortOfEachLine) {
  RandomExpressions random(211);
  for (int round = 0; round < 200; ++round) {
    const Case<TypeParam> c(random);
    const bool descending = random.chance(50);
    const auto sorted = ndx::sort(c.tensor, c.said, descending);
    const auto loose = ndx::sort(c.tensor, c.said, descending, false);
    ASSERT_TRUE(sorted.values.shape() == c.tensor.shape()) << c.told;
    const auto values = lines(sorted.values, c.dim);
    const auto indices = lines(sorted.indices, c.dim);
    const auto loose_values = lines(loose.values, c.dim);
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
      const auto places = places_in_order(c.rows[i], descending);
      ASSERT_EQ(indices[i], places) << c.told;
      ASSERT_EQ(keys(values[i]), keys(at_places(c.rows[i], places))) << c.told;
      ASSERT_EQ(keys(loose_values[i]), keys(values[i])) << c.told;
    }
    ASSERT_EQ(elements(ndx::argsort(c.tensor, c.said, descending)), elements(sorted.indices));
    ASSERT_EQ(keys(elements(ndx::take_along_axis(c.tensor, loose.indices, c.said))),
              keys(elements(sorted.values)))
        << c.told;
  }
}

TYPED_TEST(OrderProperty, PartitionPutsEachNamedPlaceRight) {
  RandomExpressions random(223);
  for (int round = 0; round < 200; ++round) {
    const Case<TypeParam> c(random);
    Shape kth;
    for (std::int64_t left = c.size == 0 ? 0 : random.below(4); left > 0; --left)
      kth.push_back(random.between(-c.size, c.size - 1));
    const auto found = ndx::partition(c.tensor, kth, c.said);
    const auto places = ndx::argpartition(c.tensor, kth, c.said);
    const auto values = lines(found, c.dim);
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
      const auto line = keys(values[i]);
      auto ascending = line;
      std::sort(ascending.begin(), ascending.end());
      ASSERT_EQ(ascending, keys(at_places(c.rows[i], places_in_order(c.rows[i], false)))) << c.told;
      for (std::int64_t k : kth) {
        const auto nth = line.begin() + (k < 0 ? k + c.size : k);
        ASSERT_EQ(*nth, ascending[static_cast<std::size_t>(nth - line.begin())]) << c.told;
        ASSERT_TRUE(std::all_of(line.begin(), nth, [&](auto& x) { return !(*nth < x); })) << c.told;
        ASSERT_TRUE(std::all_of(nth, line.end(), [&](auto& x) { return !(x < *nth); })) << c.told;
      }
    }
    ASSERT_EQ(keys(elements(ndx::take_along_axis(c.tensor, places, c.said))), keys(elements(found)))
        << c.told;
  }
}

TYPED_TEST(OrderProperty, TopkAndKthvalueAreTheFirstOfASort) {
  RandomExpressions random(227);
  for (int round = 0; round < 200; ++round) {
    const Case<TypeParam> c(random);
    const std::int64_t k = random.between(0, c.size);
    const bool largest = random.chance(50);
    const auto top = ndx::topk(c.tensor, k, c.said, largest);
    const auto any = lines(ndx::topk(c.tensor, k, c.said, largest, false).indices, c.dim);
    const auto values = lines(top.values, c.dim);
    const auto indices = lines(top.indices, c.dim);
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
      auto places = first_of(places_in_order(c.rows[i], largest), k);
      ASSERT_EQ(indices[i], places) << c.told;
      ASSERT_EQ(keys(values[i]), keys(at_places(c.rows[i], places))) << c.told;
      auto unordered = any[i];
      std::sort(unordered.begin(), unordered.end());
      std::sort(places.begin(), places.end());
      ASSERT_EQ(unordered, places) << c.told;
    }
    if (k == 0) continue;
    const auto kth = ndx::kthvalue(c.tensor, k, c.said, true);
    const auto kth_values = lines(kth.values, c.dim);
    const auto kth_indices = lines(kth.indices, c.dim);
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
      const std::int64_t place = places_in_order(c.rows[i], false)[static_cast<std::size_t>(k - 1)];
      ASSERT_EQ(kth_indices[i], std::vector<std::int64_t>{place}) << c.told;
      ASSERT_EQ(keys(kth_values[i]), keys(at_places(c.rows[i], {place}))) << c.told;
    }
  }
}

TYPED_TEST(OrderProperty, ArgmaxAndArgminAreTheFirstExtremes) {
  RandomExpressions random(229);
  for (int round = 0; round < 200; ++round) {
    const Case<TypeParam> c(random);
    if (c.size == 0) continue;
    const auto most = elements(ndx::argmax(c.tensor, c.said));
    const auto least = elements(ndx::argmin(c.tensor, c.said));
    for (std::size_t i = 0; i < c.rows.size(); ++i) {
      const std::vector<TypeParam>& row = c.rows[i];
      const auto is_nan = [](TypeParam x) { return key(x).first; };
      const auto nan = std::find_if(row.begin(), row.end(), is_nan);
      const auto max = nan != row.end() ? nan : std::max_element(row.begin(), row.end());
      const auto min = nan != row.end() ? nan : std::min_element(row.begin(), row.end());
      ASSERT_EQ(most[i], max - row.begin()) << c.told;
      ASSERT_EQ(least[i], min - row.begin()) << c.told;
    }
  }
}

TYPED_TEST(OrderProperty, SearchsortedCountsWhatComesBefore) {
  RandomExpressions random(233);
  for (int round = 0; round < 200; ++round) {
    const Case<TypeParam> c(random);
    const auto rows = c.tensor.movedim(c.said, -1);
    const auto row_lines = lines(rows, rows.shape().size() - 1);
    Shape shape(rows.shape().begin(), rows.shape().end());
    shape.back() = random.between(0, 4);
    const bool one_row = rows.shape().size() == 1;
    if (one_row && random.chance(50)) shape.insert(shape.begin(), 2);
    const auto values = few_values<double>(random, random.strided(shape, true));
    const bool right = random.chance(50);
    const ndx::Side side = right ? ndx::Side("right") : ndx::Side("left");
    const auto found = elements(ndx::searchsorted(rows, values.tensor(), side, ndx::argsort(rows)));
    std::size_t next = 0;
    for (const auto& wanted : lines(values.tensor(), shape.size() - 1)) {
      const auto& row = row_lines[one_row ? 0 : next / std::max<std::size_t>(wanted.size(), 1)];
      for (double value : wanted) {
        const auto counts = [&](TypeParam x) {
          const auto element = key(static_cast<double>(x));
          return element < key(value) || (right && element == key(value));
        };
        ASSERT_EQ(found[next++], std::count_if(row.begin(), row.end(), counts)) << c.told;
      }
    }
    ASSERT_EQ(next, found.size());
    if (one_row) {
      ASSERT_EQ(elements(ndx::bucketize(values.tensor(), ndx::sort(rows).values, right)), found);
    }
  }
}

}  // namespace order_property_test
