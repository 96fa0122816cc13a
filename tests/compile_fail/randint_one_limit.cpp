// expect: write both limits: randint\(0, 10, \{3\}\)
// PyTorch has 0 by default.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t + ndx::randint(0, 10, {3}); }
#else
auto part(const ndx::Tensor<float>& t) { return t + ndx::randint(10, {3}); }
#endif
