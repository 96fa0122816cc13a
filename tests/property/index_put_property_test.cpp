// Random writes and accumulations by all four rules, for every element type, on targets and with
// values of any strides, against the reference evaluator.
#include <algorithm>
#include <complex>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace index_put_property_test {

using namespace reference;

constexpr int kRounds = 700;

/// One random write: a target, an expression, and the reference's buffer after it.
template <class T>
class Write {
 public:
  Write(RandomExpressions& random, bool accumulate)
      : target_(random.strided(random.shape(), false)),
        terms_(random.terms(target_.view().shape)),
        rule_(random.rule(terms_)),
        expected_(target_.places(), terms_, rule_),
        indices_(ToNdx(random.seed())(terms_)),
        accumulate_(accumulate),
        buffer_(new T[target_.buffer().size()]) {
    std::copy(target_.buffer().begin(), target_.buffer().end(), buffer_.get());
  }

  std::string with_scalar(std::int64_t id) {
    const T value = element<T>(id);
    put({{}, {value}});
    return compare("scalar " + std::to_string(id), fault_of([&] { write(value); }));
  }

  /// The value has elements of type V and any strides.
  template <class V>
  std::string with_tensor(RandomExpressions& random) {
    const Shape shape = random.value_shape(expected_.where.shape);
    const Sample<V> value(random.strided(shape, true), 50);
    RefArray<T> dense{shape, {}};
    for (const V& v : value.values(value.view()).values) dense.values.push_back(static_cast<T>(v));
    if (expected_.faults != 0)
      expected_.faults |= kShapeFault;  // which of the two is told is not said
    put(dense);
    return compare("value " + spell(value.view()), fault_of([&] { write(value.tensor()); }));
  }

 private:
  template <class Value>
  void write(const Value& value) {
    if constexpr (requires(const T& a) { a + a; })
      write_by(rule_, target_.tensor(), indices_, value, accumulate_);
    else
      write_by(rule_, target_.tensor(), indices_, value);
  }

  void put(const RefArray<T>& value) {
    if (expected_.faults != 0) return;
    const std::span<T> buffer(buffer_.get(), target_.buffer().size());
    try {
      if constexpr (requires(const T& a) { a + a; }) {
        if (accumulate_) return ref_put(buffer, expected_.where, value, ref_add);
      }
      ref_put(buffer, expected_.where, value, ref_assign);
    } catch (const RefError& error) {
      expected_.faults = error.faults;
    }
  }

  std::string compare(const std::string& value, RefFaults thrown) const {
    std::string told = accumulate_ ? "\n  accumulate " : "\n  assign ";
    told += value + "\n  target " + spell(target_.view()) + "\n  expression " + spell(terms_) +
            " by " + kRuleNames[static_cast<std::size_t>(rule_)];
    if (!expected_.allows(thrown))
      return "threw " + describe(thrown) + " instead of " + describe(expected_.faults) + told;
    const auto [ours, theirs] =
        std::mismatch(target_.buffer().begin(), target_.buffer().end(), buffer_.get());
    if (ours != target_.buffer().end())
      return "buffer differs at " + std::to_string(theirs - buffer_.get()) + told;
    return "";
  }

  Sample<T> target_;
  RefTerms terms_;
  RefRule rule_;
  Expected expected_;
  std::vector<ndx::TensorIndex> indices_;
  bool accumulate_;
  std::unique_ptr<T[]> buffer_;
};

template <class T>
std::string check_write(RandomExpressions& random, bool accumulate) {
  Write<T> write(random, accumulate);
  if (random.chance(30)) return write.with_scalar(random.between(60, 100));
  if constexpr (std::is_arithmetic_v<T>) {
    if (random.chance(20)) return write.template with_tensor<std::int8_t>(random);
  }
  return write.template with_tensor<T>(random);
}

template <class T>
void check_writes(std::uint64_t seed, bool accumulate) {
  RandomExpressions random(seed);
  for (int round = 0; round < kRounds; ++round)
    ASSERT_EQ(check_write<T>(random, accumulate), "") << "seed " << seed << ", round " << round;
}

template <class T>
class IndexPutProperty : public testing::Test {};

using ElementTypes =
    testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::int64_t, std::uint64_t, float,
                   double, bool, std::complex<float>, std::complex<double>, Bytes3, Pair16>;
TYPED_TEST_SUITE(IndexPutProperty, ElementTypes);

TYPED_TEST(IndexPutProperty, AssignmentsAreAsTheReferenceSays) {
  check_writes<TypeParam>(77 + sizeof(TypeParam), false);
}

template <class T>
class IndexAddProperty : public testing::Test {};

using SummableTypes =
    testing::Types<std::int8_t, std::uint8_t, std::int16_t, std::int32_t, std::int64_t,
                   std::uint64_t, float, double, bool, std::complex<double>>;
TYPED_TEST_SUITE(IndexAddProperty, SummableTypes);

TYPED_TEST(IndexAddProperty, AccumulationsAreAsTheReferenceSays) {
  check_writes<TypeParam>(99 + sizeof(TypeParam), true);
}

TEST(IndexPutRefusal, WritingThroughAViewThatRepeatsAnElementChangesNothing) {
  RandomExpressions random(31);
  for (int round = 0; round < 4000; ++round) {
    const Shape shape = random.shape();
    const Sample<std::int32_t> target(random.view_within(random.between(1, 60), shape));
    const RefTerms terms = random.terms(shape);
    const Expected expected(target.places(), terms);
    if (expected.faults != 0) continue;
    const bool repeats = has_duplicates(ref_index(target.places(), view_terms(terms)).values);
    const auto indices = ToNdx(random.seed())(terms);
    const bool accumulate = random.chance(30);
    const RefFaults thrown = fault_of([&] { target.tensor().index_put_(indices, -5, accumulate); });
    ASSERT_EQ(describe(thrown), describe(repeats ? kValueFault : 0))
        << "round " << round << "\n  target " << spell(target.view()) << "\n  " << spell(terms);
    if (!repeats) continue;
    const Sample<std::int32_t> untouched(target.view());
    ASSERT_TRUE(equal_elements(target.buffer(), untouched.buffer())) << "round " << round;
  }
}

}  // namespace index_put_property_test
