// A slow, obvious evaluator of index expressions, written from the rules of the guide and checked by
// NumPy's answers.
//
// Every term becomes a slot: a small table that says, for each of its own coordinates, which source
// coordinates it picks. A rule only decides where in the result a slot's dims stand. Then each
// element of the result is looked up on its own. It includes nothing of ndx and must stay that way.
#pragma once

#include <span>
#include <utility>

#include "reference_terms.hpp"

namespace reference {

/// What one term picks. `coordinates[i]` are the source coordinates, from `dim` on, that the slot's
/// i-th element (row- major in `shape`) stands for: none for None and bools, one for integers,
/// slices and index arrays, k for a mask of rank k.
struct Slot {
  enum class Kind { selected, kept, empty_ellipsis, indexed };
  Kind kind;
  std::size_t dim = 0;
  Shape shape;
  std::vector<Shape> coordinates;
  std::size_t place = 0;  // the slot is looked up at the result's dims place ... place + width - 1
  std::size_t width = 0;
};

/// Walks the terms from left to right over the dims of the source and makes the slots.
class Walk {
 public:
  Walk(const Shape& source, const RefTerms& terms, RefRule rule) : source_(source), rule_(rule) {
    std::int64_t spare = static_cast<std::int64_t>(source.size());
    for (const RefTerm& term : terms) spare -= dims_consumed(term);
    if (spare < 0) faults_ |= kIndexFault;
    bool ellipsis_seen = false;
    for (const RefTerm& term : terms) {
      if (!std::holds_alternative<RefEllipsis>(term)) {
        std::visit([this](const auto& t) { take(t); }, term);
        continue;
      }
      if (ellipsis_seen) faults_ |= kIndexFault;
      if (spare <= 0) slots_.push_back({Slot::Kind::empty_ellipsis, dim_, {}, {{}}});
      for (; spare > 0; --spare) take(RefSlice{});
      ellipsis_seen = true;
    }
    while (dim_ < source_.size()) take(RefSlice{});
  }

  std::vector<Slot> slots() const { return slots_; }
  RefFaults faults() const { return faults_; }

 private:
  static std::int64_t dims_consumed(const RefTerm& term) {
    if (const auto* mask = std::get_if<RefMask>(&term))
      return static_cast<std::int64_t>(mask->shape.size());
    const bool none = std::holds_alternative<RefNewAxis>(term) ||
                      std::holds_alternative<RefEllipsis>(term) ||
                      std::holds_alternative<bool>(term);
    return none ? 0 : 1;
  }

  std::int64_t size_here(std::size_t ahead = 0) const {
    return dim_ + ahead < source_.size() ? source_[dim_ + ahead] : 0;
  }

  std::int64_t wrapped(std::int64_t i) {
    const std::int64_t n = size_here();
    if (i < -n || i >= n) faults_ |= kIndexFault;
    return i < 0 ? i + n : i;
  }

  void take(std::int64_t i) {
    slots_.push_back({Slot::Kind::selected, dim_, {}, {{wrapped(i)}}});
    ++dim_;
  }

  void take(bool b) {
    Slot slot{Slot::Kind::indexed, dim_, {b ? 1 : 0}, {}};
    if (b) slot.coordinates.push_back({});
    slots_.push_back(slot);
  }

  void take(RefNewAxis) { slots_.push_back({Slot::Kind::kept, dim_, {1}, {{}}}); }
  void take(RefEllipsis) {}

  void take(const RefSlice& slice) {
    const std::int64_t n = size_here();
    const std::int64_t step = slice.step.value_or(1);
    if (step == 0) faults_ |= kValueFault;
    const std::int64_t lowest = step < 0 ? -1 : 0;
    const std::int64_t highest = step < 0 ? n - 1 : n;
    const auto clamped = [&](std::int64_t bound) {
      if (bound < 0) bound = bound < -n ? lowest : bound + n;
      return bound < lowest ? lowest : bound > highest ? highest : bound;
    };
    const std::int64_t start = slice.start ? clamped(*slice.start) : step < 0 ? highest : lowest;
    const std::int64_t stop = slice.stop ? clamped(*slice.stop) : step < 0 ? lowest : highest;
    Slot slot{Slot::Kind::kept, dim_, {}, {}};
    for (std::int64_t i = start; step > 0 ? i < stop : (step < 0 && i > stop); i += step) {
      slot.coordinates.push_back({i});
      if (step > 0 ? step >= stop - i : step <= stop - i) break;  // i + step might overflow
    }
    slot.shape = {static_cast<std::int64_t>(slot.coordinates.size())};
    slots_.push_back(slot);
    ++dim_;
  }

  void take(const RefIndices& indices) {
    if (indices.shape.empty()) return take(indices.values[0]);
    Slot slot{Slot::Kind::indexed, dim_, indices.shape, {}};
    for (std::int64_t i : indices.values) slot.coordinates.push_back({wrapped(i)});
    slots_.push_back(slot);
    ++dim_;
  }

  void take(const RefMask& mask) {
    if (mask.shape.empty()) return take(mask.values[0]);
    for (std::size_t k = 0; k < mask.shape.size(); ++k) {
      const bool any_size = rule_ == RefRule::numpy_index && mask.shape[k] == 0;
      if (dim_ + k >= source_.size() || (size_here(k) != mask.shape[k] && !any_size))
        faults_ |= kIndexFault;
    }
    Slot slot{Slot::Kind::indexed, dim_, {}, {}};
    Shape coordinate(mask.shape.size(), 0);
    for (bool chosen : mask.values) {
      if (chosen) slot.coordinates.push_back(coordinate);
      advance(coordinate, mask.shape);
    }
    slot.shape = {static_cast<std::int64_t>(slot.coordinates.size())};
    slots_.push_back(slot);
    dim_ += mask.shape.size();
  }

  Shape source_;
  RefRule rule_;
  std::size_t dim_ = 0;
  std::vector<Slot> slots_;
  RefFaults faults_ = 0;
};

/// The common shape of all indexed slots; false when there is none.
inline bool broadcast_indexed(const std::vector<Slot>& slots, Shape& common) {
  common.clear();
  for (const Slot& slot : slots) {
    if (slot.kind != Slot::Kind::indexed) continue;
    if (slot.shape.size() > common.size())
      common.insert(common.begin(), slot.shape.size() - common.size(), 1);
    const std::size_t extra = common.size() - slot.shape.size();
    for (std::size_t d = 0; d < slot.shape.size(); ++d) {
      std::int64_t& size = common[extra + d];
      if (size == 1) size = slot.shape[d];
      if (slot.shape[d] != 1 && slot.shape[d] != size) return false;
    }
  }
  return true;
}

/// Whether the indexed slots stand side by side. Selected dims are gone and do not separate; under
/// numpy_index, where an ellipsis that covers no dims separates, the integers are indexed slots
/// themselves.
inline bool side_by_side(const std::vector<Slot>& slots, RefRule rule) {
  bool inside = false;
  bool after = false;
  for (const Slot& slot : slots) {
    if (slot.kind == Slot::Kind::indexed) {
      if (after) return false;
      inside = true;
    } else if (slot.kind == Slot::Kind::kept ||
               (slot.kind == Slot::Kind::empty_ellipsis && rule == RefRule::numpy_index)) {
      after = inside;
    }
  }
  return true;
}

/// Gives every slot its dims in the result, and returns the result's shape.
inline Shape place_slots(std::vector<Slot>& slots, RefRule rule, const Shape& common) {
  Shape result;
  bool placed = false;
  std::size_t common_place = 0;
  const auto place_common = [&] {
    if (!placed) common_place = result.size();
    if (!placed) result.insert(result.end(), common.begin(), common.end());
    placed = true;
  };
  if (rule == RefRule::vindex || !side_by_side(slots, rule)) place_common();
  if (rule == RefRule::oindex) placed = true;
  for (Slot& slot : slots) {
    const bool together = slot.kind == Slot::Kind::indexed && rule != RefRule::oindex;
    if (together) place_common();
    slot.place = together ? common_place : result.size();
    slot.width = together ? common.size() : slot.shape.size();
    if (!together) result.insert(result.end(), slot.shape.begin(), slot.shape.end());
  }
  return result;
}

/// For each element of the result, its row-major place in a source of that shape.
inline RefTensor ref_positions(const Shape& source, const RefTerms& terms, RefRule rule) {
  const Walk walk(source, terms, rule);
  RefFaults faults = walk.faults();
  std::vector<Slot> slots = walk.slots();
  if (rule == RefRule::numpy_index && any_advanced(terms))
    for (Slot& slot : slots)
      if (slot.kind == Slot::Kind::selected) slot.kind = Slot::Kind::indexed;
  Shape common;
  if (rule == RefRule::oindex) {
    // each index array is on its own
  } else if (!broadcast_indexed(slots, common)) {
    faults |= kShapeFault;
  }
  if (faults != 0) throw RefError(faults);

  RefTensor result{
      rule == RefRule::oindex ? place_slots(slots, rule, {}) : place_slots(slots, rule, common),
      {}};
  if (element_count(result.shape) == 0) return result;
  Shape coordinate(result.shape.size(), 0);
  do {
    Shape picked(source.size(), 0);
    for (const Slot& slot : slots) {
      const auto first = coordinate.begin() + static_cast<std::ptrdiff_t>(slot.place);
      const Shape own(first, first + static_cast<std::ptrdiff_t>(slot.width));
      const Shape& from = slot.coordinates[broadcast_place(slot.shape, own)];
      for (std::size_t k = 0; k < from.size(); ++k) picked[slot.dim + k] = from[k];
    }
    result.values.push_back(static_cast<std::int64_t>(broadcast_place(source, picked)));
  } while (advance(coordinate, result.shape));
  return result;
}

/// source[terms].
template <class T>
RefArray<T> ref_index(const RefArray<T>& source, const RefTerms& terms,
                      RefRule rule = RefRule::index) {
  const RefTensor positions = ref_positions(source.shape, terms, rule);
  RefArray<T> result{positions.shape, {}};
  for (std::int64_t p : positions.values)
    result.values.push_back(source.values[static_cast<std::size_t>(p)]);
  return result;
}

/// Writes a value, broadcast to `where.shape`, to the places `where` of a buffer: one element after
/// the other in row- major order, each as combine(old, new). Throws before the first write when the
/// value does not fit.
template <class T, class Combine>
void ref_put(std::span<T> buffer, const RefTensor& where, const RefArray<T>& value,
             Combine combine) {
  Shape shape = value.shape;
  while (shape.size() > where.shape.size() && shape.front() == 1) shape.erase(shape.begin());
  if (shape.size() > where.shape.size()) throw RefError(kShapeFault);
  const std::size_t extra = where.shape.size() - shape.size();
  for (std::size_t d = 0; d < shape.size(); ++d)
    if (shape[d] != 1 && shape[d] != where.shape[extra + d]) throw RefError(kShapeFault);
  Shape coordinate(where.shape.size(), 0);
  for (std::int64_t place : where.values) {
    T& target = buffer[static_cast<std::size_t>(place)];
    target = combine(target, static_cast<T>(value.values[broadcast_place(shape, coordinate)]));
    advance(coordinate, where.shape);
  }
}

inline constexpr auto ref_assign = [](const auto&, const auto& value) { return value; };
inline constexpr auto ref_add = [](const auto& old, const auto& value) {
  return static_cast<std::remove_cvref_t<decltype(old)>>(old + value);
};

/// target[terms] = value, or += with `accumulate`, where duplicates count.
inline void ref_index_put(RefTensor& target, const RefTerms& terms, const RefTensor& value,
                          bool accumulate = false, RefRule rule = RefRule::index) {
  const RefTensor where = ref_positions(target.shape, terms, rule);
  if (accumulate)
    ref_put(std::span(target.values), where, value, ref_add);
  else
    ref_put(std::span(target.values), where, value, ref_assign);
}

/// The buffer positions that a strided view shows, in the view's row-major order.
inline RefTensor ref_strided(const Shape& shape, const Shape& strides, std::int64_t offset) {
  RefTensor result{shape, {}};
  if (element_count(shape) == 0) return result;
  Shape coordinate(shape.size(), 0);
  do {
    std::int64_t position = offset;
    for (std::size_t d = 0; d < shape.size(); ++d) position += coordinate[d] * strides[d];
    result.values.push_back(position);
  } while (advance(coordinate, shape));
  return result;
}

}  // namespace reference
