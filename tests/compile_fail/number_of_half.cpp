// expect: a tensor is no number: write t\.item\(\), or t\(i, j\)
// Elements of 16 bits.
#include <ndx/half.hpp>
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float part(const ndx::Tensor<ndx::float16>& t) { return t.index({0}).item<float>(); }
#else
float part(const ndx::Tensor<ndx::float16>& t) { return t.index({0}); }
#endif
