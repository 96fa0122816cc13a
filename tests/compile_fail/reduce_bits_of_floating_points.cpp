// expect: the elements do not have this reduction: .* the bitwise ones for integers and bools
// Floating-point numbers have no bitwise reductions.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Element = int;
#else
using Element = float;
#endif

void write(const ndx::Tensor<Element>& t) {
  t.index_put_({0}, 1, {.reduce = ndx::Reduce::bitwise_xor});
}
