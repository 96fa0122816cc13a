// expect: a bool is no dim
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& i) { return gather(t, 0, i); }
#else
auto part(const ndx::Tensor<float>& t, const ndx::Tensor<int>& i) { return gather(t, false, i); }
#endif
