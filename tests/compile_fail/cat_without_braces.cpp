// expect: the tensors are a list: write cat\(\{a, b\}\)
#include <ndx/ndx.hpp>

ndx::Tensor<int> join(const ndx::Tensor<int>& a, const ndx::Tensor<int>& b) {
#ifndef MUST_FAIL
  return ndx::cat({a, b}, 0);
#else
  return ndx::cat(a, b, 0);
#endif
}
