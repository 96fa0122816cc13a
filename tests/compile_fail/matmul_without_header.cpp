// expect: matmul is in <ndx/linalg\.hpp>: write matmul\(a, b\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
// One's own needs no header.
auto matmul(const ndx::Tensor<double>& a, const ndx::Tensor<double>& b) { return a * b; }
#endif

auto part(const ndx::Tensor<double>& t) { return matmul(t, t); }
