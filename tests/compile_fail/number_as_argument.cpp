// expect: a tensor is no number: write t\.item\(\), or t\(i, j\)
// The function of the element type is the best of several.
#include <cmath>

#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
double root(const ndx::Tensor<double>& t) { return std::sqrt(sum(t).item()); }
#else
double root(const ndx::Tensor<double>& t) { return std::sqrt(sum(t)); }
#endif
