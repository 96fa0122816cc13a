// expect: one of two bounds is a number: write clamp\(t, 0, None\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return clamp(t, 0, ndx::None); }
#else
auto part(const ndx::Tensor<float>& t) { return clamp(t, ndx::None, ndx::None); }
#endif
