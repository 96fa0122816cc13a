// expect: a part of a tensor is no number: write t\[0\]\[1\]\.item\(\), or t\(0, 1\)
// A part of a tensor as an argument.
#include <cmath>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
float part(const ndx::Tensor<float>& t) { return std::abs(t(0, 1)); }
#else
float part(const ndx::Tensor<float>& t) { return std::abs(t[{0, 1}]); }
#endif
