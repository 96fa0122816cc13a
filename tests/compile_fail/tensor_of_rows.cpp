// expect: tensor\(\{2, 3\}\) or tensor\(v\) for elements
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part() { ndx::Tensor<int> t = ndx::tensor({{1, 2}, {3, 4}}); }
#else
void part() { ndx::Tensor<int> t = {{1, 2}, {3, 4}}; }
#endif
