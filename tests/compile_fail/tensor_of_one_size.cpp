// expect: write zeros<float>\(\{2, 3\}\) for sizes, tensor\(\{2, 3\}\) or tensor\(v\) for elements
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::zeros<float>({3}); }
#else
auto part() { return ndx::Tensor<float>(3); }
#endif
