// Random reads and writes with indices that leave their dims, under every bounds policy and
// reduction, at once and through a plan, by all four rules, against the reference evaluator.
#include <algorithm>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace options_property_test {

using namespace reference;
using ndx::Bounds;

constexpr int kRounds = 3000;
constexpr std::int64_t kFill = -77;

RefBounds to_ref(Bounds bounds) {
  if (bounds == Bounds::wrap) return RefBounds::wrap;
  if (bounds == Bounds::wrap_clip) return RefBounds::wrap_clip;
  if (bounds == Bounds::clip) return RefBounds::clip;
  if (bounds == Bounds::raise_negative) return RefBounds::raise_negative;
  return bounds == Bounds::fill || bounds == Bounds::drop ? RefBounds::skip
                                                          : RefBounds::skip_negative;
}

/// A random expression whose indices leave their dims, and what the reference makes of it.
struct Case {
  Case(RandomExpressions& random, const RefTensor& places, Bounds policy)
      : bounds(policy), terms(random.terms(places.shape)), rule(random.rule(terms)) {
    for_each_index(places.shape, terms, [&](std::size_t dim, std::int64_t& index) {
      const std::int64_t n = places.shape[dim];
      index = policy == Bounds::raise_negative && random.chance(90)
                  ? random.between(0, std::max<std::int64_t>(n - 1, 0))
                  : random.between(-3 * n - 1, 3 * n + 1);
    });
    const Expected expected(places, terms, rule, to_ref(bounds));
    where = expected.where;
    faults = expected.faults;
  }

  std::string told(const std::string& what) const {
    return what + "\n  policy " + std::to_string(static_cast<int>(bounds)) + "\n  expression " +
           spell(terms) + " by " + kRuleNames[static_cast<std::size_t>(rule)];
  }

  Bounds bounds;
  RefTerms terms;
  RefRule rule;
  RefTensor where;  // the buffer's positions, or kSkippedPlace
  RefFaults faults = 0;
};

std::string check_result(const Case& c, const Sample<std::int64_t>& source,
                         const ndx::Tensor<std::int64_t>& result, const std::string& call) {
  if (to_shape(result.shape()) != c.where.shape) return c.told(call + " has another shape");
  auto at = result.begin();
  for (const std::int64_t place : c.where.values) {
    const std::int64_t wanted =
        place == kSkippedPlace ? kFill : source.buffer()[static_cast<std::size_t>(place)];
    if (*at != wanted) return c.told(call + " differs");
    ++at;
  }
  return "";
}

std::string check_read(RandomExpressions& random) {
  const Sample<std::int64_t> source(random.strided(random.shape(), true));
  const Bounds bounds = random.pick({Bounds::wrap, Bounds::clip, Bounds::wrap_clip, Bounds::fill,
                                     Bounds::fill_negative, Bounds::raise_negative});
  const Case c(random, source.places(), bounds);
  const auto indices = ToNdx(random.seed())(c.terms);
  const auto t = source.tensor();

  ndx::Tensor<std::int64_t> read, planned;
  const RefFaults thrown = fault_of([&] {
    read = read_by(c.rule, t, indices,
                   ndx::IndexOptions<std::int64_t>{.bounds = bounds, .fill = kFill});
  });
  const RefFaults thrown_by_plan =
      fault_of([&] { planned = t.plan(indices, {to_rule(c.rule), bounds}).read(t, kFill); });
  if (thrown != thrown_by_plan) return c.told("index and plan throw differently");
  if (c.faults == 0 ? thrown != 0 : (thrown & c.faults) == 0)
    return c.told("threw " + describe(thrown) + " instead of " + describe(c.faults));
  if (thrown != 0) return "";
  const auto out =
      ToNdx(random.seed())
          .tensor<std::int64_t>(c.where.shape, std::vector<std::int64_t>(c.where.values.size(), 5));
  read_into_by(c.rule, out, t, indices, {.bounds = bounds, .fill = kFill});
  for (const auto& [result, call] :
       {std::pair(read, "index"), std::pair(planned, "plan"), std::pair(out, "index_into")}) {
    const std::string fault = check_result(c, source, result, call);
    if (!fault.empty()) return fault;
  }
  return "";
}

TEST(OptionsProperty, ReadsUnderEveryPolicyAreAsTheReferenceSays) {
  RandomExpressions random(404);
  for (int round = 0; round < kRounds; ++round)
    ASSERT_EQ(check_read(random), "") << "round " << round;
}

/// A reduction of the library's and the same said in one obvious line.
struct Reduction {
  ndx::Reducer<std::int64_t> ours;
  std::int64_t (*obvious)(std::int64_t, std::int64_t);
};

using Int = std::int64_t;
const Reduction kReductions[] = {
    {ndx::Reduce::assign, [](Int, Int b) { return b; }},
    {ndx::Reduce::add, [](Int a, Int b) { return a + b; }},
    {ndx::Reduce::multiply,
     [](Int a, Int b) { return static_cast<Int>(std::uint64_t(a) * std::uint64_t(b)); }},
    {ndx::Reduce::minimum, [](Int a, Int b) { return std::min(a, b); }},
    {ndx::Reduce::maximum, [](Int a, Int b) { return std::max(a, b); }},
    {ndx::Reduce::bitwise_and, [](Int a, Int b) { return a & b; }},
    {ndx::Reduce::bitwise_or, [](Int a, Int b) { return a | b; }},
    {ndx::Reduce::bitwise_xor, [](Int a, Int b) { return a ^ b; }},
    {[](Int a, Int b) { return (a * 31 + b) % 1000003; },  // tells the order of duplicates
     [](Int a, Int b) { return (a * 31 + b) % 1000003; }},
};

std::string check_write(RandomExpressions& random, bool by_plan) {
  const Sample<Int> target(random.strided(random.shape(), false));
  const Bounds bounds = random.pick({Bounds::wrap, Bounds::clip, Bounds::wrap_clip, Bounds::drop,
                                     Bounds::drop_negative, Bounds::raise_negative});
  const Case c(random, target.places(), bounds);
  const auto indices = ToNdx(random.seed())(c.terms);
  const Reduction& reduction = kReductions[random.below(std::size(kReductions))];
  const Shape shape = random.value_shape(c.where.shape);
  const Sample<Int> value(random.strided(shape, true), 50);

  std::vector<Int> buffer(target.buffer().begin(), target.buffer().end());
  RefFaults faults = c.faults;
  if (faults != 0) {
    faults |= kShapeFault;  // which of the two is told is not said
  } else {
    buffer.push_back(0);  // what is dropped goes here
    RefTensor where = c.where;
    for (Int& place : where.values)
      if (place == kSkippedPlace) place = static_cast<Int>(buffer.size()) - 1;
    try {
      ref_put(std::span<Int>(buffer), where, value.values(value.view()), reduction.obvious);
    } catch (const RefError& error) {
      faults = error.faults;
    }
    buffer.pop_back();
  }
  const RefFaults thrown = fault_of([&] {
    const auto t = target.tensor();
    if (by_plan) {
      t.plan(indices, {to_rule(c.rule), bounds})
          .write_(t, value.tensor(), {.reduce = reduction.ours});
    } else {
      write_by(c.rule, t, indices, value.tensor(),
               ndx::IndexOptions<Int>{.reduce = reduction.ours, .bounds = bounds});
    }
  });
  if (faults == 0 ? thrown != 0 : (thrown & faults) == 0)
    return c.told("threw " + describe(thrown) + " instead of " + describe(faults));
  return equal_elements(target.buffer(), buffer) ? "" : c.told("the buffer differs");
}

TEST(OptionsProperty, WritesUnderEveryPolicyAndReductionAreAsTheReferenceSays) {
  RandomExpressions random(405);
  for (int round = 0; round < kRounds; ++round)
    ASSERT_EQ(check_write(random, false), "") << "round " << round;
}

TEST(OptionsProperty, WritesThroughPlansAreAsTheReferenceSays) {
  RandomExpressions random(406);
  for (int round = 0; round < kRounds; ++round)
    ASSERT_EQ(check_write(random, true), "") << "round " << round;
}

}  // namespace options_property_test
