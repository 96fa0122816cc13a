// expect: tensor\(\{2, 3\}\) or tensor\(v\) for elements
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(ndx::Tensor<float>& t, const std::vector<float>& v) { t = ndx::tensor(v); }
#else
void part(ndx::Tensor<float>& t, const std::vector<float>& v) { t = v; }
#endif
