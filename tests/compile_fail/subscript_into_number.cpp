// expect: a part of a tensor is no number: write t\[0\]\[1\]\.item\(\), or t\(0, 1\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t) {
  const float x = t[0][1].item();
  static_cast<void>(x);
}
#else
void part(const ndx::Tensor<float>& t) {
  const float x = t[0][1];
  static_cast<void>(x);
}
#endif
