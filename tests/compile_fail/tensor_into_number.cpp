// expect: a tensor is no number: write t\.item\(\), or t\(i, j\)
// A tensor is read by item(), whatever its rank.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float total(const ndx::Tensor<float>& t) { return sum(t).item(); }
#else
float total(const ndx::Tensor<float>& t) { return sum(t); }
#endif
