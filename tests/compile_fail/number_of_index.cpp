// expect: a tensor is no number: write t\.item\(\), or t\(i, j\)
// An index of integers alone is a view of rank 0.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
void part(const ndx::Tensor<float>& t, std::vector<float>& v) { v.push_back(t(0, 0)); }
#else
void part(const ndx::Tensor<float>& t, std::vector<float>& v) { v.push_back(t.index({0, 0})); }
#endif
