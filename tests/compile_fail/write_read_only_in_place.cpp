// expect: a Tensor<const T> is read-only
// A Tensor<const T> is read-only for +=.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<const float>;
#endif

void add(const Target& t) { t += 1.f; }
