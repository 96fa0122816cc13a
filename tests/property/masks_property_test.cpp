// Random masks over random tensors, of any strides: what is read and written under them, against
// loops over coordinates.
#include <algorithm>
#include <complex>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/dense.hpp"

namespace masks_property_test {

using namespace reference;

constexpr int kRounds = 300;

/// The common shape of all; false when there is none.
bool common_shape(const std::vector<Shape>& shapes, Shape& common) {
  common.clear();
  for (const Shape& shape : shapes)
    if (shape.size() > common.size()) common.resize(shape.size(), 1);
  for (std::size_t back = 1; back <= common.size(); ++back) {
    for (const Shape& shape : shapes) {
      if (back > shape.size() || shape[shape.size() - back] == 1) continue;
      std::int64_t& size = common[common.size() - back];
      if (size != 1 && size != shape[shape.size() - back]) return false;
      size = shape[shape.size() - back];
    }
  }
  return true;
}

RefArray<std::uint8_t> random_mask(RandomExpressions& random, const Shape& shape) {
  const int percent = random.pick({0, 20, 50, 80, 100});
  RefArray<std::uint8_t> mask{shape, {}};
  for (std::size_t i = 0; i < element_count(shape); ++i)
    mask.values.push_back(random.chance(percent) ? 1 : 0);
  return mask;
}

/// A shape of as many elements.
Shape reshaped(RandomExpressions& random, const Shape& shape) {
  if (random.chance(50)) return shape;
  if (random.chance(50)) return {static_cast<std::int64_t>(element_count(shape))};
  Shape turned(shape.rbegin(), shape.rend());
  if (random.chance(30)) turned.push_back(1);
  return turned;
}

/// A random tensor and a random mask, whose shapes broadcast to a random one, most of the time.
template <class T>
struct Masked {
  explicit Masked(RandomExpressions& random)
      : shape(random.shape()),
        t(random.strided(random.value_shape(shape), true)),
        mask(random_mask(random, random.value_shape(shape))),
        to_ndx(random.seed()) {}

  ndx::Tensor<bool> condition() { return to_ndx.template tensor<bool>(mask.shape, mask.values); }
  std::string told() const { return spell(t.view()) + " mask " + spell(mask.shape); }

  Shape shape;
  Sample<T> t;
  RefArray<std::uint8_t> mask;
  ToNdx to_ndx;
};

template <class T>
class MasksProperty : public testing::Test {};
using ElementTypes =
    testing::Types<std::int8_t, std::int32_t, double, std::complex<double>, Bytes3, Pair16>;
TYPED_TEST_SUITE(MasksProperty, ElementTypes);

TYPED_TEST(MasksProperty, TensorAndMaskAreReadTogether) {
  using T = TypeParam;
  RandomExpressions random(5 + sizeof(T));
  const auto source = ndx::tensor(std::vector<T>(40000, element<T>(50)));
  for (int round = 0; round < kRounds; ++round) {
    Masked<T> drawn(random);
    const ndx::Tensor<bool> mask = drawn.condition();
    const RefArray<T> values = drawn.t.values(drawn.t.view());
    RefArray<T> selected{{0}, {}};
    RefArray<T> filled;
    if (!common_shape({values.shape, drawn.mask.shape}, filled.shape)) {
      const auto fault = [&](auto call) { return fault_of([&] { (void)call(); }); };
      ASSERT_EQ(fault([&] { return masked_select(drawn.t.tensor(), mask); }), kShapeFault);
      ASSERT_EQ(fault([&] { return masked_fill(drawn.t.tensor(), mask, element<T>(7)); }),
                kShapeFault);
      ASSERT_EQ(fault([&] { return masked_scatter(drawn.t.tensor(), mask, source); }), kShapeFault);
      continue;
    }
    RefArray<T> scattered{filled.shape, {}};
    for_each_coordinate(filled.shape, [&](const Shape& c) {
      const bool set = at(drawn.mask, c) != 0;
      if (set) selected.values.push_back(at(values, c));
      filled.values.push_back(set ? element<T>(7) : at(values, c));
      scattered.values.push_back(set ? element<T>(50) : at(values, c));
    });
    selected.shape[0] = static_cast<std::int64_t>(selected.values.size());
    ASSERT_TRUE(same(masked_select(drawn.t.tensor(), mask), selected)) << drawn.told();
    ASSERT_TRUE(same(masked_fill(drawn.t.tensor(), mask, element<T>(7)), filled)) << drawn.told();
    ASSERT_TRUE(same(masked_scatter(drawn.t.tensor(), mask, source), scattered)) << drawn.told();
  }
}

enum class Kind { fill, scatter, place, putmask };

template <class T>
void write(Kind kind, const ndx::Tensor<T>& t, const ndx::Tensor<bool>& mask,
           const ndx::Tensor<T>& source) {
  if (kind == Kind::fill) masked_fill_(t, mask, element<T>(7));
  if (kind == Kind::scatter) masked_scatter_(t, mask, source);
  if (kind == Kind::place) place(t, mask, source);
  if (kind == Kind::putmask) putmask(t, mask, source);
}

/// One random write by ndx and by a loop; the whole buffers are compared.
template <class T>
void check_write(RandomExpressions& random, Kind kind) {
  const Sample<T> target(random.strided(random.shape(), false));
  const Shape& shape = target.view().shape;
  const bool flat = kind == Kind::place || kind == Kind::putmask;
  const auto mask = random_mask(random, flat ? reshaped(random, shape) : random.value_shape(shape));
  const Shape length{random.pick({0, 1, 1, 2, 3, 7, 40, 100})};
  const Sample<T> other(random.strided(length, true), 50);
  const bool own = random.chance(30);
  const Sample<T>& from = own ? target : other;
  const Strided view = own ? random.view_within(target.view().size, length) : other.view();
  const std::vector<T> given = from.values(view).values;

  std::vector<T> expected(target.buffer().begin(), target.buffer().end());
  RefFaults faults = 0;
  Shape common;
  if (!flat && !(common_shape({mask.shape, shape}, common) && common == shape))
    faults = kShapeFault;
  std::vector<std::size_t> set;
  const std::vector<std::int64_t> places = target.places().values;
  if (faults == 0) {
    std::size_t i = 0;
    for_each_coordinate(shape, [&](const Shape& c) {
      if ((flat ? mask.values[i] : at(mask, c)) != 0) set.push_back(i);
      ++i;
    });
    const bool lacks = kind == Kind::scatter ? given.size() < set.size()
                                             : kind == Kind::place && given.empty() && !set.empty();
    if (lacks) faults = kValueFault;
  }
  for (std::size_t k = 0; k < set.size() && faults == 0; ++k) {
    T& to = expected[static_cast<std::size_t>(places[set[k]])];
    if (kind == Kind::fill) to = element<T>(7);
    if (kind == Kind::scatter) to = given[k];
    if (kind == Kind::place) to = given[k % given.size()];
    if (kind == Kind::putmask && !given.empty()) to = given[set[k] % given.size()];
  }

  ToNdx to_ndx(random.seed());
  const RefFaults thrown = fault_of([&] {
    write(kind, target.tensor(), to_ndx.template tensor<bool>(mask.shape, mask.values),
          from.tensor(view));
  });
  ASSERT_EQ(describe(thrown), describe(faults));
  ASSERT_TRUE(std::equal(expected.begin(), expected.end(), target.buffer().begin()))
      << "kind " << static_cast<int>(kind) << " target " << spell(target.view()) << " mask "
      << spell(mask.shape) << " source " << spell(view) << (own ? " of the target" : "");
}

TYPED_TEST(MasksProperty, WritesAreAsALoopWrites) {
  RandomExpressions random(17 + sizeof(TypeParam));
  for (int round = 0; round < kRounds && !this->HasFatalFailure(); ++round)
    for (const Kind kind : {Kind::fill, Kind::scatter, Kind::place, Kind::putmask})
      check_write<TypeParam>(random, kind);
}

TEST(WhereProperty, ChoosesAsALoopChooses) {
  RandomExpressions random(23);
  for (int round = 0; round < 2 * kRounds; ++round) {
    Masked<std::int32_t> drawn(random);
    const Sample<double> other(random.strided(random.value_shape(drawn.shape), true));
    const auto a = drawn.t.values(drawn.t.view());
    const auto b = other.values(other.view());
    RefArray<double> expected;
    if (!common_shape({drawn.mask.shape, a.shape, b.shape}, expected.shape)) {
      ASSERT_EQ(fault_of([&] { (void)where(drawn.condition(), drawn.t.tensor(), other.tensor()); }),
                kShapeFault);
      continue;
    }
    for_each_coordinate(expected.shape, [&](const Shape& c) {
      expected.values.push_back(at(drawn.mask, c) != 0 ? at(a, c) : at(b, c));
    });
    ASSERT_TRUE(same(where(drawn.condition(), drawn.t.tensor(), other.tensor()), expected))
        << drawn.told() << " other " << spell(other.view());
  }
}

TEST(CompressProperty, KeepsWhatALoopKeeps) {
  RandomExpressions random(29);
  for (int round = 0; round < 4 * kRounds; ++round) {
    const Sample<std::int32_t> t(random.strided(random.shape(), true));
    const RefArray<std::int32_t> values = t.values(t.view());
    const auto rank = static_cast<std::int64_t>(values.shape.size());
    const bool flat = rank == 0 || random.chance(40);
    const auto dim = static_cast<std::size_t>(random.below(rank));
    const std::int64_t size =
        flat ? static_cast<std::int64_t>(values.values.size()) : values.shape[dim];
    const auto condition =
        random_mask(random, {std::max<std::int64_t>(size + random.pick({-2, 0, 0, 0, 1, 3}), 0)});
    std::vector<std::int64_t> kept;
    for (std::size_t i = 0; i < condition.values.size(); ++i)
      if (condition.values[i] != 0) kept.push_back(static_cast<std::int64_t>(i));
    const bool beyond = !kept.empty() && kept.back() >= size;

    RefTerms terms(flat ? 0 : dim, RefSlice{});
    terms.emplace_back(RefIndices{{static_cast<std::int64_t>(kept.size())}, kept});
    const RefArray<std::int32_t> row{{size}, values.values};
    RefArray<std::int32_t> expected;
    if (!beyond) expected = ref_index(flat ? row : values, terms);

    const auto given = ToNdx(random.seed()).tensor<double>(condition.shape, condition.values);
    const auto said = static_cast<std::int64_t>(dim) - (random.chance(50) ? rank : 0);
    ndx::Tensor<std::int32_t> found;
    const RefFaults thrown = fault_of([&] {
      found = !flat               ? compress(t.tensor(), given, said)
              : random.chance(50) ? compress(t.tensor(), given)
                                  : extract(t.tensor(), given);
    });
    ASSERT_EQ(describe(thrown), describe(beyond ? kIndexFault : 0));
    if (!beyond) {
      ASSERT_TRUE(same(found, expected)) << spell(t.view()) << " dim " << dim;
    }
  }
}

}  // namespace masks_property_test
