// expect: write t \+= x
// A method of PyTorch.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t += 1; }
#else
auto part(const ndx::Tensor<float>& t) { return t.add_(1); }
#endif
