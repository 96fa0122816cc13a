// expect: the tensors come first: write cat\(\{a, b\}, 1\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return ndx::cat({t, t}, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return ndx::cat(1, {t, t}); }
#endif
