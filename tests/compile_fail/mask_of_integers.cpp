// expect: a mask is a tensor of bools
// The masked functions take a Tensor<bool>; integers would be indices anywhere else.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Mask = ndx::Tensor<bool>;
#else
using Mask = ndx::Tensor<unsigned char>;
#endif

auto fill(const ndx::Tensor<int>& t, const Mask& mask) { return ndx::masked_fill(t, mask, 0); }
