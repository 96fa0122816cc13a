// expect: write pow\(a, b\)
// A function by its name in NumPy.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return pow(t, 2); }
#else
auto part(const ndx::Tensor<float>& t) { return power(t, 2); }
#endif
