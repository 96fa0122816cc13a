// Random writes whose value, index tensors or masks are views of the target itself: the outcome
// must be as if they had been copied first.
#include <algorithm>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace index_alias_property_test {

using namespace reference;

template <class T>
struct AliasedWrite {
  const Sample<T>& target;
  const RefTerms& terms;
  const std::vector<ndx::TensorIndex>& indices;
  bool accumulate;

  std::string told(const std::string& what, const std::string& value) const {
    return what + (accumulate ? "\n  accumulate " : "\n  assign ") + value + "\n  target " +
           spell(target.view()) + "\n  expression " + spell(terms);
  }

  /// Writes through ndx and compares the buffer with what the reference makes of it; `dense` is the
  /// value, copied.
  template <class Value>
  std::string check(const Value& value, const RefArray<T>& dense,
                    const std::string& spelled) const {
    const std::unique_ptr<T[]> buffer(new T[target.buffer().size()]);
    const std::span<T> reference_buffer(buffer.get(), target.buffer().size());
    std::copy(target.buffer().begin(), target.buffer().end(), buffer.get());
    Expected expected(target.places(), terms);
    try {
      if (expected.faults == 0 && accumulate)
        ref_put(reference_buffer, expected.where, dense, ref_add);
      if (expected.faults == 0 && !accumulate)
        ref_put(reference_buffer, expected.where, dense, ref_assign);
    } catch (const RefError& error) {
      expected.faults = error.faults;
    }
    if (expected.faults != 0) expected.faults |= kShapeFault;
    const RefFaults thrown =
        fault_of([&] { target.tensor().index_put_(indices, value, accumulate); });
    if (!expected.allows(thrown))
      return told("threw " + describe(thrown) + " instead of " + describe(expected.faults),
                  spelled);
    const auto differs =
        std::mismatch(target.buffer().begin(), target.buffer().end(), buffer.get()).first;
    if (differs == target.buffer().end()) return "";
    return told("buffer differs at " + std::to_string(differs - target.buffer().begin()), spelled);
  }
};

template <class T>
std::string check_overlapping_value(RandomExpressions& random) {
  const Sample<T> target(random.strided(random.shape(), false));
  const RefTerms terms = random.terms(target.view().shape);
  const Expected expected(target.places(), terms);
  if (expected.faults != 0) return "";
  const Strided view =
      random.view_within(target.view().size, random.value_shape(expected.where.shape));
  const auto indices = ToNdx(random.seed())(terms);
  const AliasedWrite<T> write{target, terms, indices, random.chance(40)};
  return write.check(target.tensor(view), target.values(view), spell(view));
}

template <class T>
class IndexAliasProperty : public testing::Test {};
using OverlapTypes = testing::Types<std::int8_t, std::int32_t, std::int64_t, double, bool>;
TYPED_TEST_SUITE(IndexAliasProperty, OverlapTypes);

TYPED_TEST(IndexAliasProperty, AValueThatOverlapsTheTargetIsReadFirst) {
  RandomExpressions random(4000 + sizeof(TypeParam));
  for (int round = 0; round < 1500; ++round)
    ASSERT_EQ(check_overlapping_value<TypeParam>(random), "") << "round " << round;
}

TEST(IndexTensorAlias, AFewIndicesUsedWhereTheyLieAreNotOverwritten) {
  const auto a = ndx::tensor<std::int64_t>({2, 0, 1});
  a.index_put_({a}, 7);
  EXPECT_TRUE(equal_elements(a, std::vector{7, 7, 7}));
  const auto b = ndx::arange<std::int64_t>(5);
  b.index({ndx::Slice(2)}).index_put_({b.index({ndx::Slice(ndx::newaxis, -2)})}, 3);
  EXPECT_TRUE(equal_elements(b, std::vector{0, 1, 3, 3, 3}));
}

/// The largest index that is good for every dim, or -1.
std::int64_t common_index(const Shape& shape) {
  std::int64_t least = 4;
  for (std::int64_t n : shape) least = std::min(least, n - 1);
  return least;
}

/// Index tensors of integer type I become views of the target, which holds small integers.
template <class I>
std::string check_overlapping_indices(RandomExpressions& random) {
  const Sample<I> target(random.strided(random.shape(), false));
  const std::int64_t most = common_index(target.view().shape);
  if (most < 0) return "";
  for (I& element : target.buffer())
    element = static_cast<I>(std::is_signed_v<I> ? random.between(-most - 1, most)
                                                 : random.below(most + 1));
  RefTerms terms = random.terms(target.view().shape);
  std::vector<ndx::TensorIndex> indices = ToNdx(random.seed())(terms);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    auto* const own = std::get_if<RefIndices>(&terms[t]);
    if (own == nullptr) continue;
    const Strided view = random.view_within(target.view().size, own->shape);
    const RefArray<I> dense = target.values(view);
    own->values.assign(dense.values.begin(), dense.values.end());
    indices[t] = target.tensor(view);
  }
  const I value = static_cast<I>(random.between(90, 99));
  return AliasedWrite<I>{target, terms, indices, random.chance(40)}.check(value, {{}, {value}},
                                                                          "scalar");
}

template <class I>
class IndexTensorAliasProperty : public testing::Test {};
using IndexTypes =
    testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::int64_t, std::uint64_t>;
TYPED_TEST_SUITE(IndexTensorAliasProperty, IndexTypes);

TYPED_TEST(IndexTensorAliasProperty, AnIndexTensorThatOverlapsTheTargetIsReadFirst) {
  RandomExpressions random(5000 + sizeof(TypeParam));
  for (int round = 0; round < 2000; ++round)
    ASSERT_EQ(check_overlapping_indices<TypeParam>(random), "") << "round " << round;
}

std::string check_overlapping_masks(RandomExpressions& random) {
  const Sample<bool> target(random.strided(random.shape(), false));
  RefTerms terms = random.terms(target.view().shape);
  std::vector<ndx::TensorIndex> indices = ToNdx(random.seed())(terms);
  for (std::size_t t = 0; t < terms.size(); ++t) {
    auto* const own = std::get_if<RefMask>(&terms[t]);
    if (own == nullptr) continue;
    const Strided view = random.view_within(target.view().size, own->shape);
    own->values = target.values(view).values;
    indices[t] = target.tensor(view);
  }
  const bool value = random.chance(50);
  return AliasedWrite<bool>{target, terms, indices, false}.check(value, {{}, {value}}, "scalar");
}

TEST(MaskAliasProperty, AMaskThatOverlapsTheTargetIsReadFirst) {
  RandomExpressions random(6000);
  for (int round = 0; round < 4000; ++round)
    ASSERT_EQ(check_overlapping_masks(random), "") << "round " << round;
}

}  // namespace index_alias_property_test
