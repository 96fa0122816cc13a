// expect: an operand is a number or a tensor of numbers: write tensor\(v\) for a list
// Tensors of structs are not added, whatever their elements can.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Element = float;
#else
struct Element {
  int value;
};
#endif

auto sum_of(const ndx::Tensor<Element>& a) { return a + a; }
