// expect: integers cannot hold a quotient
// An integer tensor is not divided in place.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<int>;
#endif

void divide(const Target& t) { t /= 2; }
