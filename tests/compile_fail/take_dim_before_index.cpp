// expect: a tensor is no dim: write .*take\(t, index, 0\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& i) { return take(t, i, 0); }
#else
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& i) { return take(t, 0, i); }
#endif
