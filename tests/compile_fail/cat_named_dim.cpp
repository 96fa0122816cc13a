// expect: the dim is not named: write cat\(\{a, b\}, 1\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return ndx::cat({t, t}, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return ndx::cat({t, t}, {.dim = 1}); }
#endif
