// expect: t\(i, j\) takes integers: write t\[\{i, j\}\]
// The indices of one element are integers.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  t(0, 1) = 2;
#else
  t(0.5, 1) = 2;
#endif
}
