// expect: tensor\(\{2, 3\}\) or tensor\(v\) for elements
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const std::vector<float>& v) { ndx::Tensor<float> t = ndx::tensor(v); }
#else
void part(const std::vector<float>& v) { ndx::Tensor<float> t = v; }
#endif
