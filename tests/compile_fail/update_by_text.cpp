// expect: an operand is a number or a tensor of numbers: write tensor\(v\) for a list
// Text is no operand in place either.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void add(const ndx::Tensor<float>& t) { t += 1; }
#else
void add(const ndx::Tensor<float>& t) { t += "a"; }
#endif
