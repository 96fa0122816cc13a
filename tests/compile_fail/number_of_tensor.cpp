// expect: a tensor is no number: write t\.item\(\), or t\(i, j\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sum(t).item<double>(); }
#else
auto part(const ndx::Tensor<float>& t) { return double(sum(t)); }
#endif
