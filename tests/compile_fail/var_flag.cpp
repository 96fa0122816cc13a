// expect: name the option: \{\.keepdim = true\}, or \{\.correction = 1\}
// keepdim where the options stand, for PyTorch whether to divide by n - 1.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return var(t, 0, {.keepdim = true}); }
#else
auto part(const ndx::Tensor<float>& t) { return var(t, 0, true); }
#endif
