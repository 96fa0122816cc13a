// expect: keepdim is not named: write sum\(t, 1, true\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sum(t, 1, true); }
#else
auto part(const ndx::Tensor<float>& t) { return sum(t, 1, {.keepdim = true}); }
#endif
