// expect: C\+\+ compares a mask with the number: write \(t > 0\) & \(t < 10\)
// C++ reads 1.5 >= t >= -2 as a comparison of a mask.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto inside(const ndx::Tensor<float>& t) { return (t <= 1.5) & (t >= -2); }
#else
auto inside(const ndx::Tensor<float>& t) { return 1.5 >= t >= -2; }
#endif
