// ValuesAndIndices: the result of sort, topk, max along a dim and other functions.
#pragma once

#include <iosfwd>

#include <ndx/tensor.hpp>

NDX_NAMESPACE_BEGIN

/// Elements of a tensor and their indices along a dim. take_along_axis(t, indices, dim) gives the
/// values.
template <class T>
struct ValuesAndIndices {
  Tensor<T> values;
  Tensor<index_t> indices;
};
template <class Traits, class T>
std::basic_ostream<char, Traits>& operator<<(std::basic_ostream<char, Traits>& out,
                                             const ValuesAndIndices<T>& /*result*/) {
  static_assert(detail::kNever<T>, "two tensors are printed one by one: write max(t, 1).values");
  return out;
}

NDX_NAMESPACE_END
