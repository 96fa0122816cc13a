// expect: (dims and keepdim are not named|keepdim has no name): write .*sum\(t, all_dims, true\)
// Arguments by name, as in Python, where they are by position.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return sum(t, ndx::all_dims, true); }
#else
auto part(const ndx::Tensor<float>& t) { return sum(t, {.keepdim = true}); }
#endif
