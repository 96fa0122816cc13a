// The model of program_fuzz: memory as numbered cells, and a tensor as the list of its cells.
//
// A view is another list of the same cells, a copy a list of new ones; strides are unknown here.
// Each cell knows its address, so that a view of the wrong elements shows even where they are
// equal.
#pragma once

#include <numeric>

#include "fuzz_input.hpp"
#include "support/reference_along.hpp"
#include "support/sample.hpp"
#include "support/to_ndx.hpp"

namespace fuzz {

using namespace reference;
using Int = std::int64_t;

/// A tensor of the program and its cells, row-major.
struct Slot {
  ndx::Tensor<Int> ours;
  RefTensor cells;
};

/// Shape, strides and the number of the first cell.
inline std::string spell(const Slot& slot) {
  const std::string first =
      slot.cells.values.empty() ? "none" : std::to_string(slot.cells.values[0]);
  return reference::spell(slot.cells.shape) + "/" +
         reference::spell(to_shape(slot.ours.strides())) + "@" + first;
}

class Memory {
 public:
  Int& operator[](Int cell) { return values_[static_cast<std::size_t>(cell)]; }

  RefTensor values(const RefTensor& cells) {
    RefTensor result{cells.shape, {}};
    for (const Int cell : cells.values) result.values.push_back((*this)[cell]);
    return result;
  }

  /// New cells with these values, at the elements of a tensor of that shape.
  Slot adopt(const ndx::Tensor<Int>& fresh, const RefTensor& values) {
    Slot slot{fresh, {values.shape, {}}};
    if (to_shape(fresh.shape()) != values.shape) return slot;  // for check to tell
    const RefTensor places = places_of(fresh);
    for (std::size_t i = 0; i < values.values.size(); ++i) {
      slot.cells.values.push_back(static_cast<Int>(values_.size()));
      values_.push_back(values.values[i]);
      addresses_.push_back(fresh.data() + places.values[i]);
    }
    return slot;
  }

  /// What is wrong with a tensor; empty if it has its cells' shape, addresses and values.
  std::string check(const Slot& slot) {
    const Shape shape = to_shape(slot.ours.shape());
    if (shape != slot.cells.shape)
      return "has shape " + reference::spell(shape) + " instead of " +
             reference::spell(slot.cells.shape);
    const RefTensor places = places_of(slot.ours);
    for (std::size_t i = 0; i < places.values.size(); ++i) {
      const auto cell = static_cast<std::size_t>(slot.cells.values[i]);
      const Int* const address = slot.ours.data() + places.values[i];
      if (address != addresses_[cell]) return "has another element at " + std::to_string(i);
      if (*address != values_[cell])
        return "holds " + std::to_string(*address) + " instead of " +
               std::to_string(values_[cell]) + " at " + std::to_string(i);
    }
    return "";
  }

 private:
  static RefTensor places_of(const ndx::Tensor<Int>& t) {
    return ref_strided(to_shape(t.shape()), to_shape(t.strides()), 0);
  }

  std::vector<Int> values_;
  std::vector<const Int*> addresses_;
};

/// The array of that shape whose element at c is source's at pick(c).
template <class T, class Pick>
RefArray<T> rearranged(const RefArray<T>& source, const Shape& shape, Pick pick) {
  RefArray<T> result{shape, {}};
  if (element_count(shape) == 0) return result;
  Shape c(shape.size(), 0);
  do result.values.push_back(source.values[exact_place(source.shape, pick(c))]);
  while (advance(c, shape));
  return result;
}

/// Whether sizes of 1 and missing dims in front can be stretched to that shape.
inline bool can_stretch(const Shape& from, const Shape& to) {
  if (from.size() > to.size()) return false;
  const std::size_t extra = to.size() - from.size();
  for (std::size_t d = 0; d < from.size(); ++d)
    if (from[d] != 1 && from[d] != to[extra + d]) return false;
  return true;
}

/// The array stretched to that shape, to which it must fit: ShapeError.
template <class T>
RefArray<T> stretched(const RefArray<T>& source, const Shape& shape) {
  if (!can_stretch(source.shape, shape)) throw RefError(kShapeFault);
  RefArray<T> result{shape, {}};
  if (element_count(shape) == 0) return result;
  Shape c(shape.size(), 0);
  do result.values.push_back(source.values[broadcast_place(source.shape, c)]);
  while (advance(c, shape));
  return result;
}

/// The shape that both can be stretched to.
inline Shape common_shape(Shape a, Shape b) {
  while (a.size() < b.size()) a.insert(a.begin(), 1);
  while (b.size() < a.size()) b.insert(b.begin(), 1);
  for (std::size_t d = 0; d < a.size(); ++d) {
    if (a[d] == 1) a[d] = b[d];
    if (b[d] != 1 && b[d] != a[d]) throw RefError(kShapeFault);
  }
  return a;
}

/// source's values at row-major places.
inline RefTensor ref_picked(const RefTensor& source, const RefTensor& places) {
  RefTensor result{places.shape, {}};
  for (const Int place : places.values)
    result.values.push_back(source.values[static_cast<std::size_t>(place)]);
  return result;
}

/// ShapeError unless an index has the source's rank and is larger along `dim` at most.
inline void check_along(const Shape& source, std::size_t dim, const Shape& index) {
  bool fits = index.size() == source.size();
  for (std::size_t d = 0; fits && d < source.size(); ++d) fits = d == dim || index[d] <= source[d];
  if (!fits) throw RefError(kShapeFault);
}

inline Int wrapping_sum(Int a, Int b) {
  return static_cast<Int>(static_cast<std::uint64_t>(a) + static_cast<std::uint64_t>(b));
}

}  // namespace fuzz
