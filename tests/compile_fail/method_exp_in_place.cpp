// expect: write exp_into\(t, t\), of ndx/into.hpp
// As in PyTorch.
#include <ndx/into.hpp>
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t) { return exp_into(t, t); }
#else
void part(const ndx::Tensor<float>& t) { return t.exp_(); }
#endif
