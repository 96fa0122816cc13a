// Dense arrays as the property tests' obvious loops make them, and ndx's answers beside them.
#pragma once

#include <algorithm>

#include <gtest/gtest.h>

#include "sample.hpp"
#include "to_ndx.hpp"

namespace reference {

/// Calls visit(coordinate) for all coordinates of a shape, in row-major order.
template <class Visit>
void for_each_coordinate(const Shape& shape, Visit visit) {
  if (element_count(shape) == 0) return;
  Shape coordinate(shape.size(), 0);
  do visit(coordinate);
  while (advance(coordinate, shape));
}

/// The element at a coordinate, to which the array is broadcast.
template <class T>
T at(const RefArray<T>& array, const Shape& coordinate) {
  return array.values[broadcast_place(array.shape, coordinate)];
}

/// The array of that shape whose elements are value(coordinate).
template <class T, class Value>
RefArray<T> dense(const Shape& shape, Value value) {
  RefArray<T> result{shape, {}};
  for_each_coordinate(shape, [&](const Shape& c) { result.values.push_back(value(c)); });
  return result;
}

/// Whether a result is fresh row-major memory with that shape and these elements.
template <class T>
testing::AssertionResult same(const ndx::Tensor<T>& tensor, const RefArray<T>& expected) {
  if (to_shape(tensor.shape()) == expected.shape && tensor.is_contiguous() &&
      std::equal(tensor.begin(), tensor.end(), expected.values.begin(), expected.values.end()))
    return testing::AssertionSuccess();
  return testing::AssertionFailure() << "got shape " << spell(to_shape(tensor.shape())) << ", want "
                                     << spell(expected.shape) << ", or elements differ";
}

}  // namespace reference
