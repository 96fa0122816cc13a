// expect: name the option: \{\.keepdim = true\}, or \{\.correction = 1\}
// As for var.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return nanvar(t, 0, {.keepdim = true}); }
#else
auto part(const ndx::Tensor<float>& t) { return nanvar(t, 0, true); }
#endif
