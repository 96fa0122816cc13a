// expect: indices are integers: convert them with .to<index_t>\(\)
// Floating-point numbers are no indices.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Index = ndx::Tensor<int>;
#else
using Index = ndx::Tensor<float>;
#endif

void add(const ndx::Tensor<double>& t, const Index& index) { ndx::scatter_add_(t, 0, index, t); }
