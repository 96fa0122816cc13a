// expect: each dim has two widths: write pad\(t, 1\), or pad\(t, \{\{1, 1\}\}\)
// One number where a pair is meant.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return pad(t, {{1, 1}}); }
#else
auto part(const ndx::Tensor<float>& t) { return pad(t, {{1}}); }
#endif
