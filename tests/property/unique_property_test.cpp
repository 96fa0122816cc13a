// unique and bincount on random views, with ties and NaN, against lists that are searched from
// their start.
#include <algorithm>
#include <map>

#include <gtest/gtest.h>

#include "support/ordered.hpp"
#include "support/to_ndx.hpp"

namespace unique_property_test {

using namespace reference;

constexpr ndx::UniqueOptions everything{
    .return_index = true, .return_inverse = true, .return_counts = true};

template <class T>
class UniqueProperty : public testing::Test {};
using ElementTypes = testing::Types<bool, std::int8_t, std::uint64_t, float, double>;
TYPED_TEST_SUITE(UniqueProperty, ElementTypes);

/// Checks what unique says of items that compare with <: values, first places, inverse and counts.
template <class Item, class Result>
void expect_groups(const std::vector<Item>& items, const std::vector<Item>& values,
                   const Result& found, const std::string& told) {
  std::map<Item, std::vector<std::int64_t>> places;
  for (std::size_t i = 0; i < items.size(); ++i)
    places[items[i]].push_back(static_cast<std::int64_t>(i));
  std::vector<Item> keys_found;
  std::vector<std::int64_t> firsts;
  std::vector<std::int64_t> counts;
  std::vector<std::int64_t> inverse(items.size());
  for (const auto& [item, at] : places) {
    for (std::int64_t place : at)
      inverse[static_cast<std::size_t>(place)] = static_cast<std::int64_t>(firsts.size());
    keys_found.push_back(item);
    firsts.push_back(at[0]);
    counts.push_back(static_cast<std::int64_t>(at.size()));
  }
  ASSERT_EQ(values, keys_found) << told;
  ASSERT_EQ(elements(found.index), firsts) << told;
  ASSERT_EQ(elements(found.counts), counts) << told;
  ASSERT_EQ(elements(found.inverse), inverse) << told;
}

TYPED_TEST(UniqueProperty, ElementsAreGroupedByValue) {
  RandomExpressions random(307);
  for (int round = 0; round < 200; ++round) {
    const auto sample = few_values<TypeParam>(random, random.strided(random.shape(), true));
    const auto tensor = sample.tensor();
    const auto found = ndx::unique(tensor, everything);
    expect_groups(keys(elements(tensor)), keys(elements(found.values)), found,
                  spell(sample.view()));
    ASSERT_TRUE(found.inverse.shape() == tensor.shape());
  }
}

/// The slices along a dim: for each index the elements in row-major order of the other dims.
template <class T>
auto slices(const ndx::Tensor<T>& tensor, std::size_t dim) {
  std::vector<std::vector<std::pair<bool, T>>> result(
      static_cast<std::size_t>(tensor.shape()[dim]));
  for (const auto& line : lines(tensor, dim))
    for (std::size_t i = 0; i < line.size(); ++i) result[i].push_back(key<T>(line[i]));
  return result;
}

TYPED_TEST(UniqueProperty, SlicesAreGroupedAsWordsAre) {
  RandomExpressions random(311);
  for (int round = 0; round < 200; ++round) {
    Shape shape = random.shape();
    if (shape.empty()) shape.push_back(3);
    const bool many = random.chance(20);  // where sorting does more than insert
    if (many) shape = {3, random.between(1, 2)};
    const auto dim =
        static_cast<std::size_t>(random.below(static_cast<std::int64_t>(shape.size())));
    shape[dim] = many ? random.between(20, 60) : random.between(0, 9);
    const auto sample = few_values<TypeParam>(random, random.strided(shape, true));
    const auto tensor = sample.tensor();
    const auto said = static_cast<std::int64_t>(dim) -
                      (random.chance(50) ? static_cast<std::int64_t>(shape.size()) : 0);
    const auto found = ndx::unique(tensor, said, everything);
    expect_groups(slices(tensor, dim), slices(found.values, dim), found,
                  spell(sample.view()) + " dim " + std::to_string(said));
  }
}

TEST(BincountProperty, CountsAndSumsAsALoopDoes) {
  RandomExpressions random(313);
  for (int round = 0; round < 200; ++round) {
    const Shape shape{random.below(40)};
    std::vector<std::int64_t> values;
    for (std::int64_t i = 0; i < shape[0]; ++i) values.push_back(random.below(12));
    const std::int64_t minlength = random.below(15);
    std::int64_t bins = minlength;
    for (std::int64_t value : values) bins = std::max(bins, value + 1);
    std::vector<std::int64_t> counts(static_cast<std::size_t>(bins), 0);
    std::vector<double> sums(static_cast<std::size_t>(bins), 0.0);
    ToNdx make(random.seed());
    const auto list = make.tensor<std::int16_t>(shape, values);
    const auto weights = few_values<std::int8_t>(random, random.strided(shape, true));
    const auto drawn = elements(weights.tensor());
    for (std::size_t i = 0; i < values.size(); ++i) {
      ++counts[static_cast<std::size_t>(values[i])];
      sums[static_cast<std::size_t>(values[i])] += drawn[i];
    }
    ASSERT_EQ(elements(ndx::bincount(list, ndx::None, minlength)), counts);
    ASSERT_EQ(elements(ndx::bincount(list, weights.tensor(), minlength)), sums);
  }
}

}  // namespace unique_property_test
