// expect: keepdim is true or false
// An integer after the dim would count as keepdim = true; it is taken for another dim.
#include <ndx/ndx.hpp>

ndx::Tensor<float> total(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return ndx::sum(t, {0, 1}, true);
#else
  return ndx::sum(t, 0, 1);
#endif
}
