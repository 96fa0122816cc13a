// expect: a pair is of two numbers: write pad\(t, \{\{1, 2\}\}\)
// One number for both sides needs no braces.
#include <ndx/ops/pad.hpp>

#ifndef MUST_FAIL
auto padded(const ndx::Tensor<float>& t) { return pad(t, 1); }
#else
auto padded(const ndx::Tensor<float>& t) { return pad(t, {{1}}); }
#endif
