// expect: where takes tensors and numbers: write tensor\(v\) for a list
// The same in braces.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return where(t > 0, ndx::tensor({1, 2}), t); }
#else
auto part(const ndx::Tensor<float>& t) { return where(t > 0, {1, 2}, t); }
#endif
