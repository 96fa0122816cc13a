// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// A dim is an integer.
#include <ndx/ndx.hpp>

#ifndef MUST_FAIL
auto total(const ndx::Tensor<float>& t) { return sum(t, 1); }
#else
auto total(const ndx::Tensor<float>& t) { return sum(t, 1.5); }
#endif
