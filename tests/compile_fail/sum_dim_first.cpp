// expect: the tensor comes first: write sum\(t, 0\)
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sum(t, 0); }
#else
auto part(const ndx::Tensor<float>& t) { return sum(0, t); }
#endif
