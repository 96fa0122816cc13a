// expect: a tensor is no vector: write t\.to_vector\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t) { std::vector<float> v = t.to_vector(); }
#else
void part(const ndx::Tensor<float>& t) { std::vector<float> v = t; }
#endif
