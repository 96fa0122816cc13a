// expect: a function cannot be a mask: write a comparison
// A mask is a tensor of bools.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  static_cast<void>(t.index({t > 1}));
#else
  static_cast<void>(t.index({[](int v) { return v > 1; }}));
#endif
}
