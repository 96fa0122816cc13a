// expect: a Tensor<const T> is read-only
// A read-only tensor is read.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<const int>& t) {
#ifndef MUST_FAIL
  const ndx::Tensor<const int> part = t[{0}];
  static_cast<void>(part);
#else
  t[{0}] = 1;
#endif
}
