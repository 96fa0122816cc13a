// expect: a Tensor<const T> is read-only: write t\.clone\(\)
// A read-only tensor does not turn into one that can be written; clone() does.
#include <ndx/ndx.hpp>

ndx::Tensor<float> open(const ndx::Tensor<const float>& t) {
#ifndef MUST_FAIL
  return t.clone();
#else
  return t;
#endif
}
