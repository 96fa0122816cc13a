// expect: along one dim: write .*amax\(t, \{0, 1\}\) for several
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return amax(t, {0, 1}); }
#else
auto part(const ndx::Tensor<float>& t) { return max(t, {0, 1}); }
#endif
