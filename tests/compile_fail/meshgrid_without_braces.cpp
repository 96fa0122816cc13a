// expect: the tensors are a list: write meshgrid\(\{a, b\}\)
// Two tensors instead of a list.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return ndx::meshgrid({t, t}); }
#else
auto part(const ndx::Tensor<float>& t) { return ndx::meshgrid(t, t); }
#endif
