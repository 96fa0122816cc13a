// expect: a Tensor<const T> is read-only
// A Tensor<const T> is read-only for masked_scatter_.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<const float>;
#endif

void write(const Target& t) { masked_scatter_(t, t > 0, t); }
