// Calls of program_fuzz that write. All arguments may share memory with what is written: the model
// reads them first.
#pragma once

#include <optional>

#include "program.hpp"

namespace fuzz {

/// The faults of a write through a tensor of which elements share memory, and others.
class WriteFaults {
 public:
  explicit WriteFaults(const RefTensor& written)
      : faults_(has_duplicates(written.values) ? kValueFault : 0) {}
  void add(bool wrong, RefFaults fault) {
    if (wrong) faults_ |= fault;
  }
  /// What the model throws, as one of the faults.
  template <class Model>
  void add(Model model) {
    try {
      model();
    } catch (const RefError& error) {
      faults_ |= error.faults;
    }
  }
  void raise() const {
    if (faults_ != 0) throw RefError(faults_);
  }

 private:
  RefFaults faults_;
};

/// Writes values, in order, to cells that are not skipped.
inline void put_cells(Program& p, const RefTensor& cells, const RefTensor& values,
                      bool accumulate) {
  for (std::size_t i = 0; i < cells.values.size(); ++i) {
    if (cells.values[i] == kSkippedPlace) continue;
    Int& cell = p.memory[cells.values[i]];
    cell = accumulate ? wrapping_sum(cell, values.values[i]) : values.values[i];
  }
}

/// A value that is written: a number or a tensor that fits the shape, most of the time.
struct Value {
  Value() = default;
  Value(Program& p, const Shape& shape) {
    if (p.random.chance(30))
      number = p.value();
    else
      tensor = p.argument(p.random.value_shape(shape));
  }
  RefTensor dense(Program& p) const {
    return number ? RefTensor{{}, {*number}} : p.memory.values(tensor->cells);
  }
  std::string told() const { return number ? std::to_string(*number) : fuzz::spell(*tensor); }
  /// Calls write(value) with the number or the tensor.
  template <class Write>
  void pass_to(Write write) const {
    if (number)
      write(*number);
    else
      write(tensor->ours);
  }
  std::optional<Int> number;
  std::optional<Slot> tensor;
};

/// The value laid over what is indexed; leading 1s beyond its rank are dropped.
inline RefTensor laid_over(RefTensor value, const Shape& shape) {
  while (value.shape.size() > shape.size() && value.shape.front() == 1)
    value.shape.erase(value.shape.begin());
  return stretched(value, shape);
}

/// The model of every put by terms.
inline void put(Program& p, const Slot& t, const RefTerms& terms, const Expected& where,
                const Value& value, bool accumulate) {
  if (where.faults != 0) throw RefError(where.faults | kShapeFault | kValueFault);
  WriteFaults faults(ref_index(t.cells, view_terms(terms)));
  RefTensor values;
  faults.add([&] { values = laid_over(value.dense(p), where.where.shape); });
  faults.raise();
  put_cells(p, where.where, values, accumulate);
}

inline void call_index_put(Program& p) {
  const Slot t = p.draw();
  const RefTerms terms = p.random.terms(t.cells.shape);
  const RefRule rule = p.random.rule(terms);
  const auto indices = ToNdx(p.random)(terms);
  const bool accumulate = p.random.chance(40);
  const Expected where(t.cells, terms, rule);
  const Value value(p, where.where.shape);
  p.write(
      std::string(kRuleNames[static_cast<std::size_t>(rule)]) + "_put_ " + spell(t) + " " +
          reference::spell(terms) + (accumulate ? " += " : " = ") + value.told(),
      [&] { put(p, t, terms, where, value, accumulate); },
      [&] {
        value.pass_to([&](const auto& v) { write_by(rule, t.ours, indices, v, accumulate); });
      });
}

/// As above with one index tensor or mask, often in the target's own memory.
inline void call_put_at(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const bool accumulate = p.random.chance(40);
  const Slot index = p.indices(p.random.pick<Shape>({{3}, {2, 2}, {5}, {0}}), t.cells.shape[0]);
  const RefTensor dense = p.memory.values(index.cells);
  const RefTerms terms{RefIndices{dense.shape, dense.values}};
  const Expected where(t.cells, terms);
  const Value value(p, where.where.shape);
  p.write(
      "index_put_ " + spell(t) + " at " + spell(index) + (accumulate ? " += " : " = ") +
          value.told(),
      [&] { put(p, t, terms, where, value, accumulate); },
      [&] {
        value.pass_to([&](const auto& v) { t.ours.index_put_({index.ours}, v, accumulate); });
      });
}

inline void call_index_into(Program& p) {
  const Slot t = p.draw();
  const RefTerms terms = p.random.terms(t.cells.shape);
  const RefRule rule = p.random.rule(terms);
  const auto indices = ToNdx(p.random)(terms);
  const Expected where(t.cells, terms, rule);
  if (where.where.values.size() > 60) return;
  const Slot out = p.argument(where.where.shape);
  p.write(
      std::string(kRuleNames[static_cast<std::size_t>(rule)]) + "_into " + spell(out) + " from " +
          spell(t) + " " + reference::spell(terms),
      [&] {
        WriteFaults faults(out.cells);
        faults.add(where.faults != 0, where.faults | kShapeFault);
        faults.add(where.where.shape != out.cells.shape, kShapeFault);
        faults.raise();
        put_cells(p, out.cells, p.memory.values(where.where), false);
      },
      [&] { read_into_by(rule, out.ours, t.ours, indices); });
}

inline void call_copy(Program& p) {
  const Slot t = p.draw();
  const Value value(p, t.cells.shape);
  p.write(
      "copy_ " + spell(t) + " = " + value.told(),
      [&] {
        WriteFaults faults(t.cells);
        RefTensor values;
        faults.add([&] { values = laid_over(value.dense(p), t.cells.shape); });
        faults.raise();
        put_cells(p, t.cells, values, false);
      },
      [&] {
        if (value.number)
          t.ours.fill_(*value.number);
        else
          t.ours.copy_(value.tensor->ours);
      });
}

inline void call_add(Program& p) {
  const Slot t = p.draw();
  const Value value(p, t.cells.shape);
  p.write(
      spell(t) + " += " + value.told(),
      [&] {
        WriteFaults faults(t.cells);
        RefTensor values;
        faults.add([&] { values = stretched(value.dense(p), t.cells.shape); });
        faults.raise();
        put_cells(p, t.cells, values, true);
      },
      [&] {
        ndx::Tensor<Int> target = t.ours;
        value.pass_to([&](const auto& v) { target += v; });
      });
}

/// index_add_, index_copy_ and index_fill_.
inline void call_index_slices(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const std::size_t dim = p.dim(t);
  const Int named = p.named(dim, t);
  const Slot index = p.indices({p.random.pick({2, 3, 1, 0, 6})}, t.cells.shape[dim]);
  Shape shape = t.cells.shape;
  if (index.cells.shape.size() == 1) shape[dim] = index.cells.shape[0];
  const auto which = p.below(3);
  const Slot source = p.argument(shape);
  const Int number = p.value();
  const auto model = [&] {
    WriteFaults faults(t.cells);
    faults.add(index.cells.shape.size() > 1, kShapeFault);
    RefTensor list = p.memory.values(index.cells);
    if (list.shape.empty()) list.shape = {1};
    RefTensor places;
    faults.add([&] { places = ref_take(t.cells.shape, dim, list, RefBounds::raise); });
    const Shape given = source.cells.shape.empty() ? Shape{1} : source.cells.shape;
    faults.add(which != 2 && given != taken_shape(t.cells.shape, dim, list.shape), kShapeFault);
    faults.raise();
    RefTensor values = p.memory.values(source.cells);
    if (which == 2) values = stretched(RefTensor{{}, {number}}, places.shape);
    put_cells(p, ref_picked(t.cells, places), values, which == 0);
  };
  const auto run = [&] {
    if (which == 0)
      ndx::index_add_(t.ours, named, index.ours, source.ours);
    else if (which == 1)
      ndx::index_copy_(t.ours, named, index.ours, source.ours);
    else
      ndx::index_fill_(t.ours, named, index.ours, number);
  };
  const char* const names[] = {"index_add_ ", "index_copy_ ", "index_fill_ "};
  p.write(names[which] + spell(t) + " dim " + std::to_string(named) + " at " + spell(index) +
              " from " + (which == 2 ? std::to_string(number) : spell(source)),
          model, run);
}

inline void call_masked_fill(Program& p) {
  const Slot t = p.draw();
  const auto [mask, dense] = p.mask(t.cells.shape);
  const Int number = p.value();
  p.write(
      "masked_fill_ " + spell(t) + " by a mask of " + reference::spell(dense.shape),
      [&, &dense = dense] {
        WriteFaults faults(t.cells);
        RefArray<bool> chosen;
        faults.add([&] { chosen = stretched(dense, t.cells.shape); });
        faults.raise();
        for (std::size_t i = 0; i < chosen.values.size(); ++i)
          if (chosen.values[i]) p.memory[t.cells.values[i]] = number;
      },
      [&, &mask = mask] { ndx::masked_fill_(t.ours, mask, number); });
}

inline void call_masked_scatter(Program& p) {
  const Slot t = p.draw();
  const auto [mask, dense] = p.mask(t.cells.shape);
  const Slot source = p.argument(t.cells.shape);
  p.write(
      "masked_scatter_ " + spell(t) + " by a mask of " + reference::spell(dense.shape) + " from " +
          spell(source),
      [&, &dense = dense] {
        WriteFaults faults(t.cells);
        RefArray<bool> chosen;
        faults.add([&] { chosen = stretched(dense, t.cells.shape); });
        const RefTensor values = p.memory.values(source.cells);
        const auto wanted =
            static_cast<std::size_t>(std::count(chosen.values.begin(), chosen.values.end(), true));
        faults.add(values.values.size() < wanted, kValueFault);
        faults.raise();
        for (std::size_t i = 0, next = 0; i < chosen.values.size(); ++i)
          if (chosen.values[i]) p.memory[t.cells.values[i]] = values.values[next++];
      },
      [&, &mask = mask] { ndx::masked_scatter_(t.ours, mask, source.ours); });
}

/// scatter_ and scatter_add_.
inline void call_scatter(Program& p) {
  const auto args = p.dim_indices();
  if (!args) return;
  const Slot source = p.argument(args->index.cells.shape);
  const bool accumulate = p.random.chance(50);
  p.write((accumulate ? "scatter_add_ " : "scatter_ ") + spell(args->t) + " dim " +
              std::to_string(args->dim) + " at " + spell(args->index) + " from " + spell(source),
          [&] {
            const Shape along =
                args->index.cells.shape.empty() ? Shape{1} : args->index.cells.shape;
            const Shape given = source.cells.shape.empty() ? Shape{1} : source.cells.shape;
            WriteFaults faults(args->t.cells);
            bool fits = given.size() == along.size();
            for (std::size_t d = 0; fits && d < along.size(); ++d) fits = along[d] <= given[d];
            RefTensor indices = p.memory.values(args->index.cells);
            // An index without elements selects nothing, whatever its rank, as in PyTorch.
            const bool none = indices.values.empty();
            faults.add(!fits && !(none && given.size() != along.size()), kShapeFault);
            indices.shape = along;
            RefTensor places;
            faults.add([&] {
              if (none && along.size() != std::max<std::size_t>(1, args->t.cells.shape.size()))
                return;
              check_along(args->t.cells.shape, args->dim, along);
              places = ref_along(args->t.cells.shape, args->dim, indices, along, RefBounds::raise);
            });
            faults.raise();
            if (none) return;
            const RefTensor values = p.memory.values(source.cells);
            const RefTensor corner = rearranged(RefTensor{given, values.values}, along,
                                                [](const Shape& c) { return c; });
            put_cells(p, ref_picked(args->t.cells, places), corner, accumulate);
          },
          [&] {
            const auto d = static_cast<Int>(args->dim);
            if (accumulate)
              ndx::scatter_add_(args->t.ours, d, args->index.ours, source.ours);
            else
              ndx::scatter_(args->t.ours, d, args->index.ours, source.ours);
          });
}

/// put_, which sees the elements as a row.
inline void call_put(Program& p) {
  const Slot t = p.draw();
  const auto elements = static_cast<Int>(t.cells.values.size());
  const Slot index = p.indices(p.random.pick<Shape>({{3}, {2, 2}, {}, {0}, {6}}), elements);
  const Slot source = p.argument(index.cells.shape);
  const bool accumulate = p.random.chance(50);
  p.write(
      "put_ " + spell(t) + " at " + spell(index) + " from " + spell(source) +
          (accumulate ? " accumulate" : ""),
      [&] {
        WriteFaults faults(t.cells);
        const RefTensor indices = p.memory.values(index.cells);
        RefTensor places;
        faults.add([&] { places = ref_take({elements}, 0, indices, RefBounds::raise); });
        faults.add(source.cells.values.size() != indices.values.size(), kShapeFault);
        faults.raise();
        put_cells(p, ref_picked(t.cells, places), p.memory.values(source.cells), accumulate);
      },
      [&] { ndx::put_(t.ours, index.ours, source.ours, accumulate); });
}

}  // namespace fuzz
