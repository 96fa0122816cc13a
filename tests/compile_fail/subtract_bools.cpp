// expect: bools have no difference
// Tensors of bools are not subtracted.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Flags = ndx::Tensor<int>;
#else
using Flags = ndx::Tensor<bool>;
#endif

auto difference(const Flags& a, const Flags& b) { return a - b; }
