// A buffer of distinguishable elements and an ndx tensor on any strides over it, for the property
// tests.
#pragma once

#include <memory>
#include <span>

#include <ndx/ndx.hpp>

#include "elements.hpp"
#include "expression.hpp"
#include "random_expressions.hpp"
#include "reference_bounds.hpp"

namespace reference {

template <class T>
class Sample {
 public:
  /// The element at position i of the buffer is element<T>(first + i).
  explicit Sample(const Strided& view, std::int64_t first = 1)
      : view_(view), memory_(new T[static_cast<std::size_t>(view.size)]) {
    for (std::int64_t i = 0; i < view.size; ++i) memory_[index(i)] = element<T>(first + i);
  }

  ndx::Tensor<T> tensor() const { return tensor(view_); }

  /// Another view of the same buffer.
  ndx::Tensor<T> tensor(const Strided& view) const {
    return ndx::borrow(memory_.get() + view.offset, view.shape, view.strides);
  }

  const Strided& view() const { return view_; }
  std::span<T> buffer() const { return {memory_.get(), index(view_.size)}; }

  /// The buffer's position of each element of the tensor.
  RefTensor places() const { return ref_strided(view_.shape, view_.strides, view_.offset); }

  /// The elements that a view of the buffer shows now.
  RefArray<T> values(const Strided& view) const {
    RefArray<T> result{view.shape, {}};
    for (std::int64_t p : ref_strided(view.shape, view.strides, view.offset).values)
      result.values.push_back(memory_[index(p)]);
    return result;
  }

  bool holds(const T* element) const {
    const std::less<> before;
    return !before(element, memory_.get()) && before(element, memory_.get() + view_.size);
  }

 private:
  static std::size_t index(std::int64_t i) { return static_cast<std::size_t>(i); }

  Strided view_;
  std::unique_ptr<T[]> memory_;
};

inline std::string spell(const Strided& view) {
  return spell(view.shape) + " strides " + spell(view.strides) + " offset " +
         std::to_string(view.offset) + " of " + std::to_string(view.size);
}

/// A policy, and indices in the terms that are anything, where it says what that means.
inline RefBounds random_bounds(RandomExpressions& random, const Shape& source, RefTerms& terms) {
  if (!random.chance(40)) return RefBounds::raise;
  const RefBounds bounds =
      random.pick({RefBounds::wrap, RefBounds::clip, RefBounds::skip, RefBounds::wrap_clip,
                   RefBounds::skip_negative, RefBounds::raise_negative});
  if (bounds == RefBounds::raise_negative) return bounds;
  for_each_index(source, terms, [&](std::size_t dim, std::int64_t& index) {
    const std::int64_t n = source[dim];
    if (random.chance(50)) index = random.between(-3 * n - 1, 3 * n + 1);
    if (random.chance(2)) index = random.pick({INT64_MIN, INT64_MAX, INT64_MIN + 1});
  });
  return bounds;
}

/// What the reference says of an expression: places in the buffer, or faults.
struct Expected {
  Expected(const RefTensor& places, const RefTerms& terms, RefRule rule = RefRule::index,
           RefBounds bounds = RefBounds::raise) {
    try {
      where = ref_index_bounded(places, terms, rule, bounds);
    } catch (const RefError& error) {
      faults = error.faults;
    }
  }

  /// Whether ndx may answer with that fault: with one of those that are there, or with none when
  /// there are none.
  bool allows(RefFaults thrown) const { return faults == 0 ? thrown == 0 : (thrown & faults) != 0; }

  RefTensor where;
  RefFaults faults = 0;
};

}  // namespace reference
