// expect: a list of floating-point numbers cannot be an index
// As NumPy: arrays used as indices must be of integer or boolean type.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  static_cast<void>(t.index({std::vector<int>{1, 2}}));
#else
  static_cast<void>(t.index({std::vector<float>{1, 2}}));
#endif
}
