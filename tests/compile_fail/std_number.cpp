// expect: name the option: \{\.keepdim = true\}, or \{\.correction = 1\}
// A correction without braces.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return ndx::std(t, 0, {.correction = 1}); }
#else
auto part(const ndx::Tensor<float>& t) { return ndx::std(t, 0, 1); }
#endif
