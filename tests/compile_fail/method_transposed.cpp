// expect: write t\.transpose\(\)
// As in NumPy.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.transpose(); }
#else
auto part(const ndx::Tensor<float>& t) { return t.T(); }
#endif
