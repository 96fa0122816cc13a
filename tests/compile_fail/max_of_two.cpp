// expect: of two numbers each: maximum
// max is over dims; the larger of each two elements is maximum.
#include <ndx/ndx.hpp>

ndx::Tensor<float> largest(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return ndx::max(t, 0).values;
#else
  return ndx::max(t, 0.5);
#endif
}
