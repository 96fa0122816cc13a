// expect: an index tensor is of integers or bools: convert it with .to<index_t>
// A tensor of floating-point numbers is not an index tensor.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Indices = ndx::Tensor<long>;
#else
using Indices = ndx::Tensor<double>;
#endif

auto read(const ndx::Tensor<float>& t, const Indices& indices) { return t.index({0, indices}); }
