// expect: bools are not shifted
// Tensors of bools are not shifted.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Bits = ndx::Tensor<int>;
#else
using Bits = ndx::Tensor<bool>;
#endif

auto shifted(const Bits& a, const Bits& b) { return a << b; }
