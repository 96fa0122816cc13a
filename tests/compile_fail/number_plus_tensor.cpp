// expect: a tensor is no number: write t\.item\(\), or t\(i, j\)
// A number that a tensor is added to.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void add(float& x, const ndx::Tensor<float>& t) { x += max(t).item(); }
#else
void add(float& x, const ndx::Tensor<float>& t) { x += max(t); }
#endif
