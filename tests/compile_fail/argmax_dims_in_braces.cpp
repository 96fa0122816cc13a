// expect: argmax and unique go along one, argmax\(t, 0\)
// The dims would count as options: last = false, keepdim = true.
#include <ndx/ndx.hpp>

ndx::Tensor<ndx::index_t> place(const ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  return ndx::argmax(t, 0);
#else
  return ndx::argmax(t, {0, 1});
#endif
}
