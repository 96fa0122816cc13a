// Plans cut by random partitions, whole and in blocks, against the same plans run whole: every rule,
// masks, duplicates, policies and reductions.
#include <algorithm>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>
#include <ndx/tensor/plan_parts.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace split_property_test {

using namespace reference;
using Int = std::int64_t;
using ndx::Bounds;
using ndx::Dims;
using ndx::Partition;

constexpr int kRounds = 3000;

Partition random_partition(RandomExpressions& random, const Shape& shape) {
  const Dims sizes(shape);
  const int kind = static_cast<int>(random.below(4));
  if (kind == 0 || shape.empty()) return Partition::ranges(sizes, random.between(1, 9));
  if (kind == 1) return Partition::blocks(sizes, random.between(1, 4));
  if (kind == 2) {
    Dims bounds{0};
    for (Int parts = random.below(4); parts > 0; --parts)
      bounds.push_back(random.between(bounds.back(), sizes[0]));
    bounds.push_back(sizes[0]);
    return Partition::bounds(sizes, bounds);
  }
  Dims chunk;
  for (const Int size : shape) chunk.push_back(random.between(1, size + 1));
  return Partition::grid(sizes, chunk);
}

/// The tensor's elements as the partition stores them: one tensor a part.
class Parts {
 public:
  Parts(const Partition& partition, const ndx::Tensor<Int>& whole) : partition_(partition) {
    for (Int p = 0; p < partition.count(); ++p)
      parts_.push_back(ndx::full({partition.elements(p)}, Int{-1}));
    Int element = 0;
    for (const Int value : whole) at(element++) = value;
  }
  const ndx::Tensor<Int>& operator[](Int part) const {
    return parts_[static_cast<std::size_t>(part)];
  }
  Int& at(Int element) const {
    const Partition::Place place = partition_.place(element);
    return (*this)[place.part](place.offset);
  }

 private:
  const Partition& partition_;
  std::vector<ndx::Tensor<Int>> parts_;
};

const ndx::Reducer<Int> kReducers[] = {
    ndx::Reduce::assign, ndx::Reduce::add, ndx::Reduce::maximum,
    [](Int a, Int b) { return (a * 31 + b) % 1000003; },  // tells the order of duplicates
};

std::string check(RandomExpressions& random) {
  const Shape shape = random.shape();
  const auto t = ndx::arange(static_cast<Int>(element_count(shape))).reshape(Dims(shape));
  const RefTerms terms = random.terms(shape);
  const RefRule rule = random.rule(terms);
  const Bounds bounds = random.pick({Bounds::raise, Bounds::wrap, Bounds::clip, Bounds::wrap_clip,
                                     Bounds::fill, Bounds::drop, Bounds::raise_negative,
                                     Bounds::fill_negative, Bounds::drop_negative});
  const Partition partition = random_partition(random, shape);
  const auto told = [&](const char* what) {
    return std::string(what) + "\n  shape " + spell(shape) + "\n  expression " + spell(terms) +
           " by " + kRuleNames[static_cast<std::size_t>(rule)] + ", policy " +
           std::to_string(static_cast<int>(bounds));
  };

  const auto indices = ToNdx(random.seed())(terms);
  ndx::index_t total = 0;
  std::unique_ptr<ndx::Plan> plan;
  if (fault_of([&] {
        plan = std::make_unique<ndx::Plan>(t.plan(indices, {to_rule(rule), bounds}));
        total = ndx::numel(ndx::DimsView(plan->result_shape()));
      }) != 0)
    return "";  // what is refused is the business of other tests

  const Parts parts(partition, t);
  const auto value = ndx::arange<Int>(100, 100 + total).reshape(plan->result_shape());
  const auto& reduce = kReducers[random.below(std::ssize(kReducers))];
  const bool once = random.chance(30);  // one element for all places
  const ndx::Tensor<const Int> written = once ? ndx::full({}, Int{7}) : value;
  const auto read = ndx::full(plan->result_shape(), Int{-5});
  const auto run = [&](const ndx::Split& split) {
    for (std::size_t k = split.size(); k-- > 0;) read_part(split[k], parts[split[k].part], read);
  };
  const auto write = [&](const ndx::Split& split) {
    for (std::size_t k = 0; k < split.size(); ++k)
      write_part(split[k], parts[split[k].part], written, reduce);
  };
  if (random.chance(50)) {
    const ndx::Split whole = split(*plan, partition);
    run(whole);
    write(whole);
  } else {
    const Int most = random.between(1, 5);
    for_each_split(*plan, partition, most, run);
    for_each_split(*plan, partition, most, write);
  }

  if (!array_equal(read, plan->read(t, -5))) return told("the parts read something else");
  plan->write_(t, written, {.reduce = reduce});
  Int element = 0;
  for (const Int wanted : t)
    if (parts.at(element++) != wanted) return told("the parts were written differently");
  return "";
}

TEST(SplitProperty, PartsGiveWhatTheWholePlanGives) {
  RandomExpressions random(1414);
  for (int round = 0; round < kRounds; ++round) ASSERT_EQ(check(random), "") << "round " << round;
}

}  // namespace split_property_test
