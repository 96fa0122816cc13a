// expect: a bool is no dim.*write sum\(t, 1, true\)
// keepdim where the dims stand.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sum(t, ndx::all_dims, true); }
#else
auto part(const ndx::Tensor<float>& t) { return sum(t, true); }
#endif
