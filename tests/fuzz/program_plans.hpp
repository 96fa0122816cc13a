// Calls of program_fuzz with plans, which are made once and used while memory changes under them.
#pragma once

#include "program_writes.hpp"

namespace fuzz {

/// A tensor of these cells' places instead of the cells.
inline RefTensor places_of(const RefTensor& cells) {
  RefTensor places = cells;
  std::iota(places.values.begin(), places.values.end(), 0);
  return places;
}

inline void call_plan(Program& p) {
  const Slot t = p.draw();
  const RefTerms terms = p.random.terms(t.cells.shape);
  const RefRule rule = p.random.rule(terms);
  const auto indices = ToNdx(p.random)(terms);
  const Expected where(places_of(t.cells), terms, rule);
  if (where.where.values.size() > 300) return;
  std::optional<ndx::Plan> plan;
  p.write(
      "plan " + spell(t) + " " + reference::spell(terms) + " by " +
          kRuleNames[static_cast<std::size_t>(rule)],
      [&] {
        if (where.faults != 0) throw RefError(where.faults);
      },
      [&] { plan = t.ours.plan(indices, {.rule = to_rule(rule)}); });
  if (!plan) return;
  p.plans.push_back({*plan, t, where.where, view_terms(terms), any_advanced(terms)});
}

/// The tensor that a plan was made for, or another, which the plan refuses unless it is laid out
/// alike.
inline Slot planned_tensor(Program& p, const Planned& planned) {
  return p.random.chance(75) ? planned.t : p.draw();
}
inline RefFaults layout_fault(const Slot& t, const Planned& planned) {
  const bool alike = t.cells.shape == planned.t.cells.shape &&
                     to_shape(t.ours.strides()) == to_shape(planned.t.ours.strides());
  return alike ? 0 : kShapeFault;
}

inline void call_plan_gather(Program& p) {
  if (p.plans.empty()) return;
  const Planned planned = p.plans[p.below(p.plans.size())];
  const Slot t = planned_tensor(p, planned);
  const auto cells = [&] {
    if (layout_fault(t, planned) != 0) throw RefError(kShapeFault);
    return ref_picked(t.cells, planned.places);
  };
  const auto run = [&] { return planned.plan.read(t.ours); };
  const std::string call = "Plan::read from " + spell(t) + " by the plan for " + spell(planned.t);
  if (!planned.copies) return p.view(call, cells, run);
  p.copy(call, [&] { return p.memory.values(cells()); }, run);
}

inline void call_plan_gather_into(Program& p) {
  if (p.plans.empty()) return;
  const Planned planned = p.plans[p.below(p.plans.size())];
  const Slot t = planned_tensor(p, planned);
  const Slot out = p.argument(planned.places.shape);
  p.write(
      "Plan::read_into " + spell(out) + " from " + spell(t) + " by the plan for " +
          spell(planned.t),
      [&] {
        WriteFaults faults(out.cells);
        faults.add(out.cells.shape != planned.places.shape, kShapeFault);
        faults.add(layout_fault(t, planned) != 0, kShapeFault);
        faults.raise();
        put_cells(p, out.cells, p.memory.values(ref_picked(t.cells, planned.places)), false);
      },
      [&] { planned.plan.read_into(out.ours, t.ours); });
}

inline void call_plan_scatter(Program& p) {
  if (p.plans.empty()) return;
  const Planned planned = p.plans[p.below(p.plans.size())];
  const Slot t = planned_tensor(p, planned);
  const Value value(p, planned.places.shape);
  const bool accumulate = p.random.chance(40);
  p.write(
      "Plan::write_ to " + spell(t) + (accumulate ? " += " : " = ") + value.told() +
          " by the plan for " + spell(planned.t),
      [&] {
        if (layout_fault(t, planned) != 0) throw RefError(kShapeFault | kValueFault);
        WriteFaults faults(ref_index(t.cells, planned.view));
        RefTensor values;
        faults.add([&] { values = laid_over(value.dense(p), planned.places.shape); });
        faults.raise();
        put_cells(p, ref_picked(t.cells, planned.places), values, accumulate);
      },
      [&] {
        value.pass_to([&](const auto& v) { (void)planned.plan.write_(t.ours, v, accumulate); });
      });
}

/// A handle goes; views of its memory stay what they are.
inline void call_drop(Program& p) { p.drop(); }

}  // namespace fuzz
