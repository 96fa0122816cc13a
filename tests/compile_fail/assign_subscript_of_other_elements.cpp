// expect: the tensors have different element types: convert one, t\[0\]\.to<float>\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t, ndx::Tensor<int>& u) { u = t[0].to<int>(); }
#else
void part(const ndx::Tensor<float>& t, ndx::Tensor<int>& u) { u = t[0]; }
#endif
