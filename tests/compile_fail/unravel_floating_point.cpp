// expect: indices are integers: convert them with .to<index_t>\(\)
// A floating-point number is no flat index.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
using Flat = ndx::Tensor<int>;
#else
using Flat = ndx::Tensor<double>;
#endif

auto coordinates(const Flat& flat) { return ndx::unravel_index(flat, {2, 3}); }
