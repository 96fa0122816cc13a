// expect: write matmul\(a, b\), of ndx/linalg\.hpp
// A product of matrices.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t * t; }
#else
auto part(const ndx::Tensor<float>& t) { return t.matmul(t); }
#endif
