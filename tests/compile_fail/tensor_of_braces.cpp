// expect: write zeros<float>\(\{2, 3\}\) for sizes, tensor\(\{2, 3\}\) or tensor\(v\) for elements
#include <ndx/ndx.hpp>

float read() {
#ifndef MUST_FAIL
  const auto t = ndx::tensor({2.F, 3.F});
#else
  const ndx::Tensor<float> t{2.F, 3.F};
#endif
  return t(0);
}
