// expect: the tensors have different element types: write t\.to<int>\(\)
// The same for a tensor that is there.
#include <ndx/ndx.hpp>

void f(const ndx::Tensor<float>& t, ndx::Tensor<int>& u) {
#ifndef MUST_FAIL
  u = t.to<int>();
#else
  u = t;
#endif
}
