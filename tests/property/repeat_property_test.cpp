// Random tensors of any strides, repeated and rolled, against a loop over the result's coordinates.
#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/dense.hpp"

namespace repeat_property_test {

using namespace reference;

constexpr int kRounds = 300;

std::int64_t floor_mod(std::int64_t a, std::int64_t n) { return ((a % n) + n) % n; }

template <class T>
struct Drawn {
  explicit Drawn(RandomExpressions& random)
      : t(random.strided(random.shape(), true)),
        values(t.values(t.view())),
        rank(static_cast<std::int64_t>(values.shape.size())),
        dim(static_cast<std::size_t>(random.below(rank))),
        said(static_cast<std::int64_t>(dim) - (random.chance(50) ? rank : 0)) {}

  Sample<T> t;
  RefArray<T> values;
  std::int64_t rank;
  std::size_t dim;
  std::int64_t said;  // dim, perhaps counted from the end
};

template <class T>
class RepeatProperty : public testing::Test {};
using ElementTypes = testing::Types<bool, std::uint16_t, std::int32_t, double, Bytes3, Pair16>;
TYPED_TEST_SUITE(RepeatProperty, ElementTypes);

TYPED_TEST(RepeatProperty, TilesAreAsALoopLaysThem) {
  using T = TypeParam;
  RandomExpressions random(81 + sizeof(T));
  for (int round = 0; round < kRounds; ++round) {
    const Drawn<T> drawn(random);
    Shape reps;
    for (std::int64_t count = random.between(0, drawn.rank + 1); count > 0; --count)
      reps.push_back(random.chance(5) ? 0 : random.pick({1, 1, 2, 3}));
    RefArray<T> source = drawn.values;
    while (source.shape.size() < reps.size()) source.shape.insert(source.shape.begin(), 1);
    Shape whole = reps;
    while (whole.size() < source.shape.size()) whole.insert(whole.begin(), 1);
    Shape shape = source.shape;
    for (std::size_t d = 0; d < shape.size(); ++d) shape[d] *= whole[d];
    const RefArray<T> expected = dense<T>(shape, [&](Shape c) {
      for (std::size_t d = 0; d < c.size(); ++d) c[d] %= source.shape[d];
      return at(source, c);
    });
    ASSERT_TRUE(same(tile(drawn.t.tensor(), reps), expected)) << spell(reps);
    ndx::Tensor<T> result;
    const RefFaults thrown = fault_of([&] { result = repeat(drawn.t.tensor(), reps); });
    const bool fits = static_cast<std::int64_t>(reps.size()) >= drawn.rank;
    ASSERT_EQ(describe(thrown), describe(fits ? 0 : kShapeFault));
    if (fits) {
      ASSERT_TRUE(same(result, expected)) << spell(reps);
    }
  }
}

TYPED_TEST(RepeatProperty, SlicesAreRepeatedAsALoopDoes) {
  using T = TypeParam;
  RandomExpressions random(83 + sizeof(T));
  for (int round = 0; round < kRounds; ++round) {
    Drawn<T> drawn(random);
    const ndx::Tensor<T> t = drawn.t.tensor();
    const bool flat = drawn.rank == 0 || random.chance(30);
    if (flat) drawn.values.shape = {static_cast<std::int64_t>(drawn.values.values.size())};
    const std::size_t dim = flat ? 0 : drawn.dim;
    const bool one_for_all = random.chance(30);
    const std::int64_t all = random.below(4);
    Shape counts;
    Shape picked;
    for (std::int64_t i = 0; i < drawn.values.shape[dim]; ++i) {
      counts.push_back(one_for_all ? all : random.below(4));
      picked.insert(picked.end(), static_cast<std::size_t>(counts.back()), i);
    }
    Shape shape = drawn.values.shape;
    shape[dim] = static_cast<std::int64_t>(picked.size());
    const RefArray<T> expected = dense<T>(shape, [&](Shape c) {
      c[dim] = picked[static_cast<std::size_t>(c[dim])];
      return at(drawn.values, c);
    });
    const auto given =
        ToNdx(random.seed())
            .tensor<std::int16_t>({static_cast<std::int64_t>(counts.size())}, counts);
    ASSERT_TRUE(same(flat ? repeat_interleave(t, given) : repeat_interleave(t, given, drawn.said),
                     expected))
        << spell(drawn.t.view()) << " dim " << dim << " counts " << spell(counts);
    if (one_for_all) {
      ASSERT_TRUE(
          same(flat ? repeat_interleave(t, all) : repeat_interleave(t, all, drawn.said), expected))
          << spell(drawn.t.view()) << " dim " << dim << " times " << all;
    }
  }
}

TYPED_TEST(RepeatProperty, RollsMoveAsALoopMoves) {
  using T = TypeParam;
  RandomExpressions random(87 + sizeof(T));
  for (int round = 0; round < kRounds; ++round) {
    const Drawn<T> drawn(random);
    const Shape& shape = drawn.values.shape;
    Shape shifts;
    Shape dims;
    Shape total(shape.size(), 0);
    for (std::int64_t count = drawn.rank == 0 ? 0 : random.below(4); count > 0; --count) {
      const std::int64_t dim = random.below(drawn.rank);
      shifts.push_back(random.between(-7, 7));
      dims.push_back(random.chance(50) ? dim : dim - drawn.rank);
      total[static_cast<std::size_t>(dim)] += shifts.back();
    }
    const RefArray<T> expected = dense<T>(shape, [&](Shape c) {
      for (std::size_t d = 0; d < c.size(); ++d) c[d] = floor_mod(c[d] - total[d], shape[d]);
      return at(drawn.values, c);
    });
    ASSERT_TRUE(same(roll(drawn.t.tensor(), shifts, dims), expected))
        << spell(drawn.t.view()) << " shifts " << spell(shifts) << " dims " << spell(dims);

    const std::int64_t shift = random.between(-70, 70);
    RefArray<T> turned = drawn.values;
    const auto n = static_cast<std::int64_t>(turned.values.size());
    for (std::int64_t i = 0; i < n; ++i)
      turned.values[static_cast<std::size_t>(floor_mod(i + shift, n))] =
          drawn.values.values[static_cast<std::size_t>(i)];
    ASSERT_TRUE(same(roll(drawn.t.tensor(), shift), turned)) << spell(drawn.t.view());
  }
}

TEST(OneHotProperty, IsOneAtTheClassAlone) {
  RandomExpressions random(89);
  for (int round = 0; round < 2 * kRounds; ++round) {
    const Shape shape = random.shape();
    const std::int64_t most = random.between(1, 6);
    const std::int64_t said = random.chance(40) ? -1 : random.between(most, most + 2);
    const RefTensor classes =
        dense<std::int64_t>(shape, [&](const Shape& /*c*/) { return random.below(most); });
    std::int64_t count = said;
    for (const std::int64_t c : classes.values)
      if (said == -1 && c >= count) count = c + 1;
    if (count == -1) continue;
    Shape rows = shape;
    rows.push_back(count);
    const RefTensor expected = dense<std::int64_t>(rows, [&](Shape c) -> std::int64_t {
      const std::int64_t k = c.back();
      c.pop_back();
      return at(classes, c) == k ? 1 : 0;
    });
    const auto given = ToNdx(random.seed()).tensor<std::uint8_t>(shape, classes.values);
    ASSERT_TRUE(same(one_hot(given, said), expected)) << spell(shape) << " classes " << said;
  }
}

}  // namespace repeat_property_test
