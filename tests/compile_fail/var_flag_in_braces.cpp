// expect: name the option: \{\.keepdim = true\}, or \{\.correction = 1\}
// A bool would be a correction of 1.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return var(t, 0, {.correction = 1}); }
#else
auto part(const ndx::Tensor<float>& t) { return var(t, 0, {true}); }
#endif
