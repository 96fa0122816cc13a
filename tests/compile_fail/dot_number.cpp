// expect: products of vectors take two tensors: write t \* 5 for a number, tensor\(v\) for a list
// NumPy multiplies.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t * 5; }
#else
auto part(const ndx::Tensor<float>& t) { return dot(t, 5); }
#endif
