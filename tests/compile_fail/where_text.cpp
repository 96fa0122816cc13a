// expect: where takes tensors and numbers: write tensor\(v\) for a list
// Text as what is chosen.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return where(t > 0, 0, t); }
#else
auto part(const ndx::Tensor<float>& t) { return where(t > 0, "a", t); }
#endif
