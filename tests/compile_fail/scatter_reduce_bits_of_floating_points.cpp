// expect: the elements do not have this reduction: the bitwise ones are for integers and bools
// Floating-point numbers have no bitwise reductions.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Element = int;
#else
using Element = float;
#endif

void write(const ndx::Tensor<Element>& t, const ndx::Tensor<int>& index) {
  ndx::scatter_reduce_(t, 0, index, t, ndx::Reduce::bitwise_or);
}
