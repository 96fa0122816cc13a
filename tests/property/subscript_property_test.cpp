// Random subscripts, read, assigned and updated by random operators, against the reference
// evaluator: x[…] op= v is a read of everything, a calculation, and a write of everything.
#include <algorithm>
#include <numeric>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace subscript_property_test {

using namespace reference;

constexpr int kRounds = 600;

enum class Operator { assign, add, subtract, multiply, divide, bit_and, bit_or, bit_xor };
constexpr std::array<const char*, 8> kSigns = {"=", "+=", "-=", "*=", "/=", "&=", "|=", "^="};

/// a op b in T. Integers wrap.
template <class T>
T calculate(Operator op, T a, T b) {
  if constexpr (std::is_integral_v<T>) {
    const auto x = static_cast<std::uint64_t>(a);
    const auto y = static_cast<std::uint64_t>(b);
    switch (op) {
      case Operator::add:
        return static_cast<T>(x + y);
      case Operator::subtract:
        return static_cast<T>(x - y);
      case Operator::multiply:
        return static_cast<T>(x * y);
      case Operator::bit_and:
        return static_cast<T>(x & y);
      case Operator::bit_or:
        return static_cast<T>(x | y);
      case Operator::bit_xor:
        return static_cast<T>(x ^ y);
      default:
        return b;
    }
  } else {
    switch (op) {
      case Operator::add:
        return a + b;
      case Operator::subtract:
        return a - b;
      case Operator::multiply:
        return a * b;
      case Operator::divide:
        return a / b;
      default:
        return b;
    }
  }
}

template <class T>
Operator any_operator(RandomExpressions& random) {
  if constexpr (std::is_integral_v<T>) {
    return random.pick({Operator::assign, Operator::add, Operator::subtract, Operator::multiply,
                        Operator::bit_and, Operator::bit_or, Operator::bit_xor});
  } else {
    return random.pick({Operator::assign, Operator::add, Operator::subtract, Operator::multiply,
                        Operator::divide});
  }
}

/// The same, done by ndx.
template <class T, class Value>
void apply(Operator op, const ndx::Tensor<T>& t, const std::vector<ndx::TensorIndex>& terms,
           const Value& value) {
  if (op == Operator::assign) t[terms] = value;
  if (op == Operator::add) t[terms] += value;
  if (op == Operator::subtract) t[terms] -= value;
  if (op == Operator::multiply) t[terms] *= value;
  if constexpr (std::is_integral_v<T>) {
    if (op == Operator::bit_and) t[terms] &= value;
    if (op == Operator::bit_or) t[terms] |= value;
    if (op == Operator::bit_xor) t[terms] ^= value;
  } else {
    if (op == Operator::divide) t[terms] /= value;
  }
}

/// One random target and subscript, and what the reference makes of them.
template <class T>
class Update {
 public:
  explicit Update(RandomExpressions& random)
      : target_(random.strided(random.shape(), false)),
        terms_(random.terms(target_.view().shape)),
        expected_(target_.places(), terms_),
        indices_(ToNdx(random.seed())(terms_)),
        op_(any_operator<T>(random)),
        buffer_(target_.buffer().begin(), target_.buffer().end()) {}

  std::string with_scalar(T value) {
    update({{}, {value}});
    return compare("a scalar", fault_of([&] { apply(op_, target_.tensor(), indices_, value); }));
  }

  std::string with_tensor(RandomExpressions& random) {
    const Shape shape = random.value_shape(expected_.where.shape);
    const Sample<T> value(random.strided(shape, true), 50);
    if (expected_.faults != 0) expected_.faults |= kShapeFault;  // which one is told is not said
    update(value.values(value.view()));
    return compare("value " + spell(value.view()),
                   fault_of([&] { apply(op_, target_.tensor(), indices_, value.tensor()); }));
  }

  /// The value is a view of the target's own buffer, and may be any part of what is written.
  std::string with_its_own_elements(RandomExpressions& random) {
    const Strided view = random.view_within(target_.view().size, expected_.where.shape);
    update(target_.values(view));
    return compare("its own " + spell(view),
                   fault_of([&] { apply(op_, target_.tensor(), indices_, target_.tensor(view)); }));
  }

  bool is_faulty() const { return expected_.faults != 0; }

 private:
  void update(const RefArray<T>& value) {
    if (expected_.faults != 0) return;
    const std::span<T> buffer(buffer_);
    RefArray<T> part{expected_.where.shape, {}};
    for (const std::int64_t p : expected_.where.values)
      part.values.push_back(buffer[static_cast<std::size_t>(p)]);
    RefTensor all{part.shape, std::vector<std::int64_t>(part.values.size())};
    std::iota(all.values.begin(), all.values.end(), 0);
    // An assignment drops leading 1s of the value, arithmetic does not.
    if (op_ != Operator::assign && value.shape.size() > part.shape.size()) {
      expected_.faults = kShapeFault;
      return;
    }
    try {
      ref_put(std::span<T>(part.values), all, value,
              [this](T a, T b) { return calculate(op_, a, b); });
      ref_put(buffer, expected_.where, part, ref_assign);
    } catch (const RefError& error) {
      expected_.faults = error.faults;
    }
  }

  std::string compare(const std::string& value, RefFaults thrown) const {
    const std::string told = "\n  " + spell(terms_) + " " + kSigns[static_cast<std::size_t>(op_)] +
                             " " + value + "\n  target " + spell(target_.view());
    if (!expected_.allows(thrown))
      return "threw " + describe(thrown) + " instead of " + describe(expected_.faults) + told;
    const auto [ours, theirs] =
        std::mismatch(target_.buffer().begin(), target_.buffer().end(), buffer_.begin());
    if (ours == target_.buffer().end()) return "";
    return "buffer differs at " + std::to_string(theirs - buffer_.begin()) + told;
  }

  Sample<T> target_;
  RefTerms terms_;
  Expected expected_;
  std::vector<ndx::TensorIndex> indices_;
  Operator op_;
  std::vector<T> buffer_;
};

template <class T>
std::string check_update(RandomExpressions& random) {
  Update<T> update(random);
  if (random.chance(30)) return update.with_scalar(element<T>(random.between(1, 100)));
  if (random.chance(30) && !update.is_faulty()) return update.with_its_own_elements(random);
  return update.with_tensor(random);
}

template <class T>
class SubscriptProperty : public testing::Test {};

using ElementTypes = testing::Types<std::int8_t, std::uint16_t, std::int32_t, std::int64_t,
                                    std::uint64_t, float, double>;
TYPED_TEST_SUITE(SubscriptProperty, ElementTypes);

TYPED_TEST(SubscriptProperty, UpdatesAreAsTheReferenceSays) {
  const std::uint64_t seed = 500 + sizeof(TypeParam);
  RandomExpressions random(seed);
  for (int round = 0; round < kRounds; ++round)
    ASSERT_EQ(check_update<TypeParam>(random), "") << "seed " << seed << ", round " << round;
}

TYPED_TEST(SubscriptProperty, ReadsAreAsTheReferenceSays) {
  RandomExpressions random(600 + sizeof(TypeParam));
  for (int round = 0; round < kRounds; ++round) {
    const Sample<TypeParam> source(random.strided(random.shape(), true));
    const RefTerms terms = random.terms(source.view().shape);
    const Expected expected(source.places(), terms);
    const auto indices = ToNdx(random.seed())(terms);
    ndx::Tensor<TypeParam> part;
    const RefFaults thrown = fault_of([&] { part = source.tensor()[indices]; });
    ASSERT_TRUE(expected.allows(thrown)) << describe(thrown) << " from " << spell(terms);
    if (thrown != 0) continue;
    std::vector<TypeParam> values;
    for (const std::int64_t p : expected.where.values)
      values.push_back(source.buffer()[static_cast<std::size_t>(p)]);
    ASSERT_EQ(to_shape(part.shape()), expected.where.shape) << spell(terms);
    ASSERT_EQ(std::vector<TypeParam>(part.begin(), part.end()), values) << spell(terms);
    if (part.numel() == 0) continue;
    ASSERT_EQ(source.holds(part.data()), !any_advanced(terms)) << spell(terms);
  }
}

}  // namespace subscript_property_test
