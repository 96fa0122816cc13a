// expect: integers hold no fractions: convert one of the two, v\.to<int>\(\) or int\(v\), or t\.to<double>\(\)
// A part of integers.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void add(const ndx::Tensor<int>& t, double x) { t[{0}] += static_cast<int>(x); }
#else
void add(const ndx::Tensor<int>& t, double x) { t[{0}] += x; }
#endif
