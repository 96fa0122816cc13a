// expect: write zeros<float>\(\{2, 3\}\) for sizes, tensor\(\{2, 3\}\) or tensor\(v\) for elements
#include <ndx/ndx.hpp>

float read() {
#ifndef MUST_FAIL
  const auto t = ndx::zeros<float>({2, 3});
#else
  const ndx::Tensor<float> t(2, 3);
#endif
  return t(0, 0);
}
