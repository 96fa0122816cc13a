// Fuzz body: chains of indices and rearrangements of indexed views, read, summed and written, among calls on tensors
// that share memory with them; every tensor and all shared memory is compared after each call.
#include <functional>

#include <ndx/indexed.hpp>
#include <ndx/ndx.hpp>

#include "program_views.hpp"
#include "program_writes.hpp"

namespace {

using namespace fuzz;

using View = ndx::IndexedView<Int>;

constexpr Int kFill = -77;

/// A chain of steps on a view of a tensor, and the cells that it selects or skips, up to the first step that is
/// wrong. Each index has its own rule and policy.
class Chain {
 public:
  explicit Chain(Program& p) : source(p.draw()), cells(source.cells), told(spell(source)) {
    for (Int left = p.random.between(1, 4); left > 0 && faults == 0; --left) {
      if (p.random.chance(70)) {
        index(p);
      } else {
        rearrange(p);
      }
      if (cells.values.size() > 300 || cells.shape.size() > 8) break;
    }
  }

  View view() const {
    View made(source.ours);
    for (const auto& step : steps_) made = step(made);
    return made;
  }
  /// The values that it selects; throws the fault of a wrong step.
  RefTensor values(Program& p) const {
    if (faults != 0) throw RefError(faults);
    RefTensor result{cells.shape, {}};
    for (const Int cell : cells.values)
      result.values.push_back(cell == kSkippedPlace ? kFill : p.memory[cell]);
    return result;
  }

  fuzz::Slot source;
  RefTensor cells;
  std::string told;
  RefFaults faults = 0;

 private:
  void index(Program& p) {
    RefTerms terms = p.random.terms(cells.shape);
    const RefRule rule = p.random.rule(terms);
    const RefBounds bounds = random_bounds(p.random, cells.shape, terms);
    const ndx::Bounds policy = to_bounds(bounds, p.random.chance(50));
    const auto indices = ToNdx(p.random)(terms);
    told += std::string(", ") + kRuleNames[static_cast<std::size_t>(rule)] + " " +
            kBoundsNames[static_cast<std::size_t>(bounds)] + " " + reference::spell(terms);
    steps_.push_back([=](const View& view) {
      return view.indexed(indices, {.rule = to_rule(rule), .bounds = policy, .fill = kFill});
    });
    const Expected expected(cells, terms, rule, bounds);
    faults = expected.faults;
    cells = expected.where;
  }

  void rearrange(Program& p) {
    const auto order = p.random.permutation(cells.shape.size());
    const Shape named(order.begin(), order.end());
    Shape shape;
    for (const std::size_t d : order) shape.push_back(cells.shape[d]);
    const bool flips = !shape.empty() && p.random.chance(50);
    told += ", permute " + reference::spell(named) + (flips ? " and flip" : "");
    steps_.push_back([=](const View& view) {
      return flips ? view.permute(named).flip({0}) : view.permute(named);
    });
    cells = rearranged(cells, shape, [&](Shape c) {
      if (flips) c[0] = shape[0] - 1 - c[0];
      Shape from(c.size());
      for (std::size_t d = 0; d < c.size(); ++d) from[order[d]] = c[d];
      return from;
    });
  }

  std::vector<std::function<View(const View&)>> steps_;
};

void call_view_read(Program& p) {
  const Chain chain(p);
  p.copy(
      "a view of " + chain.told + " is read", [&] { return chain.values(p); },
      [&] { return chain.view().read().clone(); });
}

void call_view_sum(Program& p) {
  const Chain chain(p);
  p.copy(
      "a view of " + chain.told + " is summed",
      [&] {
        Int total = 0;
        for (const Int value : chain.values(p).values) total = wrapping_sum(total, value);
        return RefTensor{{}, {total}};
      },
      [&] { return sum(chain.view()); });
}

void call_view_write(Program& p) {
  const Chain chain(p);
  if (has_duplicates(chain.source.cells.values))
    return;  // which elements repeat depends on the steps
  const bool accumulate = p.random.chance(40);
  const Value value(p, chain.cells.shape);
  p.write(
      "a view of " + chain.told + (accumulate ? " += " : " = ") + value.told(),
      [&] {
        if (chain.faults != 0) throw RefError(chain.faults | kShapeFault | kValueFault);
        put_cells(p, chain.cells, laid_over(value.dense(p), chain.cells.shape), accumulate);
      },
      [&] {
        const View view = chain.view();
        value.pass_to([&](const auto& v) {
          view.write_(v, {.reduce = accumulate ? ndx::Reduce::add : ndx::Reduce::assign});
        });
      });
}

constexpr void (*kCalls[])(Program&) = {call_view_read, call_view_sum,   call_view_write,
                                        call_view_read, call_view_write, call_index,
                                        call_permute,   call_narrow,     call_expand};

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  FuzzInput input(data, size);
  Program program(input);
  for (int call = 0; call < 20 && !input.at_end(); ++call) {
    kCalls[input.below(std::size(kCalls))](program);
    program.check();
  }
  return 0;
}
