// Random tensors with few different values, NaN among them, as lines along a dim: what the property
// tests of sorting and searching start from.
#pragma once

#include <cmath>
#include <limits>
#include <utility>

#include "sample.hpp"

namespace reference {

/// What elements are compared by: NaN after everything, and equal to NaN.
template <class T>
std::pair<bool, T> key(const T& value) {
  if constexpr (std::is_floating_point_v<T>) {
    if (std::isnan(value)) return {true, T{}};
  }
  return {false, value};
}

template <class T>
std::vector<std::pair<bool, T>> keys(const std::vector<T>& values) {
  std::vector<std::pair<bool, T>> result;
  for (const T& value : values) result.push_back(key(value));
  return result;
}

template <class T>
std::vector<T> elements(const ndx::Tensor<T>& tensor) {
  return {tensor.begin(), tensor.end()};
}

/// A value of 5 or so, NaN now and then.
template <class T>
T few(RandomExpressions& random) {
  if constexpr (std::is_floating_point_v<T>) {
    if (random.chance(15)) return std::numeric_limits<T>::quiet_NaN();
  }
  return static_cast<T>(random.below(std::is_same_v<T, bool> ? 2 : 5));
}

/// A view of a buffer of such values.
template <class T>
Sample<T> few_values(RandomExpressions& random, const Strided& view) {
  Sample<T> sample(view);
  for (T& element : sample.buffer()) element = few<T>(random);
  return sample;
}

/// The elements along one dim, line by line in row-major order of the other dims. A dense array is
/// cut into lines by counting coordinates.
template <class T>
std::vector<std::vector<T>> lines(const Shape& shape, const std::vector<T>& values,
                                  std::size_t dim) {
  Shape others = shape;
  others[dim] = 1;
  std::vector<std::vector<T>> result(element_count(others));
  if (values.empty()) return result;
  Shape coordinate(shape.size(), 0);
  for (const T& value : values) {
    result[broadcast_place(others, coordinate)].push_back(value);
    advance(coordinate, shape);
  }
  return result;
}

template <class T>
std::vector<std::vector<T>> lines(const ndx::Tensor<T>& tensor, std::size_t dim) {
  return lines(Shape(tensor.shape().begin(), tensor.shape().end()), elements(tensor), dim);
}

}  // namespace reference
