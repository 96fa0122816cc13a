// expect: a mask is a tensor of bools, no function: write t > 0
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return masked_select(t, t > 0); }
#else
auto part(const ndx::Tensor<float>& t) {
  return masked_select(t, [](float x) { return x > 0; });
}
#endif
