// expect: sizes, dims and indices are integers: write static_cast<ndx::index_t>
// The dim behind the values, which may be fractions.
#include <ndx/all.hpp>

#ifndef MUST_FAIL
auto part(const ndx::Tensor<float>& t) { return insert(t, 1, 0.5, 0); }
#else
auto part(const ndx::Tensor<float>& t) { return insert(t, 1, 5, 0.5); }
#endif
