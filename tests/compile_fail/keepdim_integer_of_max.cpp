// expect: keepdim is true or false
// As for sum, where there are other overloads.
#include <ndx/ndx.hpp>

ndx::Tensor<float> largest(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return ndx::max(t, 0, true).values;
#else
  return ndx::max(t, 0, 1).values;
#endif
}
