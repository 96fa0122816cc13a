// expect: a Tensor<const T> is read-only
// A plan does not write to a Tensor<const T>.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<const float>;
#endif

void write(const ndx::Plan& plan, const Target& t) { plan.write_(t, 1.f); }
