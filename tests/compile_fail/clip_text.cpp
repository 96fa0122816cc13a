// expect: an operand is a number or a tensor of numbers
// Text as a bound.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return clip(t, 0, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return clip(t, 0, "a"); }
#endif
