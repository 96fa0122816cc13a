// expect: a value is a number or a tensor whose elements convert
// A text is no value.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  t[0] = 1;
#else
  t[0] = "a";
#endif
}
