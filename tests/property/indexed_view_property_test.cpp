// Random chains of indices and rearrangements on an indexed view, read, reduced, used as an operand, written,
// accumulated and updated, against the reference evaluator, which applies each step in turn to an array of positions.
//
// NDX_CHAINS in the environment is the number of chains of each test, 10,000 without it. A longer run:
//   NDX_CHAINS=200000 NDX_CXX_FLAGS=-O2 bash tests/one.sh tests/property/indexed_view_property_test.cpp
#include <cstdlib>

#include <gtest/gtest.h>

#include <ndx/indexed.hpp>
#include <ndx/into.hpp>
#include <ndx/ndx.hpp>

#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace indexed_view_property_test {

using namespace reference;
using ndx::Bounds;
using Int = std::int64_t;
using View = ndx::IndexedView<Int>;

constexpr Int kFill = -77;

int chains() {
  const char* const given = std::getenv("NDX_CHAINS");
  return given == nullptr ? 10000 : std::atoi(given);
}

RefBounds to_ref(Bounds bounds) {
  if (bounds == Bounds::wrap) return RefBounds::wrap;
  if (bounds == Bounds::wrap_clip) return RefBounds::wrap_clip;
  if (bounds == Bounds::clip) return RefBounds::clip;
  if (bounds == Bounds::raise_negative) return RefBounds::raise_negative;
  if (bounds == Bounds::fill || bounds == Bounds::drop) return RefBounds::skip;
  return bounds == Bounds::raise ? RefBounds::raise : RefBounds::skip_negative;
}

/// The array of the given shape whose element at c is `from`'s at pick(c).
template <class Pick>
RefTensor picked(const RefTensor& from, const Shape& shape, const Pick& pick) {
  RefTensor result{shape, {}};
  if (element_count(shape) == 0) return result;
  Shape at(shape.size(), 0);
  do result.values.push_back(from.values[exact_place(from.shape, pick(at))]);
  while (advance(at, shape));
  return result;
}

/// A chain: a view, and the positions that it selects.
class Chain {
 public:
  Chain(RandomExpressions& random, const Sample<Int>& source, bool repeats)
      : places(source.places()), view(source.tensor()), random_(random), repeats_(repeats) {
    told = "source " + spell(source.view());
    const auto steps = random.between(1, 6);
    for (Int step = 0; step < steps && error.empty() && !ended; ++step) take_step();
  }

  RefTensor places;
  View view;
  std::string told;
  std::string error;   // what differs
  bool ended = false;  // a step was wrong, and ndx said so

 private:
  void take_step() {
    if (random_.chance(55)) return index();
    rearrange();
  }

  /// Applies an expression, in which indices may leave their dims.
  void index() {
    RefTerms terms = random_.terms(places.shape);
    if (element_count(places.shape) > 300) terms.assign({RefSlice{}});
    const RefRule rule = random_.rule(terms);
    const Bounds bounds =
        random_.pick({Bounds::raise, Bounds::raise, Bounds::raise, Bounds::wrap, Bounds::clip,
                      Bounds::wrap_clip, Bounds::fill, Bounds::drop, Bounds::fill_negative});
    if (bounds != Bounds::raise)
      for_each_index(places.shape, terms, [&](std::size_t dim, Int& index) {
        const Int n = places.shape[dim];
        index = random_.between(-2 * n - 1, 2 * n + 1);
      });
    told += "\n  " + spell(terms) + " by " + kRuleNames[static_cast<std::size_t>(rule)] +
            " policy " + std::to_string(static_cast<int>(bounds));
    const Expected expected(places, terms, rule, to_ref(bounds));
    const auto indices = ToNdx(random_.seed())(terms);
    const RefFaults thrown = fault_of([&] {
      view = view.indexed(indices, {.rule = to_rule(rule), .bounds = bounds, .fill = kFill});
      if (expected.faults != 0 || random_.chance(20)) (void)view.read();
    });
    if (!expected.allows(thrown))
      error = "threw " + describe(thrown) + " instead of " + describe(expected.faults);
    ended = thrown != 0 || element_count(expected.where.shape) > 3000 ||
            expected.where.shape.size() > 9;
    if (thrown == 0) places = expected.where;
  }

  void rearrange() {
    const auto rank = static_cast<Int>(places.shape.size());
    const Int kind = random_.below(repeats_ ? 9 : 8);
    Shape shape = places.shape;
    if (kind == 0) {
      const Int dim = random_.between(0, rank);
      told += "\n  unsqueeze " + std::to_string(dim);
      view = view.unsqueeze(dim - (random_.chance(50) ? rank + 1 : 0));
      shape.insert(shape.begin() + dim, 1);
      return set(shape, [&](Shape c) { return c.erase(c.begin() + dim), c; });
    }
    if (rank == 0) return;
    const Int dim = random_.below(rank);
    const auto d = static_cast<std::size_t>(dim);
    const Int n = shape[d];
    const auto order = random_.permutation(shape.size());
    if (kind == 1 || kind == 2) {
      const auto second = static_cast<std::size_t>(random_.below(rank));
      ndx::Dims dims;
      for (const std::size_t from : order) dims.push_back(static_cast<Int>(from));
      told += kind == 1 ? "\n  permute" : "\n  transpose";
      view = kind == 1 ? view.permute(dims) : view.transpose(dim, static_cast<Int>(second) - rank);
      for (std::size_t i = 0; kind == 1 && i < order.size(); ++i) shape[i] = places.shape[order[i]];
      if (kind == 2) std::swap(shape[d], shape[second]);
      return set(shape, [&](Shape c) {
        if (kind == 2) std::swap(c[d], c[second]);
        const Shape moved = c;
        for (std::size_t i = 0; kind == 1 && i < order.size(); ++i) c[order[i]] = moved[i];
        return c;
      });
    }
    if (kind == 3) {
      told += "\n  flip " + std::to_string(dim);
      view = view.flip({dim});
      return set(shape, [&](Shape c) { return c[d] = n - 1 - c[d], c; });
    }
    if (kind == 4) {
      if (n == 0) return;
      const Int at = random_.below(n);
      told += "\n  select " + std::to_string(dim) + " " + std::to_string(at);
      view = view.select(dim, at - (random_.chance(50) ? n : 0));
      shape.erase(shape.begin() + dim);
      return set(shape, [&](Shape c) { return c.insert(c.begin() + dim, at), c; });
    }
    if (kind == 5) {
      const Int start = random_.between(0, n);
      const Int length = random_.between(0, n - start);
      told += "\n  narrow " + std::to_string(dim) + " " + std::to_string(start) + " " +
              std::to_string(length);
      view = view.narrow(dim, start, length);
      shape[d] = length;
      return set(shape, [&](Shape c) { return c[d] += start, c; });
    }
    if (kind == 6) {
      const Int step = random_.between(1, 3);
      told += "\n  slice " + std::to_string(dim) + " ::" + std::to_string(step);
      view = view.slice(dim, ndx::Slice(ndx::None, ndx::None, step));
      shape[d] = (n + step - 1) / step;
      return set(shape, [&](Shape c) { return c[d] *= step, c; });
    }
    if (n != 1) return;
    if (kind == 7) {
      told += "\n  squeeze " + std::to_string(dim);
      view = view.squeeze({dim});
      shape.erase(shape.begin() + dim);
      return set(shape, [&](Shape c) { return c.insert(c.begin() + dim, 0), c; });
    }
    shape[d] = random_.between(0, 3);
    told += "\n  expand to " + spell(shape);
    view = view.expand(shape);
    return set(shape, [&](Shape c) { return c[d] = 0, c; });
  }

  template <class Pick>
  void set(const Shape& shape, const Pick& pick) {
    places = picked(places, shape, pick);
  }

  RandomExpressions& random_;
  bool repeats_;  // whether the chain may expand dims, which cannot be written
};

/// Says how the elements differ from those at the chain's positions, or returns an empty text.
std::string compare(const Chain& chain, const Sample<Int>& source, const ndx::Tensor<Int>& read,
                    const std::string& call) {
  if (to_shape(read.shape()) != chain.places.shape)
    return call + " has shape " + spell(to_shape(read.shape())) + " instead of " +
           spell(chain.places.shape);
  auto at = read.begin();
  for (const Int place : chain.places.values) {
    const Int wanted =
        place == kSkippedPlace ? kFill : source.buffer()[static_cast<std::size_t>(place)];
    if (*at != wanted) return call + " differs";
    ++at;
  }
  return "";
}

/// Compares calls that take the view with the same calls of the read tensor, and part of the view in row-major
/// order with that of the read tensor. Returns the call that differs, or an empty text.
std::string compare_calls(RandomExpressions& random, const View& view,
                          const ndx::Tensor<Int>& read) {
  ndx::Dims dims;
  for (Int d = 0; d < read.dim(); ++d)
    if (random.chance(50)) dims.push_back(d);
  if (!array_equal(sum(view, dims), sum(read, dims))) return "sum";
  if (!array_equal(count_nonzero(view, dims, true), count_nonzero(read, dims, true)))
    return "count";
  if (!array_equal(where(view > 9, view - 1, view), where(read > 9, read - 1, read)))
    return "where";
  if (!array_equal(view, read) || !allclose(read, view)) return "array_equal";
  const auto out = ndx::zeros<Int>(read.shape());
  map_into(out, [](Int a, Int b) { return 3 * a - b; }, view, read);
  if (!array_equal(out, read * 2)) return "map_into";
  out.copy_(view);
  if (!array_equal(out, read)) return "copy_";
  if (read.numel() == 0) return "";
  if (!array_equal(amax(view, dims), amax(read, dims))) return "amax";
  const Int first = random.below(read.numel());
  const Int count = random.between(1, read.numel() - first);
  const auto part = ndx::detail::ViewElements<Int>{view, first}.read(count);
  return array_equal(part, read.ravel().narrow(0, first, count)) ? "" : "part";
}

std::string check_read(RandomExpressions& random) {
  const Sample<Int> source(random.strided(random.shape(), true));
  Chain chain(random, source, true);
  std::string error = chain.error;
  if (error.empty() && !chain.ended) {
    const ndx::Tensor<Int> read = chain.view;
    error = compare(chain, source, read, "read");
    if (error.empty() && chain.view.is_view() && read.numel() != 0 && !source.holds(read.data()))
      error = "a view was copied";
    const auto out =
        ToNdx(random.seed())
            .tensor<Int>(chain.places.shape, std::vector<Int>(chain.places.values.size(), 5));
    chain.view.read_into(out);
    if (error.empty()) error = compare(chain, source, out, "read_into");
    if (error.empty()) {
      const std::string call = compare_calls(random, chain.view, read);
      if (!call.empty()) error = call + " differs from that of the read tensor";
    }
  }
  return error.empty() ? "" : error + "\n" + chain.told;
}

TEST(IndexedViewProperty, ChainsReadWhatEachStepInTurnSelects) {
  RandomExpressions random(3801);
  for (int round = 0; round < chains(); ++round)
    ASSERT_EQ(check_read(random), "") << "round " << round;
}

/// A way to write, and what it writes to an element by an obvious expression. The third tells the order of
/// duplicates.
struct Reduction {
  ndx::Reducer<Int> ours;
  Int (*obvious)(Int, Int);
};
const Reduction kReductions[] = {
    {ndx::Reduce::assign, [](Int, Int b) { return b; }},
    {ndx::Reduce::add, [](Int a, Int b) { return a + b; }},
    {[](Int a, Int b) { return (a * 31 + b) % 1000003; },
     [](Int a, Int b) { return (a * 31 + b) % 1000003; }},
    {ndx::Reduce::maximum, [](Int a, Int b) { return std::max(a, b); }},
};

std::string check_write(RandomExpressions& random) {
  const Sample<Int> target(random.strided(random.shape(), false));
  Chain chain(random, target, false);
  if (!chain.error.empty()) return chain.error + "\n" + chain.told;
  if (chain.ended) return "";
  const bool updates = random.chance(20);
  const bool as_view = random.chance(30);  // whether the value is a view, too
  const Shape shape = updates ? chain.places.shape : random.value_shape(chain.places.shape);
  const Sample<Int> value(random.strided(shape, true), 50);
  const auto& reduction = kReductions[random.below(std::size(kReductions))];

  std::vector<Int> buffer(target.buffer().begin(), target.buffer().end());
  const std::vector<Int> before = buffer;
  buffer.push_back(0);  // what is skipped is written here
  RefTensor where = chain.places;
  for (Int& place : where.values)
    if (place == kSkippedPlace) place = static_cast<Int>(before.size());
  RefFaults faults = 0;
  try {
    RefArray<Int> written = value.values(value.view());
    for (std::size_t i = 0; updates && i < written.values.size(); ++i)
      written.values[i] += buffer[static_cast<std::size_t>(where.values[i])];
    ref_put(std::span<Int>(buffer), where, written,
            updates ? kReductions[0].obvious : reduction.obvious);
  } catch (const RefError& error) {
    faults = error.faults;
  }
  buffer.pop_back();
  const RefFaults thrown = fault_of([&] {
    if (updates) {
      chain.view += View(value.tensor());
    } else if (as_view) {
      chain.view.write_(View(value.tensor()), {.reduce = reduction.ours});
    } else {
      chain.view.write_(value.tensor(), {.reduce = reduction.ours});
    }
  });
  if (thrown != faults)
    return "threw " + describe(thrown) + " instead of " + describe(faults) + "\n" + chain.told;
  return equal_elements(target.buffer(), buffer) ? "" : "the buffer differs\n" + chain.told;
}

TEST(IndexedViewProperty, ChainsWriteWhereEachStepInTurnSelects) {
  RandomExpressions random(3802);
  for (int round = 0; round < chains(); ++round)
    ASSERT_EQ(check_write(random), "") << "round " << round;
}

}  // namespace indexed_view_property_test
