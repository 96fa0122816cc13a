// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A dim of var.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return var(t, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return var(t, 1.5); }
#endif
