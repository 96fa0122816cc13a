// expect: a Tensor<const T> is read-only: write to a clone
// A Tensor<const T> is read-only for index_put_.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Target = ndx::Tensor<float>;
#else
using Target = ndx::Tensor<const float>;
#endif

void write(const Target& t) { t.index_put_({0}, 1.f); }
