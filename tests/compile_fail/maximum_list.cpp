// expect: an operand is a number or a tensor of numbers: write tensor\(v\) for a list
// A list beside a tensor.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return maximum(t, ndx::tensor({1, 2})); }
#else
auto part(const ndx::Tensor<float>& t) { return maximum(t, {1, 2}); }
#endif
