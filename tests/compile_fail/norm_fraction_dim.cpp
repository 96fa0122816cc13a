// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// The dim behind the order of a norm, which may be a fraction.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return norm(t, 2, 1); }
#else
auto part(const ndx::Tensor<float>& t) { return norm(t, 2, 1.5); }
#endif
