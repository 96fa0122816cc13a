// The names that the examples in the comments of the headers use, and how their results are compared.
#pragma once

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <ndx/ndx.hpp>

namespace ndx_test {

/// t(2,3): a tensor of that shape whose elements ascend from 0.
inline const auto shaped = [](auto... sizes) {
  return ndx::arange<float>(0, static_cast<float>((1 * ... * sizes))).reshape({sizes...});
};
/// indices(5,6): an index tensor of that shape, of zeros.
inline const auto shaped_index = [](auto... sizes) { return ndx::zeros<ndx::index_t>({sizes...}); };

/// Whether a result, or each tensor of several, has that shape.
template <class T>
bool shapes_are(const ndx::Tensor<T>& result, const std::vector<ndx::Dims>& shapes) {
  return shapes.size() == 1 && result.shape() == shapes[0];
}
template <class T>
bool shapes_are(const std::vector<ndx::Tensor<T>>& results, const std::vector<ndx::Dims>& shapes) {
  bool same = results.size() == shapes.size();
  for (std::size_t i = 0; same && i < results.size(); ++i) same = results[i].shape() == shapes[i];
  return same;
}

/// Whether a result has these elements in row-major order, as far as four decimals tell.
template <class T>
bool elements_are(const ndx::Tensor<T>& result, const std::vector<double>& elements) {
  bool same = result.numel() == static_cast<ndx::index_t>(elements.size());
  const auto numbers = result.template to<double>().to_vector();
  for (std::size_t i = 0; same && i < elements.size(); ++i)
    same = std::abs(numbers[i] - elements[i]) < 1e-4;
  return same;
}
template <class T>
  requires requires(const T& pair) { pair.values; }
bool elements_are(const T& pair, const std::vector<double>& elements) {
  return elements_are(pair.values, elements);
}

}  // namespace ndx_test
