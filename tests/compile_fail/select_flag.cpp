// expect: a bool is no dim
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.select(1, 0); }
#else
auto part(const ndx::Tensor<float>& t) { return t.select(true, 0); }
#endif
