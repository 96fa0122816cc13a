// expect: a dim is an integer: max\(t, 0, true\)
// keepdim where the dim stands.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return max(t, 0, true); }
#else
auto part(const ndx::Tensor<float>& t) { return max(t, true); }
#endif
