// expect: sum is a function: write sum\(t\)
// A method of NumPy and PyTorch.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sum(t, {0, 1}); }
#else
auto part(const ndx::Tensor<float>& t) { return t.sum({0, 1}); }
#endif
