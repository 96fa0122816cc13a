// expect: the options are correction, NumPy's ddof, and keepdim
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return var(t, 0, {.correction = 1}); }
#else
auto part(const ndx::Tensor<float>& t) { return var(t, 0, {.ddof = 1}); }
#endif
