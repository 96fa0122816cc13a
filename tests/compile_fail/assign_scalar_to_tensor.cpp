// expect: a tensor is assigned tensors: write t\.fill_\(value\)
#include <ndx/ndx.hpp>

void write(ndx::Tensor<float>& t) {
#ifndef MUST_FAIL
  t.fill_(5);
#else
  t = 5;
#endif
}
