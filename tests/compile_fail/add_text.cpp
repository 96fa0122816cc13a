// expect: an operand is a number or a tensor of numbers: write tensor\(v\) for a list
// Text is no operand.
#include <string>

#include <ndx/ndx.hpp>

auto sum_of(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return t + 1.F;
#else
  return t + std::string("a");
#endif
}
