// Random reads by all four rules, for every element type, on sources of any strides, against the
// reference evaluator.
#include <algorithm>
#include <complex>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace index_property_test {

using namespace reference;

constexpr int kRounds = 1500;

/// Reads once; an empty string when ndx and the reference agree.
template <class T>
std::string check_read(RandomExpressions& random) {
  const Sample<T> source(random.strided(random.shape(), true));
  const RefTerms terms = random.terms(source.view().shape);
  const RefRule rule = random.rule(terms);
  const Expected expected(source.places(), terms, rule);
  const auto told = [&](const std::string& what) {
    return what + "\n  source " + spell(source.view()) + "\n  expression " + spell(terms) + " by " +
           kRuleNames[static_cast<std::size_t>(rule)];
  };

  ndx::Tensor<T> result;
  const auto indices = ToNdx(random.seed())(terms);
  const RefFaults thrown = fault_of([&] { result = read_by(rule, source.tensor(), indices); });
  if (!expected.allows(thrown))
    return told("threw " + describe(thrown) + " instead of " + describe(expected.faults));
  if (thrown != 0) return "";

  if (to_shape(result.shape()) != expected.where.shape)
    return told("has shape " + spell(to_shape(result.shape())) + " instead of " +
                spell(expected.where.shape));
  auto at = result.begin();
  for (std::int64_t place : expected.where.values) {
    const T& wanted = source.buffer()[static_cast<std::size_t>(place)];
    if (!(*at == wanted))
      return told("differs at element " + std::to_string(&place - expected.where.values.data()));
    ++at;
  }
  if (at != result.end()) return told("iterates over too many elements");
  if (result.numel() != 0 && source.holds(result.data()) == any_advanced(terms))
    return told("is a copy where it should be a view, or the other way round");
  if (any_advanced(terms) && !result.is_contiguous())
    return told("is a copy that is not contiguous");
  return "";
}

template <class T>
class IndexProperty : public testing::Test {};

using ElementTypes =
    testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::uint16_t, std::int32_t,
                   std::uint32_t, std::int64_t, std::uint64_t, float, double, bool,
                   std::complex<float>, std::complex<double>, Bytes3, Pair16>;
TYPED_TEST_SUITE(IndexProperty, ElementTypes);

TYPED_TEST(IndexProperty, ReadsAreAsTheReferenceSays) {
  constexpr std::uint64_t seed = 20261121 + sizeof(TypeParam);
  RandomExpressions random(seed);
  for (int round = 0; round < kRounds; ++round)
    ASSERT_EQ(check_read<TypeParam>(random), "") << "seed " << seed << ", round " << round;
}

}  // namespace index_property_test
