// expect: a Tensor<const T> is read-only
// A Tensor<const T> is read-only for scatter_nd_.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<const float>;
#endif

void write(const Target& t, const ndx::Tensor<int>& index) { scatter_nd_(t, index, 1.f); }
