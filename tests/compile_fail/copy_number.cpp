// expect: copy_ takes a tensor: write t\.fill_\(x\) for a number
#include <ndx/ndx.hpp>

void write(const ndx::Tensor<float>& t, float x) {
#ifndef MUST_FAIL
  t.fill_(x);
  t[0].copy_(t[1]);
  t.index({0}).copy_(t.to<int>());
#else
  t.copy_(x);
#endif
}
