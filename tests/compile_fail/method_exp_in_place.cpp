// expect: write exp_into\(t, t\), of ndx/ops/math_into.hpp
// As in PyTorch.
#include <ndx/ndx.hpp>
#include <ndx/ops/math_into.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t) { return exp_into(t, t); }
#else
void part(const ndx::Tensor<float>& t) { return t.exp_(); }
#endif
