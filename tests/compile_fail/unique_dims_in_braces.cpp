// expect: argmax and unique go along one, argmax\(t, 0\)
// The dim would count as an option: return_index = false.
#include <ndx/ndx.hpp>

ndx::Tensor<float> rows(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return ndx::unique(t, 0).values;
#else
  return ndx::unique(t, {0, 1}).values;
#endif
}
