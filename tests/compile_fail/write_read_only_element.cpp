// expect anywhere: assignment of read-only|returns a const value
// An element of a Tensor<const T> cannot be assigned.
// The language refuses it, in words of its own: t(0) is a reference to const.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<const float>;
#endif

void write(const Target& t) { t(0) = 1.f; }
