// expect: indices are integers: convert them with .to<index_t>\(\)
// A tensor of floating-point numbers does not index in take.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Indices = ndx::Tensor<long>;
#else
using Indices = ndx::Tensor<double>;
#endif

auto read(const ndx::Tensor<float>& t, const Indices& indices) { return take(t, indices, 1); }
