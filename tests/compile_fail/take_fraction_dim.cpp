// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A dim is an integer, behind indices in braces too.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return take(t, {0, 2}, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return take(t, {0, 2}, 0.5); }
#endif
