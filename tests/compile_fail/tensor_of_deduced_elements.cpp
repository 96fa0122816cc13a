// expect: write zeros<float>\(\{2, 3\}\) for sizes, tensor\(\{2, 3\}\) or tensor\(v\) for elements
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part() { return ndx::tensor({1, 2, 3}); }
#else
auto part() { return ndx::Tensor{1, 2, 3}; }
#endif
