// expect: write var\(t, all_dims, \{\.correction = 1\}\)
// g++ 12 takes {.ddof = 1} for the list {1}, and would give the variance along dim 1.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return var(t, ndx::all_dims, {.correction = 1}); }
auto along(const ndx::Tensor<float>& t) { return var(t, {0, 1}) + var(t, {1}) + var(t, 0); }
#else
auto part(const ndx::Tensor<float>& t) { return var(t, {.ddof = 1}); }
#endif
