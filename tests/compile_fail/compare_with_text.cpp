// expect: an operand is a number or a tensor of numbers: write tensor\(v\) for a list
// Nothing equals a text.
#include <ndx/ndx.hpp>

auto is_one(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  return t == 1;
#else
  return t == "1";
#endif
}
