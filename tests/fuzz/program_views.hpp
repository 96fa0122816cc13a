// Calls of program_fuzz that give views, and those that give fresh tensors.
#pragma once

#include "program.hpp"

namespace fuzz {

inline void call_index(Program& p) {
  const Slot t = p.draw();
  const RefTerms terms = p.random.terms(t.cells.shape);
  const RefRule rule = p.random.rule(terms);
  const auto indices = ToNdx(p.random)(terms);
  const std::string call = std::string(kRuleNames[static_cast<std::size_t>(rule)]) + " " +
                           spell(t) + " " + reference::spell(terms);
  const auto run = [&] { return read_by(rule, t.ours, indices); };
  const auto cells = [&] { return ref_index(t.cells, terms, rule); };
  if (!any_advanced(terms)) return p.view(call, cells, run);
  p.copy(call, [&] { return p.memory.values(cells()); }, run);
}

inline void call_permute(Program& p) {
  const Slot t = p.draw();
  const auto order = p.random.permutation(t.cells.shape.size());
  Shape shape;
  for (const std::size_t d : order) shape.push_back(t.cells.shape[d]);
  const Shape named(order.begin(), order.end());
  p.view(
      "permute " + spell(t) + " " + reference::spell(named),
      [&] {
        return rearranged(t.cells, shape, [&](const Shape& c) {
          Shape from(c.size());
          for (std::size_t d = 0; d < c.size(); ++d) from[order[d]] = c[d];
          return from;
        });
      },
      [&] { return t.ours.permute(named); });
}

inline void call_flip(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const std::size_t dim = p.dim(t);
  const Int named = p.named(dim, t);
  p.view(
      "flip " + spell(t) + " dim " + std::to_string(named),
      [&] {
        return rearranged(t.cells, t.cells.shape, [&](Shape c) {
          c[dim] = t.cells.shape[dim] - 1 - c[dim];
          return c;
        });
      },
      [&] { return t.ours.flip(named); });
}

inline void call_narrow(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const std::size_t dim = p.dim(t);
  const Int named = p.named(dim, t);
  const Int n = t.cells.shape[dim];
  const Int start = p.random.between(0, n);
  const Int length = p.random.between(0, p.random.chance(10) ? n + 1 : n - start);
  p.view(
      "narrow " + spell(t) + " dim " + std::to_string(named) + " from " + std::to_string(start) +
          " of length " + std::to_string(length),
      [&] {
        if (length > n - start) throw RefError(kIndexFault);
        Shape shape = t.cells.shape;
        shape[dim] = length;
        return rearranged(t.cells, shape, [&](Shape c) {
          c[dim] += start;
          return c;
        });
      },
      [&] { return t.ours.narrow(named, start, length); });
}

inline void call_expand(Program& p) {
  const Slot t = p.draw();
  Shape shape = t.cells.shape;
  for (Int& n : shape)
    if (n == 1 && p.random.chance(60)) n = p.random.pick({2, 3, 0});
  if (p.random.chance(30)) shape.insert(shape.begin(), p.random.pick({2, 1, 3}));
  if (!shape.empty() && p.random.chance(5)) shape.back() += 1;
  p.view(
      "expand " + spell(t) + " " + reference::spell(shape),
      [&] { return stretched(t.cells, shape); }, [&] { return t.ours.expand(shape); });
}

/// A shape of so many elements, most of the time.
inline Shape reshaped(Program& p, Int elements) {
  Shape shape;
  for (const Int factor : {2, 3, 2, 5, 2, 3}) {
    if (elements == 0 || elements % factor != 0 || p.random.chance(40)) continue;
    shape.push_back(factor);
    elements /= factor;
  }
  shape.insert(shape.begin() + static_cast<Int>(p.below(shape.size() + 1)), elements);
  if (p.random.chance(20)) shape.push_back(1);
  if (p.random.chance(3)) shape.back() += 1;
  return shape;
}

inline void call_reshape(Program& p) {
  const Slot t = p.draw();
  const Shape shape = reshaped(p, static_cast<Int>(t.cells.values.size()));
  const std::string call = "reshape " + spell(t) + " " + reference::spell(shape);
  const auto cells = [&] {
    if (element_count(shape) != t.cells.values.size()) throw RefError(kShapeFault);
    return RefTensor{shape, t.cells.values};
  };
  const auto run = [&] { return t.ours.reshape(shape); };
  ndx::Tensor<Int> trial;  // whether it is a view depends on the strides
  const bool shares = fault_of([&] { trial = run(); }) == 0 && trial.shares_storage(t.ours);
  if (t.ours.is_contiguous() || shares) return p.view(call, cells, run);
  p.copy(call, [&] { return p.memory.values(cells()); }, run);
}

inline void call_diagonal(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.size() < 2) return;
  const auto dims = p.random.permutation(t.cells.shape.size());
  const std::size_t d1 = dims[0];
  const std::size_t d2 = dims[1];
  const Int offset = p.random.between(-2, 2);
  const Int row = offset < 0 ? -offset : 0;
  const Int column = offset > 0 ? offset : 0;
  const auto cells = [&] {
    Shape shape;
    for (std::size_t d = 0; d < t.cells.shape.size(); ++d)
      if (d != d1 && d != d2) shape.push_back(t.cells.shape[d]);
    shape.push_back(
        std::max<Int>(0, std::min(t.cells.shape[d1] - row, t.cells.shape[d2] - column)));
    return rearranged(t.cells, shape, [&](const Shape& c) {
      Shape from;
      for (std::size_t d = 0, k = 0; d < t.cells.shape.size(); ++d)
        from.push_back(d == d1 ? c.back() + row : d == d2 ? c.back() + column : c[k++]);
      return from;
    });
  };
  p.view("diagonal " + spell(t) + " offset " + std::to_string(offset), cells,
         [&] { return t.ours.diagonal(offset, static_cast<Int>(d1), static_cast<Int>(d2)); });
}

inline void call_unfold(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const std::size_t dim = p.dim(t);
  const Int n = t.cells.shape[dim];
  const Int size = p.random.between(1, std::max<Int>(n, 1));
  const Int step = p.random.between(1, 3);
  if (size > n) return;
  p.view(
      "unfold " + spell(t) + " dim " + std::to_string(dim) + " size " + std::to_string(size) +
          " step " + std::to_string(step),
      [&] {
        Shape shape = t.cells.shape;
        shape[dim] = (n - size) / step + 1;
        shape.push_back(size);
        return rearranged(t.cells, shape, [&](Shape c) {
          c[dim] = c[dim] * step + c.back();
          c.pop_back();
          return c;
        });
      },
      [&] { return t.ours.unfold(static_cast<Int>(dim), size, step); });
}

inline void call_take(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const std::size_t dim = p.dim(t);
  const Int named = p.named(dim, t);
  const Slot index =
      p.indices(p.random.pick<Shape>({{3}, {2, 2}, {}, {0}, {7}}), t.cells.shape[dim]);
  p.copy(
      "take " + spell(t) + " by " + spell(index) + " dim " + std::to_string(named),
      [&] {
        const RefTensor places =
            ref_take(t.cells.shape, dim, p.memory.values(index.cells), RefBounds::raise);
        return ref_picked(p.memory.values(t.cells), places);
      },
      [&] { return ndx::take(t.ours, index.ours, named); });
}

inline void call_gather(Program& p) {
  const auto args = p.dim_indices();
  if (!args) return;
  p.copy(
      "gather " + spell(args->t) + " dim " + std::to_string(args->dim) + " by " +
          spell(args->index),
      [&] {
        RefTensor along = p.memory.values(args->index.cells);
        if (along.shape.empty()) along.shape = {1};
        check_along(args->t.cells.shape, args->dim, along.shape);
        RefTensor places =
            ref_along(args->t.cells.shape, args->dim, along, along.shape, RefBounds::raise);
        places.shape = args->index.cells.shape;
        return ref_picked(p.memory.values(args->t.cells), places);
      },
      [&] { return ndx::gather(args->t.ours, static_cast<Int>(args->dim), args->index.ours); });
}

inline void call_masked_select(Program& p) {
  const Slot t = p.draw();
  const auto [mask, dense] = p.mask(t.cells.shape);
  p.copy(
      "masked_select " + spell(t) + " by a mask of " + reference::spell(dense.shape),
      [&, &dense = dense] {
        const Shape shape = common_shape(t.cells.shape, dense.shape);
        const RefTensor cells = stretched(t.cells, shape);
        const RefArray<bool> chosen = stretched(dense, shape);
        RefTensor result{{0}, {}};
        for (std::size_t i = 0; i < cells.values.size(); ++i)
          if (chosen.values[i]) result.values.push_back(p.memory[cells.values[i]]);
        result.shape[0] = static_cast<Int>(result.values.size());
        return result;
      },
      [&, &mask = mask] { return ndx::masked_select(t.ours, mask); });
}

inline void call_where(Program& p) {
  const Slot a = p.draw();
  const Slot b = p.argument(a.cells.shape);
  const auto [mask, dense] = p.mask(a.cells.shape);
  p.copy(
      "where " + reference::spell(dense.shape) + ", " + spell(a) + ", " + spell(b),
      [&, &dense = dense] {
        const Shape shape = common_shape(common_shape(a.cells.shape, b.cells.shape), dense.shape);
        const RefArray<bool> chosen = stretched(dense, shape);
        RefTensor result = p.memory.values(stretched(a.cells, shape));
        const RefTensor other = p.memory.values(stretched(b.cells, shape));
        for (std::size_t i = 0; i < result.values.size(); ++i)
          if (!chosen.values[i]) result.values[i] = other.values[i];
        return result;
      },
      [&, &mask = mask] { return ndx::where(mask, a.ours, b.ours); });
}

inline void call_roll(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const std::size_t dim = p.dim(t);
  const Int named = p.named(dim, t);
  const Int shift =
      p.random.chance(5) ? p.random.pick({INT64_MIN, INT64_MAX}) : p.random.between(-7, 7);
  p.copy(
      "roll " + spell(t) + " by " + std::to_string(shift) + " dim " + std::to_string(named),
      [&] {
        const Int n = t.cells.shape[dim];
        return p.memory.values(rearranged(t.cells, t.cells.shape, [&](Shape c) {
          c[dim] = (c[dim] + n - shift % n) % n;
          return c;
        }));
      },
      [&] { return ndx::roll(t.ours, shift, named); });
}

inline void call_sort(Program& p) {
  const Slot t = p.draw();
  if (t.cells.shape.empty()) return;
  const std::size_t dim = p.dim(t);
  const Int named = p.named(dim, t);
  const bool descending = p.random.chance(50);
  const bool indices = p.random.chance(40);
  const auto model = [&] {
    const RefTensor values = p.memory.values(t.cells);
    const auto line_of = [&](Shape at) {
      std::vector<Int> line;
      for (at[dim] = 0; at[dim] < values.shape[dim]; ++at[dim])
        line.push_back(values.values[exact_place(values.shape, at)]);
      return line;
    };
    RefTensor result{values.shape, {}};
    if (element_count(values.shape) == 0) return result;
    Shape c(values.shape.size(), 0);
    do {
      const std::vector<Int> line = line_of(c);
      std::vector<Int> order(line.size());
      std::iota(order.begin(), order.end(), 0);
      std::stable_sort(order.begin(), order.end(), [&](Int a, Int b) {
        const Int left = line[static_cast<std::size_t>(a)];
        const Int right = line[static_cast<std::size_t>(b)];
        return descending ? left > right : left < right;
      });
      const Int at = order[static_cast<std::size_t>(c[dim])];
      result.values.push_back(indices ? at : line[static_cast<std::size_t>(at)]);
    } while (advance(c, values.shape));
    return result;
  };
  p.copy((indices ? "argsort " : "sort ") + spell(t) + " dim " + std::to_string(named) +
             (descending ? " descending" : ""),
         model, [&] {
           return indices ? ndx::argsort(t.ours, named, descending)
                          : ndx::sort(t.ours, named, descending).values;
         });
}

inline void call_cat(Program& p) {
  const Slot a = p.draw();
  if (a.cells.shape.empty()) return;
  const std::size_t dim = p.dim(a);
  Shape shape = a.cells.shape;
  shape[dim] = p.random.pick({1, 2, 0});
  const Slot b = p.shared(shape);
  if (a.cells.shape == Shape{0} || shape == Shape{0}) return;  // passed over whatever its rank
  p.copy(
      "cat " + spell(a) + ", " + spell(b) + " dim " + std::to_string(dim),
      [&] {
        const Int first = a.cells.shape[dim];
        const RefTensor left = p.memory.values(a.cells);
        const RefTensor right = p.memory.values(b.cells);
        Shape joined = shape;
        joined[dim] += first;
        RefTensor result{joined, {}};
        if (element_count(joined) == 0) return result;
        Shape c(joined.size(), 0);
        do {
          Shape at = c;
          const bool is_left = c[dim] < first;
          if (!is_left) at[dim] -= first;
          const RefTensor& from = is_left ? left : right;
          result.values.push_back(from.values[exact_place(from.shape, at)]);
        } while (advance(c, joined));
        return result;
      },
      [&] { return ndx::cat({a.ours, b.ours}, static_cast<Int>(dim)); });
}

}  // namespace fuzz
