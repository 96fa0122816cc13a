// expect: write t\.transpose\(\)|write_t_transpose
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
ndx::Tensor<float> part(const ndx::Tensor<float>& t) { return t.transpose(); }
#else
ndx::Tensor<float> part(const ndx::Tensor<float>& t) { return t.T; }
#endif
