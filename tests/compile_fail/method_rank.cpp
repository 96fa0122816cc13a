// expect: write t\.dim\(\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return t.dim(); }
#else
auto part(const ndx::Tensor<float>& t) { return t.rank(); }
#endif
