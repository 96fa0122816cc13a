// expect: C\+\+ compares a mask with the number: write \(t > 0\) & \(t < 10\)
// C++ reads 0 < t < 10 as a comparison of a mask.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto inside(const ndx::Tensor<int>& t) { return (t > 0) & (t < 10); }
#else
auto inside(const ndx::Tensor<int>& t) { return 0 < t < 10; }
#endif
