// expect: p is a number: norm\(t\) is the Frobenius norm
// The norms of matrices that NumPy names.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return norm(t); }
#else
auto part(const ndx::Tensor<float>& t) { return norm(t, "fro"); }
#endif
