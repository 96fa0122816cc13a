// expect: a tensor is no dim: write gather\(t, 0, index\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& i) { return gather(t, 0, i); }
#else
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& i) { return gather(t, i, 0); }
#endif
