// Calls of program_fuzz that are written as subscripts.
#pragma once

#include "program_writes.hpp"

namespace fuzz {

/// The model of t[terms] += value: read, added, written. Duplicates are updated once.
inline void update(Program& p, const Slot& t, const RefTerms& terms, const Expected& where,
                   const Value& value) {
  if (where.faults != 0) throw RefError(where.faults | kShapeFault | kValueFault);
  WriteFaults faults(ref_index(t.cells, view_terms(terms)));
  RefTensor values;
  faults.add([&] { values = stretched(value.dense(p), where.where.shape); });
  faults.raise();
  for (std::size_t i = 0; i < values.values.size(); ++i)
    values.values[i] = wrapping_sum(p.memory[where.where.values[i]], values.values[i]);
  put_cells(p, where.where, values, false);
}

/// t[{index, slice}] = value, or +=, with an index tensor that is often in t's own memory.
inline void call_subscript(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.size() < 2) return;
  const Slot index = p.indices(p.random.pick<Shape>({{2}, {3}, {2, 2}, {0}}), t.cells.shape[0]);
  const Int step = p.random.pick({1, -1, 2});
  const RefTensor dense = p.memory.values(index.cells);
  const RefTerms terms{RefIndices{dense.shape, dense.values}, RefSlice{{}, {}, step}};
  const Expected where(t.cells, terms);
  const Value value(p, where.where.shape);
  const bool updates = p.random.chance(60);
  const ndx::Slice slice(ndx::newaxis, ndx::newaxis, step);
  p.write(
      spell(t) + "[" + spell(index) + ", ::" + std::to_string(step) + "]" +
          (updates ? " += " : " = ") + value.told(),
      [&] {
        if (updates)
          update(p, t, terms, where, value);
        else
          put(p, t, terms, where, value, false);
      },
      [&] {
        value.pass_to([&](const auto& v) {
          if (updates)
            t.ours[{index.ours, slice}] += v;
          else
            t.ours[{index.ours, slice}] = v;
        });
      });
}

/// t[{i}] = u[{j}] and t[{i}] += u[{j}], both views, often of one memory.
inline void call_subscript_of_subscript(Program& p) {
  const Slot t = p.draw();
  const Slot from = p.draw();
  if (t.cells.shape.empty() || from.cells.shape.empty()) return;
  const RefTerms to_terms{p.random.between(-t.cells.shape[0], t.cells.shape[0])};
  const RefTerms from_terms{p.random.between(-from.cells.shape[0], from.cells.shape[0])};
  const Int i = std::get<Int>(to_terms[0]);
  const Int j = std::get<Int>(from_terms[0]);
  const bool updates = p.random.chance(50);
  p.write(
      spell(t) + "[" + std::to_string(i) + "]" + (updates ? " += " : " = ") + spell(from) + "[" +
          std::to_string(j) + "]",
      [&] {
        const Expected source(from.cells, from_terms);
        const Expected where(t.cells, to_terms);
        const RefFaults faults = source.faults | where.faults;
        if (faults != 0) throw RefError(faults | kShapeFault | kValueFault);
        Value value;
        value.tensor = {from.ours, source.where};
        if (updates)
          update(p, t, to_terms, where, value);
        else
          put(p, t, to_terms, where, value, false);
      },
      [&] {
        if (updates)
          t.ours[{i}] += from.ours[{j}];
        else
          t.ours[{i}] = from.ours[{j}];
      });
}

}  // namespace fuzz
