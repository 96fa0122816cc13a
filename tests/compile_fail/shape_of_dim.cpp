// expect: shape\(\) is all sizes: write t\.size\(0\) for one
// As in xtensor.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.size(0); }
#else
auto part(const ndx::Tensor<float>& t) { return t.shape(0); }
#endif
