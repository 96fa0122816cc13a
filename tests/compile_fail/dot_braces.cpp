// expect: products of vectors take two tensors: write t \* 5 for a number, tensor\(v\) for a list
// A list beside a tensor.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return dot(t, ndx::tensor({1, 2})); }
#else
auto part(const ndx::Tensor<float>& t) { return dot(t, {1, 2}); }
#endif
