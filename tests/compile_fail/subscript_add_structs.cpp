// expect: an operand is a number or a tensor of numbers: write tensor\(v\) for a list
// Structs are assigned, not added.
#include <ndx/ndx.hpp>

struct Struct {
  int value;
};

void f(const ndx::Tensor<Struct>& t) {
#ifndef MUST_FAIL
  t[{0}] = Struct{2};
#else
  t[{0}] += Struct{2};
#endif
}
