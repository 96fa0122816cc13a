// expect: write tensor\(v\) for a list
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t, const std::vector<float>& v) { t[0] = ndx::tensor(v); }
#else
void part(const ndx::Tensor<float>& t, const std::vector<float>& v) { t[0] = v; }
#endif
