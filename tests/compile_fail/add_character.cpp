// expect: a tensor is no number
// A character is no number of a tensor's.
#include <ndx/ndx.hpp>

ndx::Tensor<int> shifted(const ndx::Tensor<int>& t) {
#ifndef MUST_FAIL
  return t + 1;
#else
  return t + 'a';
#endif
}
