// expect: a Tensor<const T> is read-only
// A Tensor<const T> is read-only for masked_fill_.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<const float>;
#endif

void fill(const Target& t) { ndx::masked_fill_(t, t > 0.f, 1.f); }
